"""The rest of a game of Túir, played quickly: each builds where it gives most, and takes what suits most."""

from collections.abc import Callable, Sequence
from functools import cache, lru_cache
from typing import NamedTuple

from games.core import Seat, T
from games.tuir.cards import RULES, Rule
from games.tuir.scoring import MEASURES, TRAITS, WINDOWS, Line, Value, score, sizes, total
from games.tuir.state import TURNS, State

LACKS_ONE = 0.45  # what each section of a group is worth that lacks one more
LATE = 4  # turns before the end in which nothing is begun any more
TRIES = 2  # places that are compared for each section of the hand
WHIM = 0.3  # points by which nobody looks closely
COUNTS, WINDOW = 0.9, 0.25  # what a section brings to a contest: one of its kind, or each window
TOWER, STOREY = 0.5, 0.5  # what a new tower, or a storey more on the highest one, does in its contest

Added = Callable[[Line, int, Value], float]
Roll = Callable[[], float]  # a number from 0 to 1, by the dice of the one who thinks


class Wish(NamedTuple):
    """A rule about groups: its trait, along towers or levels, and what a section adds to a line."""

    feature: str
    traits: dict[str, Value]
    upright: bool
    added: Added


@cache
def _added(kind: str, scope: str, minimum: int, hope: float) -> Added:
    """Return what a section adds to a line for such a rule; all features share what is known about it."""
    rule, fewer = Rule("", kind, "", scope, minimum, 1), minimum - 1
    near = rule._replace(minimum=fewer)

    @lru_cache(maxsize=1 << 13)
    def worth(line: Line) -> float:
        full = sum([size for size in sizes(rule, line) if size > fewer])
        return full + hope * fewer * sizes(near, line).count(fewer) if fewer > 1 and hope else full

    @lru_cache(maxsize=1 << 14)
    def added(line: Line, place: int, value: Value) -> float:
        after = (*line[:place], value, *line[place + 1 :]) if place >= 0 else (value, *line)
        return worth(after) - worth(line)

    return added


@cache
def _wish(id: str, hope: float) -> Wish | None:
    rule = RULES[id]
    if rule.contest or rule.scope == "diagonal":
        return None
    return Wish(
        rule.feature,
        TRAITS[rule.feature],
        rule.scope == "tower",
        _added(rule.kind, rule.scope, rule.minimum, hope),
    )


@cache
def _liking(id: str) -> dict[str, float]:
    """Return what each section brings to a contest, whoever gets it and wherever it goes."""
    rule = RULES[id]
    if rule.feature == "windows" and rule.scope == "tableau":
        sign = WINDOW if rule.kind == "most" else -WINDOW
        return {card: sign * windows for card, windows in WINDOWS.items()}
    if ":" in rule.feature:
        return {card: COUNTS * MEASURES[id](((card,),)) for card in WINDOWS}
    return {}


class Side:
    """One architect's row and hand while the rest is sketched."""

    __slots__ = ("_levels", "hand", "row", "traits")

    def __init__(self, row: Sequence[tuple[str, ...]], hand: list[str], features: set[str]) -> None:
        self.row, self.hand = list(row), hand
        self.traits = {f: [tuple([TRAITS[f][card] for card in tower]) for tower in row] for f in features}
        self._levels: dict[tuple[str, int], Line] = {}  # those that were looked at since the last section

    def gain(self, wishes: Sequence[Wish], card: str, spot: int) -> float:
        """Return what a section adds to the groups; -1 is the left end, beyond the row the right one."""
        gain = 0.0
        level = len(self.row[spot]) if 0 <= spot < len(self.row) else 0
        for feature, traits, upright, added in wishes:
            if not upright:
                line = self._levels.get((feature, level)) or self._level(feature, level)
                gain += added(line, spot, traits[card])
            elif level:
                gain += added(self.traits[feature][spot], level, traits[card])
        return gain

    def _level(self, feature: str, level: int) -> Line:
        """Return the traits along a level; None where nothing stands or takes part."""
        line = tuple([tower[level] if len(tower) > level else None for tower in self.traits[feature]])
        self._levels[feature, level] = line
        return line

    def build(self, card: str, spot: int) -> None:
        self.hand.remove(card)
        self._levels.clear()
        _set(self.row, spot, card)
        for feature, row in self.traits.items():
            _set(row, spot, TRAITS[feature][card])


def _set(row: list[tuple[T, ...]], spot: int, item: T) -> None:
    if 0 <= spot < len(row):
        row[spot] = (*row[spot], item)
    else:
        row.insert(max(spot, 0), (item,))


class Sketch:
    """A game that is played on quickly by two who know all its cards."""

    def __init__(self, state: State, roll: Roll) -> None:
        self.rules = (*state.open, state.hidden.card, *[player.rule.card for player in state.players])
        self.roll, self.early, self.late = roll, _wishes(self.rules, LACKS_ONE), _wishes(self.rules, 0.0)
        features = {wish.feature for wish in self.early}
        self.sides = [
            Side(p.tableau, [held.card for held in p.hand if held], features) for p in state.players
        ]
        self.decks = [[held.card for held in deck] for deck in state.decks if deck]
        self.likings = [liking for liking in map(_liking, self.rules) if liking]
        asked = [(RULES[id].kind, RULES[id].feature) for id in self.rules]
        self.towers = TOWER * ((("most", "towers") in asked) - (("least", "towers") in asked))
        self.storey = STOREY * (("most", "height") in asked)

    def play(self, turn: int, seat: Seat, took: bool) -> tuple[int, ...]:
        """Play from a turn to the end and return the points; `took`: this turn lacks only its new card."""
        for left in range(TURNS - turn, 0, -1):
            side, wishes = self.sides[seat], self.early if left > LATE else self.late
            if not took:
                side.build(*self.best_build(side, wishes))
            if self.decks:
                self.take(side, wishes)
            took, seat = False, 1 - seat
        return total(self.rules, [tuple(side.row) for side in self.sides])

    def best_build(self, side: Side, wishes: Sequence[Wish]) -> tuple[str, int]:
        """Return the best of a few sections and places."""
        roll, wide, best, choice = self.roll, len(side.row), -9.0, ("", 0)
        top = max(map(len, side.row), default=0)
        for card in side.hand:
            for _ in range(TRIES):
                spot = int(roll() * (wide + 2)) - 1 if wide else 0
                gain = side.gain(wishes, card, spot) + WHIM * roll()
                if not 0 <= spot < wide:
                    gain += self.towers
                elif len(side.row[spot]) == top:
                    gain += self.storey
                if gain > best:
                    best, choice = gain, (card, spot)
        return choice

    def take(self, side: Side, wishes: Sequence[Wish]) -> None:
        """Take the open card that suits best at a glance."""
        roll, wide, best, chosen = self.roll, len(side.row), -9.0, self.decks[0]
        for deck in self.decks:
            card = deck[0]
            gain = side.gain(wishes, card, int(roll() * (wide + 2)) - 1) + WHIM * roll()
            for liking in self.likings:
                gain += liking[card]
            if gain > best:
                best, chosen = gain, deck
        side.hand.append(chosen.pop(0))
        if not chosen:
            self.decks.remove(chosen)


def _wishes(rules: tuple[str, ...], hope: float) -> list[Wish]:
    return [wish for wish in [_wish(id, hope) for id in rules] if wish]


def sketch(state: State, roll: Roll) -> tuple[float, float]:
    """Return how far each architect is ahead in the end, if the rest is played quickly."""
    if state.phase == "over":
        one, two = [points for (points,) in score(state)]
    else:
        one, two = Sketch(state, roll).play(state.turn, state.seat, state.phase == "take")
    return float(one - two), float(two - one)
