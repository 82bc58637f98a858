"""What the presses in a replay do: steps, eyes, the moving picture, the record, the proof."""

import asyncio
import json
from collections import OrderedDict
from typing import Any

import discord

from bot.base import metrics
from bot.base.errors import BUTTON_IS_OLD, Refused
from bot.delivery.attachments import InMemory
from bot.delivery.picture_fallback import INVALID_FORM
from bot.domain.replay import Replay, Viewer
from bot.handlers.access import NO_GAME, check_may_watch
from bot.handlers.acts import Acts
from bot.handlers.reader import own_words, public_words
from bot.handlers.responses import acknowledge, acknowledge_anew, answer
from bot.processes.gif_worker import GifFailed, gif_of
from bot.service.services import Services
from bot.views.parts import custom_ids
from bot.views.parts.items import Interaction
from bot.views.parts.screen import sentence_screen
from bot.views.replay import replay_screen
from bot.views.replay_buttons import PUBLIC_VIEWER
from bot.views.verification import film_screen, verdict_screen
from games.core import Text
from games.record import BadRecord, Checked, check

MAX_CACHED_REPLAYS = 16  # games whose steps are remembered: the next press should not play them again
DRAWING = Text("The moving picture is being drawn: a few seconds.")
BUSY = Text("A moving picture is being drawn for this server already. Try again in a moment.")
RUNNING = Text("This game is not over yet. Its record and its proof come at the end.")
UNFILMED = Text("The moving picture could not be drawn. The replay works all the same.")
NOT_KEPT = Text("The moves of this game are not kept any more, only how it came out.")


class ReplayHandler:
    """The counter for games that are played again."""

    def __init__(self, services: Services) -> None:
        self._tables, self._archive = services.tables, services.replay
        self._channel_limits = services.channel_limits
        self._kept: OrderedDict[tuple[int, int], Replay] = OrderedDict()
        self._filming: set[int] = set()  # servers for which a moving picture is being drawn

    def acts(self) -> Acts:
        return {(custom_ids.ArchiveId, "replay"): self._press}

    # --- steps ---

    async def show(self, interaction: Interaction, table_id: int | None) -> None:
        """Show a game from its end, or the one of this channel; a running one as the asker may see it."""
        await acknowledge_anew(interaction)
        table_id = table_id if table_id is not None else await self._here(interaction)
        replay = await self._replay(interaction, table_id)
        viewer = replay.viewers(interaction.user.id)[0]
        await self._step(interaction, replay, viewer, 10**9)

    async def _press(self, interaction: Interaction, id: custom_ids.ArchiveId, values: list[str]) -> None:
        match id.of:
            case (table, eyes) if table.isdecimal():
                table_id = int(table)
            case _:
                raise Refused(BUTTON_IS_OLD)
        match id.act.name:
            case "show":
                await self.show(interaction, table_id)
            case "share":
                await self._share(interaction, table_id)
            case "export":
                await self._export(interaction, table_id)
            case "verify":
                await self.verify(interaction, table_id)
            case "first" | "back" | "next" | "last" | custom_ids.MENU | custom_ids.OPTIONS:
                await acknowledge(interaction)
                await self._turn(interaction, table_id, eyes, id.act, values)
            case _:
                raise Refused(BUTTON_IS_OLD)

    async def _turn(
        self, interaction: Interaction, table_id: int, eyes: str, act: custom_ids.Act, values: list[str]
    ) -> None:
        replay = await self._replay(interaction, table_id)
        at = act.number
        if act.name == custom_ids.OPTIONS and values:
            before = self._viewer(interaction, replay, eyes)
            eyes, row = values[0], _row(replay, before, at)
            at = _nearest(replay, self._viewer(interaction, replay, eyes), row)
        elif act.name == custom_ids.MENU and values and values[0].isdecimal():
            at = int(values[0][:9])
        await self._step(interaction, replay, self._viewer(interaction, replay, eyes), at)

    def _viewer(self, interaction: Interaction, replay: Replay, eyes: str) -> Viewer:
        """Return through whose eyes the game is seen, if this person may; the id alone allows nothing."""
        allowed = replay.viewers(interaction.user.id)
        wanted: Viewer = None if eyes == PUBLIC_VIEWER else int(eyes) if eyes.isdecimal() else -1
        return wanted if wanted in allowed else allowed[0]

    async def _step(self, interaction: Interaction, replay: Replay, viewer: Viewer, at: int) -> None:
        await asyncio.to_thread(replay.seen, viewer)
        await answer(interaction, replay_screen(replay, viewer, at, await own_words(interaction)))

    async def _here(self, interaction: Interaction) -> int:
        saved = await self._tables.table_in(interaction.channel_id or 0)
        if saved is None:
            raise Refused(NO_GAME)
        return saved.id

    async def _replay(self, interaction: Interaction, table_id: int) -> Replay:
        """Return a game that this person may see, from memory or from its log."""
        saved = await self._tables.saved(table_id)
        check_may_watch(interaction, saved)
        key = (table_id, saved.version)
        if key not in self._kept:
            if not await self._archive.is_kept(saved):
                raise Refused(NOT_KEPT)
            self._kept[key] = await self._archive.replay(saved, await self._tables.table(table_id))
            while len(self._kept) > MAX_CACHED_REPLAYS:
                self._kept.popitem(last=False)
        self._kept.move_to_end(key)
        return self._kept[key]

    # --- the record ---

    async def _record(self, interaction: Interaction, table_id: int) -> dict[str, Any]:
        """Return the record of a finished game; a running one has secrets."""
        saved = await self._tables.saved(table_id)
        check_may_watch(interaction, saved)
        if saved.phase in ("lobby", "play", "aside"):
            raise Refused(RUNNING)
        if not await self._archive.is_kept(saved):
            raise Refused(NOT_KEPT)
        record = await self._archive.record(saved, await self._tables.table(table_id))
        if record is None:
            raise Refused(NOT_KEPT)
        return record

    async def _export(self, interaction: Interaction, table_id: int) -> None:
        """Give the record of a game to the one who asks, as a file."""
        await acknowledge_anew(interaction)
        record = await self._record(interaction, table_id)
        told = json.dumps(record, indent=1, ensure_ascii=False).encode()
        file = InMemory(told, f"table-{table_id}.json")
        await interaction.edit_original_response(attachments=[file])

    async def verify(self, interaction: Interaction, table_id: int | None) -> None:
        """Play a game again from its seed, check all marks, and say so in plain words."""
        await acknowledge_anew(interaction)
        table_id = table_id if table_id is not None else await self._here(interaction)
        record = await self._record(interaction, table_id)
        checked: Checked | None = None
        wrong: Text | None = None
        try:
            checked = await asyncio.to_thread(check, record)
        except BadRecord as bad:
            wrong = bad.reason
        await answer(interaction, verdict_screen(record, checked, wrong, await own_words(interaction)))

    # --- the moving picture ---

    async def _share(self, interaction: Interaction, table_id: int) -> None:
        """Post a game as a moving picture; one at a time a server, with a word meanwhile."""
        place = interaction.guild_id or interaction.user.id
        if place in self._filming:
            raise Refused(BUSY)
        self._filming.add(place)
        try:
            await acknowledge_anew(interaction)
            async with self._channel_limits.showing(interaction.user.id, interaction.channel_id or 0):
                await self._film(interaction, table_id)
        except GifFailed:
            raise Refused(UNFILMED) from None
        finally:
            self._filming.discard(place)

    async def _film(self, interaction: Interaction, table_id: int) -> None:
        drawing = sentence_screen(await own_words(interaction), DRAWING)
        await interaction.edit_original_response(view=drawing.view)
        record = await self._record(interaction, table_id)
        picture = await gif_of(record)
        screen = film_screen(record, await public_words(interaction))
        file = InMemory(picture, "game.gif")
        try:
            await interaction.followup.send(view=screen.view, file=file)
        except discord.HTTPException as error:
            if error.code != INVALID_FORM:
                raise
            metrics.PICTURES_REFUSED.add("film")
            raise Refused(UNFILMED) from None
        await interaction.delete_original_response()


def _row(replay: Replay, viewer: Viewer, at: int) -> int:
    steps = replay.seen(viewer)
    return steps[min(max(at, 0), len(steps) - 1)].row


def _nearest(replay: Replay, viewer: Viewer, row: int) -> int:
    """Return the step of other eyes that shows the same moment."""
    return max((n for n, step in enumerate(replay.seen(viewer)) if step.row <= row), default=0)
