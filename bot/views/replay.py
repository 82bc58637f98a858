"""A game played again: the picture at each step with its news, and the ways through it."""

from typing import Any

from discord import ui

from bot.domain.replay import Replay, Viewer, landmarks
from bot.text.words import Words
from bot.views.board import news_of
from bot.views.parts import custom_ids
from bot.views.parts.items import Pick, Press, option
from bot.views.parts.screen import Screen, alt_text, fitted, layout, lines_of, picture, row
from bot.views.replay_buttons import PUBLIC_VIEWER
from games.core import MENU, SEAT_NAMES, Text


def letter(viewer: Viewer) -> str:
    """Return what stands for a viewer in an id."""
    return PUBLIC_VIEWER if viewer is None else str(viewer)


def replay_screen(replay: Replay, viewer: Viewer, at: int, words: Words) -> Screen:
    """Show one step through a viewer's eyes."""
    steps = replay.seen(viewer)
    at = min(max(at, 0), len(steps) - 1)
    rules = replay.table.rules
    view = rules.view(steps[at].state, viewer)
    page = rules.page(view)
    place = Text("Step {step} of {steps}", step=at, steps=len(steps) - 1)
    head = f"## {words.say(page.title)}\n-# {words.say(place)} · {_eyes(viewer, words)}"
    items: list[ui.Item[Any]] = [ui.TextDisplay(head), picture(alt_text(words, page.alt))]
    told = fitted([news_of(page, words, 8), lines_of(page.secrets, words), lines_of(page.stakes, words)])
    items += [ui.TextDisplay(text) for text in told]
    return Screen(layout(*items, *_ways(replay, viewer, at, words)), rules.scene(view))


def _eyes(viewer: Viewer, words: Words) -> str:
    """Say through whose eyes the game is seen."""
    if viewer is None:
        return words.say(Text("as everybody saw it"))
    return words.say(Text("as {who} saw it", who=SEAT_NAMES[viewer]))


def _ways(replay: Replay, viewer: Viewer, at: int, words: Words) -> list[ui.ActionRow[Any]]:
    """Return first, back, next and last, the menus, and what one can do with a finished game."""
    table_id, last = replay.table.id, len(replay.seen(viewer)) - 1
    end = at == last

    def press(act: str, text: Text, to: int, style: str = "quiet", *, off: bool = False) -> Press:
        id = custom_ids.archive("replay", table_id, letter(viewer), act=act, number=to)
        return Press(id, words.say(text), style, disabled=off)

    turning = row(
        press("first", Text("First", ctx="button: step of a replay"), 0, off=at == 0),
        press("back", Text("Back", ctx="button: step of a replay"), max(at - 1, 0), off=at == 0),
        press("next", Text("Next", ctx="button: step of a replay"), min(at + 1, last), "plain", off=end),
        press("last", Text("Last", ctx="button: step of a replay"), last, off=end),
    )
    rows = [turning, *([row(_jump(replay, viewer, at, words))] if last else [])]
    if not replay.table.over:
        return rows
    share = press("share", Text("Share", ctx="button: as a moving picture"), at)
    export = press("export", Text("Export", ctx="button: the record of a game"), at)
    verify = press("verify", Text("Verify", ctx="button: the deal of a game"), at)
    return [*rows, row(_viewers(replay, viewer, at, words)), row(share, export, verify)]


def _jump(replay: Replay, viewer: Viewer, at: int, words: Words) -> Pick:
    """Return the menu of turns."""
    steps = replay.seen(viewer)
    entries = []
    for n in landmarks(steps, MENU):
        who = SEAT_NAMES[steps[n].seat] if n else Text("the cards are dealt")
        entries.append(option(str(n), words.say(Text("{step}: {who}", step=n, who=who)), default=n == at))
    id = custom_ids.archive("replay", replay.table.id, letter(viewer), act=custom_ids.MENU, number=at)
    return Pick(id, words.say(Text("Jump to a turn")), entries)


def _viewers(replay: Replay, viewer: Viewer, at: int, words: Words) -> Pick:
    """Return the menu of those through whose eyes a finished game may be seen."""
    entries = [option(PUBLIC_VIEWER, words.say(Text("As everybody saw it")), default=viewer is None)]
    for seat in range(len(replay.table.users)):
        entries.append(option(str(seat), _with_hand(words, seat), default=viewer == seat))
    id = custom_ids.archive("replay", replay.table.id, letter(viewer), act=custom_ids.OPTIONS, number=at)
    return Pick(id, words.say(Text("Through whose eyes?")), entries)


def _with_hand(words: Words, seat: int) -> str:
    return words.say(Text("As {who} saw it, with the hand", who=SEAT_NAMES[seat]))
