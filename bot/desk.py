"""What every press does: parse its id, ask the host, show."""

from collections.abc import Sequence
from typing import Any

import discord
from discord import ui

from bot.host import Choice, Host, StaleQuestion, seat_of
from bot.lobby import Refused
from bot.panel_screen import offer_of
from bot.panels import CLOSED
from bot.pictures import picture_files
from bot.screens import (
    Screen,
    layout,
    lobby_screen,
    options_screen,
    read_screen,
    row,
    rules_screen,
)
from bot.stage import Stage
from bot.table import Table
from bot.ui import Press, pressed_id
from bot.words import words
from games import GAMES
from games.core import Move, Seat, Text

OLD = Text("This button is from an older time. /hand shows your panel, /table the table.")
STALE = Text("The game has moved on in the meantime. This is how it stands now.")
CLOSED_DMS = Text("Your DMs are closed, so the panel stays here. Only you can see it.")

Interaction = discord.Interaction[Any]


class Desk:
    """The counter at which all presses arrive."""

    def __init__(self, host: Host, stage: Stage) -> None:
        self.host = host
        self.stage = stage
        self._votes: dict[int, set[Seat]] = {}

    async def press(self, interaction: Interaction) -> None:
        """Send a press to where it belongs; an id we do not know gets a kind answer."""
        data: Any = interaction.data or {}
        values: list[str] = data.get("values", [])
        match pressed_id(interaction).split(":"):
            case ["l", table, what] if table.isdecimal():
                await self._lobby(interaction, int(table), what, values)
            case ["t", table, mark, _, what] if table.isdecimal():
                await self._question(interaction, int(table), mark, what, values)
            case ["p", table, what] if table.isdecimal():
                await self._table(interaction, int(table), what)
            case ["r", game, page] if game in GAMES and page.isdecimal():
                await self.rules(interaction, game, int(page[:3]))
            case _:
                raise Refused(OLD)

    # --- lobby ---

    async def _lobby(self, interaction: Interaction, table: int, what: str, values: list[str]) -> None:
        user = interaction.user.id
        match what:
            case "join":
                await interaction.response.defer()
                await self.host.change_lobby(table, lambda lobby: lobby.join(user))
                self.stage.panels.joined(table, user, interaction)
            case "leave":
                await interaction.response.defer()
                await self.host.change_lobby(table, lambda lobby: lobby.leave(user))
                self.stage.panels.left(table, user)
            case "start":
                await interaction.response.defer()
                started = await self.host.start(table, user)
                self.stage.panels.joined(table, user, interaction)
                await self.stage.panels.deal(started)
            case "cancel":
                await interaction.response.defer()
                moderator = await self._moderates(interaction, table)
                await self.host.cancel_lobby(table, user, moderator=moderator)
            case "rules":
                await self.rules(interaction, (await self.host.saved(table)).game, 0)
            case "options":
                await self._options(interaction, table)
            case "o0":
                await interaction.response.defer()
                chosen = tuple(values)
                await self.host.change_lobby(table, lambda lobby: lobby.with_options(user, chosen))
            case _:
                raise Refused(OLD)

    async def _options(self, interaction: Interaction, table: int) -> None:
        await acknowledge(interaction)
        saved = await self.host.saved(table)
        if saved.phase != "lobby":
            raise Refused(Text("This game has started already."))
        if interaction.user.id != saved.host:
            raise Refused(Text("Only the host of the table can choose its options."))
        await answer(interaction, options_screen(saved, words(str(interaction.locale))))

    async def open_lobby(self, interaction: Interaction, game: str) -> None:
        """Open a table in this channel, once we know that we may write here."""
        channel, guild = interaction.channel_id, interaction.guild_id
        if channel is None or guild is None:
            raise Refused(Text("Tables stand in the channels of a server: use /play there."))
        if missing := missing_permissions(interaction):
            raise Refused(Text("I cannot host a game here. I still need: {permissions}", permissions=missing))
        await interaction.response.defer(ephemeral=True, thinking=True)
        locale = str(interaction.guild_locale or interaction.locale)
        saved = await self.host.open_lobby(guild, channel, game, interaction.user.id, locale)
        try:
            await self.stage.post(saved, lobby_screen(saved, words(locale)))
        except BaseException:
            await self.host.store.set_phase(saved.id, "gone")  # nobody could sit down at it
            raise
        self.stage.panels.joined(saved.id, interaction.user.id, interaction)
        say = words(str(interaction.locale)).say
        await interaction.edit_original_response(
            view=layout(
                ui.TextDisplay(say(Text("Your table is open. Friends press Join, then you press Start.")))
            )
        )

    # --- the public buttons of a table ---

    async def _table(self, interaction: Interaction, table: int, what: str) -> None:
        match what:
            case "hand" | "help":
                await self.hand(interaction, table, help=True if what == "help" else None)
            case "dm":
                await self.hand_by_dm(interaction, table)
            case "undo":
                await self._undo(interaction, table)
            case "read":
                await self._read(interaction, table)
            case "rules":
                await self.rules(interaction, (await self.host.saved(table)).game, 0)
            case "more":
                await self._more(interaction, table)
            case "resign" | "close":
                await self._ask_to_end(interaction, table, what)
            case "resign!" | "close!":
                await self._end(interaction, table, what)
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
            await self.stage.panels.open_dm(game, seat, str(interaction.locale))
        except discord.HTTPException as error:
            if error.code not in CLOSED and error.status != 403:
                raise
            await self._panel(interaction, game, seat, word=CLOSED_DMS)
            return
        say = words(str(interaction.locale)).say
        note = Text("Your panel is in your DMs now. It stays current there, and you can play from it.")
        await interaction.edit_original_response(view=layout(ui.TextDisplay(say(note))), attachments=[])

    async def _undo(self, interaction: Interaction, table: int) -> None:
        await acknowledge(interaction)
        seat_of(await self._game(table), interaction.user.id)
        game = await self.host.take_back(table, interaction.user.id, interaction.id)
        await self._panel(interaction, game, seat_of(game, interaction.user.id))

    async def _read(self, interaction: Interaction, table: int) -> None:
        await interaction.response.defer(ephemeral=True, thinking=True)
        game = await self._game(table)
        viewer = game.seat_of(interaction.user.id)
        await answer(interaction, read_screen(game, words(str(interaction.locale)), viewer))

    async def rules(self, interaction: Interaction, game: str, page: int) -> None:
        screen = rules_screen(game, page, words(str(interaction.locale)))
        if pressed_id(interaction).startswith("r:") and in_place(interaction):
            await interaction.response.edit_message(view=screen.view)
        else:
            await answer(interaction, screen)

    async def _more(self, interaction: Interaction, table: int) -> None:
        """Offer what is seldom needed, privately."""
        await acknowledge(interaction)
        game = await self._game(table)
        seat, say, id = game.seat_of(interaction.user.id), words(str(interaction.locale)).say, f"p:{table}"
        presses: list[ui.Item[Any]] = []
        if seat is not None and game.way_back(seat) is not None:
            presses.append(Press(f"{id}:undo", say(Text("Take back"))))
        if seat is not None and not game.over:
            presses.append(Press(f"{id}:dm", say(Text("Play by DM"))))
            leave = Text("Resign") if len(game.users) == 2 else Text("Vote to stop")
            presses.append(Press(f"{id}:resign", say(leave), "danger"))
        if await self._moderates(interaction, table) and not game.over:
            presses.append(Press(f"{id}:close", say(Text("Close the table")), "danger"))
        if not presses:
            raise Refused(Text("There is nothing more to do here for someone who watches."))
        note = Text("Take back works while nobody has learned anything by your last move.")
        await answer(interaction, Screen(layout(ui.TextDisplay(say(note)), row(*presses))))

    async def _ask_to_end(self, interaction: Interaction, table: int, what: str) -> None:
        """Ask once more before something that cannot be undone."""
        await acknowledge(interaction)
        game, say = await self._game(table), words(str(interaction.locale)).say
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

    async def _end(self, interaction: Interaction, table: int, what: str) -> None:
        await acknowledge(interaction)
        game, say = await self._game(table), words(str(interaction.locale)).say
        done = Text("The game has ended.")
        if what == "close!":
            if not await self._moderates(interaction, table):
                raise Refused(Text("Only a moderator of this channel can close a table."))
            await self.host.end(table, -1, "close", interaction.id)
        elif len(game.users) == 2:
            await self.host.end(table, seat_of(game, interaction.user.id), "resign", interaction.id)
        else:
            votes = self._votes.setdefault(table, set())
            votes.add(seat_of(game, interaction.user.id))
            if len(votes) * 2 > len(game.users):
                self._votes.pop(table)
                await self.host.end(table, -1, "stop", interaction.id)
            else:
                done = Text("Your vote is counted: {n} of {all}.", n=len(votes), all=len(game.users))
        await answer(interaction, Screen(layout(ui.TextDisplay(say(done)))))

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
        word = None
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

    async def _moderates(self, interaction: Interaction, table: int) -> bool:
        """Say whether this person may close other people's tables in this channel."""
        saved = await self.host.saved(table)
        return saved.channel == interaction.channel_id and interaction.permissions.manage_messages

    # --- showing ---

    async def _game(self, table: int) -> Table:
        saved = await self.host.saved(table)
        if saved.phase == "lobby":
            raise Refused(Text("This game has not started yet."))
        if table in self.stage.silenced:
            self.stage.changed(table)  # somebody is here: perhaps we may write again
        return await self.host.table(table)

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
            self.stage.panels.dm_shown(game, seat)
        else:
            self.stage.panels.opened(game, seat, interaction, message.id)


def in_place(interaction: Interaction) -> bool:
    """Say whether the press was made in a message that only this person sees."""
    message = interaction.message
    return message is not None and (message.flags.ephemeral or interaction.guild_id is None)


async def acknowledge(interaction: Interaction) -> None:
    """Answer Discord before anything slow: in the private message itself, else with a new private one."""
    if in_place(interaction):
        await interaction.response.defer()
    else:
        await interaction.response.defer(ephemeral=True, thinking=True)


async def answer(interaction: Interaction, screen: Screen) -> None:
    """Show a screen to one person."""
    if interaction.response.is_done():
        await interaction.edit_original_response(view=screen.view)
    else:
        await interaction.response.send_message(view=screen.view, ephemeral=True)


NEEDED = {
    "view_channel": Text("View Channel"),
    "send_messages": Text("Send Messages"),
    "send_messages_in_threads": Text("Send Messages in Threads"),
    "attach_files": Text("Attach Files"),
    "read_message_history": Text("Read Message History"),
}


def missing_permissions(interaction: Interaction) -> tuple[Text, ...]:
    """Return the permissions that we lack in this channel, by the names Discord shows."""
    in_thread = isinstance(interaction.channel, discord.Thread)
    unneeded = "send_messages" if in_thread else "send_messages_in_threads"
    held = interaction.app_permissions
    return tuple(text for name, text in NEEDED.items() if name != unneeded and not getattr(held, name))
