"""Random lives of a table: presses, time-outs, restarts, downtimes, jumps of the clock; and a simple model.

The model knows for every seat between which bounds the time that is left must lie. It integrates time as it
passes, where the bot adds up moments; the two have no line in common.
"""

import random
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from bot.base import timers
from bot.base.errors import Refused, StaleQuestion
from bot.delivery import heartbeat
from bot.delivery.deadlines import DeadlineTimer
from bot.delivery.heartbeat import ShardStatus
from bot.domain.calls import calls_to
from bot.domain.entities import LogRow, NewTable
from bot.domain.pace import Timing
from bot.domain.pauses import pauses_of_settings
from bot.domain.seats import Attendance
from bot.domain.settings import Away
from bot.domain.who_is_called import calls_of, owed
from bot.service.services import build_services
from bot.storage.clocks import ClockStore
from bot.storage.stores import Stores
from games import GAMES
from tests.toy import Toy, ask

PEOPLE = (10, 20, 30)
SLACK = 4.0  # seconds: moments are stored as whole ones
EVENTS = 25
PACES = ("live:60", "live:300", "slow:86400", "slow:604800")


class FakeTime:
    """A time of day and a clock that never jumps, both turned by the test."""

    def __init__(self) -> None:
        self.wall, self.steady = 1_800_000_000.0, 1000.0
        self.skew = 0.0  # by how much the database's clock is ahead

    def time(self) -> float:
        return self.wall

    def monotonic(self) -> float:
        return self.steady

    def passes(self, seconds: float) -> None:
        self.wall += seconds
        self.steady += seconds


@contextmanager
def fake_time() -> Iterator[FakeTime]:
    """Turn the clocks by hand; the house does not take over for those who vanish: that has its own tests."""
    real, fake = timers.time, FakeTime()  # type: ignore[attr-defined]
    beat, vanished, there = heartbeat.HEARTBEAT_INTERVAL, Attendance.vanished, ClockStore.time_there

    async def time_there(clocks: ClockStore) -> float:
        return fake.wall + fake.skew

    timers.time, Attendance.vanished = fake, lambda self: ()  # type: ignore
    ClockStore.time_there = time_there  # type: ignore[method-assign]
    try:
        yield fake
    finally:
        timers.time, heartbeat.HEARTBEAT_INTERVAL, Attendance.vanished = real, beat, vanished  # type: ignore
        ClockStore.time_there = there  # type: ignore[method-assign]
        timers.agree_on(None)


@dataclass
class Seat:
    """What the model knows of one seat: bounds of what is left, and what a take-back would restore."""

    reserve: float
    sure: float  # of the reserve, at least
    runs: bool = False
    low: float = 0.0
    high: float = 0.0
    kept: tuple[float, float] | None = None
    held: bool = False
    given: bool = False  # more time
    whole: bool = False  # the question was put with its whole time
    away: tuple[float, float] = (0.0, 0.0)


@dataclass
class Model:
    """The rules of time in a few lines."""

    timing: Timing
    asks: list[int]
    seats: list[Seat]
    line: list[LogRow] = field(default_factory=list)
    findings: list[str] = field(default_factory=list)
    lapses: int = 0

    def asked(self) -> int:
        return self.asks[len(self.line)] if len(self.line) < len(self.asks) else -1

    def put(self, number: int) -> None:
        seat = self.seats[number]
        seat.low, seat.high = self.timing.seconds + seat.sure, self.timing.seconds + seat.reserve
        seat.runs, seat.held, seat.given, seat.kept, seat.whole = True, False, False, None, True

    def passes(self, since: float, seconds: float) -> None:
        """Let time pass while the bot is at work."""
        for seat in self.running():
            away = overlap(seat.away, (since, since + seconds))
            seat.low -= seconds - away
            seat.high -= seconds - away

    def stood_still(self, since: float, seconds: float, passed: bool, maybe: bool) -> None:
        """Let time pass in which nobody could play; up to the last beat before, time may be given back."""
        for seat in self.running():
            away = max(0.0, overlap(seat.away, (since, since + seconds)))
            if passed:
                seat.low -= max(0.0, seconds - away)
                seat.high -= 0.0 if maybe else seconds - away
            if not passed or maybe:
                seat.high += heartbeat.HEARTBEAT_INTERVAL + SLACK + away

    def running(self) -> list[Seat]:
        return [seat for seat in self.seats if seat.runs]

    def follow(self, row: LogRow) -> None:
        seat = self.seats[row.seat]
        if row.kind == "back":
            self.line = [before for before in self.line if before.row <= int(row.text)]
            for other in self.seats:
                other.runs = other.runs and other is seat
            if not seat.runs and seat.kept is None:  # the move before one that was taken back
                self.put(row.seat)
            elif not seat.runs:
                (seat.low, seat.high), seat.runs, seat.whole = seat.kept, True, False
            seat.held = True
            return
        if row.by == "clock":
            self.lapses += 1
            if not seat.runs or seat.low > SLACK:
                self.findings.append(f"row {row.row}: the clock moved with {seat.low:.0f} s left")
            seat.reserve = seat.sure = 0.0
            seat.kept, seat.held = None, False
        else:
            seat.kept = (seat.low, seat.high)
            seat.reserve = max(0.0, min(seat.reserve, seat.high))
            seat.sure = max(0.0, min(seat.sure, seat.low))
        self.line.append(row)
        seat.runs = False
        if (nxt := self.asked()) < 0:
            return
        if nxt == row.seat and seat.held and row.by == "person":
            seat.runs, seat.whole = True, False
        else:
            self.put(nxt)

    def check(self, timing: Timing) -> None:
        """Look at the clocks when the bot has had its chance to act on them."""
        for number, seat in enumerate(self.seats):
            if seat.runs != timing.clock(number).runs:
                self.findings.append(f"seat {number}: a clock {'does not run' if seat.runs else 'runs'}")
            elif seat.runs:
                self._check_running(number, seat, timing)

    def _check_running(self, number: int, seat: Seat, timing: Timing) -> None:
        if seat.high < -SLACK:
            self.findings.append(f"seat {number}: a deadline was forgotten {-seat.high:.0f} s ago")
        reminded = timing.clock(number).reminded
        if seat.whole and not seat.given:
            if seat.high < timing.notice - SLACK and not reminded:
                self.findings.append(f"seat {number}: nobody was reminded")
            if reminded and seat.low > timing.notice + SLACK:
                self.findings.append(f"seat {number}: reminded too early")


def overlap(one: tuple[float, float], other: tuple[float, float]) -> float:
    return max(0.0, min(one[1], other[1]) - max(one[0], other[0]))


class Life:
    """One table with a clock, and everything that may happen to it."""

    def __init__(self, stores: Stores, time: FakeTime, dice: random.Random, channel: int) -> None:
        self.stores, self.time, self.dice, self.channel = stores, time, dice, channel
        self.pace = dice.choice(PACES)
        self.jumpy = dice.random() < 0.5  # jumps of the clock, or days away
        self.rows = 0
        self.pings: set[tuple[object, ...]] = set()
        self.presses = 100_000 * channel
        asks = [dice.randrange(len(PEOPLE)) for _ in range(40)]
        GAMES._taken["toy"] = Toy(*(ask(seat, "a", "b", idle="b") for seat in asks))
        timing = Timing(self.pace)
        heartbeat.HEARTBEAT_INTERVAL = timing.seconds / 20  # weeks of beats every ten seconds would take long
        self.model = Model(timing, asks, [Seat(timing.full_reserve, timing.full_reserve) for _ in PEOPLE])

    async def wake(self) -> None:
        """Start the bot: all it knows is in the store."""
        self.line = ShardStatus()
        self.services = build_services(self.stores, now=timers.now)
        self.alarm = DeadlineTimer(self.services, self.stores.clocks, self.line)
        await self.alarm.prepare()

    async def live(self) -> Model:
        await self.wake()
        await self._start()
        for _ in range(EVENTS):
            if (await self.services.tables.table(self.id)).over or self.model.findings:
                break
            await self.dice.choice(self._events())()
            await self._look()
        self.model.findings = [f"{self.pace}: {finding}" for finding in self.model.findings]
        await self._end()
        return self.model

    def _events(self) -> list[Any]:
        often = [self._press] * 3 + [self._wait] * 5
        seldom = [self._restart, self._down, self._unreachable, self._take_back, self._more_time]
        return [*often, *seldom, self._jump if self.jumpy else self._away]

    async def _start(self) -> None:
        saved = await self.services.lobby.open(NewTable(5, self.channel, "toy", 10, "en", pace=self.pace))
        self.id = saved.id
        for user in PEOPLE[1:]:
            await self.services.lobby.change(self.id, lambda lobby, user=user: lobby.join(user))
        await self.services.lobby.start(self.id, 10)
        self.model.put(self.model.asked())
        await self._look()

    async def _end(self) -> None:
        if not (await self.services.tables.table(self.id)).over:
            await self.services.agreements.close_table(self.id, 0, self.channel)
        await self.services.close()

    # --- time ---

    async def _passes(self, seconds: float) -> None:
        """Let time pass as it does: the alarm wakes whenever it wanted to."""
        while seconds > 0:
            wait = await self.alarm.round()
            await self._follow()
            step = min(seconds, wait if wait is not None else seconds)
            if wait == 0.0:
                continue
            self.model.passes(self.time.wall, step)
            self.time.passes(step)
            seconds -= step
        await self.alarm.round()

    def _some_time(self) -> float:
        """Draw a time of any length: most are shorter than a decision may take, some much longer."""
        return self.model.timing.seconds * 10 ** self.dice.uniform(-2, 0.5)

    async def _wait(self) -> None:
        await self._passes(self._some_time())

    async def _look(self) -> None:
        """Let the alarm act, and compare."""
        while await self.alarm.round() == 0.0:
            pass
        await self._follow()
        table = await self.services.tables.table(self.id)
        if not table.over:
            self.model.check(table.timing)
            await self._call(table)

    async def _follow(self) -> None:
        for row in await self.stores.tables.log(self.id, self.rows):
            if row.kind != "end":
                self.model.follow(row)
            self.rows = row.row

    async def _call(self, table: Any) -> None:
        """Call as the notices do, and note who was."""
        saved = await self.stores.tables.table(self.id)
        calls = calls_of(table, saved.calls.by_seat)
        for seat, call in list(calls.items()):
            if owed(table, seat, call):
                reminded = table.timing.clock(seat).reminded
                key = (seat, call.row, call.mentioned, table.opened[seat] if call.mentioned else 0)
                if key in self.pings:
                    self.model.findings.append(f"seat {seat} was called twice")
                self.pings.add(key)
                calls[seat] = type(call)(call.row, True, call.ask, reminded)
        await self.stores.messages.set_notice(self.id, 1, calls_to(calls))

    # --- what may happen ---

    async def _press(self) -> None:
        table = await self.services.tables.table(self.id)
        seat = self.dice.choice(table.awaited())
        move, self.presses = self.dice.choice(["a", "b"]), self.presses + 1
        await self.services.moves.play(
            self.id, table.users[seat], table.stamp(seat), lambda table, seat: move, self.presses
        )

    async def _take_back(self) -> None:
        table = await self.services.tables.table(self.id)
        for seat, user in enumerate(table.users):
            if (row := table.takebacks.way_back(seat)) is not None and table.takebacks.request() is None:
                self.presses += 10
                table = await self.services.takeback.take_back(self.id, user, row, self.presses)
                for other in table.takebacks.asked_to_allow():
                    request = table.takebacks.request()
                    assert request is not None
                    self.presses += 1
                    await self.services.takeback.answer(
                        self.id, table.users[other], request.row, yes=True, interaction=self.presses
                    )
                return

    async def _more_time(self) -> None:
        table = await self.services.tables.table(self.id)
        number, self.presses = self.dice.choice(table.awaited()), self.presses + 1
        seat = self.model.seats[number]
        try:
            await self.services.clocks.more_time(
                self.id, table.users[number], table.stamp(number), self.presses
            )
        except (Refused, StaleQuestion):
            return
        seat.low, seat.high, seat.given = (
            2 * max(0.0, seat.low) - SLACK,
            2 * max(0.0, seat.high) + SLACK,
            True,
        )

    async def _restart(self) -> None:
        await self.services.close()
        await self.wake()

    async def _down(self) -> None:
        """Let the bot be down; somebody may set the clock meanwhile."""
        await self.services.close()
        jump = self.dice.choice([0.0, 0.0, self._a_jump()]) if self.jumpy else 0.0
        self._gap(self._some_time(), jump)
        await self.wake()

    async def _unreachable(self) -> None:
        """Lose the line to Discord: nothing is acted on until it is back."""
        self.line.heard("shard_disconnect", (0,))
        seconds, before = self._some_time(), self.rows
        self._gap(seconds, 0.0)
        await self.alarm.round()
        if await self.stores.tables.log(self.id, before):
            self.model.findings.append("acted on while Discord could not be reached")
        self.line.heard("shard_resumed", (0,))

    def _gap(self, seconds: float, jump: float) -> None:
        shown, longest = seconds + jump, heartbeat.MISSED * heartbeat.HEARTBEAT_INTERVAL
        passed = -heartbeat.MAX_CLOCK_SKEW <= shown <= longest
        maybe = passed and shown + heartbeat.HEARTBEAT_INTERVAL + SLACK > longest
        maybe = maybe or (
            not passed and -heartbeat.MAX_CLOCK_SKEW - heartbeat.HEARTBEAT_INTERVAL - SLACK <= shown <= 0
        )
        self.model.stood_still(self.time.wall, max(0.0, shown), passed or maybe, maybe)
        self.time.passes(seconds)
        self.time.wall += jump

    def _a_jump(self) -> float:
        return self.dice.choice([-1, 1]) * self.dice.uniform(100, 10**6)

    async def _jump(self) -> None:
        """Let somebody set the clock while the bot is at work."""
        await self._look()
        self.time.wall += self._a_jump()
        for seat in self.model.running():
            seat.low, seat.high = seat.low - 2.0, seat.high + 2.0

    async def _away(self) -> None:
        """Let somebody go away for a while: slow clocks stand still."""
        number, now = self.dice.randrange(len(PEOPLE)), self.time.wall
        seat = self.model.seats[number]
        if seat.away[1] > now or not self.model.timing.slow:
            return
        until = now + self._some_time()
        before, after = await self._stills(number), None
        await self.stores.clocks.add_aways(PEOPLE[number], [Away(int(now), int(until))])
        after = await self._stills(number)
        await self.services.clocks.pauses_changed(PEOPLE[number], before, after)
        seat.away = (now, until)
        seat.low, seat.high = seat.low - SLACK, seat.high + SLACK

    async def _stills(self, number: int) -> Any:
        user = PEOPLE[number]
        return pauses_of_settings(
            await self.stores.settings.user_settings(user),
            await self.stores.clocks.away_of(user, int(self.time.wall)),
        )


async def lives(stores: Stores, count: int, seed: int = 12) -> tuple[int, list[str]]:
    """Live so many lives; return how often time ran out, and what was not as the model says."""
    lapses, findings = 0, list[str]()
    with fake_time() as time:
        for number in range(count):
            dice = random.Random(f"{seed}/{number}")
            life = Life(stores, time, dice, number + 1)
            model = await life.live()
            lapses += model.lapses
            findings += [f"life {number}, {finding}" for finding in model.findings]
            time.passes(40 * 86_400)  # nobody is away any more
    return lapses, findings
