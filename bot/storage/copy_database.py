"""Moving everything from one database to another, in either direction; numbers are kept, games replayed."""

import logging
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import NamedTuple

from bot.base.database_url import UNCLEAR, file_of, plain
from bot.base.errors import StoreTrouble
from bot.domain.log import begin, fold
from bot.domain.records import Finished
from bot.domain.settings import ServerSettings, UserSettings
from bot.domain.table import Table
from bot.service.rules_of_table import RulesOfTable
from bot.storage.engine import Row, Step
from bot.storage.open_engine import open_engine
from bot.storage.stores import MOVING, Stores, check_whole, stores_on
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
    "tables": CopiedTable(tuple(TABLE_COLUMNS.split(", ")), ("id",), numbers=True),
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


class Moved(NamedTuple):
    """What was moved, running games that replay alike, and those that did not replay before either."""

    tables: int
    rows: int
    replayed: int
    aside: int


async def move_database(
    source: str | Path, target: str | Path, tell: Callable[[str], None] = log.info
) -> Moved:
    """Copy everything into an empty database and check it there; the source is only read.

    No bot may run on either. What breaks off can be begun again: a half-filled target opens for nobody else.
    """
    file = file_of(source)
    if file is not None and not file.exists():
        raise StoreTrouble(f"{file} does not exist: there is nothing to move.")
    if str(source) == str(target) or plain(source) == plain(target) != UNCLEAR:
        raise StoreTrouble(f"{plain(source)} cannot be moved to itself. Name another database.")
    here = stores_on(await open_engine(source, patient=True))
    try:
        there = stores_on(await open_engine(target, patient=True))
        try:
            return await _move(here, there, plain(target), tell)
        finally:
            await there.close()
    finally:
        await here.close()


async def _move(here: Stores, there: Stores, place: str, tell: Callable[[str], None]) -> Moved:
    await check_whole(here)
    await _make_room(there, place)
    for name, kind in COPIED_TABLES.items():
        copied = 0
        async for page in _pages(here, name, kind):
            await there.engine.fill(name, kind.columns, page)
            copied += len(page)
        if kind.numbers:
            await there.engine.settle_ids(name)
        await _check_count(here, there, name)
        tell(f"{name}: {copied} copied")
    replayed, aside = await _check_games(here, there)
    tell(f"games under way: {replayed} replay alike, {aside} did not replay before either")
    moved = Moved(await _count(there, "tables"), await _count(there, "rows"), replayed, aside)
    await there.engine.write(Step("DELETE FROM facts WHERE name = ?", (MOVING,)))
    return moved


async def _make_room(there: Stores, place: str) -> None:
    """Mark a database as being filled; what an earlier try has left there goes."""
    if await there.processes.fact(MOVING):
        for name in reversed(COPIED_TABLES):
            await there.engine.write(Step(f"DELETE FROM {name}"))
    if any([await _count(there, name) for name in COPIED_TABLES]):
        raise StoreTrouble(f"{place} is not empty. Name an empty database: nothing there is written over.")
    await there.processes.set_fact(MOVING, "begun")


async def _pages(here: Stores, name: str, kind: CopiedTable) -> AsyncIterator[list[Row]]:
    """Read a table in pages, each after the last row of the one before."""
    key, marks = ", ".join(kind.key), ", ".join("?" * len(kind.key))
    columns = ", ".join(kind.columns)
    after, values = "", tuple[object, ...]()
    while page := await here.engine.rows(
        f"SELECT {columns} FROM {name}{after} ORDER BY {key} LIMIT {ROWS_PER_BATCH}", values
    ):
        yield page
        after = f" WHERE ({key}) > ({marks})"
        values = tuple(page[-1][kind.columns.index(column)] for column in kind.key)


async def _count(stores: Stores, name: str) -> int:
    """Count rows; the mark of a move is none of them."""
    where = f" WHERE name != '{MOVING}'" if name == "facts" else ""
    return int((await stores.engine.rows(f"SELECT COUNT(*) FROM {name}{where}"))[0][0])


async def _check_count(here: Stores, there: Stores, name: str) -> None:
    if (wanted := await _count(here, name)) != (found := await _count(there, name)):
        raise StoreTrouble(
            f"Of {wanted} {name}, {found} arrived. Is a bot still running? Stop it and move again."
        )


async def _check_games(here: Stores, there: Stores) -> tuple[int, int]:
    """Replay every game under way on both sides; they must come to the same."""
    replayed = aside = 0
    for (table_id,) in await here.engine.rows(
        "SELECT id FROM tables WHERE phase IN ('play', 'aside') ORDER BY id"
    ):
        before, after = await _replay(here, table_id), await _replay(there, table_id)
        if before != after:
            raise StoreTrouble(
                f"Table {table_id} does not replay as before. Please report this; use the old one."
            )
        replayed += before is not None
        aside += before is None
    return replayed, aside


async def _replay(stores: Stores, table_id: int) -> Table | None:
    """Replay a game by its log; None when it does not replay."""
    saved = await stores.tables.table(table_id)
    try:
        rules = await RulesOfTable(stores.deals).rules_of(saved)
        return fold(
            begin(table_id, rules, saved.users, saved.seed, saved.options), await stores.tables.log(table_id)
        )
    except Exception:
        return None
