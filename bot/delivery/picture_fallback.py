"""Fallback: when Discord refuses a picture, the same screen goes another way, and in the end in words alone.

A media gallery that an *edit* puts into a message may be refused (400, 50035; discord-api-docs #7529), while
a fresh message with the same picture is taken. What worked is remembered for the whole process, by the kind
of message.
"""

import logging
from collections.abc import Awaitable, Callable, Sequence

import discord

from bot.base import metrics, timers
from bot.views.parts.screen import Screen, without_picture

log = logging.getLogger(__name__)

INVALID_FORM = 50035  # among others: a layout that names a picture which is not there
PICTURE_RETRY_SECONDS = 600.0  # until the first way is tried again: Discord may have mended it
IN_WORDS = 99  # the way that is always left

Put = Callable[[Screen, list[discord.File]], Awaitable[int]]  # shows a screen somewhere, returns its message


class PictureFallback:
    """Which way pictures go in this process."""

    def __init__(self) -> None:
        self._worked: dict[str, tuple[int, float]] = {}  # by the kind of message: the way, and since when
        self._told: set[tuple[str, int]] = set()

    def shows_pictures(self, kind: str) -> bool:
        """Say whether a message of this kind may have a picture: else none need be painted."""
        return self._first(kind) < IN_WORDS

    async def put(self, kind: str, ways: Sequence[Put], screen: Screen, files: list[discord.File]) -> int:
        """Show a screen by the first way that takes its picture, without one if none does."""
        if not files:
            return await ways[0](screen, [])
        for number in range(self._first(kind), len(ways)):
            try:
                message = await ways[number](screen, _from_the_start(files))
            except discord.HTTPException as error:
                if error.code != INVALID_FORM:
                    raise
                metrics.PICTURES_REFUSED.add(kind)
            else:
                self._remember(kind, number)
                return message
        message = await ways[0](without_picture(screen), [])
        self._remember(kind, IN_WORDS)  # only now: if the words were refused, too, it was not the picture
        return message

    def _first(self, kind: str) -> int:
        """Return the way to begin with."""
        way, since = self._worked.get(kind, (0, 0.0))
        return way if timers.monotonic() - since < PICTURE_RETRY_SECONDS else 0

    def _remember(self, kind: str, way: int) -> None:
        """Remember the way that worked; a way round is told in the log, once."""
        known, _ = self._worked.get(kind, (0, 0.0))
        if way == known == self._first(kind):
            return
        self._worked[kind] = way, timers.monotonic()
        if way and (kind, way) not in self._told:
            self._told.add((kind, way))
            how = "they go out in words" if way == IN_WORDS else "they go out as fresh messages"
            log.warning("Discord refuses the pictures of some messages (%s, 50035): %s", kind, how)


def _from_the_start(files: list[discord.File]) -> list[discord.File]:
    """Return files that may have been sent before as they were."""
    for file in files:
        file.reset(seek=True)
    return files


PICTURES = PictureFallback()  # of this process
