"""Who was called at a table, as a value with one codec; pure.

The value is stored as JSON in the column `calls`. The text in `noticed` is written and read for one version
more: "0.12!,1.12" is seat 0, called at row 12 by mention, and seat 1, silently; "?" stands for a take-back,
"^" for a reminder, "~" for one who is not mentioned in the channel.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from games.core import Seat

END_TOLD = "end"  # what is noted when everyone has been told how a game ended
MARKS = {"ask": "?", "mentioned": "!", "reminded": "^", "apart": "~"}  # in the older text, in this order


@dataclass(frozen=True, slots=True)
class Call:
    """A call to a seat: for which row, by mention or not, and whether for a take-back."""

    row: int
    mentioned: bool = False
    ask: bool = False
    reminded: bool = False  # before the time ran out
    apart: bool = False  # not by mention in the channel: by DM, or as they wish not at all


@dataclass(frozen=True, slots=True)
class Calls:
    """Who was called last at a table; or that all have been told how the game ended."""

    seats: tuple[tuple[Seat, Call], ...] = ()
    end_told: bool = False

    @property
    def by_seat(self) -> dict[Seat, Call]:
        return dict(self.seats)

    @property
    def owed(self) -> bool:
        """Whether somebody was called silently and may still have to be mentioned."""
        return any(not call.mentioned for _, call in self.seats)

    def without(self, seat: Seat) -> "Calls":
        """Return the calls without one seat's: whoever sits there now was not called."""
        return Calls(tuple((other, call) for other, call in self.seats if other != seat), self.end_told)


NO_CALLS = Calls()
ALL_TOLD = Calls(end_told=True)


def calls_to(seats: Mapping[Seat, Call]) -> Calls:
    return Calls(tuple(seats.items()))


# --- the codec ---


def written(calls: Calls) -> str:
    """Write calls as they are stored."""
    if calls.end_told:
        return json.dumps(END_TOLD)
    return json.dumps({str(seat): _fields(call) for seat, call in calls.seats}, separators=(",", ":"))


def _fields(call: Call) -> dict[str, Any]:
    return {"row": call.row, **{name: True for name in MARKS if getattr(call, name)}}


def stored_calls(calls: str | None, noticed: str) -> Calls:
    """Read what is stored: the value where it is filled, else the text that an older process wrote."""
    if calls is None:
        return calls_in_text(noticed)
    found = json.loads(calls)
    if found == END_TOLD:
        return ALL_TOLD
    return Calls(tuple((int(seat), Call(**fields)) for seat, fields in found.items()))


# --- the text of older versions ---


def text_of(calls: Calls) -> str:
    """Write calls as older processes read them."""
    return END_TOLD if calls.end_told else ",".join(_part(seat, call) for seat, call in calls.seats)


def _part(seat: Seat, call: Call) -> str:
    return f"{seat}.{call.row}{''.join(mark * getattr(call, name) for name, mark in MARKS.items())}"


def calls_in_text(text: str) -> Calls:
    """Read calls as older processes write them; the oldest text, "12@0,1", called everyone by mention."""
    if text in ("", END_TOLD):
        return ALL_TOLD if text else NO_CALLS
    if "@" in text:
        row, _, seats = text.partition("@")
        return Calls(tuple((int(seat), Call(int(row), mentioned=True)) for seat in seats.split(",") if seat))
    parts = (part.partition(".") for part in text.split(","))
    return Calls(tuple((int(seat), _call(row)) for seat, _, row in parts))


def _call(text: str) -> Call:
    marked = {name: mark in text for name, mark in MARKS.items()}
    return Call(int(text.rstrip("".join(MARKS.values()))), **marked)
