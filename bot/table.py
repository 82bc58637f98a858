"""A game under way: its log folded into a line of play; pure."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from games.core import Decision, Game, Move, Score, Seat, Seen, commitment, stamp

AnyGame = Game[Any, Any]


class LogRow(NamedTuple):
    """One row of a table's log, as it is stored."""

    row: int
    kind: str  # move, back, end
    seat: Seat
    text: str  # a move; the row returned to; how it ended ("resign", "stop")
    by: str = "person"  # person, clock, computer, house
    at: int = 0


class Ply(NamedTuple):
    """A move in force, and what came before it."""

    row: int
    seat: Seat
    by: str
    shown: Seen
    state: Any  # before the move; needed only while it may be taken back
    back_to: int  # the row in force before it


@dataclass(frozen=True, slots=True)
class Table:
    """Everything about a game that its log says."""

    id: int
    game: AnyGame
    users: tuple[int, ...]
    seed: str
    options: tuple[str, ...]
    state: Any
    asked: tuple[Decision, ...]
    opened: tuple[int, ...]  # for each seat, the row after which its question became what it is
    rows: int = 0
    line: tuple[Ply, ...] = ()  # the last moves, as far back as somebody might still take them back
    ended: tuple[Seat, str] | None = None  # a seat that resigned, or -1 for a table that was stopped
    moved_at: int = 0
    in_force: int = 0  # the row of the last move that was not taken back

    def __repr__(self) -> str:
        """Keep hands and the seed out of logs and error texts."""
        return f"Table({self.id}, {self.game.KEY}, row {self.rows})"

    def seat_of(self, user: int) -> Seat | None:
        return self.users.index(user) if user in self.users else None

    @property
    def over(self) -> bool:
        return not self.asked

    def offer(self, seat: Seat) -> Decision | None:
        return next((d for d in self.asked if d.seat == seat), None)

    def awaited(self) -> tuple[Seat, ...]:
        """Return the seats that the game waits for."""
        return tuple(d.seat for d in self.asked if not d.settled)

    def stamp(self, seat: Seat) -> str:
        """Return the mark of the question now put to a seat; "-" if there is none."""
        decision = self.offer(seat)
        return stamp(seat, self.opened[seat], decision) if decision else "-"

    def house_move(self) -> tuple[Seat, Move] | None:
        """Return a move that nobody needs to be asked about: one choice, from public knowledge."""
        for d in self.asked:
            if d.open and len(d.moves) == 1 and not d.settled:
                return d.seat, d.moves[0]
        return None

    def way_back(self, seat: Seat) -> int | None:
        """Return the row that a take-back by this seat would return to, if it may take back."""
        if self.over:
            return None
        for ply in self.line[::-1]:
            if ply.shown or (ply.by != "house" and ply.seat != seat):
                return None
            if ply.by != "house":
                return ply.back_to
        return None

    @property
    def fair_mark(self) -> str:
        """The mark that proves the deal: it stands on the table from the start."""
        return commitment(self.id, self.seed)

    def result(self) -> "tuple[Score, ...] | None":
        """Return the final scores; None when the table was stopped without a winner."""
        if self.ended is None:
            return tuple(self.game.score(self.state))
        seat, _ = self.ended
        return None if seat < 0 else tuple((int(other != seat),) for other in range(len(self.users)))


def begin(id: int, game: AnyGame, users: Sequence[int], seed: str, options: Sequence[str]) -> Table:
    """Return the table before the first move."""
    state = game.setup(len(users), seed, options)
    asked = game.decisions(state)
    return Table(id, game, tuple(users), seed, tuple(options), state, asked, (0,) * len(users))


def follow(table: Table, row: LogRow) -> Table:
    """Return the table after one more row of its own log."""
    match row.kind:
        case "move":
            return _moved(table, row)
        case "back":
            return _back(table, row)
        case "end":
            return replace(table, asked=(), ended=(row.seat, row.text), rows=row.row, moved_at=row.at)
    raise ValueError(f"table {table.id}, row {row.row}: unknown kind {row.kind!r}")


def fold(table: Table, rows: Iterable[LogRow]) -> Table:
    for row in rows:
        table = follow(table, row)
    return table


def _moved(table: Table, row: LogRow) -> Table:
    game, decision = table.game, table.offer(row.seat)
    if decision is None or row.text not in decision.moves:
        raise ValueError(f"table {table.id}, row {row.row}: a move that was not on offer")
    shown = game.shows(table.state, row.seat, row.text)
    ply = Ply(row.row, row.seat, row.by, shown, None if shown else table.state, table.in_force)
    state = game.apply(table.state, row.seat, row.text)
    if decision.settled:  # a second thought is nobody's business: the public clock does not move
        row = row._replace(at=table.moved_at)
    return _asked(table, row, state, (*_still_open(table.line, ply), ply), row.row)


def _still_open(line: tuple[Ply, ...], ply: Ply) -> tuple[Ply, ...]:
    """Return the moves before a new one that can still be taken back; the others need no memory."""
    if ply.shown or any(before.seat != ply.seat and ply.by != "house" for before in line):
        return ()
    return line


def _back(table: Table, row: LogRow) -> Table:
    kept = tuple(ply for ply in table.line if ply.row <= int(row.text))
    if len(kept) == len(table.line) or table.line[len(kept)].back_to != int(row.text):
        raise ValueError(f"table {table.id}, row {row.row}: nothing to take back")
    return _asked(table, row, table.line[len(kept)].state, kept, int(row.text))


def _asked(table: Table, row: LogRow, state: Any, line: tuple[Ply, ...], in_force: int) -> Table:
    asked = table.game.decisions(state)
    opened = tuple(
        row.row if seat == row.seat or _question(table.asked, seat) != _question(asked, seat) else before
        for seat, before in enumerate(table.opened)
    )
    news = {"state": state, "asked": asked, "opened": opened, "line": line}
    return replace(table, **news, rows=row.row, moved_at=row.at, in_force=in_force)


def _question(asked: Sequence[Decision], seat: Seat) -> Decision | None:
    return next((d for d in asked if d.seat == seat), None)
