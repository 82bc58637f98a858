"""What everyone reads about seats whose people are gone: questions to the others, and substitutes."""

from collections.abc import Collection, Iterator
from typing import Any

from discord import ui

from bot.domain.agreements import MissingQuestion, SeatWish
from bot.domain.table import Table
from bot.text.words import Words
from bot.views.parts import custom_ids
from bot.views.parts.items import Press
from bot.views.parts.screen import Screen, person, plain, row, rows, sentence_screen, the_seat
from games.core import SEAT_NAMES, Seat, Text, Texts

SEAT_IS_YOURS_AGAIN = Text("Welcome back: the seat is yours again.")
REPLACED = Text("Somebody else plays on in your seat. This panel shows nothing any more.")


def asked(table: Table) -> str:
    """Name what everyone is asked now; nothing while nobody is."""
    wish = table.beside.wish
    marks = [f"m{missing.number}" for missing in table.beside.missing] + ([f"w{wish.number}"] if wish else [])
    return "" if table.over else ",".join(marks)


def called(table: Table) -> tuple[Seat, ...]:
    """Return who has not yet said what is asked about a seat."""
    still = {seat for missing in table.beside.missing for seat in _silent(table, missing)}
    if wish := table.beside.wish:
        still |= set(table.attendance.present()) - wish.agreed - wish.refused
    return tuple(sorted(still))


def _silent(table: Table, missing: MissingQuestion) -> set[Seat]:
    return set(table.attendance.deciding(missing)) - {seat for seat, _ in missing.votes}


# --- the one message that asks ---


def asking_screen(table: Table, words: Words, mentioned: Collection[Seat]) -> Screen:
    """Ask those who are there about seats whose people are not: everything that is open, in one message."""
    items: list[ui.Item[Any]] = []
    for missing in table.beside.missing:
        items += _about_missing(table, missing, words, mentioned)
    if table.beside.wish:
        items += _about_wish(table, table.beside.wish, words, mentioned)
    return Screen(plain(*items))


def _names(
    table: Table, words: Words, seats: Collection[Seat], mentioned: Collection[Seat]
) -> tuple[str, ...]:
    return tuple(
        person(table.users[seat]) if seat in mentioned else the_seat(words, seat) for seat in sorted(seats)
    )


def _about_missing(
    table: Table, missing: MissingQuestion, words: Words, mentioned: Collection[Seat]
) -> Iterator[ui.Item[Any]]:
    who = the_seat(words, missing.seat)
    others = _names(table, words, table.attendance.deciding(missing), mentioned)
    question = Texts(
        "{others}: {who} has lost two decisions in a row on time. What now? It is yours to say.",
        "{others}: {who} has lost two decisions in a row on time. What now? More than half decide.",
        n=len(others),
        others=others,
        who=who,
    )
    when = f"<t:{missing.due(table.timing.stilled)}:R>"
    else_ = Text("Without an answer the bot plays on for {who} {when}.", who=who, when=when)
    said = "\n".join(words.say(line) for line in _said(words, missing))
    yield ui.TextDisplay(f"{words.say(question)}\n-# {words.say(else_)}\n{said}".strip())
    yield row(*_choices(table, missing, words))


def _said(words: Words, missing: MissingQuestion) -> Iterator[Text]:
    """Tell who has said what so far."""

    def who(what: str) -> tuple[str, ...]:
        return tuple(the_seat(words, seat) for seat, said in missing.votes if said == what)

    if wait := who("wait"):
        yield Texts("{who} votes to wait.", "{who} vote to wait.", n=len(wait), who=wait)
    if house := who("house"):
        yield Texts(
            "{who} votes to let the computer play.",
            "{who} vote to let the computer play.",
            n=len(house),
            who=house,
        )
    if finish := who("finish"):
        yield Texts("{who} votes to end the game.", "{who} vote to end the game.", n=len(finish), who=finish)


def _choices(table: Table, missing: MissingQuestion, words: Words) -> Iterator[Press]:
    name = SEAT_NAMES[missing.seat]

    def press(act: str, text: Text, style: str = "quiet") -> Press:
        return Press(custom_ids.table(table.id, act, missing.number), words.say(text), style)

    yield press("wait", Text("Wait for {who}", who=name), "plain")
    yield press("house", Text("Let the computer play for {who}", who=name))
    end = Text("End the game") if table.attendance.alone() is None else Text("Claim the win")
    yield press("finish", end, "danger")


def _about_wish(
    table: Table, wish: SeatWish, words: Words, mentioned: Collection[Seat]
) -> Iterator[ui.Item[Any]]:
    question = Text(
        "{others}: {user} wants to take {who}'s seat, with its hand. The host decides, or more than half.",
        others=_names(table, words, table.attendance.present(), mentioned),
        user=person(wish.user),
        who=the_seat(words, wish.seat),
    )
    agreed = tuple(the_seat(words, seat) for seat in sorted(wish.agreed))
    said = words.say(Texts("{who} agrees.", "{who} agree.", n=len(agreed), who=agreed)) if agreed else ""
    yield ui.TextDisplay(f"{words.say(question)}\n{said}".strip())
    yes = Press(
        custom_ids.table(table.id, "agree", wish.number),
        words.say(Text("Agree", ctx="button: somebody may take a seat")),
        "good",
    )
    yield row(yes, Press(custom_ids.table(table.id, "notnow", wish.number), words.say(Text("Not now"))))


# --- on the table ---


def seats_line(table: Table, words: Words) -> str:
    """Say for whom the house plays, who has taken a seat over, and whether the table rests."""
    if table.over:
        return ""
    return "\n".join(f"-# {words.say(line)}" for line in _told(table, words))


def _told(table: Table, words: Words) -> Iterator[Text]:
    def who(seats: Collection[Seat]) -> tuple[str, ...]:
        return tuple(the_seat(words, seat) for seat in sorted(seats))

    beside = table.beside
    if left := who(beside.left):
        yield Texts(
            "{who} has left: a computer plays this seat.",
            "{who} have left: a computer plays these seats.",
            n=len(left),
            who=left,
        )
    if strayed := who(beside.strayed):
        yield Texts(
            "{who} is not in this server any more: a computer plays this seat.",
            "{who} are not in this server any more: a computer plays these seats.",
            n=len(strayed),
            who=strayed,
        )
    if absent := who(set(beside.absent) - set(beside.strayed)):
        yield Texts(
            "{who} does not answer: a computer plays on until they press anything.",
            "{who} do not answer: a computer plays on until they press anything.",
            n=len(absent),
            who=absent,
        )
    for seat, user in beside.substitutes:
        yield Text("{user} has taken {who}'s seat over.", user=person(user), who=the_seat(words, seat))
    if table.attendance.resting:
        yield Text("Nobody is here: the table rests until one of the players presses anything.")


def seat_buttons(table: Table, words: Words) -> list[ui.ActionRow[Any]]:
    """Offer free seats to those who do not play, and the win to the only one who is still there."""
    if table.over:
        return []
    presses: list[ui.Item[Any]] = []
    for seat in table.attendance.free() if not table.attendance.resting else ():
        take = Text("Take {who}'s seat", who=SEAT_NAMES[seat])
        presses.append(Press(custom_ids.table(table.id, "take", seat), words.say(take), "good"))
    if table.attendance.alone() is not None and not table.beside.missing:
        presses.append(Press(custom_ids.table(table.id, "claim"), words.say(Text("Claim the win")), "danger"))
    return rows(presses)


def is_lost(table: Table, seat: Seat, user: int) -> bool:
    """Say whether a panel may show nothing any more: somebody else sits there now, or its owner has left."""
    return table.users[seat] != user or table.sees_no_more(seat)


def replaced_screen(words: Words) -> Screen:
    """Take the place of a panel whose owner does not sit there any more."""
    return sentence_screen(words, REPLACED)
