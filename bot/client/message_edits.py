"""Edits, the most frequent thing we send: as discord.py sends them, but its answer is not built into objects.

Whoever edits knows what the message shows now. Only where an answer stands is read from what Discord says.
"""

from collections.abc import Sequence
from typing import Any

import discord
from discord import ui
from discord.http import MultipartParameters, handle_message_parameters
from discord.utils import MISSING
from discord.webhook.async_ import async_context

NO_MENTIONS = discord.AllowedMentions.none()  # edits do not take this from the client by themselves

Files = Sequence[discord.File]


async def edit(
    client: discord.Client, channel: int, message: int, view: ui.LayoutView, files: Files | None = None
) -> None:
    """Edit a message of ours; without files its picture stays."""
    await client.http.edit_message(channel, message, params=_told(view, files))


async def edit_private(hook: discord.Webhook, message: int, view: ui.LayoutView, files: Files) -> None:
    """Edit a private message with the token of a press."""
    through = _through(hook, _told(view, files))
    await async_context.get().edit_webhook_message(
        hook.id, hook.token or "", message, with_components=True, **through
    )


async def edit_answer(hook: discord.Webhook, view: ui.LayoutView, files: Files) -> int:
    """Edit the answer to a press that was acknowledged, and return its message."""
    through = _through(hook, _told(view, files))
    shown = await async_context.get().edit_original_interaction_response(hook.id, hook.token or "", **through)
    return int(shown["id"])


def _told(view: ui.LayoutView, files: Files | None) -> MultipartParameters:
    """Return what is sent. It is not closed: a picture lies in memory (`pictures.InMemory`)."""
    attachments = MISSING if files is None else files
    return handle_message_parameters(view=view, attachments=attachments, allowed_mentions=NO_MENTIONS)


def _through(hook: discord.Webhook, told: MultipartParameters) -> dict[str, Any]:
    """Return by which line, and with what, a message behind a token is edited."""
    line = {"session": hook.session, "proxy": hook.proxy, "proxy_auth": hook.proxy_auth}
    return {**line, "payload": told.payload, "multipart": told.multipart, "files": told.files}
