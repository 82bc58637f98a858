"""The private panel: own picture, own secrets, own choices, own language."""

from collections.abc import Mapping, Sequence
from typing import Any

from discord import ui

from bot.panel import Buttons, Control, Menu, Offer, Picks
from bot.screens import (
    Screen,
    alt_text,
    awaited_line,
    fitted,
    layout,
    lines_of,
    news_of,
    outcome,
    picture,
    row,
    rows,
    score_grid,
)
from bot.table import Table
from bot.ui import Pick, Press, option, render
from bot.words import Words
from games.core import Decision, Seat, Text

NO_ANSWERS: Mapping[str, str] = {}  # questions that a seat answers in advance: none


def offer_of(table: Table, seat: Seat, words: Words) -> Offer | None:
    """Return a seat's question with its labels, as its owner may read them."""
    decision = table.offer(seat)
    if decision is None:
        return None
    view = table.game.view(table.state, seat)
    return Offer(decision, tuple(table.game.label(view, move) for move in decision.moves), words.say)


def panel_screen(
    table: Table,
    seat: Seat,
    words: Words,
    *,
    opened: int = 0,
    standing: Mapping[str, str] = NO_ANSWERS,
    help: bool = False,
    dm: bool = False,
    word: Text | None = None,
) -> Screen:
    """Show one player what they may know and do; `opened` is the group whose entries are shown."""
    offer = offer_of(table, seat, words)
    view = table.game.view(table.state, seat)
    page = table.game.page(view)
    scene = table.game.scene(view, offer.narrowed(opened) if offer else ())
    said = [f"**{words.say(word)}**"] if word else []
    texts = fitted([_head(table, seat, words), *said, news_of(page, words)], 1800)
    score = score_grid(page.grid, words, len(table.users)) if table.ended is None and table.over else ""
    own = fitted([*_help(offer, words, help), lines_of(page.secrets, words), score], 1800)
    controls = _controls(table, seat, offer, opened) if offer else []
    items: list[ui.Item[Any]] = [ui.TextDisplay(text) for text in texts]
    items += [picture(alt_text(words, page.alt)), *(ui.TextDisplay(text) for text in own), *controls]
    items += _standing(table, seat, words, standing)
    return Screen(layout(*items, *_foot(table, seat, words, opened, dm=dm, kept=bool(standing))), scene)


def look_of(table: Table, seat: Seat) -> str:
    """Name what a panel shows: while its question stands, nobody else's move changes it."""
    return table.stamp(seat) if table.offer(seat) else f"-{table.rows}"


def resting_screen(table: int, words: Words) -> Screen:
    """Replace a panel whose token is about to die."""
    wake = Press(f"p:{table}:hand", words.say(Text("Show me now")), "plain")
    return Screen(layout(ui.TextDisplay(words.say(Text("This panel rests."))), row(wake)))


def _head(table: Table, seat: Seat, words: Words) -> str:
    """Say in one line what this moment is: the end, waiting, an answer, or the player's turn."""
    decision = table.offer(seat)
    if table.over:
        return f"### {words.say(outcome(table))}"
    if decision is None:
        return f"### {awaited_line(table, words)}"
    if decision.settled:
        sentence = Text("You have chosen, and may still change your mind: {prompt}", prompt=decision.prompt)
    elif decision.standing:  # an answer, not a turn
        sentence = decision.prompt
    else:
        sentence = Text("Your turn: {prompt}", prompt=decision.prompt)
    return f"### {words.say(sentence)}"


def _help(offer: Offer | None, words: Words, wanted: bool) -> list[str]:
    if offer is None or not wanted or offer.decision.help is None:
        return []
    return [f"-# {words.say(offer.decision.help)}"]


def _question_id(table: Table, seat: Seat) -> str:
    """Begin the id of an item that answers the question on the screen; new each time it is shown."""
    return f"t:{table.id}:{table.stamp(seat)}:{render()}"


def _controls(table: Table, seat: Seat, offer: Offer, opened: int) -> list[ui.ActionRow[Any]]:
    id = _question_id(table, seat)
    return [shown for control in offer.controls(opened) for shown in _rows(id, control)]


def _rows(id: str, control: Control) -> list[ui.ActionRow[Any]]:
    match control:
        case Buttons():
            return rows([Press(f"{id}:{e.value}", e.text, e.style) for e in control.entries])
        case Menu():
            options = [option(e.value, e.text, e.detail) for e in control.entries]
            return [row(Pick(f"{id}:s{control.group}", control.title, options))]
        case Picks():
            options = [option(str(i), item) for i, item in enumerate(control.items)]
            pick = Pick(f"{id}:x{control.group}", control.title, options, control.least, control.most)
            return [row(pick)]


def _standing(table: Table, seat: Seat, words: Words, kept: Mapping[str, str]) -> Sequence[ui.Item[Any]]:
    """Offer to answer a question of this kind in advance; all answers take equally long."""
    decision = table.offer(seat)
    if decision is None or not decision.standing:
        return ()
    id, say = _question_id(table, seat), words.say
    now = kept.get(decision.standing, "ask")
    choices = {
        "ask": Text("Always ask me"),
        "use": Text("Always use it if I can"),
        "let": Text("Always let it happen"),
    }
    presses = [
        Press(f"{id}:{key}", say(text), "good" if key == now else "quiet") for key, text in choices.items()
    ]
    title = say(Text("From now on, when this is asked:"))
    return (ui.TextDisplay(f"-# {title}"), row(*presses))


def _foot(
    table: Table, seat: Seat, words: Words, opened: int, *, dm: bool, kept: bool
) -> list[ui.ActionRow[Any]]:
    """The buttons under every panel, five a row."""
    id, say = f"p:{table.id}", words.say
    decision: Decision | None = table.offer(seat)
    presses: list[ui.Item[Any]] = []
    if opened:
        presses.append(Press(f"{_question_id(table, seat)}:back{opened}", say(Text("Back"))))
    if (back_to := table.way_back(seat)) is not None:
        presses.append(Press(f"{id}:undo{back_to}", say(Text("Take back"))))
    if decision is not None and decision.help is not None:
        presses.append(Press(f"{id}:help", say(Text("Help"))))
    if kept and not table.over and not (decision and decision.standing):
        presses.append(Press(f"{id}:askme", say(Text("Ask me again"))))
    if not dm and not table.over:
        presses.append(Press(f"{id}:dm", say(Text("Play by DM"))))
    presses.append(Press(f"{id}:rules", say(Text("Rules"))))
    return rows(presses)
