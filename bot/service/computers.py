"""Computers at the tables: asked like everybody, and their answers stored like everybody's."""

import logging
import secrets
from collections.abc import Callable

from bot.base import timers
from bot.base.errors import NoThought
from bot.base.logs import trace
from bot.domain.entities import NewRow
from bot.domain.log import follow
from bot.domain.table import Table
from bot.service.conflicts import retry_on_conflict
from bot.service.pending_turns import Choice, PendingTurn, PendingTurns, Turned
from bot.service.repository import TableRepository
from bot.service.thinker import Thinker
from games.ai.patience import Budget
from games.ai.request import prepared
from games.core import Seat
from games.editions import sheets_under

log = logging.getLogger(__name__)

FREELY = Budget()  # each strength knows its own limits


def roll_dice() -> str:
    """Return what a computer decides by when two moves are as good: nothing to do with any deal."""
    return secrets.token_hex(8)


class ComputersService:
    """Lets computers take their turns."""

    def __init__(
        self,
        tables: TableRepository,
        thinker: Thinker | None,
        new_dice: Callable[[], str] = roll_dice,
    ) -> None:
        self._tables = tables
        self._thinker = thinker
        self._new_dice = new_dice
        self.pending = PendingTurns(self.think, self.take_turn)
        if thinker is not None:
            tables.events.subscribe(settled=lambda table, _: self.pending.plan(table))

    async def think(self, turn: PendingTurn) -> Turned:
        """Think a whole turn through, before anything of it is stored: it is shown as one."""
        table, began = await self._tables.table(turn.table_id), timers.monotonic()
        choices: Turned = []
        while turn.seat in table.thinking() and (choices or table.stamp(turn.seat) == turn.stamp):
            choices.append(await self._choice(table, turn.seat, timers.monotonic() - began))
            table = _after(table, turn.seat, choices[-1])
        return choices

    async def _choice(self, table: Table, seat: Seat, waited: float) -> Choice:
        """Return a computer's answer to the question put to a seat; if it has none, the harmless one."""
        decision, stamp = table.offer(seat), table.stamp(seat)
        assert decision is not None and self._thinker is not None
        dice, player = self._new_dice(), table.player_of(seat)
        try:
            errand = prepared(table.rules, table.state, seat, player, dice, FREELY)
            move = await self._thinker.move(errand, sheets_under(table.rules), waited)
            if move not in decision.moves:
                raise NoThought("not on offer")
        except Exception as error:
            log.error("table %s: no computer could think\n%s", table.id, trace(error))
            return Choice(stamp, decision.idle, "house")
        return Choice(stamp, move, "computer")

    @retry_on_conflict
    async def take_turn(self, turn: PendingTurn, choices: Turned) -> None:
        """Make the moves of a turn, each if its question is still the same, and show them together."""
        async with self._tables.hold(turn.table_id) as held:
            for stamp, move, by in choices:
                if held.table.stamp(turn.seat) == stamp and held.table.player_of(turn.seat):
                    await held.append(NewRow("move", turn.seat, move, by))
                    await held.settle_once()
            await held.settle_and_tell()

    async def close(self) -> None:
        """Stop thinking; after a restart it is thought about again."""
        await self.pending.close()


def _after(table: Table, seat: Seat, choice: Choice) -> Table:
    """Return how a table will be after a choice, and after what the house does then; nothing is stored."""
    table = follow(table, table.next(NewRow("move", seat, choice.move, choice.by)))
    while forced := table.house_move(thinks=True):
        table = follow(table, table.next(NewRow("move", *forced, by="house")))
    return table
