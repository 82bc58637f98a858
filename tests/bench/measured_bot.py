"""The bot as a bench starts it: notes every step of its loop that takes long.

In CPU time, which no other process on the machine can stretch. Whoever presses meanwhile waits for such a
step, however fast the rest is.
"""

import asyncio
import json
import os
import time
from pathlib import Path
from typing import Any

from bot.__main__ import main

LONG = 0.005  # seconds of CPU
NOTED = "NOTE_STEPS"  # in the environment: the file in which steps are noted


def note_long_steps(file: Path) -> None:
    """Write a line for every long step: when it ended, what it took, and whose it was."""
    run, lines = asyncio.Handle._run, file.open("a", buffering=1)

    def measured(handle: Any) -> None:
        before = time.thread_time()
        run(handle)
        took = time.thread_time() - before
        if took > LONG:
            lines.write(json.dumps([time.perf_counter(), took, _name(handle)]) + "\n")

    asyncio.Handle._run = measured  # type: ignore[method-assign]


def _name(handle: Any) -> str:
    """Return what a step was about: the coroutine of a task, or the callback."""
    task = getattr(handle._callback, "__self__", None)
    if isinstance(task, asyncio.Task):
        return str(getattr(task.get_coro(), "__qualname__", "?"))
    return str(getattr(handle._callback, "__qualname__", handle._callback))


if __name__ == "__main__":
    note_long_steps(Path(os.environ[NOTED]))
    raise SystemExit(main([]))
