"""Leaderboards, profiles and histories over a hundred thousand finished games of twenty thousand players."""

import asyncio
import random
import resource
import statistics
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable
from pathlib import Path

from bot.domain.entities import LogRow
from bot.domain.log import begin, fold
from bot.domain.ratings import Game, Played, Reckoner, season_of
from bot.domain.records import LeaderboardPage
from bot.domain.replay import Replay, steps_of
from bot.processes.gif_worker import gif_of
from bot.storage.copy_database import COPIED_TABLES
from bot.storage.stores import Stores, open_stores
from bot.text.words import words
from bot.views.replay import replay_screen
from games import GAMES, fingerprint
from games.contract import walk
from rendering.paint import paint
from tests import postgres

GAMES_PLAYED, PLAYERS, SERVERS = 100_000, 20_000, 50
NOW = 1_790_000_000
PAGE = 5_000


async def furnish(stores: Stores, games: int = GAMES_PLAYED, players: int = PLAYERS) -> None:
    """Store finished games with their results, and the ratings that they come to."""
    dice, reckoner = random.Random(1), Reckoner()
    keys, places = sorted(GAMES), {"tables": [], "finished": [], "results": [], "seats": []}
    for n in range(1, games + 1):
        key, guild, at = dice.choice(keys), 1 + dice.randrange(SERVERS), NOW - (games - n) * 300
        users = dice.sample(range(1, players + 1), dice.randint(2, GAMES[key].SEATS[-1]))
        order = dice.sample(range(1, len(users) + 1), len(users))
        seats = tuple(Played(user, place, 20, 0) for user, place in zip(users, order, strict=True))
        why, now = reckoner.add(Game(guild, key, "score", at, seats))
        ladder = "" if why else "people"
        fields = {"id": n, "guild": guild, "channel": n, "game": key, "host": users[0], "locale": "en"}
        fields |= {"phase": "done", "created": at, "message": 5, "told": 1, "version": 1, "edition": 1}
        numbers = {"notice", "kept_until", "silenced", "last", "stilled", "home", "shown", "opener"}
        fields["first_message"] = 1
        fields |= dict.fromkeys(numbers, 0) | {"hints": 1, "due": None}
        places["tables"].append(tuple(fields.get(name, "") for name in COPIED_TABLES["tables"].columns))
        places["finished"].append(
            (n, n, guild, key, 1, "", "", len(users), 0, "score", ladder, why, "[]", "s", 40, at - 900, at, 1)
        )
        for seat, played in enumerate(seats):
            mu, sigma = now[played.user][:2] if now else (0.0, 0.0)
            score = str(30 - played.place)
            places["results"].append(
                (
                    *(n, played.user, guild, key, len(users), played.place, score, at, 30 - played.place),
                    *(seat, n, ladder, mu, sigma, 20, 0),
                )
            )
            sits = {"table_id": n, "seat": seat, '"user"': played.user, "dm_locale": ""}
            places["seats"].append(tuple(sits.get(name, 0) for name in COPIED_TABLES["seats"].columns))
    for name in ("tables", "seats", "finished", "results"):
        await _fill(stores, name, places[name])
    rows = [(*key, r.mu, r.sigma, r.worth, r.games, r.wins, 1) for key, r in reckoner.ratings.items()]
    await _fill(stores, "ratings", rows)
    await _fill(stores, "counted", [("ended", games)])
    await stores.engine.rows("ANALYZE") if not stores.processes.shared else await _analyze(stores)


async def _fill(stores: Stores, name: str, rows: list[tuple[object, ...]]) -> None:
    for n in range(0, len(rows), PAGE):
        await stores.engine.fill(name, COPIED_TABLES[name].columns, rows[n : n + PAGE])


async def _analyze(stores: Stores) -> None:
    import psycopg

    async with await psycopg.AsyncConnection.connect(stores.engine._address, autocommit=True) as db:  # type: ignore[attr-defined]
        await db.execute("VACUUM ANALYZE")


async def median_ms(ask: Callable[[int], Awaitable[object]], users: list[int]) -> float:
    spent = []
    for user in users:
        start = time.perf_counter()
        await ask(user)
        spent.append((time.perf_counter() - start) * 1000)
    return statistics.median(spent)


async def measure(stores: Stores, name: str) -> None:
    """Measure what each screen asks of the database, for players at random."""
    dice = random.Random(2)
    users = [dice.randint(1, PLAYERS) for _ in range(200)]
    season = season_of(NOW)

    async def board(user: int) -> None:
        page = user % 100 * 10
        await stores.records.ranked(LeaderboardPage(0, "lucca"))
        await stores.records.leaderboard(0, "lucca", 10, "people", season if user % 2 else "", page)

    async def profile(user: int) -> None:
        for tally in await stores.records.tallies(user):
            await stores.records.rating(user, tally.game)
        await stores.records.course(user, "lucca")
        await stores.records.last_places(user)
        await stores.records.head_to_head(user, user % PLAYERS + 1)
        await stores.records.feats_of(user)

    async def history(user: int) -> None:
        await stores.records.history_of(user)

    async def server(user: int) -> None:
        await stores.records.history_in(1 + user % SERVERS, user % 50 * 10)

    async def here(user: int) -> None:
        await stores.records.place_on(LeaderboardPage(0, "lucca"), user)

    asked = (board, profile, history, server, here)
    told = [f"{what.__name__} {await median_ms(what, users):4.1f}" for what in asked]
    print(f"records  {name:10} {GAMES_PLAYED} games: ms, median: {', '.join(told)} (at most 5 each)")


async def records() -> None:
    with tempfile.TemporaryDirectory() as folder:
        stores = await open_stores(Path(folder) / "db.sqlite3")
        await furnish(stores)
        await measure(stores, "SQLite")
        await stores.close()
    if postgres.programs():
        with postgres.server() as server:
            stores = await open_stores(server.address(server.database()))
            await furnish(stores)
            await measure(stores, "PostgreSQL")
            await stores.close()


async def films() -> None:
    """Measure a whole game as a moving picture: the CPU of its process, and the size."""
    for key, game in GAMES.items():
        seats = game.SEATS[-1]
        steps = max((list(walk(game, seats, str(seed))) for seed in range(4)), key=len)
        seed = next(str(s) for s in range(4) if len(list(walk(game, seats, str(s)))) == len(steps))
        log = [[n, "move", step.seat, step.move, "person", n] for n, step in enumerate(steps[:-1], 1)]
        record = {"game": key, "edition": game.EDITION, "data": fingerprint(key), "options": []}
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        gif = await gif_of(record | {"seats": seats, "seed": seed, "log": log})
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        spent = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
        size = len(gif) / 1e6
        print(f"{key:8} film:    {len(log)} moves: {spent:4.1f} s of CPU (at most 4), {size:4.2f} MB")


async def steps() -> None:
    """Measure a step of a replay: words, layout and picture, beside a picture of the table alone."""
    for key, game in GAMES.items():
        seats = game.SEATS[-1]
        played = list(walk(game, seats, "1"))
        start = begin(1, game, tuple(range(1, seats + 1)), "1", ())
        rows = [LogRow(n, "move", step.seat, step.move) for n, step in enumerate(played[:-1], 1)]
        replay = Replay(fold(start, rows), steps_of(start, rows))
        spent, alone = [], []
        for at in range(0, len(replay.seen(None)), 3):
            began = time.process_time()
            screen = replay_screen(replay, None, at, words("en"))
            assert screen.scene
            told = time.process_time()
            paint(screen.scene)
            spent.append((time.process_time() - began) * 1000)
            alone.append((time.process_time() - told) * 1000)
        whole, picture = statistics.median(spent), statistics.median(alone)
        print(f"{key:8} replay:  a step {whole:5.1f} ms of CPU, of which the picture {picture:5.1f} ms")


if __name__ == "__main__":
    asyncio.run({"films": films, "steps": steps}.get(" ".join(sys.argv[1:]), records)())
