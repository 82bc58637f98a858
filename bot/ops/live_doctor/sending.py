"""What a trial sends before anybody presses: commands, an emoji, a message, its edits, a thread."""

from typing import Any

import discord

from bot.client.application_emoji import EMOJI_PIXELS, all_emblems
from bot.client.message_edits import NO_MENTIONS, edit
from bot.client.threads import WEEK
from bot.ops.doctor_commands import differing, our_commands
from bot.ops.live_doctor import shown
from bot.ops.live_doctor.attempt import Attempts
from bot.ops.live_doctor.report import Kind
from bot.text.words import Words
from rendering.paint import icon

Commands = list[dict[str, Any]]


class Sending:
    """Sends to one channel of the host's choice."""

    def __init__(
        self, client: discord.Client, attempts: Attempts, guild: int, channel: int, words: Words
    ) -> None:
        self._client = client
        self._attempts = attempts
        self._channel = channel
        self._place = client.get_partial_messageable(channel, guild_id=guild)
        self._words = words
        self.thread = 0  # the one that was opened; 0: none

    async def all(self, dev_guild: int | None) -> int:
        """Try everything; return the message that has the buttons, 0 if there is none."""
        await self._commands(dev_guild)
        await self._emoji()
        message = await self._post()
        if message:
            await self._edits(message)
            await self._thread(message)
        return message

    # ---- the application's

    async def _commands(self, dev_guild: int | None) -> None:
        """Send the commands as the bot would at its start, but never in place of other ones."""
        other: list[str] = []
        if await self._attempts.attempt(Kind.COMMANDS, self._sync(dev_guild, other)) and other:
            told = (
                f"left alone: Discord has others ({', '.join(other)}), and the bot sends ours when it starts"
            )
            self._attempts.report.untried(Kind.COMMANDS, told)

    async def _sync(self, dev_guild: int | None, other: list[str]) -> None:
        """Send the commands where there are the same or none; else name those that differ."""
        ours, theirs = await our_commands(), await self._theirs(dev_guild)
        other += differing(ours, theirs) if theirs else []
        if not other:
            await self._overwrite(dev_guild, ours)

    async def _theirs(self, dev_guild: int | None) -> Commands:
        http, application = self._client.http, self._client.application_id or 0
        if dev_guild:
            return [*map(dict, await http.get_guild_commands(application, dev_guild))]
        return [*map(dict, await http.get_global_commands(application))]

    async def _overwrite(self, dev_guild: int | None, ours: Commands) -> Any:
        http, application, payload = self._client.http, self._client.application_id or 0, list[Any](ours)
        if dev_guild:
            return await http.bulk_upsert_guild_commands(application, dev_guild, payload)
        return await http.bulk_upsert_global_commands(application, payload)

    async def _emoji(self) -> None:
        """Upload one of our signs under a name of its own, which no bot looks for."""
        sign = next(iter(all_emblems()))
        making = self._client.create_application_emoji(
            name=f"trial_{self._attempts.run}", image=icon(sign.sprite, EMOJI_PIXELS)
        )
        await self._attempts.make(Kind.EMOJI, making, lambda emoji: emoji.delete())

    # ---- the channel's

    async def _post(self) -> int:
        """Post the message with the buttons; should its picture be refused, it comes without."""
        run, picture = self._attempts.run, self._attempts.pictures.still(0)
        view = shown.asking(self._words, run)
        if made := await self._send(Kind.POST, self._place, view, picture):
            return made.id
        view = shown.asking(self._words, run, pictured=False)
        made = await self._send(Kind.WORDS, self._place, view)
        return made.id if made else 0

    async def _send(
        self, kind: Kind, place: discord.abc.Messageable, view: Any, file: discord.File | None = None
    ) -> discord.Message | None:
        files, nonce = [file] if file else [], f"{self._attempts.run}{kind.name}"[:25]
        making = place.send(view=view, files=files, allowed_mentions=NO_MENTIONS, nonce=nonce)
        return await self._attempts.make(kind, making, lambda message: message.delete())

    async def _edits(self, message: int) -> None:
        """Edit the message as a board is edited: with another picture, and with the one that it has."""
        view, picture = shown.asking(self._words, self._attempts.run), self._attempts.pictures.still(1)
        editing = edit(self._client, self._channel, message, view, [picture])
        if await self._attempts.attempt(Kind.EDIT, editing):
            view = shown.asking(self._words, self._attempts.run)
            await self._attempts.attempt(Kind.KEPT, edit(self._client, self._channel, message, view))

    async def _thread(self, message: int) -> None:
        """Open a thread on the message, as for a table, and write in it."""
        opening = self._place.get_partial_message(message).create_thread(
            name=self._words.say(shown.THREAD), auto_archive_duration=WEEK
        )
        thread = await self._attempts.make(Kind.THREAD, opening, self._close)
        if thread is not None:
            self.thread = thread.id
            place = self._client.get_partial_messageable(thread.id, guild_id=thread.guild.id)
            view = shown.showing(self._words, shown.IN_THREAD)
            await self._send(Kind.IN_THREAD, place, view, self._attempts.pictures.still(2))

    async def _close(self, thread: discord.Thread) -> None:
        """Delete a thread; the bot needs no permission for that, so it may only let it rest."""
        try:
            await self._client.http.delete_channel(thread.id)
        except discord.Forbidden:
            await self._client.http.edit_channel(thread.id, archived=True)
            self._attempts.report.leave(["the thread, empty and archived: deleting takes Manage Threads"])
