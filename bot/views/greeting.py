"""The greeting in a server that has just invited the bot, and the games to choose from."""

from collections.abc import Sequence
from typing import Any

from discord import ui

from bot.text.words import Words
from bot.views.lessons import LEARN
from bot.views.parts import custom_ids
from bot.views.parts.items import Pick, Press, option
from bot.views.parts.screen import Screen, layout, row
from games import GAMES
from games.core import Text


def greeting_screen(words: Words, missing: Sequence[Text]) -> Screen:
    """Say in one sentence what the bot is, and which permissions it lacks in this channel."""
    said = Text(
        "I run board games in the channels of this server, for one to five people: {games}.",
        games=tuple(game.NAME for game in GAMES.values()),
    )
    texts: list[ui.TextDisplay[Any]] = [ui.TextDisplay(words.say(said))]
    if missing:
        lacking = Text("I cannot run a game here. I still need: {permissions}", permissions=tuple(missing))
        texts.append(ui.TextDisplay(words.say(lacking)))
    # Note: a button that opens a table for a game
    play = Press(custom_ids.greeting("play"), words.say(Text("Play")), "good")
    rules = Press(custom_ids.greeting("rules"), words.say(Text("Rules")))
    learn = Press(custom_ids.greeting("learn"), words.say(LEARN), "plain")
    # Note: a button that shows the settings of the server
    setup = Press(custom_ids.greeting("setup"), words.say(Text("Set up")))
    return Screen(layout(*texts, row(play, learn, rules, setup)))


def games_screen(act: str, words: Words) -> Screen:
    """Ask which game is meant."""
    games = [option(key, words.say(game.NAME), words.say(game.TAGLINE)) for key, game in GAMES.items()]
    return Screen(layout(row(Pick(custom_ids.greeting(act), words.say(Text("Which game?")), games))))
