"""`python -m tests.bench.load_long --minutes 30 --rate 9`: does the bot's memory stay level?

The bot is a process of its own against the playground's wire. Two people sit at each table and press at a
steady rate; a game that is over makes room for the next one in its channel, so that games begin and end
all the time. Told every minute: what the bot and its painter hold; in the end what came in the last half.
"""

import argparse
import asyncio
import contextlib
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from bot.playground.actions import Sent, buttons
from games import GAMES
from tests.bench.load import OVERDUE, Crowd, Press, Stopwatch, deal, furnish, of_children, resident
from tests.wire.harness import BOT, harness
from tests.wire.players import labels

MEGABYTE = 1 << 20


class Sample(NamedTuple):
    """What a process and its children held at a moment, in MB."""

    seconds: float
    presses: int
    bot: float
    painter: float


def growth(samples: list[Sample]) -> float:
    """Return by how many MB a thousand presses the bot grew in the second half: the slope of its samples."""
    late = samples[len(samples) // 2 :]
    middle = sum(s.presses for s in late) / len(late)
    mean = sum(s.bot for s in late) / len(late)
    spread = sum((s.presses - middle) ** 2 for s in late)
    return 1000 * sum((s.presses - middle) * (s.bot - mean) for s in late) / spread if spread else 0.0


@dataclass
class Season:
    """Everybody at all tables, who begin another game when one is over."""

    crowd: Crowd
    games: int = 0
    began: float = field(default_factory=time.perf_counter)
    samples: list[Sample] = field(default_factory=list)
    presses: list[Press] = field(default_factory=list)
    _opening: dict[int, asyncio.Task[None]] = field(default_factory=dict)

    async def last(self, rate: float, minutes: float, every: float) -> None:
        """Press for so many minutes, and note what the bot holds now and then."""
        self.note()
        for _ in range(round(minutes * 60 / every)):
            await self.press_for(rate, every)
            self.note()
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self.crowd.h.quiet(), OVERDUE)

    async def press_for(self, rate: float, seconds: float) -> None:
        """Press at a steady rate, whether or not the presses before are answered."""
        due = time.perf_counter()
        for _ in range(round(rate * seconds)):
            await asyncio.sleep(due - time.perf_counter())
            self._press()
            due += 1 / rate

    def _press(self) -> None:
        """Answer a question somewhere; where a game is over the next one is begun meanwhile."""
        free = [channel for channel in self.crowd.channels if channel not in self._opening]
        for channel in self.crowd.dice.sample(free, len(free)):
            if sent := self._act(channel):
                self.presses.append(self.crowd.watch.start(sent))
                self.crowd.h.acts.deliver(sent)
                return
            self._opening[channel] = asyncio.create_task(self._begun(channel))
            self._opening[channel].add_done_callback(lambda _, done=channel: self._opening.pop(done))

    def _act(self, channel: int) -> Sent | None:
        """Answer a question of a game under way, or open a panel there; None: the game is over."""
        sitters, dice = self.crowd.sitters(channel), self.crowd.dice
        if asked := [sitter for sitter in sitters if sitter.panel()]:
            return dice.choice(asked).act(dice)
        boards = [m for m in self.crowd.h.messages(channel) if "Your hand" in labels(m)]
        return self.crowd.h.press(dice.choice(sitters).name, boards[-1], "Your hand") if boards else None

    async def _begun(self, channel: int) -> None:
        """Begin a game; on a machine that is much too busy it is tried again later."""
        with contextlib.suppress(TimeoutError):
            await self._begin(channel)

    async def _begin(self, channel: int) -> None:
        """Open the next table of a channel, let the other one join, and start."""
        h, (host, guest) = self.crowd.h, self.crowd.sitters(channel)
        game = self.crowd.dice.choice([key for key in GAMES if 2 in GAMES[key].SEATS])
        before = {message.id for message in h.messages(channel)}

        def board(label: str):
            new = [m for m in h.messages(channel) if m.id not in before and not m.is_ephemeral]
            return next((m for m in new if label in labels(m)), None)

        await h.run(host.name, "play", channel, game=game)
        await h.click(guest.name, await h.until(lambda: board("Join")), "Join")
        start = await h.until(lambda: _ready(board("Start")))
        await h.click(host.name, start, "Start")
        shown = await h.until(lambda: board("Your hand"))
        for sitter in (host, guest):
            await h.click(sitter.name, shown, "Your hand")
        self.games += 1

    def note(self) -> None:
        """Note and tell what the bot holds."""
        h = self.crowd.h
        bot, painter = resident(h.pid) / MEGABYTE, of_children(h.pid) / MEGABYTE
        sample = Sample(time.perf_counter() - self.began, len(self.presses), bot, painter)
        self.samples.append(sample)
        print(
            f"{sample.seconds / 60:5.1f} min  {sample.presses:6} presses  {self.games:4} games begun"
            f"  bot {bot:6.1f} MB  painter {painter:6.1f} MB",
            flush=True,
        )


def _ready(message):
    """Return a lobby's message once its Start can be pressed."""
    parts = [b for b in buttons(message) if b.get("label") == "Start"] if message else []
    return message if parts and not parts[0].get("disabled") else None


async def main(rate: float, tables: int, minutes: float, every: float = 60.0) -> Season:
    with tempfile.TemporaryDirectory() as folder:
        database = Path(folder) / "campanile.sqlite3"
        async with harness(BOT, DATABASE_URL=f"sqlite:///{database}", LOG_LEVEL="WARNING") as h:
            crowd = Crowd(h, Stopwatch(), furnish(h, tables))
            await deal(database, crowd.channels)
            await h.start_bot()
            await crowd.take_seats()
            h.wire.trouble = crowd.watch
            season = Season(crowd)
            await season.last(rate, minutes, every)
            never = sum(press.acknowledged is None for press in season.presses)
            print(
                f"{len(season.presses)} presses, {never} never acknowledged;"
                f" in the second half the bot grew by {growth(season.samples):.2f} MB a thousand presses",
                flush=True,
            )
            return season


if __name__ == "__main__":
    wanted = argparse.ArgumentParser(description=__doc__)
    wanted.add_argument("--rate", type=float, default=9, help="presses a second")
    wanted.add_argument("--tables", type=int, default=60)
    wanted.add_argument("--minutes", type=float, default=30)
    wanted.add_argument("--every", type=float, default=60, help="seconds between two looks")
    asyncio.run(main(**vars(wanted.parse_args())))
