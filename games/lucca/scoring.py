"""What counts points in Lucca: parties, walls and bastions, street numbers, and the scoring at the end."""

from games.core import Score, Seat
from games.lucca.quarter import Quarter, opened
from games.lucca.state import (
    CITY,
    Over,
    State,
    order_of_play,
    others,
    swapped,
    told,
)

GIFT = 3  # points that the lowest street number gives to the highest


def score(state: State) -> tuple[Score, ...]:
    """Return points, then the highest visible number, which decides a tie (L10)."""
    quarters = state.quarters
    return tuple([(sum(points), quarters[seat].highest) for seat, points in enumerate(state.points)])


# --- a party ---------------------------------------------------------------------------------------


def guests(quarter: Quarter, colour: str) -> int:
    """Return what one quarter adds to another's party: 1 a card, 2 a completed palace (L6)."""
    cards = sum(len(palace.cards) for palace in quarter.building if palace.colour == colour)
    return cards + 2 * sum(palace.colour == colour for palace in quarter.complete)


def party(state: State, seat: Seat, colour: str, verb: str) -> State:
    """Open a completed palace: the others' cards of its colour are the party (L6)."""
    points = sum(guests(quarter, colour) for quarter in others(state, seat))
    own = state.points[seat]
    return state._replace(
        quarters=swapped(state.quarters, seat, opened(state.quarters[seat], colour)),
        points=swapped(state.points, seat, own._replace(openings=own.openings + points)),
        news=told(state, verb, seat, colour=colour, n=points),
    )


# --- the end ---------------------------------------------------------------------------------------


def final(state: State) -> State:
    """Score the end, in order: openings, walls and bastions, street numbers (L9, L10)."""
    none = ((),) * len(state.triplets)
    state = state._replace(phase=Over(), order=order_of_play(state), triplets=none)
    for seat in state.order:
        for palace in state.quarters[seat].complete:  # what is opened counts 0 for later ones
            state = party(state, seat, palace.colour, "party")
    for seat in state.order:
        worth = walls_worth(state.quarters[seat])
        points = swapped(state.points, seat, state.points[seat]._replace(walls=worth))
        state = state._replace(points=points, news=told(state, "walls", seat, n=worth))
    return _street_numbers(state)


def walls_worth(quarter: Quarter) -> int:
    """Return what walls and bastions would score now (L9)."""
    built = len(quarter.walls) + len(quarter.bastions)
    return built * len(quarter.opened) if quarter.supported else 0


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
    points = state.points
    for seat, gift in ((lowest, -GIFT), (highest, GIFT)):
        if seat != CITY and lowest != highest:
            points = swapped(points, seat, points[seat]._replace(numbers=gift))
    return state._replace(points=points, news=told(state, "numbers", lowest, other=highest))
