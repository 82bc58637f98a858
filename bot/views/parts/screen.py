"""The pieces that every message is made of: layout, rows, picture with alt text, names."""

from collections.abc import Generator, Sequence
from dataclasses import dataclass
from typing import Any

import discord
from discord import ui

from bot.domain.computers import is_computer, nth_of, strength_of
from bot.domain.entities import TableRecord
from bot.domain.table import Table
from bot.text.shortening import truncated
from bot.text.words import Words
from bot.views.parts.emblems import emblem_of
from games.core import ALT, SEAT_NAMES, TEXT, Seat, Text
from rendering import theme
from rendering.scene import Scene

COMPUTER = "🤖"
EMOJI = ("🦁", "🕊️", "🐻", "🐟", "🦌")
PICTURE = "table.png"  # the same for every picture: a file's name tells nothing
ACCENT = int(theme.OCHRE[1:], 16)


@dataclass(frozen=True, slots=True)
class Screen:
    """A message to be shown: its layout, and the picture that goes with it."""

    view: ui.LayoutView
    scene: Scene | None = None


Pieces = Generator[None, None, Screen]  # a message that is built piece by piece


def whole(pieces: Pieces) -> Screen:
    """Build a message in one go."""
    while True:
        try:
            next(pieces)
        except StopIteration as end:
            built: Screen = end.value
            return built


def layout(*items: ui.Item[Any]) -> ui.LayoutView:
    """Return a fresh view with one container; never sent twice, never times out."""
    container: ui.Container[Any] = ui.Container(*items, accent_colour=ACCENT)
    return plain(container)


def plain(*items: ui.Item[Any]) -> ui.LayoutView:
    """Return a fresh view without a frame, for short messages."""
    view = ui.LayoutView(timeout=None)
    for item in items:
        view.add_item(item)
    for item in view.walk_children():  # no item leads to what holds it: a message that was sent is gone at
        item._view = item._parent = None  # once, and not only when Python searches for litter
    return view


def without_picture(screen: Screen) -> Screen:
    """Return what a framed screen says, for as long as its picture is not there."""
    (frame,) = screen.view.children
    assert isinstance(frame, ui.Container)
    return Screen(layout(*(item for item in frame.children if not isinstance(item, ui.MediaGallery))))


def sentence_screen(words: Words, *sentences: Text) -> Screen:
    """Return a message that only says something."""
    return Screen(layout(*(ui.TextDisplay(words.say(sentence)) for sentence in sentences)))


def layout_of(screen: Screen) -> list[dict[str, Any]]:
    """Return a screen as Discord receives it; equal layouts look the same."""
    components: list[dict[str, Any]] = screen.view.to_components()  # type: ignore[no-untyped-call]
    return components


def row(*items: ui.Item[Any]) -> ui.ActionRow[Any]:
    return ui.ActionRow(*items)


def rows(items: Sequence[ui.Item[Any]]) -> list[ui.ActionRow[Any]]:
    """Set buttons in rows of five, the most that Discord takes."""
    return [row(*items[i : i + 5]) for i in range(0, len(items), 5)]


def picture(alt: str) -> ui.MediaGallery[Any]:
    """Return the gallery; alt text must stand there, an embed would drop it."""
    return ui.MediaGallery(
        discord.MediaGalleryItem(f"attachment://{PICTURE}", description=truncated(alt, ALT))
    )


def alt_text(words: Words, sentences: Sequence[Text]) -> str:
    """Join as many whole sentences as fit, most important first."""
    text = ""
    for sentence in map(words.say, sentences):
        longer = f"{text} {sentence}".strip()
        if len(longer) > ALT:
            break
        text = longer
    return text


def fitted(texts: Sequence[str], most: int = TEXT - 200) -> list[str]:
    """Drop empty texts and shorten the last ones that would not fit one message."""
    result: list[str] = []
    for text in filter(None, texts):
        if most < 2:
            break
        result.append(truncated(text, most))
        most -= len(result[-1])
    return result


def lines_of(lines: Sequence[Text], words: Words) -> str:
    return "\n".join(map(words.say, lines))


def seat_name(words: Words, seat: Seat) -> str:
    return f"{_shield(seat)} **{words.say(SEAT_NAMES[seat])}**"


def the_seat(words: Words, seat: Seat) -> str:
    """Return a seat's emblem and name, for a sentence."""
    return f"{_shield(seat)} {words.say(SEAT_NAMES[seat])}"


def _shield(seat: Seat) -> str:
    """Return a seat's shield as in the pictures, or its animal where Discord does not have it."""
    return emblem_of(SEAT_NAMES[seat]) or EMOJI[seat]


def person(user: int) -> str:
    return f"<@{user}>"


def player(user: int, words: Words) -> str:
    """Name whoever sits on a seat: a person by mention, a computer by its strength."""
    if not is_computer(user):
        return person(user)
    name, nth = words.say(strength_of(user).name), nth_of(user)
    return f"{COMPUTER} {name} {nth + 1}" if nth else f"{COMPUTER} {name}"


def place_of(saved: TableRecord, words: Words) -> str:
    """Say where a table stands: in a channel, or in the reader's DMs."""
    # Note: where a table stands, behind the name of its game
    return words.say(Text("in your DMs")) if saved.at_home else f"<#{saved.channel}>"


def stand_in(table: Table, seat: Seat) -> str:
    """Return the sign that a computer plays for somebody who is not there; nothing for all others."""
    return f" {COMPUTER}" if table.player_of(seat) and not is_computer(table.users[seat]) else ""
