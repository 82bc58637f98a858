"""Rounds of Lucca: new triplets, the order of play, and the scoring at the end."""

from games.core import Seat
from games.lucca.cards import CardId
from games.lucca.quarter import Quarter, guests, opened
from games.lucca.state import CITY, Over, State, Turn, others, told, with_points, with_quarter

GIFT = 3  # points that the lowest street number gives to the highest


def order_of_play(state: State) -> tuple[Seat, ...]:
    """Return the seats by shields under construction, ties by the highest visible number (L5)."""

    def rank(seat: Seat) -> tuple[int, int]:
        return state.quarters[seat].shields, state.quarters[seat].highest

    return tuple(sorted(range(state.seats), key=rank, reverse=True))


def begin_round(state: State, triplets: tuple[tuple[CardId, ...], ...]) -> State:
    """Fix the order for the round and put the first player on turn."""
    order = order_of_play(state)
    state = state._replace(
        triplets=triplets, takers=(CITY,) * len(triplets), order=order, round=state.round + 1, phase=Turn(0)
    )
    state = told(state, "round", order[0], n=state.round)
    return state._replace(turn=state.turn + (state.turn == 0))


def end_round(state: State) -> State:
    """Discard the unused triplet; lay out new ones, or score when the deck has run out."""
    unused = tuple(card for cards in state.triplets for card in cards)
    state = state._replace(discards=state.discards + unused)
    if not state.deck:
        return final(state)
    size = state.counts.triplets
    drawn = [held.card for held in state.deck[: 3 * size]]
    state = state._replace(deck=state.deck[3 * size :])
    return begin_round(state, tuple(tuple(drawn[3 * i : 3 * i + 3]) for i in range(size)))


def final(state: State) -> State:
    """Score the end, in order: openings, walls and bastions, street numbers (L9, L10)."""
    none = ((),) * len(state.triplets)
    state = state._replace(phase=Over(), order=order_of_play(state), triplets=none)
    for seat in state.order:
        state = _open_all(state, seat)
    for seat in state.order:
        worth = state.quarters[seat].walls_worth
        state = told(with_points(state, seat, walls=worth), "walls", seat, n=worth)
    return _street_numbers(state)


def _open_all(state: State, seat: Seat) -> State:
    """Open every palace that is still closed; it then counts 0 for later ones."""
    closed = state.quarters[seat].complete
    for palace in closed:
        points = sum(guests(quarter, palace.colour) for quarter in others(state, seat))
        state = with_quarter(state, seat, opened(state.quarters[seat], palace.colour))
        state = told(with_points(state, seat, openings=points), "party", seat, colour=palace.colour, n=points)
    return state


def extremes(
    quarters: tuple[Quarter, ...], city: Quarter | None
) -> tuple[tuple[int, Seat], tuple[int, Seat]]:
    """Return the lowest and the highest visible number, each with its owner; the City takes part."""
    owners = [*enumerate(quarters), *([(CITY, city)] if city else [])]
    numbers = [(palace.number, seat) for seat, quarter in owners for palace in quarter.palaces]
    return min(numbers), max(numbers)


def _street_numbers(state: State) -> State:
    """L10: the lowest number's owner gives 3 points to the highest's; the City's go nowhere."""
    (_, lowest), (_, highest) = extremes(state.quarters, state.city)
    if lowest != highest:
        if lowest != CITY:
            state = with_points(state, lowest, numbers=-GIFT)
        if highest != CITY:
            state = with_points(state, highest, numbers=GIFT)
    return told(state, "numbers", lowest, other=highest)
