"""Who is called at a table, and who was called for the question that is still open; pure."""

from dataclasses import replace
from hashlib import blake2s

from bot.domain.calls import Call, calls_to, text_of
from bot.domain.table import Table
from games.core import Seat

SeatCalls = dict[Seat, Call]


def called(table: Table) -> tuple[Seat, ...]:
    """Return whom a notice calls: those to move, or who must allow a take-back; no computer."""
    return table.takebacks.asked_to_allow() or tuple(s for s in table.awaited() if not table.player_of(s))


def is_reminded(table: Table, seat: Seat) -> bool:
    """Say whether a seat's clock has asked for a reminder of the question that is still open."""
    return table.timing.clock(seat).reminded and seat in table.awaited()


def calls_of(table: Table, before: SeatCalls) -> SeatCalls:
    """Return who is to be called now; who was called for this very question keeps the call."""
    ask = bool(table.takebacks.asked_to_allow())
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


def nonce(table: Table, calls: SeatCalls) -> str:
    """Name a notice: Discord posts it once, even if a crash kept us from noting that it was posted."""
    # Rows are counted in it, which nobody may count: second thoughts.
    said = f"{table.seed}/{text_of(calls_to(calls))}"
    return blake2s(said.encode(), digest_size=12).hexdigest()
