"""How well a family stands in Lucca: palaces to be finished, parties to come, walls that will hold."""

from functools import lru_cache
from typing import NamedTuple

from games.core import Seat, chance
from games.lucca.cards import CARDS, COLOURS, CardId
from games.lucca.moves import ways
from games.lucca.pace import PACE, Pace
from games.lucca.quarter import NOTHING, Quarter, begun, fortified, grown
from games.lucca.scoring import GIFT, extremes, guests
from games.lucca.state import CITY, COUNTS, Choosing, Over, Phase, Placing, Points, State, Turn

Crowd = tuple[int, ...]  # what a party of each colour would bring now


@lru_cache(maxsize=1 << 15)
def crowd(quarter: Quarter) -> Crowd:
    """Return what one quarter adds to the others' parties, colour by colour."""
    return tuple([guests(quarter, colour) for colour in COLOURS])


@lru_cache(maxsize=1 << 16)
def prospect(quarter: Quarter, seats: int, left: float, party: Crowd) -> float:
    """Return the points that a quarter will still bring, with so many turns left."""
    pace, need = PACE[seats], COUNTS[seats].need
    sites = sorted(quarter.building, key=lambda p: need - len(p.cards) - 0.3 * p.windows)
    points, lacking, shields, to_open = 0.0, 0, pace.shields * left, float(len(quarter.complete))
    for palace in sites:  # the nearest first: only so many can be finished
        missing = need - len(palace.cards)
        lacking += missing
        likely = chance((pace.useful * left - lacking) / pace.spread) if left else 0.0
        points += likely * (palace.windows + pace.growth * missing)
        points += likely * pace.party * party[COLOURS.index(palace.colour)]
        shields += (1 - likely) * palace.shields
        to_open += likely
    for palace in quarter.complete:
        points += pace.guests * party[COLOURS.index(palace.colour)]
    points += left * (pace.turn + pace.while_open * to_open)
    return points + (len(quarter.opened) + to_open) * _walls(quarter, pace, left, shields)


def _walls(quarter: Quarter, pace: Pace, left: float, shields: float) -> float:
    """Return the walls and bastions that will count, by the shields that will be there at the end."""
    walls, built, held = len(quarter.walls), len(quarter.walls) + len(quarter.bastions), 1.0
    if walls:
        held = chance((shields - 2 * walls + pace.slack) / pace.doubt) if left else float(quarter.supported)
    return built * held + min(pace.walls * left, max(0.0, shields / 2 - walls))


@lru_cache(maxsize=1 << 15)
def placed(quarter: Quarter, cards: tuple[CardId, ...], seats: int, left: float, party: Crowd) -> float:
    """Return the prospect once the cards of a triplet are placed, each where it does most."""
    points = 0.0
    for card in cards:
        options = [_used(quarter, card, way, COUNTS[seats].need) for way in ways(quarter, card)]
        gain, quarter = max(options, key=lambda option: option[0] + prospect(option[1], seats, left, party))
        points += gain
    return points + prospect(quarter, seats, left, party)


def _used(quarter: Quarter, card: CardId, way: str, need: int) -> tuple[int, Quarter]:
    """Return the windows that score at once, and the quarter after a card was played this way."""
    if way == "discard":
        return 0, quarter
    if way in ("wall", "bastion"):
        return 0, fortified(quarter, card)
    after, palace = grown(quarter, card, way.partition(":")[2] or CARDS[card].colour, need)
    return (palace.windows if len(palace.cards) == need else 0), after


class Table(NamedTuple):
    """What the outlook looks at: it lies open, and is the same in many worlds."""

    quarters: tuple[Quarter, ...]
    points: tuple[Points, ...]
    city: Quarter | None
    phase: Phase
    order: tuple[Seat, ...]
    round: int


def standing(table: Table, seat: Seat, party: Crowd) -> float:
    """Return the points that a family will have in the end, as far as one can see."""
    seats, phase, own, hand = len(table.quarters), table.phase, table.quarters[seat], NOTHING
    left = COUNTS[seats].rounds - table.round
    if isinstance(phase, Choosing):
        return prospect(begun(phase.kept[seat], COUNTS[seats].need), seats, left, party)
    if isinstance(phase, Turn | Placing):
        place = table.order.index(seat)
        if place == phase.at and isinstance(phase, Placing):
            hand = phase.cards
        elif place >= phase.at:
            left += 1
    return table.points[seat].total + placed(own, hand, seats, left, party)


@lru_cache(maxsize=1 << 13)  # a search asks for every seat, and comes by again in other worlds
def standings(table: Table) -> tuple[float, ...]:
    """Return what everybody will have, street numbers included as far as they can be foreseen."""
    quarters, city = table.quarters, table.city
    crowds = list(map(crowd, quarters))
    everyone = [sum(column) for column in zip(*crowds, *([crowd(city)] if city else []), strict=True)]
    parties = [tuple([all - mine for all, mine in zip(everyone, own, strict=True)]) for own in crowds]
    points = [standing(table, seat, party) for seat, party in enumerate(parties)]
    if table.round:
        (_, lowest), (_, highest) = extremes(quarters, city)
        for seat, gift in ((lowest, -GIFT), (highest, GIFT)):
            if seat != CITY and lowest != highest:
                points[seat] += gift * table.round / COUNTS[len(quarters)].rounds
    return tuple(points)


def outlook(state: State, seat: Seat) -> float:
    """Return how many points a family will be ahead of its best rival."""
    table = Table(state.quarters, state.points, state.city, state.phase, state.order, state.round)
    over = isinstance(state.phase, Over)
    own = tuple([float(points.total) for points in state.points]) if over else standings(table)
    return own[seat] - max(own[:seat] + own[seat + 1 :])
