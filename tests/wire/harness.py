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
        self._command, self._env = command, env
        self._process: asyncio.subprocess.Process | None = None

    # ---- the bot's process

    async def start_bot(self, seconds: float = 20) -> None:
        where = {
            "DISCORD_TOKEN": self.playground.token,
            "CAMPANILE_API": self.playground.api,
            "CAMPANILE_GATEWAY": self.playground.gateway,
        }
        self._process = await asyncio.create_subprocess_exec(
            sys.executable, *self._command, cwd=ROOT, env={**os.environ, **self._env, **where}
        )
        await self.until(lambda: self.wire.online, seconds)

    async def kill_bot(self) -> None:
        """Kill -9: no goodbye, no clean-up."""
        assert self._process is not None
        self._process.kill()
        await self._process.wait()
        self._process = None
        await self.until(lambda: not self.wire.online)

    async def close(self) -> None:
        if self._process is not None:
            self._process.kill()
            await self._process.wait()
        await self.playground.close()

    async def until(self, holds, seconds: float = 5):
        """Wait until something holds, and return it."""
        async with asyncio.timeout(seconds):
            while not (found := holds()):
                await asyncio.sleep(0.01)
        return found

    async def quiet(self, seconds: float = 0.15) -> None:
        """Wait until the bot has sent nothing for a moment."""
        seen = None
        while seen != (seen := self.wire.served):
            await asyncio.sleep(seconds)

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
