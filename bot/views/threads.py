"""Where a table stands: the message that leads to its thread, and the offer of one."""

from typing import Any

from discord import ui

from bot.base.references import Command
from bot.domain.entities import NewTable, TableRecord
from bot.text.foreign_names import PERSON_NAME, safe_name
from bot.text.words import Words
from bot.views.parts import custom_ids
from bot.views.parts.items import Link, Press
from bot.views.parts.screen import Screen, layout, person, row, rows
from games import GAMES
from games.core import Text

TAKEN = Text("This channel has a table already: {table} shows it.", table=Command("table"))


def announcing_screen(opening: NewTable, words: Words) -> Screen:
    """Say in the channel that a table is about to stand in a thread below."""
    return Screen(layout(_text(opening.game, _opened(opening.host), words)))


def thread_link_screen(saved: TableRecord, words: Words) -> Screen:
    """Say in the channel that a table stands in the thread below, and how it fares."""
    buttons: list[ui.Item[Any]] = []
    if saved.phase == "lobby":
        join = words.say(Text("Join", ctx="button: sit down at the table"))
        buttons.append(Press(custom_ids.lobby(saved.id, "join"), join, "good"))
    if saved.message and saved.phase != "gone":
        buttons.append(Link(saved.link, words.say(Text("See the table"))))
    return Screen(layout(_text(saved.game, _fares(saved), words), *rows(buttons)))


def _text(game: str, said: Text, words: Words) -> ui.TextDisplay[Any]:
    return ui.TextDisplay(f"### {words.say(GAMES[game].NAME)}\n{words.say(said)}")


def _opened(host: int) -> Text:
    return Text("{who} has opened a table in this thread.", who=person(host))


def _fares(saved: TableRecord) -> Text:
    match saved.phase:
        case "lobby":
            return _opened(saved.host)
        case "done":
            return Text("The game in this thread is over.")
        case "gone":
            return Text("The table in this thread was closed.")
    return Text("The game is played in this thread.")


def thread_name(game: str, host: str, words: Words) -> str:
    """Name a thread after its game and its host."""
    return f"{words.say(GAMES[game].NAME)} · {safe_name(host, PERSON_NAME, markdown=False)}"


def taken_screen(game: str, invited: tuple[int, ...], words: Words) -> Screen:
    """Offer a thread to somebody who wants to open a table where one stands already."""
    offer = Text("You can have yours in a thread of its own.")
    open = Press(custom_ids.opening(game, invited), words.say(Text("Open it in a thread")), "good")
    return Screen(layout(ui.TextDisplay(words.say(TAKEN)), ui.TextDisplay(words.say(offer)), row(open)))


def moved_in_screen(saved: TableRecord, words: Words) -> Screen:
    """Lead the host to the thread into which their table has moved."""
    said = Text("The table stands in a thread of its own now. Whoever joins is added to it.")
    link = Link(saved.link, words.say(Text("See the table")))
    return Screen(layout(ui.TextDisplay(words.say(said)), row(link)))
