"""Who is called at a table, and how what was said is noted; pure."""

from dataclasses import dataclass, replace
from hashlib import blake2s

from bot.domain.entities import TableRecord
from bot.domain.table import Table
from games.core import Seat

END_TOLD = "end"  # what is noted when everyone has been told how a game ended


@dataclass(frozen=True, slots=True)
class Call:
    """A seat that has been called: since which row, whether by mention, and for a take-back or to move."""

    row: int
    mentioned: bool = False
    ask: bool = False
    reminded: bool = False  # before the time ran out
    apart: bool = False  # not by mention in the channel: by DM, or as they wish not at all


Calls = dict[Seat, Call]


def called(table: Table) -> tuple[Seat, ...]:
    """Return whom a notice calls: those to move, or who must allow a take-back; no computer."""
    return table.asked_to_allow() or tuple(s for s in table.awaited() if not table.player_of(s))


def is_reminded(table: Table, seat: Seat) -> bool:
    """Say whether a seat's clock has asked for a reminder of the question that is still open."""
    return table.timing.clock(seat).reminded and seat in table.awaited()


def calls_of(table: Table, before: Calls) -> Calls:
    """Return who is to be called now; who was called for this very question keeps the call."""
    ask = bool(table.asked_to_allow())
    calls = {}
    for seat in called(table):
        call = before.get(seat)
        kept = call is not None and call.ask == ask and not _is_new(table, seat, call)
        if call is None or not kept:
            call = Call(table.last_row, ask=ask)
        calls[seat] = replace(call, reminded=call.reminded and is_reminded(table, seat))
    return calls


def _is_new(table: Table, seat: Seat, call: Call) -> bool:
    """Say whether a seat's turn has come anew since it was called: not by another's second thought."""
    others = (table.last_move(other) for other in range(len(table.users)) if other != seat)
    return table.opened[seat] > call.row and max(others, default=0) > call.row


def owed(table: Table, seat: Seat, call: Call) -> bool:
    """Say whether somebody is still to be called, or to be reminded: each once a question."""
    return not call.mentioned or (is_reminded(table, seat) and not call.reminded)


def note(calls: Calls) -> str:
    """Write "0.12!,1.12": seat 0 was called at row 12 by mention, seat 1 silently; "?" for a take-back.

    "^" stands for a reminder, "~" for one who is not mentioned in the channel.
    """
    return ",".join(
        f"{seat}.{call.row}{'?' * call.ask}{'!' * call.mentioned}{'^' * call.reminded}{'~' * call.apart}"
        for seat, call in calls.items()
    )


def read_calls(text: str) -> Calls:
    """Read what was noted; a note of an older version, "12@0,1", called everyone by mention."""
    if "@" in text:
        row, _, seats = text.partition("@")
        return {int(seat): Call(int(row), mentioned=True) for seat in seats.split(",") if seat}
    if text in ("", END_TOLD):
        return {}
    calls = (part.partition(".") for part in text.split(","))
    return {int(seat): _call(row) for seat, _, row in calls}


def _call(text: str) -> Call:
    return Call(int(text.rstrip("?!^~")), "!" in text, "?" in text, "^" in text, "~" in text)


def owes_a_call(saved: TableRecord) -> bool:
    """Say whether somebody was called silently and may still have to be mentioned."""
    return any(not call.mentioned for call in read_calls(saved.noticed).values())


def nonce(table: Table, calls: Calls) -> str:
    """Name a notice: Discord posts it once, even if a crash kept us from noting that it was posted."""
    said = f"{table.seed}/{note(calls)}"  # rows are counted in it, which nobody may count: second thoughts
    return blake2s(said.encode(), digest_size=12).hexdigest()
