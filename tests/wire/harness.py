"""A Discord in the test's process, and bots in processes of their own: to be killed, restarted and raced."""

import asyncio
import contextlib
import os
import re
import sys
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

from bot.playground.actions import Sent
from bot.playground.gateway import Session
from bot.playground.server import Playground
from bot.playground.world import CHANNEL, Person
from tests.patience import LONGEST, until

ROOT = Path(__file__).parents[2]
FIXTURE = ("-m", "tests.wire.fixture_bot")
BOT = ("-m", "bot")
ALONE = "bot"  # the name of a bot that has no other beside it


class Died(Exception):
    """A bot ended by itself."""


class Harness:
    """Starts and kills bots, and acts for people."""

    def __init__(self, playground: Playground, command: tuple[str, ...], env: dict[str, str]) -> None:
        self.playground = playground
        self.wire = playground.wire
        self.world = playground.world
        self.acts = playground.web.acts
        self.command, self._env = command, {"PRESSES": "0", **env}  # people here press without a pause
        self.home = ROOT  # the folder the bot is started from
        self.said: Path | None = None  # where the log of a bot goes that is alone, if a test wants to read it
        self.idling = 0  # nanoseconds of work in a moment that are none: to look whether there are hints
        self._processes: dict[str, asyncio.subprocess.Process] = {}
        self._stays: dict[str, list[Session]] = {}  # each bot's sessions at the gateway
        self.discord_waits(LONGEST)

    def discord_waits(self, seconds: float) -> None:
        """Say how long Discord waits for an answer: three seconds in truth, longer on a busy machine."""
        discord = self.world.discord
        answer, after = type(discord).answer, type(discord).iso_after
        discord.answer = lambda record: answer(discord, record, seconds)
        discord.iso_after = lambda given: after(discord, seconds if given == 3 else given)

    # ---- the bots' processes

    async def start_bot(self, name: str = ALONE, **env: str) -> None:
        """Start a bot, beside those that run, and wait until it is connected."""
        before = self.wire.connected
        self._processes[name] = process = await self._spawn(name, env)
        wanted = shards_of(env.get("SHARDS", f"0-{self.wire.shards - 1}/{self.wire.shards}"))
        await until(lambda: process.returncode is not None or self._arrived(before, wanted))
        if process.returncode is not None:
            del self._processes[name]
            raise Died(f"the bot died at its start, with {process.returncode}")
        self._stays[name] = self._arrived(before, wanted)

    def _arrived(self, before: list[Session], wanted: set[tuple[int, int]]) -> list[Session]:
        """Return the sessions that are new at the gateway, once there is one of every shard."""
        fresh = [s for s in self.wire.connected if s not in before and s.shard in wanted]
        return fresh if wanted <= {session.shard for session in fresh} else []

    async def _spawn(self, name: str, env: dict[str, str]) -> asyncio.subprocess.Process:
        with contextlib.ExitStack() as files:
            said = files.enter_context(self.log_of(name).open("ab")) if self.said else None
            return await asyncio.create_subprocess_exec(
                *(sys.executable, *self.command),
                cwd=self.home,
                env={**os.environ, **self._env, **self._where(), **env},
                stderr=said,
            )

    def _where(self) -> dict[str, str]:
        return {
            "DISCORD_TOKEN": self.playground.token,
            "CAMPANILE_API": self.playground.api,
            "CAMPANILE_GATEWAY": self.playground.gateway,
        }

    def log_of(self, name: str) -> Path:
        """The file with the log of a bot."""
        assert self.said is not None
        return self.said if name == ALONE else self.said.with_name(f"{self.said.stem}-{name}.log")

    @property
    def pid(self) -> int:
        return self._processes[ALONE].pid

    async def kill_bot(self, name: str = ALONE) -> None:
        """Kill -9: no goodbye, no clean-up."""
        process = self._processes.pop(name)
        process.kill()
        await process.wait()
        await self._left(name)

    async def stop_bot(self, name: str = ALONE) -> int:
        """SIGTERM: the bot may say goodbye; returns its exit code."""
        process = self._processes[name]
        process.terminate()
        code = await process.wait()
        del self._processes[name]
        await self._left(name)
        return code

    async def _left(self, name: str) -> None:
        """Wait until the gateway has noticed that a bot is gone."""
        stays = self._stays.pop(name, [])
        await until(lambda: not any(session.socket for session in stays))
        if not self._processes:
            await until(lambda: not self.wire.online)

    async def type(self, *words: str, **env: str) -> tuple[int, str]:
        """Type `campanile ...` on the bot's machine; returns the exit code and all that was said."""
        typed = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "bot", *words),
            cwd=self.home,
            env={**os.environ, **self._env, **self._where(), **env},
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.STDOUT,
        )
        said, _ = await typed.communicate()
        return int(typed.returncode or 0), said.decode()

    async def close(self) -> None:
        for process in self._processes.values():
            with contextlib.suppress(ProcessLookupError):
                process.kill()
            await process.wait()
        await self.playground.close()

    async def until(self, holds):
        """Wait until something holds, and return it."""
        return await until(holds)

    async def quiet(self) -> None:
        """Wait until the bots rest: they have asked for nothing and worked on nothing for a moment."""
        async with asyncio.timeout(LONGEST):
            while True:
                before = self._doings()
                await asyncio.sleep(0.15)
                if before is not None and self._idled_since(*before):
                    return

    def _idled_since(self, served: int, work: int) -> bool:
        now = self._doings()
        return now is not None and now[0] == served and now[1] <= work + self.idling

    def _doings(self) -> tuple[int, int] | None:
        """Return the requests and the work of the bots and their painters so far; None while one is at work.

        Silence alone would not do: on a busy machine a bot is silent while it waits for its turn.
        """
        work = 0
        for process in self._processes.values():
            for thread in threads_of(process.pid):
                with contextlib.suppress(OSError):  # a thread may end meanwhile
                    if (thread / "stat").read_text().rpartition(")")[2].split()[0] not in "SZ":
                        return None
                    work += int((thread / "schedstat").read_text().split()[0])
        return self.wire.served, work

    # ---- people

    def person(self, name: str) -> Person:
        return self.world.people[name]

    async def run(self, name: str, command: str, channel: int = CHANNEL, **options):
        return await self.acts.done(self.acts.run(self.person(name), channel, command, options))

    def press(self, name: str, message, label: str) -> Sent:
        """Build a press of the button with this label; nothing is delivered yet."""
        from bot.playground.actions import buttons

        ids = [b["custom_id"] for b in buttons(message) if b.get("label") == label]
        assert ids, f"no button {label!r} among {[b.get('label') for b in buttons(message)]}"
        return self.acts.press(self.person(name), message.channel_id, message.id, ids[0])

    async def click(self, name: str, message, label: str):
        return await self.acts.done(self.press(name, message, label))

    def messages(self, channel: int = CHANNEL) -> list:
        return list(self.world.discord.messages[channel].values())

    def seen_by(self, name: str, channel: int = CHANNEL) -> list:
        return [m for m in self.messages(channel) if self.world.sees(self.person(name), m)]


@contextlib.asynccontextmanager
async def harness(
    command: tuple[str, ...] = FIXTURE, world: Path | None = None, **env: str
) -> AsyncIterator[Harness]:
    playground = Playground(world)
    await playground.listen("127.0.0.1", 0)
    made = Harness(playground, command, env)
    try:
        yield made
    finally:
        await made.close()


def threads_of(process: int) -> Iterator[Path]:
    """Yield the threads of a process and of all its children: a bot has its painter as one."""
    for thread in Path(f"/proc/{process}/task").glob("*"):
        yield thread
        with contextlib.suppress(OSError):
            for child in (thread / "children").read_text().split():
                yield from threads_of(int(child))


def shards_of(said: str) -> set[tuple[int, int]]:
    """Read SHARDS as the bot does: which ones, of how many."""
    first, last, count = re.fullmatch(r"(\d+)(?:-(\d+))?/(\d+)", said).groups()
    return {(shard, int(count)) for shard in range(int(first), int(last or first) + 1)}


def text_of(message) -> str:
    """All words of a message, whatever component they stand in."""
    from bot.playground.backend import walk_components

    parts = [str(c.get("content", "")) for c in walk_components(message.components)]
    return "\n".join([message.content, *parts])
