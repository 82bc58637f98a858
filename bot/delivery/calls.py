"""Who is called, and how: silently while they are plainly there, by mention or DM when they are not."""

import asyncio
from collections.abc import Awaitable, Callable, Iterable
from dataclasses import replace

import discord

from bot.client.message_edits import NO_MENTIONS, edit
from bot.delivery.board import BOARD_REQUEST_TIMEOUT, MESSAGE_DELETED_CODES, channel_of, remove
from bot.delivery.call_reminders import CallReminders
from bot.delivery.call_routing import CallRouter
from bot.delivery.members import left_the_server
from bot.delivery.request_budget import Priority, ranked
from bot.domain.calls import ALL_TOLD, NO_CALLS, Call, calls_to
from bot.domain.entities import TableRecord
from bot.domain.table import Table
from bot.domain.who_is_called import SeatCalls, calls_of, is_reminded, nonce, owed
from bot.storage.messages import MessageStore
from bot.text.words import words
from bot.views.calls import notice_screen
from bot.views.ending import ended_screen
from bot.views.parts import custom_ids
from bot.views.parts.items import ids_in
from bot.views.parts.screen import Screen
from games.core import Seat

MAX_MESSAGES_SEARCHED = 30  # messages after a table's in which a stray notice is looked for
CALL_CLOSED_CODES = {
    *MESSAGE_DELETED_CODES,
    50083,
}  # somebody has deleted the notice, or its thread is archived: a new one opens it


class CallPublisher:
    """The turn notices of all tables; what was posted, and for whom, is stored with the table."""

    def __init__(
        self,
        client: discord.Client,
        messages: MessageStore,
        routing: CallRouter,
        reminders: CallReminders,
        again: Callable[[int], None],
        gone: Callable[[int, int], Awaitable[None]],
    ) -> None:
        self._client = client
        self._messages = messages
        self._reminders = reminders
        self._again = again
        self._routing = routing
        self._gone = gone  # told of somebody who is not in a table's server any more
        self._lifted: set[int] = set()  # tables that were posted anew: their notice follows them

    async def call(self, saved: TableRecord, table: Table, *, ahead: bool = False) -> None:
        """Bring the notice up to date: who is awaited, and a mention for those who are not there.

        Ahead of the board only who is to be pinged is called; all else comes with the board.
        """
        if table.over:
            if not ahead:
                await self._tell_the_end(saved, table)
            return
        before = saved.calls.by_seat
        now = calls_of(table, before)
        if not now:  # a computer moves in a moment, and then somebody is called again
            return
        self._reminders.note(table.id, now)
        absent = [
            s
            for s, call in now.items()
            if owed(table, s, call) and not self._reminders.is_there(table, s, call)
        ]
        wishes = await self._routing.wishes(table, absent)
        wanted = {seat: wishes[seat] for seat in absent if not wishes[seat].wait}
        if ahead and not wanted:
            return
        with ranked(Priority.CALL if wanted else Priority.NOTICE):
            if wanted and await self._have_strayed(saved, table, list(wanted)):
                return  # the house plays for them: the table is looked at again
            by_mention = await self._routing.call_by_dm(saved, table, wanted, nonce(table, now))
            for seat in wanted:
                reminded, apart = is_reminded(table, seat), seat not in by_mention
                now[seat] = replace(now[seat], mentioned=True, reminded=reminded, apart=apart)
            if now != before:
                await self._show(saved, table, now, by_mention)
        self._routing.delete_old_calls(table.id, now)
        self._reminders.plan(table, now, {seat: wish.wait for seat, wish in wishes.items()})

    async def _have_strayed(self, saved: TableRecord, table: Table, absent: list[Seat]) -> bool:
        """Say whether somebody who would be pinged now is not in the server any more."""
        gone = await left_the_server(self._client, saved, [table.users[seat] for seat in absent])
        for user in gone:
            await self._gone(saved.id, user)
        return bool(gone)

    async def _show(self, saved: TableRecord, table: Table, calls: SeatCalls, absent: list[Seat]) -> None:
        """Edit the notice; to ping who is absent needs a new message, which pings nobody called before."""
        mentioned = [seat for seat, call in calls.items() if call.mentioned and not call.apart]
        screen = notice_screen(table, words(saved.locale), mentioned)
        message = saved.notice
        lifted = saved.id in self._lifted
        self._lifted.discard(saved.id)
        if absent or lifted or not message or not await self._edited(saved, screen):
            users = [table.users[seat] for seat in absent]
            message = await self._post(saved, screen, users, nonce(table, calls))
        if not await self._messages.set_notice(saved.id, message, calls_to(calls), saved.notice):
            await self._was_second(saved, message)
        elif saved.notice and saved.notice != message:
            await remove(self._client, saved, saved.notice)

    async def _was_second(self, saved: TableRecord, message: int) -> None:
        """Take a notice away that another process was faster with, and look again who is to be called."""
        if await self._messages.notice(saved.id) != message:
            await remove(self._client, saved, message)
        self._again(saved.id)

    async def _tell_the_end(self, saved: TableRecord, table: Table) -> None:
        """Tell everyone who sat there, once; nobody is pinged who is plainly there."""
        self._reminders.stop(saved.id)
        if saved.calls.end_told:
            return
        seats, last = table.attendance.people(), Call(table.last_row)
        absent = [seat for seat in seats if not self._reminders.is_there(table, seat, last)]
        wishes = await self._routing.wishes(table, absent)
        wanted = {seat: wishes[seat] for seat in absent if not wishes[seat].wait}
        name = f"{table.fair_deal.mark[:16]}-end"
        with ranked(Priority.CALL if wanted else Priority.NOTICE):
            away = tuple(await self._routing.call_by_dm(saved, table, wanted, name))
            screen = ended_screen(saved, table, words(saved.locale), away)
            users = [table.users[seat] for seat in away]
            message = await self._post(saved, screen, users, name)
        await self._messages.set_notice(saved.id, message, ALL_TOLD)
        if saved.notice:
            await remove(self._client, saved, saved.notice)

    def repost_next_time(self, table_id: int) -> None:
        """Post the next notice anew, at the bottom of the channel."""
        self._lifted.add(table_id)

    async def sweep(self, saved: TableRecord) -> None:
        """After a crash: take notices away that were posted and not noted."""
        channel, ours = channel_of(self._client, saved), [custom_ids.table(saved.id, "hand")]
        after = discord.Object(saved.message)
        async with asyncio.timeout(BOARD_REQUEST_TIMEOUT):
            found = [message async for message in channel.history(after=after, limit=MAX_MESSAGES_SEARCHED)]
        for message in found:
            if list(ids_in(message.components)) == ours and message.id != saved.notice:
                await remove(self._client, saved, message.id)

    async def withdraw(self, saved: TableRecord) -> TableRecord:
        """Take the notice away: nobody is called while the points are counted."""
        self._reminders.stop(saved.id)
        if not saved.notice or saved.calls.end_told:
            return saved
        await self._messages.set_notice(saved.id, 0, NO_CALLS)
        await remove(self._client, saved, saved.notice)
        return replace(saved, notice=0, noticed="", calls=NO_CALLS)

    async def _post(self, saved: TableRecord, screen: Screen, users: Iterable[int], nonce: str) -> int:
        mentions = only(users)
        async with asyncio.timeout(BOARD_REQUEST_TIMEOUT):
            channel = channel_of(self._client, saved)
            sent = await channel.send(
                view=screen.view, allowed_mentions=mentions, silent=mentions is NO_MENTIONS, nonce=nonce
            )
        return sent.id

    async def _edited(self, saved: TableRecord, screen: Screen) -> bool:
        """Edit the notice; False when somebody has deleted it."""
        try:
            async with asyncio.timeout(BOARD_REQUEST_TIMEOUT):
                await edit(self._client, saved.channel, saved.notice, screen.view)
        except discord.HTTPException as error:
            if error.code not in CALL_CLOSED_CODES:
                raise
            return False
        return True

    def forget(self, table_id: int) -> None:
        """Keep memory flat after a game."""
        self._reminders.forget(table_id)
        self._routing.delete_old_calls(table_id)
        self._lifted.discard(table_id)

    def close(self) -> None:
        self._reminders.close()
        self._routing.close()


def only(users: Iterable[int]) -> discord.AllowedMentions:
    """Let a message ping these people and nobody else."""
    people = [discord.Object(user) for user in users]
    if not people:
        return NO_MENTIONS
    return discord.AllowedMentions(everyone=False, roles=False, replied_user=False, users=people)
