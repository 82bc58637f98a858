"""The rules of a game, page by page, and what a card does."""

from bot.base.errors import BUTTON_IS_OLD, Refused
from bot.handlers.acts import Acts, at_table
from bot.handlers.responses import acknowledge, acknowledge_anew, answer, in_place, reader
from bot.service.services import Services
from bot.views.cards import card_screen, find, unknown
from bot.views.parts import custom_ids
from bot.views.parts.items import Interaction, pressed_id
from bot.views.rules import rules_screen


class RulesHandler:
    """Answers presses in the rules, and those on the [Rules] of a lobby or table."""

    def __init__(self, services: Services) -> None:
        self._services = services

    def acts(self) -> Acts:
        return {
            (custom_ids.RulesId, ""): self._turn,
            (custom_ids.ContentsId, ""): self._choose,
            (custom_ids.LobbyId, "rules"): at_table(self._of_table),
            (custom_ids.TableId, "rules"): at_table(self._of_table),
        }

    async def _turn(self, interaction: Interaction, id: custom_ids.RulesId, _: list[str]) -> None:
        await show_rules(interaction, id.game, id.page)

    async def _choose(self, interaction: Interaction, _: custom_ids.ContentsId, values: list[str]) -> None:
        """Show the page that was chosen in the contents of the rules."""
        match [custom_ids.read(value) for value in values]:
            case [custom_ids.RulesId(game, page)]:
                await show_rules(interaction, game, page)
            case _:
                raise Refused(BUTTON_IS_OLD)

    async def _of_table(self, interaction: Interaction, table_id: int) -> None:
        await acknowledge_anew(interaction)
        await show_rules(interaction, (await self._services.tables.saved(table_id)).game, 0)


async def show_rules(interaction: Interaction, game: str, page: int) -> None:
    """Show a page of the rules; turning a page stays in the same message."""
    turning = isinstance(custom_ids.read(pressed_id(interaction)), custom_ids.RulesId | custom_ids.ContentsId)
    if turning and in_place(interaction):
        await acknowledge(interaction)
    await answer(interaction, rules_screen(game, page, await reader(interaction)))


async def show_card(interaction: Interaction, asked: str) -> None:
    """Explain a card; if none has that name, say which come nearest."""
    say = await reader(interaction)
    card = find(asked, say)
    if card is None:
        raise Refused(unknown(asked, say))
    await answer(interaction, card_screen(card, say))
