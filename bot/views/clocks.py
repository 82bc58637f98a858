"""What a table says about time: its pace, deadlines, who is away, whose time ran out."""

from collections.abc import Mapping
from typing import Any

from discord import ui

from bot.domain.pace import PACES
from bot.domain.table import Table
from bot.text.words import Words
from bot.views.parts import custom_ids
from bot.views.parts.items import Pick, Press, option
from bot.views.parts.screen import Screen, layout, row, the_seat
from games.core import SEAT_NAMES, Seat, Text, Texts

NO_PACE = "none"  # a menu has no empty value
Away = Mapping[Seat, int]  # until when somebody is away
NOBODY_AWAY: Away = {}


def when(at: int, form: str = "R") -> str:
    """Return a moment as everyone's own Discord writes it."""
    return f"<t:{at}:{form}>"


# --- on the table ----------------------------------------------------------------------------------


def time_lines(table: Table, words: Words, away: Away = NOBODY_AWAY) -> list[str]:
    """Say all that is to be said about time, each in a line of its own."""
    lines = [*_lapses(table, words), *_deadlines(table, words), *_aways(away, words), wish_line(table, words)]
    return ["\n".join(filter(None, lines))]


def _deadlines(table: Table, words: Words) -> list[str]:
    """Say when time runs out for those whom the game waits for; equal times in one line."""
    due: dict[int, list[Seat]] = {}
    for seat in table.awaited():
        if at := table.timing.deadline(seat):
            due.setdefault(at, []).append(seat)
    return [
        words.say(Text("Time runs out for {who} {when}", who=_names(seats), when=when(at)))
        for at, seats in sorted(due.items())
    ]


def own_deadline(table: Table, seat: Seat, words: Words) -> str:
    """Tell a player when their time runs out."""
    at = table.timing.deadline(seat)
    return words.say(Text("Your time runs out {when}", when=when(at))) if at and not table.over else ""


def _lapses(table: Table, words: Words) -> list[str]:
    """Say for whom the clock has moved since their last own move; what it did, the news say as ever."""
    return [f"> {words.say(lapse(seat))}" for seat in table.lapses()]


def lapse(seat: Seat) -> Text:
    return Text("{who}'s time ran out: the bot moved for {who}.", who=SEAT_NAMES[seat])


def _aways(away: Away, words: Words) -> list[str]:
    return [
        words.say(Text("{who} is away until {when}", who=SEAT_NAMES[seat], when=when(until, "f")))
        for seat, until in away.items()
    ]


def pace_line(pace: str, words: Words) -> str:
    """Say how long a decision may take; a table without a clock says nothing of it."""
    return f"-# {words.say(PACES[pace])}" if pace else ""


def _names(seats: list[Seat]) -> tuple[Text, ...]:
    return tuple(SEAT_NAMES[seat] for seat in seats)


# --- another pace ----------------------------------------------------------------------------------


def wish_line(table: Table, words: Words) -> str:
    """Tell publicly that somebody wishes for another pace, and who must still agree."""
    pace = table.wishes.wished_pace()
    if pace is None:
        return ""
    wishes = dict(table.beside.paces)
    who = tuple(the_seat(words, seat) for seat, wished in wishes.items() if wished == pace)
    sentence = Texts(
        "{who} wishes for another pace: {pace}. All must agree.",
        "{who} wish for another pace: {pace}. All must agree.",
        n=len(who),
        who=who,
        pace=PACES[pace],
    )
    return f"**{words.say(sentence)}**"


def wish_buttons(table: Table, words: Words) -> list[ui.ActionRow[Any]]:
    if table.wishes.wished_pace() is None:
        return []
    # Note: a button: to a new pace that somebody wishes for
    yes = Press(custom_ids.table(table.id, "paceyes"), words.say(Text("Agree")), "good")
    return [row(yes, Press(custom_ids.table(table.id, "paceno"), words.say(Text("Keep the pace"))))]


def pace_screen(table: Table, words: Words) -> Screen:
    """Let a player wish for another pace."""
    said = Text("How long may a decision take? A new pace counts as soon as everyone agrees.")
    title = words.say(Text("Pace", ctx="how long a decision may take"))
    menu = Pick(
        custom_ids.table(table.id, custom_ids.OPTIONS, custom_ids.PACE_MENU),
        title,
        pace_options(table.timing.pace, words),
    )
    return Screen(layout(ui.TextDisplay(words.say(said)), row(menu)))


def pace_options(now: str, words: Words) -> list[Any]:
    """Return the paces for a menu."""
    return [option(pace or NO_PACE, words.say(name), default=pace == now) for pace, name in PACES.items()]


def chosen_pace(value: str) -> str:
    """Read a value of the menu."""
    return "" if value == NO_PACE else value


# --- away ------------------------------------------------------------------------------------------


def away_screen(until: int, left: int, words: Words) -> Screen:
    """Tell somebody until when they are away, and how they come back sooner."""
    said = Text(
        "You are away until {when}. Your slow clocks stand still, your tables show it, and nobody calls you.",
        when=when(until, "f"),
    )
    more = Texts("{n} more day this year.", "{n} more days this year.", n=left)
    back = Press(custom_ids.AWAY_BACK, words.say(Text("I am back")), "good")
    return Screen(layout(ui.TextDisplay(f"{words.say(said)}\n-# {words.say(more)}"), row(back)))
