"""What is true: the stored tables, replayed; and what is promised of them."""

import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

from bot.screens.table import table_screen
from bot.tables.beside import gather
from bot.tables.records import Event, LogRow, Saved
from bot.tables.statements import COLUMNS
from bot.tables.table import Table, begin, fold
from bot.words import words
from games import GAMES
from games.sights import hidden
from games.tuir.cards import RULES
from games.tuir.labels import name
from tests.limits import parts

ROW = "SELECT row, kind, seat, text, by, at, interaction FROM rows WHERE table_id = ? ORDER BY row"
EVENT = "SELECT kind, seat, row, text, at FROM events WHERE table_id = ? ORDER BY id"


class Stored(NamedTuple):
    """A table as its file has it; no table when it does not replay."""

    saved: Saved
    rows: list[LogRow]
    presses: list[int | None]  # the interaction of each row
    table: Table | None


def read(database: Path) -> list[Stored]:
    """Read every table that was started."""
    with closing(sqlite3.connect(f"file:{database}?mode=ro", uri=True, timeout=30)) as db:
        db.row_factory = sqlite3.Row
        with db:
            db.execute("BEGIN")  # one moment, whatever the bot writes meanwhile
            found = db.execute("SELECT * FROM tables WHERE seed != '' ORDER BY id").fetchall()
            return [_stored(db, row) for row in found]


def _stored(db: sqlite3.Connection, row: sqlite3.Row) -> Stored:
    users = db.execute("SELECT user FROM seats WHERE table_id = ? ORDER BY seat", (row["id"],)).fetchall()
    fields: dict[str, Any] = {name: row[name] for name in COLUMNS.split(", ")} | {
        "users": tuple(int(user[0]) for user in users)
    }
    fields["options"] = tuple(filter(None, fields["options"].split(",")))
    fields["reserved"] = tuple(map(int, filter(None, fields["reserved"].split(","))))
    saved = Saved(**fields)
    logged = [tuple(r) for r in db.execute(ROW, (saved.id,))]
    rows = [LogRow(*r[:6]) for r in logged]
    beside = gather([Event(*event) for event in db.execute(EVENT, (saved.id,))])
    try:
        start = begin(saved.id, GAMES[saved.game], saved.users, saved.seed, saved.options)
        table = replace(fold(start, rows), beside=beside)
    except Exception:
        table = None
    return Stored(saved, rows, [r[6] for r in logged], table)


def said(components: list[dict[str, Any]]) -> list[str]:
    """Return all words of a message."""
    return [p["content"] for p in parts(components) if p["type"] == 10]


def board_words(stored: Stored) -> list[str]:
    """Return the words that the public board must show now."""
    assert stored.table is not None
    return said(table_screen(stored.table, words(stored.saved.locale)).view.to_components())


def secrets_of(stored: Stored) -> list[str]:
    """Return what the public may not read while the game goes on: the seed, and each card that is hidden."""
    if stored.table is None or stored.table.over:
        return []
    say = words("en").say
    cards = hidden(stored.table.state, None) if stored.saved.game == "tuir" else []
    return [stored.saved.seed, *(say(RULES[c].name if c in RULES else name(c)) for c in cards)]
