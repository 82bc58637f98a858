"""The one painter: nothing twice, the newest only, panels before tables, nobody's picture to another."""

import asyncio
import threading

import pytest

from bot.delivery import panel_sender
from bot.delivery.press_priority import PressPriority
from bot.domain.settings import UserSettings
from bot.processes.painter import PANEL_HASTE, PRESSED_HASTE, TABLE_HASTE, Painter
from bot.views.panels import PLAIN_PANEL
from bot.views.parts.screen import layout_of
from games import GAMES
from rendering.scene import Scene
from tests.limits import as_table
from tests.patience import until


def scene(number: int) -> Scene:
    return Scene(number, 1, "#000000", ())


class Studio:
    """A painter who paints only when let, and tells what was painted."""

    def __init__(self) -> None:
        self.painted: list[int] = []
        self.may_go_on = threading.Event()
        self.painter = Painter(self._paint)

    def _paint(self, scene: Scene) -> bytes:
        self.may_go_on.wait(10)
        self.painted.append(scene.w)
        if scene.w < 0:
            raise ValueError("that cannot be painted")
        return b"%d" % scene.w

    async def ask(self, number: int, name: object, haste: float = PANEL_HASTE) -> asyncio.Task[bytes]:
        asked = asyncio.create_task(self.painter.picture(scene(number), name, haste))
        await asyncio.sleep(0)
        return asked


@pytest.fixture
async def studio():
    studio = Studio()
    yield studio
    studio.may_go_on.set()
    studio.painter.close()


async def test_equal_scenes_are_painted_once_in_the_queue_on_the_easel_and_afterwards(studio):
    first = [await studio.ask(1, "a"), await studio.ask(2, "b")]
    await asyncio.sleep(0.01)  # the first is on the easel, the second in the queue
    again = [await studio.ask(1, "c"), await studio.ask(2, "d")]
    studio.may_go_on.set()
    assert await asyncio.gather(*first, *again) == [b"1", b"2", b"1", b"2"]
    assert await studio.painter.picture(scene(1), "e", PANEL_HASTE) == b"1"
    assert studio.painted == [1, 2]


async def test_a_newer_picture_replaces_an_older_one_in_the_queue(studio):
    await studio.ask(1, "easel")
    await asyncio.sleep(0.01)
    older, newer, newest = [await studio.ask(number, "panel") for number in (2, 3, 4)]
    studio.may_go_on.set()
    assert await asyncio.gather(older, newer, newest) == [b"4", b"4", b"4"]
    assert studio.painted == [1, 4]


async def test_what_two_wait_for_is_never_replaced_by_the_picture_of_one(studio):
    await studio.ask(1, "easel")
    await asyncio.sleep(0.01)
    mine, yours = await studio.ask(2, "mine"), await studio.ask(2, "yours")
    my_next, your_next = await studio.ask(3, "mine"), await studio.ask(4, "yours")
    studio.may_go_on.set()
    assert await asyncio.gather(mine, yours, my_next, your_next) == [b"2", b"2", b"3", b"4"]


async def test_who_has_pressed_comes_before_panels_and_panels_before_tables(studio):
    await studio.ask(1, "easel")
    await asyncio.sleep(0.01)
    waiting = [
        await studio.ask(2, "table", TABLE_HASTE),
        await studio.ask(3, "panel", PANEL_HASTE),
        await studio.ask(4, "press", PRESSED_HASTE),
    ]
    studio.may_go_on.set()
    await asyncio.gather(*waiting)
    assert studio.painted == [1, 4, 3, 2]


async def test_a_table_that_has_waited_long_enough_comes_before_a_new_panel(studio):
    await studio.ask(1, "easel")
    await asyncio.sleep(0.01)
    table = await studio.ask(2, "table", 0.0)
    panel = await studio.ask(3, "panel", 0.5)
    studio.may_go_on.set()
    await asyncio.gather(table, panel)
    assert studio.painted == [1, 2, 3]


async def test_a_scene_that_cannot_be_painted_fails_alone(studio):
    broken, sound = await studio.ask(-1, "a"), await studio.ask(2, "b")
    studio.may_go_on.set()
    with pytest.raises(ValueError, match="cannot be painted"):
        await broken
    assert await sound == b"2"
    assert await studio.painter.picture(scene(3), "a", PANEL_HASTE) == b"3"


async def test_who_goes_away_takes_nobody_elses_picture_along(studio):
    leaving, staying = await studio.ask(1, "a"), await studio.ask(1, "b")
    await asyncio.sleep(0.01)
    leaving.cancel()
    studio.may_go_on.set()
    assert await staying == b"1"


async def test_close_leaves_nothing_behind(studio):
    waiting = [await studio.ask(number, number) for number in (1, 2, 3)]
    await asyncio.sleep(0.01)
    before = {thread for thread in threading.enumerate() if thread.name.startswith("painter")}
    studio.painter.close()
    studio.may_go_on.set()
    assert all(
        isinstance(e, asyncio.CancelledError) for e in await asyncio.gather(*waiting, return_exceptions=True)
    )
    for thread in before:
        await asyncio.to_thread(thread.join, 10)
    assert before and not any(thread.is_alive() for thread in before)
    assert studio.painted == [1]  # what was on the easel, and nothing after it


async def test_an_idle_painter_has_no_thread():
    before = threading.active_count()
    painter = Painter()
    assert threading.active_count() == before
    painter.close()


# --- words first ---


class Discord(panel_sender.Answer):
    """Takes the answers to one press, and notes which of them have a picture."""

    kind = "deferred"

    def __init__(self) -> None:
        super().__init__(None)
        object.__setattr__(self, "shown", [])

    async def put(self, screen, files):
        named = "attachment://" in str(layout_of(screen))
        assert named == bool(files), "a layout names the picture that comes with it, and no other"
        self.shown.append("picture" if named else "words")
        return 1


class NothingChosen:
    """People who have chosen nothing."""

    async def of(self, user):
        return UserSettings()


class NobodyNew:
    """Services for tables at which nobody needs help, nor answers in advance."""

    def __init__(self):
        self.tables, self.advance_answers, self.moves = None, self, self

    async def of(self, table_id, seat):
        return {}

    async def is_new_to(self, game, user):
        return False


async def answer(studio: Studio, discord: Discord) -> asyncio.Task[int]:
    rules = GAMES["tuir"]
    table = as_table(rules, rules.setup(2, "1", ()), 2)
    sends = panel_sender.PanelSender(None, NobodyNew(), studio.painter, PressPriority(), NothingChosen())
    return asyncio.create_task(sends.send(discord, table, table.asked[0].seat, "en", PLAIN_PANEL))


async def test_whoever_pressed_reads_the_words_when_the_picture_takes_long(studio, monkeypatch):
    monkeypatch.setattr(panel_sender, "TEXT_FIRST", 0.01)
    discord = Discord()
    answering = await answer(studio, discord)
    await until(lambda: discord.shown)
    assert discord.shown == ["words"]
    studio.may_go_on.set()
    await answering
    assert discord.shown == ["words", "picture"]


async def test_a_picture_that_is_there_in_time_comes_with_its_words(studio):
    studio.may_go_on.set()
    discord = Discord()
    await (await answer(studio, discord))
    assert discord.shown == ["picture"]
