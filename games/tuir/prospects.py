"""What one line and one row of towers give for a rule about groups, those included that lack one section."""

from functools import lru_cache

from games.tuir.cards import Rule
from games.tuir.scoring import TRAITS, Cards, groups, sizes
from games.tuir.skyline import Tableau


@lru_cache(maxsize=1 << 17)
def line_worth(rule: Rule, cards: Cards, hope: float) -> float:
    """Return what one line gives for a rule, and a part for groups that lack one section."""
    traits, fewer = TRAITS[rule.feature], rule.minimum - 1
    values = tuple([traits[card] if card else None for card in cards])
    near = sizes(rule._replace(minimum=fewer), values) if fewer > 1 and hope else ()
    return sum([size for size in sizes(rule, values) if size > fewer]) + hope * near.count(fewer) * fewer


def level_of(row: Tableau, n: int) -> Cards:
    return tuple([tower[n] if len(tower) > n else None for tower in row])


@lru_cache(maxsize=1 << 15)
def grown(rule: Rule, row: Tableau, hope: float) -> float:
    """Return what a row of towers gives for a rule about groups."""
    if rule.scope == "diagonal":
        return float(sum(groups(rule.id, row)))
    levels = [level_of(row, n) for n in range(max(map(len, row), default=0))]
    return sum([line_worth(rule, line, hope) for line in (row if rule.scope == "tower" else levels)])
