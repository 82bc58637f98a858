"""Answers given in advance: a person says "use it if I can" or "let it happen" before being asked."""

from bot.domain.entities import NewRow
from bot.service.conflicts import retry_on_conflict
from bot.service.pending_answers import Due, PendingAnswers
from bot.service.repository import TableRepository
from games.core import Seat


class AdvanceAnswersService:
    """Keeps what seats answer before they are asked, and answers for them when they are."""

    def __init__(self, tables: TableRepository) -> None:
        self._tables = tables
        self.pending = PendingAnswers(self._give)
        tables.events.subscribe(settled=self.pending.plan)

    async def of(self, table_id: int, seat: Seat) -> dict[str, str]:
        """Return the kinds of question that a seat answers in advance, with "use" or "let"."""
        async with self._tables.hold(table_id) as held:
            return {key: a for (s, key), a in held.advance.items() if s == seat and a != "ask"}

    async def set(self, table_id: int, user: int, key: str, answer: str) -> None:
        """Keep somebody's answer to a kind of question; "ask": they want to be asked."""
        async with self._tables.hold(table_id) as held:
            await held.keep_advance(held.table.played_seat(user), key, answer)
            self.pending.plan(held.table, held.advance)

    @retry_on_conflict
    async def _give(self, due: Due) -> None:
        """Give a seat's answer in advance, if its question is still the same."""
        async with self._tables.hold(due.table_id) as held:
            decision = held.table.offer(due.seat)
            answer = held.advance.get((due.seat, decision.advance), "ask") if decision else "ask"
            if decision is None or answer == "ask" or held.table.stamp(due.seat) != due.stamp:
                return
            move = decision.moves[0] if answer == "use" else decision.idle
            await held.append(NewRow("move", due.seat, move))
            await held.settle_and_tell()

    async def close(self) -> None:
        """Stop waiting; nothing is lost, since everything true is stored."""
        await self.pending.close()
