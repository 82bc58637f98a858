"""A painter in a process of its own: a scene goes in, the bytes of a PNG come back.

Painting in a thread holds the lock of all Python for milliseconds at a time, and whoever presses something
meanwhile waits for it. The process reads scenes from its standard input and ends with it, as the bot does.
"""

import contextlib
import gc
import pickle
import select
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import IO, NamedTuple, TypeVar

from bot.processes.framing import receive, receive_within, send, send_within
from bot.processes.priority import lower_priority
from rendering.interned_items import InternedItem
from rendering.paint import at_hand, painted_layer
from rendering.places import ahead
from rendering.scene import Item, Placed, Scene, Shape, Sprite
from rendering.strips import REGISTER, Layer

PROJECT_ROOT = Path(__file__).parents[2]
PAINT_NICENESS = 5  # presses come before pictures, also where there is one core
PAINT_TIMEOUT = 30.0  # seconds for a picture; then the process hangs and another takes its place
BASES = 64  # boards that both sides have at hand: panels come soon after their board
MAX_KNOWN_ITEMS = 6000  # items that both sides remember; then they begin anew


Key = TypeVar("Key", Sprite, Item)


class PaintFailed(Exception):
    """A scene that could not be painted; names only the kind of error, since a scene may show a hand."""


class Stamp(NamedTuple):
    """A sprite at its place, by the sprite's number."""

    x: float
    y: float
    number: int


class Sheet(NamedTuple):
    """A scene, or one that it is painted on: its size, its ground, and the numbers of its items."""

    w: int
    h: int
    ground: str
    items: tuple[int, ...]


class PaintJob(NamedTuple):
    """A scene on its way to the other process, the lowest sheet first."""

    sheets: tuple[Sheet, ...]
    sprites: list[Sprite]  # the other side does not know yet: numbered on from those before
    items: list[Shape | Stamp]  # likewise
    anew: bool  # forget the ones before


class Numbers(dict[Key, int]):
    """What was sent before, each with its number; what is new gets the next one, and is to be sent."""

    def __init__(self) -> None:
        self.fresh: list[Key] = []

    def __missing__(self, key: Key) -> int:
        number = self[key] = len(self)
        self.fresh.append(key)
        return number

    def clear(self) -> None:
        super().clear()
        self.fresh = []

    def taken(self) -> list[Key]:
        """Return what was new since this was last asked."""
        taken, self.fresh = self.fresh, []
        return taken


class PaintProcess:
    """Paints in another process, which is started at the first picture and again if it was lost."""

    def __init__(self) -> None:
        self._process: subprocess.Popen[bytes] | None = None
        self._sprites: Numbers[Sprite] = Numbers()
        self._items: Numbers[Item] = Numbers()
        self._bases: dict[Scene, tuple[Sheet, ...]] = {}
        self._closed = False

    def paint(self, scene: Scene) -> bytes:
        """Return the picture as PNG bytes; to be called by one thread at a time."""
        try:
            return self._ask(scene)
        except (OSError, EOFError):  # it was killed, or hangs: another one begins anew
            self._let_go()
            return self._ask(scene)

    def _ask(self, scene: Scene) -> bytes:
        if self._closed:  # the bot stops: nobody is hired for a picture that nobody will see
            raise PaintFailed("closed")
        process = self._process = self._process or _hire()
        assert process.stdin and process.stdout
        send_within(PAINT_TIMEOUT, process.stdin, pickle.dumps(self._packed(scene), pickle.HIGHEST_PROTOCOL))
        answer = receive_within(PAINT_TIMEOUT, process.stdout)
        if not answer.startswith(b"\x89PNG"):
            raise PaintFailed(answer.decode(errors="replace"))
        return answer

    def _packed(self, scene: Scene) -> PaintJob:
        """Return a scene as it is sent: what was sent before as its number."""
        anew = not self._items or len(self._items) > MAX_KNOWN_ITEMS
        if anew:
            self._forget()
        sheets = self._numbered(scene)
        items = [self._stamped(item) for item in self._items.taken()]
        return PaintJob(sheets, self._sprites.taken(), items, anew)

    def _numbered(self, scene: Scene) -> tuple[Sheet, ...]:
        known = self._items
        items = tuple([known[item] for item in scene.items])
        return (*self._base(scene.base), Sheet(scene.w, scene.h, scene.ground, items))

    def _base(self, scene: Scene | None) -> tuple[Sheet, ...]:
        """Return what a scene is painted on: of several on the same it is looked through once."""
        if scene is None:
            return ()
        if (sheets := self._bases.get(scene)) is None:
            sheets = self._bases[scene] = self._numbered(scene)
            if len(self._bases) > BASES:
                del self._bases[next(iter(self._bases))]
        return sheets

    def _stamped(self, item: Item) -> Shape | Stamp:
        if not isinstance(item, Placed):
            return item
        return Stamp(item.x, item.y, self._sprites[item.sprite])

    def _forget(self) -> None:
        self._sprites.clear()
        self._items.clear()
        self._bases.clear()

    def close(self) -> None:
        """Let the process end for good; a picture under way fails."""
        self._closed = True
        self._let_go()

    def _let_go(self) -> None:
        """Let the process end; the next picture starts another."""
        process, self._process = self._process, None
        self._forget()
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
        [sys.executable, "-c", "from bot.processes import paint_worker; paint_worker.main()"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        bufsize=0,
        cwd=PROJECT_ROOT,
        start_new_session=True,  # Ctrl-C is for the bot, which finishes what is under way
    )


# --- the other side ----------------------------------------------------------------------------------


class KnownItems:
    """The sprites, items and boards that were sent, by their numbers."""

    def __init__(self) -> None:
        self._sprites: list[Sprite] = []
        self._items: list[InternedItem] = []
        self._bases: dict[tuple[Sheet, ...], Layer] = {}

    def layer(self, order: PaintJob) -> Layer:
        if order.anew:
            self._forget()
        self._sprites += order.sprites
        self._items += REGISTER.known(tuple(self._placed(item) for item in order.items))
        return self._layer(order.sheets)

    def _layer(self, sheets: tuple[Sheet, ...]) -> Layer:
        *lower, (w, h, ground, items) = sheets
        return Layer(w, h, ground, [self._items[n] for n in items], self._base(tuple(lower)))

    def _base(self, sheets: tuple[Sheet, ...]) -> Layer | None:
        """Return what a scene is painted on, with its strips if they were worked out before."""
        if sheets and sheets not in self._bases:
            self._bases[sheets] = self._layer(sheets)
            if len(self._bases) > BASES:
                del self._bases[next(iter(self._bases))]
        return self._bases.get(sheets)

    def _placed(self, item: Shape | Stamp) -> Item:
        return Placed(item.x, item.y, self._sprites[item.number]) if isinstance(item, Stamp) else item

    def _forget(self) -> None:
        for known in self._items:
            known.forget()
        self._sprites.clear()
        self._items.clear()
        self._bases.clear()


def work(orders: IO[bytes], pictures: IO[bytes]) -> None:
    """Paint what comes until nobody asks any more; a scene that cannot be painted fails alone.

    After the first picture places are drawn ahead: a sky takes longer than the rest of a picture.
    """
    memory, later = KnownItems(), ahead()
    with contextlib.suppress(EOFError, BrokenPipeError):
        while True:
            order = pickle.loads(receive(orders))
            try:
                answer = painted_layer(memory.layer(order))
            except Exception as error:
                answer = type(error).__name__.encode()
            send(pictures, answer)
            draw_ahead(orders, later)


def draw_ahead(orders: IO[bytes], sprites: Iterator[Sprite]) -> None:
    """Draw sprites, one after the other, until the next order waits to be read."""
    while not select.select([orders], [], [], 0)[0] and (sprite := next(sprites, None)):
        at_hand(sprite)


def main() -> None:
    """Be the other process."""
    lower_priority(PAINT_NICENESS)
    gc.disable()  # nothing here is left that holds itself
    work(sys.stdin.buffer, sys.stdout.buffer)
