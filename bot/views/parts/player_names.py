"""Players as they are named in lists: people by mention, computers by strength, nobody who was forgotten."""

from bot.domain.computers import is_computer, strength_of
from bot.domain.privacy import is_forgotten
from bot.domain.ratings import shown, uncertain
from bot.text.words import Words
from bot.views.parts.screen import person
from games.core import Text

UNSURE = "?"  # beside a rating that may still change a lot


def player(user: int, words: Words) -> str:
    """Name a player without calling anybody."""
    if is_computer(user):
        return f"🤖 {words.say(strength_of(user).name)}"
    if is_forgotten(user):
        return words.say(Text("somebody who left"))
    return person(user)


def rating(mu: float, sigma: float) -> str:
    """Return a rating as a round number, marked while it is uncertain."""
    return f"{shown(mu)}{UNSURE if uncertain(sigma) else ''}"
