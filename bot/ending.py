"""[More]: what is seldom needed, and the ways in which a game ends early."""

from typing import Any

from discord import ui

from bot.answers import Interaction, acknowledge, answer, moderates, started
from bot.host import OVER, Host
from bot.lobby import Refused
from bot.screens import Screen, layout, row
from bot.seats import seat_of
from bot.table import Table
from bot.ui import Press
from bot.words import words
from games.core import Text


class Ending:
    """Resigning, voting to stop, closing a table; each asked once more."""

    def __init__(self, host: Host) -> None:
        self.host = host

    async def _under_way(self, table: int) -> Table:
        game = await started(self.host, table)
        if game.over:
            raise Refused(OVER)
        return game

    async def more(self, interaction: Interaction, table: int) -> None:
        """Offer what is seldom needed, privately."""
        await acknowledge(interaction)
        game = await started(self.host, table)
        seat, say, id = game.seat_of(interaction.user.id), words(str(interaction.locale)).say, f"p:{table}"
        presses: list[ui.Item[Any]] = []
        if seat is not None and (back_to := game.way_back(seat)) is not None:
            presses.append(Press(f"{id}:undo{back_to}", say(Text("Take back"))))
        if seat is not None and not game.over:
            presses.append(Press(f"{id}:dm", say(Text("Play by DM"))))
            leave = Text("Resign") if len(game.users) == 2 else Text("Vote to stop")
            presses.append(Press(f"{id}:resign", say(leave), "danger"))
        if await moderates(self.host, interaction, table) and not game.over:
            presses.append(Press(f"{id}:close", say(Text("Close the table")), "danger"))
        if not presses:
            raise Refused(Text("There is nothing more to do here for someone who watches."))
        note = Text("Take back works while nobody has learned anything by your last move.")
        await answer(interaction, Screen(layout(ui.TextDisplay(say(note)), row(*presses))))

    async def ask(self, interaction: Interaction, table: int, what: str) -> None:
        """Ask once more before something that cannot be undone."""
        await acknowledge(interaction)
        game, say = await self._under_way(table), words(str(interaction.locale)).say
        if what == "close":
            question = Text("Close the table? Nobody wins, and the game does not count.")
        elif len(game.users) == 2:
            question = Text("Resign? The game ends now and counts as lost.")
        else:
            question = Text(
                "Stop the game? When more than half of the players say so, it ends without a winner."
            )
        yes = Press(f"p:{table}:{what}!", say(Text("Yes, end it")), "danger")
        await answer(interaction, Screen(layout(ui.TextDisplay(say(question)), row(yes))))

    async def end(self, interaction: Interaction, table: int, what: str) -> None:
        await acknowledge(interaction)
        game, say = await self._under_way(table), words(str(interaction.locale)).say
        done = Text("The game has ended.")
        if what == "close!":
            if not await moderates(self.host, interaction, table):
                raise Refused(Text("Only a moderator of this channel can close a table."))
            await self.host.end(table, -1, "close", interaction.id)
        elif len(game.users) == 2:
            await self.host.end(table, seat_of(game, interaction.user.id), "resign", interaction.id)
        else:
            game, votes = await self.host.vote(table, interaction.user.id, interaction.id)
            if not game.over:
                done = Text("Your vote is counted: {n} of {all}.", n=votes, all=len(game.users))
        await answer(interaction, Screen(layout(ui.TextDisplay(say(done)))))
