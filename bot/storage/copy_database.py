"""Moving everything from one database to another, in either direction; numbers are kept, games replayed."""

import logging
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path
from typing import NamedTuple

from bot.base.database_url import UNCLEAR, file_of, plain
from bot.base.errors import StoreTrouble
from bot.domain.records import Finished
from bot.domain.settings import ServerSettings, UserSettings
from bot.storage.engine import Engine, Row, Step
from bot.storage.open_engine import open_engine
from bot.storage.processes import ProcessStore
from bot.storage.stores import MOVING, check_whole
from bot.storage.table_statements import TABLE_COLUMNS

log = logging.getLogger(__name__)

ROWS_PER_BATCH = 2000  # rows read and written at a time


class CopiedTable(NamedTuple):
    """A table of the database: its columns, and by which of them its rows are told apart."""

    columns: tuple[str, ...]
    key: tuple[str, ...]
    numbers: bool = False  # whether the database gives out its ids


# In the order in which they refer to each other. What is of the moment, as `identify`, stays behind, above
# all `open_panels`: a token is a secret that is never copied.
COPIED_TABLES = {
    "tables": CopiedTable((*TABLE_COLUMNS.split(", "), "owes_call"), ("id",), numbers=True),
    "seats": CopiedTable(
        ("table_id", "seat", '"user"', "dm_channel", "dm_message", "dm_locale", "dm_told", "dm_user"),
        ("table_id", "seat"),
    ),
    "rows": CopiedTable(
        ("table_id", "row", "kind", "seat", "text", "by", "at", "interaction"), ("table_id", "row")
    ),
    "events": CopiedTable(
        ("id", "table_id", "kind", "seat", "row", "text", "at", "interaction"), ("id",), numbers=True
    ),
    "words": CopiedTable(("table_id", '"user"', "word", "seat", "share"), ("table_id", '"user"')),
    "lessons": CopiedTable(('"user"', "game", "lesson", "version", "moves"), ('"user"',)),
    "learned": CopiedTable(('"user"', "game", "lesson", "at"), ('"user"', "game", "lesson")),
    "advance": CopiedTable(("table_id", "seat", "key", "answer"), ("table_id", "seat", "key")),
    "finished": CopiedTable(Finished._fields, ("table_id",)),
    "results": CopiedTable(
        (
            *("table_id", '"user"', "guild", "game", "seats", "place", "score", "at", "points"),
            *("seat", "ended", "ladder", "mu", "sigma", "decisions", "clocked"),
        ),
        ("table_id", '"user"'),
    ),
    "ratings": CopiedTable(
        ("guild", "game", "ladder", "season", '"user"', "mu", "sigma", "worth", "games", "wins", "listed"),
        ("guild", "game", "ladder", "season", '"user"'),
    ),
    "feats": CopiedTable(('"user"', "feat", "table_id", "at"), ('"user"', "feat")),
    "counted": CopiedTable(("name", "number"), ("name",)),
    "facts": CopiedTable(("name", "value"), ("name",)),
    "beats": CopiedTable(("shard", "of", "at"), ("shard", "of")),
    "people": CopiedTable(('"user"', *UserSettings._fields), ('"user"',)),
    "away": CopiedTable(('"user"', "since", "until"), ('"user"', "since")),
    "servers": CopiedTable(("guild", *ServerSettings._fields), ("guild",)),
    "greeted": CopiedTable(("guild", "at"), ("guild",)),
    "reviews": CopiedTable(("table_id", "text"), ("table_id",)),
    "data_tables": CopiedTable(("fingerprint", "game", "file", "text"), ("fingerprint", "game", "file")),
}


Replay = Callable[[Engine, int], Awaitable[object | None]]  # a game by its log; None: it does not replay


class Moved(NamedTuple):
    """What was moved, running games that replay alike, and those that did not replay before either."""

    tables: int
    rows: int
    replayed: int
    aside: int


async def move_database(
    source: str | Path, target: str | Path, replay: Replay, tell: Callable[[str], None] = log.info
) -> Moved:
    """Copy everything into an empty database and check it there; the source is only read.

    No bot may run on either. What breaks off can be begun again: a half-filled target opens for nobody else.
    """
    file = file_of(source)
    if file is not None and not file.exists():
        raise StoreTrouble(f"{file} does not exist: there is nothing to move.")
    if str(source) == str(target) or plain(source) == plain(target) != UNCLEAR:
        raise StoreTrouble(f"{plain(source)} cannot be moved to itself. Name another database.")
    here = await open_engine(source, patient=True)
    try:
        there = await open_engine(target, patient=True)
        try:
            return await _move(here, there, plain(target), replay, tell)
        finally:
            await there.close()
    finally:
        await here.close()


async def _move(
    here: Engine, there: Engine, place: str, replay: Replay, tell: Callable[[str], None]
) -> Moved:
    await check_whole(ProcessStore(here))
    await _make_room(there, place)
    for name, kind in COPIED_TABLES.items():
        copied = 0
        async for page in _pages(here, name, kind):
            await there.fill(name, kind.columns, page)
            copied += len(page)
        if kind.numbers:
            await there.settle_ids(name)
        await _check_count(here, there, name)
        tell(f"{name}: {copied} copied")
    replayed, aside = await _check_games(here, there, replay)
    tell(f"games under way: {replayed} replay alike, {aside} did not replay before either")
    moved = Moved(await _count(there, "tables"), await _count(there, "rows"), replayed, aside)
    await there.write(Step("DELETE FROM facts WHERE name = ?", (MOVING,)))
    return moved


async def _make_room(there: Engine, place: str) -> None:
    """Mark a database as being filled; what an earlier try has left there goes."""
    if await ProcessStore(there).fact(MOVING):
        for name in reversed(COPIED_TABLES):
            await there.write(Step(f"DELETE FROM {name}"))
    if any([await _count(there, name) for name in COPIED_TABLES]):
        raise StoreTrouble(f"{place} is not empty. Name an empty database: nothing there is written over.")
    await ProcessStore(there).set_fact(MOVING, "begun")


async def _pages(here: Engine, name: str, kind: CopiedTable) -> AsyncIterator[list[Row]]:
    """Read a table in pages, each after the last row of the one before."""
    key, marks = ", ".join(kind.key), ", ".join("?" * len(kind.key))
    columns = ", ".join(kind.columns)
    after, values = "", tuple[object, ...]()
    while page := await here.rows(
        f"SELECT {columns} FROM {name}{after} ORDER BY {key} LIMIT {ROWS_PER_BATCH}", values
    ):
        yield page
        after = f" WHERE ({key}) > ({marks})"
        values = tuple(page[-1][kind.columns.index(column)] for column in kind.key)


async def _count(db: Engine, name: str) -> int:
    """Count rows; the mark of a move is none of them."""
    where = f" WHERE name != '{MOVING}'" if name == "facts" else ""
    return int((await db.rows(f"SELECT COUNT(*) FROM {name}{where}"))[0][0])


async def _check_count(here: Engine, there: Engine, name: str) -> None:
    if (wanted := await _count(here, name)) != (found := await _count(there, name)):
        raise StoreTrouble(
            f"Of {wanted} {name}, {found} arrived. Is a bot still running? Stop it and move again."
        )


async def _check_games(here: Engine, there: Engine, replay: Replay) -> tuple[int, int]:
    """Replay every game under way on both sides; they must come to the same."""
    replayed = aside = 0
    for (table_id,) in await here.rows("SELECT id FROM tables WHERE phase IN ('play', 'aside') ORDER BY id"):
        before, after = await replay(here, table_id), await replay(there, table_id)
        if before != after:
            raise StoreTrouble(
                f"Table {table_id} does not replay as before. Please report this; use the old one."
            )
        replayed += before is not None
        aside += before is None
    return replayed, aside
