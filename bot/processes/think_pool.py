"""All processes that think, and the queue before them: whoever waits for a hint comes first."""

import asyncio
import itertools
import logging
import os
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from bot.base.errors import NoThought
from bot.processes.think_codec import Job, packed
from bot.processes.think_process import Told, WorkerLost, WorkerProcess
from games.ai.hint import Hint
from games.ai.patience import Budget
from games.ai.request import MoveRequest, ReviewRequest
from games.ai.review import Review
from games.core import Move
from games.data_tables import Sheets

log = logging.getLogger(__name__)

MOVE_NICENESS, REVIEW_NICENESS = 10, 15  # presses come first, pictures next, then moves; a review has time
WORKER_MEGABYTES = 512  # megabytes that a process may have
FULL = 0.5  # seconds of one core that a move may cost when nobody else waits
LEAST = 0.02  # and when ever so many do: a glance at each move
HORIZON = 3.0  # seconds after which nobody should have to wait any more
WORKER_TRIES = 2  # a question that ends two processes is not put to a third


def one_fewer_than_the_cores() -> int:
    return max(1, (os.cpu_count() or 1) - 1)


def allowance(waited: float, others: int, workers: int) -> Budget:
    """Return what a move may cost: less, the longer it has waited and the more others wait.

    Presses come first, so the core may be somebody else's for a while: that counts as waiting, too.
    """
    left = HORIZON - waited
    share = left / (1 + others / workers)
    return Budget(seconds=max(LEAST, min(FULL, share)), wait=max(LEAST, left))


@dataclass(order=True, slots=True)
class ThinkOrder:
    """A job that waits for its turn, and whoever waits for the answer."""

    haste: int  # the smallest comes first
    since: float
    number: int
    job: Job = field(compare=False)
    done: asyncio.Future[Any] = field(compare=False)
    told: Told = field(compare=False)


class Lane:
    """Some processes that serve one queue, each started when all others are busy."""

    def __init__(self, most: int, process: Callable[[], WorkerProcess], *, stay: bool = True) -> None:
        self._most = most
        self._stay = stay  # whether a process waits for more when there is nothing to do
        self._process = process
        self._queue: asyncio.PriorityQueue[ThinkOrder] = asyncio.PriorityQueue()
        self._serving: dict[asyncio.Task[None], WorkerProcess] = {}
        self._idle = 0
        self._numbers = itertools.count()

    async def ask(self, job: Job, haste: int = 1, waited: float = 0.0, told: Told = lambda _: None) -> Any:
        """Return the answer to a job; whoever goes away frees the process that thinks about it."""
        done = asyncio.get_running_loop().create_future()
        since = time.monotonic() - waited
        self._queue.put_nowait(ThinkOrder(haste, since, next(self._numbers), job, done, told))
        if self._idle < self._queue.qsize() and len(self._serving) < self._most:
            process = self._process()
            self._serving[asyncio.create_task(self._serve(process))] = process
        return await done

    def pids(self) -> list[int]:
        return [process.pid for process in self._serving.values() if process.pid]

    async def _serve(self, process: WorkerProcess) -> None:
        """Serve the queue for ever with one process, replaced when it is lost."""
        try:
            while True:
                self._idle += 1
                try:
                    order = await self._queue.get()
                finally:
                    self._idle -= 1
                if not order.done.done():
                    await self._answer(process, order)
                if not self._stay and self._queue.empty():
                    await process.close()
        finally:
            await process.close()

    async def _answer(self, process: WorkerProcess, order: ThinkOrder) -> None:
        thinking = asyncio.ensure_future(self._thought(process, order))
        order.done.add_done_callback(lambda _: thinking.cancel())  # the question is gone
        try:
            await asyncio.wait([thinking])
        except asyncio.CancelledError:  # the bot stops
            order.done.cancel()
            raise
        if order.done.done():
            return
        if error := thinking.exception():
            order.done.set_exception(error)
        else:
            order.done.set_result(thinking.result())

    async def _thought(self, process: WorkerProcess, order: ThinkOrder) -> Any:
        for _ in range(WORKER_TRIES):
            try:
                return await process.ask(packed(self._shortened(order)), order.told)
            except WorkerLost:
                log.warning("a process that thinks was lost; another one takes its place")
        raise NoThought("lost")

    def _shortened(self, order: ThinkOrder) -> Job:
        """Return a job with as much time as there is for it."""
        job, waited = order.job, time.monotonic() - order.since
        if isinstance(job.errand, ReviewRequest):
            return job
        budget = job.errand.budget.within(allowance(waited, self._queue.qsize(), self._most))
        return job._replace(errand=job.errand._replace(budget=budget))

    async def close(self) -> None:
        tasks = list(self._serving)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        while not self._queue.empty():
            self._queue.get_nowait().done.cancel()


class Pool:
    """Thinks in other processes; a review has one of its own, so that no move waits for it."""

    def __init__(self, workers: int = 0, memory: int = WORKER_MEGABYTES) -> None:
        workers = workers or one_fewer_than_the_cores()
        self.moves = Lane(workers, lambda: WorkerProcess(MOVE_NICENESS, memory))
        self.reviews = Lane(1, lambda: WorkerProcess(REVIEW_NICENESS, memory), stay=False)

    async def move(self, errand: MoveRequest, sheets: Sheets | None = None, waited: float = 0.0) -> Move:
        """Return the move that a computer makes, who has been awaited for so long; NoThought if none can."""
        return str(await self.moves.ask(Job("move", errand, sheets), waited=waited))

    async def hint(self, errand: MoveRequest, sheets: Sheets | None = None) -> Hint:
        """Return what the architect would do; somebody waits for it."""
        found: Hint = await self.moves.ask(Job("hint", errand, sheets), haste=0)
        return found

    async def review(self, memoir: ReviewRequest, sheets: Sheets | None, told: Told) -> Review:
        """Look back at a finished game; `told` hears how many moves are judged."""
        found: Review = await self.reviews.ask(Job("review", memoir, sheets), told=told)
        return found

    async def close(self) -> None:
        """Think no more; whoever still waits is told so."""
        await self.moves.close()
        await self.reviews.close()
