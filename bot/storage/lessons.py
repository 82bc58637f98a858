"""Lessons: the one that each person has begun, and those they have been through; plain queries."""

from bot.domain.entities import BegunLesson, LessonName
from bot.storage.engine import Conflict, Engine, NothingChanged, Step


class LessonStore:
    """What people are learning."""

    def __init__(self, db: Engine) -> None:
        self._db = db

    async def begun_lesson(self, user: int) -> BegunLesson | None:
        """Return the lesson that somebody is in."""
        query = 'SELECT game, lesson, version, moves FROM lessons WHERE "user" = ?'
        for game, lesson, version, moves in await self._db.rows(query, (user,)):
            return BegunLesson(LessonName(game, lesson), version, tuple(moves.split()))
        return None

    async def begin_lesson(self, user: int, progress: BegunLesson) -> None:
        """Begin a lesson, or begin it anew; the one before is left."""
        await self._db.write(
            Step(
                'INSERT INTO lessons ("user", game, lesson, version, moves) VALUES (?, ?, ?, ?, ?)'
                ' ON CONFLICT ("user") DO UPDATE SET game = excluded.game, lesson = excluded.lesson,'
                " version = excluded.version, moves = excluded.moves",
                (user, *progress.name, progress.version, " ".join(progress.moves)),
            )
        )

    async def advance_lesson(
        self, user: int, before: BegunLesson, after: BegunLesson, learned_at: int | None
    ) -> bool:
        """Store one more right move; with the last one, that it is learned. False: a press was faster."""
        steps = [
            Step(
                'UPDATE lessons SET moves = ? WHERE "user" = ? AND game = ? AND lesson = ? AND version = ?'
                " AND moves = ?",
                (" ".join(after.moves), user, *before.name, before.version, " ".join(before.moves)),
                must=True,
            )
        ]
        if learned_at is not None:
            query = 'INSERT INTO learned ("user", game, lesson, at) VALUES (?, ?, ?, ?)'
            again = ' ON CONFLICT ("user", game, lesson) DO NOTHING'
            steps.append(Step(query + again, (user, *before.name, learned_at)))
        try:
            await self._db.write(*steps)
        except (NothingChanged, Conflict):
            return False
        return True

    async def leave_lesson(self, user: int) -> None:
        """Forget the lesson that somebody is in."""
        await self._db.write(Step('DELETE FROM lessons WHERE "user" = ?', (user,)))

    async def learned_lessons(self, user: int) -> frozenset[LessonName]:
        """Return the lessons that somebody has been through."""
        rows = await self._db.rows('SELECT game, lesson FROM learned WHERE "user" = ?', (user,))
        return frozenset(LessonName(*row) for row in rows)
