"""The turn notice: a short public message that calls those whom the game waits for."""

from collections.abc import Collection

from discord import ui

from bot.domain.entities import TableRecord
from bot.domain.table import Table
from bot.domain.who_is_called import called, is_reminded
from bot.text.words import Words
from bot.views.board import hand_button, request_line
from bot.views.clocks import when
from bot.views.ending import outcome, see_the_table
from bot.views.parts.player_view import view_of
from bot.views.parts.screen import Screen, person, plain, row, the_seat
from games.core import Seat, Text, Texts

NEWS = 200  # characters of news in a turn notice


def notice_screen(table: Table, words: Words, mentioned: Collection[Seat]) -> Screen:
    """Call those the game waits for, by mention or by the name of their seat."""
    who = tuple(
        person(table.users[seat]) if seat in mentioned else the_seat(words, seat) for seat in called(table)
    )
    said = "\n".join([_sentence(table, words, who), *_ends(table, words)])
    return Screen(plain(ui.TextDisplay(said), row(hand_button(table.id, words))))


def _ends(table: Table, words: Words) -> list[str]:
    """Say when time runs out for those who are reminded of it."""
    due = [table.timing.deadline(seat) for seat in table.awaited() if is_reminded(table, seat)]
    return [words.say(Text("Time runs out {when}.", when=when(min(due))))] if due else []


def in_dm_screen(saved: TableRecord, table: Table, words: Words) -> Screen:
    """Call somebody in their DMs, who wishes to be called there."""
    place = f"<#{saved.channel}>"
    if table.over:
        said = Text(
            "{game} in {channel}: {outcome}", game=table.rules.NAME, channel=place, outcome=outcome(table)
        )
    else:
        said = Text("{game} in {channel} waits for you.", game=table.rules.NAME, channel=place)
    text = "\n".join([words.say(said), *_ends(table, words)])
    return Screen(plain(ui.TextDisplay(text), row(see_the_table(saved, words))))


def _sentence(table: Table, words: Words, who: tuple[str, ...]) -> str:
    if table.takebacks.asked_to_allow():
        return words.say(Text("{who}: {request}", who=who, request=request_line(table, words)))
    if any(d.advance for d in table.asked if not d.settled):  # what is asked could tell what is held
        question = Texts("{who}, a question for you.", "{who}, a question for you.", n=len(who), who=who)
        return words.say(question)
    turn = Texts("{who}, your turn.", "{who}, your turn.", n=len(who), who=who)
    return f"{words.say(turn)} {_latest(table, words)}".strip()


def _latest(table: Table, words: Words) -> str:
    """Return the last one or two pieces of news, as far as a short message holds them."""
    news = [words.say(line) for line in view_of(table, None).page.news[-2:]]
    both = " ".join(news)
    return both if len(both) <= NEWS or not news else news[-1]
