"""The messages around a table that has no game: the lobby, its options, a closed table."""

from typing import Any

from discord import ui

from bot.screens import Screen, layout, person, row, seat_name
from bot.seats import lobby_of
from bot.store import Saved
from bot.ui import Pick, Press, option
from bot.words import Words
from games import GAMES
from games.core import Option, Text, Texts


def lobby_screen(saved: Saved, words: Words) -> Screen:
    """Show an open table: who sits where, and what is still needed."""
    lobby = lobby_of(saved)
    lines = [
        f"{seat_name(words, seat)}  {person(saved.users[seat]) if seat < len(saved.users) else _free(words)}"
        for seat in range(lobby.game.SEATS[-1])
    ]
    head = f"# {words.say(lobby.game.NAME)}\n{words.say(lobby.game.TAGLINE)}"
    texts = [head, "\n".join(lines), _options_line(saved, words)]
    items: list[ui.Item[Any]] = [ui.TextDisplay(text) for text in texts]
    return Screen(layout(*items, *_lobby_rows(saved, words)))


def _free(words: Words) -> str:
    return words.say(Text("free"))


def _options_line(saved: Saved, words: Words) -> str:
    chosen = tuple(o.name for o in chosen_options(saved))
    sentence = Text("With: {options}", options=chosen) if chosen else Text("The usual game.")
    return f"-# {words.say(sentence)}"


def chosen_options(saved: Saved) -> list[Option]:
    return [o for o in GAMES[saved.game].OPTIONS if o.key in saved.options]


def _lobby_rows(saved: Saved, words: Words) -> list[ui.ActionRow[Any]]:
    say, id = words.say, f"l:{saved.id}"
    lobby = lobby_of(saved)
    missing, full = lobby.missing(), len(lobby.users) == lobby.game.SEATS[-1]
    wanted = Texts("Start: needs {n} more", "Start: needs {n} more", n=missing) if missing else Text("Start")
    first = row(
        Press(f"{id}:join", say(Text("Join")), "good", disabled=full),
        Press(f"{id}:leave", say(Text("Leave"))),
        Press(f"{id}:start", say(wanted), "plain"),
    )
    rules = Press(f"{id}:rules", say(Text("Rules")))
    cancel = Press(f"{id}:cancel", say(Text("Cancel")))
    if not GAMES[saved.game].OPTIONS:
        return [first, row(rules, cancel)]
    return [first, row(Press(f"{id}:options", say(Text("Options"))), rules, cancel)]


def options_screen(saved: Saved, words: Words) -> Screen:
    """Let the host choose; private, since a public menu shows strangers their own pick."""
    game = GAMES[saved.game]
    choices = [option(o.key, words.say(o.name), default=o.key in saved.options) for o in game.OPTIONS]
    title = words.say(Text("Choose what this game is played with"))
    menu = Pick(f"l:{saved.id}:o0", words.say(Text("The usual game.")), choices, 0, len(choices))
    return Screen(layout(ui.TextDisplay(f"### {title}"), row(menu)))


def gone_screen(words: Words) -> Screen:
    sentence = Text("This table was closed. Open a new one with /play.")
    return Screen(layout(ui.TextDisplay(words.say(sentence))))


def aside_screen(words: Words) -> Screen:
    sentence = Text(
        "This game cannot go on: it was played by another edition of the rules or with other data tables."
        " It is set aside and nothing of it is lost; the host of the bot finds the reason in the log."
    )
    return Screen(layout(ui.TextDisplay(words.say(sentence))))
