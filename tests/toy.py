"""A game as small as a test: its questions come in the order in which the test wrote them down."""

from games.core import NOBODY, PUBLIC, Decision, Label, Page, Row, Text, points


def ask(seat, *moves, idle="", **more):
    """Return a question; the clock would play its last move."""
    return Decision(seat, Text("What now?"), moves, idle or moves[-1], **more)


class Toy:
    """Every answer leads to the next question; the state is the list of answers."""

    KEY = "toy"
    NAME = Text("Toy")
    TAGLINE = Text("A game for tests.")
    SEATS = range(2, 6)
    SETTINGS = ()
    TIES = ()
    EDITION = 1

    def __init__(self, *questions):
        self.questions = questions
        self.seeds = []
        self.seats = 2

    def setup(self, seats, seed, options=()):
        self.seeds.append(seed)
        self.seats = seats
        return ()

    def decisions(self, state):
        return self.questions[len(state) : len(state) + 1]

    def apply(self, state, seat, move):
        return (*state, (seat, move))

    def shows(self, state, seat, move):
        """A move called "reveal" turns something up."""
        return PUBLIC if move == "reveal" else NOBODY

    def score(self, state):
        """A point for every "point"."""
        return tuple((sum(move == (seat, "point") for move in state),) for seat in range(self.seats))

    def points(self, n):
        return points(n)

    # --- what people see ---

    def view(self, state, viewer):
        return state, viewer

    def label(self, view, move):
        """The words of a move say who may read them."""
        return Label(Text("{move} for {viewer}", move=move, viewer=str(view[1])))

    def page(self, view):
        secrets = (Text("For {viewer} only", viewer=str(view[1])),)
        grid = (Row(Text("Points"), ("1", "2")), Row(Text("Total"), ("1", "2")))
        return Page(Text("Toy"), (Text("-"),) * 2, secrets=secrets, grid=grid)

    def scene(self, view, offer=()):
        """A picture that shows nothing but who looks at it and what is marked."""
        return (view[1], offer)
