"""Which table somebody means who types a command: the channel's, or in a DM one of their own."""

from bot.base.errors import Refused
from bot.base.references import Command
from bot.delivery.publisher import Publisher
from bot.handlers.moves import MovesHandler
from bot.handlers.responses import acknowledge_anew, answer, reader
from bot.service.channel_limits import Limited
from bot.service.services import Services
from bot.views.parts.items import Interaction
from bot.views.which_table import links_screen, which_screen
from games.core import Text

NO_TABLE = Text("There is no table in this channel. Open one with {play}.", play=Command("play"))
NO_GAMES = Text("You sit at no table now. Type {play} in a channel of a server.", play=Command("play"))


class WhichTableHandler:
    """The counter for /hand and /table, in channels and in DMs."""

    def __init__(self, services: Services, publisher: Publisher, play: MovesHandler) -> None:
        self._tables, self._channel_limits = services.tables, services.channel_limits
        self._publisher = publisher
        self._play = play

    async def hand(self, interaction: Interaction, *, dm: bool | None) -> None:
        """Open somebody's panel: by DM, here, or where they usually want it."""
        await acknowledge_anew(interaction)
        if interaction.guild_id is not None:
            table_id = await self._table_here(interaction)
            open = {True: self._play.hand_by_dm, False: self._play.hand, None: self._play.usual_hand}[dm]
            await open(interaction, table_id)
            return
        mine = await self._tables.tables_of(interaction.user.id)
        if not mine:
            raise Refused(NO_GAMES)
        if len(mine) == 1:
            await self._play.hand_by_dm(interaction, mine[0].id)
        else:
            await answer(interaction, which_screen(mine, await reader(interaction)))

    async def table(self, interaction: Interaction) -> None:
        """Post the table again; in a DM, or to who has just shown something here, only say where it is."""
        await acknowledge_anew(interaction)
        if interaction.guild_id is None:
            mine = await self._tables.tables_of(interaction.user.id)
            if not mine:
                raise Refused(NO_GAMES)
            await answer(interaction, links_screen(mine, await reader(interaction)))
            return
        table_id = await self._table_here(interaction)
        try:
            async with self._channel_limits.showing(interaction.user.id, interaction.channel_id or 0):
                await self._publisher.repost(table_id)
        except Limited:
            saved = await self._tables.saved(table_id)
            await answer(interaction, links_screen([saved], await reader(interaction)))
            return
        await interaction.delete_original_response()

    async def _table_here(self, interaction: Interaction) -> int:
        saved = await self._tables.table_in(interaction.channel_id or 0)
        if saved is None:
            raise Refused(NO_TABLE)
        self._publisher.pressed(saved.id, interaction.user.id)
        return saved.id
