"""The end of a game: row, result and ratings together, once, whatever is killed or raced; on both engines."""

import asyncio
import subprocess
import sys
from pathlib import Path

import pytest

from bot.base.errors import Repeated, Stale
from bot.domain.entities import LogRow, NewTable, Result
from bot.domain.results import Ending, added_up
from bot.service.services import build_services
from bot.storage.engine import DependentStep
from bot.storage.stores import open_stores

ROOT = Path(__file__).resolve().parents[3]
NOW = 1_790_000_000
DAY = 86_400


async def dealt(stores, channel, users=(7, 8), game="tuir", options=()):
    saved = await stores.lobby.new_table(NewTable(1, channel, game, users[0], "en"))
    await stores.lobby.start(saved.id, "seed", 1, "data", options, users)
    return saved.id


def results(users=(7, 8)):
    return [Result(user, place, (9 - place,), place - 1, 9) for place, user in enumerate(users, 1)]


def last(n):
    return LogRow(1, "move", 0, "a", "person", NOW + n * DAY)


async def counts(stores):
    """Return how many rows, results, finished games and rated games there are: always as many of each."""
    [(rows,)] = await stores.engine.rows("SELECT COUNT(*) FROM rows")
    [(players,)] = await stores.engine.rows("SELECT COUNT(*) FROM results")
    [(games,)] = await stores.engine.rows("SELECT COUNT(*) FROM finished")
    rated = await stores.records.rating(7, "tuir")
    return rows, players // 2, games, rated.games if rated else 0


@pytest.fixture
async def stores(address):
    stores = await open_stores(address)
    yield stores
    await stores.close()


async def test_a_unit_that_fails_at_any_of_its_steps_stores_nothing_of_it(stores, monkeypatch):
    """Let every step of the end of a game fail in turn: before it nothing is there, after it everything."""
    id, write, step = await dealt(stores, 1), stores.engine.write, 0

    def failing(part, at):
        nonlocal step
        step += 1
        if step == at:
            return part._replace(query="SELECT * FROM no_such_table", values=())
        if isinstance(part, DependentStep):
            then = part.then
            return part._replace(then=lambda rows: [failing(further, at) for further in then(rows)])
        return part

    at = 0
    while True:
        at, step = at + 1, 0
        stores.engine.write = lambda *steps, at=at: write(*[failing(part, at) for part in steps])
        try:
            await stores.tables.append(id, last(0), 5, results(), ending=Ending())
            break
        except Exception:
            assert await counts(stores) == (0, 0, 0, 0), f"step {at}"
            assert (await stores.tables.table(id)).phase == "play"
    stores.engine.write = write
    assert at > 12 and await counts(stores) == (1, 1, 1, 1)
    assert (await build_services(stores).ratings.rebuild()).changed == 0


async def test_the_same_end_delivered_twice_counts_once(address):
    opened = [await open_stores(address)]
    opened.append(await open_stores(address) if opened[0].processes.shared else opened[0])
    for n in range(8):
        id = await dealt(opened[0], n)
        twice = [stores.tables.append(id, last(n), 900 + n, results(), ending=Ending()) for stores in opened]
        done = await asyncio.gather(*twice, return_exceptions=True)
        assert sum(isinstance(answer, int) for answer in done) == 1
        assert all(isinstance(answer, (int, Stale, Repeated)) for answer in done)
    assert await counts(opened[0]) == (8, 8, 8, 8)
    assert (await build_services(opened[0]).ratings.rebuild()).changed == 0
    for stores in set(opened):
        await stores.close()


ENDING = """
import asyncio, sys
from bot.domain.results import Ending
from bot.storage.stores import open_stores
from tests.bot.storage.test_results import dealt, last, results

async def main(address, first):
    stores = await open_stores(address)
    for n in range(first, first + 500):
        id = await dealt(stores, n)
        await stores.tables.append(id, last(n), n + 1, results(), ending=Ending())
        print(n, flush=True)

asyncio.run(main(sys.argv[1], int(sys.argv[2])))
"""


def ending(address, first):
    """Let another process end one game after the other."""
    return subprocess.Popen(
        [sys.executable, "-c", ENDING, address, str(first)], cwd=ROOT, stdout=subprocess.PIPE, text=True
    )


def read(process, lines):
    return [process.stdout.readline() for _ in range(lines)]


@pytest.mark.slow
async def test_a_process_that_is_killed_while_games_end_loses_and_doubles_nothing(address):
    for n in range(3):
        process = ending(address, n * 1000)
        told = await asyncio.to_thread(read, process, 5 + n)
        process.kill()
        told += process.stdout.read().split()
        process.stdout.close()
        process.wait()
        stores = await open_stores(address)
        rows, players, games, rated = await counts(stores)
        assert rows == players == games == rated >= 5 + n
        assert (await build_services(stores).ratings.rebuild()).changed == 0
        await stores.close()


@pytest.mark.slow
async def test_two_processes_that_end_games_of_the_same_people_rate_them_one_after_the_other(on_postgres):
    await (await open_stores(on_postgres)).close()
    processes = [ending(on_postgres, n * 1000) for n in range(2)]
    await asyncio.gather(*(asyncio.to_thread(read, process, 15) for process in processes))
    for process in processes:
        process.kill()
        process.stdout.close()
        process.wait()
    stores = await open_stores(on_postgres)
    rows, players, games, rated = await counts(stores)
    assert rows == players == games == rated >= 30
    assert (await build_services(stores).ratings.rebuild()).changed == 0
    await stores.close()


# --- the best of all points ---------------------------------------------------------------------------


async def scored(stores, channel, points, game="tuir", options=()):
    """Finish a game in which player 7 has so many points."""
    id = await dealt(stores, channel, game=game, options=options)
    ended = [Result(7, 1, (points,), 0, 9), Result(8, 2, (1,), 1, 9)]
    await stores.tables.append(id, last(channel), channel, ended, ending=Ending())


async def test_the_points_of_several_deals_are_no_record_of_one(stores):
    """Two games added up, or a match to 200, would beat every single game."""
    await scored(stores, 1, 12)
    await scored(stores, 2, 30, options=("both", "twice"))
    await scored(stores, 3, 17, options=("both", "short"))
    await scored(stores, 4, 203, game="towers", options=("close:free", "nobles", "to:200"))
    tallies = {tally.game: tally for tally in await stores.records.tallies(7, added_up())}
    assert (tallies["tuir"].games, tallies["tuir"].wins, tallies["tuir"].best) == (3, 3, 17)
    assert (tallies["towers"].games, tallies["towers"].best) == (1, None)


def test_every_option_that_adds_deals_up_is_known_to_the_records():
    keys = {("towers", key) for key in ("deals:2", "deals:3", "deals:4", "to:120", "to:200")}
    assert set(added_up()) == {*keys, ("tuir", "twice")}
