"""Whether a press may mean the table that it names: by the age of its message, and by where it was made.

Numbers of tables come again after a restore, and the ids of old messages still name them.
"""

import asyncio

import discord
from discord.utils import snowflake_time

from bot.base.errors import BUTTON_IS_OLD, Refused, StoreTrouble
from bot.delivery.table_places import TablePlaces
from bot.domain.entities import TableRecord
from bot.handlers.access import NO_GAME, can_see
from bot.handlers.responses import in_place
from bot.service.repository import TableRepository
from bot.views.parts import custom_ids
from bot.views.parts.items import Interaction
from games.core import Text

MESSAGE_AGE_SLACK = (
    60.0  # seconds by which a message may be older than its table: a thread's pointer is posted first
)
LOOK_UP_SECONDS = 1.5  # a press must be acknowledged within three
BEFORE = 1  # the first message of a table that is older than this check


class PressOrigin:
    """Knows of the tables that were pressed at where they stand: most presses ask the database nothing."""

    def __init__(self, tables: TableRepository, places: TablePlaces) -> None:
        self._tables = tables
        self._places = places

    async def check(self, interaction: Interaction, id: custom_ids.Id | None) -> None:
        """Refuse a press that cannot mean the table which it names."""
        table_id = table_named(id)
        if table_id is None:
            return
        known = self._places.get(table_id)
        if known is not None and _wrong(interaction, id, known) is None:
            return
        saved = await self._look_up(table_id)
        if wrong := _wrong(interaction, id, saved):
            raise Refused(wrong)

    async def _look_up(self, table_id: int) -> TableRecord:
        """Return a table as it is stored now, and remember it; nothing is acknowledged yet."""
        try:
            async with asyncio.timeout(LOOK_UP_SECONDS):
                saved = await self._tables.saved(table_id)
        except TimeoutError:
            raise StoreTrouble("The database did not say in time where a table stands.") from None
        self._places.note(saved)
        return saved


def table_named(id: custom_ids.Id | None) -> int | None:
    """Return the table that an id names, if it names one."""
    match id:
        case custom_ids.LobbyId() | custom_ids.TableId() | custom_ids.QuestionId():
            return id.table_id
        case custom_ids.ArchiveId("replay", (table, *_)) if table.isdecimal():
            return int(table)
    return None


def _wrong(interaction: Interaction, id: custom_ids.Id | None, saved: TableRecord) -> Text | None:
    """Say why a press cannot mean a table; None: it may."""
    if interaction.message is not None and _is_older(interaction.message, saved):
        return BUTTON_IS_OLD
    if isinstance(id, custom_ids.ArchiveId):  # a replay is read anywhere, by whoever may see its table
        return None
    if in_place(interaction):  # a private message goes by the seat, from anywhere
        if interaction.user.id in saved.users:
            return None
    elif interaction.channel_id not in (saved.channel, saved.home):
        return NO_GAME
    return None if can_see(interaction, saved.channel, saved.home) else NO_GAME


def _is_older(message: discord.Message, saved: TableRecord) -> bool:
    """Say whether a message shows what was there before a table; a later edit may show the table in it."""
    if saved.first_message <= BEFORE:
        return False
    began = snowflake_time(saved.first_message)
    if message.edited_at is not None and message.edited_at >= began:
        return False
    return (began - message.created_at).total_seconds() > MESSAGE_AGE_SLACK
