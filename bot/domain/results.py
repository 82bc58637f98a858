"""How a game came out, as it is kept: the score in parts, who decided how often, a seal; pure."""

import json
from collections.abc import Sequence
from typing import Any, NamedTuple

from bot.domain.entities import LogRow, Result
from bot.domain.game_rating import GameRating, rating_of
from bot.domain.kinds import EndingKind
from bot.domain.log import in_force
from bot.domain.table import Table
from games import GAMES
from games.core import Row, Text, Texts, Who, all_options
from games.fair import seal_of
from games.feats import feats_of

SCORE: EndingKind = "score"  # how a game ended that was played to its end; the others are in `table.ENDINGS`


class Ending(NamedTuple):
    """What is kept of a finished game beside the results of its players."""

    how: EndingKind = SCORE
    grid: str = ""  # the score in parts, for any language
    seal: str = ""
    decisions: int = 0
    began: int = 0
    feats: tuple[tuple[int, str], ...] = ()  # user and feat

    def rating(self, guild: int, game: str, at: int, results: Sequence[Result]) -> GameRating:
        """Return how the game is rated."""
        return rating_of(guild, game, self.how, at, results)


def ending_of(table: Table, rows: Sequence[LogRow]) -> tuple[list[Result], Ending]:
    """Return what is stored of a game that is over, from its table and its whole log."""
    line = in_force(rows)
    seats = range(len(table.users))
    own = [sum(row.seat == seat and row.by != "house" for row in line) for seat in seats]
    late = [sum(row.seat == seat and row.by == "clock" for row in line) for seat in seats]
    results = [
        result._replace(seat=seat, decisions=own[seat], clocked=late[seat])
        for result in table.results() or ()  # there may be more seats than results
        for seat in [table.users.index(result.user)]
    ]
    played_out = table.ended is None
    ending = Ending(
        SCORE if table.ended is None else table.ended[1],
        pack_grid(table.rules.page(table.rules.view(table.state, None)).grid) if played_out else "",
        seal_of(table.fair_deal.mark, rows),
        sum(own),
        rows[0].at if rows else 0,
        earned(table) if played_out else (),
    )
    return results, ending


def added_up() -> tuple[tuple[str, str], ...]:
    """Return the options, each with its game, whose points are those of several deals."""
    return tuple(
        (key, option.key) for key, game in GAMES.items() for option in all_options(game) if option.adds
    )


def earned(table: Table) -> tuple[tuple[int, str], ...]:
    """Return the feats of everybody who played to the end, under their numbers."""
    found = feats_of(table.rules, table.state)
    return tuple((table.users[seat], feat) for seat in table.attendance.people() for feat in found[seat])


# --- words that are kept ---------------------------------------------------------------------------


def pack_grid(grid: Sequence[Row]) -> str:
    """Return a score grid as text; its words stay sentences, so that any language can tell them."""
    return json.dumps([[_packed(row.name), *row.cells] for row in grid], ensure_ascii=False)


def unpack_grid(kept: str) -> tuple[Row, ...]:
    """Return a score grid as it was; none for a game that has none."""
    return tuple(Row(_unpacked(name), tuple(cells)) for name, *cells in json.loads(kept or "[]"))


def _packed(arg: Any) -> Any:
    match arg:
        case Texts():
            return {"one": arg.id, "many": arg.many, "args": _packed_args(arg)}
        case Text():
            return {"text": arg.id, "args": _packed_args(arg)}
        case Who(seat):
            return {"who": seat}
        case tuple():
            return [_packed(part) for part in arg]
        case _:
            return arg


def _packed_args(text: Text) -> dict[str, Any]:
    return {name: _packed(arg) for name, arg in text.args} | ({"ctx": text.ctx} if text.ctx else {})


def _unpacked(kept: Any) -> Any:
    match kept:
        case {"one": one, "many": many, "args": args}:
            return Texts(one, many, **{name: _unpacked(arg) for name, arg in args.items()})
        case {"text": text, "args": args}:
            return Text(text, **{name: _unpacked(arg) for name, arg in args.items()})
        case {"who": seat}:
            return Who(seat)
        case list():
            return tuple(map(_unpacked, kept))
        case _:
            return kept
