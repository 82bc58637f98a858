"""What a move means, and where it stands in the menus."""

from collections.abc import Mapping
from functools import cache, lru_cache

from games.core import BUTTONS, Label, Move, Seat, Text, Texts, Who
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
from games.guilds.cards import CARDS, KINDS
from games.guilds.chances import Chance, chances, foremost, reach
from games.guilds.groups import as_set, groups
from games.guilds.names import facing_name, guild_names, hex_name, signed_name
from games.guilds.state import HAND_SIZE, TOWERS
from games.guilds.view import View

LISTED = 3  # guilds that a second line names one by one


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
            return Label(hex_name(hex), _drafted(view, hex))
    # Note: a move: build no tower this turn
    return Label(Text("No tower"), Text("All tokens stay; build next turn if the group still stands"))


def _drafted(view: View, hex: str) -> Text:
    """Say whether others can have a hex like this one."""
    if sum(map(len, view.hands)) + 1 == HAND_SIZE[view.seats] * view.seats:
        return Text("The last pick: the game begins")
    if [KINDS[other] for other in view.pool].count(KINDS[hex]) > 1:
        return Text("Another one like it stays on offer")
    return Text("The last of its kind on offer")


# --- token -----------------------------------------------------------------------------------------


def _token(view: View, guild: Guild) -> Label:
    return Label(signed_name(view.board, guild), _use(view, guild), _token_path(view, guild))


def _token_path(view: View, guild: Guild) -> tuple[Text, ...]:
    """Tokens with a purpose stand before the menus; the others by tile when there are many."""
    best = foremost(view)
    if guild in best:
        return ()
    if view.room.bit_count() > BUTTONS:
        return _on_tile(LETTERS[guild // 3])
    # Note: title of a menu: put a token on another guild
    return (Text("A token elsewhere"),) if best else ()


@cache
def _on_tile(tile: str) -> tuple[Text, ...]:
    # Note: titles of menus: put a token on a tile that is chosen next
    return (Text("A token on a hex"), Text("Hex {tile}", tile=tile))


def _use(view: View, guild: Guild) -> Text:
    """Say what a token is good for, and beside whom it takes the last place."""
    found, tokens = chances(view)[guild], view.sites[guild].tokens
    if found.completes:
        return _completed(view, guild, found)
    if found.blocks:
        return _blocked(view, found)
    if not tokens:
        return _progress(view, found)
    if view.seat in tokens:
        return Text("Your second token here: takes the last place")
    # Note: what a token is good for; it takes the second place of a guild, beside a token of {who}
    return Text("{use}; the last place, by {who}", use=_progress(view, found), who=Who(tokens[0]))


def _completed(view: View, guild: Guild, found: Chance) -> Text:
    if found.blocks:
        return Text("Completes a group: tower; blocks {who}", who=tuple(map(Who, found.blocks)))
    mine = view.own[view.seat] | 1 << guild
    group = next(g for g in groups(view.board, mine, view.component) if g >> guild & 1)
    others = tuple(n for n in bits(group) if n != guild)
    if len(others) > LISTED:
        size = len(others) + 1
        return Texts(
            "Completes a group of {n} guild: tower", "Completes a group of {n} guilds: tower", n=size
        )
    return Text("Completes a group: tower, with {guilds}", guilds=guild_names(view.board, others))


def _blocked(view: View, found: Chance) -> Text:
    who = tuple(map(Who, found.blocks))
    if found.of_four == 3:
        return Text("Blocks {who}, a token short of a group; 3 of 4 for you", who=who)
    return Text("Blocks {who}, a token short of a group", who=who)


def _progress(view: View, found: Chance) -> Text:
    """Say how many of four guilds it makes, and what is then lacking."""
    along, lacks = (tuple(bits(guilds)) for guilds in (found.with_guilds, found.lacks))
    match found.of_four:
        case 3 if len(lacks) > 2:
            return Texts(
                "3 of 4: {n} guild completes it", "3 of 4: one of {n} guilds completes it", n=len(lacks)
            )
        case 3 if len(lacks) > 1:
            one, other = guild_names(view.board, lacks)
            return Text("3 of 4: needs {one} or {other}", one=one, other=other)
        case 3:
            return Text("3 of 4: needs {guild}", guild=guild_names(view.board, lacks))
        case 2:
            return Text("2 of 4, with {guild}", guild=guild_names(view.board, along[:1]))
        case 1:
            # Note: one of the four guilds that a group needs
            return Text("1 of 4: begins a group")
    return Text("No group of four is possible here yet")


# --- hex -------------------------------------------------------------------------------------------


def _hex(view: View, way: Tile) -> Label:
    place = (way.q, way.r)
    path = (_place(view.board, view.places.index(place) + 1, place), hex_name(way.hex))
    number = rotations(view.board, view.hands[view.seat], place).index(way) + 1
    return Label(_turned(view.board, way), _near(view, way), path, letter=str(number))


def _near(view: View, way: Tile) -> Text:
    """Say how far the best groups are that could come to lie on the hex, one's own first."""
    tokens = reach(view, way)
    others = tuple(
        # Note: in a list: how many of four tokens for a group somebody has
        Text("{who} {n}", who=Who(seat), n=n)
        for seat, n in enumerate(tokens)
        if n and seat != view.seat
    )
    if others:
        return Text("Groups on it: you {n} of 4, {others}", n=tokens[view.seat], others=others)
    return Text("Groups on it: you {n} of 4, nobody else any", n=tokens[view.seat])


@lru_cache(maxsize=512)
def rotations(board: Board, hand: tuple[str, ...], place: Place) -> tuple[Tile, ...]:
    """Return all that fits at one place: number 1, 2, 3 of the contact sheet."""
    return tuple(way for way in ways(board, hand) if (way.q, way.r) == place)


@lru_cache(maxsize=128)
def _place(board: Board, number: int, place: Place) -> Text:
    tiles = tiles_beside(board, place)
    # Note: a place for a hex, beside tiles A and B
    return Text("Place {number}, beside {tiles}", number=number, tiles=tiles)


def tiles_beside(board: Board, place: Place) -> tuple[str, ...]:
    """Return the letters of the tiles around a place."""
    return tuple(sorted(_looked_at(board, place).values()))


@lru_cache(maxsize=128)
def _looked_at(board: Board, place: Place) -> Mapping[int, str]:
    """Return the letter of the tile at each side of a place, where one lies."""
    at = {(tile.q, tile.r): LETTERS[n] for n, tile in enumerate(board)}
    return {side: at[there] for side in range(6) if (there := beside(*place, side)) in at}


def _turned(board: Board, way: Tile) -> Text:
    """Say which guild of the hex looks to which tiles."""
    looks: dict[str, list[str]] = {}
    for side, letter in _looked_at(board, (way.q, way.r)).items():
        looks.setdefault(CARDS[way.hex].guilds[owner(way.turn, side)], []).append(letter)
    sides = tuple(facing_name(colour, tuple(sorted(letters))) for colour, letters in looks.items())
    # Note: a list: "brown to A, blue to B and C"
    return Text("{sides}", sides=sides)


# --- tower -----------------------------------------------------------------------------------------


def _tower(view: View, guild: Guild) -> Label:
    # Note: title of a menu of guilds
    path = (Text("Build a tower on"),)
    return Label(signed_name(view.board, guild), _consequence(view, guild), path)


def _ready(view: View, seat: Seat, without: Guilds = 0) -> bool:
    """Say whether a seat has a complete group, or would still have one without some guilds."""
    return bool(groups(view.board, view.own[seat] & ~without, view.component))


def _consequence(view: View, guild: Guild) -> Text:
    """Say whose tokens go home and who is left with a group (the sheet's figures G and H)."""
    if view.towers[view.seat] == TOWERS - 1:
        return Text("Your tenth tower: it ends the game")
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
