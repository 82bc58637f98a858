"""Showing tables on Discord: one edit in flight a table, the newest wins, nothing is owed to a crash."""

import asyncio
import logging
import secrets
from typing import Any

import discord

from bot.dm_panels import CLOSED
from bot.host import ASIDE, Host
from bot.lobby import Refused
from bot.lobby_screens import aside_screen, gone_screen, lobby_screen
from bot.logs import trace
from bot.panels import Panels
from bot.pictures import picture_files
from bot.screens import Screen, layout_of, notice_screen, table_screen
from bot.store import Saved
from bot.table import Table
from bot.words import words
from games.core import Seat, Text
from rendering.scene import Scene

log = logging.getLogger(__name__)

PATIENCE = 60  # seconds for one request; discord.py alone would wait for minutes
AGAIN = (20, 60, 180, 600, 1800, 3600, 3600, 3600)  # seconds until a failed edit is tried again
PARTS = 3  # edits in which the final score is told
SUSPENSE = 1.6  # seconds between them
REPOST = {10008, 30046, 50083, 50005}  # message gone, too old to edit, thread archived: post a new one
SILENT = {50001, 50013, 10003, *CLOSED}  # not allowed, or no channel: never try again by ourselves
INVALID_FORM = 50035  # among others: a layout that names a picture which is not there
NOBODY = discord.AllowedMentions.none()  # edits do not take this from the client by themselves
CANNOT_POST = Text("I cannot post the table in this channel now. The game goes on in your panel: /hand")


class Stage:
    """The public messages of all tables, and through `panels` the private ones."""

    def __init__(self, client: discord.Client, host: Host) -> None:
        self.client = client
        self.host = host
        self.panels = Panels(client, host)
        self._wanted: set[int] = set()
        self._running: dict[int, asyncio.Task[None]] = {}
        self._looks: dict[int, tuple[int, Any, Scene | None]] = {}  # message, layout and scene as last shown
        self._again: set[int] = set()  # tables to be posted anew, at the bottom of their channel
        self._failures: dict[int, int] = {}
        self._retries: dict[int, asyncio.TimerHandle] = {}
        self.silenced: set[int] = set()  # tables in channels where we may not write any more

    def changed(self, table: int) -> None:
        """Show a table's newest state as soon as the edit under way is done."""
        if retry := self._retries.pop(table, None):
            retry.cancel()
        self._wanted.add(table)
        if table not in self._running:
            self._running[table] = asyncio.create_task(self._run(table))

    async def _run(self, table: int) -> None:
        try:
            while table in self._wanted:
                self._wanted.discard(table)
                await self._publish_safely(table)
        finally:
            self._running.pop(table, None)

    async def _publish_safely(self, table: int) -> None:
        try:
            await self._publish(table)
            self._failures.pop(table, None)
        except Refused:
            self._looks.pop(table, None)
        except discord.HTTPException as error:
            self._looks.pop(table, None)
            if error.code in SILENT or error.status == 403:
                self.silenced.add(table)
                log.warning("table %s: may not write in its channel any more (%s)", table, error.code)
            else:
                self._try_again(table, error)
        except Exception as error:
            self._looks.pop(table, None)
            self._try_again(table, error)

    def _try_again(self, table: int, error: Exception) -> None:
        tries = self._failures.get(table, 0)
        self._failures[table] = tries + 1
        log.warning("table %s was not shown (try %s)\n%s", table, tries + 1, trace(error))
        if tries < len(AGAIN):
            loop = asyncio.get_running_loop()
            self._retries[table] = loop.call_later(AGAIN[tries], self.changed, table)

    async def _publish(self, table: int) -> None:
        saved = await self.host.saved(table)
        say = words(saved.locale)
        if saved.phase == "lobby":
            await self._show(saved, lobby_screen(saved, say))
        elif saved.phase in ("play", "done"):
            await self._publish_game(saved, await self.host.table(table))
        elif saved.phase == "gone":
            if saved.message:
                await self._show(saved, gone_screen(say))
            self._forget(table)

    async def _publish_game(self, saved: Saved, table: Table) -> None:
        self.panels.changed(table)
        if table.over and saved.shown < table.rows:
            await self._call(saved, table)  # nobody is called any more while the points are counted
            await self._count(saved, table)
            saved = await self.host.saved(saved.id)
        await self._show(saved, table_screen(table, words(saved.locale)))
        await self._call(saved, table)
        await self.host.store.set_shown(saved.id, table.rows)
        if table.over:
            self._forget(saved.id)

    async def _count(self, saved: Saved, table: Table) -> None:
        """Tell the final score part by part, before the winner is named."""
        rows = len(table.game.page(table.game.view(table.state, None)).grid)
        for part in range(1, PARTS) if rows > 2 and table.ended is None else ():
            told = round((rows - 1) * part / PARTS)
            await self._show(await self.host.saved(saved.id), table_screen(table, words(saved.locale), told))
            await asyncio.sleep(SUSPENSE)

    def _forget(self, table: int) -> None:
        """Keep memory flat: a finished game is read from its log again when someone asks."""
        self._looks.pop(table, None)
        self._failures.pop(table, None)
        self.silenced.discard(table)
        self.panels.forget(table)
        self.host.forget(table)

    # --- the table message ---

    def channel(self, saved: Saved) -> discord.PartialMessageable:
        return self.client.get_partial_messageable(saved.channel, guild_id=saved.guild)

    async def _show(self, saved: Saved, screen: Screen) -> None:
        """Edit the table's message, or post a new one when it cannot be edited any more."""
        layout = layout_of(screen)
        before = self._looks.get(saved.id)
        anew = saved.id in self._again
        self._again.discard(saved.id)
        if before == (saved.message, layout, screen.scene) and not anew:
            return
        same_picture = before is not None and before[0] == saved.message and before[2] == screen.scene
        message = saved.message
        if anew or not message or not await self._edited(saved, screen, same_picture):
            message = await self.post(saved, screen)
        self.silenced.discard(saved.id)
        self._looks[saved.id] = (message, layout, screen.scene)

    async def _edited(self, saved: Saved, screen: Screen, same_picture: bool) -> bool:
        """Edit the message; False when it cannot be edited any more and a new one is needed."""
        try:
            async with asyncio.timeout(PATIENCE):
                await self._edit(saved, saved.message, screen, same_picture)
        except discord.HTTPException as error:
            if error.code not in REPOST:
                raise
            return False
        return True

    async def _edit(self, saved: Saved, message: int, screen: Screen, same_picture: bool) -> None:
        """Send the picture again only when it has changed, or when Discord does not find the old one."""
        target = self.channel(saved).get_partial_message(message)
        try:
            if same_picture:
                await target.edit(view=screen.view, allowed_mentions=NOBODY)
                return
        except discord.HTTPException as error:
            if error.code != INVALID_FORM:
                raise
        files = await picture_files(screen)
        await target.edit(view=screen.view, attachments=files, allowed_mentions=NOBODY)

    async def post(self, saved: Saved, screen: Screen) -> int:
        """Post a table message at the bottom of the channel and remember it."""
        files = await picture_files(screen)
        async with asyncio.timeout(PATIENCE):
            sent = await self.channel(saved).send(view=screen.view, files=files, nonce=_first(saved))
        await self.host.store.set_message(saved.id, sent.id)
        if saved.message and saved.message != sent.id:
            await self._remove(saved, saved.message)
        return sent.id

    async def repost(self, table: int) -> None:
        """Post the table again at the bottom of its channel; say so when that cannot be done."""
        before = await self.host.saved(table)
        if before.phase == "aside":
            raise Refused(ASIDE)
        self._again.add(table)
        self.changed(table)
        await asyncio.wait([self._running[table]])
        if (await self.host.saved(table)).message == before.message:
            raise Refused(CANNOT_POST)

    # --- the turn notice ---

    async def _call(self, saved: Saved, table: Table) -> None:
        """Mention the players to move once, in a new message; take the old one away."""
        awaited = table.awaited()
        noticed = _noticed(saved.noticed)
        if not call_needed(table, *noticed):
            if awaited != noticed[1]:
                await self.host.store.set_notice(saved.id, saved.notice, _note(table.rows, awaited))
            return
        message = 0
        if awaited:
            screen = notice_screen(table, words(saved.locale))
            users = [discord.Object(table.users[seat]) for seat in awaited]
            async with asyncio.timeout(PATIENCE):
                sent = await self.channel(saved).send(
                    view=screen.view, allowed_mentions=only(users), nonce=_once(table)
                )
            message = sent.id
        await self.host.store.set_notice(saved.id, message, _note(table.rows, awaited))
        if saved.notice:
            await self._remove(saved, saved.notice)

    async def _remove(self, saved: Saved, message: int) -> None:
        try:
            async with asyncio.timeout(PATIENCE):
                await self.channel(saved).get_partial_message(message).delete()
        except discord.HTTPException as error:
            log.info("table %s: an old message stays (%s)", saved.id, error.code)

    # --- troubles, start and stop ---

    async def set_aside(self, saved: Saved) -> None:
        """Tell a channel that its game cannot go on."""
        try:
            async with asyncio.timeout(PATIENCE):
                await self.channel(saved).send(view=aside_screen(words(saved.locale)).view)
        except discord.HTTPException as error:
            log.warning("table %s: its channel could not be told (%s)", saved.id, error.code)

    async def catch_up(self) -> None:
        """After a start: wake every game under way and show what a crash kept from being shown."""
        behind = set(await self.host.store.unpublished())
        for table in await self.host.store.under_way():
            try:
                saved = await self.host.saved(table)
                if saved.phase == "play":
                    await self.host.table(table)
                if saved.phase == "lobby" or not saved.message:
                    behind.add(table)  # a Join may have been stored and not shown
            except Refused:
                continue
            except Exception as error:  # one table in trouble must not keep the others from waking
                log.error("table %s did not wake\n%s", table, trace(error))
        for table in behind:
            self.changed(table)

    async def close(self) -> None:
        for handle in self._retries.values():
            handle.cancel()
        self.panels.close()
        tasks = list(self._running.values())
        await asyncio.wait(tasks, timeout=5) if tasks else None
        for task in tasks:
            task.cancel()


def _once(table: Table) -> str:
    """Name a notice: Discord posts it once, even if a crash kept us from noting that it was posted."""
    return f"{table.fair_mark[:16]}-{table.rows}"


def _first(saved: Saved) -> str:
    """Name the first message of a table, for the same reason; each later one has a name of its own."""
    return secrets.token_hex(8) if saved.message else f"{saved.id}-{saved.created}"


def only(users: list[discord.Object]) -> discord.AllowedMentions:
    """Let a message ping these people and nobody else."""
    return discord.AllowedMentions(everyone=False, roles=False, replied_user=False, users=users)


def _noticed(text: str) -> tuple[int, tuple[Seat, ...]]:
    """Read "12@0,1": the row at which a notice was posted, and for whom."""
    row, _, seats = text.partition("@")
    return int(row or -1), tuple(int(seat) for seat in seats.split(",") if seat)


def _note(row: int, seats: tuple[Seat, ...]) -> str:
    return f"{row}@{','.join(map(str, seats))}"


def call_needed(table: Table, row: int, noticed: tuple[Seat, ...]) -> bool:
    """Say whether somebody is to move who was not called, or was called for an earlier turn."""
    awaited = table.awaited()
    if not awaited:
        return bool(noticed)
    if set(awaited) - set(noticed):
        return True
    plies = [ply for ply in table.line if ply.row > row and ply.by != "house"]
    moved = any(ply.seat not in noticed for ply in plies)
    return moved and any(table.opened[seat] > row for seat in awaited)  # not by another's second thought
