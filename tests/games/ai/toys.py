"""Games of one real decision whose best move can be proved with a pencil; the seed decides what is hidden."""

from random import Random
from typing import NamedTuple

from games.core import Decision, Text

ASK = Text("What now?")


class State(NamedTuple):
    """What is hidden, what the two have answered, and nothing else."""

    hidden: int
    moves: tuple[str, ...] = ("", "")


class Toy:
    """A game of two; seat 0 is asked what the test is about."""

    KEY, EDITION, SEATS = "toy", 1, range(2, 3)
    worlds = 1  # how many different things may be hidden

    def setup(self, seats, seed, options=()):
        return self.redeal(State(0), 0, seed)

    def redeal(self, state, viewer, seed):
        return state._replace(hidden=Random(f"toy/{seed}").randrange(self.worlds))

    def view(self, state, viewer):
        return state.moves

    def apply(self, state, seat, move):
        moves = list(state.moves)
        moves[seat] = move
        return state._replace(moves=tuple(moves))

    def ask(self, seat, *moves, settled=False):
        return Decision(seat, ASK, moves, moves[-1], settled=settled)

    def score(self, state):
        lead = self.lead(state)
        return ((max(lead, 0),), (max(-lead, 0),))


class HideAndSeek(Toy):
    """Seat 0 hides in one of five boxes while seat 1 looks into one, or they share.

    Whoever does not know where the other looks is found one time in five: to hide wins 0.8, to share 0.5.
    """

    best = frozenset(f"hide:{n}" for n in range(5))

    def decisions(self, state):
        ours, theirs = state.moves
        if ours and theirs:
            return ()
        hide = self.ask(0, "share", *sorted(self.best), settled=bool(ours))
        seek = self.ask(1, *(f"seek:{n}" for n in range(5)), settled=bool(theirs))
        return hide, seek

    def lead(self, state):
        ours, theirs = state.moves
        if not ours or not theirs or ours == "share":
            return 0
        return -1 if ours[-1] == theirs[-1] else 1

    def usual(self, state, decision):
        """Nobody can tell beforehand."""
        return [0.0] * len(decision.moves)


class Bet(Toy):
    """One of four cards lies face down: a right bet wins, a wrong one loses, to pass is a draw.

    A bet is right one time in four: to pass is worth 0.5, to bet 0.25.
    """

    best = frozenset({"pass"})
    worlds = 4

    def decisions(self, state):
        return () if state.moves[0] else (self.ask(0, *(f"bet:{n}" for n in range(4)), "pass"),)

    def lead(self, state):
        move = state.moves[0]
        if not move.startswith("bet"):
            return 0
        return 1 if int(move[-1]) == state.hidden else -3


class Bait(Toy):
    """What looks best loses to the only good answer; what looks poor wins whatever is answered."""

    best = frozenset({"plain"})

    def decisions(self, state):
        ours, theirs = state.moves
        if not ours:
            return (self.ask(0, "bait", "dull", "plain"),)
        return () if theirs else (self.ask(1, "leave", "take"),)

    def lead(self, state):
        return {"bait": -1 if state.moves[1] == "take" else 1, "dull": -1, "plain": 1, "": 0}[state.moves[0]]

    def usual(self, state, decision):
        if decision.seat == 0:
            return [2.0, -2.0, -0.5]
        return [0.0] * len(decision.moves)


class Dare(Toy):
    """To be safe wins by one point; to dare wins by forty three times in ten, and else loses by two.

    By points to dare is worth 10.6 and to be safe 1; by wins 0.3 and 1.
    """

    best = frozenset({"safe"})
    worlds = 10

    def decisions(self, state):
        return () if state.moves[0] else (self.ask(0, "dare", "safe", "dull"),)

    def lead(self, state):
        return {"": 0, "safe": 1, "dare": 40 if state.hidden < 3 else -2, "dull": -40}[state.moves[0]]

    def usual(self, state, decision):
        """Nobody can tell beforehand, but for the dull one."""
        return [-40.0 if move == "dull" else 0.0 for move in decision.moves]


class Margin(Dare):
    """Two answers win for sure, by one point and by forty: who wins anyway takes the larger margin."""

    best = frozenset({"much"})
    worlds = 1

    def decisions(self, state):
        return () if state.moves[0] else (self.ask(0, "little", "much", "dull"),)

    def lead(self, state):
        return {"": 0, "little": 1, "much": 40, "dull": -40}[state.moves[0]]


class SketchedDare(Dare):
    """The same with an answer that changes nothing: the end is only sketched."""

    def decisions(self, state):
        ours, theirs = state.moves
        if ours and not theirs:
            return (self.ask(1, "yes", "no"),)
        return super().decisions(state)

    def sketch(self, state, roll):
        return self.lead(state), -self.lead(state)


TOYS = (HideAndSeek, Bet, Bait, Dare, Margin, SketchedDare)
