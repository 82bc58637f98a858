"""Lobbies: opened, joined, changed, cancelled, started; a rematch is a lobby for the same people."""

from collections.abc import Callable

from bot.base.errors import ChannelTaken, Refused, Stale
from bot.domain import lobby as lobbies
from bot.domain.computers import DEFAULT_STRENGTH
from bot.domain.entities import Most, NewTable, TableRecord
from bot.domain.lobby import NOT_HOST, Lobby, lobby_of
from bot.domain.table import Table
from bot.service.agreements import AgreementsService
from bot.service.conflicts import retry_on_conflict
from bot.service.deal_words import DealWordsService
from bot.service.repository import TableRepository
from bot.service.rules_of_table import RulesOfTable
from bot.storage.deals import dealt_words
from bot.storage.lobby import LobbyStore
from bot.storage.tables import TableStore
from games import fingerprint
from games.core import Text
from games.fair import mark_of, promise

LOBBIES = 3  # open ones of a person in a server
STALE_LOBBY_SECONDS = 24 * 3600  # after which a lobby that nobody started is gone
OPENED = 10  # tables that a person has opened in a server: lobbies, and games under way
MANY_LOBBIES = Text(
    "Three of your tables in this server still wait for players. Start or cancel one of them first."
)
MANY_OPENED = Text(
    "Ten tables that you opened in this server are not over yet. Finish or cancel one of them first."
)


class LobbyService:
    """What people can do before a game starts."""

    def __init__(
        self,
        tables: TableRepository,
        store: LobbyStore,
        phases: TableStore,
        rules: RulesOfTable,
        deal_words: DealWordsService,
        agreements: AgreementsService,
        now: Callable[[], float],
    ) -> None:
        self._tables = tables
        self._store = store
        self._phases = phases
        self._rules = rules
        self._deal_words = deal_words
        self._agreements = agreements
        self._now = now

    # --- opening ---

    @retry_on_conflict
    async def open(self, opening: NewTable) -> TableRecord:
        """Open a lobby, its secret draw made; a person has at most three, also if they ask all at once.

        What a rematch opens, and what nobody has wished, does not count among their ten open tables.
        """
        await self.check_may_open(opening.host, opening.guild, opening.channel, opener=opening.opener)
        return await self._store.new_table(opening, Most(LOBBIES, OPENED), self._deal_words.new_draw())

    async def open_in_dm(self, opening: NewTable) -> TableRecord:
        """Open a lobby in somebody's DMs, at which a computer sits already."""
        saved = await self.open(opening)
        lobby = lobby_of(saved).add_computer(saved.host, DEFAULT_STRENGTH)
        await self._store.save_lobby(saved.id, lobby.host, lobby.users, lobby.agreed(), saved.version)
        return await self._tables.saved(saved.id)

    async def check_may_open(self, user: int, guild: int, channel: int = 0, *, opener: int) -> None:
        """Refuse a fourth lobby, and an eleventh table; a channel that has a table already is said first."""
        waiting = await self._store.open_lobbies(user, guild) >= LOBBIES
        if waiting or (opener and await self._store.opened_by(opener, guild) >= OPENED):
            here = await self._tables.table_in(channel)
            if here is not None and here.phase in ("lobby", "play"):
                raise ChannelTaken(here.id)
            raise Refused(MANY_LOBBIES if waiting else MANY_OPENED)

    async def rematch(self, table_id: int, user: int) -> TableRecord:
        """Open a lobby for the same people; the one that somebody has opened already is joined."""
        table, saved = await self._tables.table(table_id), await self._tables.saved(table_id)
        if not table.over:
            raise Refused(Text("This game is not over yet."))
        table.own_seat(user)
        try:
            opened = await self.open(lobbies.rematch(table, saved, user, self._now()))
            if not saved.hints:
                await self._store.set_hints(opened.id, saved.hints)
            return await self._seat_computers(await self._tables.saved(opened.id))
        except ChannelTaken as taken:
            other = await self._tables.saved(taken.table_id)
            if other.phase != "lobby" or user not in other.reserved:
                raise
            return await self.change(other.id, lambda lobby: lobby.join(user))

    async def _seat_computers(self, saved: TableRecord) -> TableRecord:
        """Let the computers of the game before sit down at a lobby that nobody has seen yet."""
        lobby = lobby_of(saved, self._now()).met_again()
        if lobby.users != saved.users:
            await self._store.save_lobby(saved.id, lobby.host, lobby.users, lobby.agreed(), saved.version)
        return await self._tables.saved(saved.id)

    # --- changing ---

    @retry_on_conflict
    async def change(self, table_id: int, change: Callable[[Lobby], Lobby]) -> TableRecord:
        """Change who sits where, or the options; several people may press at the same moment."""
        async with self._tables.hold_lobby(table_id) as saved:
            before = lobby_of(saved, self._now())
            lobby = change(before)
            if lobby.users:
                seats = (lobby.host, lobby.users, lobby.agreed())
                said_no = lobby.reserved != before.reserved and lobby.users == before.users
                kept = lobby.reserved if said_no else None
                await self._store.save_lobby(table_id, *seats, saved.version, lobby.pace, kept)
            else:
                await self._close_lobby(saved)
        self._tables.events.changed(table_id)
        return await self._tables.saved(table_id)

    @retry_on_conflict
    async def allow_hints(self, table_id: int, user: int, *, yes: bool) -> TableRecord:
        """Let the host say whether computers may be asked for a hint."""
        async with self._tables.hold_lobby(table_id) as saved:
            if user != saved.host:
                raise Refused(NOT_HOST)
            await self._store.set_hints(table_id, int(yes), saved.version)
        self._tables.events.changed(table_id)
        return await self._tables.saved(table_id)

    @retry_on_conflict
    async def cancel(self, table_id: int, user: int, moderates: int) -> None:
        """Close a lobby, as its host or as somebody who may close its table."""
        moderator = await self._agreements.may_close(table_id, user, moderates)
        async with self._tables.hold_lobby(table_id) as saved:
            lobby_of(saved).check_cancel(user, moderator=moderator)
            await self._close_lobby(saved)
        self._tables.events.changed(table_id)

    async def expire(self) -> None:
        """Let the lobbies go that nobody has started for long."""
        await self._store.expire_lobbies(int(self._now()) - STALE_LOBBY_SECONDS)

    async def _close_lobby(self, saved: TableRecord) -> None:
        if not await self._phases.set_phase(saved.id, "gone", ("lobby",), saved.version):
            raise Stale

    @retry_on_conflict
    async def start(self, table_id: int, user: int, *, host_is_quiet: bool = False) -> Table:
        """Deal the game by its draw and everybody's word, stored before anything is shown."""
        async with self._tables.hold_lobby(table_id) as saved:
            lobby = lobby_of(saved)
            lobby.check_start(user, host_is_quiet=host_is_quiet)
            lobby, rules = lobby.seated(), lobby.rules
            await self._rules.keep(rules.KEY)
            seed, shares = await self._deal_words.deal(saved, lobby.users)
            data, options = fingerprint(rules.KEY), lobby.agreed()
            deal = promise(table_id, rules.KEY, rules.EDITION, data, options, len(lobby.users), seed)
            dealt = (seed, rules.EDITION, data, options, lobby.users)
            due = int(self._now()) if lobby.pace else None  # its clocks must be wound, come what may
            words = dealt_words(table_id, lobby.users, shares)
            await self._store.start(table_id, *dealt, saved.version, due, mark_of(deal), words)
            table = await self._tables.dealt(table_id)
        self._tables.events.changed(table_id)
        return table
