"""A refused picture goes another way; what worked is remembered for a while, if it was the picture."""

from io import BytesIO
from types import SimpleNamespace

import discord
import pytest
from discord import ui

from bot.base import timers
from bot.delivery.picture_fallback import PICTURE_RETRY_SECONDS, PictureFallback
from bot.views.parts.screen import PICTURE, Screen, layout, layout_of, picture


@pytest.fixture(autouse=True)
def real_time_afterwards():
    yield
    timers.set_ahead(0)


def refusal(code=50035, status=400):
    return discord.HTTPException(SimpleNamespace(status=status, reason="no"), {"code": code, "message": "no"})


class Place:
    """Where a screen is put by either of two ways; each may refuse pictures, or everything."""

    def __init__(self, *refusing, error=None):
        self.refusing, self.error, self.tried = set(refusing), error or refusal(), []
        self.pictures = PictureFallback()

    def way(self, name):
        async def put(screen, files):
            read = [file.fp.read() for file in files]
            assert read in ([], [b"png"]), "a file is sent whole, also the second time"
            assert bool(files) == (PICTURE in str(layout_of(screen)))
            self.tried.append((name, bool(files)))
            if (files and name in self.refusing) or "words" in self.refusing:
                raise self.error
            return 7

        return put

    async def put(self):
        self.tried = []
        screen = Screen(layout(ui.TextDisplay("words"), picture("alt")))
        files = [discord.File(BytesIO(b"png"), PICTURE)]
        assert await self.pictures.put("panel", (self.way("edit"), self.way("fresh")), screen, files) == 7
        return self.tried


async def test_the_way_that_worked_is_taken_at_once_the_next_time():
    place = Place("edit")
    assert await place.put() == [("edit", True), ("fresh", True)]
    assert await place.put() == [("fresh", True)]


async def test_words_alone_come_only_when_no_way_takes_the_picture_and_then_nothing_need_be_painted():
    place = Place("edit", "fresh")
    assert await place.put() == [("edit", True), ("fresh", True), ("edit", False)]
    assert await place.put() == [("edit", False)]
    assert not place.pictures.shows_pictures("panel") and place.pictures.shows_pictures("board")


async def test_after_a_while_the_best_way_is_tried_again():
    place = Place("edit", "fresh")
    await place.put()
    timers.set_ahead(PICTURE_RETRY_SECONDS + 1)
    assert place.pictures.shows_pictures("panel")
    assert len(await place.put()) == 3, "still refused: the words again"
    assert await place.put() == [("edit", False)]
    place.refusing.clear()
    timers.set_ahead(2 * PICTURE_RETRY_SECONDS + 2)
    assert await place.put() == [("edit", True)]
    assert await place.put() == [("edit", True)]


async def test_what_is_wrong_without_its_picture_too_is_no_reason_to_leave_pictures_out():
    place = Place("edit", "fresh", "words")
    with pytest.raises(discord.HTTPException):
        await place.put()
    assert place.pictures.shows_pictures("panel")
    place.refusing.clear()
    assert await place.put() == [("edit", True)]


@pytest.mark.parametrize(("code", "status"), [(10008, 404), (50013, 403), (0, 503)])
async def test_any_other_trouble_is_no_refused_picture(code, status):
    place = Place("edit", error=refusal(code, status))
    with pytest.raises(discord.HTTPException):
        await place.put()
    assert place.tried == [("edit", True)]
