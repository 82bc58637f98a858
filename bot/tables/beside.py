"""What people agree on beside the moves: votes to stop, take-backs asked for, seats left for good; pure."""

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from bot.tables.records import Event
from games.core import Seat


class Request(NamedTuple):
    """A take-back that needs the consent of others: by whom, to which row, when, and who has allowed it."""

    seat: Seat
    to: int
    row: int
    allowed: frozenset[Seat] = frozenset()


@dataclass(frozen=True, slots=True)
class Beside:
    """All that stands beside a table's log."""

    votes: tuple[tuple[Seat, int], ...] = ()  # who wants to stop, and the row at which they said so
    request: Request | None = None
    denied: int = -1  # the row at which a take-back was last refused: not to be asked again
    left: tuple[Seat, ...] = field(default=())  # in the order in which they left
    paces: tuple[tuple[Seat, str], ...] = ()  # who wishes for which pace


NOTHING = Beside()


def happened(beside: Beside, event: Event) -> Beside:
    """Return what stands beside a log after one more event."""
    seat, request = event.seat, beside.request
    match event.kind:
        case "stop" | "go":
            others = tuple(vote for vote in beside.votes if vote[0] != seat)
            return replace(beside, votes=(*others, (seat, event.row)) if event.kind == "stop" else others)
        case "ask":
            return replace(beside, request=Request(seat, int(event.text), event.row))
        case "allow" if request:
            return replace(beside, request=request._replace(allowed=request.allowed | {seat}))
        case "deny":
            return replace(beside, request=None, denied=event.row)
        case "pace":
            kept = tuple(wish for wish in beside.paces if wish[0] != seat)
            return replace(beside, paces=(*kept, (seat, event.text)))
        case "paced":
            return replace(beside, paces=())
        case "leave":
            return replace(beside, left=(*beside.left, seat))
    return beside


def gather(events: Iterable[Event]) -> Beside:
    """Return what all events of a table come to."""
    beside = NOTHING
    for event in events:
        beside = happened(beside, event)
    return beside
