"""Whoever thinks for computer players: the tables ask, and do not know where or how."""

from collections.abc import Callable
from typing import Protocol

from games.ai.hint import Hint
from games.ai.request import MoveRequest, ReviewRequest
from games.ai.review import Review
from games.core import Move
from games.data_tables import Sheets


class Thinker(Protocol):
    """Answers errands, in which nothing is that a seat may not know; raises NoThought if it cannot.

    The data files go along if a table stands over others than today's.
    """

    async def move(self, errand: MoveRequest, sheets: Sheets | None = None, waited: float = 0.0) -> Move: ...

    async def hint(self, errand: MoveRequest, sheets: Sheets | None = None) -> Hint: ...

    async def review(
        self, memoir: ReviewRequest, sheets: Sheets | None, told: Callable[[int], None]
    ) -> Review: ...

    async def close(self) -> None: ...
