"""The rules of San Gimignano: The City of Towers, as pure functions over an immutable state."""

from collections.abc import Sequence

from games.core import NOBODY, PUBLIC, Held, Move, Seat, Seen, T, first_seat, shuffled
from games.guilds.board import Board, Guild, Tile, bits, extended, facing, fits, fits_anywhere, guild_named
from games.guilds.cards import CARDS
from games.guilds.groups import as_set, can_ever_build, groups
from games.guilds.moves import can_build, can_lay, can_place
from games.guilds.state import HAND, START, TOWERS, Ending, Family, State, Turn, picker

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
        case ["draft", hex]:
            return _drafted(state, hex)
        case ["token", letter, colour]:
            return _after_token(_token(state, guild_named(state.board, letter, colour)))
        case ["hex", hex, q, r, turn]:
            return _after_hex(_hex(state, Tile(hex, int(q), int(r), int(turn))))
        case ["tower", letter, colour]:
            return _end_turn(_tower(state, guild_named(state.board, letter, colour)))
        case ["rest"]:
            return _end_turn(state)
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


def _token(state: State, guild: Guild) -> State:
    bit, family = 1 << guild, state.families[state.seat]
    if state.begun & bit:
        family = Family(family.firsts, family.seconds | bit, family.towers)
    else:
        family = Family(family.firsts | bit, family.seconds, family.towers)
    return state._replace(families=_put(state.families, state.seat, family), now=Turn(token=guild))


def _hex(state: State, tile: Tile) -> State:
    hand = tuple(hex for hex in state.hands[state.seat] if hex != tile.hex)
    return state._replace(
        now=state.now._replace(tile=len(state.board)),
        board=extended(state.board, tile),
        hands=_put(state.hands, state.seat, hand),
    )


def _tower(state: State, guild: Guild) -> State:
    """Raise a tower; all tokens on its guild go home, everyone's (G4)."""
    bit, back = 1 << guild, tuple(sorted(state.site(guild).tokens))
    turn = state.now._replace(tower=guild, group=_reason(state, guild), back=back)
    cleared = tuple(Family(f.firsts & ~bit, f.seconds & ~bit, f.towers) for f in state.families)
    builder = cleared[state.seat]
    families = _put(cleared, state.seat, builder._replace(towers=builder.towers | bit))
    return state._replace(now=turn, families=families)


def _reason(state: State, guild: Guild) -> tuple[Guild, ...]:
    """Return the group that made a tower possible: one with this turn's token if there is one."""
    fresh = as_set({state.now.token} - {-1})
    found = [g for g in groups(state.board, state.mine, state.component) if g >> guild & 1]
    return tuple(bits(min(found, key=lambda g: not g & fresh)))


def _put(items: tuple[T, ...], index: int, item: T) -> tuple[T, ...]:
    return (*items[:index], item, *items[index + 1 :])


# --- the course of a turn: token, hex, tower (G3) --------------------------------------------------


def _begin(state: State) -> State:
    return state if can_place(state) else _after_token(state)


def _after_token(state: State) -> State:
    return state._replace(phase="hex") if can_lay(state) else _after_hex(state)


def _after_hex(state: State) -> State:
    return state._replace(phase="tower") if can_build(state) else _end_turn(state)


def _end_turn(state: State) -> State:
    now, seats = state.now, len(state.hands)
    still, turns = state.still + 1 if now.still else 0, _put(state.turns, state.seat, now)
    if ending := _ending(state, still):
        return state._replace(phase="over", still=still, turns=turns, ending=ending)
    seat, number = (state.seat + 1) % seats, state.number + 1
    return _begin(
        state._replace(seat=seat, phase="token", turns=turns, now=Turn(), number=number, still=still)
    )


def _ending(state: State, still: int) -> Ending:
    """Say how the game ends with this turn, if it does (G7)."""
    if state.towers(state.seat) == TOWERS:
        return "tenth"
    if still == state.seats:
        return "still"
    return "" if any_can_ever_build(state) else "never"


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
