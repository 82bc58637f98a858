"""How well an architect stands: what the six rules give, groups that lack one section, open contests."""

import math
from collections.abc import Sequence
from typing import NamedTuple

from games.core import Decision, Move, Seat
from games.tuir.cards import PRIZE, RULES, Rule
from games.tuir.prospects import grown, level_of, line_worth
from games.tuir.scoring import claim
from games.tuir.skyline import Rows, Tableau, rearranged, tableau_of
from games.tuir.state import TURNS, State

LACKS_ONE = 0.45  # what each section of a group is worth that lacks one more, while there is time
SACRIFICE, CURIOSITY = 0.8, 0.5  # what a section given up would have brought; what a look brings, about


class Stand(NamedTuple):
    """What the six rules ask for at one moment, how much time is left, and what the rival has."""

    wishes: tuple[Rule, ...]  # about groups
    contests: tuple[tuple[Rule, int | None], ...]  # with the rival's claim
    hope: float
    sharp: float
    theirs: float  # what the rival's groups give, and what they have from the game before less what I have

    def against(self, before: Tableau, row: Tableau) -> "Stand":
        """Return the same moment with another row of the rival's."""
        more = sum([grown(rule, row, self.hope) - grown(rule, before, self.hope) for rule in self.wishes])
        contests = tuple([(rule, claim(rule.id, row)) for rule, _ in self.contests])
        return self._replace(contests=contests, theirs=self.theirs + more)

    def lead(self, row: Tableau) -> float:
        """Return how many points a row of towers will be ahead, as far as one can see."""
        return sum([grown(rule, row, self.hope) for rule in self.wishes]) - self.theirs + self.claimed(row)

    def claimed(self, row: Tableau) -> float:
        """Return what the contests give: the less surely the longer they last."""
        share = 0.0
        for rule, other in self.contests:
            own = claim(rule.id, row)
            if rule.kind == "most":
                share += math.tanh(self.sharp * ((own or 0) - (other or 0)))
            elif own is not None and other is not None:
                share += math.tanh(self.sharp * (other - own))
        return PRIZE * share

    def gain(self, row: Tableau, card: str, place: int) -> float:
        """Return how much more the groups give with a section on this tower, or as a new one at the end."""
        after, tower, gain = _with(row, card, place), row[place] if place < len(row) else (), 0.0
        level = level_of(after, len(tower)), level_of(row, len(tower))
        for rule in self.wishes:
            if rule.scope == "diagonal":
                gain += grown(rule, after, 0.0) - grown(rule, row, 0.0)
                continue
            new, old = (after[place], tower) if rule.scope == "tower" else level
            gain += line_worth(rule, new, self.hope) - line_worth(rule, old, self.hope)
        return gain


def _with(row: Tableau, card: str, place: int) -> Tableau:
    return (*row[:place], (*row[place], card) if place < len(row) else (card,), *row[place + 1 :])


def stand(state: State, rival: Seat) -> Stand:
    left = 0.0 if state.phase in ("over", "interval") else (TURNS - state.turn) / 2
    row = state.players[rival].tableau
    hope, sharp = round(LACKS_ONE * min(1.0, left / 4), 2), 0.8 / (1 + left / 3) if left else 50.0
    rules = [RULES[id] for id in (*state.open, state.hidden.card, *[p.rule.card for p in state.players])]
    wishes = tuple([rule for rule in rules if not rule.contest])
    contests = tuple([(rule, claim(rule.id, row)) for rule in rules if rule.contest])
    behind = state.match.points[rival] - state.match.points[1 - rival]
    return Stand(wishes, contests, hope, sharp, sum([grown(rule, row, hope) for rule in wishes]) + behind)


def outlook(state: State, seat: Seat) -> float:
    """Return how many points an architect will be ahead."""
    return stand(state, 1 - seat).lead(state.players[seat].tableau)


def usual(state: State, decision: Decision) -> Sequence[float]:
    """Return how promising each move looks: by the row of towers after it; a card, by where it could go."""
    me, table = state.players[decision.seat], stand(state, 1 - decision.seat)
    row, moves, now = me.tableau, decision.moves, table.lead(me.tableau)
    if state.phase == "interval":
        return [now]
    if state.phase == "take":
        cards, places = [state.decks[int(move[5:]) - 1][0].card for move in moves], range(len(row) + 1)
        return [now + max([table.gain(row, card, place) for place in places]) for card in cards]
    both = (me.towers, state.players[1 - decision.seat].towers)
    known = dict[tuple[str, ...], float]()  # whichever section is given up, the rows are the same
    return [_after(table, both, now - table.claimed(row), move, known) for move in moves]


def _after(table: Stand, both: Rows, groups: float, move: Move, known: dict[tuple[str, ...], float]) -> float:
    """Return the lead after one action, from what the groups give before it."""
    towers, row = both[0], tableau_of(both[0])
    match move.split(":"):
        case ["build", card, "left"]:
            return table.lead(((card,), *row))
        case ["build", card, where]:
            place = next((n for n, tower in enumerate(towers) if tower.letter == where), len(row))
            return groups + table.gain(row, card, place) + table.claimed(_with(row, card, place))
        case ["swap" | "move", _, *what] as words:
            key = (words[0], *what)
            if key not in known:
                known[key] = _lead(table, both, rearranged(both, key))
            return known[key] - SACRIFICE
    return table.lead(row) + CURIOSITY - SACRIFICE


def _lead(table: Stand, before: Rows, after: Rows) -> float:
    """Return the lead with both rows rearranged."""
    (_, old), (mine, new) = before, after
    table = table if new == old else table.against(tableau_of(old), tableau_of(new))
    return table.lead(tableau_of(mine))
