"""A log folded into a table, row by row; pure."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

from bot.domain.entities import LogRow
from bot.domain.kinds import EndingKind, known
from bot.domain.seats import losses_after, put
from bot.domain.table import ENDINGS, AnyGame, Ply, Table, Undone
from bot.domain.turn_history import with_turn, without_turns_after
from games.core import Decision, Seat

TURNS_BEFORE_LOSS = 2  # turns that everyone must have had before giving up counts as lost


def begin(id: int, rules: AnyGame, users: Sequence[int], seed: str, options: Sequence[str]) -> Table:
    """Return the table before the first move."""
    state = rules.setup(len(users), seed, options)
    asked = rules.decisions(state)
    nobody = (0,) * len(users)
    seated = (id, rules, tuple(users), seed, tuple(options))
    return Table(
        *seated,
        state,
        asked,
        nobody,
        moved=nobody,
        acted=nobody,
        counted=nobody,
        lapsed=nobody,
        lost=((),) * len(users),
    )


def follow(table: Table, row: LogRow) -> Table:
    """Return the table after one more row of its own log."""
    match row.kind:
        case "move":
            return _moved(table, row)
        case "back":
            return _back(table, row)
        case "end":
            ended: tuple[Seat, EndingKind] = row.seat, known(row.text, ENDINGS)
            return replace(table, asked=(), ended=ended, last_row=row.row, moved_at=row.at)
    raise ValueError(f"table {table.id}, row {row.row}: unknown kind {row.kind!r}")


def fold(table: Table, rows: Iterable[LogRow]) -> Table:
    for row in rows:
        table = follow(table, row)
    return table


def _moved(table: Table, row: LogRow) -> Table:
    rules, decision = table.rules, table.offer(row.seat)
    if decision is None or row.text not in decision.moves:
        raise ValueError(f"table {table.id}, row {row.row}: a move that was not on offer")
    shown = rules.shows(table.state, row.seat, row.text)
    ply = Ply(row.row, row.seat, row.text, row.by, shown, None if shown else table.state, table.in_force)
    state = rules.apply(table.state, row.seat, row.text)
    at = row.at
    if decision.settled:  # a second thought is nobody's business: the public clock does not move
        row = row._replace(at=table.moved_at)
    line = (ply,) if shown else (*table.line, ply)  # nothing before a revelation can be taken back
    after = _asked(table, row, state, line, row.row)
    after = replace(after, story=with_turn(table.story, row.row, row.seat, state, own=row.by == "person"))
    if row.by == "house":
        return after
    made = table.made + (not decision.settled)  # nobody may count second thoughts
    counted = put(table.counted, row.seat, made) if row.by == "person" else table.counted
    lost = losses_after(table.lost, row, promised=bool(decision.advance))
    after = replace(after, made=made, counted=counted, lost=lost)
    if row.by == "clock":
        return replace(after, lapsed=put(table.lapsed, row.seat, row.row))
    after = replace(after, moved=put(table.moved, row.seat, row.row))
    return after if row.by == "computer" else replace(after, acted=put(table.acted, row.seat, at))


def _back(table: Table, row: LogRow) -> Table:
    kept = tuple(ply for ply in table.line if ply.row <= int(row.text))
    if len(kept) == len(table.line) or table.line[len(kept)].back_to != int(row.text):
        raise ValueError(f"table {table.id}, row {row.row}: nothing to take back")
    noticed = Undone(row.seat, table.state) if table.takebacks.consenting(row.seat) else None
    state, to = table.line[len(kept)].state, int(row.text)
    made = table.made - sum(ply.by != "house" for ply in table.line[len(kept) :])
    after = replace(_asked(table, row, state, kept, to), undone=noticed)
    return replace(after, story=without_turns_after(table.story, to, state), made=made)


def _asked(table: Table, row: LogRow, state: Any, line: tuple[Ply, ...], in_force: int) -> Table:
    asked = table.rules.decisions(state)
    opened = tuple(
        row.row if seat == row.seat or _question(table.asked, seat) != _question(asked, seat) else before
        for seat, before in enumerate(table.opened)
    )
    news = {"state": state, "asked": asked, "opened": opened, "line": line, "undone": None}
    return replace(table, **news, last_row=row.row, moved_at=row.at, in_force=in_force)


def _question(asked: Sequence[Decision], seat: Seat) -> Decision | None:
    return next((d for d in asked if d.seat == seat), None)


def in_force(rows: Iterable[LogRow]) -> list[LogRow]:
    """Return the moves of a log that were not taken back."""
    line: list[LogRow] = []
    for row in rows:
        if row.kind == "back":
            line = [before for before in line if before.row <= int(row.text)]
        elif row.kind == "move":
            line.append(row)
    return line


def turns(rows: Iterable[LogRow], seats: int) -> tuple[int, ...]:
    """Return how often each seat has had the turn, by the moves in force; not by the house or the clock."""
    movers = [row.seat for row in in_force(rows) if row.by not in ("house", "clock")]
    runs = [seat for seat, before in zip(movers, [-1, *movers], strict=False) if seat != before]
    return tuple(runs.count(seat) for seat in range(seats))


def is_too_early(rows: Iterable[LogRow], seats: int) -> bool:
    """Say whether giving up would not count yet: not everyone has had two turns."""
    return min(turns(rows, seats)) < TURNS_BEFORE_LOSS
