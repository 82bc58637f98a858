"""A Discord in the test's process, and the bot in a process of its own: to be killed, restarted and raced."""

import asyncio
import contextlib
import os
import sys
from collections.abc import AsyncIterator
from pathlib import Path

from bot.playground.acts import Sent
from bot.playground.server import Playground
from bot.playground.world import CHANNEL, Person
from tests.patience import LONGEST, until

ROOT = Path(__file__).parents[2]
FIXTURE = ("-m", "tests.wire.fixture_bot")
BOT = ("-m", "bot")


class Harness:
    """Starts and kills a bot, and acts for people."""

    def __init__(self, playground: Playground, command: tuple[str, ...], env: dict[str, str]) -> None:
        self.playground = playground
        self.wire = playground.wire
        self.world = playground.world
        self.acts = playground.web.acts
        self.command, self._env = command, {"PRESSES": "0", **env}  # people here press without a pause
        self.home = ROOT  # the folder the bot is started from
        self.said: Path | None = None  # where the bot's log goes, if a test wants to read it
        self._process: asyncio.subprocess.Process | None = None
        self.discord_waits(LONGEST)

    def discord_waits(self, seconds: float) -> None:
        """Say how long Discord waits for an answer: three seconds in truth, longer on a busy machine."""
        discord = self.world.discord
        answer, after = type(discord).answer, type(discord).iso_after
        discord.answer = lambda record: answer(discord, record, seconds)
        discord.iso_after = lambda given: after(discord, seconds if given == 3 else given)

    # ---- the bot's process

    async def start_bot(self) -> None:
        where = {
            "DISCORD_TOKEN": self.playground.token,
            "CAMPANILE_API": self.playground.api,
            "CAMPANILE_GATEWAY": self.playground.gateway,
        }
        with contextlib.ExitStack() as files:
            said = files.enter_context(self.said.open("ab")) if self.said else None
            self._process = await asyncio.create_subprocess_exec(
                *(sys.executable, *self.command),
                cwd=self.home,
                env={**os.environ, **self._env, **where},
                stderr=said,
            )
        await until(lambda: self.wire.online)

    @property
    def pid(self) -> int:
        assert self._process is not None
        return self._process.pid

    async def kill_bot(self) -> None:
        """Kill -9: no goodbye, no clean-up."""
        assert self._process is not None
        self._process.kill()
        await self._process.wait()
        self._process = None
        await until(lambda: not self.wire.online)

    async def stop_bot(self) -> int:
        """SIGTERM: the bot may say goodbye; returns its exit code."""
        assert self._process is not None
        self._process.terminate()
        code = await self._process.wait()
        self._process = None
        return code

    async def type(self, *words: str, **env: str) -> tuple[int, str]:
        """Type `campanile ...` on the bot's machine; returns the exit code and all that was said."""
        where = {
            "DISCORD_TOKEN": self.playground.token,
            "CAMPANILE_API": self.playground.api,
            "CAMPANILE_GATEWAY": self.playground.gateway,
        }
        typed = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "bot", *words),
            cwd=ROOT,
            env={**os.environ, **self._env, **where, **env},
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.STDOUT,
        )
        said, _ = await typed.communicate()
        return int(typed.returncode or 0), said.decode()

    async def close(self) -> None:
        if self._process is not None:
            with contextlib.suppress(ProcessLookupError):
                self._process.kill()
            await self._process.wait()
        await self.playground.close()

    async def until(self, holds):
        """Wait until something holds, and return it."""
        return await until(holds)

    async def quiet(self) -> None:
        """Wait until the bot rests: it has asked for nothing and worked on nothing for a moment."""
        async with asyncio.timeout(LONGEST):
            while True:
                before = self._doings()
                await asyncio.sleep(0.15)
                if before is not None and before == self._doings():
                    return

    def _doings(self) -> tuple[int, int] | None:
        """Return the requests and the work of the bot so far; None while it is at work.

        Silence alone would not do: on a busy machine a bot is silent while it waits for its turn.
        """
        threads = list(Path(f"/proc/{self._process.pid}/task").glob("*")) if self._process else []
        work = 0
        for thread in threads:
            with contextlib.suppress(OSError):  # a thread may end meanwhile
                if (thread / "stat").read_text().rpartition(")")[2].split()[0] != "S":
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
        from bot.playground.acts import buttons

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


def text_of(message) -> str:
    """All words of a message, whatever component they stand in."""
    from bot.playground.backend import walk_components

    parts = [str(c.get("content", "")) for c in walk_components(message.components)]
    return "\n".join([message.content, *parts])
