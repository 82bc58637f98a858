"""What people ask computers: a hint for the question at hand, and a look back at a game that is over."""

from bot.base.errors import Refused, StaleQuestion
from bot.delivery.advice import ReviewMessages, ReviewReader
from bot.delivery.panel_sender import Token
from bot.handlers.access import check_may_watch
from bot.handlers.acts import Acts, at_table
from bot.handlers.moves import STALE, MovesHandler
from bot.handlers.responses import acknowledge, acknowledge_anew, answer, reader
from bot.service.services import Services
from bot.views.advice import waiting_screen
from bot.views.panels import PanelRequest
from bot.views.parts import custom_ids
from bot.views.parts.items import Interaction
from games.core import Text


class AdviceHandler:
    """The counter for hints and reviews."""

    def __init__(self, services: Services, play: MovesHandler, reviews: ReviewMessages) -> None:
        self._services, self._tables = services, services.tables
        self._play = play
        self._reviews = reviews

    def acts(self) -> Acts:
        return {
            (custom_ids.TableId, "hint"): at_table(self._hint),
            (custom_ids.TableId, "review"): at_table(self._review),
        }

    async def _hint(self, interaction: Interaction, table_id: int) -> None:
        """Show the panel with what a computer would do in this place."""
        await acknowledge(interaction)
        await self._services.seats.note_visit(table_id, interaction.user.id)
        try:
            found = await self._services.advice.hint(table_id, interaction.user.id, interaction.id)
            advice = Text("A computer would do this – {why}", why=found.why)
            glance = PanelRequest(advice=advice, reasons=found.reasons)
        except StaleQuestion:
            glance = PanelRequest(word=STALE)
        except Refused as refused:
            glance = PanelRequest(word=refused.reason)
        await self._play.hand(interaction, table_id, glance)

    async def _review(self, interaction: Interaction, table_id: int) -> None:
        """Show what a computer thinks of a game; if it has not looked yet, say how far it is."""
        await acknowledge_anew(interaction)
        check_may_watch(interaction, await self._tables.saved(table_id))
        table, words = await self._tables.table(table_id), await reader(interaction)
        if review := await self._reviews.found(table):
            await answer(interaction, await self._reviews.screen(table, review, words))
            return
        looking = await self._services.advice.look_back(table)
        await answer(interaction, waiting_screen(looking.judged, looking.moves, words))
        message = await interaction.original_response()
        token = Token(interaction.client, interaction.application_id, interaction.token)
        self._reviews.follow(table, looking, ReviewReader(interaction.user.id, token.at(message.id), words))
