"""The names of guilds, hexes and colours, as players say them."""

from games.core import Text
from games.guilds.board import LETTERS, Board, Guild, colour_of
from games.guilds.cards import CARDS

COLOUR_NAMES = {
    "brown": Text("brown"),
    "blue": Text("blue"),
    "ochre": Text("ochre"),
    "green": Text("green"),
}


def guild_name(board: Board, guild: Guild) -> Text:
    """Return "C brown": the tile's letter and the colour."""
    tile = LETTERS[guild // 3]
    match colour_of(board, guild):
        case "brown":
            return Text("{tile} brown", tile=tile)
        case "blue":
            return Text("{tile} blue", tile=tile)
        case "ochre":
            return Text("{tile} ochre", tile=tile)
        case _:
            return Text("{tile} green", tile=tile)


SIGNS = {
    "brown": "■",
    "blue": "💧",
    "ochre": "◎",
    "green": "▲",
}  # as drawn: names and picture without colours


def signed_name(board: Board, guild: Guild) -> Text:
    """Return a guild as menus name it: "C brown ■"."""
    return Text("{guild} {sign}", guild=guild_name(board, guild), sign=SIGNS[colour_of(board, guild)])


def guild_names(board: Board, guilds: tuple[Guild, ...]) -> tuple[Text, ...]:
    return tuple(guild_name(board, guild) for guild in guilds)


def hex_name(hex: str) -> Text:
    """Return a hex as menus name it: its id and its colours."""
    one, two, three = (COLOUR_NAMES[colour] for colour in CARDS[hex].guilds)
    return Text("{hex}: {one}, {two}, {three} clockwise", hex=hex, one=one, two=two, three=three)


def short_hex_name(hex: str) -> Text:
    """Return a hex inside a list."""
    one, two, three = (COLOUR_NAMES[colour] for colour in CARDS[hex].guilds)
    return Text("{hex} ({one} {two} {three})", hex=hex, one=one, two=two, three=three)


def facing_name(colour: str, tiles: tuple[str, ...]) -> Text:
    """Return which way a guild of a hex looks: "green to A and B"."""
    match colour:
        case "brown":
            return Text("brown to {tiles}", tiles=tiles)
        case "blue":
            return Text("blue to {tiles}", tiles=tiles)
        case "ochre":
            return Text("ochre to {tiles}", tiles=tiles)
        case _:
            return Text("green to {tiles}", tiles=tiles)
