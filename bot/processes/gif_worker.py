"""A whole game as a moving picture, drawn in a process of its own that ends with it: presses come first."""

import asyncio
import contextlib
import json
import subprocess
import sys
import threading
from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Any

from bot.processes.framing import receive, send
from bot.processes.paint_worker import PAINT_NICENESS, PROJECT_ROOT
from bot.processes.priority import lower_priority
from games.record import line_of, rules_of
from rendering.gif import film
from rendering.scene import Scene

MAX_GIF_STEPS = 40  # steps that are shown: whoever looks at a film wants to see how it went, not each move
GIF_TIMEOUT = 60.0  # seconds for a game; then its process hangs

Told = Callable[[int, int], None]


class GifFailed(Exception):
    """A game that could not be drawn."""


async def gif_of(record: dict[str, Any], told: Told = lambda n, of: None) -> bytes:
    """Return a finished game as a GIF, as the public saw it; `told` hears how far it is."""
    loop = asyncio.get_running_loop()

    def hear(n: int, of: int) -> None:
        with contextlib.suppress(RuntimeError):  # the loop is closed: nobody listens any more
            loop.call_soon_threadsafe(told, n, of)

    return await asyncio.to_thread(_filmed, json.dumps(record).encode(), hear)


def _filmed(order: bytes, told: Told) -> bytes:
    process = subprocess.Popen(
        [sys.executable, "-c", "from bot.processes import gif_worker; gif_worker.main()"],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=PROJECT_ROOT, start_new_session=True,
    )  # fmt: skip
    assert process.stdin and process.stdout
    patience = threading.Timer(GIF_TIMEOUT, process.kill)
    patience.start()
    try:
        send(process.stdin, order)
        while not (answer := receive(process.stdout)).startswith(b"GIF"):
            if not answer.startswith(b"step"):
                raise GifFailed(answer.decode(errors="replace"))
            _, n, of = answer.split()
            told(int(n), int(of))
        return answer
    except (OSError, EOFError) as error:
        raise GifFailed(type(error).__name__) from None
    finally:
        patience.cancel()
        process.kill()
        process.stdin.close()
        process.stdout.close()
        process.wait()


# --- the other side ----------------------------------------------------------------------------------


def scenes(record: dict[str, Any]) -> list[Scene]:
    """Return the pictures of a game as the public saw them: those in which most has changed, and the last."""
    game = rules_of(record)
    return most_telling([game.scene(game.view(moment.state, None)) for moment in line_of(record, game)])


def most_telling(line: Sequence[Scene], most: int = MAX_GIF_STEPS) -> list[Scene]:
    """Return at most so many scenes: first and last, and those that differ most from the one before."""
    changes = [len({*now.everything} - {*before.everything}) for before, now in pairwise(line)]
    changed = [n for n, change in enumerate(changes, 1) if change and n < len(line) - 1]
    inner = sorted(changed, key=lambda n: -changes[n - 1])[: most - 2]
    return [line[n] for n in sorted({0, *inner, len(line) - 1})]


def main() -> None:
    """Be the other process."""
    lower_priority(PAINT_NICENESS)
    out = sys.stdout.buffer
    try:
        record = json.loads(receive(sys.stdin.buffer))
        shown = scenes(record)
        send(out, film(shown, lambda n: send(out, b"step %d %d" % (n, len(shown)))))
    except BrokenPipeError:
        return
    except Exception as error:
        send(out, type(error).__name__.encode())
