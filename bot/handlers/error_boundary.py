"""The guard around every press and command: whatever happens, the person gets an answer."""

import asyncio
import contextlib
import logging
import secrets
from collections.abc import Coroutine
from typing import Any

import aiohttp
import discord
from discord import ui

from bot.base import metrics
from bot.base.errors import BUTTON_IS_OLD, NotShown, Refused, StoreTrouble
from bot.base.logs import trace
from bot.base.references import Command
from bot.handlers.context import context_of
from bot.handlers.responses import reader
from bot.storage.engine import TooLarge
from bot.text.shortening import truncated
from bot.text.words import Words, words_for
from bot.views.parts.custom_ids import LobbyId, QuestionId, TableId, read
from bot.views.parts.items import Interaction, pressed_id
from bot.views.parts.screen import plain
from games.core import TEXT, Text

log = logging.getLogger(__name__)

# Unknown or expired interaction, answered already, the panel gone for a newer one: not a failed move.
EXPIRED_CODES = {10062, 40060, 10015, 50027, 10008}
STORED = Text(
    "Your move is stored. Only the panel could not be shown just now: {hand} opens it again.",
    hand=Command("hand"),
)
NO_ANSWER = Text("Discord does not take our answers at the moment. Nothing is lost: try again soon.")
BACK_SOON = Text("Back in a moment: the bot is being restarted. Nothing is lost.")
HURRIED = Text("One moment, please: that was quicker than I can follow. Take a breath and press again.")
NOT_SAVED = Text("The game cannot be saved at the moment, so nothing was changed. Please try again later.")


async def guarded(interaction: Interaction, work: Coroutine[Any, Any, None]) -> None:
    """Do the work of a press; whatever happens, the person gets an answer."""
    metrics.WAITING.came(interaction.id)
    metrics.PRESSES.add(kind_of(interaction), await _served(interaction, work))


async def _served(interaction: Interaction, work: Coroutine[Any, Any, None]) -> str:
    """Do the work, and say in a word how it ended."""
    context = context_of(interaction)
    with context.intake.serving() as open:
        if not open:  # the bot is about to stop: nothing is begun any more
            work.close()
            await _turn_away(interaction)
            return "stopping"
        if not context.rate_limiter.allows(interaction.user.id):
            work.close()
            await _slow_down(interaction)
            return "hurried"
        try:
            await work
            return "done"
        except Exception as error:
            return await _answer_trouble(interaction, error)
        finally:
            if watch := interaction.extras.pop("watch", None):  # see PressListener
                watch.cancel()


def let_go(interaction: Interaction) -> None:
    """Part a press that is done from its response: they would hold each other for ever."""
    interaction.response._parent = None  # type: ignore[assignment]


async def _turn_away(interaction: Interaction) -> None:
    """Say that we will be back, unless the process that takes our place has answered within a moment."""
    await asyncio.sleep(context_of(interaction).intake.takeover_seconds)
    await tell(interaction, BACK_SOON)


async def _slow_down(interaction: Interaction) -> None:
    """Tell somebody in a hurry so, once a second; their other presses are acknowledged without a word."""
    pressed = interaction.type is discord.InteractionType.component
    if not pressed or context_of(interaction).rate_limiter.may_be_told(interaction.user.id):
        await tell(interaction, HURRIED)
        return
    with contextlib.suppress(discord.HTTPException, aiohttp.ClientError, OSError):
        await interaction.response.defer()


async def _answer_trouble(interaction: Interaction, error: Exception) -> str:
    """Answer what went wrong, and return it in a word."""
    if isinstance(error, Refused):
        await tell(interaction, error.reason)
        return "refused"
    metrics.failed(error)
    match error:
        case StoreTrouble():
            log.error("%s", error)
            await tell(interaction, NOT_SAVED)
            return "not saved"
        case NotShown():
            log.info("a stored move was not shown\n%s", trace(error.__cause__ or error))
            await tell(interaction, STORED)
            return "not shown"
        case TooLarge():  # a number that nothing stored can have: somebody made it up
            await tell(interaction, BUTTON_IS_OLD)
            return "refused"
        case discord.HTTPException() if error.code in EXPIRED_CODES:
            return "late"
        case discord.RateLimited() | discord.HTTPException(status=429):
            log.info("a rate limit outlasted the patience with an answer")
            await tell(interaction, NO_ANSWER)
            return "no line"
        case discord.HTTPException() if error.status >= 500:
            log.info("Discord did not take an answer (%s)", error.status)
            await tell(interaction, NO_ANSWER)
            return "no line"
        case aiohttp.ClientError() | OSError() | TimeoutError():
            log.info("the line broke while a press was answered (%s)", type(error).__name__)
            await tell(interaction, NO_ANSWER)
            return "no line"
        case _:
            await incident(interaction, error)
            return "incident"


def kind_of(interaction: Interaction) -> str:
    """Say what was pressed or typed, in one of a few words."""
    if interaction.type is discord.InteractionType.application_command:
        return f"/{interaction.command.name}" if interaction.command else "/?"
    match read(pressed_id(interaction)):
        case LobbyId():
            return "lobby"
        case QuestionId():
            return "question"
        case TableId():
            return "table"
        case None:
            return "unknown"
        case _:
            return "page"


async def incident(interaction: Interaction, error: Exception) -> None:
    """Log an error under a number, and tell the person the number, never the trace."""
    number = secrets.token_hex(3)
    metrics.INCIDENTS.add()
    log.error("incident %s\n%s", number, trace(error))
    sentence = Text(
        "Something went wrong here (incident {number}). Nothing is lost: try again.", number=number
    )
    await tell(interaction, sentence)


async def tell(interaction: Interaction, sentence: Text) -> None:
    """Answer one person privately, in their language, whatever was answered before."""
    said = (await _own_words(interaction)).say(sentence)
    view = plain(ui.TextDisplay(truncated(said, TEXT)))
    try:
        context_of(interaction).replies.keep(interaction, await _send(interaction, view))
    except Exception as error:  # a reset or closed connection: there is nobody left to tell
        log.info("an answer did not arrive (%s)", getattr(error, "code", type(error).__name__))


async def _own_words(interaction: Interaction) -> Words:
    """Return the words of the one to be told; those of their Discord if their choice cannot be read."""
    spoken = str(interaction.locale)
    try:
        return await reader(interaction)
    except Exception as error:  # no database, or an interaction that names nobody
        log.info("somebody's language was not found (%s)", type(error).__name__)
        return words_for(spoken, spoken, spoken)


async def _send(interaction: Interaction, view: ui.LayoutView) -> int:
    """Send a private answer the way that is still open, and return its message."""
    if not interaction.response.is_done():
        sent = await interaction.response.send_message(view=view, ephemeral=True)
        return sent.message_id or 0
    if interaction.response.type is discord.InteractionResponseType.deferred_channel_message:
        return (await interaction.edit_original_response(view=view)).id
    return (await interaction.followup.send(view=view, ephemeral=True, wait=True)).id
