"""What a host does about computers at a table: ask them to it, send them away, start with them."""

from collections.abc import Awaitable, Callable

from bot.base.errors import BUTTON_IS_OLD, Refused
from bot.domain.computers import ORDER
from bot.domain.lobby import Lobby
from bot.handlers.responses import acknowledge_anew, answer, reader
from bot.service.repository import STARTED
from bot.service.services import Services
from bot.views.computers import computers_screen
from bot.views.parts import custom_ids
from bot.views.parts.items import Interaction
from games.core import Text

Start = Callable[[Interaction, int], Awaitable[None]]


class ComputersHandler:
    """The counter for computer players, before the game."""

    def __init__(self, services: Services, start: Start) -> None:
        self._services, self._tables = services, services.tables
        self._start = start

    async def press(self, interaction: Interaction, table_id: int, act: custom_ids.Act) -> None:
        user = interaction.user.id
        match act:
            case custom_ids.Act("computers"):
                await self._show(interaction, table_id)
            case custom_ids.Act("computer", number) if 0 <= number < len(ORDER):
                await self._change(
                    interaction, table_id, lambda lobby: lobby.add_computer(user, ORDER[number])
                )
            case custom_ids.Act("away"):
                await self._change(interaction, table_id, lambda lobby: lobby.take_away(user))
            case custom_ids.Act("fill"):
                await interaction.response.defer()
                await self.fill(interaction, table_id)
            case _:
                raise Refused(BUTTON_IS_OLD)

    async def fill(self, interaction: Interaction, table_id: int) -> None:
        """Let computers take all free seats, and start."""
        user = interaction.user.id
        await self._services.lobby.change(table_id, lambda lobby: lobby.filled(user))
        await self._start(interaction, table_id)

    async def _show(self, interaction: Interaction, table_id: int) -> None:
        """Offer the strengths to the host, in a private message."""
        await acknowledge_anew(interaction)
        saved = await self._tables.saved(table_id)
        if saved.phase != "lobby":
            raise Refused(STARTED)
        if interaction.user.id != saved.host:
            raise Refused(Text("Only the host of the table can ask computers to play."))
        await answer(interaction, computers_screen(saved, await reader(interaction)))

    async def _change(
        self, interaction: Interaction, table_id: int, change: Callable[[Lobby], Lobby]
    ) -> None:
        """Change who sits there, and show the choice again."""
        await interaction.response.defer()
        saved = await self._services.lobby.change(table_id, change)
        await answer(interaction, computers_screen(saved, await reader(interaction)))
