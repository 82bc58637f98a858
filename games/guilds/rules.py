"""The rules of San Gimignano: The City of Towers, as pure functions over an immutable state."""

from collections.abc import Sequence

from games.core import NOBODY, PUBLIC, Held, Move, Seat, Seen, T, first_seat, shuffled
from games.fast_tuples import make
from games.guilds.board import (
    INDEX,
    Board,
    Guild,
    Guilds,
    Tile,
    extended,
    facing,
    fits,
    fits_elsewhere,
    members,
)
from games.guilds.cards import CARDS
from games.guilds.end import ending_of
from games.guilds.moves import MEANT
from games.guilds.state import HAND_SIZE, NOTHING, START, TOKEN_ONLY, Family, Phase, State, Turn, picker

# --- setup -----------------------------------------------------------------------------------------


def setup(seats: int, seed: str, options: Sequence[str] = ()) -> State:
    """Lay the first hexes and deal the others (G1), or lay them open for the draft (G10)."""
    first, hexes = first_seat(options, seats, seed), shuffled(CARDS, seed, "hexes")
    board = _start(hexes[:seats], seed)
    rest, size = hexes[seats:], HAND_SIZE[seats]
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
    if meant := MEANT.get(move):
        verb, tile, colour = meant
        guild = 3 * tile + INDEX[state.board[tile].hex][colour]
        return _token(state, guild) if verb == "token" else _tower(state, guild)
    match move.split(":"):
        case ["hex", hex, q, r, turn]:
            return _hex(state, Tile(hex, int(q), int(r), int(turn)))
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
    if picks < HAND_SIZE[state.seats] * state.seats:
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
    bit, seat, now = 1 << guild, state.seat, TOKEN_ONLY[guild]
    firsts, seconds, towers = state.families[seat]
    if state.begun & bit:
        family = make(Family, (firsts, seconds | bit, towers))
    else:
        family = make(Family, (firsts | bit, seconds, towers))
    families = _put(state.families, seat, family)
    if state.lays:
        return _then(state, "hex", families, now)
    if state.quiet & bit:
        return _next(state, families, now, 0)
    if state.groups or state.nearly & bit:
        return _then(state, "tower", families, now)
    return _end_turn(state, families, now)


def _hex(state: State, tile: Tile) -> State:
    board, seat, hands = state.board, state.seat, state.hands
    hands = _put(hands, seat, tuple([hex for hex in hands[seat] if hex != tile.hex]))
    now = make(Turn, ("", state.now.token, len(board), -1, (), ()))
    laid = state._replace(now=now, board=extended(board, tile), hands=hands)
    if state.groups:  # on the new hex lies no token yet
        return laid._replace(phase="tower")
    for hand in hands:
        if hand and fits_elsewhere(board, hand, tile):
            return _end_turn(laid, state.families, now, goes_on=True)
    return _end_turn(laid, state.families, now)


def _tower(state: State, guild: Guild) -> State:
    """Raise a tower; all tokens on its guild go home, everyone's (G4)."""
    bit, back, families = 1 << guild, list[Seat](), list(state.families)
    for seat, (firsts, seconds, towers) in enumerate(state.families):
        if (firsts | seconds) & bit:
            back += [seat] * ((firsts >> guild & 1) + (seconds >> guild & 1))
            families[seat] = make(Family, (firsts & ~bit, seconds & ~bit, towers))
    firsts, seconds, towers = families[state.seat]
    families[state.seat] = make(Family, (firsts, seconds, towers | bit))
    _, token, tile, *_ = state.now
    now = make(Turn, ("", token, tile, guild, _reason(state, bit), tuple(back)))
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
    after = _next(state, families, now, state.still + 1 if now.still else 0)
    if not goes_on and (ending := ending_of(after, state.seat, now)):
        number = state.number
        return after._replace(seat=state.seat, phase="over", now=now, number=number, ending=ending)
    return _begin(after)


def _then(state: State, phase: Phase, families: tuple[Family, ...], now: Turn) -> State:
    """Return how the same turn goes on after its token."""
    component, first, seat, _, board, _, hands, pool, box, turns, _, number, still, ending, edition = state
    return make(State, (
        component, first, seat, phase, board, families, hands, pool, box, turns,
        now, number, still, ending, edition,
    ))  # fmt: skip


def _next(state: State, families: tuple[Family, ...], now: Turn, still: int) -> State:
    """Return how the next turn begins, if it does: with a token."""
    # field by field: no other state is made as often
    component, first, seat, _, board, _, hands, pool, box, turns, _, number, _, _, edition = state
    following, turns = (seat + 1) % len(hands), _put(turns, seat, now)
    return make(State, (
        component, first, following, "token", board, families, hands, pool, box, turns,
        NOTHING, number + 1, still, "", edition,
    ))  # fmt: skip


def shows(state: State, seat: Seat, move: Move) -> Seen:
    """Nothing hidden ever comes to light: the box stays closed."""
    return NOBODY
