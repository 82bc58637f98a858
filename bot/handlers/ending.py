"""[More]: what is seldom needed, and the ways in which a game ends early, each asked once more."""

from bot.base.errors import OVER, Refused
from bot.domain.table import Table
from bot.handlers.acts import Acts
from bot.handlers.responses import acknowledge, acknowledge_anew, answer, moderated_channel, reader
from bot.service.agreements import NOT_ALONE
from bot.service.services import Services
from bot.views.ending import more_screen, sure_screen
from bot.views.parts import custom_ids
from bot.views.parts.items import Interaction
from bot.views.parts.screen import sentence_screen
from games.core import Text

ENDING_ACTS = ("more", "stop", "go", "resign", "resign!", "close", "close!", "claim", "claim!")


class EndingHandler:
    """Resigning, voting to stop, closing a table."""

    def __init__(self, services: Services) -> None:
        self._services = services

    def acts(self) -> Acts:
        return dict.fromkeys([(custom_ids.TableId, act) for act in ENDING_ACTS], self._press)

    async def _press(self, interaction: Interaction, id: custom_ids.TableId, _: list[str]) -> None:
        table_id, what = id.table_id, id.act.name
        message = interaction.message  # a panel in DMs is not replaced by what is asked beside it
        private = message is not None and message.flags.ephemeral
        await (acknowledge if private else acknowledge_anew)(interaction)
        table = await self._services.seats.note_visit(table_id, interaction.user.id)
        if what == "more":
            moderates = moderated_channel(interaction)
            moderator = await self._services.agreements.may_close(table_id, interaction.user.id, moderates)
            seat, words = table.seat_of(interaction.user.id), await reader(interaction)
            await answer(interaction, more_screen(table, seat, words, moderator=moderator))
        elif table.over:
            raise Refused(OVER)
        elif what in ("stop", "go"):
            await self._vote(interaction, table, stop=what == "stop")
        elif what.endswith("!"):
            await self._end(interaction, table, what.removesuffix("!"))
        else:
            await self._ask(interaction, table, what)

    async def _ask(self, interaction: Interaction, table: Table, what: str) -> None:
        """Ask once more before something that cannot be undone."""
        early, seat = False, -1
        if what == "claim" and table.attendance.alone() != table.own_seat(interaction.user.id):
            raise Refused(NOT_ALONE)
        if what in ("resign", "claim"):
            seat = table.own_seat(interaction.user.id)  # refuses who does not play here
            early = await self._services.agreements.too_early(table)
        await answer(interaction, sure_screen(table, seat, what, await reader(interaction), early=early))

    async def _vote(self, interaction: Interaction, table: Table, *, stop: bool) -> None:
        table = await self._services.agreements.vote(
            table.id, interaction.user.id, stop=stop, interaction=interaction.id
        )
        votes, everyone = len(table.wishes.votes()), len(table.attendance.present())
        done = Text("Votes to stop: {n} of {all}.", n=votes, all=everyone)
        await self._say(interaction, Text("The game has ended.") if table.over else done)

    async def _end(self, interaction: Interaction, table: Table, what: str) -> None:
        if what == "close":
            table = await self._services.agreements.close_table(
                table.id, interaction.user.id, moderated_channel(interaction), interaction.id
            )
        elif what == "claim":
            table = await self._services.agreements.claim_win(table.id, interaction.user.id, interaction.id)
        else:
            table = await self._services.agreements.resign(table.id, interaction.user.id, interaction.id)
        gone = Text("You have left. The others play on, and your seat takes the last place.")
        await self._say(interaction, Text("The game has ended.") if table.over else gone)

    async def _say(self, interaction: Interaction, sentence: Text) -> None:
        await answer(interaction, sentence_screen(await reader(interaction), sentence))
