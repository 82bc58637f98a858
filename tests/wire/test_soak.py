"""A short sample of the campaign (`make soak`): each part finds nothing, and notices what is planted."""

import os
import shutil

import pytest

from tests.patience import LONGEST

os.environ.setdefault(
    "SOAK_WITHIN", str(LONGEST)
)  # ten seconds are for `make soak`: no test fails by the clock

from tests.soak import power, simulated, twins, wire
from tests.soak.__main__ import PARTS, noticed

HAS_STRACE = pytest.mark.skipif(
    not shutil.which("strace"),
    reason="watches the store with strace (docs/reliability.md)",
)
WIRED = {
    "kills": (wire.kills, 1),
    "forged": (wire.forged, 60),
    "sigterm": (wire.sigterms, 1),
    "twice": (wire.redelivery, 6),
}


@pytest.mark.parametrize("part", WIRED)
async def test_a_sample_of_trouble_over_the_wire_loses_and_doubles_nothing(part, tmp_path):
    run, count = WIRED[part]
    out = await run(tmp_path, count)
    assert out.findings == [] and out.done >= count


async def test_a_hiccup_of_discord_leaves_no_board_stale(tmp_path):
    out = await wire.hiccups(tmp_path, 1)
    assert out.findings == [] and out.done == 1


async def test_a_bot_that_takes_a_failed_edit_for_made_is_noticed(tmp_path):
    assert noticed(PARTS["faults"], await wire.board_fault(tmp_path, 1, "believing", within=1.0))


@HAS_STRACE
def test_a_power_cut_loses_no_acknowledged_move_and_a_careless_store_is_noticed(tmp_path):
    assert power.cuts(tmp_path, 40, moves=12).findings == []
    assert power.cuts(tmp_path, 40, "unsynced", moves=12).findings


async def test_a_clock_that_jumps_keeps_no_board_from_being_current(tmp_path):
    out = await simulated.clocks(tmp_path, 2)
    assert out.findings == [] and out.done >= 2


async def test_a_bot_that_measures_with_the_wall_clock_is_noticed(tmp_path):
    assert noticed(PARTS["clocks"], await simulated.clocks(tmp_path, 3, naive=True))


async def test_an_hour_of_tables_leaves_nothing_in_memory(tmp_path):
    assert (await simulated.day(tmp_path, 1)).findings == []


async def test_a_table_that_stays_in_memory_is_noticed(tmp_path):
    assert noticed(PARTS["day"], await simulated.day(tmp_path, 1, hoarding=True))


def test_twins_look_the_same_and_an_indiscreet_game_is_noticed():
    out = twins.twins(200)
    assert out.findings == [] and out.done >= 200
    assert noticed(PARTS["twins"], twins.twins(200, indiscreet=True))
