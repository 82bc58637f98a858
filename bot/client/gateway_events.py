"""Events of Discord's gateway that discord.py cannot read: one line each, never the end of the bot."""

import logging
import traceback
from collections.abc import Callable
from pathlib import Path
from typing import Any

import discord

from bot.base import metrics

log = logging.getLogger(__name__)

NEEDED = "READY"  # without it there is no session: connecting again is the only way on
Parser = Callable[[Any], None]


def guard_parsers(client: discord.Client) -> None:
    """Let no event end the shard that brought it: discord.py would end the whole process."""
    parsers = client._connection.parsers
    for event, parse in parsers.items():
        if event != NEEDED:
            parsers[event] = guarded_parser(event, parse)


def guarded_parser(event: str, parse: Parser) -> Parser:
    """Return a parser that passes over what it cannot read; the line tells where, and nothing of it."""

    def parse_or_pass(data: Any) -> None:
        try:
            parse(data)
        except Exception as error:
            metrics.failed(error)
            log.error("an event could not be read and was passed over: %s (%s)", event, _where(error))

    return parse_or_pass


def _where(error: Exception) -> str:
    """Say what kind of error came from which line; its words may hold what somebody wrote."""
    *_, last = traceback.extract_tb(error.__traceback__)
    return f"{type(error).__name__} in {Path(last.filename).name}:{last.lineno}"
