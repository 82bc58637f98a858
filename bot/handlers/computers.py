"""What a host does about computers at a table: ask them to it, send them away, start with them."""

from collections.abc import Callable

from bot.base.errors import BUTTON_IS_OLD, Refused
from bot.domain.computers import ORDER
from bot.domain.lobby import Lobby
from bot.handlers.acts import Acts
from bot.handlers.responses import acknowledge_anew, answer, reader
from bot.service.repository import STARTED
from bot.service.services import Services
from bot.views.computers import computers_screen
from bot.views.parts import custom_ids
from bot.views.parts.items import Interaction
from games.core import Text

COMPUTER_ACTS = ("computers", "computer", "away")


class ComputersHandler:
    """The counter for computer players, before the game."""

    def __init__(self, services: Services) -> None:
        self._services = services

    def acts(self) -> Acts:
        return dict.fromkeys([(custom_ids.LobbyId, act) for act in COMPUTER_ACTS], self._press)

    async def _press(self, interaction: Interaction, id: custom_ids.LobbyId, _: list[str]) -> None:
        user, table_id, act = interaction.user.id, id.table_id, id.act
        match act:
            case custom_ids.Act("computers"):
                await self._show(interaction, table_id)
            case custom_ids.Act("computer", number) if 0 <= number < len(ORDER):
                await self._change(
                    interaction, table_id, lambda lobby: lobby.add_computer(user, ORDER[number])
                )
            case custom_ids.Act("away"):
                await self._change(interaction, table_id, lambda lobby: lobby.take_away(user))
            case _:
                raise Refused(BUTTON_IS_OLD)

    async def _show(self, interaction: Interaction, table_id: int) -> None:
        """Offer the strengths to the host, in a private message."""
        await acknowledge_anew(interaction)
        saved = await self._services.tables.saved(table_id)
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
