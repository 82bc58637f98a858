"""`python -m tests.bench.press_modules`: which modules of ours one press enters, counted by a profile.

An ordinary move on the simulated Discord, in the middle of a game. Two counts: the press itself, from its
arrival until its answer is out, in its own task; and all that follows until everything is quiet (the board,
calls, the other panels, what is noted). The first is what whoever follows a press has to read.
"""

import asyncio
import random
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import Any, NamedTuple
from unittest import mock

from bot.delivery.panel_sender import edit_answer
from bot.handlers.press_listener import PressListener
from games import GAMES
from tests.discord import sim
from tests.discord.people import Room

ROOT = Path(__file__).resolve().parents[2]
OURS = ("bot", "cogs", "games", "rendering")
WARM = 8  # moves before the one that is counted
PRESS, ANSWER = PressListener.on_interaction.__code__, edit_answer.__code__


class Entered(NamedTuple):
    """The modules that were entered, by their paths."""

    press: frozenset[str]
    all: frozenset[str]

    def of_bot(self) -> frozenset[str]:
        """Return those of the press that are the bot's: the rest is the game's own."""
        return frozenset(path for path in self.press if path.startswith("bot/"))


class Counter:
    """A profile that notes modules, and tells the task of the press from all others."""

    def __init__(self) -> None:
        self.press: set[str] = set()
        self.all: set[str] = set()
        self._task: asyncio.Task[Any] | None = None
        self._answered = False

    def __call__(self, frame: FrameType, event: str, value: Any) -> None:
        if event == "call":
            self._entered(frame)
        elif event == "return" and frame.f_code is ANSWER and isinstance(value, int):
            self._answered = True

    def _entered(self, frame: FrameType) -> None:
        path = Path(frame.f_code.co_filename)
        if not path.is_relative_to(ROOT) or path.relative_to(ROOT).parts[0] not in OURS:
            return
        task = _task()
        if frame.f_code is PRESS:
            self._task = task
        name = path.relative_to(ROOT).as_posix()
        self.all.add(name)
        if self._task is not None and task is self._task and not self._answered:
            self.press.add(name)


def _task() -> "asyncio.Task[Any] | None":
    try:
        return asyncio.current_task()
    except RuntimeError:  # another thread
        return None


@contextmanager
def counted() -> Iterator[Counter]:
    counter = Counter()
    sys.setprofile(counter)
    try:
        yield counter
    finally:
        sys.setprofile(None)


async def entered(game: str, database: Path) -> Entered:
    """Return what an ordinary move of a game enters."""
    with mock.patch("bot.service.pending_turns.COMPUTER_MOVE_DELAY", (0.0, 0.0)):
        async with sim.running(database) as env:
            room = Room(env)
            players = await room.start(game)
            await room.play_on(players, random.Random(2), WARM)
            person = next(person for person in players if person.asked())
            with counted() as counter:
                await person.choose(random.Random(3))
            return Entered(frozenset(counter.press), frozenset(counter.all))


async def main() -> None:
    for game in sorted(GAMES):
        with tempfile.TemporaryDirectory() as folder:
            found = await entered(game, Path(folder) / "campanile.sqlite3")
        print(
            f"{game}: {len(found.press)} until the answer, {len(found.of_bot())} of these of the bot;",
            end=" ",
        )
        print(f"{len(found.all)} until all is quiet")
        if "-v" in sys.argv:
            print("\n".join(f"  {path}" for path in sorted(found.press)))


if __name__ == "__main__":
    asyncio.run(main())
