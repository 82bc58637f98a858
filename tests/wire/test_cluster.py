"""Several processes on one PostgreSQL, killed under load: a sample of the parts of `make soak` with one."""

import os

import pytest

from tests import postgres
from tests.patience import LONGEST

os.environ.setdefault("SOAK_WITHIN", str(LONGEST))  # ten seconds are for `make soak`

from tests.soak import cluster, processes
from tests.soak.__main__ import PARTS, noticed

pytestmark = pytest.mark.skipif(postgres.programs() is None, reason=postgres.MISSING)


def test_four_processes_of_which_one_is_always_killed_lose_and_double_nothing():
    out = cluster.run("worker", 8)
    assert out.findings == [] and out.done == 8
    assert out.notes["acknowledged"] >= 8 * cluster.BETWEEN


def test_a_server_that_is_killed_loses_no_acknowledged_move():
    out = cluster.run("server", 1)
    assert out.findings == [] and out.done == 1


async def test_a_bot_that_is_killed_beside_another_leaves_no_board_stale_and_loses_nothing(tmp_path):
    out = await processes.kills(tmp_path, 1)
    assert out.findings == [] and out.done == 1


def test_processes_that_say_so_before_a_move_is_stored_are_noticed():
    assert noticed(PARTS["pg-kills"], cluster.run("worker", 1, "lazy"))
