"""A challenge: which game shall it be?"""

from discord import ui

from bot.screens import ids
from bot.screens.items import Press
from bot.screens.parts import Screen, layout, person, rows
from bot.words import Words
from games import GAMES
from games.core import Text


def challenge_screen(user: int, words: Words) -> Screen:
    """Ask which game it shall be."""
    question = Text("Which game do you want to play with {who}?", who=person(user))
    games = [Press(ids.archive("dare", user, act=key), words.say(game.NAME)) for key, game in GAMES.items()]
    return Screen(layout(ui.TextDisplay(words.say(question)), *rows(games)))
