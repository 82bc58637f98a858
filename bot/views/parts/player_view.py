"""What somebody sees of a game, worked out once: a state never changes, and is shown again and again.

The table, a notice, the panels and the menus that are opened in them share it. What is kept belongs to one
state and one viewer: nobody sees by another's eyes.
"""

from collections import OrderedDict
from collections.abc import Iterator
from functools import cached_property
from typing import Any

from bot.domain.table import AnyGame, Table
from games.core import Decision, Label, Move, Page, Seat

HANDFUL = 16  # moves named at a time
MAX_CACHED_VIEWS = 256  # sights at hand; the least recently used go first

_KEPT: OrderedDict[tuple[int, Seat | None], "PlayerView"] = OrderedDict()


class PlayerView:
    """One state of a game as one viewer sees it; no viewer: as everybody does."""

    def __init__(self, rules: AnyGame, state: Any, viewer: Seat | None) -> None:
        self.rules = rules
        self.state = state
        self._viewer = viewer
        self._labels: dict[Move, Label] = {}

    @cached_property
    def view(self) -> Any:
        return self.rules.view(self.state, self._viewer)

    @cached_property
    def page(self) -> Page:
        return self.rules.page(self.view)

    def label(self, move: Move) -> Label:
        if (label := self._labels.get(move)) is None:
            label = self._labels[move] = self.rules.label(self.view, move)
        return label

    def labelled(self, decision: Decision | None) -> Iterator[None]:
        """Name the moves of a question, a handful at a time."""
        for number, move in enumerate(decision.moves if decision else ()):
            self.label(move)
            if number % HANDFUL == HANDFUL - 1:
                yield


def view_of(table: Table, viewer: Seat | None, state: Any = None) -> PlayerView:
    """Return how a viewer sees a table as it stands, or an earlier state of it."""
    state = table.state if state is None else state
    key = (id(state), viewer)
    found = _KEPT.pop(key, None)
    if found is None or found.state is not state or found.rules is not table.rules:  # ids come again
        found = PlayerView(table.rules, state, viewer)
    _KEPT[key] = found
    if len(_KEPT) > MAX_CACHED_VIEWS:
        _KEPT.popitem(last=False)
    return found
