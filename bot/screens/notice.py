"""The turn notice: a short public message that calls those whom the game waits for."""

from collections.abc import Collection

from discord import ui

from bot.screens.parts import Screen, person, plain, row, the_seat
from bot.screens.table import hand_button, request_line
from bot.tables.table import Table
from bot.words import Words
from games.core import Seat, Text, Texts

NEWS = 200  # characters of news in a turn notice


def called(table: Table) -> tuple[Seat, ...]:
    """Return whom a notice calls: those to move, or who must allow a take-back."""
    return table.asked_to_allow() or table.awaited()


def notice_screen(table: Table, words: Words, mentioned: Collection[Seat]) -> Screen:
    """Call those the game waits for, by mention or by the name of their seat."""
    who = tuple(
        person(table.users[seat]) if seat in mentioned else the_seat(words, seat) for seat in called(table)
    )
    return Screen(plain(ui.TextDisplay(_sentence(table, words, who)), row(hand_button(table.id, words))))


def _sentence(table: Table, words: Words, who: tuple[str, ...]) -> str:
    if table.asked_to_allow():
        return words.say(Text("{who}: {request}", who=who, request=request_line(table, words)))
    if any(d.advance for d in table.asked if not d.settled):  # what is asked could tell what is held
        question = Texts("{who}, a question for you.", "{who}, a question for you.", n=len(who), who=who)
        return words.say(question)
    turn = Texts("{who}, your turn.", "{who}, your turn.", n=len(who), who=who)
    return f"{words.say(turn)} {_latest(table, words)}".strip()


def _latest(table: Table, words: Words) -> str:
    """Return the last one or two pieces of news, as far as a short message holds them."""
    news = [words.say(line) for line in table.rules.page(table.rules.view(table.state, None)).news[-2:]]
    both = " ".join(news)
    return both if len(both) <= NEWS or not news else news[-1]
