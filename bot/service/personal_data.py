"""Somebody's data as a file: read a page at a time and written in a thread, so that nobody waits for it."""

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable
from io import BytesIO
from zipfile import ZIP_DEFLATED, ZipFile

from bot.base.numbers import MAX_INTEGER
from bot.storage.personal_data import ROWS_PER_PAGE, SEATS_PER_PAGE, Held, PersonalDataStore, Told

DATA_FILE_NAME = "my-data.json"
MAX_PLAIN_BYTES = (
    2_000_000  # bytes; a longer file is packed: in memory, and for Discord, which takes ten million
)
MAX_MOVES_EXPORTED = 400_000  # moves, the newest: packed some six million bytes
Pages = AsyncIterator[list[Told]]


class DataFile:
    """A JSON file that grows row by row, a line each; a long one is packed while it is written."""

    def __init__(self) -> None:
        self._kept = BytesIO()
        self._zip: ZipFile | None = None
        self._out = self._kept.write
        self._between = b"{"

    def begin(self, section: str) -> None:
        self._write(self._between + b"\n" + json.dumps(section).encode() + b": [")
        self._between = b"\n"

    def add(self, rows: list[Told]) -> None:
        for row in rows:
            self._write(self._between + json.dumps(row, ensure_ascii=False).encode())
            self._between = b",\n"

    def end(self) -> None:
        self._write(b"\n]")
        self._between = b","

    def close(self) -> tuple[str, BytesIO]:
        """Return the file and its name."""
        self._write(b"\n}\n")
        if self._zip is None:
            self._kept.seek(0)
            return DATA_FILE_NAME, self._kept
        self._entry.close()
        self._zip.close()
        self._packed.seek(0)
        return f"{DATA_FILE_NAME}.zip", self._packed

    def _write(self, said: bytes) -> None:
        self._out(said)
        if self._zip is None and self._kept.tell() > MAX_PLAIN_BYTES:
            self._pack()

    def _pack(self) -> None:
        self._packed = BytesIO()
        self._zip = ZipFile(self._packed, "w", ZIP_DEFLATED)
        self._entry = self._zip.open(DATA_FILE_NAME, "w", force_zip64=True)
        self._entry.write(self._kept.getvalue())
        self._out, self._kept = self._entry.write, BytesIO()


async def data_of(store: PersonalDataStore, user: int) -> tuple[str, BytesIO]:
    """Write down all that is stored about somebody; return the file's name and what is in it."""
    file, few = DataFile(), await store.personal_few(user)
    left_out = max(0, (await store.personal_counts(user))["moves"] - MAX_MOVES_EXPORTED)
    said = [
        ("user", [{"id": user}]),
        *few.items(),
        *([("left_out", [{"moves": left_out}])] if left_out else []),
    ]
    for section, rows in said:
        await _write(file, section, _one(rows))
    await _write(file, "tables", _tables(store, user))
    await _write(
        file,
        "results",
        _paged(lambda before: store.personal_results(user, before), "table_id"),
    )
    await _write(
        file,
        "moves",
        _at_most(MAX_MOVES_EXPORTED, _of_seats(store, user, store.personal_moves, "row")),
    )
    await _write(file, "events", _of_seats(store, user, store.personal_events, "id"))
    await _write(file, "wishes", _paged(lambda before: store.personal_wishes(user, before), "id"))
    return await asyncio.to_thread(file.close)


async def _write(file: DataFile, section: str, pages: Pages) -> None:
    file.begin(section)
    async for rows in pages:
        await asyncio.to_thread(file.add, rows)
    file.end()


# --- page by page ---


async def _one(rows: list[Told]) -> Pages:
    yield rows


async def _paged(read: Callable[[int], Awaitable[list[Told]]], key: str) -> Pages:
    """Read backwards, each page from before the last row of the one before."""
    before = MAX_INTEGER
    while rows := await read(before):
        yield rows
        if len(rows) < ROWS_PER_PAGE:
            return
        before = rows[-1][key]


async def _seats(store: PersonalDataStore, user: int) -> AsyncIterator[list[Held]]:
    held, before = await store.held_seats(user), MAX_INTEGER
    while held:
        yield held
        before = held[-1].table_id
        held = await store.held_seats(user, before) if len(held) == SEATS_PER_PAGE else []


async def _tables(store: PersonalDataStore, user: int) -> Pages:
    async for seats in _seats(store, user):
        for n in range(0, len(seats), ROWS_PER_PAGE):
            yield [held.told() for held in seats[n : n + ROWS_PER_PAGE]]


async def _of_seats(
    store: PersonalDataStore, user: int, read: Callable[[Held, int], Awaitable[list[Told]]], key: str
) -> Pages:
    """Read what belongs to somebody's seats, one seat after the other."""
    async for seats in _seats(store, user):
        for held in seats:
            async for rows in _paged(lambda before, held=held: read(held, before), key):  # type: ignore[misc]
                yield rows


async def _at_most(most: int, pages: Pages) -> Pages:
    async for rows in pages:
        yield rows[:most]
        most -= len(rows)
        if most <= 0:
            return
