"""The slash commands as we would send them, and whether Discord has the same."""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Any

import discord
from discord.ext import commands

from bot.base.config import Config
from bot.base.database_url import file_of
from bot.base.errors import StoreTrouble
from bot.base.sqlite_file import reading
from bot.client.command_sync import REFUSED
from bot.ops.doctor_postgres import text_on_server
from bot.text.localized_commands import Translator
from cogs import add_cogs

SAID = ("name", "description", "name_localizations", "description_localizations")
CommandPayload = Mapping[str, Any]
NOTED = f"SELECT value FROM facts WHERE name = '{REFUSED}'"  # by the bot, when it sent them


def refused_commands(settings: Config) -> str:
    """Return which fields of our commands Discord refused, as the bot has noted it; "" for none."""
    if file := file_of(settings.database):
        with suppress(StoreTrouble), reading(file) as db:  # missing, damaged or old: said already
            return "".join(str(value) for (value,) in db.execute(NOTED))
        return ""
    return text_on_server(str(settings.database), NOTED)


async def our_commands() -> list[dict[str, Any]]:
    """Return the commands in all languages, from a client that never connects."""
    bot = commands.Bot(commands.when_mentioned, help_command=None, intents=discord.Intents.none())
    translator = Translator()
    await add_cogs(bot)
    return [await one.get_translated_payload(bot.tree, translator) for one in bot.tree.get_commands()]


def shape(told: CommandPayload) -> tuple[Any, ...]:
    """Return what a person sees of a command or option; what Discord adds by itself is left out."""
    said = tuple(_plain(told.get(name)) for name in SAID)
    parts = tuple(shape(part) for part in told.get("options") or ())
    choices = tuple(
        (c["name"], c["value"], _plain(c.get("name_localizations"))) for c in told.get("choices") or ()
    )
    flags = (int(told.get("type", 1)), bool(told.get("required")), bool(told.get("autocomplete")))
    return (said, parts, choices, flags)


def _plain(value: Any) -> Any:
    return tuple(sorted(value.items())) if isinstance(value, Mapping) else value or ()


def differing(ours: Sequence[CommandPayload], theirs: Sequence[CommandPayload]) -> list[str]:
    """Return the names of the commands that are missing, left over or different."""
    mine, given = ({told["name"]: shape(told) for told in side} for side in (ours, theirs))
    return sorted(name for name in mine.keys() | given.keys() if mine.get(name) != given.get(name))
