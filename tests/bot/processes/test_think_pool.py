"""Processes that think: the same answers, whatever happens to a process, and never in the way."""

import asyncio
import os
import pickle
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from bot.base.errors import NoThought
from bot.processes import think_pool as pools
from bot.processes.priority import GROUP
from bot.processes.think_codec import Job, packed, unpacked
from bot.processes.think_inline import InlineThinker
from bot.processes.think_pool import FULL, HORIZON, LEAST, Pool, allowance
from bot.processes.think_process import PROJECT_ROOT
from games import GAMES
from games.ai.patience import Budget, Patience
from games.ai.request import done, prepared, remembered
from games.editions import by_edition, over, sheets_under
from tests.kit import edited
from tests.patience import until

FEW = Budget(5)


@pytest.fixture
async def pool():
    pool = Pool(1)
    yield pool
    await pool.close()


def asked(game, player="architect", budget=FEW, dice="dice"):
    state = game.setup(2, "seed")
    return prepared(game, state, game.decisions(state)[0].seat, player, dice, budget)


def long_thought():
    """Return an errand that takes as long as it is allowed."""
    return asked(GAMES["lucca"], "podesta", Budget())


async def test_the_other_process_answers_as_this_one_would(pool):
    for game in GAMES.values():
        errand = asked(game)
        assert await pool.move(errand) == done(errand)
        assert (await pool.hint(errand)).why == (await pool.hint(errand)).why


@pytest.mark.parametrize("key", sorted(GAMES))
async def test_a_table_over_other_data_files_gets_computers_too(pool, key):
    game = over(key, edited(key))
    errand = asked(game)
    assert await pool.move(errand, sheets_under(game)) == done(errand, game)


async def test_a_table_of_a_former_edition_gets_computers_too(pool):
    game = by_edition(GAMES["guilds"], 1)
    errand = asked(game)
    assert errand.edition == 1
    assert await pool.move(errand, sheets_under(game)) == done(errand, game)


async def test_rules_that_are_not_there_are_said_to_be_no_thought(pool):
    with pytest.raises(NoThought, match="NotKept"):
        await pool.move(asked(GAMES["tuir"])._replace(edition=99))
    assert await pool.move(asked(GAMES["tuir"])), "the process goes on"


def test_a_parcel_is_the_same_whatever_the_truth_is():
    for key, game in GAMES.items():
        state = game.setup(2, "seed")
        seat = game.decisions(state)[0].seat
        truths = [game.redeal(state, seat, f"truth/{n}") for n in range(3)]
        made = [prepared(game, truth, seat, "mason", "dice", FEW) for truth in truths]
        parcels = {pickle.dumps(unpacked(packed(Job("move", errand)))) for errand in made}
        assert len(parcels) == 1, key
        assert b"seed" not in packed(Job("move", made[0]))


@pytest.mark.slow
async def test_a_process_that_is_killed_in_the_middle_is_replaced_and_the_move_comes(pool):
    thinking = asyncio.create_task(pool.move(long_thought()))
    await until(pool.moves.pids)
    await asyncio.sleep(0.05)
    [before] = pool.moves.pids()
    os.kill(before, signal.SIGKILL)
    assert await thinking in GAMES["lucca"].decisions(GAMES["lucca"].setup(2, "seed"))[0].moves
    assert pool.moves.pids() != [before]


async def test_a_question_that_ends_every_process_is_given_up(pool, monkeypatch):
    thinking = asyncio.create_task(pool.move(long_thought()))
    for _ in range(pools.WORKER_TRIES):
        await until(pool.moves.pids)
        pid = pool.moves.pids()[0]
        os.kill(pid, signal.SIGKILL)
        await until(lambda: pid not in pool.moves.pids() or thinking.done())  # noqa: B023
    with pytest.raises(NoThought):
        await thinking
    assert await pool.move(asked(GAMES["tuir"]))


async def test_a_question_that_is_gone_frees_its_process(pool):
    first = asyncio.create_task(pool.move(long_thought()))
    await until(pool.moves.pids)
    waiting = asyncio.create_task(pool.move(asked(GAMES["tuir"])))
    gone = asyncio.create_task(pool.move(long_thought()))
    first.cancel()
    gone.cancel()
    assert await waiting


async def test_a_process_ends_with_the_one_who_asked():
    code = "from bot.processes import think_worker; think_worker.main(0, 0)"
    worker = subprocess.Popen([sys.executable, "-c", code], stdin=subprocess.PIPE, cwd=PROJECT_ROOT)
    assert worker.stdin
    worker.stdin.close()
    assert await asyncio.to_thread(worker.wait, 60) == 0


async def test_a_process_has_no_more_memory_than_it_may_and_gives_way():
    pool = Pool(1, 200)
    try:
        await pool.move(asked(GAMES["tuir"]))
        [pid] = pool.moves.pids()
        with open(f"/proc/{pid}/limits") as limits:
            assert str(200 * 2**20) in next(line for line in limits if "address space" in line)
        assert os.getpriority(os.PRIO_PROCESS, pid) >= pools.MOVE_NICENESS
    finally:
        await pool.close()


@pytest.mark.skipif(not GROUP.exists(), reason="this system does not count sessions as groups")
async def test_a_process_gives_way_also_where_the_cores_are_shared_among_sessions(pool):
    await pool.move(asked(GAMES["tuir"]))
    [pid] = pool.moves.pids()
    assert Path(f"/proc/{pid}/autogroup").read_text().endswith(f" nice {pools.MOVE_NICENESS}\n")


@pytest.mark.skipif(not GROUP.exists(), reason="this system does not count sessions as groups")
def test_a_process_that_is_not_alone_in_its_session_speaks_for_itself_only():
    before = GROUP.read_text()
    code = "from bot.processes.priority import lower_priority; lower_priority(1)"
    subprocess.run([sys.executable, "-c", code], cwd=PROJECT_ROOT, check=True)
    assert GROUP.read_text() == before


@pytest.mark.slow
async def test_a_game_is_looked_back_at_with_words_on_how_far_it_is(pool):
    game, log = GAMES["tuir"], []
    state = game.setup(2, "seed")
    while (open_ := game.decisions(state)) and len(log) < 12:
        log.append((open_[0].seat, open_[0].moves[0]))
        state = game.apply(state, *log[-1])
    heard = []
    memoir = remembered(game, 2, "seed", (), log)._replace(simulations=1)
    found = await pool.review(memoir, None, heard.append)
    assert heard == list(range(1, 13)) and len(found.chances) == 13
    assert found == await InlineThinker().review(memoir, None, lambda _: None)
    await until(lambda: not pool.reviews.pids())


def test_moves_get_less_time_the_more_wait_and_the_longer():
    assert allowance(0, 0, 1).seconds == FULL
    assert allowance(0, 50, 1).seconds < 0.1 < allowance(0, 50, 4).seconds
    assert allowance(9, 0, 1).seconds == LEAST
    assert allowance(0, 50, 1).wait == HORIZON > allowance(1, 0, 1).wait > allowance(9, 0, 1).wait == LEAST


def test_a_process_that_gets_no_core_does_not_keep_a_table_waiting():
    assert not Patience(Budget(seconds=60, wait=0)).lasts()
    assert not Patience(Budget(seconds=0, wait=60)).lasts()
    assert Patience(Budget(seconds=60, wait=60)).lasts()
    assert Budget(7, 2, 3).within(Budget(8, 1, 4)) == Budget(7, 1, 3)


async def test_who_waits_for_a_hint_comes_before_the_moves(pool):
    order = []

    async def noted(name, work):
        await work
        order.append(name)

    works = [noted(n, pool.move(asked(GAMES["tuir"], dice=str(n)))) for n in range(4)]
    await asyncio.gather(*works, noted("hint", pool.hint(asked(GAMES["tuir"]))))
    assert order.index("hint") <= 1


async def test_a_pool_that_closes_leaves_no_process_and_nobody_waiting():
    pool = Pool(1)
    waiting = [asyncio.create_task(pool.move(long_thought())) for _ in range(3)]
    await until(pool.moves.pids)
    pids = pool.moves.pids()
    await pool.close()
    assert all(
        isinstance(end, asyncio.CancelledError)
        for end in await asyncio.gather(*waiting, return_exceptions=True)
    )
    began = time.monotonic()
    while any(os.path.exists(f"/proc/{pid}") for pid in pids) and time.monotonic() - began < 60:
        await asyncio.sleep(0.01)
    assert not any(os.path.exists(f"/proc/{pid}") for pid in pids)
