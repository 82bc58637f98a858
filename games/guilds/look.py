"""What a move means, and where it stands in the menus."""

from functools import lru_cache

from games.core import Label, Move, Seat, Text, Texts, Who
from games.guilds.board import (
    LETTERS,
    Board,
    Guild,
    Guilds,
    Place,
    Tile,
    beside,
    bits,
    guild_named,
    owner,
    ways,
)
from games.guilds.cards import CARDS
from games.guilds.groups import as_set, completing, groups
from games.guilds.names import facing_name, guild_names, hex_name, signed_name
from games.guilds.view import View

MENU = 25  # entries a level
SPAN = 8  # tiles a menu when one menu cannot hold all guilds


def label(view: View, move: Move) -> Label:
    """Say what a move means to the one who may make it."""
    match move.split(":"):
        case ["token", letter, colour]:
            return _token(view, guild_named(view.board, letter, colour))
        case ["hex", hex, q, r, turn]:
            return _hex(view, Tile(hex, int(q), int(r), int(turn)))
        case ["tower", letter, colour]:
            return _tower(view, guild_named(view.board, letter, colour))
        case ["draft", hex]:
            return Label(hex_name(hex))
    return Label(Text("No tower"))


# --- token -----------------------------------------------------------------------------------------


def needs(view: View, seat: Seat) -> Guilds:
    """Return the guilds where one more token completes a group of this seat."""
    return completing(view.board, view.own[seat], view.room, view.component)


def _token(view: View, guild: Guild) -> Label:
    name, path = signed_name(view.board, guild), _token_path(view, guild)
    if needs(view, view.seat) >> guild & 1:
        detail = _completed(view, guild)
        return Label(Text("{guild}: completes a group", guild=name), detail, path)
    return Label(name, _neighbour(view, guild), path)


def _token_path(view: View, guild: Guild) -> tuple[Text, ...]:
    """One menu while it holds all guilds; then the completing ones, and the others by tile."""
    if view.room.bit_count() <= MENU:
        return ()
    ready = list(bits(needs(view, view.seat)))[:MENU]
    if guild in ready:
        return (Text("Complete a group"),)
    low = guild // 3 // SPAN * SPAN
    high = min(low + SPAN, len(view.board)) - 1
    return (Text("A token on tile {first} to {last}", first=LETTERS[low], last=LETTERS[high]),)


def _completed(view: View, guild: Guild) -> Text:
    mine = view.own[view.seat] | 1 << guild
    group = next(g for g in groups(view.board, mine, view.component) if g >> guild & 1)
    others = tuple(n for n in bits(group) if n != guild)
    if len(others) > 4:
        return Texts("With {n} other guild", "With {n} other guilds", n=len(others))
    return Text("With {guilds}", guilds=guild_names(view.board, others))


def _neighbour(view: View, guild: Guild) -> Text | None:
    """Say whose token is already here, and whom a second one stops."""
    tokens = view.sites[guild].tokens
    if not tokens:
        return None
    others = (seat for seat in range(view.seats) if seat != view.seat)
    if stopped := tuple(Who(seat) for seat in others if needs(view, seat) >> guild & 1):
        return Text("The last place here; {who} needs it for a group", who=stopped)
    if tokens == (view.seat,):
        return Text("The last place here, beside your own token")
    return Text("The last place here, beside {who}", who=Who(tokens[0]))


# --- hex -------------------------------------------------------------------------------------------


def _hex(view: View, way: Tile) -> Label:
    place = (way.q, way.r)
    path = (_place(view, place), hex_name(way.hex))
    number = rotations(view.board, view.hands[view.seat], place).index(way) + 1
    return Label(_turned(view.board, way), path=path, mark=str(number))


@lru_cache(maxsize=512)
def rotations(board: Board, hand: tuple[str, ...], place: Place) -> tuple[Tile, ...]:
    """Return all that fits at one place: number 1, 2, 3 of the contact sheet."""
    return tuple(way for way in ways(board, hand) if (way.q, way.r) == place)


def _place(view: View, place: Place) -> Text:
    number, tiles = view.places.index(place) + 1, tiles_beside(view.board, place)
    return Text("Place {number}, beside {tiles}", number=number, tiles=tiles)


def tiles_beside(board: Board, place: Place) -> tuple[str, ...]:
    """Return the letters of the tiles around a place."""
    around = {beside(*place, side) for side in range(6)}
    return tuple(LETTERS[n] for n, tile in enumerate(board) if (tile.q, tile.r) in around)


def _turned(board: Board, way: Tile) -> Text:
    """Say which guild of the hex looks to which tiles."""
    at = {(tile.q, tile.r): LETTERS[n] for n, tile in enumerate(board)}
    looks: dict[str, list[str]] = {}
    for side in range(6):
        if letter := at.get(beside(way.q, way.r, side)):
            looks.setdefault(CARDS[way.hex].guilds[owner(way.turn, side)], []).append(letter)
    sides = tuple(facing_name(colour, tuple(sorted(letters))) for colour, letters in looks.items())
    return Text("{sides}", sides=sides)


# --- tower -----------------------------------------------------------------------------------------


def _tower(view: View, guild: Guild) -> Label:
    path = (Text("Build a tower on"),)
    return Label(signed_name(view.board, guild), _consequence(view, guild), path)


def _ready(view: View, seat: Seat, without: Guilds = 0) -> bool:
    """Say whether a seat has a complete group, or would still have one without some guilds."""
    return bool(groups(view.board, view.own[seat] & ~without, view.component))


def _consequence(view: View, guild: Guild) -> Text:
    """Say whose tokens go home and who is left with a group (the sheet's figures G and H)."""
    lost, tokens = as_set((guild,)), view.sites[guild].tokens
    again = _ready(view, view.seat, lost)
    other = next((seat for seat in tokens if seat != view.seat), None)
    if other is None:
        return _alone(len(tokens), again)
    who = Who(other)
    if _ready(view, other) and not _ready(view, other, lost):
        if again:
            return Text("{who} loses a complete group; you stay ready to build", who=who)
        return Text("{who} takes a token back and loses a complete group", who=who)
    if again:
        return Text("{who} takes a token back; you stay ready to build", who=who)
    return Text("You and {who} take a token back", who=who)


def _alone(tokens: int, again: bool) -> Text:
    if again:
        return Text("You stay ready to build another")
    if tokens > 1:
        return Text("Both your tokens here come back")
    return Text("Your token here comes back")
