"""What people agree on beside the moves: votes, take-backs asked for, who is gone, who takes a seat; pure."""

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import NamedTuple, TypeVar

from bot.domain.entities import Event
from bot.domain.kinds import VOTE_KINDS, VoteKind, known
from games.core import Seat

T = TypeVar("T")


class TakeBackRequest(NamedTuple):
    """A take-back that needs the consent of others: by whom, to which row, when, and who has allowed it."""

    seat: Seat
    to: int
    row: int
    allowed: frozenset[Seat] = frozenset()


class MissingQuestion(NamedTuple):
    """A question to the others: somebody has lost two decisions in a row on time."""

    number: int  # of all such questions at the table, from 1
    seat: Seat
    at: int
    limit: int  # seconds after which the house plays on, should nobody decide
    stilled: int  # for how long the table's clocks had stood still by then
    votes: tuple[tuple[Seat, VoteKind], ...] = ()

    def due(self, stilled: int) -> int:
        """Return when the house plays on, if the clocks have stood still for so long by now."""
        return self.at + self.limit + stilled - self.stilled


class SeatWish(NamedTuple):
    """Somebody who does not play here would take a free seat."""

    number: int  # of all wishes at the table, from 1
    seat: Seat
    user: int
    at: int
    agreed: frozenset[Seat] = frozenset()
    refused: frozenset[Seat] = frozenset()
    granted: bool = False  # by the host of the table, alone


@dataclass(frozen=True, slots=True)
class Agreements:
    """All that stands beside a table's log."""

    votes: tuple[tuple[Seat, int], ...] = ()  # who wants to stop, and the row at which they said so
    request: TakeBackRequest | None = None
    denied: int = -1  # the row at which a take-back was last refused: not to be asked again
    left: tuple[Seat, ...] = field(default=())  # for good, in the order in which they left
    absent: tuple[Seat, ...] = ()  # for whom the house plays until their person presses anything
    strayed: tuple[Seat, ...] = ()  # those of them who were not in the server any more
    missing: tuple[MissingQuestion, ...] = ()  # the open questions about people who do not answer
    asked: int = 0  # how many such questions there were
    heard: tuple[tuple[Seat, int], ...] = ()  # up to which row what a seat has lost on time is forgotten
    wish: SeatWish | None = None
    wishes: int = 0
    substitutes: tuple[tuple[Seat, int], ...] = ()  # who has taken which seat over, in order
    paces: tuple[tuple[Seat, str], ...] = ()  # who wishes for which pace
    hinted: tuple[Seat, ...] = ()  # who has asked a computer for a hint, each time
    former: tuple[int, ...] = ()  # who sat here and was replaced: they have seen a hand
    words: tuple[tuple[Seat, str], ...] = ()  # with which words it was dealt; "": deleted since

    def heard_of(self, seat: Seat) -> int:
        return dict(self.heard).get(seat, 0)

    def users(self, users: tuple[int, ...]) -> tuple[int, ...]:
        """Return who sits where after all seats that were taken over."""
        taken = dict(self.substitutes)
        return tuple(taken.get(seat, user) for seat, user in enumerate(users))

    def question(self, number: int) -> MissingQuestion | None:
        return next((missing for missing in self.missing if missing.number == number), None)


NO_AGREEMENTS = Agreements()


def with_event(beside: Agreements, event: Event) -> Agreements:
    """Return what stands beside a log after one more event."""
    seat, request = event.seat, beside.request
    match event.kind:
        case "stop" | "go":
            others = _without(beside.votes, seat)
            return replace(beside, votes=(*others, (seat, event.row)) if event.kind == "stop" else others)
        case "ask":
            return replace(beside, request=TakeBackRequest(seat, int(event.text), event.row))
        case "allow" if request:
            return replace(beside, request=request._replace(allowed=request.allowed | {seat}))
        case "deny":
            return replace(beside, request=None, denied=event.row)
        case "pace":
            kept = tuple(wish for wish in beside.paces if wish[0] != seat)
            return replace(beside, paces=(*kept, (seat, event.text)))
        case "paced":
            return replace(beside, paces=())
        case "hint":
            return replace(beside, hinted=(*beside.hinted, seat))
        case "word":
            return replace(beside, words=(*beside.words, (seat, event.text)))
        case "leave":
            return replace(_settled(beside, event), left=(*beside.left, seat))
    return _seats(beside, event)


def _seats(beside: Agreements, event: Event) -> Agreements:
    """Follow who is missing, who is back, and who takes whose seat."""
    seat = event.seat
    match event.kind:
        case "missing":
            number, (limit, stilled) = beside.asked + 1, map(int, event.text.split("+"))
            asked = MissingQuestion(number, seat, event.at, limit, stilled)
            return replace(beside, missing=(*beside.missing, asked), asked=number)
        case "wait" | "house" | "finish":
            said = tuple(_voted(missing, event) for missing in beside.missing)
            return replace(beside, missing=said)
        case "waited" | "here":
            return _settled(beside, event)
        case "absent" | "stray":
            after = _settled(beside, event)
            strayed = (*after.strayed, seat) if event.kind == "stray" else after.strayed
            return replace(after, absent=(*after.absent, seat), strayed=strayed)
    return _taken_over(beside, event)


def _taken_over(beside: Agreements, event: Event) -> Agreements:
    """Follow somebody's wish for a seat, until it is granted or not."""
    seat, wish = event.seat, beside.wish
    match event.kind:
        case "wish":
            number = beside.wishes + 1
            return replace(beside, wish=SeatWish(number, seat, int(event.text), event.at), wishes=number)
        case "grant" if wish:
            return replace(beside, wish=wish._replace(granted=True))
        case "agree" if wish:
            return replace(
                beside, wish=wish._replace(agreed=wish.agreed | {seat}, refused=wish.refused - {seat})
            )
        case "refuse" if wish:
            return replace(
                beside, wish=wish._replace(refused=wish.refused | {seat}, agreed=wish.agreed - {seat})
            )
        case "declined":
            return replace(beside, wish=None)
        case "former":
            return replace(beside, former=(*beside.former, int(event.text)))
        case "substitute":
            after = _settled(beside, event)
            left = tuple(other for other in beside.left if other != seat)
            taken = (*_without(beside.substitutes, seat), (seat, int(event.text)))
            return replace(after, wish=None, left=left, substitutes=taken)
    return beside


def _settled(beside: Agreements, event: Event) -> Agreements:
    """Nothing is asked about a seat any more: somebody sits there, or has left, or is waited for."""
    seat, wish = event.seat, beside.wish
    return replace(
        beside,
        votes=_without(beside.votes, seat) if event.kind in ("leave", "substitute") else beside.votes,
        absent=tuple(other for other in beside.absent if other != seat),
        strayed=tuple(other for other in beside.strayed if other != seat),
        missing=tuple(missing for missing in beside.missing if missing.seat != seat),
        heard=(*_without(beside.heard, seat), (seat, event.row)),
        wish=None if wish and wish.seat == seat else wish,
    )


def _voted(missing: MissingQuestion, event: Event) -> MissingQuestion:
    if event.text != str(missing.number):
        return missing
    said: tuple[Seat, VoteKind] = (event.seat, known(event.kind, VOTE_KINDS))
    return missing._replace(votes=(*_without(missing.votes, event.seat), said))


def _without(pairs: tuple[tuple[Seat, T], ...], seat: Seat) -> tuple[tuple[Seat, T], ...]:
    return tuple(pair for pair in pairs if pair[0] != seat)


def agreements_of(events: Iterable[Event]) -> Agreements:
    """Return what all events of a table come to."""
    beside = NO_AGREEMENTS
    for event in events:
        beside = with_event(beside, event)
    return beside
