"""The composition root: what it builds stops in the told order, once, whatever fails on the way."""

import asyncio

import pytest

from bot.app import App, build, order_of_stop
from bot.app_parts import Parts
from bot.base.errors import StoreTrouble
from bot.processes.painter import Painter
from bot.processes.think_inline import InlineThinker
from bot.storage.stores import open_stores

ORDER = [
    "presses under way",
    "the start",
    "commands",
    "deadlines",
    "services",
    "thinkers",
    "reviews",
    "other processes",
    "first panels",
    "boards and panels",
    "a word at lively tables",
    "painter",
    "private replies",
    "presses that came too late",
    "connection",
    "budget shares",
    "database",
]


class Told:
    """Parts that tell when they are closed."""

    def __init__(self) -> None:
        self.order: list[str] = []
        told = self

        class TellingPainter(Painter):
            def close(self) -> None:
                told.order.append("painter")
                super().close()

        class TellingThinker(InlineThinker):
            async def close(self) -> None:
                told.order.append("thinkers")
                raise RuntimeError("a thinker hangs")

        self.parts = Parts(painter=TellingPainter(), thinker=TellingThinker())


async def test_everything_stops_in_the_told_order(tmp_path):
    app = await build(await open_stores(tmp_path / "c.sqlite3"))
    assert [name for name, _ in order_of_stop(app)] == ORDER
    await app.client.close()


async def test_what_fails_at_the_stop_keeps_nothing_else_open(tmp_path):
    told = Told()
    app = await build(await open_stores(tmp_path / "c.sqlite3"), told.parts)
    with pytest.raises(RuntimeError, match="hangs"):
        await app.client.close()
    assert told.order == ["thinkers", "painter"]
    with pytest.raises(StoreTrouble):  # the database went last, and went
        await app.core.stores.processes.set_fact("told", "1")
    await app.client.close()  # a second stop finds everything closed
    assert told.order == ["thinkers", "painter"]


async def _is_taken(app: App) -> bool:
    with app.core.context.intake.serving() as taken:
        return taken


async def test_the_presses_under_way_finish_before_anything_is_closed(tmp_path):
    told = Told()
    app = await build(await open_stores(tmp_path / "c.sqlite3"), told.parts)
    with app.core.context.intake.serving() as taken:
        assert taken
        closing = asyncio.create_task(app.client.close())
        await asyncio.sleep(0.01)
        assert not told.order, "somebody still waits for an answer"
        assert not await asyncio.create_task(_is_taken(app)), "who comes now is told so"
    with pytest.raises(RuntimeError):
        await closing
    assert told.order == ["thinkers", "painter"]
