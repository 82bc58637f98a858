"""A whole game as a moving picture, drawn in a process of its own that ends with it: presses come first."""

import asyncio
import contextlib
import json
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from bot.processes.framing import receive, send
from bot.processes.paint_worker import PAINT_NICENESS, PROJECT_ROOT
from bot.processes.priority import lower_priority
from games.record import Moment, line_of, rules_of
from rendering.gif import film
from rendering.scene import Scene

MAX_GIF_STEPS = 90  # steps that are shown; of a longer game every second, third ...
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


def chosen(line: Sequence[Moment]) -> list[Moment]:
    """Return the moments that are shown: all of them, or evenly some, always with the last one."""
    every = -(-len(line) // MAX_GIF_STEPS)
    return [*line[:-1:every], line[-1]]


def scenes(record: dict[str, Any]) -> Iterator[Scene]:
    """Yield the pictures of a game as the public saw them; what looks the same is shown once."""
    game, before = rules_of(record), None
    for moment in chosen(line_of(record, game)):
        scene = game.scene(game.view(moment.state, None))
        if scene != before:
            yield scene
        before = scene


def main() -> None:
    """Be the other process."""
    lower_priority(PAINT_NICENESS)
    out = sys.stdout.buffer
    try:
        record = json.loads(receive(sys.stdin.buffer))
        shown = list(scenes(record))
        send(out, film(shown, lambda n: send(out, b"step %d %d" % (n, len(shown)))))
    except BrokenPipeError:
        return
    except Exception as error:
        send(out, type(error).__name__.encode())
