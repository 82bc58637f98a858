"""The request budget: how fast, in which order, and how several processes share it."""

import asyncio
from random import Random
from types import SimpleNamespace

import aiohttp
import pytest
from aiohttp import web

from bot.app import build
from bot.base import metrics, timers
from bot.base.errors import StoreTrouble
from bot.base.shards import Shards
from bot.delivery import budget_shares
from bot.delivery.budget_shares import MIN_SHARE, SHARE_TIMEOUT, BudgetShares, allot
from bot.delivery.request_budget import (
    REQUESTS_PER_SECOND,
    Priority,
    PriorityQueue,
    RequestBudget,
    TokenBucket,
    ranked,
)
from bot.storage.stores import Stores, open_stores
from tests.patience import until


@pytest.fixture(autouse=True)
def real_time_afterwards():
    yield
    timers.set_ahead(0)


# --- the bucket, with a clock of its own ---


def drained(bucket: TokenBucket, seconds: float, now: float = 0.0) -> list[float]:
    """Take whatever there is for some seconds; return when each token was taken."""
    taken, end = [], now + seconds
    while now < end:
        if bucket.take(now):
            taken.append(now)
        else:
            now += bucket.wait(now) + 1e-6
    return taken


@pytest.mark.parametrize("rate", [2.0, 22.5, 45.0])
def test_no_second_holds_more_than_discord_takes_and_a_minute_holds_all_that_is_due(rate):
    taken = drained(TokenBucket(rate), 60)
    fullest = max(sum(start <= at < start + 1 for at in taken) for start in taken)
    assert fullest <= rate * 50 / 45 + 1
    assert fullest <= 50
    assert len(taken) == pytest.approx(60 * rate, abs=5)


def test_a_rest_does_not_save_up_more_than_a_few():
    bucket = TokenBucket(45.0)
    assert len([at for at in drained(bucket, 1, now=3600.0) if at == 3600.0]) <= 4


def test_a_new_rate_holds_at_once():
    bucket = TokenBucket(45.0)
    drained(bucket, 1)
    bucket.set_rate(2.0, 1.0)
    assert len(drained(bucket, 10, now=1.0)) <= 22


def test_nothing_goes_while_discord_says_wait():
    bucket = TokenBucket(45.0)
    bucket.shut(7.5)
    assert min(drained(bucket, 10)) >= 7.5


def test_calls_go_before_boards_before_notices_before_the_rest_and_nobody_waits_for_ever():
    queue = PriorityQueue()
    for since, priority in enumerate(reversed(Priority)):
        queue.push(priority, float(since), priority.name)
        queue.push(priority, since + 0.5, f"later {priority.name}")
    order = [queue.pop() for _ in range(8)]
    names = ("CALL", "BOARD", "NOTICE", "REST")
    assert order == [said for name in names for said in (name, f"later {name}")]
    queue.push(Priority.REST, 0.0, "patient")
    queue.push(Priority.CALL, 100.0, "call")
    assert queue.pop() == "patient"


# --- shares ---


def test_who_needs_little_has_it_and_what_is_over_is_for_all():
    assert allot([5.0, 10.0, 0.0], 45.0) == pytest.approx([5 + 28 / 3, 10 + 28 / 3, 2 + 28 / 3])


def test_when_it_does_not_suffice_shares_follow_demand_and_everyone_has_the_least():
    shares = allot([100.0, 50.0, 0.0], 45.0)
    assert sum(shares) == pytest.approx(45.0) and shares[2] == MIN_SHARE
    assert (shares[0] - MIN_SHARE) / (shares[1] - MIN_SHARE) == pytest.approx(98 / 48)


@pytest.mark.parametrize("count", [1, 2, 22, 23, 60])
def test_all_shares_together_are_never_more_than_the_whole(count):
    for demand in (0.0, 1.0, 7.0, 300.0):
        shares = allot([demand + n for n in range(count)], 45.0)
        assert sum(shares) == pytest.approx(45.0) and min(shares) >= min(MIN_SHARE, 45 / count) - 1e-9


class Process:
    """One of several processes: a store of its own on the common database, and what it needs is told."""

    def __init__(self, stores: Stores, known: int = 1) -> None:
        self.need, self.stores = 0.0, stores
        self.budget = RequestBudget()
        self.budget.sent = lambda seconds=10.0: self.need
        self.shares = BudgetShares(stores.processes, self.budget, known)

    async def beat(self, need: float) -> None:
        self.need = need
        await self.shares.beat()


@pytest.fixture
async def two(on_postgres):
    opened = [await open_stores(on_postgres) for _ in range(2)]
    yield [Process(stores) for stores in opened]
    for stores in opened:
        await stores.close()


async def test_two_processes_on_one_database_share_and_their_shares_follow_demand(two):
    one, other = two
    assert one.stores.processes.shared
    await one.beat(0)
    assert one.budget.rate == REQUESTS_PER_SECOND, "alone it has everything"
    await other.beat(0)
    assert other.budget.rate == MIN_SHARE, "the first does not know of it yet"
    whole = []
    for needs in [(0, 0)] * 2 + [(60, 0)] * 3 + [(60, 60)] * 3 + [(0, 60)] * 3:
        for process, need in zip(two, needs, strict=True):
            await process.beat(need)
            whole.append(one.budget.rate + other.budget.rate)
        seen = (one.budget.rate, other.budget.rate)
        if needs == (60, 60):
            even = seen
    assert max(whole[2:]) <= REQUESTS_PER_SECOND + 0.01, "also in the moments in which they change"
    assert even == pytest.approx((22.5, 22.5)), "alike when both need the same"
    assert seen[1] > 40 and seen[0] == pytest.approx(MIN_SHARE), (
        "and all but the least for the one who needs it"
    )


async def test_who_leaves_is_not_reckoned_with_any_more(two):
    one, other = two
    for _ in range(2):
        await one.beat(60)
        await other.beat(60)
    assert one.budget.rate == pytest.approx(22.5)
    await other.stores.processes.leave_budget(other.shares._name)
    await one.beat(60)
    assert one.budget.rate == REQUESTS_PER_SECOND


async def test_who_was_lost_is_missed_after_a_few_seconds(two):
    from bot.storage.engine import Step

    one, other = two
    for _ in range(2):
        await other.beat(60)
        await one.beat(60)
    lost = other.shares._name
    await one.stores.engine.write(Step("UPDATE request_demand SET at = at - 5.1 WHERE process = ?", (lost,)))
    await one.beat(60)
    assert one.budget.rate == REQUESTS_PER_SECOND


async def test_while_the_database_is_silent_all_have_the_same(two, monkeypatch):
    one, other = two
    for _ in range(3):
        await one.beat(60)
        await other.beat(0)
    assert one.budget.rate > 40

    async def silent(process: str, demand: float) -> list[float]:
        raise StoreTrouble("the database does not answer")

    monkeypatch.setattr(one.stores.processes, "share_demand", silent)
    monkeypatch.setattr(budget_shares, "SHARE_INTERVAL", 0.01)
    beating = asyncio.create_task(one.shares._beat_again_and_again())
    await asyncio.sleep(0.1)
    assert one.budget.rate > 40, "for a moment all stays as it was"
    timers.set_ahead(SHARE_TIMEOUT)
    await until(lambda: one.budget.rate == 22.5)
    monkeypatch.undo()
    beating.cancel()
    await one.beat(60)
    assert one.budget.rate == 22.5, "the others may not be back yet"
    await other.beat(0)
    await one.beat(60)
    assert one.budget.rate > 40


async def test_until_the_database_is_heard_the_shards_say_how_many_there_are(two):
    one = Process(two[0].stores, Shards(8, 0, 1).processes)
    one.shares.start()
    assert one.budget.rate == REQUESTS_PER_SECOND / 4
    await one.shares.close()


async def test_a_file_is_for_one_process_which_has_all_of_it(tmp_path):
    stores = await open_stores(tmp_path / "c.sqlite3")
    process = Process(stores, known=2)
    process.shares.start()
    assert process.shares._beating is None and process.budget.rate == REQUESTS_PER_SECOND
    await process.shares.close()
    await stores.close()


# --- requests as they go out ---


@pytest.fixture
async def discord():
    """A Discord that notes what comes, and says what is told to."""
    seen, answers = [], []

    async def take(request: web.Request) -> web.Response:
        seen.append(request.path)
        status, headers = answers.pop(0) if answers else (200, {})
        return web.Response(status=status, headers=headers)

    app = web.Application()
    app.router.add_route("*", "/{anything:.*}", take)
    runner = web.AppRunner(app)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    base = f"http://127.0.0.1:{runner.addresses[0][1]}"
    yield SimpleNamespace(base=base, seen=seen, answers=answers)
    await runner.cleanup()


@pytest.fixture
async def line(discord):
    """A budget of which nothing is left, and a session whose requests it lets out."""
    budget = RequestBudget(1.0)
    session = aiohttp.ClientSession(trace_configs=[budget.watching(aiohttp.TraceConfig())])

    async def ask(path: str, priority: Priority | None = None) -> None:
        if priority is None:
            async with session.get(f"{discord.base}/api/v10{path}"):
                return
        with ranked(priority):
            async with session.get(f"{discord.base}/api/v10{path}"):
                pass

    async with session:
        await ask("/first")
        discord.seen.clear()
        yield SimpleNamespace(budget=budget, ask=ask, seen=discord.seen, answers=discord.answers)


async def test_what_waits_goes_by_priority_and_answers_to_presses_do_not_wait(line):
    waiting = [
        asyncio.create_task(line.ask(f"/{name}", priority))
        for name, priority in (
            ("rest", None),
            ("notice", Priority.NOTICE),
            ("board", Priority.BOARD),
            ("call", Priority.CALL),
        )
    ]
    await until(lambda: line.budget.waiting() == 4)
    await line.ask("/interactions/1/token/callback")
    await line.ask("/webhooks/1/token/messages/@original")
    assert len(line.seen) == 2 and line.budget.waiting() == 4, "these are none of the budget's"
    line.budget.set_rate(1000.0)
    await asyncio.gather(*waiting)
    assert [path.rpartition("/")[2] for path in line.seen[2:]] == ["call", "board", "notice", "rest"]


async def test_who_gives_up_waiting_takes_nothing_from_the_others(line):
    waiting = [asyncio.create_task(line.ask(f"/{n}", Priority.CALL)) for n in range(3)]
    await until(lambda: line.budget.waiting() == 3)
    waiting[0].cancel()
    line.budget.set_rate(1000.0)
    await asyncio.wait(waiting)
    assert [path[-1] for path in line.seen] == ["1", "2"] and not line.budget.waiting()


async def test_a_turn_is_given_before_something_is_built_and_few_at_a_time(line):
    built = []

    async def board(n: int) -> None:
        async with line.budget.turn(Priority.BOARD):
            built.append(n)
            await line.ask(f"/{n}")

    waiting = [asyncio.create_task(board(n)) for n in range(9)]
    await until(lambda: line.budget.waiting() == 9)
    assert built == [0]
    line.budget.set_rate(1000.0)
    await asyncio.gather(*waiting)
    assert built == [*range(9)]


async def test_one_board_at_a_time_is_built_until_its_request_is_on_its_way(line):
    """The one that waits is not built: it will show what is so when its turn has come."""
    held, built = asyncio.Event(), []

    async def board(n: int) -> None:
        async with line.budget.turn(Priority.BOARD):
            built.append(n)
            await held.wait()

    waiting = [asyncio.create_task(board(n)) for n in range(3)]
    await until(lambda: built)
    assert built == [0]
    held.set()
    await asyncio.gather(*waiting)
    assert built == [0, 1, 2]


async def test_what_a_task_begins_on_the_side_does_not_go_by_its_priority(line):
    async with line.budget.turn(Priority.BOARD):
        aside = asyncio.create_task(line.ask("/aside"))
        notice = asyncio.create_task(line.ask("/notice", Priority.NOTICE))
        await until(lambda: line.budget.waiting() == 2)
    line.budget.set_rate(1000.0)
    await asyncio.gather(aside, notice)
    assert [path.rpartition("/")[2] for path in line.seen] == ["notice", "aside"]


async def test_a_global_limit_holds_everything_but_answers_back(line):
    line.budget.set_rate(1000.0)
    line.answers.append((429, {"X-RateLimit-Scope": "global", "Retry-After": "60"}))
    await line.ask("/refused")
    waiting = asyncio.create_task(line.ask("/later"))
    await until(lambda: line.budget.waiting() == 1)
    await line.ask("/interactions/1/token/callback")
    timers.set_ahead(61)
    await waiting
    assert [path.rpartition("/")[2] for path in line.seen] == ["refused", "callback", "later"]


async def test_how_long_requests_waited_and_how_full_the_budget_is_are_figures(line):
    before = (
        sum(metrics.REQUEST_WAIT.values[("call",)].counts) if ("call",) in metrics.REQUEST_WAIT.values else 0
    )
    line.budget.set_rate(100.0)
    await line.ask("/one", Priority.CALL)
    assert sum(metrics.REQUEST_WAIT.values[("call",)].counts) == before + 1
    assert line.budget.fill() == pytest.approx(2 / 1000)
    timers.set_ahead(11)
    assert line.budget.fill() == 0


async def test_without_a_limit_everything_goes_as_it_comes(discord):
    budget = RequestBudget(0)
    session = aiohttp.ClientSession(trace_configs=[budget.watching(aiohttp.TraceConfig())])
    async with session, budget.turn(Priority.BOARD):
        for n in range(100):
            async with session.get(f"{discord.base}/{n}"):
                pass
    assert len(discord.seen) == 100 and budget.fill() == 0.0


async def test_every_request_of_the_bot_passes_the_budget(discord, tmp_path):
    bot = (app := await build(await open_stores(tmp_path / "c.sqlite3"))).client
    try:
        session = aiohttp.ClientSession(trace_configs=[bot.http.http_trace])
        async with session, session.get(f"{discord.base}/api/v10/channels/1/messages"):
            pass
        assert app.parts.budget.rate == REQUESTS_PER_SECOND and app.parts.budget.sent() == 1
    finally:
        await bot.close()


# --- what waits, reckoned: 150 tables, the requests of a press, and no machine in between ---


def reckoned(presses: float, seconds: float = 60.0, tables: int = 150) -> dict[Priority, list[float]]:
    """Let people press for a minute; return how long each request has waited, a board since its first press.

    As on the stage: a table shows its board, then its notice; what was pressed meanwhile comes with the next.
    """
    dice, bucket, queue = Random(7), TokenBucket(REQUESTS_PER_SECOND), PriorityQueue()
    waits: dict[Priority, list[float]] = {priority: [] for priority in Priority}
    busy: set[int] = set()
    owed: dict[int, float] = {}  # tables that somebody has pressed at since their board was built
    now, pressed = 0.0, dice.expovariate(presses)

    def ask(priority: Priority, since: float, table: int = -1) -> None:
        queue.push(priority, now, (priority, since, table))

    while pressed < seconds or queue:
        if pressed < seconds and (not queue or pressed <= now + bucket.wait(now)):
            now, table = pressed, dice.randrange(tables)
            pressed += dice.expovariate(presses)
            owed.setdefault(table, now)
            if table not in busy:
                busy.add(table)
                ask(Priority.BOARD, now, table)
            if dice.random() < 0.1:  # somebody is awaited who is not there
                ask(Priority.CALL, now)
            continue
        now += bucket.wait(now) + 1e-9
        assert bucket.take(now)
        priority, since, table = queue.pop()
        if priority is Priority.BOARD:
            since = owed.pop(table)
            ask(Priority.NOTICE, now, table)
            if dice.random() < 0.1:
                ask(Priority.REST, now)
        elif priority is Priority.NOTICE:
            busy.discard(table)
            if table in owed:
                busy.add(table)
                ask(Priority.BOARD, now, table)
        waits[priority].append(now - since)
    return waits


@pytest.mark.parametrize(("presses", "longest"), [(12, 1.0), (30, 10.0), (50, 10.0)])
def test_at_twelve_presses_a_second_nothing_waits_and_calls_never_do(presses, longest):
    waits = reckoned(presses)
    worst = {priority: max(found, default=0.0) for priority, found in waits.items()}
    assert worst[Priority.BOARD] <= longest and worst[Priority.CALL] < 0.5
    if presses == 12:
        assert max(worst.values()) < 1.0
    told = {p.name: (len(f), round(sorted(f)[len(f) // 2], 2), round(worst[p], 2)) for p, f in waits.items()}
    print(f"{presses} presses a second; requests, half within, longest: {told}")
