"""Thinking in this very process, at a glance: for tests and tools, never for a bot that people press at."""

from collections.abc import Callable

from bot.processes.think_codec import Job
from bot.processes.think_worker import ANSWER, SO_FAR, thought
from games.ai.hint import Hint
from games.ai.patience import Budget
from games.ai.request import MoveRequest, ReviewRequest
from games.ai.review import Review
from games.core import Move
from games.data_tables import Sheets

GLANCE = Budget(4)  # simulations: no clock, so the same question gets the same answer


class InlineThinker:
    """A thinker without processes, who is quick and always of the same mind."""

    async def move(self, errand: MoveRequest, sheets: Sheets | None = None, waited: float = 0.0) -> Move:
        [(_, found)] = thought(Job("move", errand._replace(budget=GLANCE, dice="here"), sheets))
        return str(found)

    async def hint(self, errand: MoveRequest, sheets: Sheets | None = None) -> Hint:
        found: Hint
        [(_, found)] = thought(Job("hint", errand._replace(budget=GLANCE, dice="here"), sheets))
        return found

    async def review(
        self, memoir: ReviewRequest, sheets: Sheets | None, told: Callable[[int], None]
    ) -> Review:
        words = list(thought(Job("review", memoir._replace(simulations=1), sheets)))
        for number in [what for kind, what in words if kind == SO_FAR]:
            told(number)
        return next(what for kind, what in words if kind == ANSWER)  # type: ignore[no-any-return]

    async def close(self) -> None:
        """There is nothing to end."""
