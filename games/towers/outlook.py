"""How well a family stands: points so far, what the hand can become, towers still to be completed."""

from functools import lru_cache

from games.core import Seat
from games.towers.cards import BLESSING, RANKS, Card
from games.towers.scoring import totals
from games.towers.state import Interval, Over, Side, State, Tower

CARD_WORTH, SINGLE = 0.6, 0.05  # any card in the hand, and a little more for a high rank that stands alone
NOBLE = 1.0  # a noble in the hand; a second one waits until the rival has used one too
COMPLETION = 3.5  # an unfinished tower will mostly be completed in time
MARKER = 3.0  # who has the highest tower will often keep it, and the others must build to win it back
PASSED = 8.0  # a turn given away while others draw and build
SUDDEN = 15.0  # to win or lose, by however little, when two passes end a game before its time
GROWS = 1.2  # a card that extends a plain tower
SET, ANY_SET, NEARLY_SET, ANY_PAIR = 0.4, 1.5, 0.1, 0.6  # of the rank, and in any case: three alike, or two
RUN, NEARLY_RUN = 0.5, 0.1  # of what a colourful tower brings: three ranks in a row, or two of them
HIGHER, ROOM = 0.5, 0.3  # of a story on a colourful tower: the card for it is here, or may still come
CARDS_PER_TOWER, LATER = (
    8.0,
    0.6,
)  # cards of the deck for each further colourful tower; of what it adds to the others

Hand = tuple[Card, ...]
Towers = tuple[Tower, ...]


@lru_cache(maxsize=1 << 16)
def promise(hand: Hand, towers: Towers, more: float) -> float:
    """Return what a hand may become beside these towers, with so many colourful ones still to come."""
    counts = {int(rank): hand.count(rank) for rank in RANKS}
    nobles = len(hand) - sum(counts.values())
    plain = sum([_plain(rank, count, towers) for rank, count in counts.items() if count])
    return (
        plain + _colourful(counts, towers, more) + CARD_WORTH * sum(counts.values()) + NOBLE * min(nobles, 1)
    )


def _plain(rank: int, count: int, towers: Towers) -> float:
    """Return what so many cards of a rank promise."""
    blessing = 2 if rank == int(BLESSING) else 0
    for tower in towers:
        if tower.top == rank and not tower.colourful and not tower.complete:
            return min(count, 3) * (GROWS + 0.7 * blessing)
    if count >= 3:
        return SET * (rank + blessing * count) + ANY_SET + 0.4 * (count - 3)
    return NEARLY_SET * (rank + 2 * blessing) + ANY_PAIR if count == 2 else SINGLE * rank


def _colourful(counts: dict[int, int], towers: Towers, more: float) -> float:
    """Return what ranks in a row promise; every colourful tower makes all the others worth more."""
    heights = [len(tower.stones) for tower in towers if tower.colourful]
    n, stories = len(heights), sum(heights)
    gain = stories + 3 * n + 3 + 6 * more  # (n + 1) * (stories + 3) - n * stories, and more with each to come
    worth = {3: RUN, 2: NEARLY_RUN}.get(_row(counts, 3), 0.0) * gain
    if _row(counts, 4) == 4:
        worth += RUN * (n + 1 + more)
    for tower in towers:
        if tower.colourful and not tower.complete:
            worth += (n + more) * (ROOM if tower.top > 5 else 0.0)
            rank = tower.top - 1
            while counts.get(rank):
                worth, rank = worth + (n + more) * HIGHER, rank - 1
    return worth + LATER * more * (stories + 3 * n)


def _row(counts: dict[int, int], length: int) -> int:
    """Return how many ranks of the best row of this length are in the hand."""
    rows = [range(low, low + length) for low in range(5, 12 - length)]
    return max([sum([counts[rank] > 0 for rank in row]) for row in rows])


def to_come(state: State, side: Side) -> float:
    """Return what a side may still make of its hand and its unfinished towers, in the time that is left."""
    more = 0.0 if state.ending else round(len(state.deck) / CARDS_PER_TOWER, 1)
    worth = promise(tuple(sorted([held.card for held in side.hand])), side.towers, more)
    if state.ending:  # no more cards, nothing can be completed: what can be built, now or never
        return (0.25 if state.passes else 0.8) * worth
    unfinished = sum([not tower.complete for tower in side.towers])
    late = min(1.0, len(state.deck) / 10)
    return worth * (0.7 + 0.3 * late) + COMPLETION * unfinished * (1.0 if len(state.deck) > 3 else 0.5)


def decided(state: State, lead: float) -> float:
    """Return what it weighs to be ahead or behind when two passes end a game before its time."""
    if state.ending or state.match or not lead:
        return 0.0
    return SUDDEN if lead > 0 else -SUDDEN


def passed(state: State, seat: Seat, lead: float) -> float:
    """Return what a pass weighs: a turn given away, and the other may end the game at once, if ahead."""
    gift = PASSED + max(0.0, decided(state, lead if state.seat == seat else -lead))
    return gift if state.seat == seat else -gift


def outlook(state: State, seat: Seat) -> float:
    """Return how many points a family will be ahead."""
    points = totals(state)
    lead = float(points[seat] - points[1 - seat])
    marked = (state.marker == seat) - (state.marker == 1 - seat)
    if isinstance(state.phase, Interval | Over):
        return lead + 0.01 * marked + decided(state, lead + 0.01 * marked)
    if state.passes and not state.ending:
        lead += passed(state, seat, lead + 0.01 * marked)
    lead += MARKER * marked * min(1.0, len(state.deck) / 20)
    return lead + to_come(state, state.sides[seat]) - to_come(state, state.sides[1 - seat])
