"""Every question and every legal answer: nothing else decides what is allowed."""

from games.core import Decision, Text
from games.skeleton.state import FLOORS, State


def decisions(state: State) -> tuple[Decision, ...]:
    """Return the open question; none: the game is over."""
    if state.phase == "over":
        return ()
    return (_build(state) if state.phase == "build" else _draw(state),)


def _build(state: State) -> Decision:
    """Name cards by kind: two equal ones in a hand are one choice."""
    kinds = sorted({held.card for held in state.hands[state.seat]})
    free = [lot for lot, storeys in enumerate(state.lots) if len(storeys) < FLOORS]
    moves = tuple(f"build:{card}:{lot}" for card in kinds for lot in free)
    help = Text("Who lays the third storey on a lot scores the windows of all three, and what a die shows.")
    return Decision(state.seat, Text("Build a storey"), moves, idle=moves[0], help=help)


def _draw(state: State) -> Decision:
    """Everybody sees what can be taken, so the question is open: a single answer is given by the house."""
    moves = (*(f"take:{card}" for card in state.open), *(["draw"] if state.deck else []))
    return Decision(state.seat, Text("Take a card"), moves, idle=moves[-1], open=True)
