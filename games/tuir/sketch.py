"""The rest of a game of Túir, played quickly: each builds where it gives most, and takes what suits most."""

from collections.abc import Callable, Collection, Sequence

from games.core import Seat, T
from games.knowledge import knows
from games.tuir.races import Race, contests, likings, race
from games.tuir.scoring import TRAITS, WINDOWS, Line, Value, score, total
from games.tuir.state import TURNS, Player, State
from games.tuir.wishes import Added, Wish, along, wishes

LACKS_ONE = 0.45  # what each section of a group is worth that lacks one more
LATE = 4  # turns before the end in which nothing is begun any more
WHIM = 0.3  # points by which nobody looks closely

Roll = Callable[[], float]  # a number from 0 to 1, by the dice of the one who thinks
Joined = tuple[Added, Line, int, dict[str, Value]]  # a line, and where in it a section would stand


class Side:
    """One architect's row and hand while the rest is sketched, and what the rules that they know ask for."""

    __slots__ = ("_lines", "contests", "early", "hand", "late", "likings", "row", "traits")

    def __init__(self, player: Player, rules: tuple[str, ...]) -> None:
        self.row, self.hand = list(player.tableau), [held.card for held in player.hand if held]
        self.early, self.late = wishes(rules, LACKS_ONE), wishes(rules, 0.0)
        self.contests, self.likings = contests(rules), likings(rules)
        features = {wish.feature for wish in self.early}
        self.traits = {f: [tuple([TRAITS[f][card] for card in t]) for t in self.row] for f in features}
        self._lines: dict[tuple[str, int, int], Line] = {}  # looked at since the last section was set

    def lines(self, asked: Sequence[Wish], spot: int) -> list[Joined]:
        """Return the lines that a section joins; -1 is the left end, beyond the row the right one."""
        lines, known = list[Joined](), self._lines
        level = len(self.row[spot]) if 0 <= spot < len(self.row) else 0
        for feature, traits, slopes, added in asked:
            for slope in slopes:
                key = feature, level - slope * spot, slope
                if key not in known:
                    known[key] = along(self.traits[feature], key[1], slope)
                lines.append((added, known[key], spot, traits))
            if level and not slopes:
                lines.append((added, self.traits[feature][spot], level, traits))
        return lines

    def build(self, card: str, spot: int) -> None:
        self.hand.remove(card)
        self._lines.clear()
        _set(self.row, spot, card)
        for feature, row in self.traits.items():
            _set(row, spot, TRAITS[feature][card])


def _set(row: list[tuple[T, ...]], spot: int, item: T) -> None:
    if 0 <= spot < len(row):
        row[spot] = (*row[spot], item)
    else:
        row.insert(max(spot, 0), (item,))


class Sketch:
    """A game that is played on quickly by two who see all sections, but only the rules that they know."""

    def __init__(self, state: State, roll: Roll) -> None:
        secret = (state.hidden, *[player.rule for player in state.players])
        self.rules, self.roll = (*state.open, *[held.card for held in secret]), roll
        self.sides = [
            Side(player, (*state.open, *[held.card for held in secret if knows(held.seen, seat)]))
            for seat, player in enumerate(state.players)
        ]
        self.decks = [[held.card for held in deck] for deck in state.decks if deck]

    def play(self, turn: int, seat: Seat, took: bool) -> tuple[int, ...]:
        """Play from a turn to the end and return the points; `took`: this turn lacks only its new card."""
        for left in range(TURNS - turn, 0, -1):
            if not took:
                self.sides[seat].build(*self.best_build(seat, left))
            if self.decks:
                self.take(self.sides[seat], left)
            took, seat = False, 1 - seat
        return total(self.rules, [tuple(side.row) for side in self.sides])

    def best_build(self, seat: Seat, left: int) -> tuple[str, int]:
        """Return the section and the place that give most."""
        side, rival = self.sides[seat], self.sides[1 - seat]
        races = [race(rule, side.row, rival.row, left) for rule in side.contests] if side.row else []
        _, card, spot = max(self._placed(side, side.hand, left, races))
        return card, spot

    def best_take(self, side: Side, left: int) -> list[str]:
        """Return the deck whose open card suits best."""
        open_ones = {deck[0]: deck for deck in self.decks}
        placed = self._placed(side, open_ones, left)
        return open_ones[max([(gain + side.likings[card], card) for gain, card, _ in placed])[1]]

    def take(self, side: Side, left: int) -> None:
        deck = self.best_take(side, left)
        side.hand.append(deck.pop(0))
        if not deck:
            self.decks.remove(deck)

    def _placed(
        self, side: Side, cards: Collection[str], left: int, races: Sequence[Race] = ()
    ) -> list[tuple[float, str, int]]:
        """Return for each section what it gives, and where: at the best place for it."""
        roll, best = self.roll, dict.fromkeys(cards, (-9.0, 0))
        for spot in range(-1, len(side.row) + 1) if side.row else (0,):
            lines = side.lines(side.early if left > LATE else side.late, spot)
            for card in cards:
                gain = WHIM * roll()
                for added, line, place, traits in lines:
                    gain += added(line, place, traits[card])
                for run in races:
                    gain += run(spot, WINDOWS[card])
                if gain > best[card][0]:
                    best[card] = gain, spot
        return [(gain, card, spot) for card, (gain, spot) in best.items()]


def sketch(state: State, roll: Roll) -> tuple[float, float]:
    """Return how far each architect is ahead in the end, if the rest is played quickly."""
    if state.phase in ("over", "interval"):
        one, two = [points for (points,) in score(state)]
        return float(one - two), float(two - one)
    one, two = Sketch(state, roll).play(state.turn, state.seat, state.phase == "take")
    lion, dove = state.match.points
    ahead = float(one + lion - two - dove)
    return ahead, -ahead
