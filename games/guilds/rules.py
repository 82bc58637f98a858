"""The rules of San Gimignano: The City of Towers, as pure functions over an immutable state."""

from collections.abc import Sequence

from games.core import NOBODY, PUBLIC, Held, Move, Seat, Seen, T, first_seat, shuffled
from games.guilds.board import (
    Board,
    Guild,
    Guilds,
    Tile,
    extended,
    facing,
    fits,
    fits_anywhere,
    fits_elsewhere,
    guild_named,
    members,
)
from games.guilds.cards import CARDS
from games.guilds.groups import can_ever_build, remembered
from games.guilds.state import HAND, NOTHING, START, TOKEN_ONLY, TOWERS, Ending, Family, State, Turn, picker
from games.records import make

# --- setup -----------------------------------------------------------------------------------------


def setup(seats: int, seed: str, options: Sequence[str] = ()) -> State:
    """Lay the first hexes and deal the others (G1), or lay them open for the draft (G10)."""
    first, hexes = first_seat(options, seats, seed), shuffled(CARDS, seed, "hexes")
    board = _start(hexes[:seats], seed)
    rest, size = hexes[seats:], HAND[seats]
    draft = "draft" in options
    hands = tuple(() if draft else tuple(sorted(rest[size * n : size * (n + 1)])) for n in range(seats))
    state = State(
        component="component" in options,
        first=first,
        seat=first,
        phase="draft" if draft else "token",
        board=board,
        families=(Family(),) * seats,
        hands=hands,
        pool=tuple(sorted(rest)) if draft else (),
        box=() if draft else tuple(Held(hex) for hex in rest[size * seats :]),
        turns=(None,) * seats,
    )
    return state._replace(seat=picker(first, seats, 0)) if draft else state


def _start(hexes: tuple[str, ...], seed: str) -> Board:
    """Lay the first hexes, each in a rotation drawn from the legal ones."""
    board: Board = ()
    for n, (hex, place) in enumerate(zip(hexes, START, strict=False)):
        sides = facing(board, place)
        turns = shuffled((turn for turn in range(6) if fits(hex, turn, sides)), seed, "rotation", n)
        board = extended(board, Tile(hex, *place, turns[0]))
    return board


# --- moves -----------------------------------------------------------------------------------------


def apply(state: State, seat: Seat, move: Move) -> State:
    """Make a move that is on offer, and go on to the next question."""
    match move.split(":"):
        case ["token", letter, colour]:
            return _token(state, guild_named(state.board, letter, colour))
        case ["hex", hex, q, r, turn]:
            return _hex(state, Tile(hex, int(q), int(r), int(turn)))
        case ["tower", letter, colour]:
            return _tower(state, guild_named(state.board, letter, colour))
        case ["rest"]:
            return _end_turn(state, state.families, state.now)
        case ["draft", hex]:
            return _drafted(state, hex)
    raise ValueError(f"guilds does not know {move!r}")


def _drafted(state: State, hex: str) -> State:
    hand = tuple(sorted((*state.hands[state.seat], hex)))
    state = state._replace(
        hands=_put(state.hands, state.seat, hand),
        pool=tuple(h for h in state.pool if h != hex),
        turns=_put(state.turns, state.seat, Turn(took=hex)),
    )
    picks = sum(map(len, state.hands))
    if picks < HAND[state.seats] * state.seats:
        return state._replace(seat=picker(state.first, state.seats, picks))
    box = tuple(Held(hex, PUBLIC) for hex in state.pool)  # everyone saw what was left
    return _begin(state._replace(seat=state.first, phase="token", pool=(), box=box))


def _put(items: tuple[T, ...], index: int, item: T) -> tuple[T, ...]:
    return (*items[:index], item, *items[index + 1 :])


# --- the course of a turn: token, hex, tower (G3); what cannot be done is not asked ----------------


def _begin(state: State) -> State:
    if state.tokens_left(state.seat) and state.room:
        return state
    if state.lays:
        return state._replace(phase="hex")
    return state._replace(phase="tower") if state.groups else _end_turn(state, state.families, state.now)


def _token(state: State, guild: Guild) -> State:
    families, now = _with_token(state, 1 << guild), TOKEN_ONLY[guild]
    if state.lays:
        return state._replace(phase="hex", families=families, now=now)
    if state.groups or state.nearly >> guild & 1:
        return state._replace(phase="tower", families=families, now=now)
    return _end_turn(state, families, now)


def _with_token(state: State, bit: Guilds) -> tuple[Family, ...]:
    """Return what everyone has, with one more token of the player to move: the first there or the second."""
    firsts, seconds, towers = state.families[state.seat]
    if state.begun & bit:
        seconds |= bit
    else:
        firsts |= bit
    return _put(state.families, state.seat, Family(firsts, seconds, towers))


def _hex(state: State, tile: Tile) -> State:
    hand = tuple([hex for hex in state.hands[state.seat] if hex != tile.hex])
    laid = state._replace(
        now=state.now._replace(tile=len(state.board)),
        board=extended(state.board, tile),
        hands=_put(state.hands, state.seat, hand),
    )
    if state.groups:  # on the new hex lies no token yet
        return laid._replace(phase="tower")
    goes_on = any(fits_elsewhere(state.board, hand, tile) for hand in laid.hands if hand)
    return _end_turn(laid, laid.families, laid.now, goes_on)


def _tower(state: State, guild: Guild) -> State:
    """Raise a tower; all tokens on its guild go home, everyone's (G4)."""
    bit, back, families = 1 << guild, list[Seat](), list[Family]()
    for seat, (firsts, seconds, towers) in enumerate(state.families):
        back += [seat] * ((firsts >> guild & 1) + (seconds >> guild & 1))
        built = bit if seat == state.seat else 0
        families.append(Family(firsts & ~bit, seconds & ~bit, towers | built))
    _, token, tile, *_ = state.now
    now = Turn("", token, tile, guild, _reason(state, bit), tuple(back))
    return _end_turn(state, tuple(families), now)


def _reason(state: State, bit: Guilds) -> tuple[Guild, ...]:
    """Return the group that made a tower possible: one with this turn's token if there is one."""
    token = state.now.token
    fresh, found = 1 << token if token >= 0 else 0, [group for group in state.groups if group & bit]
    for group in found:
        if group & fresh:
            return members(group)
    return members(found[0])


def _end_turn(state: State, families: tuple[Family, ...], now: Turn, goes_on: bool = False) -> State:
    """End a turn with what everyone has now; the next one begins unless the game is over (G7)."""
    # field by field: no other state is made as often
    component, first, seat, _, board, _, hands, pool, box, turns, _, number, still, _, edition = state
    following, turns = (seat + 1) % len(hands), _put(turns, seat, now)
    still = still + 1 if now.still else 0
    after = make(State, (
        component, first, following, "token", board, families, hands, pool, box, turns,
        NOTHING, number + 1, still, "", edition,
    ))  # fmt: skip
    if not goes_on and (ending := _ending(after, seat, now)):
        return after._replace(seat=seat, phase="over", now=now, number=number, ending=ending)
    return _begin(after)


def _ending(after: State, seat: Seat, now: Turn) -> Ending:
    """Say how the game ends with this turn of a seat, if it does (G7)."""
    if now.tower >= 0 and after.towers(seat) == TOWERS:
        return "tenth"
    if after.still == len(after.hands):
        return "still"
    return "" if hope_lasts(after) or any_can_ever_build(after._replace(seat=seat)) else "never"


def hope_lasts(state: State) -> bool:
    """Say at a glance that somebody can fill the group that gave hope last, whatever the others do."""
    group, room = remembered(state.board)[0], state.room
    for seat, (firsts, seconds, _) in enumerate(state.families):
        missing = group & ~(firsts | seconds)
        if not missing & ~room:
            lacks = missing.bit_count()  # while one places so many, everyone else does
            return lacks * len(state.hands) <= room.bit_count() and lacks <= state.tokens_left(seat)
    return False


def any_can_ever_build(state: State) -> bool:
    """Say whether a held hex still fits, or somebody can still make a group (G7, G9)."""
    board, room = state.board, state.room
    for hand in state.hands:
        if hand and fits_anywhere(board, hand):
            return True
    left = [state.tokens_left(seat) for seat in range(state.seats)]
    times = left if sum(left) <= state.free_places else in_time(state)
    for (firsts, seconds, _), tokens in zip(state.families, times, strict=True):
        if can_ever_build(board, firsts | seconds, room, tokens, state.component):
            return True
    return False


def in_time(state: State) -> list[int]:
    """Return how many tokens each seat can still place, from the next turn on, until the city is full (G7).

    Exact: tokens are compulsory (G3), so that all seats place one a turn while there is room; full guilds
    never reopen, and tokens come back only when someone builds.
    """
    left, places, seat = [state.tokens_left(s) for s in range(state.seats)], state.free_places, state.seat
    if sum(left) <= places or state.edition == 1:  # edition 1 did not foresee that others fill the city
        return left
    placed = [0] * state.seats
    while sum(placed) < places:
        seat = (seat + 1) % state.seats
        placed[seat] += placed[seat] < left[seat]
    return placed


def shows(state: State, seat: Seat, move: Move) -> Seen:
    """Nothing hidden ever comes to light: the box stays closed."""
    return NOBODY
