"""What is true: the stored tables, replayed; and what is promised of them."""

import sqlite3
from collections.abc import Callable, Container, Iterable, Iterator, Mapping
from contextlib import closing, contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

from bot.domain.agreements import agreements_of
from bot.domain.entities import Event, LogRow, TableRecord
from bot.domain.log import begin, fold
from bot.domain.table import Table
from bot.playground.backend import DISCORD_EPOCH
from bot.service.table_clocks import with_stored_clocks as clocked
from bot.storage.table_statements import BESIDE, SAVED, saved
from bot.text.words import words
from bot.views.board import table_screen
from bot.views.parts import custom_ids
from games import GAMES
from games.information_sets import hidden
from games.tuir.cards import RULES
from games.tuir.labels import name
from tests.limits import parts

ROW = "SELECT row, kind, seat, text, by, at, interaction FROM rows WHERE table_id = ? ORDER BY row"


class Stored(NamedTuple):
    """A table as its file has it; no table when it does not replay."""

    saved: TableRecord
    rows: list[LogRow]
    presses: list[int | None]  # the interaction of each row
    table: Table | None


Ask = Callable[..., list[tuple[Any, ...]]]


@contextmanager
def asking(database: Path | str) -> Iterator[Ask]:
    """Ask a file, or a server by its address, about one moment, whatever the bots write meanwhile."""
    if isinstance(database, Path):
        with closing(sqlite3.connect(f"file:{database}?mode=ro", uri=True, timeout=30)) as db, db:
            db.execute("BEGIN")
            yield lambda query, *values: db.execute(query, values).fetchall()
        return
    import psycopg

    with psycopg.connect(database, options="-c default_transaction_isolation=repeatable\\ read") as server:
        yield lambda query, *values: server.execute(query.replace("?", "%s"), values).fetchall()


def read(database: Path | str) -> list[Stored]:
    """Read every table that was started."""
    with asking(database) as ask:
        started = ask(SAVED.format("IN (SELECT id FROM tables WHERE seed != '')"))
        return [_stored(ask, table) for table in reversed(saved(started))]


def _stored(ask: Ask, table: TableRecord) -> Stored:
    logged = ask(ROW, table.id)
    rows = [LogRow(*r[:6]) for r in logged]
    beside = agreements_of([Event(*event) for *event, _ in ask(BESIDE, table.id, table.id)])
    try:
        start = begin(table.id, GAMES[table.game], table.users, table.seed, table.options)
        start = replace(start, mark=table.mark, draw=table.draw, data=table.data, hints=bool(table.hints))
        replayed = clocked(fold(start, rows).with_beside(beside), table)
    except Exception:
        replayed = None
    return Stored(table, rows, [r[6] for r in logged], replayed)


def said(components: list[dict[str, Any]]) -> list[str]:
    """Return all words of a message."""
    return [p["content"] for p in parts(components) if p["type"] == 10]


def board_words(stored: Stored) -> list[str]:
    """Return the words that the public board must show now."""
    assert stored.table is not None
    return said(table_screen(stored.table, words(stored.saved.locale)).view.to_components())


def secrets_of(stored: Stored) -> list[str]:
    """Return the cards that the public may not read while the game goes on, by name."""
    if stored.table is None or stored.table.over or stored.saved.game != "tuir":
        return []
    say = words("en").say
    return [say(RULES[c].name if c in RULES else name(c)) for c in hidden(stored.table.state, None)]


def named(components: list[dict[str, Any]]) -> set[int]:
    """Return the tables that a message is about, by the ids of its buttons and menus."""
    found = [custom_ids.read(str(p["custom_id"])) for p in parts(components) if "custom_id" in p]
    replays = [
        id.of[0] for id in found if isinstance(id, custom_ids.ArchiveId) and id.what == "replay" and id.of
    ]
    others = [
        id.table_id
        for id in found
        if isinstance(id, custom_ids.LobbyId | custom_ids.TableId | custom_ids.QuestionId)
    ]
    return {*others, *(int(table) for table in replays if table.isdecimal())}


def leaks(stored: Stored, messages: Iterable[Any], over: Container[int]) -> list[str]:
    """Return what public messages tell of a table under way, each secret with where it stands.

    A seed may stand nowhere. The name of a card may: every game has the same cards, and the end of another
    game names them. A message is about another game if it leads to nothing but tables that are `over`, or if
    it is older than the table.
    """
    if stored.table is None or stored.table.over:
        return []
    seed, cards, found = stored.saved.seed, secrets_of(stored), []
    begun = (stored.saved.created * 1000 - DISCORD_EPOCH) << 22
    for message in messages:
        if message.is_ephemeral:
            continue
        text, about = (
            str((message.content, message.components, message.attachments)),
            named(message.components),
        )
        elsewhere = message.id < begun or (about and all(table in over for table in about))
        told = [f"the card {card!r}" for card in cards if card in text and not elsewhere]
        told += ["its seed"] if seed in text else []
        row, where = len(stored.rows), f"message {message.id}, about tables {sorted(about)}"
        found += [
            f"a secret of table {stored.saved.id} is public: {what} at row {row}, in {where}" for what in told
        ]
    return found


def behind(database: Path | str, messages: Mapping[int, Mapping[int, Any]]) -> list[str]:
    """Return the tables whose public message, among those of their channel, does not show what is true."""
    found = []
    for stored in read(database):
        if stored.table is None or stored.saved.phase not in ("play", "done"):
            continue
        message = messages[stored.saved.channel].get(stored.saved.message)
        if message is None and stored.saved.phase == "done":
            continue  # an old message that the channel has dropped
        if message is None or said(message.components) != board_words(stored):
            found.append(f"the board of table {stored.saved.id} is behind")
    return found
