"""The public messages of a table: its board, the notice that calls, the question about seats, its thread."""

from typing import NamedTuple

from bot.delivery.board import Board
from bot.delivery.calls import CallPublisher
from bot.delivery.channel_position import ChannelPosition
from bot.delivery.seats import SeatQuestion
from bot.delivery.threads import Threads
from bot.domain.entities import TableRecord


class TableMessages(NamedTuple):
    """Who shows which of them."""

    board: Board
    calls: CallPublisher
    question: SeatQuestion
    threads: Threads
    position: ChannelPosition

    async def withdraw(self, saved: TableRecord) -> None:
        """Take away what asks somebody at a table that is gone."""
        await self.calls.withdraw(saved)
        await self.question.withdraw(saved)

    def forget(self, table_id: int) -> None:
        """Keep memory flat after a game."""
        self.board.forget(table_id)
        self.calls.forget(table_id)
        self.position.forget(table_id)
        self.question.forget(table_id)

    def close(self) -> None:
        self.threads.close()
        self.calls.close()
