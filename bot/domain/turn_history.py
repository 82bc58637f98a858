"""The last turns of a game, so that whoever comes back can be told what has happened meanwhile; pure."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from games.core import Seat

MAX_TURNS_REMEMBERED = 12  # turns remembered: more than anybody wants to read


class PastTurn(NamedTuple):
    """Moves of one seat without another's between them."""

    first: int  # the row of its first move
    seat: Seat
    state: Any  # after its last move
    own: bool  # whether its person has moved: not only the house, a clock or a computer in their place


Story = tuple[PastTurn, ...]


def with_turn(story: Story, row: int, seat: Seat, state: Any, *, own: bool) -> Story:
    """Return the story after one more move, made by the seat's own person or for them."""
    if story and story[-1].seat == seat:
        return (*story[:-1], story[-1]._replace(state=state, own=own or story[-1].own))
    return (*story[-MAX_TURNS_REMEMBERED + 1 :], PastTurn(row, seat, state, own))


def without_turns_after(story: Story, to: int, state: Any) -> Story:
    """Return the story after a take-back to a row."""
    kept = tuple(turn for turn in story if turn.first <= to)
    return (*kept[:-1], kept[-1]._replace(state=state)) if kept else ()


def since(story: Story, seat: Seat) -> tuple[PastTurn | None, Sequence[PastTurn]]:
    """Return the last turn of a seat's person, None if it is long ago or never was, and those after it."""
    own = max((i for i, turn in enumerate(story) if turn.seat == seat and turn.own), default=-1)
    return (story[own] if own >= 0 else None), story[own + 1 :]
