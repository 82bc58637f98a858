"""What the presses about other people's seats do: about who has vanished, and who would take the seat."""

from bot.base.errors import BUTTON_IS_OLD, Refused
from bot.base.references import OnBoard
from bot.domain.kinds import VOTE_KINDS, known
from bot.domain.table import Table
from bot.handlers.acts import Acts
from bot.handlers.responses import acknowledge_anew, answer, reader
from bot.service.services import Services
from bot.views.parts import custom_ids
from bot.views.parts.items import Interaction
from bot.views.parts.screen import sentence_screen
from games.core import Text

SEAT_ACTS = (*VOTE_KINDS, "take", "agree", "notnow")
NOTED = Text("Noted. You may change your mind until it is settled.")
ALREADY_SETTLED = Text("That is settled.")
YOUR_HAND = OnBoard(Text("Your hand"))
ASKED = Text(
    "The players are asked. As soon as they agree, the seat is yours: press [{button}] then.",
    button=YOUR_HAND,
)
YOURS = Text("The seat is yours. Press [{button}] to see what it holds.", button=YOUR_HAND)


class SeatsHandler:
    """The counter for seats whose people are gone."""

    def __init__(self, services: Services) -> None:
        self._services = services

    def acts(self) -> Acts:
        return dict.fromkeys([(custom_ids.TableId, act) for act in SEAT_ACTS], self._press)

    async def _press(self, interaction: Interaction, id: custom_ids.TableId, _: list[str]) -> None:
        await acknowledge_anew(interaction)
        table_id, act = id.table_id, id.act
        if act.number < 0:
            raise Refused(BUTTON_IS_OLD)
        if act.name == "take":
            await self._take(interaction, table_id, act.number)
            return
        await self._services.seats.note_visit(
            table_id, interaction.user.id
        )  # whoever presses anything is there
        if act.name in VOTE_KINDS:
            await self._decide(interaction, table_id, act)
        else:
            await self._agree(interaction, table_id, act)

    async def _take(self, interaction: Interaction, table_id: int, seat: int) -> None:
        user = interaction.user.id
        table = await self._services.seats.wish(table_id, user, seat, interaction.id)
        await self._say(interaction, YOURS if table.seat_of(user) is not None else ASKED)

    async def _decide(self, interaction: Interaction, table_id: int, act: custom_ids.Act) -> None:
        user, what = interaction.user.id, known(act.name, VOTE_KINDS)
        table = await self._services.seats.vote_about_missing(
            table_id, user, act.number, what, interaction.id
        )
        open = not table.over and table.beside.question(act.number) is not None
        await self._say(interaction, NOTED if open else ALREADY_SETTLED)

    async def _agree(self, interaction: Interaction, table_id: int, act: custom_ids.Act) -> None:
        user, yes = interaction.user.id, act.name == "agree"
        table = await self._services.seats.vote_about_substitute(
            table_id, user, act.number, yes=yes, interaction=interaction.id
        )
        await self._say(interaction, NOTED if _is_open(table, act.number) else ALREADY_SETTLED)

    async def _say(self, interaction: Interaction, sentence: Text) -> None:
        await answer(interaction, sentence_screen(await reader(interaction), sentence))


def _is_open(table: Table, number: int) -> bool:
    wish = table.beside.wish
    return wish is not None and wish.number == number and not table.over
