"""The slash commands in the languages that have a catalogue."""

import logging
from typing import Any

import discord
from discord import app_commands
from discord.app_commands import TranslationContextLocation as Location

from bot.base.references import is_command_name
from bot.text.words import words
from games.core import LINE, Text

log = logging.getLogger(__name__)

NAMES = {Location.command_name, Location.group_name, Location.parameter_name}


class Translator(app_commands.Translator):
    """Puts commands, options and choices into words; what Discord would refuse stays English."""

    def __init__(self) -> None:
        self._told = set[tuple[str, str]]()

    async def translate(
        self, string: app_commands.locale_str, locale: discord.Locale, context: Any
    ) -> str | None:
        text = Text(string.message, ctx=string.extras.get("ctx", ""))
        translated = words(str(locale)).say(text)
        if translated == string.message:
            return None
        on_a_person = isinstance(context.data, app_commands.ContextMenu)  # may be several words
        if not fits(translated, name=context.location in NAMES and not on_a_person):
            self._refuse(str(locale), translated)
            return None
        return translated

    def _refuse(self, locale: str, translated: str) -> None:
        """Say once what is wrong: one bad name would make Discord refuse all commands."""
        if (locale, translated) not in self._told:
            self._told.add((locale, translated))
            log.warning("%s: Discord takes no command or option called %r", locale, translated)


def fits(translated: str, *, name: bool) -> bool:
    """Say whether Discord takes these words for a command or option, or for what it says about itself."""
    if name:
        return is_command_name(translated)
    return 1 <= len(translated) <= LINE
