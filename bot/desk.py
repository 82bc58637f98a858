"""What every press does: parse its id, ask the host, show."""

from collections.abc import Sequence
from typing import Any

import discord
from discord import ui

from bot.answers import Interaction, acknowledge, answer, show_rules, started
from bot.dm_panels import CLOSED
from bot.ending import Ending
from bot.host import Choice, Host, StaleQuestion
from bot.lobby import OLD, Refused
from bot.lobby_desk import LobbyDesk
from bot.panel_screen import offer_of
from bot.pictures import picture_files
from bot.screens import layout, read_screen
from bot.seats import seat_of
from bot.stage import Stage
from bot.table import Table
from bot.ui import pressed_id
from bot.words import words
from games import GAMES
from games.core import Move, Seat, Text

STALE = Text("The game has moved on in the meantime. This is how it stands now.")
CLOSED_DMS = Text("Your DMs are closed, so the panel stays here. Only you can see it.")


class Desk:
    """The counter at which all presses arrive."""

    def __init__(self, host: Host, stage: Stage) -> None:
        self.host = host
        self.stage = stage
        self.lobby = LobbyDesk(host, stage)
        self.ending = Ending(host)

    async def press(self, interaction: Interaction) -> None:
        """Send a press to where it belongs; an id we do not know gets a kind answer."""
        data: Any = interaction.data or {}
        values: list[str] = data.get("values", [])
        match pressed_id(interaction).split(":"):
            case ["l", table, what] if table.isdecimal():
                await self.lobby.press(interaction, int(table), what, values)
            case ["t", table, mark, _, what] if table.isdecimal():
                await self._question(interaction, int(table), mark, what, values)
            case ["p", table, what] if table.isdecimal():
                await self._table(interaction, int(table), what)
            case ["r", game, page] if game in GAMES and page.isdecimal():
                await show_rules(interaction, game, int(page[:3]))
            case _:
                raise Refused(OLD)

    # --- the public buttons of a table ---

    async def _table(self, interaction: Interaction, table: int, what: str) -> None:
        match what:
            case "hand" | "help":
                await self.hand(interaction, table, help=True if what == "help" else None)
            case "dm":
                await self.hand_by_dm(interaction, table)
            case undo if undo.startswith("undo"):
                await self._undo(interaction, table, undo.removeprefix("undo"))
            case "askme":
                await self._ask_again(interaction, table)
            case "read":
                await self._read(interaction, table)
            case "rules":
                await interaction.response.defer(ephemeral=True, thinking=True)
                await show_rules(interaction, (await self.host.saved(table)).game, 0)
            case "more":
                await self.ending.more(interaction, table)
            case "resign" | "close":
                await self.ending.ask(interaction, table, what)
            case "resign!" | "close!":
                await self.ending.end(interaction, table, what)
            case _:
                raise Refused(OLD)

    async def hand(self, interaction: Interaction, table: int, *, help: bool | None = None) -> None:
        """Open a player's panel, or bring the one in which they pressed up to date."""
        await acknowledge(interaction)
        game = await self._game(table)
        seat = seat_of(game, interaction.user.id)
        await self._panel(interaction, game, seat, help=help)

    async def hand_by_dm(self, interaction: Interaction, table: int) -> None:
        await acknowledge(interaction)
        game = await self._game(table)
        seat = seat_of(game, interaction.user.id)
        try:
            await self.stage.panels.dms.open(game, seat, str(interaction.locale))
        except discord.HTTPException as error:
            if error.code not in CLOSED and error.status != 403:
                raise
            await self._panel(interaction, game, seat, word=CLOSED_DMS)
            return
        self.stage.panels.closed(table, seat)
        say = words(str(interaction.locale)).say
        note = Text("Your panel is in your DMs now. It stays current there, and you can play from it.")
        await interaction.edit_original_response(view=layout(ui.TextDisplay(say(note))), attachments=[])

    async def _undo(self, interaction: Interaction, table: int, row: str) -> None:
        """Go back to the row that was on the screen: a double click takes one move back."""
        await acknowledge(interaction)
        seat = seat_of(await self._game(table), interaction.user.id)
        with self.stage.panels.drawing(table, seat):
            word = None
            try:
                game = await self.host.take_back(table, interaction.user.id, row, interaction.id)
            except StaleQuestion:
                game, word = await self.host.table(table), STALE
            await self._panel(interaction, game, seat, word=word)

    async def _ask_again(self, interaction: Interaction, table: int) -> None:
        """Take all standing answers back."""
        await acknowledge(interaction)
        game = await self._game(table)
        seat = seat_of(game, interaction.user.id)
        for key in await self.host.standing(table, seat):
            await self.host.set_standing(table, interaction.user.id, key, "ask")
        await self._panel(interaction, game, seat)

    async def _read(self, interaction: Interaction, table: int) -> None:
        await interaction.response.defer(ephemeral=True, thinking=True)
        game = await self._game(table)
        viewer = game.seat_of(interaction.user.id)
        await answer(interaction, read_screen(game, words(str(interaction.locale)), viewer))

    # --- the questions in a panel ---

    async def _question(
        self, interaction: Interaction, table: int, mark: str, what: str, values: list[str]
    ) -> None:
        """Answer the question that was on the screen, or open one of its groups."""
        await acknowledge(interaction)
        game = await self._game(table)
        seat = seat_of(game, interaction.user.id)
        kind, number = what.rstrip("0123456789"), what[len(what.rstrip("0123456789")) :]
        if kind == "s" and values:
            kind, number = values[0][:1], values[0][1:]
        if game.stamp(seat) != mark:
            await self._panel(interaction, game, seat, word=STALE)
        elif kind in ("ask", "use", "let"):
            await self._keep_standing(interaction, game, seat, kind)
        elif kind == "g" and number.isdecimal():
            await self._panel(interaction, game, seat, opened=int(number))
        elif kind == "back" and number.isdecimal():
            offer = offer_of(game, seat, words(str(interaction.locale)))
            await self._panel(interaction, game, seat, opened=offer.above(int(number)) if offer else 0)
        elif kind in ("m", "x"):
            await self._play(interaction, game, seat, mark, self._choice(interaction, kind, number, values))
        else:
            raise Refused(OLD)

    def _choice(self, interaction: Interaction, kind: str, number: str, values: Sequence[str]) -> Choice:
        """Return how to find the move that was chosen, once the table is locked."""
        language = words(str(interaction.locale))

        def choose(table: Table, seat: Seat) -> Move | None:
            offer = offer_of(table, seat, language)
            if offer is None or not number.isdecimal():
                return None
            if kind == "x":
                return offer.picked(int(number), [int(v) for v in values if v.isdecimal()])
            moves = offer.decision.moves
            return moves[int(number)] if int(number) < len(moves) else None

        return choose

    async def _play(
        self, interaction: Interaction, game: Table, seat: Seat, mark: str, choose: Choice
    ) -> None:
        with self.stage.panels.drawing(game.id, seat):
            word = None
            self.stage.panels.learned(game, seat)
            try:
                game = await self.host.play(game.id, interaction.user.id, mark, choose, interaction.id)
            except StaleQuestion:
                game, word = await self.host.table(game.id), STALE
            except Refused as refused:
                word = refused.reason
            await self._panel(interaction, game, seat, word=word)

    async def _keep_standing(self, interaction: Interaction, game: Table, seat: Seat, answer: str) -> None:
        decision = game.offer(seat)
        if decision is None or not decision.standing:
            raise Refused(OLD)
        await self.host.set_standing(game.id, interaction.user.id, decision.standing, answer)
        await self._panel(interaction, game, seat)

    # --- showing ---

    async def _game(self, table: int) -> Table:
        if table in self.stage.silenced:
            self.stage.changed(table)  # somebody is here: perhaps we may write again
        return await started(self.host, table)

    async def _panel(
        self,
        interaction: Interaction,
        game: Table,
        seat: Seat,
        *,
        opened: int = 0,
        help: bool | None = None,
        word: Text | None = None,
    ) -> None:
        """Show a player's panel in answer to a press, and remember it as the newest."""
        by_dm = interaction.guild_id is None
        if word is None and game.id in self.stage.silenced:
            word = Text("I may not write in the channel any more. The game goes on here in your panel.")
        screen = await self.stage.panels.screen(
            game, seat, str(interaction.locale), opened=opened, help=help, dm=by_dm, word=word
        )
        message = await interaction.edit_original_response(
            view=screen.view, attachments=await picture_files(screen)
        )
        if by_dm:
            self.stage.panels.dms.shown(game, seat)
        else:
            self.stage.panels.opened(game, seat, interaction, message.id)
