"""Lessons: begun, gone on with after days and restarts, finished; no table, no clock, no rating."""

from collections.abc import Callable
from typing import NamedTuple

from bot.base import timers
from bot.base.errors import BUTTON_IS_OLD, Refused
from bot.domain.entities import LessonName
from bot.domain.lessons import Progress, first_of, is_known
from bot.storage.lessons import LessonStore
from games.core import Move, Text

CHANGED = Text("This lesson has changed since you began it: it starts anew.")


class LessonView(NamedTuple):
    """What somebody sees of a lesson now: where they are, and a word about what they have just done."""

    progress: Progress
    word: Text | None = None


class LessonsService:
    """What a learner can do."""

    def __init__(self, store: LessonStore, now: Callable[[], float] = timers.now) -> None:
        self._store = store
        self._now = now

    async def learned(self, user: int) -> frozenset[LessonName]:
        """Return the lessons that somebody has been through."""
        return await self._store.learned_lessons(user)

    async def begin(self, user: int, name: LessonName) -> LessonView:
        """Begin a lesson, or go on with it where it was left; one that was finished begins anew."""
        seen = await self._seen(user, name)
        if not seen.progress.over:
            return seen
        first = first_of(name)
        await self._store.begin_lesson(user, first.stored)
        return LessonView(first)

    async def answer(self, user: int, name: LessonName, done: int, move: Move | None) -> LessonView:
        """Make a move if it is right, else say what it would have brought; an old press changes nothing."""
        seen = await self._seen(user, name)
        if seen.word is not None or move is None or done != len(seen.progress.moves) or seen.progress.over:
            return seen
        if move not in seen.progress.right:
            return seen._replace(word=seen.progress.told(move))
        before, after = seen.progress, seen.progress.after(move)
        at = int(self._now()) if after.over else None
        stored = await self._store.advance_lesson(user, before.stored, after.stored, at)
        return LessonView(after) if stored else await self._seen(user, name)

    async def show(self, user: int, name: LessonName, done: int) -> LessonView:
        """Make the right move for a learner who asks what it is."""
        seen = await self._seen(user, name)
        if seen.word is not None or not seen.progress.right:
            return seen
        return await self.answer(user, name, done, seen.progress.right[0])

    async def leave(self, user: int) -> None:
        """Go to the end of a lesson without having been through it."""
        await self._store.leave_lesson(user)

    async def _seen(self, user: int, name: LessonName) -> LessonView:
        """Return where somebody is in a lesson; whoever was in another one, or in none, begins it."""
        if not is_known(name):
            raise Refused(BUTTON_IS_OLD)
        begun, first = await self._store.begun_lesson(user), first_of(name)
        if begun is not None and begun.name == name and begun.version == first.version:
            return LessonView(Progress(*begun))
        await self._store.begin_lesson(user, first.stored)
        return LessonView(first, CHANGED if begun is not None and begun.name == name else None)
