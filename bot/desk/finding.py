"""Which table somebody means who types a command: the channel's, or in a DM one of their own."""

from bot import clock
from bot.desk.answers import acknowledge_anew, answer, reader
from bot.desk.play import PlayDesk
from bot.errors import Refused
from bot.screens.finding import links_screen, which_screen
from bot.screens.items import Interaction
from bot.stage.stage import Stage
from bot.tables.host import Host
from games.core import Text

AGAIN = 60.0  # seconds in which the same person does not post the same table twice
MOST = 10_000  # posts remembered
NO_TABLE = Text("There is no table in this channel. Open one with /play.")
NO_GAMES = Text("You sit at no table now. Type /play in a channel of a server.")


class FindingDesk:
    """The counter for /hand and /table, in channels and in DMs."""

    def __init__(self, host: Host, stage: Stage, play: PlayDesk) -> None:
        self._host = host
        self._stage = stage
        self._play = play
        self._posted: dict[tuple[int, int], float] = {}

    async def hand(self, interaction: Interaction, *, dm: bool | None) -> None:
        """Open somebody's panel: by DM, here, or where they usually want it."""
        await acknowledge_anew(interaction)
        if interaction.guild_id is not None:
            table_id = await self._table_here(interaction)
            open = {True: self._play.hand_by_dm, False: self._play.hand, None: self._play.usual_hand}[dm]
            await open(interaction, table_id)
            return
        mine = await self._host.tables_of(interaction.user.id)
        if not mine:
            raise Refused(NO_GAMES)
        if len(mine) == 1:
            await self._play.hand_by_dm(interaction, mine[0].id)
        else:
            await answer(interaction, which_screen(mine, await reader(interaction)))

    async def table(self, interaction: Interaction) -> None:
        """Post the table again; in a DM, or twice in a minute, only say where it is."""
        await acknowledge_anew(interaction)
        if interaction.guild_id is None:
            mine = await self._host.tables_of(interaction.user.id)
            if not mine:
                raise Refused(NO_GAMES)
            await answer(interaction, links_screen(mine, await reader(interaction)))
            return
        table_id = await self._table_here(interaction)
        if self._just_posted(interaction.user.id, table_id):
            saved = await self._host.saved(table_id)
            await answer(interaction, links_screen([saved], await reader(interaction)))
            return
        await self._stage.repost(table_id)
        self._posted[interaction.user.id, table_id] = clock.monotonic()
        await interaction.delete_original_response()

    def _just_posted(self, user: int, table_id: int) -> bool:
        if len(self._posted) > MOST:
            self._posted.clear()
        at = self._posted.get((user, table_id))
        return at is not None and clock.monotonic() - at < AGAIN

    async def _table_here(self, interaction: Interaction) -> int:
        saved = await self._host.table_in(interaction.channel_id or 0)
        if saved is None:
            raise Refused(NO_TABLE)
        self._stage.pressed(saved.id, interaction.user.id)
        return saved.id
