"""Games played again, step by step: each step as one viewer saw it, and nothing beyond; pure."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from bot.domain.entities import LogRow
from bot.domain.log import follow
from bot.domain.table import Table
from games.core import Seat

Viewer = Seat | None  # None: the public


class ReplayStep(NamedTuple):
    """A state in force: after which row, and whose move led to it."""

    row: int
    seat: Seat
    state: Any


def steps_of(start: Table, rows: Sequence[LogRow]) -> tuple[ReplayStep, ...]:
    """Follow a log, every row checked; return the states without what was taken back."""
    table, line = start, [ReplayStep(0, -1, start.state)]
    for row in rows:
        table = follow(table, row)
        if row.kind == "back":
            line = [step for step in line if step.row <= int(row.text)]
        elif row.kind == "move":
            line.append(ReplayStep(row.row, row.seat, table.state))
    return tuple(line)


@dataclass(slots=True)
class Replay:
    """A game with all its steps; who may look through whose eyes follows from whether it is over."""

    table: Table
    steps: tuple[ReplayStep, ...]
    _seen: dict[Viewer, tuple[ReplayStep, ...]] = field(default_factory=dict)

    def viewers(self, user: int) -> tuple[Viewer, ...]:
        """Return through whose eyes somebody may look: all, once the game is over; before, only their own."""
        if self.table.over:
            return (None, *range(len(self.table.users)))
        return (self.table.eyes_of(user),)

    def seen(self, viewer: Viewer) -> tuple[ReplayStep, ...]:
        """Return the steps that a viewer noticed: a second thought of somebody else is nobody's business."""
        if viewer not in self._seen:
            view, before, found = self.table.rules.view, None, []
            for step in self.steps:
                now = view(step.state, viewer)
                if before is None or now != before:
                    found.append(step)
                before = now
            self._seen[viewer] = tuple(found)
        return self._seen[viewer]


def landmarks(steps: Sequence[ReplayStep], most: int) -> list[int]:
    """Return the numbers of steps to jump to: where a turn begins; if there are too many, evenly some."""
    turns = [n for n, step in enumerate(steps) if n == 0 or step.seat != steps[n - 1].seat]
    last = len(steps) - 1
    turns = turns if turns[-1] == last else [*turns, last]
    every = -(-len(turns) // most)
    return turns if every == 1 else [*turns[:-1:every][: most - 1], last]
