"""A challenge: which game shall it be?"""

from discord import ui

from bot.text.words import Words
from bot.views.parts import custom_ids
from bot.views.parts.items import Press
from bot.views.parts.screen import Screen, layout, person, rows
from games import GAMES
from games.core import Text


def challenge_screen(user: int, words: Words) -> Screen:
    """Ask which game it shall be."""
    question = Text("Which game do you want to play with {who}?", who=person(user))
    games = [
        Press(custom_ids.archive("dare", user, act=key), words.say(game.NAME)) for key, game in GAMES.items()
    ]
    return Screen(layout(ui.TextDisplay(words.say(question)), *rows(games)))
