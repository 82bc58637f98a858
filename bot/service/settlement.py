"""What is settled after every row: one ordered tuple of steps, each done without asking anybody.

Each step looks at the table as the steps before it have left it; one that adds a row is followed by the later
ones, and every row added later is settled in turn.
"""

from collections.abc import Awaitable, Callable
from functools import partial

from bot.domain.agreements import MissingQuestion
from bot.domain.entities import Event, NewRow
from bot.service.held_table import HeldTable
from games.core import Seat

LIVE_VOTE_SECONDS, SLOW_VOTE_SECONDS = (
    120,
    24 * 3600,
)  # seconds in which the others may say what shall happen, by the table's pace

Step = Callable[[HeldTable], Awaitable[None]]


async def ask_about_the_vanished(held: HeldTable) -> None:
    """Ask the others about people who have vanished; if nobody else is there, the table rests."""
    if not held.table.over:
        for seat in held.table.attendance.vanished():
            await _ask_about(held, seat)


async def _ask_about(held: HeldTable, seat: Seat) -> None:
    if held.table.attendance.present() == (seat,):
        await held.note("absent", seat, None)
        return
    timing = held.table.timing
    seconds = SLOW_VOTE_SECONDS if timing.slow else LIVE_VOTE_SECONDS
    await held.note("missing", seat, None, f"{seconds}+{timing.stilled}")


async def do_as_decided_about_the_missing(held: HeldTable) -> None:
    """Wait for those who do not answer, let the house play for them, or end the game."""
    for missing in held.table.beside.missing:
        if held.table.over:
            return
        if held.table.beside.question(missing.number) is not None:
            await _do_as_decided(held, missing)


async def _do_as_decided(held: HeldTable, missing: MissingQuestion) -> None:
    match _decision(held, missing):
        case "wait":
            await held.note("waited", missing.seat, None)
        case "house":
            await held.note("absent", missing.seat, None)
        case "finish":
            alone = held.table.attendance.alone()
            end = NewRow("end", -1, "stop") if alone is None else await claimed_win(held, alone)
            await held.append(end, fenced=True)


def _decision(held: HeldTable, missing: MissingQuestion) -> str:
    """Return what is to happen with somebody: as was decided; unanswered, the house plays on."""
    if said := held.table.attendance.verdict(missing):
        return said
    late = held.now() >= missing.due(held.table.timing.stilled)
    return "house" if late or not held.table.attendance.deciding(missing) else ""


async def claimed_win(held: HeldTable, seat: Seat) -> NewRow:
    """Return how a game ends that all but one seat have walked away from."""
    return NewRow("end", seat, "missed" if await held.too_early() else "claim")


async def seat_the_substitute(held: HeldTable) -> None:
    """Give a seat to the one who asked for it, with its hand, or let the wish be declined."""
    agreed = None if held.table.over else held.table.attendance.agreed_to_substitute()
    wish = held.table.beside.wish
    if agreed is False:
        await held.note("declined", -1, None)
    elif agreed and wish is not None:
        row, now = held.table.last_row, int(held.now())
        former = Event("former", wish.seat, row, str(held.table.users[wish.seat]), now)
        await held.hand_over(former, Event("substitute", wish.seat, row, str(wish.user), now))


async def take_back_when_allowed(held: HeldTable) -> None:
    """Return to the row that a take-back asks for, when nobody needs to allow it any more."""
    request = held.table.takebacks.request()
    if request and not held.table.takebacks.asked_to_allow():
        await held.append(NewRow("back", request.seat, str(request.to)), fenced=True)


async def stop_when_agreed(held: HeldTable) -> None:
    """End the game without a winner when more than half want to stop."""
    if held.table.wishes.agreed_to_stop and not held.table.over:
        await held.append(NewRow("end", -1, "stop"), fenced=True)


async def make_house_moves(held: HeldTable, *, computers_think: bool) -> None:
    """Make the moves that nobody needs to be asked about; of computers too, if nobody thinks."""
    while forced := held.table.house_move(thinks=computers_think):
        await held.append(NewRow("move", *forced, by="house"))


def settlement(*, computers_think: bool) -> tuple[Step, ...]:
    """Return the steps in their order."""
    return (
        ask_about_the_vanished,
        do_as_decided_about_the_missing,
        seat_the_substitute,
        take_back_when_allowed,
        stop_when_agreed,
        partial(make_house_moves, computers_think=computers_think),
    )
