"""How well a family stands in Lucca: palaces to be finished, parties to come, walls that will hold."""

from functools import lru_cache

from games.core import Seat, chance
from games.lucca.cards import CARDS, COLOURS, CardId
from games.lucca.moves import ways
from games.lucca.pace import PACE, Pace
from games.lucca.quarter import Quarter, completed, laid
from games.lucca.scoring import GIFT, extremes, guests
from games.lucca.state import CITY, COUNTS, Choosing, Over, Placing, State, Turn

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
    after = quarter
    if way == "wall":
        after = quarter._replace(walls=(*quarter.walls, card))
    elif way == "bastion":
        after = quarter._replace(bastions=(*quarter.bastions, card))
    elif way != "discard":
        after = laid(quarter, card, way.partition(":")[2] or CARDS[card].colour, need)
    palace = completed(quarter, after)
    return (palace.windows if palace else 0), after


def _begun(pair: tuple[CardId, ...], need: int) -> Quarter:
    """Return the quarter that a choice at the start begins; nothing while it is open."""
    quarter = Quarter()
    for card in pair:
        quarter = laid(quarter, card, CARDS[card].colour or CARDS[pair[0]].colour, need)
    return quarter


def standing(state: State, seat: Seat, party: Crowd) -> float:
    """Return the points that a family will have in the end, as far as one can see."""
    counts, phase, own, hand = state.counts, state.phase, state.quarters[seat], tuple[CardId, ...]()
    left = counts.rounds - state.round
    if isinstance(phase, Choosing):
        return prospect(_begun(phase.kept[seat], counts.need), state.seats, left, party)
    if isinstance(phase, Turn | Placing):
        place = state.order.index(seat)
        if place == phase.at and isinstance(phase, Placing):
            hand = phase.cards
        elif place >= phase.at:
            left += 1
    return state.points[seat].total + placed(own, hand, state.seats, left, party)


def standings(state: State) -> list[float]:
    """Return what everybody will have, street numbers included as far as they can be foreseen."""
    crowds = [crowd(quarter) for quarter in state.quarters]
    city = [crowd(state.city)] if state.city else []
    everyone = [sum(column) for column in zip(*crowds, *city, strict=True)]
    parties = [tuple([all - mine for all, mine in zip(everyone, own, strict=True)]) for own in crowds]
    points = [standing(state, seat, parties[seat]) for seat in range(state.seats)]
    if state.round:
        (_, lowest), (_, highest) = extremes(state.quarters, state.city)
        for seat, gift in ((lowest, -GIFT), (highest, GIFT)):
            if seat != CITY and lowest != highest:
                points[seat] += gift * state.round / state.counts.rounds
    return points


def outlook(state: State, seat: Seat) -> float:
    """Return how many points a family will be ahead of its best rival."""
    over = isinstance(state.phase, Over)
    own = [float(points.total) for points in state.points] if over else standings(state)
    return own[seat] - max(own[:seat] + own[seat + 1 :])
