"""The controls of a question as rows of a message, for panels and lessons; pure."""

from typing import Any, Protocol

from discord import ui

from bot.text.shortening import truncated
from bot.text.words import Words
from bot.views.menus import COLONS, Buttons, Control, Entry, Menu, Picks, joined
from bot.views.parts import custom_ids
from bot.views.parts.items import BUTTON_COLUMNS, Pick, Press, option
from bot.views.parts.screen import row, rows
from bot.views.parts.widths import width
from games.core import Text

BACK_TO_MENU = Text("Back", ctx="button: to the menu above")
DETAILS = 900  # characters of second lines above the buttons


class QuestionIds(Protocol):
    """Makes the ids of one question as it is shown once."""

    def id(self, act: str, number: int = -1) -> str: ...


def control_rows(ids: QuestionIds, control: Control, words: Words) -> list[ui.Item[Any]]:
    """Set a control in rows; what a menu would say in a second line stands above the buttons."""
    match control:
        case Buttons():
            presses = rows(
                [Press(ids.id(e.value), e.text, e.style, emblem=e.emblem) for e in control.entries]
            )
            lines = [line for entry in control.entries if (line := _line_above(entry, words))]
            return [ui.TextDisplay(truncated("\n".join(lines), DETAILS)), *presses] if lines else [*presses]
        case Menu():
            options = [option(e.value, e.text, e.detail, emblem=e.emblem) for e in control.entries]
            return [row(Pick(ids.id(custom_ids.MENU, control.level), control.title, options))]
        case Picks():
            signed = enumerate(zip(control.items, control.emblems, strict=True))
            options = [option(str(i), item, emblem=emblem) for i, (item, emblem) in signed]
            id = ids.id(custom_ids.PICKS, control.level)
            return [row(Pick(id, control.title, options, control.least, control.most))]


def _line_above(entry: Entry, words: Words) -> str:
    """Tell above a button what it has no room for: a second line, or the end of a long label."""
    if entry.detail and COLONS.search(entry.text) and COLONS.search(entry.detail):
        return f"-# **{entry.text}**\n-# {entry.detail}"
    if entry.detail:
        return f"-# {words.say(joined(f'**{entry.text}**', entry.detail))}"
    return f"-# **{entry.text}**" if width(entry.text) > BUTTON_COLUMNS else ""
