"""The names of guilds, hexes and colours, as players say them."""

from functools import cache
from itertools import permutations

from games.core import Text, Texts
from games.guilds.board import LETTERS, Board, Guild, colour_of
from games.guilds.cards import CARDS, COLOURS, kind_name

COLOUR_NAMES = {
    "brown": Text("brown", ctx="a guild's colour"),
    "blue": Text("blue", ctx="a guild's colour"),
    "ochre": Text("ochre", ctx="a guild's colour"),
    "green": Text("green", ctx="a guild's colour"),
}


def guild_name(board: Board, guild: Guild) -> Text:
    """Return "C brown": the tile's letter and the colour."""
    return _named(LETTERS[guild // 3], colour_of(board, guild))


@cache
def _named(tile: str, colour: str) -> Text:
    match colour:
        case "brown":
            return Text("{tile} brown", tile=tile)  # Note: the brown guild of tile C: "C brown"
        case "blue":
            return Text("{tile} blue", tile=tile)  # Note: the blue guild of tile C: "C blue"
        case "ochre":
            return Text("{tile} ochre", tile=tile)  # Note: the ochre guild of tile C: "C ochre"
        case _:
            return Text("{tile} green", tile=tile)  # Note: the green guild of tile C: "C green"


SIGNS = {
    "brown": "■",
    "blue": "💧",
    "ochre": "◎",
    "green": "▲",
}  # as drawn: names and picture without colours


def signed_name(board: Board, guild: Guild) -> Text:
    """Return a guild as menus name it: "C brown ■"."""
    return _signed(LETTERS[guild // 3], colour_of(board, guild))


@cache
def _signed(tile: str, colour: str) -> Text:
    # Note: a guild and the sign that it has in the picture
    return Text("{guild} {sign}", guild=_named(tile, colour), sign=SIGNS[colour])


def guild_names(board: Board, guilds: tuple[Guild, ...]) -> tuple[Text, ...]:
    return tuple(guild_name(board, guild) for guild in guilds)


# Three of four colours, clockwise: eight kinds, whatever the table of hexes holds. Equal hexes share a
# letter, and no tile has it: tiles are A to P.
KIND_LETTERS = dict(
    zip(sorted({kind_name(three) for three in permutations(COLOURS, 3)}), "QRSTUVWX", strict=True)
)


@cache
def hex_letter(hex: str) -> str:
    """Return the letter of a hex that is not laid yet, as under it in the picture."""
    return KIND_LETTERS[kind_name(CARDS[hex].guilds)]


@cache
def hex_name(hex: str) -> Text:
    """Return a hex as menus name it: its letter and its colours."""
    one, two, three = (COLOUR_NAMES[colour] for colour in CARDS[hex].guilds)
    return Text("{hex}: {one}, {two}, {three} clockwise", hex=hex_letter(hex), one=one, two=two, three=three)


@cache
def short_hex_name(hex: str) -> Text:
    """Return a hex inside a list."""
    one, two, three = (COLOUR_NAMES[colour] for colour in CARDS[hex].guilds)
    # Note: a hex by its letter and its three colours: Q (brown blue ochre)
    return Text("{hex} ({one} {two} {three})", hex=hex_letter(hex), one=one, two=two, three=three)


def facing_name(colour: str, tiles: tuple[str, ...]) -> Text:
    """Return which way a guild of a hex looks: "green to A and B"."""
    match colour:
        case "brown":
            return Text(
                "brown to {tiles}", tiles=tiles
            )  # Note: the brown guild of a hex looks to tiles A and B
        case "blue":
            return Text(
                "blue to {tiles}", tiles=tiles
            )  # Note: the blue guild of a hex looks to tiles A and B
        case "ochre":
            return Text(
                "ochre to {tiles}", tiles=tiles
            )  # Note: the ochre guild of a hex looks to tiles A and B
        case _:
            return Text(
                "green to {tiles}", tiles=tiles
            )  # Note: the green guild of a hex looks to tiles A and B


def points(n: int) -> Text:
    """Name the first part of a score: towers win."""
    return Texts("{n} tower", "{n} towers", n=n)
