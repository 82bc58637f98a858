"""The figures: plain numbers, right at their limits, bounded, and without a name in them."""

import asyncio

import pytest

from bot.base import metrics
from bot.base.metrics import Counter, Histogram, PendingPresses
from bot.storage.stores import open_stores


def test_a_count_is_kept_by_its_labels():
    count = Counter("x", "y", "kind", "outcome")
    for _ in range(3):
        count.add("lobby", "done")
    count.add("lobby", "refused")
    assert count.values == {("lobby", "done"): 3, ("lobby", "refused"): 1}


def test_a_value_falls_into_the_bucket_whose_limit_it_reaches():
    spread = Histogram("x", "y", (1, 2, 5))
    for value in (0.5, 1, 1.5, 2, 5, 6, 100):
        spread.note(value)
    (measured,) = spread.values.values()
    assert measured.counts == [2, 2, 1, 2] and measured.sum == 116


async def test_only_what_succeeds_is_timed_and_the_result_passes_through():
    spread = Histogram("x", "y", (10,), "how")

    @spread.timed("edited")
    async def work(answer):
        if answer is None:
            raise ValueError
        await asyncio.sleep(0)
        return answer

    assert await work(7) == 7
    with pytest.raises(ValueError):
        await work(None)
    assert spread.values[("edited",)].counts == [1, 0]
    assert work.__name__ == "work"


def test_failures_are_named_by_discords_code_or_by_their_kind(monkeypatch):
    monkeypatch.setattr(metrics, "FAILURES", Counter("failures", "", "code"))

    class Refused(Exception):
        code = 50013

    for error in (Refused(), Refused(), TimeoutError("with a secret"), OSError(28, "disk full")):
        metrics.failed(error)
    assert metrics.FAILURES.values == {("50013",): 2, ("TimeoutError",): 1, ("OSError",): 1}


def test_a_press_that_is_never_acknowledged_is_forgotten(monkeypatch):
    monkeypatch.setattr(metrics, "ACKNOWLEDGED", Histogram("x", "y", (10,)))
    waiting = PendingPresses(most=3)
    for number in range(10):
        waiting.came(number)
    for number in range(10):
        waiting.answered(str(number))
        waiting.answered(str(number))
    (measured,) = metrics.ACKNOWLEDGED.values.values()
    assert sum(measured.counts) == 3


def test_painting_is_measured_and_a_picture_that_fails_is_not(monkeypatch):
    monkeypatch.setattr(metrics, "PAINT", Histogram("x", "y", (10,)))
    monkeypatch.setattr(metrics, "PICTURE", Histogram("x", "y", (10,)))

    def paint(scene):
        if not scene:
            raise ValueError
        return b"x" * scene

    painted = metrics.painted(paint)
    assert painted(7) == b"x" * 7
    with pytest.raises(ValueError):
        painted(0)
    assert metrics.PICTURE.values[()].sum == 7 and sum(metrics.PAINT.values[()].counts) == 1


async def test_open_tables_are_counted_by_phase_and_game_without_reading_those_that_are_over(tmp_path):
    import sqlite3

    from bot.domain.entities import NewTable

    stores = await open_stores(tmp_path / "c.sqlite3")
    try:
        for channel, game in ((10, "tuir"), (11, "tuir"), (12, "lucca"), (13, "lucca"), (14, "tuir")):
            await stores.lobby.new_table(NewTable(1, channel, game, 7, "en-US"))
        await stores.lobby.start(1, "seed", 1, "x", ())
        await stores.tables.set_phase(5, "gone")
        found = {(phase, game): n for phase, game, n in await stores.tables.open_tables()}
        assert found == {("play", "tuir"): 1, ("lobby", "tuir"): 1, ("lobby", "lucca"): 2}
        with sqlite3.connect(tmp_path / "c.sqlite3") as db:
            plan = db.execute(
                "EXPLAIN QUERY PLAN SELECT phase, game, COUNT(*) FROM tables"
                " WHERE channel > 0 AND phase IN ('lobby', 'play') GROUP BY phase, game"
            ).fetchall()
        assert "INDEX one_table_a_channel" in str(plan)
    finally:
        await stores.close()
