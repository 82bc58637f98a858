"""The messages around a table that has no game: the lobby, its options, a closed table."""

from typing import Any

from discord import ui

from bot.base.references import Command
from bot.domain.entities import TableRecord
from bot.domain.lobby import Lobby, lobby_of
from bot.domain.pace import PACES
from bot.text.words import Words
from bot.views.clocks import pace_options
from bot.views.deal_words import WORD
from bot.views.fair_deal import MY_WORD, lobby_line
from bot.views.lessons import LEARN
from bot.views.parts import custom_ids
from bot.views.parts.choices import PLACES, menu, said
from bot.views.parts.items import Pick, Press, option
from bot.views.parts.screen import (
    Screen,
    alt_text,
    layout,
    person,
    picture,
    player,
    row,
    seat_name,
    sentence_screen,
)
from games.core import Setting, Text, Texts
from games.lessons import lessons_of
from games.rulebook import box_of

PLACE_MENU = 91  # the menu of places, after that of paces; those of the game's settings count from 0
HINTS = 92  # the menu about hints
NO_HINTS = Text("No hints in this game")


def lobby_screen(saved: TableRecord, words: Words, now: float = 0.0) -> Screen:
    """Show an open table: who sits where, what will be played, and what is still needed."""
    lobby = lobby_of(saved, now)
    head = f"# {words.say(lobby.rules.NAME)}\n{words.say(lobby.rules.TAGLINE)}"
    seats = "\n".join(_seat(saved, lobby, seat, words) for seat in range(lobby.rules.SEATS[-1]))
    played = _played(lobby, words, hints=bool(saved.hints))
    texts = [head, seats, played, _needed(lobby, words), lobby_line(saved, words)]
    items: list[ui.Item[Any]] = [ui.TextDisplay(text) for text in texts if text]
    box = box_of(lobby.rules)
    art = [picture(alt_text(words, box.alt))] if box else []
    return Screen(
        layout(*art, *items, *_rows(saved, lobby, words)),
        box.scene if box else None,
    )


def _seat(saved: TableRecord, lobby: Lobby, seat: int, words: Words) -> str:
    """Say who sits here, who hosts, who has typed a word, and for whom a seat is kept."""
    name = seat_name(words, seat)
    if seat < len(lobby.users):
        host = Text("host", ctx="a person")
        mark = f"  👑 {words.say(host)}" if lobby.users[seat] == lobby.host else ""
        typed = Text("word", ctx="somebody has typed one")
        mark += f"  ✍️ {words.say(typed)}" if lobby.users[seat] in saved.worded else ""
        return f"{name}  {player(lobby.users[seat], words)}{mark}"
    kept = lobby.awaited
    waiting = seat - len(lobby.users)
    if waiting < len(kept):
        keeping = Text(
            "kept for {who} until {until}", who=person(kept[waiting]), until=f"<t:{saved.kept_until}:t>"
        )
        return f"{name}  {words.say(keeping)}"
    free = Text("free", ctx="a seat")
    return f"{name}  {words.say(free)}"


def _played(lobby: Lobby, words: Words, *, hints: bool) -> str:
    """Say in words what will be played."""
    lines = [f"-# {words.say(present(s, lobby.options))}" for s in lobby.rules.SETTINGS]
    lines.append(f"-# {words.say(PACES[lobby.pace])}")
    return "\n".join(lines if hints else [*lines, f"-# {words.say(NO_HINTS)}"])


def present(setting: Setting, keys: tuple[str, ...]) -> Text:
    """Return what is chosen now, in plain words."""
    chosen = setting.chosen(keys)
    return chosen.name if chosen else setting.usual


def _needed(lobby: Lobby, words: Words) -> str:
    """Say who can start, or why nobody can yet."""
    if missing := lobby.missing():
        text: Text = Texts("One more player is needed.", "{n} more players are needed.", n=missing)
    elif lobby.full:
        text = Text("Everyone is here: any player can start.")
    else:
        text = Text("The host starts; after five quiet minutes any player can.")
    return f"-# {words.say(text)}"


def _rows(saved: TableRecord, lobby: Lobby, words: Words) -> list[ui.ActionRow[Any]]:
    def press(act: str, text: Text, style: str = "quiet", *, disabled: bool = False) -> Press:
        return Press(custom_ids.lobby(saved.id, act), words.say(text), style, disabled=disabled)

    taken = lobby.full and not lobby.computers
    start = press("start", Text("Start", ctx="button: the game"), "plain", disabled=lobby.missing() > 0)
    join = press("join", Text("Join", ctx="button: sit down at the table"), "good", disabled=taken)
    leave = press("leave", Text("Leave", ctx="button: get up from the table"))
    first = row(start) if saved.at_home else row(join, leave, start)  # nobody else can come into a DM
    options = press("options", Text("Options", ctx="button: of the game"))
    cancel = press("cancel", Text("Cancel", ctx="button: the table"))
    second = [options, press("rules", Text("Rules")), cancel]
    if lessons_of(lobby.rules):
        second.insert(1, press("learn", LEARN))
    computers = [press("computers", Text("Add a computer"))]
    word = [press(WORD, MY_WORD)] if saved.draw else []
    if not lobby.full:
        computers.append(press("fill", Text("Fill with computers")))
    return [first, row(*second), row(*computers, *word)]


def options_screen(saved: TableRecord, words: Words, *, may_move: bool = True) -> Screen:
    """Let the host choose, a menu a setting; private, since a public menu shows strangers their own pick."""
    lobby = lobby_of(saved)
    title = Text("Choose what this game is played with")
    items: list[ui.Item[Any]] = [ui.TextDisplay(f"### {words.say(title)}")]
    for number, setting in enumerate(lobby.rules.SETTINGS):
        items.append(ui.TextDisplay(f"**{words.say(setting.name)}**"))
        items.append(row(_menu(saved.id, number, setting, lobby.options, words)))
    pace = words.say(Text("Pace", ctx="how long a decision may take"))
    items.append(ui.TextDisplay(f"**{pace}**"))
    items.append(
        row(
            Pick(
                custom_ids.lobby(saved.id, custom_ids.OPTIONS, custom_ids.PACE_MENU),
                pace,
                pace_options(lobby.pace, words),
            )
        )
    )
    items += _hints(saved, words)
    if may_move and not saved.home and not saved.at_home:
        where = words.say(Text("Where the table stands"))
        items += menu(
            custom_ids.lobby(saved.id, custom_ids.OPTIONS, PLACE_MENU), where, said(PLACES, words), "channel"
        )
    return Screen(layout(*items))


def _hints(saved: TableRecord, words: Words) -> list[ui.Item[Any]]:
    """Let the host say whether computers may be asked for a hint."""
    name = words.say(Text("Hints", ctx="an option of the game"))
    choices = [
        option("yes", words.say(Text("Players may ask a computer for a hint")), default=bool(saved.hints)),
        option("no", words.say(NO_HINTS), default=not saved.hints),
    ]
    return [
        ui.TextDisplay(f"**{name}**"),
        row(Pick(custom_ids.lobby(saved.id, custom_ids.OPTIONS, HINTS), name, choices)),
    ]


def _menu(table_id: int, number: int, setting: Setting, keys: tuple[str, ...], words: Words) -> Pick:
    now = setting.chosen(keys)
    choices = [option("usual", words.say(setting.usual), default=now is None)]
    choices += [option(o.key, words.say(o.name), default=o is now) for o in setting.options]
    return Pick(custom_ids.lobby(table_id, custom_ids.OPTIONS, number), words.say(setting.name), choices)


def gone_screen(words: Words) -> Screen:
    return sentence_screen(
        words, Text("This table was closed. Open a new one with {play}.", play=Command("play"))
    )


def aside_screen(words: Words) -> Screen:
    sentence = Text(
        "This game cannot go on: it was played by another edition of the rules or with other data tables."
        " It is set aside and nothing of it is lost; whoever runs this bot finds the reason in the log."
    )
    return sentence_screen(words, sentence)
