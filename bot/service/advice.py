"""Advice of computers: a hint to somebody who is asked, and a look back at a game that is over."""

import asyncio
import json
import logging
from collections.abc import Callable

from bot.base.errors import Refused
from bot.base.logs import trace
from bot.domain.computers import STAND_IN
from bot.domain.log import in_force
from bot.domain.table import Table
from bot.service.computers import FREELY, roll_dice
from bot.service.conflicts import retry_on_conflict
from bot.service.repository import TableRepository
from bot.service.thinker import Thinker
from bot.storage.records import RecordStore
from bot.storage.tables import TableStore
from games.ai.hint import Hint
from games.ai.request import MoveRequest, prepared, remembered
from games.ai.review import Mistake, Review
from games.core import Move, Seat, Text
from games.editions import sheets_under

log = logging.getLogger(__name__)

Line = tuple[tuple[Seat, Move], ...]

NO_HINTS = Text("This game is played without hints.")
NOT_ASKED = Text("You are not asked anything now.")
NOBODY_THINKS = Text("No computer has time to think at the moment. Please try again in a moment.")
NOT_OVER = Text("Only a game that was played to its end can be reviewed.")


class ReviewProgress:
    """A look back that is under way: how far it is, for everybody who waits for it."""

    def __init__(self, moves: int) -> None:
        self.moves, self.judged = moves, 0
        self.found: asyncio.Task[Review]
        self._news = asyncio.Event()

    def told(self, judged: int) -> None:
        self.judged = judged
        self.look_again()

    def look_again(self) -> None:
        """Let those who wait look again."""
        news, self._news = self._news, asyncio.Event()
        news.set()

    async def news(self) -> None:
        await self._news.wait()


class AdviceService:
    """Answers people who ask a computer."""

    def __init__(
        self,
        tables: TableRepository,
        logs: TableStore,
        records: RecordStore,
        thinker: Thinker | None,
        new_dice: Callable[[], str] = roll_dice,
    ) -> None:
        self._tables = tables
        self._logs = logs
        self._records = records
        self._thinker = thinker
        self._new_dice = new_dice
        self._looking: dict[int, ReviewProgress] = {}

    # --- hints ---

    async def hint(self, table_id: int, user: int, interaction: int) -> Hint:
        """Return what a computer would do in somebody's place; noted beside the log before it is told."""
        table = await self._tables.table(table_id)
        seat, stamp = table.played_seat(user), table.stamp(table.played_seat(user))
        if not table.hints:
            raise Refused(NO_HINTS)
        if table.offer(seat) is None or self._thinker is None:
            raise Refused(NOT_ASKED)
        errand = prepared(table.rules, table.state, seat, STAND_IN, self._new_dice(), FREELY)
        found = await self._hinted(table, errand)
        await self._note_hint(table_id, user, stamp, interaction)
        return found

    async def _hinted(self, table: Table, errand: MoveRequest) -> Hint:
        assert self._thinker is not None
        try:
            return await self._thinker.hint(errand, sheets_under(table.rules))
        except Exception as error:
            log.error("table %s: no computer could think\n%s", table.id, trace(error))
            raise Refused(NOBODY_THINKS) from None

    @retry_on_conflict
    async def _note_hint(self, table_id: int, user: int, stamp: str, interaction: int) -> None:
        async with self._tables.hold(table_id) as held:
            seat = held.table.played_seat(user)
            held.expect(stamp, seat)
            await held.note("hint", seat, interaction)

    # --- looking back ---

    async def line(self, table: Table) -> Line:
        """Return the moves in force of a game."""
        return tuple((row.seat, row.text) for row in in_force(await self._logs.log(table.id)))

    async def review(self, table_id: int) -> Review | None:
        """Return how a game was played, if somebody has looked back at it before."""
        stored = await self._records.review(table_id)
        return read_review(stored) if stored else None

    async def look_back(self, table: Table) -> ReviewProgress:
        """Begin to look back at a game, or join those who wait for it already."""
        if not table.over or table.ended is not None:
            raise Refused(NOT_OVER)
        if table.id not in self._looking:
            line = await self.line(table)
            if table.id not in self._looking:
                looking = self._looking[table.id] = ReviewProgress(len(line))
                looking.found = asyncio.create_task(self._looked_back(table, line, looking))
                looking.found.add_done_callback(lambda _: self._looked(table.id, looking))
        return self._looking[table.id]

    def _looked(self, table_id: int, looking: ReviewProgress) -> None:
        self._looking.pop(table_id, None)
        if not looking.found.cancelled():
            looking.found.exception()  # those who wait are told
        looking.look_again()

    async def _looked_back(self, table: Table, line: Line, looking: ReviewProgress) -> Review:
        if self._thinker is None:
            raise Refused(NOBODY_THINKS)
        memoir = remembered(table.rules, len(table.users), table.seed, table.options, line)
        try:
            found = await self._thinker.review(memoir, sheets_under(table.rules), looking.told)
        except Exception as error:
            log.error("table %s was not looked back at\n%s", table.id, trace(error))
            raise Refused(NOBODY_THINKS) from None
        await self._records.keep_review(table.id, written(found))
        return found

    async def close(self) -> None:
        """Stop looking back: it begins anew when somebody asks again."""
        looking = [looking.found for looking in self._looking.values()]
        for task in looking:
            task.cancel()
        await asyncio.gather(*looking, return_exceptions=True)


def written(review: Review) -> str:
    """Write a review as it is stored; a chance is told to a thousandth."""
    chances = [[round(chance, 3) for chance in row] for row in review.chances]
    return json.dumps(review._replace(chances=chances)._asdict())  # type: ignore[arg-type]


def read_review(text: str) -> Review:
    told = json.loads(text)
    mistakes = tuple(Mistake(*mistake) for mistake in told["mistakes"])
    chances = tuple(tuple(row) for row in told["chances"])
    shares = (tuple(told[name]) for name in ("decisions", "gifts", "luck"))
    return Review(chances, mistakes, *shares)
