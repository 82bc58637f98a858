"""Lobbies as they are stored: opened, changed, dealt to, expired; plain queries."""

from collections.abc import Sequence

from bot.base import timers
from bot.base.errors import ChannelTaken, Stale
from bot.domain.entities import UNLIMITED, Most, NewTable, TableRecord
from bot.storage.deals import without_words_of_others
from bot.storage.engine import Conflict, Engine, NothingChanged, Step
from bot.storage.table_statements import (
    HOST_SITS_DOWN,
    LOBBIES_OF,
    NEXT_OPENING,
    OPENED_BY,
    SAVED,
    change_table,
    joined,
    saved,
    seated,
)


class LobbyStore:
    """Lobbies: who sits there, what is agreed, and the deal that ends them."""

    def __init__(self, db: Engine) -> None:
        self._db = db

    async def new_table(self, opening: NewTable, allowed: Most = UNLIMITED, draw: str = "") -> TableRecord:
        """Open a lobby with its host seated and its secret draw; one table a channel. Stale: one too many."""
        fields = opening._replace(options=joined(opening.options), reserved=joined(opening.reserved))
        table = Step(
            "INSERT INTO tables (guild, channel, game, host, locale, options, reserved, kept_until, pace,"
            " home, opener, created, draw, first_message) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 0)",
            (*fields, int(timers.now()), draw),
        )
        seat = Step(HOST_SITS_DOWN, (opening.channel,))
        within = "SELECT 1 WHERE ({}) <= ?"
        lobbies = Step(within.format(LOBBIES_OF), (opening.host, opening.guild, allowed.lobbies), must=True)
        opened = Step(within.format(OPENED_BY), (opening.opener, opening.guild, allowed.opened), must=True)
        try:
            _, _, [(table_id,)], *_ = await self._db.write(Step(NEXT_OPENING), table, seat, lobbies, opened)
        except NothingChanged:
            raise Stale from None
        except Conflict:
            rows = await self._db.rows(
                "SELECT id FROM tables WHERE channel = ? AND phase IN ('lobby', 'play')", (opening.channel,)
            )
            raise ChannelTaken(rows[0][0] if rows else 0) from None
        return saved(await self._db.rows(SAVED.format("= ?"), (table_id,)))[0]

    async def save_lobby(
        self,
        table_id: int,
        host: int,
        users: Sequence[int],
        options: Sequence[str],
        version: int | None = None,
        pace: str | None = None,
        reserved: Sequence[int] | None = None,
    ) -> None:
        """Write a lobby anew; Stale if it is none any more, or another version than was looked at."""
        kept = None if reserved is None else joined(reserved)
        lobby = Step(
            "UPDATE tables SET host = ?, options = ?, pace = COALESCE(?, pace),"
            " reserved = COALESCE(CAST(? AS TEXT), reserved), version = version + 1"
            " WHERE id = ? AND phase = 'lobby' AND version = COALESCE(?, version)",
            (host, joined(options), pace, kept, table_id, version),
            must=True,
        )
        await change_table(
            self._db, table_id, lobby, *seated(table_id, users), without_words_of_others(table_id, users)
        )

    async def set_hints(self, table_id: int, hints: int, version: int | None = None) -> None:
        """Write down whether a lobby's game will have hints; Stale if it is none any more."""
        lobby = Step(
            "UPDATE tables SET hints = ?, version = version + 1"
            " WHERE id = ? AND phase = 'lobby' AND version = COALESCE(?, version)",
            (hints, table_id, version),
            must=True,
        )
        await change_table(self._db, table_id, lobby)

    async def move_lobby(self, table_id: int, channel: int, home: int, version: int | None = None) -> None:
        """Let a lobby stand in another channel, where it is still to be posted; Stale if it is none now."""
        moved = Step(
            "UPDATE tables SET channel = ?, home = ?, message = 0, version = version + 1"
            " WHERE id = ? AND phase = 'lobby' AND version = COALESCE(?, version)",
            (channel, home, table_id, version),
            must=True,
        )
        await change_table(self._db, table_id, moved)

    async def start(
        self,
        table_id: int,
        seed: str,
        edition: int,
        data: str,
        options: Sequence[str],
        users: Sequence[int] = (),
        version: int | None = None,
        due: int | None = None,
        mark: str = "",
        words: Sequence[Step] = (),
    ) -> None:
        """Deal a game to a lobby, once: seed, options, seats and words in one go; no users: as they sit."""
        deal = Step(
            "UPDATE tables SET phase = 'play', seed = ?, edition = ?, data = ?, options = ?, mark = ?,"
            " shown = -1, reserved = '', due = ?, version = version + 1"
            " WHERE id = ? AND phase = 'lobby' AND version = COALESCE(?, version)",
            (seed, edition, data, joined(options), mark, due, table_id, version),
            must=True,
        )
        await change_table(self._db, table_id, deal, *(seated(table_id, users) if users else ()), *words)

    async def open_lobbies(self, host: int, guild: int) -> int:
        """Return how many lobbies of a host are open in a server; a host always sits in their lobby."""
        return int((await self._db.rows(LOBBIES_OF, (host, guild)))[0][0])

    async def opened_by(self, user: int, guild: int) -> int:
        """Return how many tables that somebody has opened in a server are not over: lobbies and games."""
        return int((await self._db.rows(OPENED_BY, (user, guild)))[0][0])

    async def expire_lobbies(self, before: int) -> None:
        """Let lobbies go that nobody has started for long; nothing is sent about it."""
        stale = "phase = 'lobby' AND created < ?"
        await self._db.write(
            Step(f"DELETE FROM words WHERE table_id IN (SELECT id FROM tables WHERE {stale})", (before,)),
            Step(
                f"UPDATE tables SET phase = 'gone', reserved = '', opener = 0, told = version WHERE {stale}",
                (before,),
            ),
        )
