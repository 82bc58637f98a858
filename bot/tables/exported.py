"""The record of a finished game as its players may take it away: no names, all that can be checked; pure."""

from collections.abc import Mapping, Sequence
from typing import Any

from bot.tables.played import Past
from bot.tables.records import LogRow, Saved
from bot.tables.table import Table
from games import fingerprint, sheets_of
from games.core import commitment
from games.record import FORMAT


def record_of(
    saved: Saved, rows: Sequence[LogRow], past: Past, table: Table, files: Mapping[str, str]
) -> dict[str, Any]:
    """Return a game's record; its seed is public, since the game is over."""
    seated = sorted(past.seats, key=lambda seated: seated.seat)
    return {
        "campanile": FORMAT,
        "table": saved.id,
        "game": saved.game,
        "edition": saved.edition,
        "options": list(saved.options),
        "seats": len(saved.users),
        "pace": saved.pace,
        "seed": saved.seed,
        "mark": saved.mark or commitment(saved.id, saved.seed),
        "seal": past.game.seal,
        "how": past.game.how,
        "left": [seat for seat in range(len(table.users)) if table.played_by_house(seat)],
        "results": [
            {"seat": s.seat, "place": s.place, "score": [int(part) for part in s.score.split(",") if part]}
            for s in seated
        ],
        "log": [list(row) for row in rows],
        "data": saved.data,
        "files": dict(files),
    }


def files_of(saved: Saved, kept: Mapping[str, str]) -> Mapping[str, str]:
    """Return the data files that a table was dealt from: those of today, or those that were kept."""
    return sheets_of(saved.game) if saved.data == fingerprint(saved.game) else kept
