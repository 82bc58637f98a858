"""What several processes have left on a server: every log replays, and nothing acknowledged is missing."""

import time
from typing import Any

import psycopg

from bot.domain.entities import LogRow
from bot.domain.log import begin, follow
from games import GAMES
from tests.patience import LONGEST
from tests.soak.outcome import Outcome

STARTED = "SELECT id, game, seed, options, phase, last FROM tables WHERE seed != '' ORDER BY id"
PRESSES = "SELECT interaction FROM rows UNION ALL SELECT interaction FROM events"
USERS = 'SELECT "user" FROM seats WHERE table_id = %s ORDER BY seat'
ROWS = "SELECT row, kind, seat, text, by, at FROM rows WHERE table_id = %s ORDER BY row"


def verdict(address: str, acknowledged: set[int], out: Outcome) -> None:
    """Find what was lost, doubled, left out, or does not replay; of the killed, once they are quiet."""
    with psycopg.connect(address) as db:
        db.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ")  # one moment for all that is read
        presses = [n for (n,) in db.execute(PRESSES) if n is not None]
        lost = acknowledged - set(presses)
        out.add([f"{len(lost)} acknowledged moves are lost"] if lost else [])
        out.add(["an interaction counts twice"] if len(set(presses)) != len(presses) else [])
        for table_id, *table in db.execute(STARTED).fetchall():
            out.add(one_table(db, table_id, *table), f"table {table_id}")
            out.count("tables")
        out.notes["rows"] = _one(db, "SELECT COUNT(*) FROM rows")
        out.notes["finished"] = _one(db, "SELECT COUNT(*) FROM tables WHERE phase = 'done'")


def until_quiet(address: str) -> None:
    """Wait until the server has done what the killed had asked for last: nobody is connected any more."""
    others = (
        "SELECT COUNT(*) FROM pg_stat_activity WHERE datname = current_database()"
        " AND backend_type = 'client backend' AND pid != pg_backend_pid()"
    )
    end = time.monotonic() + LONGEST
    with psycopg.connect(address, autocommit=True) as db:
        while _one(db, others):
            assert time.monotonic() < end, "somebody is still connected"
            time.sleep(0.05)


def one_table(
    db: psycopg.Connection[Any], table_id: int, game: str, seed: str, options: str, phase: str, last: int
) -> list[str]:
    """Replay one table by the rules; return what is wrong."""
    users = [user for (user,) in db.execute(USERS, (table_id,))]
    rows = [LogRow(*row) for row in db.execute(ROWS, (table_id,))]
    numbers = [row.row for row in rows]
    found = [] if numbers == list(range(1, last + 1)) else [f"its rows end with {numbers[-3:]}, not {last}"]
    table = begin(table_id, GAMES[game], users, seed, tuple(filter(None, options.split(","))))
    answered = set()
    try:
        for row in rows:
            question = (row.seat, table.stamp(row.seat))
            if row.kind == "move" and question in answered:
                found.append(f"a question was answered twice, row {row.row}")
            answered.add(question)
            table = follow(table, row)
    except Exception as error:
        return [*found, f"it does not replay: {error}"]
    results = _one(db, f"SELECT COUNT(*) FROM results WHERE table_id = {table_id}")
    if table.over != (phase == "done") or results != len(table.results() or ()):
        found.append("its result is not that of its log")
    return found


def _one(db: psycopg.Connection[Any], query: str) -> int:
    row = db.execute(query).fetchone()  # type: ignore[call-overload]
    return int(row[0]) if row else 0
