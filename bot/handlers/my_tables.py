"""/games and [Next table]: all tables of one person, and the way from one to the next."""

from contextlib import suppress

import discord

from bot.base.errors import Refused
from bot.base.references import Command
from bot.handlers.acts import Acts, at_table
from bot.handlers.moves import MovesHandler
from bot.handlers.responses import acknowledge, acknowledge_anew, answer, reader
from bot.handlers.which_table import NO_GAMES
from bot.service.my_tables import tables_under_way
from bot.service.services import Services
from bot.views.my_tables import Mine, games_screen, sorted_mine
from bot.views.panels import PanelRequest
from bot.views.parts import custom_ids
from bot.views.parts.items import Interaction
from games.core import Text

NONE_HERE = Text(
    "You sit at no table in this server now. In a DM with me, {games} shows all of them.",
    games=Command("games"),
)
NO_OTHER = Text("No other table waits for you.")
BELOW = Text("Your next table is below.")


class MyTablesHandler:
    """The counter for people who play at several tables."""

    def __init__(self, services: Services, play: MovesHandler) -> None:
        self._services = services
        self._play = play

    def acts(self) -> Acts:
        return {(custom_ids.TableId, "next"): at_table(self._next)}

    async def games(self, interaction: Interaction) -> None:
        """List the tables of this server, in a DM all of them."""
        await acknowledge_anew(interaction)
        guild = interaction.guild_id
        tables = [mine for mine in await self._mine(interaction) if guild in (None, mine.saved.guild)]
        if not tables:
            raise Refused(NO_GAMES if guild is None else NONE_HERE)
        await answer(interaction, games_screen(tables, await reader(interaction), dm=guild is None))

    async def _next(self, interaction: Interaction, table_id: int) -> None:
        """Show the panel of the next table that waits for this person, in the same message."""
        await acknowledge(interaction)
        waiting = [m for m in await self._mine(interaction) if m.waits and m.saved.id != table_id]
        if not waiting:
            await self._play.hand(interaction, table_id, PanelRequest(word=NO_OTHER))
            return
        following = sorted_mine(waiting)[0].saved.id
        if interaction.guild_id is not None:
            await self._play.hand(interaction, following)
            return
        with suppress(discord.HTTPException):  # their DMs were open a moment ago
            await self._play.send_home(interaction, following)
        await self._play.hand(interaction, table_id, PanelRequest(word=BELOW))

    async def _mine(self, interaction: Interaction) -> list[Mine]:
        user = interaction.user.id
        tables = [(saved, table) async for saved, table in tables_under_way(self._services.tables, user)]
        return [Mine(saved, table, table.own_seat(user) in table.awaited()) for saved, table in tables]
