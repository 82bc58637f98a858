"""The search for litter passes over what stays, waits for calm moments, and still finds everything."""

import asyncio
import gc
import subprocess
import sys
import weakref
from io import BytesIO

import discord
import pytest
from discord import ui
from discord.http import handle_message_parameters

from bot.client.message_edits import _told
from bot.delivery.attachments import InMemory
from bot.processes import garbage_collection
from bot.processes.garbage_collection import collect_in_calm_moments
from bot.text.words import words
from bot.views.board import table_screen
from bot.views.panels import panel_screen
from bot.views.parts.screen import layout, layout_of
from games import GAMES
from games.contract import walk
from tests.limits import as_table
from tests.patience import until

SCRIPT = """
import gc
from bot.processes.garbage_collection import freeze_startup_objects
import bot.app
before = len(gc.get_objects())
freeze_startup_objects()
assert gc.get_freeze_count() > 0.9 * before > 10_000, (gc.get_freeze_count(), before)
assert not gc.isenabled(), "no press waits for a search"
"""


class Ring:
    """Something that only a search can find."""

    def __init__(self) -> None:
        self.me = self


def test_what_was_there_at_the_start_is_not_searched_and_nothing_is_unasked():
    subprocess.run([sys.executable, "-c", SCRIPT], check=True)


async def test_litter_is_searched_for_in_a_calm_moment(no_search, monkeypatch):
    monkeypatch.setattr(garbage_collection, "CALM_POLL_INTERVAL", 0.001)
    calm = False
    sweeping = asyncio.create_task(collect_in_calm_moments(lambda: calm, every=0.0))
    gone = weakref.ref(Ring())
    for _ in range(20):
        await asyncio.sleep(0)
    assert gone() is not None, "somebody waits for an answer"
    calm = True
    await until(lambda: gone() is None)
    sweeping.cancel()


async def test_a_bot_that_is_never_calm_is_swept_all_the_same(no_search, monkeypatch):
    monkeypatch.setattr(garbage_collection, "CALM_POLL_INTERVAL", 0.001)
    monkeypatch.setattr(garbage_collection, "CALM_TIMEOUT", 0.003)
    sweeping = asyncio.create_task(collect_in_calm_moments(lambda: False, every=0.0))
    gone = weakref.ref(Ring())
    await until(lambda: gone() is None)
    sweeping.cancel()


async def test_litter_is_not_waited_with_when_there_is_too_much_of_it(no_search, monkeypatch):
    monkeypatch.setattr(garbage_collection, "CALM_POLL_INTERVAL", 0.001)
    monkeypatch.setattr(garbage_collection, "MAX_UNCOLLECTED_OBJECTS", gc.get_count()[0] + 5_000)
    sweeping = asyncio.create_task(collect_in_calm_moments(lambda: False))
    gone = weakref.ref(Ring())
    await asyncio.sleep(0.02)
    assert gone() is not None, "it is not time yet"
    kept = [[] for _ in range(6_000)]
    await until(lambda: gone() is None)
    assert len(kept) == 6_000
    sweeping.cancel()


@pytest.mark.slow
@pytest.mark.parametrize("key", GAMES)
async def test_a_message_that_was_sent_leaves_no_litter(key, no_search):
    """Else every press leaves a hundred things for Python to search for, and presses wait meanwhile."""
    game = GAMES[key]
    seats = game.SEATS[0]
    shown = [as_table(game, step.state, seats) for step in list(walk(game, seats, "litter"))[:60]]
    for table in shown:
        table_screen(table, words("en")), panel_screen(table, 0, words("en"))
    gc.collect()
    for table in shown:
        screens = [table_screen(table, words("en")), panel_screen(table, 0, words("en"))]
        assert all(map(layout_of, screens))
        del screens
        assert gc.collect() == 0


async def test_a_picture_that_was_posted_and_closed_leaves_no_litter(no_search):
    """discord.py closes what it posts: a file of its own would hold itself until the next search."""
    gc.collect()
    files = [InMemory(b"a picture", "table.png")]
    with handle_message_parameters(files=files) as told:
        assert told.files and files[0].fp.read() == b"a picture"
    gone = weakref.ref(files[0].fp)
    del told, files
    assert gone() is None and gc.collect() == 0


async def test_a_picture_that_was_sent_leaves_no_litter(no_search):
    gc.collect()
    told = _told(layout(ui.TextDisplay("Lion to move")), [discord.File(BytesIO(b"a picture"), "table.png")])
    assert told.multipart
    del told
    assert gc.collect() == 0
