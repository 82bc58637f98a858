"""The host of all tables: everything that people can do to one is asked here."""

from collections.abc import Callable

from bot.base.errors import OVER, ChannelTaken, Refused, Stale, StaleQuestion
from bot.domain.computers import DEFAULT_STRENGTH
from bot.domain.entities import Most, NewRow, NewTable, TableRecord
from bot.domain.lobby import NOT_HOST, Lobby, lobby_of, rematch
from bot.domain.table import Table
from bot.service.advice import Advice
from bot.service.cache import CachedTable
from bot.service.clock_codec import times_of
from bot.service.deal_words import DealWords
from bot.service.repository import retry_on_conflict
from bot.service.seat_handover import SeatHandover
from bot.service.seats import playing
from bot.storage.deals import dealt_words
from games import fingerprint
from games.core import Move, Seat, Text
from games.fair import mark_of, promise

LOBBIES = 3  # open ones of a person in a server
OPENED = 10  # tables that a person has opened in a server: lobbies, and games under way
MANY_LOBBIES = Text(
    "Three of your tables in this server still wait for players. Start or cancel one of them first."
)
MANY_OPENED = Text(
    "Ten tables that you opened in this server are not over yet. Finish or cancel one of them first."
)
NOT_NOW = Text("That choice is not possible now. Please choose again.")
NOTHING_BACK = Text("There is nothing that you could take back now.")
LONGEST_LOG = 3000  # rows: ten times a long game; whenever a game is looked at anew its log is played again
TOO_OFTEN = Text(
    "So much has been taken back or chosen anew in this game that every move counts from now on."
)
ASKED = Text("You have asked already, and the answer was no.")

Choice = Callable[[Table, Seat], Move | None]


class Tables(DealWords, SeatHandover, Advice):
    """What people can do: open, join, start, answer, take back, agree, end."""

    # --- lobbies ---

    @retry_on_conflict
    async def open_lobby(self, opening: NewTable) -> TableRecord:
        """Open a lobby, its secret draw made; a person has at most three, also if they ask all at once.

        What a rematch opens, and what nobody has wished, does not count among their ten open tables.
        """
        await self.check_may_open(opening.host, opening.guild, opening.channel, opener=opening.opener)
        return await self._stores.lobby.new_table(opening, Most(LOBBIES, OPENED), self.new_seed())

    async def open_in_dm(self, opening: NewTable) -> TableRecord:
        """Open a lobby in somebody's DMs, at which a computer sits already."""
        saved = await self.open_lobby(opening)
        lobby = lobby_of(saved).add_computer(saved.host, DEFAULT_STRENGTH)
        await self._stores.lobby.save_lobby(saved.id, lobby.host, lobby.users, lobby.agreed(), saved.version)
        return await self.saved(saved.id)

    async def check_may_open(self, user: int, guild: int, channel: int = 0, *, opener: int) -> None:
        """Refuse a fourth lobby, and an eleventh table; a channel that has a table already is said first."""
        lobbies = await self._stores.lobby.open_lobbies(user, guild) >= LOBBIES
        if lobbies or (opener and await self._stores.lobby.opened_by(opener, guild) >= OPENED):
            here = await self._stores.tables.table_in(channel)
            if here is not None and here.phase in ("lobby", "play"):
                raise ChannelTaken(here.id)
            raise Refused(MANY_LOBBIES if lobbies else MANY_OPENED)

    async def open_rematch(self, table_id: int, user: int) -> TableRecord:
        """Open a lobby for the same people; the one that somebody has opened already is joined."""
        table, saved = await self.table(table_id), await self.saved(table_id)
        if not table.over:
            raise Refused(Text("This game is not over yet."))
        table.own_seat(user)
        try:
            opened = await self.open_lobby(rematch(table, saved, user, self._now()))
            if not saved.hints:
                await self._stores.lobby.set_hints(opened.id, saved.hints)
            return await self._seat_computers(await self.saved(opened.id))
        except ChannelTaken as taken:
            other = await self.saved(taken.table_id)
            if other.phase != "lobby" or user not in other.reserved:
                raise
            return await self.change_lobby(other.id, lambda lobby: lobby.join(user))

    async def _seat_computers(self, saved: TableRecord) -> TableRecord:
        """Let the computers of the game before sit down at a lobby that nobody has seen yet."""
        lobby = lobby_of(saved, self._now()).met_again()
        if lobby.users != saved.users:
            await self._stores.lobby.save_lobby(
                saved.id, lobby.host, lobby.users, lobby.agreed(), saved.version
            )
        return await self.saved(saved.id)

    @retry_on_conflict
    async def change_lobby(self, table_id: int, change: Callable[[Lobby], Lobby]) -> TableRecord:
        """Change who sits where, or the options; several people may press at the same moment."""
        async with self._lock(table_id):
            saved = await self._saved_lobby(table_id)
            before = lobby_of(saved, self._now())
            lobby = change(before)
            if lobby.users:
                seats = (lobby.host, lobby.users, lobby.agreed())
                said_no = lobby.reserved != before.reserved and lobby.users == before.users
                kept = lobby.reserved if said_no else None
                await self._stores.lobby.save_lobby(table_id, *seats, saved.version, lobby.pace, kept)
            else:
                await self._close_lobby(saved)
        self._tell(table_id)
        return await self.saved(table_id)

    @retry_on_conflict
    async def allow_hints(self, table_id: int, user: int, *, yes: bool) -> TableRecord:
        """Let the host say whether computers may be asked for a hint."""
        async with self._lock(table_id):
            saved = await self._saved_lobby(table_id)
            if user != saved.host:
                raise Refused(NOT_HOST)
            await self._stores.lobby.set_hints(table_id, int(yes), saved.version)
        self._tell(table_id)
        return await self.saved(table_id)

    @retry_on_conflict
    async def cancel_lobby(self, table_id: int, user: int, *, moderator: bool) -> None:
        async with self._lock(table_id):
            saved = await self._saved_lobby(table_id)
            lobby_of(saved).check_cancel(user, moderator=moderator)
            await self._close_lobby(saved)
        self._tell(table_id)

    async def _close_lobby(self, saved: TableRecord) -> None:
        if not await self._stores.tables.set_phase(saved.id, "gone", ("lobby",), saved.version):
            raise Stale

    @retry_on_conflict
    async def start(self, table_id: int, user: int, *, host_is_quiet: bool = False) -> Table:
        """Deal the game by its draw and everybody's word, stored before anything is shown."""
        async with self._lock(table_id):
            saved = await self._saved_lobby(table_id)
            lobby = lobby_of(saved)
            lobby.check_start(user, host_is_quiet=host_is_quiet)
            lobby, rules = lobby.seated(), lobby.rules
            await self._shelf.keep(rules.KEY)
            seed, shares = await self._deal(saved, lobby.users)
            data, options = fingerprint(rules.KEY), lobby.agreed()
            deal = promise(table_id, rules.KEY, rules.EDITION, data, options, len(lobby.users), seed)
            dealt = (seed, rules.EDITION, data, options, lobby.users)
            due = int(self._now()) if lobby.pace else None  # its clocks must be wound, come what may
            words = dealt_words(table_id, lobby.users, shares)
            await self._stores.lobby.start(table_id, *dealt, saved.version, due, mark_of(deal), words)
            live = await self._load(table_id)
        self._tell(table_id)
        return live.table

    # --- moves ---

    @retry_on_conflict
    async def play(self, table_id: int, user: int, stamp: str, choose: Choice, interaction: int) -> Table:
        """Answer the question that was on the screen, or nothing."""
        async with self._at(table_id) as live:
            seat = live.table.played_seat(user)
            if live.table.stamp(seat) != stamp:
                raise StaleQuestion
            move = choose(live.table, seat)
            decision = live.table.offer(seat)
            if decision is None or move not in decision.moves:
                raise Refused(NOT_NOW)
            if decision.settled:  # another choice, until the others have chosen
                _check_not_too_long(live)
            await self._append(live, NewRow("move", seat, move), interaction)
            await self._settle_and_tell(live)
        return live.table

    async def advance(self, table_id: int, seat: Seat) -> dict[str, str]:
        """Return the kinds of question that a seat answers in advance, with "use" or "let"."""
        async with self._at(table_id) as live:
            return {key: a for (s, key), a in live.advance.items() if s == seat and a != "ask"}

    async def set_advance(self, table_id: int, user: int, key: str, answer: str) -> None:
        async with self._at(table_id) as live:
            seat = live.table.played_seat(user)
            kept = {**live.advance, (seat, key): answer}
            due = times_of(live.table, kept, self._now()).due
            live.replace(live.table, await self._stores.tables.set_advance(table_id, seat, key, answer, due))
            live.advance = kept
            self._plan(live)
            self._answers.plan(live.table, live.advance)

    async def is_new_to(self, game: str, user: int) -> bool:
        """Say whether someone has never finished a game of this kind."""
        return not await self._stores.records.games_played(user, game)

    # --- take-back ---

    @retry_on_conflict
    async def take_back(self, table_id: int, user: int, to: int, interaction: int) -> Table:
        """Return to the row that was on the screen; ask those first who have been asked by the move."""
        async with self._at(table_id) as live:
            seat = live.table.played_seat(user)
            row = live.table.way_back(seat)
            if row is None:
                raise Refused(NOTHING_BACK)
            if to != row:
                raise StaleQuestion
            _check_not_too_long(live)
            if not live.table.consenting(seat):
                await self._append(live, NewRow("back", seat, str(row)), interaction)
            elif live.table.beside.denied == live.table.last_row:
                raise Refused(ASKED)
            elif live.table.request() is None:
                await self._note(live, "ask", seat, interaction, str(row))
            await self._settle_and_tell(live)
        return live.table

    @retry_on_conflict
    async def answer_take_back(
        self, table_id: int, user: int, row: int, *, yes: bool, interaction: int
    ) -> Table:
        """Answer someone who asks for a take-back; when all have allowed it, it is done."""
        async with self._at(table_id) as live:
            seat, request = live.table.own_seat(user), live.table.request()
            if request is None or request.row != row or seat not in live.table.asked_to_allow():
                raise StaleQuestion
            await self._note(live, "allow" if yes else "deny", seat, interaction)
            await self._settle_and_tell(live)
        return live.table

    # --- ending early ---

    @retry_on_conflict
    async def resign(self, table_id: int, user: int, interaction: int | None) -> Table:
        """Give up. Of two, the other wins; of more, the others play on and the seat moves idly."""
        async with self._at(table_id) as live:
            seat = playing(live, user)
            if live.table.goes_on_without(seat):
                await self._note(live, "leave", seat, interaction)
            else:
                await self._append(live, await self._giving_up(live.table, seat), interaction)
            await self._settle_and_tell(live)
        return live.table

    async def _giving_up(self, table: Table, seat: Seat) -> NewRow:
        """Return how a game ends when one of the last two gives up, or the last person."""
        if await self.too_early(table):
            return NewRow("end", seat, "early")
        others = [other for other in table.playing() if other != seat]
        alone = table.beside.left and len(others) == 1
        return NewRow("end", others[0], "alone") if alone else NewRow("end", seat, "resign")

    @retry_on_conflict
    async def close_table(self, table_id: int, interaction: int | None = None) -> Table:
        """End a game without a result, as a moderator."""
        async with self._at(table_id) as live:
            if live.table.over:
                raise Refused(OVER)
            await self._append(live, NewRow("end", -1, "close"), interaction)
        self._tell(table_id)
        return live.table

    @retry_on_conflict
    async def vote(self, table_id: int, user: int, *, stop: bool, interaction: int) -> Table:
        """Count a vote to stop, or take it back; more than half end the game without a winner."""
        async with self._at(table_id) as live:
            seat = playing(live, user)
            if stop != (seat in live.table.votes()):
                await self._note(live, "stop" if stop else "go", seat, interaction)
            await self._settle_and_tell(live)
        return live.table


def _check_not_too_long(live: CachedTable) -> None:
    """Refuse what would make a log ever longer: a game ends, taking back does not."""
    if live.table.last_row >= LONGEST_LOG:
        raise Refused(TOO_OFTEN)
