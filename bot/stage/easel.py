"""A painter in a process of its own: a scene goes in, the bytes of a PNG come back.

Painting in a thread holds the lock of all Python for milliseconds at a time, and whoever presses something
meanwhile waits for it. The process reads scenes from its standard input and ends with it, as the bot does.
"""

import contextlib
import gc
import os
import pickle
import subprocess
import sys
import threading
from itertools import islice
from pathlib import Path
from typing import IO, NamedTuple

from bot.pipes import receive, send
from rendering.paint import paint
from rendering.scene import Placed, Scene, Shape, Sprite

HOUSE = Path(__file__).parents[2]
POLITE = 5  # presses come before pictures, also where there is one core
PATIENCE = 30.0  # seconds for a picture; then the process hangs and another takes its place
MOST = 4000  # sprites that both sides remember; then they begin anew


class Unpaintable(Exception):
    """A scene that could not be painted; names only the kind of error, since a scene may show a hand."""


class Stamp(NamedTuple):
    """A sprite at its place that the other side knows already: only its number is sent."""

    x: float
    y: float
    number: int


class Sheet(NamedTuple):
    """A scene with the numbers of its sprites, and what it is painted on."""

    size: tuple[int, int, str]
    items: list[Shape | Stamp]
    base: "Sheet | None"


class Order(NamedTuple):
    """A scene on its way to the other process."""

    sheet: Sheet
    fresh: list[Sprite]  # numbered on from those sent before
    anew: bool  # forget the ones before


class Easel:
    """Paints in another process, which is started at the first picture and again if it was lost."""

    def __init__(self) -> None:
        self._process: subprocess.Popen[bytes] | None = None
        self._known: dict[Sprite, int] = {}
        self._closed = False

    def paint(self, scene: Scene) -> bytes:
        """Return the picture as PNG bytes; to be called by one thread at a time."""
        try:
            return self._ask(scene)
        except (OSError, EOFError):  # somebody killed it: another one begins anew
            self._let_go()
            return self._ask(scene)

    def _ask(self, scene: Scene) -> bytes:
        if self._closed:  # the bot stops: nobody is hired for a picture that nobody will see
            raise Unpaintable("closed")
        process = self._process = self._process or _hire()
        assert process.stdin and process.stdout
        patience = threading.Timer(PATIENCE, process.kill)
        patience.start()
        try:
            send(process.stdin, pickle.dumps(self._packed(scene), pickle.HIGHEST_PROTOCOL))
            answer = receive(process.stdout)
        finally:
            patience.cancel()
        if not answer.startswith(b"\x89PNG"):
            raise Unpaintable(answer.decode(errors="replace"))
        return answer

    def _packed(self, scene: Scene) -> Order:
        """Return a scene as it is sent: sprites that were sent before as their numbers."""
        anew = not self._known or len(self._known) > MOST
        if anew:
            self._known.clear()
        before = len(self._known)
        sheet = self._numbered(scene)
        return Order(sheet, list(islice(self._known, before, None)), anew)

    def _numbered(self, scene: Scene) -> Sheet:
        items = [
            Stamp(item.x, item.y, self._known.setdefault(item.sprite, len(self._known)))
            if isinstance(item, Placed)
            else item
            for item in scene.items
        ]
        return Sheet(
            (scene.w, scene.h, scene.ground), items, self._numbered(scene.base) if scene.base else None
        )

    def close(self) -> None:
        """Let the process end for good; a picture under way fails."""
        self._closed = True
        self._let_go()

    def _let_go(self) -> None:
        """Let the process end; the next picture starts another."""
        process, self._process = self._process, None
        self._known.clear()
        if process is None:
            return
        process.kill()
        for pipe in (process.stdin, process.stdout):
            with contextlib.suppress(OSError):
                if pipe:
                    pipe.close()
        process.wait()


def _hire() -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [sys.executable, "-c", "from bot.stage import easel; easel.main()"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        cwd=HOUSE,
        start_new_session=True,  # Ctrl-C is for the bot, which finishes what is under way
    )


# --- the other side ----------------------------------------------------------------------------------


class Memory:
    """The sprites that were sent, by their numbers."""

    def __init__(self) -> None:
        self._sprites: list[Sprite] = []

    def scene(self, order: Order) -> Scene:
        if order.anew:
            self._sprites.clear()
        self._sprites += order.fresh
        return self._painted_on(order.sheet)

    def _painted_on(self, sheet: Sheet) -> Scene:
        items = (
            Placed(i.x, i.y, self._sprites[i.number]) if isinstance(i, Stamp) else i for i in sheet.items
        )
        return Scene(*sheet.size, tuple(items), self._painted_on(sheet.base) if sheet.base else None)


def work(orders: IO[bytes], pictures: IO[bytes]) -> None:
    """Paint what comes until nobody asks any more; a scene that cannot be painted fails alone."""
    memory = Memory()
    with contextlib.suppress(EOFError, BrokenPipeError):
        while True:
            order = pickle.loads(receive(orders))
            try:
                answer = paint(memory.scene(order))
            except Exception as error:
                answer = type(error).__name__.encode()
            send(pictures, answer)


def main() -> None:
    """Be the other process."""
    os.nice(POLITE)
    gc.disable()  # a scene holds nothing that holds it
    work(sys.stdin.buffer, sys.stdout.buffer)
