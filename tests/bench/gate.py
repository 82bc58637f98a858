"""A gate between the bot and its Discord, a process of its own: when a press went in, and its word came out.

The Discord of a bench has people, pictures and hundreds of messages to look after, and is late itself now and
then; whatever it measured would have that in it. The gate only passes bytes on, and comes before all others
where it may. It writes what it saw when its standard input ends.
"""

import asyncio
import contextlib
import json
import re
import sys
import time
from collections.abc import AsyncIterator, Callable

from bot.processes.priority import lower_priority

PRESS = re.compile(rb'"token": ?"(\w*interaction\w*)"')
WORD = re.compile(rb"/interactions/\d+/(\w+)/callback")
CARRY = 200  # bytes: a name may be cut in two
FIRST = -10  # steps back, so ahead of everybody else, where one may

Seen = dict[str, float]  # the token of a press, and when it was first seen
Look = Callable[[bytes], None]


def watching(pattern: re.Pattern[bytes], seen: Seen) -> Look:
    """Return who notes the names in what passes."""
    before = b""

    def look(passing: bytes) -> None:
        nonlocal before
        for found in pattern.findall(before + passing):
            seen.setdefault(found.decode(), time.perf_counter())
        before = passing[-CARRY:]

    return look


async def pump(
    source: asyncio.StreamReader, target: asyncio.StreamWriter, look: Callable[[bytes], None]
) -> None:
    """Pass on what comes until one side goes."""
    with contextlib.suppress(ConnectionError):
        while passing := await source.read(1 << 16):
            target.write(passing)
            look(passing)
            await target.drain()
    target.close()


async def stand(host: str, port: int) -> None:
    """Let everything through, to and from a Discord; say where we are, and in the end what passed."""
    came: Seen = {}
    answered: Seen = {}

    async def through(bot: asyncio.StreamReader, to_bot: asyncio.StreamWriter) -> None:
        discord, to_discord = await asyncio.open_connection(host, port)
        await asyncio.gather(
            pump(discord, to_bot, watching(PRESS, came)), pump(bot, to_discord, watching(WORD, answered))
        )

    server = await asyncio.start_server(through, "127.0.0.1", 0)
    print(server.sockets[0].getsockname()[1], flush=True)
    await asyncio.to_thread(sys.stdin.read)
    print(json.dumps({name: [at, answered.get(name)] for name, at in came.items()}), flush=True)


class Gate:
    """The gate as a bench uses it."""

    def __init__(self, process: asyncio.subprocess.Process, port: int) -> None:
        self._process = process
        self.base = f"127.0.0.1:{port}"

    async def taken(self) -> dict[str, float]:
        """Close the gate; return the seconds from a press to its acknowledgement, by its token."""
        said, _ = await self._process.communicate(b"")
        seen = json.loads(said)
        return {name: answered - came for name, (came, answered) in seen.items() if answered}


@contextlib.asynccontextmanager
async def gate(base: str) -> AsyncIterator[Gate]:
    """Put a gate before a Discord at some host and port."""
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "tests.bench.gate", *base.split(":")),
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        limit=1 << 24,
        start_new_session=True,
    )
    assert process.stdout
    try:
        yield Gate(process, int(await process.stdout.readline()))
    finally:
        with contextlib.suppress(ProcessLookupError):
            process.kill()
        await process.wait()


if __name__ == "__main__":
    lower_priority(FIRST)
    asyncio.run(stand(sys.argv[1], int(sys.argv[2])))
