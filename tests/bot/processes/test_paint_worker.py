"""A painter in a process of its own: the same pictures, whatever happens to the process."""

import contextlib
import os
import signal
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from bot.processes.paint_worker import PROJECT_ROOT, PaintFailed, PaintProcess, _hire
from games import GAMES
from rendering.paint import paint
from rendering.scene import Box, Placed, Scene, Sprite
from tests.patience import LONGEST

CARD = Sprite(20, 30, (Box(0, 0, 20, 30, "#aa0000"),))
SMALL = Scene(60, 40, "#ffffff", (Placed(5, 5, CARD), Placed(30, 5, CARD), Box(0, 0, 5, 5, "#000000")))


@pytest.fixture
def easel():
    easel = PaintProcess()
    yield easel
    easel.close()


def test_every_game_looks_the_same_from_the_other_process(easel):
    for rules in GAMES.values():
        state = rules.setup(2, "easel")
        for viewer in (None, 0):
            scene = rules.scene(rules.view(state, viewer))
            assert easel.paint(scene) == paint(scene)
            assert easel.paint(scene) == paint(scene)  # by the numbers of its items


def test_a_killed_painter_is_replaced_and_the_picture_comes(easel):
    before = easel.paint(SMALL)
    os.kill(easel._process.pid, signal.SIGKILL)
    assert easel.paint(SMALL) == before


def test_a_painter_that_hangs_is_replaced_and_the_picture_comes(easel, monkeypatch):
    before = easel.paint(SMALL)
    monkeypatch.setattr("bot.processes.paint_worker.PAINT_TIMEOUT", 0.3)
    os.kill(easel._process.pid, signal.SIGSTOP)
    monkeypatch.setattr("bot.processes.paint_worker._hire", patiently(easel, monkeypatch))
    assert easel.paint(SMALL) == before


def patiently(easel, monkeypatch):
    """Let the painter that comes next have all the time it wants."""

    def hire():
        monkeypatch.setattr("bot.processes.paint_worker.PAINT_TIMEOUT", 600.0)
        return _hire()

    return hire


def test_a_scene_that_cannot_be_painted_fails_alone(easel):
    with pytest.raises(PaintFailed) as told:
        easel.paint(Scene(60, 40, "no colour", ()))
    assert str(told.value) == "ValueError"  # the kind only: a scene may show a hand
    assert easel.paint(SMALL) == paint(SMALL)


def test_both_sides_begin_anew_when_they_remember_too_many_items(easel, monkeypatch):
    monkeypatch.setattr("bot.processes.paint_worker.MAX_KNOWN_ITEMS", 3)
    for number in range(12):
        sprite = Sprite(10, 10, (Box(0, 0, 10, 10, f"#0000{number:02x}"),))
        scene = Scene(30, 30, "#ffffff", (Placed(number, 3, sprite), Placed(3, number, CARD)))
        assert easel.paint(scene) == paint(scene)


def test_boards_that_are_at_hand_are_few_and_every_panel_stands_on_its_own(easel, monkeypatch):
    monkeypatch.setattr("bot.processes.paint_worker.BASES", 2)
    for number in (1, 2, 1, 3, 4, 1, 2, 4):
        board = Scene(60, 40, "#ffffff", (Placed(number, 5, CARD), Box(0, 0, 5, 40, "#000000")))
        panel = Scene(60, 60, "#ffffff", (Placed(30, number, CARD),), board)
        assert easel.paint(panel) == paint(panel)
        assert len(easel._bases) <= 2


def test_the_painter_never_outlives_a_bot_that_was_killed():
    script = (
        "import time; from bot.processes.paint_worker import PaintProcess\n"
        "from tests.bot.processes.test_paint_worker import SMALL\n"
        "easel = PaintProcess(); easel.paint(SMALL); print(easel._process.pid, flush=True); time.sleep(600)"
    )
    bot = subprocess.Popen(
        [sys.executable, "-c", script], cwd=PROJECT_ROOT, stdout=subprocess.PIPE, text=True
    )
    painter = int(bot.stdout.readline())
    bot.kill()
    bot.wait()
    bot.stdout.close()
    try:
        deadline = time.monotonic() + LONGEST
        while _runs(painter) and time.monotonic() < deadline:
            time.sleep(0.02)
        assert not _runs(painter), "it ends by itself"
    finally:
        with contextlib.suppress(ProcessLookupError):
            os.kill(painter, signal.SIGKILL)


def test_a_picture_under_way_when_the_bot_stops_hires_nobody(easel, monkeypatch):
    easel.paint(SMALL)
    monkeypatch.setattr("bot.processes.paint_worker._hire", lambda: pytest.fail("somebody was hired"))
    os.kill(easel._process.pid, signal.SIGSTOP)
    with ThreadPoolExecutor(1) as thread:
        under_way = thread.submit(easel.paint, Scene(50, 50, "#ffffff", (Placed(1, 1, CARD),)))
        deadline = time.monotonic() + LONGEST
        while not under_way.running() and time.monotonic() < deadline:
            time.sleep(0.01)
        easel.close()
        with pytest.raises((PaintFailed, OSError, ValueError)):
            under_way.result(LONGEST)
    with pytest.raises(PaintFailed):
        easel.paint(SMALL)


def _runs(pid: int) -> bool:
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return False
    return state != "Z"
