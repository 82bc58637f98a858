"""The one painter: a thread with a queue, in which panels come before tables and nothing is painted twice."""

import asyncio
from collections.abc import Callable, Hashable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import partial

from bot.base import metrics
from rendering.paint import paint
from rendering.scene import Scene

MAX_CACHED_PICTURES = (
    64  # pictures: the same scene is often asked for again, by another viewer or a second press
)

# How many seconds a picture may stand back behind others. Who has pressed comes first, but nobody for ever.
PRESSED_HASTE, PANEL_HASTE, TABLE_HASTE = 0.0, 1.0, 3.0

Name = Hashable  # whose picture it is: a table, or one seat's panel


class PaintTask:
    """A scene whose hash is known: a scene is deep, and this is looked up again and again."""

    def __init__(self, scene: Scene) -> None:
        self.scene = scene
        self._hash = hash(scene)

    def __hash__(self) -> int:
        return self._hash

    def __eq__(self, other: object) -> bool:
        return isinstance(other, PaintTask) and self._hash == other._hash and self.scene == other.scene


@dataclass(slots=True)
class PaintOrder:
    """A scene to be painted, and for whom: when it is due, and the names it is painted under."""

    sketch: PaintTask
    due: float
    done: asyncio.Future[bytes]
    names: set[Name] = field(default_factory=set)


class Painter:
    """Paints one scene at a time: Pillow lets the loop run meanwhile, a second thread would only crowd it."""

    def __init__(self, paint: Callable[[Scene], bytes] = paint) -> None:
        self._paint = metrics.painted(paint)
        self._thread = ThreadPoolExecutor(1, "painter")
        self._queue: dict[PaintTask, PaintOrder] = {}
        self._on_the_easel: PaintOrder | None = None
        self._kept: dict[PaintTask, bytes] = {}
        self._working: asyncio.Task[None] | None = None

    async def picture(self, scene: Scene, name: Name, haste: float) -> bytes:
        """Return a scene's picture; if a newer one of the same name comes meanwhile, that one's."""
        sketch = PaintTask(scene)
        if (kept := self._kept.get(sketch)) is not None:
            return kept
        order = self._ordered(sketch, asyncio.get_running_loop().time() + haste)
        self._replace_older(name, order)
        if self._working is None:
            self._working = asyncio.create_task(self._work())
        return await asyncio.shield(order.done)  # others may wait for the same

    def _ordered(self, sketch: PaintTask, due: float) -> PaintOrder:
        """Return the order for a scene: the one that is there already, if there is one."""
        if self._on_the_easel is not None and self._on_the_easel.sketch == sketch:
            return self._on_the_easel
        if (order := self._queue.get(sketch)) is None:
            done = asyncio.get_running_loop().create_future()
            done.add_done_callback(_noticed)
            order = self._queue[sketch] = PaintOrder(sketch, due, done)
        order.due = min(order.due, due)
        return order

    def _replace_older(self, name: Name, newer: PaintOrder) -> None:
        """Drop the older order of a name and give whoever waits for it the newer picture.

        Only if nobody else has ever asked for it: what one seat may see must not go to another.
        """
        for older in [o for o in self._queue.values() if o.names == {name} and o is not newer]:
            del self._queue[older.sketch]
            newer.due = min(newer.due, older.due)  # who is replaced again and again still gets a turn
            newer.done.add_done_callback(partial(_pass_on, older.done))
        newer.names.add(name)

    async def _work(self) -> None:
        """Paint until nothing is left: what is due first comes first."""
        try:
            while self._queue:
                order = min(self._queue.values(), key=lambda order: order.due)
                del self._queue[order.sketch]
                self._on_the_easel = order
                await self._serve(order)
        finally:
            self._working = self._on_the_easel = None

    async def _serve(self, order: PaintOrder) -> None:
        """Paint one order; one that cannot be painted fails alone."""
        loop = asyncio.get_running_loop()
        try:
            painted = await loop.run_in_executor(self._thread, self._paint, order.sketch.scene)
        except Exception as error:
            order.done.set_exception(error)
            return
        self._kept[order.sketch] = painted
        if len(self._kept) > MAX_CACHED_PICTURES:
            del self._kept[next(iter(self._kept))]
        order.done.set_result(painted)

    def close(self) -> None:
        """Paint no more; whoever still waits is told so."""
        orders = [*self._queue.values(), *([self._on_the_easel] if self._on_the_easel else [])]
        self._queue.clear()
        if self._working:
            self._working.cancel()
        for order in orders:
            order.done.cancel()
        self._thread.shutdown(wait=False, cancel_futures=True)


def _noticed(done: asyncio.Future[bytes]) -> None:
    """Take note of an error: whoever waited may have gone away."""
    if not done.cancelled():
        done.exception()


def _pass_on(older: asyncio.Future[bytes], done: asyncio.Future[bytes]) -> None:
    """Give those who waited for the older picture the newer one."""
    if older.done():
        return
    if done.cancelled():
        older.cancel()
    elif error := done.exception():
        older.set_exception(error)
    else:
        older.set_result(done.result())
