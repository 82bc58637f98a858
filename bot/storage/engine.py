"""What the store needs of a database: to read, to write whole units, and plain words for its troubles."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Collection, Coroutine, Iterable, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from functools import wraps
from pathlib import Path
from typing import Any, NamedTuple, ParamSpec, Protocol, TypeVar

from bot.base.errors import StoreTrouble
from bot.base.numbers import MAX_INTEGER

P = ParamSpec("P")
T = TypeVar("T")
Row = tuple[Any, ...]
Told = Callable[[Collection[int]], None]
MIGRATIONS = Path(__file__).parent / "migrations"


class Step(NamedTuple):
    """One statement of a unit, with `?` for its values."""

    query: str
    values: tuple[Any, ...] = ()
    must: bool = False  # it must change something, or the whole unit counts for nothing


class DependentStep(NamedTuple):
    """A statement whose rows say what is to be written after it, within the same unit."""

    query: str
    values: tuple[Any, ...]
    then: "Callable[[list[Row]], Sequence[Part]]"


Part = Step | DependentStep


class Conflict(Exception):
    """A unit that broke a constraint: nothing of it was written."""

    def __init__(self, constraint: str) -> None:
        super().__init__(constraint)
        self.constraint = constraint


class NothingChanged(Exception):
    """A step that had to change something did not: somebody else was first. Nothing was written."""


class TooLarge(Exception):
    """A number that nothing stored can have: somebody made it up."""


class Engine(Protocol):
    """A database that holds tables; any number of them may be asked at the same moment."""

    name: str  # as it stands in the log
    now: str  # how the database says what time it is, in seconds
    shared: bool  # whether other processes may write here, too

    async def rows(self, query: str, values: Iterable[Any] = ()) -> list[Row]:
        """Read."""

    async def write(self, *steps: Part) -> list[list[Row]]:
        """Write all of it or nothing, durably; return what each step returned."""

    async def fenced(self, fence: Step, *inserts: Step) -> list[Row]:
        """Write what the fence lets through: each insert is an `INSERT ... SELECT` of values alone."""

    async def fill(self, table: str, columns: Sequence[str], rows: Sequence[Row]) -> None:
        """Add many rows at once, to a table that nobody uses yet."""

    async def settle_ids(self, table: str) -> None:
        """Let the next number of a table come after all that it has."""

    def alone(self, name: str) -> AbstractAsyncContextManager[None]:
        """Hold a name that only one process may hold at a time."""

    def changed(self, table_id: int) -> None:
        """Tell other processes soon that a table has changed: a hint, not a promise."""

    def listen(self, told: Told) -> None:
        """Be told of the tables that other processes have changed."""

    async def damage(self, backups: Path | None = None) -> str:
        """Look everything over; return what is wrong and where the newest backup is, or nothing."""

    async def close(self) -> None:
        """Close after the writes under way."""


def whole(write: Callable[P, Awaitable[T]]) -> Callable[P, Coroutine[Any, Any, T]]:
    """Let a write finish even if the one who asked for it is cancelled: half of one would block the next."""

    @wraps(write)
    async def shielded(*args: P.args, **kwargs: P.kwargs) -> T:
        writing = asyncio.ensure_future(write(*args, **kwargs))
        try:
            return await asyncio.shield(writing)
        except asyncio.CancelledError:  # nobody waits any more: what comes of it is nobody's news
            writing.add_done_callback(lambda done: done.cancelled() or done.exception())
            raise

    return shielded


def checked(values: Iterable[Any]) -> tuple[Any, ...]:
    """Refuse numbers that no column can hold, alike on every database."""
    values = tuple(values)
    if any(isinstance(value, int) and not -MAX_INTEGER <= value <= MAX_INTEGER for value in values):
        raise TooLarge
    return values


def migration_steps(engine: str, version: int, place: object) -> list[tuple[int, str]]:
    """Return the migrations that are still to be done, with their numbers."""
    files = sorted((MIGRATIONS / engine).glob("*.sql"))
    if version > len(files):
        raise StoreTrouble(
            f"{place} was written by a newer version of Campanile "
            f"(format {version}, this version knows {len(files)}). Update Campanile, or use another database."
        )
    return [(n, file.read_text(encoding="utf-8")) for n, file in enumerate(files[version:], version + 1)]


class NamedLocks:
    """Names that one task of this process may hold at a time."""

    def __init__(self) -> None:
        self._locks: dict[str, asyncio.Lock] = {}

    @asynccontextmanager
    async def alone(self, name: str) -> AsyncIterator[None]:
        async with self._locks.setdefault(name, asyncio.Lock()):
            yield
