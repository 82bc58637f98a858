"""How a game begins, what a move does, and who learns something by it."""

from collections.abc import Sequence

from games.core import NOBODY, PUBLIC, Held, Move, Seat, Seen, first_seat, shuffled
from games.skeleton.cards import DECK, Card
from games.skeleton.state import FLOORS, HAND_SIZE, State, without


def setup(seats: int, seed: str, options: Sequence[str] = ()) -> State:
    """Deal three cards to everyone and turn one up."""
    pile = shuffled(DECK, seed, "deck")
    deals = [pile[HAND_SIZE * seat : HAND_SIZE * (seat + 1)] for seat in range(seats)]
    hands = tuple(tuple(Held(card, frozenset({seat})) for card in deal) for seat, deal in enumerate(deals))
    up, *deck = pile[HAND_SIZE * seats :]
    lots = 4 if "short" in options else 6
    first = first_seat(options, seats, seed)
    return State(hands, (up,), tuple(map(Held, deck)), ((),) * lots, (0,) * lots, first, seed)


def apply(state: State, seat: Seat, move: Move) -> State:
    """Return the state after a move that is on offer."""
    state = state._replace(news=(*state.news, (seat, move))[-4:])
    match move.split(":"):
        case ["build", card, lot]:
            return _build(state, card, int(lot))
        case ["take", card]:
            up = tuple(held.card for held in state.deck[:1])
            return _hold(state._replace(open=up), Held(card, PUBLIC | {seat}))
    return _hold(state, Held(state.deck[0].card, frozenset({seat})))


def shows(state: State, seat: Seat, move: Move) -> Seen:
    """Return who learns something hidden besides the move itself."""
    match move.split(":"):
        case ["build", _, lot]:
            return PUBLIC if len(state.lots[int(lot)]) == FLOORS - 1 else NOBODY  # what the die shows
        case ["take", _]:
            return PUBLIC if state.deck else NOBODY  # the next card is turned up
    return frozenset({seat})


def _build(state: State, card: Card, lot: int) -> State:
    lots = (*state.lots[:lot], (*state.lots[lot], (card, state.seat)), *state.lots[lot + 1 :])
    state = _with_hand(state, without(state.hands[state.seat], card))._replace(lots=lots)
    if len(lots[lot]) == FLOORS:
        state = _rolled(state, lot)
    if all(len(storeys) == FLOORS for storeys in lots):
        return state._replace(phase="over")
    return state._replace(phase="draw") if state.open else state._replace(seat=_next(state))


def _rolled(state: State, lot: int) -> State:
    """Roll the die of a lot: the seed says how it falls, and the count makes each roll another one."""
    roof, *_ = shuffled(range(1, 7), state.seed, "roof", sum(map(bool, state.roofs)))
    return state._replace(roofs=(*state.roofs[:lot], roof, *state.roofs[lot + 1 :]))


def _hold(state: State, held: Held) -> State:
    """Put a card into the hand: one has left the deck, to be held or to be turned up."""
    after = _with_hand(state, (*state.hands[state.seat], held))
    return after._replace(deck=state.deck[1:], seat=_next(state), phase="build")


def _next(state: State) -> Seat:
    return (state.seat + 1) % len(state.hands)


def _with_hand(state: State, hand: tuple[Held, ...]) -> State:
    return state._replace(hands=(*state.hands[: state.seat], hand, *state.hands[state.seat + 1 :]))
