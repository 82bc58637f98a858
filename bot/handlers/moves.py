"""What the presses at a table do: panels, questions, take-back, reading."""

from collections.abc import Sequence
from dataclasses import replace

import discord

from bot.base.errors import BUTTON_IS_OLD, NotShown, Refused, StaleQuestion
from bot.delivery.dms import cannot_open, is_closed
from bot.delivery.panels import Panels
from bot.delivery.publisher import Publisher
from bot.domain.table import Table
from bot.handlers.access import check_may_watch
from bot.handlers.acts import Acts, at_table
from bot.handlers.error_boundary import EXPIRED_CODES
from bot.handlers.responses import acknowledge, acknowledge_anew, answer, in_place, reader
from bot.service.moves import Choice
from bot.service.my_tables import waits_elsewhere
from bot.service.services import Services
from bot.service.settings import SettingsCache
from bot.text.words import Words
from bot.views.board import read_screen, watch_screen
from bot.views.panels import ADVANCE, PLAIN_PANEL, PanelRequest, in_channel_screen, moved_screen, offer_of
from bot.views.parts import custom_ids
from bot.views.parts.items import Interaction
from bot.views.parts.player_view import view_of
from bot.views.seats import SEAT_IS_YOURS_AGAIN
from games.core import Move, Seat, Text

STALE = Text("The game has moved on in the meantime. This is how it stands now.")
CLOSED_DMS = Text("Your DMs are closed, so the panel stays here. Only you can see it.")
TOO_MANY_DMS = Text(
    "Discord lets me open no more DMs just now, so the panel stays here. Only you can see it."
)
SILENCED = Text("I may not write in the channel any more. The game goes on here in your panel.")
ASKED_OF_PANEL = {
    "help": PanelRequest(help=True),
    "news": PanelRequest(all_news=True),
    "show": PanelRequest(picture=True),
}
ANSWERS = (custom_ids.MOVE, custom_ids.PICKS, custom_ids.SURE)
QUESTION_ACTS = (*ANSWERS, *ADVANCE, custom_ids.MENU, custom_ids.GROUP, custom_ids.UP)


class MovesHandler:
    """The counter for games under way."""

    def __init__(
        self, services: Services, publisher: Publisher, panels: Panels, habits: SettingsCache
    ) -> None:
        self._services = services
        self._habits = habits
        self._publisher = publisher
        self._panels = panels

    def acts(self) -> Acts:
        return {
            (custom_ids.TableId, "hand"): at_table(self.usual_hand),
            (custom_ids.TableId, "dm"): at_table(self.hand_by_dm),
            (custom_ids.TableId, "channel"): at_table(self._back_to_channel),
            (custom_ids.TableId, "watch"): at_table(self._watch),
            (custom_ids.TableId, "read"): at_table(self._read),
            (custom_ids.TableId, "askme"): at_table(self._ask_again),
            (custom_ids.TableId, "undo"): self._undo,
            (custom_ids.TableId, "allow"): self._allow,
            (custom_ids.TableId, "deny"): self._allow,
            **dict.fromkeys([(custom_ids.TableId, act) for act in ASKED_OF_PANEL], self._open_as),
            **dict.fromkeys([(custom_ids.QuestionId, act) for act in QUESTION_ACTS], self._question),
        }

    # --- the fixed buttons of a table ---

    async def _open_as(self, interaction: Interaction, id: custom_ids.TableId, _: list[str]) -> None:
        """Open a player's panel with something more in it."""
        await self.hand(interaction, id.table_id, ASKED_OF_PANEL[id.act.name])

    async def hand(self, interaction: Interaction, table_id: int, glance: PanelRequest = PLAIN_PANEL) -> None:
        """Open a player's panel, or bring the one in which they pressed up to date."""
        await acknowledge(interaction)
        before = await self._services.tables.table(table_id)
        table = await self._services.seats.note_visit(table_id, interaction.user.id)
        seat = table.played_seat(interaction.user.id)
        if before.attendance.missed(seat) and glance.word is None:
            glance = replace(glance, word=SEAT_IS_YOURS_AGAIN)
        await self._panel(interaction, table, seat, glance)

    async def usual_hand(self, interaction: Interaction, table_id: int) -> None:
        """Open a player's panel where they usually want it; one that is open already stays where it is."""
        await acknowledge(interaction)
        table = await self._services.tables.table(table_id)
        seat = table.seat_of(interaction.user.id)
        home = seat is not None and not table.over and not in_place(interaction)
        if home and seat is not None and await self._panels.belongs_in_dm(table, seat):
            await self.hand_by_dm(interaction, table_id)
        else:
            await self.hand(interaction, table_id)

    async def hand_by_dm(self, interaction: Interaction, table_id: int) -> None:
        await acknowledge(interaction)
        table = await self._services.seats.note_visit(table_id, interaction.user.id)
        seat = table.played_seat(interaction.user.id)
        try:
            link = await self.send_home(interaction, table_id)
        except discord.HTTPException as error:
            if not cannot_open(error):
                raise
            word = CLOSED_DMS if is_closed(error) else TOO_MANY_DMS
            await self._panel(interaction, table, seat, PanelRequest(word=word))
            return
        screen = in_channel_screen(link, await reader(interaction))
        await interaction.edit_original_response(view=screen.view, attachments=[])

    async def send_home(self, interaction: Interaction, table_id: int) -> str:
        """Send someone's panel to their DMs and return its link; an HTTPException: they are closed."""
        table = await self._services.tables.table(table_id)
        return await self._panels.by_dm(table, table.own_seat(interaction.user.id), str(interaction.locale))

    async def _back_to_channel(self, interaction: Interaction, table_id: int) -> None:
        """Let a panel by DM go; the table's own button opens one there again."""
        await acknowledge(interaction)
        table, saved = (
            await self._services.tables.table(table_id),
            await self._services.tables.saved(table_id),
        )
        await self._panels.back_to_channel(table, table.own_seat(interaction.user.id))
        screen = moved_screen(saved, await reader(interaction))
        await interaction.edit_original_response(view=screen.view, attachments=[])

    async def _undo(self, interaction: Interaction, id: custom_ids.TableId, _: list[str]) -> None:
        """Go back to the row that was on the screen: a double click takes one move back."""
        table_id, row = id.table_id, id.act.number
        await acknowledge(interaction)
        table = await self._services.seats.note_visit(table_id, interaction.user.id)
        seat = table.played_seat(interaction.user.id)
        with self._panels.answering(table, seat):
            word = None
            try:
                table = await self._services.takeback.take_back(
                    table_id, interaction.user.id, row, interaction.id
                )
            except StaleQuestion:
                table, word = await self._services.tables.table(table_id), STALE
            except Refused as refused:
                word = refused.reason
            await self._panel(interaction, table, seat, PanelRequest(word=word))

    async def _allow(self, interaction: Interaction, id: custom_ids.TableId, _: list[str]) -> None:
        """Answer someone who asks for a take-back."""
        table_id, row, yes = id.table_id, id.act.number, id.act.name == "allow"
        await acknowledge(interaction)
        user = interaction.user.id
        table = await self._services.seats.note_visit(table_id, user)
        seat, word = table.played_seat(user), None
        with self._panels.answering(table, seat):
            try:
                table = await self._services.takeback.answer(
                    table_id, user, row, yes=yes, interaction=interaction.id
                )
            except StaleQuestion:
                table, word = await self._services.tables.table(table_id), STALE
            await self._panel(interaction, table, seat, PanelRequest(word=word))

    async def _ask_again(self, interaction: Interaction, table_id: int) -> None:
        """Take all answers given in advance back."""
        await acknowledge(interaction)
        table = await self._services.seats.note_visit(table_id, interaction.user.id)
        seat = table.played_seat(interaction.user.id)
        for key in await self._services.advance_answers.of(table_id, seat):
            await self._services.advance_answers.set(table_id, interaction.user.id, key, "ask")
        await self._panel(interaction, table, seat)

    async def _watch(self, interaction: Interaction, table_id: int) -> None:
        """Show what the public knows; who watches stays in one message."""
        await acknowledge(interaction)
        table = await self._watched(interaction, table_id)
        await answer(interaction, watch_screen(table, await reader(interaction)))

    async def _read(self, interaction: Interaction, table_id: int) -> None:
        await acknowledge_anew(interaction)
        table = await self._watched(interaction, table_id)
        viewer = table.eyes_of(interaction.user.id)
        await answer(interaction, read_screen(table, await reader(interaction), viewer))

    async def _watched(self, interaction: Interaction, table_id: int) -> Table:
        """Return a table to somebody who may look at it; the id alone allows nothing."""
        check_may_watch(interaction, await self._services.tables.saved(table_id))
        return await self._services.tables.table(table_id)

    # --- the questions in a panel ---

    async def _question(self, interaction: Interaction, id: custom_ids.QuestionId, values: list[str]) -> None:
        """Answer the question that was on the screen, or open one of its levels."""
        table_id, stamp, act = id
        await acknowledge(interaction)
        table = await self._services.seats.note_visit(table_id, interaction.user.id)
        seat = table.played_seat(interaction.user.id)
        if act.name == custom_ids.MENU and values:
            act = custom_ids.read_value(values[0]) or act
        if table.stamp(seat) != stamp:
            await self._panel(interaction, table, seat, PanelRequest(word=STALE))
        elif act.name in ADVANCE:
            await self._keep_advance(interaction, table, seat, act.name)
        elif act.name == custom_ids.GROUP:
            await self._panel(interaction, table, seat, PanelRequest(level=max(act.number, 0)))
        elif act.name == custom_ids.UP:
            offer = offer_of(table, seat, await reader(interaction))
            await self._panel(
                interaction, table, seat, PanelRequest(level=offer.above(act.number) if offer else 0)
            )
        elif act.name in ANSWERS:
            choose = _choice(await reader(interaction), act, values)
            if (
                act.name != custom_ids.SURE
                and (move := await self._asked_again(table, seat, choose)) is not None
            ):
                await self._panel(interaction, table, seat, PanelRequest(sure=move))
            else:
                await self._answer(interaction, table, stamp, choose)
        else:
            raise Refused(BUTTON_IS_OLD)

    async def _asked_again(self, table: Table, seat: Seat, choose: Choice) -> int | None:
        """Return the number of a move that its player wants to be asked about once more, if this is one."""
        if not (await self._habits.of(table.users[seat])).sure:
            return None
        decision, move = table.offer(seat), choose(table, seat)
        if decision is None or move is None:
            return None
        return decision.moves.index(move) if view_of(table, seat).label(move).danger else None

    async def _answer(self, interaction: Interaction, table: Table, stamp: str, choose: Choice) -> None:
        user = interaction.user.id
        seat, word = table.own_seat(user), None
        with self._panels.answering(table, seat):
            self._panels.learned(table, seat)
            try:
                table = await self._services.moves.play(table.id, user, stamp, choose, interaction.id)
            except StaleQuestion:
                table, word = await self._services.tables.table(table.id), STALE
            except Refused as refused:
                word = refused.reason
            try:
                await self._panel(
                    interaction, table, seat, PanelRequest(word=word, next=await self._next(table, user))
                )
            except Exception as error:
                if word is not None or getattr(error, "code", 0) in EXPIRED_CODES:
                    raise
                raise NotShown from error

    async def _next(self, table: Table, user: int) -> bool:
        """Say whether someone whose turn is over here is awaited at another table."""
        over = table.own_seat(user) not in table.awaited()
        return over and await waits_elsewhere(self._services.tables, user, besides=table.id)

    async def _keep_advance(self, interaction: Interaction, table: Table, seat: Seat, answer: str) -> None:
        decision = table.offer(seat)
        if decision is None or not decision.advance:
            raise Refused(BUTTON_IS_OLD)
        await self._services.advance_answers.set(table.id, interaction.user.id, decision.advance, answer)
        await self._panel(interaction, table, seat)

    async def _panel(
        self, interaction: Interaction, table: Table, seat: Seat, glance: PanelRequest = PLAIN_PANEL
    ) -> None:
        """Show a player's panel in answer to a press; whoever has lost the seat meanwhile sees nothing."""
        table.played_seat(interaction.user.id)
        silenced = await self._publisher.is_silenced(table.id)
        word = SILENCED if silenced and glance.word is None else glance.word
        glance = replace(glance, word=word, dm=interaction.guild_id is None)
        await self._panels.answer(interaction, table, seat, glance)


def _choice(words: Words, act: custom_ids.Act, values: Sequence[str]) -> Choice:
    """Return how to find the move that was chosen, once the table is locked."""

    def choose(table: Table, seat: Seat) -> Move | None:
        decision = table.offer(seat)
        if decision is None or act.number < 0:
            return None
        if act.name != custom_ids.PICKS:
            return decision.moves[act.number] if act.number < len(decision.moves) else None
        offer = offer_of(table, seat, words)
        return offer.picked(act.number, [int(v) for v in values if v.isdecimal()]) if offer else None

    return choose
