"""The record of a finished game as its players may take it away: no names, all that can be checked; pure."""

from collections.abc import Mapping, Sequence
from typing import Any

from bot.domain.entities import LogRow, Share, TableRecord
from bot.domain.records import Past
from bot.domain.table import Table
from games import fingerprint, sheets_of
from games.core import Seat, commitment
from games.record import FORMAT


def record_of(
    saved: TableRecord,
    rows: Sequence[LogRow],
    past: Past,
    table: Table,
    files: Mapping[str, str],
    shares: Mapping[Seat, Share],
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
        **_draw_of(saved, shares),
        "mark": saved.mark or commitment(saved.id, saved.seed),
        "seal": past.game.seal,
        "how": past.game.how,
        "left": [seat for seat in range(len(table.users)) if table.attendance.played_by_house(seat)],
        "results": [
            {"seat": s.seat, "place": s.place, "score": [int(part) for part in s.score.split(",") if part]}
            for s in seated
        ],
        "log": [list(row) for row in rows],
        "data": saved.data,
        "files": dict(files),
    }


def _draw_of(saved: TableRecord, shares: Mapping[Seat, Share]) -> dict[str, Any]:
    """Return the draw of a table's lobby and what each seat added to it: the seed follows from them.

    An older process that was about to be replaced may have dealt without both: then only the mark is told.
    """
    if not saved.draw:
        return {}
    if saved.seed != saved.draw and not shares:
        return {"unused": saved.drawn}
    seats = [shares.get(seat, Share("", "")) for seat in range(len(saved.users))]
    words = [said.word if said.word or not said.share else None for said in seats]  # None: deleted since
    return {
        "draw": saved.draw,
        "drawn": saved.drawn,
        "words": words,
        "shares": [said.share for said in seats],
    }


def files_of(saved: TableRecord, kept: Mapping[str, str]) -> Mapping[str, str]:
    """Return the data files that a table was dealt from: those of today, or those that were kept."""
    return sheets_of(saved.game) if saved.data == fingerprint(saved.game) else kept
