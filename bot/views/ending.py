"""How a game came out: who won, the ranking, the last message; and the questions before an early end."""

from collections.abc import Iterator
from typing import Any

from discord import ui

from bot.base.errors import Refused
from bot.base.references import OnBoard
from bot.domain.entities import TableRecord
from bot.domain.table import Table
from bot.text.words import Words
from bot.views.menus import named
from bot.views.parts import custom_ids
from bot.views.parts.items import Link, Press
from bot.views.parts.screen import (
    EMOJI,
    Screen,
    layout,
    person,
    plain,
    player,
    row,
    rows,
    seat_name,
    the_seat,
)
from games.core import SEAT_NAMES, Score, Seat, Text, Texts

MEDALS = ("🥇", "🥈", "🥉")


# --- who won ---------------------------------------------------------------------------------------


def winning(table: Table) -> tuple[Seat, ...]:
    """Return the seats that won; none for a game without a result."""
    return tuple(seat for seat, place in enumerate(table.places()) if place == 1)


def headline(table: Table, words: Words) -> str:
    """Return the title of a finished table: the winner with emblem and name, or how it ended early."""
    if table.ended is not None and not table.places():
        early = Text("{game}: ended early", game=table.rules.NAME)
        return f"## {words.say(early)}"
    best = winning(table)
    who = tuple(f"{EMOJI[seat]} {words.say(SEAT_NAMES[seat])}" for seat in best)
    names = tuple(player(table.users[seat], words) for seat in best)
    sentence = Texts("{who} wins, {names}", "A shared win: {who}, {names}", n=len(best), who=who, names=names)
    if table.ended is not None:
        return f"## {words.say(sentence)}"
    points = table.rules.points(table.rules.score(table.state)[best[0]][0])
    return f"## {words.say(named(words.say(sentence), words.say(points)))}"


def outcome(table: Table) -> Text:
    """Say in one sentence how a game came out."""
    if table.ended is not None:
        return _early_end(table)
    best = winning(table)
    who = tuple(SEAT_NAMES[seat] for seat in best)
    points = [score[0] for score in table.rules.score(table.state)]
    if len(points) == 2:
        most, least = max(points), min(points)
        return Texts(
            "{who} wins, {most} to {least}.",
            "A shared win for {who}: {most} to {least}.",
            n=len(best),
            who=who,
            most=most,
            least=least,
        )
    total = table.rules.points(points[best[0]])
    return Texts(
        "{who} wins: {points}.", "A shared win for {who}: {points}.", n=len(best), who=who, points=total
    )


def _early_end(table: Table) -> Text:
    seat, how = table.ended or (-1, "")
    if how == "early":
        return Text(
            "{who} resigned before everyone had two turns. Nobody wins, and the game does not count.",
            who=SEAT_NAMES[seat],
        )
    if how == "resign":
        others = tuple(SEAT_NAMES[other] for other in range(len(table.users)) if other != seat)
        return Text("{loser} resigned. {who} wins!", loser=SEAT_NAMES[seat], who=others)
    if how == "alone":
        return Text("All others have left. {who} wins!", who=SEAT_NAMES[seat])
    if how == "claim":
        return Text("The others did not come back. {who} wins!", who=SEAT_NAMES[seat])
    if how == "missed":
        return Text(
            "{who} was left alone before everyone had two turns. Nobody wins, and the game does not count.",
            who=SEAT_NAMES[seat],
        )
    if how == "stop":
        return Text("The players agreed to stop. Nobody wins, and the game does not count.")
    return Text("The table was closed before the end. Nobody wins, and the game does not count.")


def ranking(table: Table, words: Words) -> str:
    """Return a line a seat, best first: place, points, and the tie-break where it decided."""
    if table.ended is not None:
        return f"**{words.say(outcome(table))}**"
    return "\n".join(_ranked(table, words))


def _ranked(table: Table, words: Words) -> Iterator[str]:
    scores, places = table.rules.score(table.state), table.places()
    for seat in sorted(range(len(places)), key=lambda seat: places[seat]):
        place = MEDALS[places[seat] - 1] if places[seat] <= len(MEDALS) else f"{places[seat]}."
        line = f"{place} {seat_name(words, seat)} {player(table.users[seat], words)}"
        if table.attendance.played_by_house(seat):
            left = Text("left the game")  # Note: said of a player, behind the name and a colon
            absent = Text("was not there at the end")  # Note: said of a player, behind the name and a colon
            gone = left if seat in table.beside.left else absent
            yield words.say(named(line, words.say(gone)))
            continue
        line = words.say(named(line, words.say(table.rules.points(scores[seat][0]))))
        tie = _tie_break(table, scores, seat)
        yield f"{line} ({words.say(tie)})" if tie else line


def _tie_break(table: Table, scores: tuple[Score, ...], seat: Seat) -> Text | None:
    """Return what decided between this seat and one with as many points; None if nothing had to."""
    rivals = [
        s
        for s in range(len(scores))
        if not table.attendance.played_by_house(s) and s != seat and scores[s][0] == scores[seat][0]
    ]
    for index in range(1, len(scores[seat])):
        values = {scores[s][index] for s in rivals} - {scores[seat][index]}
        if rivals and values:
            # Note: behind equal points: what decided
            return Text("tie: {what}", what=table.rules.TIES[index - 1])
    return None


# --- the last message ------------------------------------------------------------------------------


def ended_screen(saved: TableRecord, table: Table, words: Words, called: tuple[Seat, ...]) -> Screen:
    """Tell everyone who sat there how it ended; name those by mention who are not here now."""
    who = tuple(person(table.users[seat]) for seat in called)
    said = words.say(outcome(table))
    text = words.say(Text("{who}: {outcome}", who=who, outcome=said)) if who else said
    buttons: list[ui.Item[Any]] = [see_the_table(saved, words), rematch_button(table, words)]
    return Screen(plain(ui.TextDisplay(text), row(*buttons)))


def see_the_table(saved: TableRecord, words: Words) -> Link:
    """Return a link that leads to the table's message."""
    return Link(saved.link, words.say(Text("See the table")))


def rematch_button(table: Table, words: Words) -> Press:
    return Press(
        custom_ids.table(table.id, "rematch"), words.say(Text("Rematch", ctx="button: play again")), "good"
    )


# --- ending early ----------------------------------------------------------------------------------


def more_screen(table: Table, seat: Seat | None, words: Words, *, moderator: bool) -> Screen:
    """Offer what is seldom needed, to one person."""
    presses: list[ui.Item[Any]] = []

    def offer(act: str, text: Text, style: str = "quiet") -> None:
        presses.append(Press(custom_ids.table(table.id, act), words.say(text), style))

    plays = seat in table.attendance.people() and not table.over
    if plays and table.attendance.alone() == seat:
        offer("claim", Text("Claim the win"), "danger")
    if plays:
        offer("dm", Text("Play by DM"))
        offer("pace", Text("Change the pace"))
        offer("stop", Text("Vote to stop"))
        offer("resign", Text("Resign", ctx="button: give up the game"), "danger")
    if moderator and not table.over:
        offer("close", Text("Close the table"), "danger")
    if not presses:
        raise Refused(Text("There is nothing more to do here for someone who watches."))
    back = Text("Moves are taken back in your panel: [{button}].", button=OnBoard(Text("Your hand")))
    note = back if plays else Text("For those who may end tables here:")
    return Screen(layout(ui.TextDisplay(words.say(note)), *rows(presses)))


def sure_screen(table: Table, seat: Seat, act: str, words: Words, *, early: bool) -> Screen:
    """Ask once more before something that cannot be undone."""
    if act == "claim":
        question = Text("Claim the win? The others did not come back: the game ends now.")
        if early:
            question = Text("End the game? Not everyone has had two turns: it does not count.")
    elif act == "close":
        question = Text("Close the table? Nobody wins, and the game does not count.")
    elif table.attendance.goes_on_without(seat):
        question = Text("Leave for good? The others play on, and your seat takes the last place.")
    elif early:
        question = Text("Resign? Not everyone has had two turns: the game ends and does not count.")
    else:
        question = Text("Resign? The game ends now and counts as lost.")
    yes = Press(custom_ids.table(table.id, f"{act}!"), words.say(Text("Yes, end it")), "danger")
    return Screen(layout(ui.TextDisplay(words.say(question)), row(yes)))


def votes_line(table: Table, words: Words) -> str:
    """Tell publicly who wants to stop."""
    votes = table.wishes.votes()
    if not votes or table.over:
        return ""
    who = tuple(the_seat(words, seat) for seat in votes)
    sentence = Texts(
        "{who} wants to stop: {n} of {all}. More than half end the game.",
        "{who} want to stop: {n} of {all}. More than half end the game.",
        n=len(votes),
        who=who,
        all=len(table.attendance.present()),
    )
    return f"**{words.say(sentence)}**"


def vote_buttons(table: Table, words: Words) -> list[ui.ActionRow[Any]]:
    if not table.wishes.votes() or table.over:
        return []
    # Note: a button: vote for ending the game as well
    stop = Press(custom_ids.table(table.id, "stop"), words.say(Text("Stop too")), "danger")
    # Note: a button: vote against ending the game
    go = Press(custom_ids.table(table.id, "go"), words.say(Text("Go on")))
    return [row(stop, go)]
