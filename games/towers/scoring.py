"""What a deal and a match are worth."""

from functools import lru_cache

from games.core import Score, Seat
from games.towers.cards import BLESSING, CAPPELLA, MONUMENTO, Card
from games.towers.state import Interval, Over, Parts, State, Tower

MOST_DEALS = 8  # T18
Towers = tuple[Tower, ...]
CHAPEL = 5  # stories that the Cappella asks for


def parts(state: State) -> tuple[Parts, Parts]:
    """Return both players' points in this deal, part by part (T17)."""
    one, two = state.sides
    return (
        tally(one.towers, two.towers, one.used, state.marker == 0),
        tally(two.towers, one.towers, two.used, state.marker == 1),
    )


def tally(own: Towers, other: Towers, used: tuple[Card, ...], marker: bool) -> Parts:
    """Return a player's points, part by part."""
    colourful = [tower.height for tower in own if tower.colourful]
    return Parts(
        completion=5 * sum(tower.complete for tower in own),
        blessing=2 * blessed_stories(own),
        plain=sum(won_ranks(own, other)),
        colourful=len(colourful) * sum(colourful),
        marker=10 * marker,
        nobles=7 * (MONUMENTO in used) + 5 * chapel_towers(own) * (CAPPELLA in used),
    )


def blessed_stories(towers: Towers) -> int:
    return sum(tower.height for tower in towers if not tower.colourful and tower.top == int(BLESSING))


def chapel_towers(towers: Towers) -> int:
    """Return how many towers the Cappella rewards, complete or not (T25)."""
    return sum(tower.height >= CHAPEL for tower in towers)


def won_ranks(own: Towers, other: Towers) -> list[int]:
    """Return the ranks of which a player has the highest plain tower, ties included."""
    mine, theirs = plain_heights(own), plain_heights(other)
    return [rank for rank in sorted(mine) if mine[rank] >= theirs.get(rank, 0)]


def plain_heights(towers: Towers) -> dict[int, int]:
    """Return the height of the highest plain tower of each rank."""
    best: dict[int, int] = {}
    for tower in towers:
        if not tower.colourful:
            best[tower.top] = max(tower.height, best.get(tower.top, 0))
    return best


def deal_result(state: State) -> tuple[Parts, Parts]:
    """Return the final points of a deal."""
    return fined(parts(state), state.closer if state.match and state.fined else None, state.marker)


def fined(both: tuple[Parts, Parts], closer: Seat | None, marker: Seat | None) -> tuple[Parts, Parts]:
    """Return the points of a deal after those that a closer who is not first loses in a match (T18)."""
    if closer is None:
        return both
    standing = [(sum(both[seat]), marker == seat) for seat in (0, 1)]
    lost = -10 if standing[closer] < standing[1 - closer] else 0
    less = both[closer]._replace(closing=lost)
    return (less, both[1]) if closer == 0 else (both[0], less)


def totals(state: State) -> tuple[int, int]:
    """Return the points of all deals, with those of the present one so far."""
    one, two = state.sides
    over = isinstance(state.phase, (Interval, Over))
    sums = (0, 0) if over else _sums(one.towers, two.towers, one.used, two.used, state.marker)
    for deal in state.results:
        sums = sums[0] + sum(deal[0]), sums[1] + sum(deal[1])
    return sums


@lru_cache(maxsize=1 << 13)  # most moves leave the towers as they are
def _sums(
    one: Towers, two: Towers, used: tuple[Card, ...], used_too: tuple[Card, ...], marker: Seat | None
) -> tuple[int, int]:
    return sum(tally(one, two, used, marker == 0)), sum(tally(two, one, used_too, marker == 1))


def match_over(state: State) -> bool:
    """Say whether the deal just finished was the last one."""
    match state.match.split(":"):
        case ["deals", deals]:
            return len(state.results) == int(deals)
        case ["to", goal]:
            sums = [sum(sum(deal[seat]) for deal in state.results) for seat in (0, 1)]
            return max(sums) >= int(goal) or len(state.results) == MOST_DEALS
    return True


def score(state: State) -> tuple[Score, ...]:
    """Return each seat's points; the holder of the marker wins a tie (T17, T18)."""
    (one, two), marker = totals(state), state.marker
    return (one, int(marker == 0)), (two, int(marker == 1))
