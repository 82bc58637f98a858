"""One process that thinks: started when it is first asked, and again when it was lost."""

import asyncio
import contextlib
import pickle
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from bot.base.errors import NoThought
from bot.processes.framing import LENGTH
from bot.processes.think_worker import ANSWER, SO_FAR

PROJECT_ROOT = Path(__file__).parents[2]
SILENCE = 60.0  # seconds without a word; then the process hangs

Told = Callable[[int], None]


class WorkerLost(Exception):
    """The process ended, or said nothing for too long."""


class WorkerProcess:
    """A process that thinks about one thing at a time."""

    def __init__(self, polite: int, megabytes: int) -> None:
        self._code = f"from bot.processes import think_worker; think_worker.main({polite}, {megabytes})"
        self._process: asyncio.subprocess.Process | None = None

    @property
    def pid(self) -> int:
        """The number of the process; 0: there is none."""
        return self._process.pid if self._process else 0

    async def ask(self, parcel: bytes, told: Told) -> Any:
        """Return the answer to a parcel; Lost when it cannot be had from this process."""
        try:
            return await self._asked(parcel, told)
        except NoThought:
            raise
        except (OSError, EOFError, TimeoutError):
            await self.close()
            raise WorkerLost from None
        except BaseException:  # nobody waits for the answer any more: it must not come to somebody else
            await self.close()
            raise

    async def _asked(self, parcel: bytes, told: Told) -> Any:
        process = self._process = self._process or await self._hired()
        assert process.stdin and process.stdout
        process.stdin.write(LENGTH.pack(len(parcel)) + parcel)
        await process.stdin.drain()
        while True:
            async with asyncio.timeout(SILENCE):
                (length,) = LENGTH.unpack(await process.stdout.readexactly(LENGTH.size))
                kind, what = pickle.loads(await process.stdout.readexactly(length))
            if kind == ANSWER:
                return what
            if kind != SO_FAR:
                raise NoThought(what)
            told(what)

    async def _hired(self) -> asyncio.subprocess.Process:
        return await asyncio.create_subprocess_exec(
            sys.executable,
            "-c",
            self._code,
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            cwd=PROJECT_ROOT,
            start_new_session=True,  # Ctrl-C is for the bot, which finishes what is under way
        )

    async def close(self) -> None:
        """Let the process end; the next question starts another."""
        process, self._process = self._process, None
        if process is None:
            return
        with contextlib.suppress(ProcessLookupError):
            process.kill()
        if process.stdin:
            process.stdin.close()
        await process.wait()
