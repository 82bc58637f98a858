"""`python -m tests.bench.load --abuse`: what one member who presses all the time costs everybody else.

People play at many tables at a steady rate. Beside them one member with a long record (a hundred thousand
moves in two thousand games, and two games in which a move was taken back and made again over and over) does
one thing ten times as fast as the turnstile lets them: a run for each kind of command and press. Told for
each: how long the others waited for their acknowledgement, at a gate before the bot (`gate`), beside a
control run without the abuser, turn and turn about, and what the bot's process had to do for it. More than
50 ms more at p99 is too much; so is a step of the loop of 50 ms of CPU (`measured_bot`), which says the
same on a machine with other things to do.
"""

import asyncio
import contextlib
import json
import statistics
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from bot.domain.entities import NewTable
from bot.playground.actions import BUTTON, COMPONENT, Actions, Sent
from bot.playground.backend import Channel, User
from bot.playground.world import SERVER, Person
from bot.service.services import build_services
from bot.storage.stores import Stores, open_stores
from games import GAMES, fingerprint
from tests.bench.gate import gate
from tests.bench.load import FIRST, Crowd, Stopwatch, cost, deal, furnish, memory
from tests.bench.load_long import Season
from tests.bench.measured_bot import NOTED
from tests.wire.harness import Harness, harness

ABUSER, FRIEND = FIRST - 2, FIRST - 3
OWN, FINISHED = FIRST - 10, FIRST - 20  # channels: of the abuser's game under way, and of a finished one
RATE = 20.0  # presses a second: the turnstile lets two through
PAST, MOVES = 2000, 50  # finished games of the abuser, and moves in each
PLAYED = 24  # moves that stand in the two long games
BACK_AND_FORTH = 1400  # times that a move was made and taken back in the two long games
MEASURED = ("-m", "tests.bench.measured_bot")
TOO_MUCH = 50.0  # ms at p99
SLICE = 3.0  # seconds with or without the abuser
BURST = 1.0  # seconds until the presses that are let through at once are over
CALM = 5.0  # seconds at most until what the abuser has set off is over


class Deeds:
    """What the abuser can do, each as an interaction that is not sent yet."""

    def __init__(self, h: Harness, own: int, over: int) -> None:
        self._acts: Actions = h.acts
        self._me: Person = h.world.by_id[ABUSER]
        self._own, self._over = own, over

    def typed(self, command: str, channel: int = OWN, /, **options: object) -> Callable[[], Sent]:
        return lambda: self._acts.run(self._me, channel, command, options)

    def pressed(self, id: str, channel: int = OWN) -> Callable[[], Sent]:
        """Press a button of which only the id is known, as a forger does."""
        data = {"custom_id": id, "component_type": BUTTON, "id": 1}
        return lambda: self._acts._begin(self._me, COMPONENT, channel, dict(data))

    def completed(self) -> Sent:
        return self._acts.complete(self._me, OWN, "card", "name", "a", {})

    def all(self) -> dict[str, Callable[[], Sent]]:
        own, over = self._own, self._over
        return {
            "/privacy": self.typed("privacy"),
            "export my data": self.pressed("z:me:export"),
            "delete my data?": self.pressed("z:me:delete"),
            "/replay (long)": self.typed("replay", FINISHED),
            "/replay (running)": self.typed("replay", OWN),
            "replay: step": self.pressed(f"z:replay:{over}:p:back5", FINISHED),
            "replay: film": self.pressed(f"z:replay:{over}:p:share", FINISHED),
            "replay: record": self.pressed(f"z:replay:{over}:p:export", FINISHED),
            "/verify": self.typed("verify", FINISHED),
            "review": self.pressed(f"p:{over}:review", FINISHED),
            "rematch": self.pressed(f"p:{over}:rematch", FINISHED),
            "/history": self.typed("history"),
            "history: page": self.pressed(f"z:past:u:{ABUSER}:o150"),
            "/profile": self.typed("profile"),
            "/leaderboard": self.typed("leaderboard", game="tuir"),
            "leaderboard: share": self.pressed("b:tuir:share"),
            "/games": self.typed("games"),
            "/hand": self.typed("hand"),
            "/table": self.typed("table"),
            "your hand": self.pressed(f"p:{own}:hand"),
            "read the table": self.pressed(f"p:{own}:read"),
            "watch": self.pressed(f"p:{own}:watch"),
            "hint": self.pressed(f"p:{own}:hint"),
            "stop, go on": self.pressed(f"p:{own}:stop"),
            "/play": self.typed("play", game="lucca"),
            "/rules": self.typed("rules", game="guilds"),
            "/card": self.typed("card", name="tower"),
            "/card, typing": self.completed,
            "/settings": self.typed("settings"),
            "settings: large": self.pressed("c:me:large1"),
            "/setup": self.typed("setup"),
            "/away": self.typed("away", days=0),
            "unknown press": self.pressed("q:9:what"),
        }


# --- the abuser's record -----------------------------------------------------------------------------


def settle_in(h: Harness) -> None:
    """Let the abuser and a friend live in the server, with two channels of their own."""
    guild, sim = h.world.discord.guilds[SERVER], h.world.discord
    for user, name in ((ABUSER, "abuser"), (FRIEND, "friend")):
        h.world.people[name] = h.world.by_id[user] = Person(user, name, "#000000")
        sim.users[user] = User(user, name, global_name=name)
        sim.add_member(SERVER, user)
    for channel in (OWN, FINISHED):
        sim.channels[channel], sim.messages[channel] = Channel(channel, 0, "own", SERVER), {}
        guild.channel_ids.append(channel)


async def long_record(database: Path) -> tuple[int, int]:
    """Store the abuser's games; return the numbers of the one under way and of a long one that is over."""
    stores = await open_stores(database)
    try:
        await _past(stores)
        own, over = await _long_game(stores, OWN), await _long_game(stores, FINISHED)
        services = build_services(stores)
        await services.agreements.resign(over, FRIEND, None)
        await services.close()
        return own, over
    finally:
        await stores.close()


async def _past(stores: Stores) -> None:
    """Store many finished games: only that they were, since nobody looks at one of them."""
    first, kind = 1_000_000, "tuir"
    ids = range(first, first + PAST)
    edition, data = GAMES[kind].EDITION, fingerprint(kind)
    columns = ("id", "guild", "channel", "game", "host", "locale", "phase", "seed", "edition", "data")
    columns = (*columns, "created", "told", "shown", "last")
    tables = [
        (n, SERVER, n, kind, ABUSER, "en-US", "done", f"{n:032}", edition, data, n, 9, MOVES, MOVES)
        for n in ids
    ]
    seats = [(n, seat, user) for n in ids for seat, user in enumerate((ABUSER, FRIEND))]
    rows = [(n, row, "move", 0, "take:a1", "person", n, None) for n in ids for row in range(1, MOVES + 1)]
    ended = [
        (n, n, SERVER, kind, edition, "", "", 2, 0, "score", "", "", "", "", MOVES, n, n, 1) for n in ids
    ]
    results = [
        (n, user, SERVER, kind, 2, place, "5", n, seat, n, "", 0, 0, 25, 0)
        for n in ids
        for seat, user, place in ((0, ABUSER, 1), (1, FRIEND, 2))
    ]
    await stores.engine.fill("tables", columns, tables)
    await stores.engine.fill("seats", ("table_id", "seat", '"user"'), seats)
    logged = ("table_id", '"row"', "kind", "seat", "text", "by", "at", "interaction")
    await stores.engine.fill("rows", logged, rows)
    finished = (
        "table_id",
        "ended",
        "guild",
        "game",
        "edition",
        "options",
        "pace",
        "seats",
        "computers",
        "how",
    )
    finished = (*finished, "ladder", "why", "grid", "seal", "decisions", "began", "at", "kept")
    await stores.engine.fill("finished", finished, ended)
    result = (
        "table_id",
        '"user"',
        "guild",
        "game",
        "seats",
        "place",
        "score",
        "at",
        "seat",
        "ended",
        "ladder",
    )
    await stores.engine.fill("results", (*result, "mu", "sigma", "decisions", "clocked"), results)


async def _long_game(stores: Stores, channel: int) -> int:
    """Store a game whose first moves were made and taken back over and over, and then made."""
    rules = GAMES["guilds"]
    saved = await stores.lobby.new_table(NewTable(SERVER, channel, rules.KEY, ABUSER, "en-US"))
    await stores.lobby.save_lobby(saved.id, ABUSER, (ABUSER, FRIEND), ())
    seed = f"{saved.id:032}"
    await stores.lobby.start(saved.id, seed, rules.EDITION, fingerprint(rules.KEY), ())
    state, log = rules.setup(2, seed, ()), list[tuple[str, int, str]]()
    first = rules.decisions(state)[0]
    for _ in range(BACK_AND_FORTH):
        log += [("move", first.seat, first.moves[0]), ("back", first.seat, "0")]
    for _ in range(PLAYED):
        asked = next(decision for decision in rules.decisions(state) if not decision.settled)
        log.append(("move", asked.seat, asked.moves[0]))
        state = rules.apply(state, asked.seat, asked.moves[0])
    logged = ("table_id", '"row"', "kind", "seat", "text", "by", "at", "interaction")
    await stores.engine.fill(
        "rows", logged, [(saved.id, row, *deed, "person", row, None) for row, deed in enumerate(log, 1)]
    )
    await stores.engine.rows("UPDATE tables SET last = ? WHERE id = ?", (len(log), saved.id))
    return saved.id


# --- the runs ----------------------------------------------------------------------------------------


async def keep_at_it(h: Harness, deed: Callable[[], Sent]) -> None:
    """Do one thing over and over, far faster than the turnstile lets anybody."""
    while True:
        h.acts.deliver(deed())
        await asyncio.sleep(1 / RATE)


class Step(NamedTuple):
    """A step of the bot's loop: when it ended, the CPU seconds that it took, and whose it was."""

    at: float
    took: float
    whose: str


@dataclass
class Run:
    """What others waited beside the abuser and without them."""

    name: str
    beside: set[str] = field(default_factory=set)  # tokens of presses
    alone: set[str] = field(default_factory=set)
    spans: list[tuple[float, float]] = field(default_factory=list)  # when the abuser was at it
    busy: list[float] = field(default_factory=list)  # CPU seconds of the bot's loop and threads, a second
    idle: list[float] = field(default_factory=list)


async def measure(season: Season, run: Run, deed: Callable[[], Sent], rate: float, seconds: float) -> None:
    """Let people play in slices, the abuser beside them in every second one."""
    for _ in range(max(1, round(seconds / SLICE))):
        tokens, cpu = await slice_of(season, rate)
        run.alone |= tokens
        run.idle.append(cpu)
        abuse = asyncio.create_task(keep_at_it(season.crowd.h, deed))
        began = time.perf_counter()
        await asyncio.sleep(BURST)
        tokens, cpu = await slice_of(season, rate)
        run.spans.append((began, time.perf_counter()))
        run.beside |= tokens
        run.busy.append(cpu)
        abuse.cancel()
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(season.crowd.h.quiet(), CALM)


async def slice_of(season: Season, rate: float) -> tuple[set[str], float]:
    """Let people play for a moment; return their presses, and the share of a core that the bot used."""
    watch, pid = season.crowd.watch, season.crowd.h.pid
    tokens, before, began = set(watch.by_token), cost(pid), time.perf_counter()
    await season.press_for(rate, SLICE)
    now = cost(pid)
    cpu = now.loop + now.threads - before.loop - before.threads
    return set(watch.by_token) - tokens, cpu / (time.perf_counter() - began)


def at_99(seconds: list[float]) -> float:
    return statistics.quantiles(seconds, n=100, method="inclusive")[98] * 1000


def told(run: Run, taken: dict[str, float], steps: list[Step]) -> str:
    """Return a line about one kind of abuse, marked if it costs the others too much."""
    within = [step for step in steps if any(began <= step.at <= ended for began, ended in run.spans)]
    longest = max(within, key=lambda step: step.took, default=Step(0.0, 0.0, "none"))
    alone = [taken[token] for token in run.alone if token in taken]
    beside = [taken[token] for token in run.beside if token in taken]
    more = at_99(beside) - at_99(alone)
    usual, now = (f"p50 {statistics.median(x) * 1000:6.1f} p99 {at_99(x):6.1f}" for x in (alone, beside))
    cpu = (statistics.mean(run.busy) - statistics.mean(run.idle)) * 1000
    mark = "  TOO MUCH" if more > TOO_MUCH or longest.took * 1000 > TOO_MUCH else ""
    step = f"longest step {longest.took * 1000:.0f} ms ({longest.whose})"
    costs = f"beside {now} ms ({more:+.0f}); CPU {cpu:+4.0f} ms a second"
    return f"{run.name:18} alone {usual}  {costs}; {step}{mark}"


def noted(file: Path) -> list[Step]:
    """Return the long steps of the bot's loop."""
    lines = file.read_text().splitlines() if file.exists() else []
    return [Step(*json.loads(line)) for line in lines]


async def main(rate: float, tables: int, seconds: float, kinds: list[str]) -> list[str]:
    with tempfile.TemporaryDirectory() as folder:
        database, steps = Path(folder) / "campanile.sqlite3", Path(folder) / "steps"
        settings = {"DATABASE_URL": f"sqlite:///{database}", "LOG_LEVEL": "ERROR", "PRESSES": "10/2"}
        async with harness(MEASURED, **settings, **{NOTED: str(steps)}) as h, gate(h.wire.base) as passing:
            h.wire.base = passing.base
            crowd = Crowd(h, Stopwatch(), furnish(h, tables))
            settle_in(h)
            await deal(database, crowd.channels)
            deeds = Deeds(h, *await long_record(database)).all()
            await h.start_bot()
            await crowd.take_seats()
            h.wire.trouble = crowd.watch
            season, runs = Season(crowd), list[Run]()
            await season.press_for(rate, seconds)  # until everything is warm
            for name in [name for name in deeds if not kinds or any(kind in name for kind in kinds)]:
                runs.append(Run(name))
                await measure(season, runs[-1], deeds[name], rate, seconds)
                print(f"{name:18} {len(runs[-1].beside)} presses beside; {memory(h.pid)} MB", flush=True)
            await h.kill_bot()
            taken = await passing.taken()
            lines = [told(run, taken, noted(steps)) for run in runs]
            print("\n".join(lines), flush=True)
            return lines
