"""Computers at the tables: asked like everybody, and their answers stored like everybody's."""

import logging
import secrets
from collections.abc import Callable
from functools import partial

from bot.base import timers
from bot.base.config import MAX_CACHED_TABLES
from bot.base.errors import NoThought
from bot.base.logs import trace
from bot.domain.entities import NewRow
from bot.domain.log import follow
from bot.domain.table import Table
from bot.service.cache import CachedTable
from bot.service.pending_turns import Choice, PendingTurn, PendingTurns, Turned
from bot.service.repository import TableRepository, retry_on_conflict
from bot.storage.stores import Stores
from games.ai.patience import Budget
from games.ai.request import prepared
from games.core import Seat
from games.editions import sheets_under

log = logging.getLogger(__name__)

FREELY = Budget()  # each strength knows its own limits


class ComputerTurns(TableRepository):
    """Lets computers take their turns."""

    def __init__(
        self, stores: Stores, now: Callable[[], float] = timers.now, live_tables: int = MAX_CACHED_TABLES
    ) -> None:
        super().__init__(stores, now, live_tables)
        self._thoughts = PendingTurns(self._think_turn, self._take_turn)
        self.new_dice: Callable[[], str] = partial(secrets.token_hex, 8)  # nothing to do with any deal

    def _promise(self, live: CachedTable) -> None:
        super()._promise(live)
        if self.thinker is not None:
            self._thoughts.plan(live.table)

    async def _think_turn(self, turn: PendingTurn) -> Turned:
        """Think a whole turn through, before anything of it is stored: it is shown as one."""
        table, began = await self.table(turn.table_id), timers.monotonic()
        choices: Turned = []
        while turn.seat in table.thinking() and (choices or table.stamp(turn.seat) == turn.stamp):
            choices.append(await self._choice(table, turn.seat, timers.monotonic() - began))
            table = _after(table, turn.seat, choices[-1])
        return choices

    async def _choice(self, table: Table, seat: Seat, waited: float) -> Choice:
        """Return a computer's answer to the question put to a seat; if it has none, the harmless one."""
        decision, stamp = table.offer(seat), table.stamp(seat)
        assert decision is not None and self.thinker is not None
        dice, player = self.new_dice(), table.player_of(seat)
        try:
            errand = prepared(table.rules, table.state, seat, player, dice, FREELY)
            move = await self.thinker.move(errand, sheets_under(table.rules), waited)
            if move not in decision.moves:
                raise NoThought("not on offer")
        except Exception as error:
            log.error("table %s: no computer could think\n%s", table.id, trace(error))
            return Choice(stamp, decision.idle, "house")
        return Choice(stamp, move, "computer")

    @retry_on_conflict
    async def _take_turn(self, turn: PendingTurn, choices: Turned) -> None:
        """Make the moves of a turn, each if its question is still the same, and show them together."""
        async with self._at(turn.table_id) as live:
            for stamp, move, by in choices:
                if live.table.stamp(turn.seat) == stamp and live.table.player_of(turn.seat):
                    await self._append(live, NewRow("move", turn.seat, move, by))
                    await self._do_what_is_settled(live)
            await self._settle_and_tell(live)

    async def close(self) -> None:
        await self._thoughts.close()
        await super().close()


def _after(table: Table, seat: Seat, choice: Choice) -> Table:
    """Return how a table will be after a choice, and after what the house does then; nothing is stored."""
    table = follow(table, table.next(NewRow("move", seat, choice.move, choice.by)))
    while forced := table.house_move(thinks=True):
        table = follow(table, table.next(NewRow("move", *forced, by="house")))
    return table
