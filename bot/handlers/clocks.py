"""Time: more of it for a decision, another pace for a table, and days away."""

from bot.base.errors import BUTTON_IS_OLD, OVER, Refused, StaleQuestion
from bot.delivery.panels import Panels
from bot.handlers.acts import Acts
from bot.handlers.moves import STALE, MovesHandler
from bot.handlers.responses import acknowledge, answer, reader
from bot.service.services import Services
from bot.views.clocks import away_screen, chosen_pace, pace_screen
from bot.views.panels import PanelRequest
from bot.views.parts import custom_ids
from bot.views.parts.items import Interaction
from bot.views.parts.screen import sentence_screen
from games.core import Text

PACE_ACTS = ("pace", "paceyes", "paceno", custom_ids.OPTIONS)
GIVEN = Text("You have twice as long for this decision now.")
WELCOME_BACK = Text("Welcome back. Your clocks run again.")


class ClocksHandler:
    """The counter for everything that has to do with clocks."""

    def __init__(self, services: Services, play: MovesHandler, panels: Panels) -> None:
        self._services, self._tables = services, services.tables
        self._play = play
        self._panels = panels

    def acts(self) -> Acts:
        return {
            (custom_ids.QuestionId, custom_ids.TIME): self._more,
            (custom_ids.AwayId, ""): self._back,
            **dict.fromkeys([(custom_ids.TableId, act) for act in PACE_ACTS], self._press),
        }

    async def _more(self, interaction: Interaction, id: custom_ids.QuestionId, _: list[str]) -> None:
        """Double what is left of the time for the question on the screen."""
        await acknowledge(interaction)
        table_id = id.table_id
        table = await self._services.tables.table(table_id)
        with self._panels.answering(table, table.own_seat(interaction.user.id)):
            word = GIVEN
            try:
                await self._services.clocks.more_time(table_id, interaction.user.id, id.stamp, interaction.id)
            except StaleQuestion:
                word = STALE
            except Refused as refused:
                word = refused.reason
            await self._play.hand(interaction, table_id, PanelRequest(word=word))

    # --- another pace ---

    async def _press(self, interaction: Interaction, id: custom_ids.TableId, values: list[str]) -> None:
        await acknowledge(interaction)
        table_id = id.table_id
        table = await self._services.tables.table(table_id)
        table.own_seat(interaction.user.id)  # refuses who does not play here
        if table.over:
            raise Refused(OVER)
        match id.act.name:
            case "pace":
                await answer(interaction, pace_screen(table, await reader(interaction)))
            case "paceyes" if (wished := table.wishes.wished_pace()) is not None:
                await self._wish(interaction, table_id, wished)
            case "paceno":
                await self._wish(interaction, table_id, table.timing.pace)
            case custom_ids.OPTIONS if values:
                await self._wish(interaction, table_id, chosen_pace(values[0]))
            case _:
                raise Refused(BUTTON_IS_OLD)

    async def _wish(self, interaction: Interaction, table_id: int, pace: str) -> None:
        table = await self._services.clocks.vote_for_pace(table_id, interaction.user.id, pace, interaction.id)
        wished = Text("The others see your wish at the table. A new pace counts as soon as all agree.")
        said = wished if table.wishes.wished_pace() is not None else Text("This is the pace now.")
        await answer(interaction, sentence_screen(await reader(interaction), said))

    # --- away ---

    async def _back(self, interaction: Interaction, _: custom_ids.AwayId, __: list[str]) -> None:
        await self.away(interaction, 0)

    async def away(self, interaction: Interaction, days: int) -> None:
        """Be away for some days from now on; no days: be back."""
        await acknowledge(interaction)
        wished = await self._services.clocks.go_away(interaction.user.id, days)
        say = await reader(interaction)
        if wished.begun:
            await answer(interaction, away_screen(wished.begun[0].until, wished.days_left, say))
        else:
            await answer(interaction, sentence_screen(say, WELCOME_BACK))
