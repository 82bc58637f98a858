"""A process that thinks stands back in both ways, also where the system refuses one of them."""

import asyncio
import ctypes
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from bot.processes.priority import GROUP
from bot.processes.think_codec import Job, packed
from bot.processes.think_pool import MOVE_NICENESS, WORKER_MEGABYTES
from bot.processes.think_process import PROJECT_ROOT, WorkerProcess
from games import GAMES
from games.ai.patience import Budget
from games.ai.request import prepared
from games.core import offer
from tests import seccomp

UNIT = PROJECT_ROOT / "deploy" / "campanile.service"
BOUND_DROP, SYS_ADMIN = 24, 21  # of prctl; of the capabilities
needs_groups = pytest.mark.skipif(not GROUP.exists(), reason="this system does not count sessions as groups")
needs_seccomp = pytest.mark.skipif(not seccomp.is_known(), reason="no seccomp filter for this system here")


class Confined(WorkerProcess):
    """A process that thinks, and is refused some system calls."""

    def __init__(self, refused):
        super().__init__(MOVE_NICENESS, WORKER_MEGABYTES)
        self._refused = refused

    async def _hired(self):
        return await asyncio.create_subprocess_exec(
            *(sys.executable, "-c", self._code),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            cwd=PROJECT_ROOT,
            start_new_session=True,
            preexec_fn=seccomp.refusing(self._refused),
        )


async def manners(refused):
    """Let a confined process think about a move; return how far it stands back by itself, and its group."""
    game, process = GAMES["tuir"], Confined(refused)
    state = game.setup(2, "polite")
    seat = game.decisions(state)[0].seat
    job = Job("move", prepared(game, state, seat, "mason", "dice", Budget(0)))
    try:
        move = await process.ask(packed(job), lambda _: None)
        assert move in offer(game, state, seat).moves
        group = Path(f"/proc/{process.pid}/autogroup").read_text()
        return os.getpriority(os.PRIO_PROCESS, process.pid), int(group.rpartition(" ")[2])
    finally:
        await process.close()


@needs_groups
@needs_seccomp
async def test_a_thinker_that_may_not_be_nice_itself_still_says_so_of_its_group():
    before = os.getpriority(os.PRIO_PROCESS, 0)
    assert await manners(["setpriority"]) == (before, MOVE_NICENESS)


@needs_groups
@needs_seccomp
async def test_a_thinker_that_nothing_is_refused_stands_back_in_both_ways():
    before = os.getpriority(os.PRIO_PROCESS, 0)
    assert await manners([]) == (min(19, before + MOVE_NICENESS), MOVE_NICENESS)


@needs_groups
@needs_seccomp
async def test_under_the_unit_of_systemd_a_thinker_stands_back_in_both_ways():
    """The calls that the unit's own filter refuses are refused here."""
    refused = refused_by_the_unit() & seccomp.NAMES
    before = os.getpriority(os.PRIO_PROCESS, 0)
    assert await manners(refused) == (min(19, before + MOVE_NICENESS), MOVE_NICENESS)


def without_privileges():
    """Be no administrator of this machine, also where the tests are; who is none already cannot be less."""
    ctypes.CDLL(None).prctl(BOUND_DROP, ctypes.c_ulong(SYS_ADMIN))


@needs_groups
def test_thinkers_that_start_at_the_same_moment_all_speak_for_their_groups():
    """For all but an administrator, Linux takes one such word a tenth of a second on the whole machine."""
    code = (
        "from bot.processes.priority import GROUP, lower_priority; "
        "lower_priority(3); print(GROUP.read_text())"
    )
    started = [
        subprocess.Popen(
            [sys.executable, "-c", code],
            cwd=PROJECT_ROOT,
            stdout=subprocess.PIPE,
            text=True,
            start_new_session=True,
            preexec_fn=without_privileges,
        )
        for _ in range(3)
    ]
    told = [process.communicate()[0].strip() for process in started]
    assert all(one.endswith(" nice 3") for one in told), told


def test_the_unit_refuses_what_takes_resources_but_lets_a_process_stand_back():
    refused = refused_by_the_unit()
    assert "setpriority" not in refused
    assert {"setrlimit", "sched_setscheduler", "chown"} <= refused


def refused_by_the_unit():
    """Read the unit's filter as systemd does: line after line adds to what is allowed, or takes from it."""
    if not shutil.which("systemd-analyze"):
        pytest.skip("there is no systemd-analyze here, which knows the groups of system calls")
    told = re.findall(r"^SystemCallFilter=(~?)(.+)$", UNIT.read_text("utf-8"), re.M)
    allowed, everything = set(), set()
    for taken, names in told:
        calls = {call for name in names.split() for call in calls_of(name)}
        everything |= calls
        allowed = allowed - calls if taken else allowed | calls
    return everything - allowed


def calls_of(name):
    """Return the calls of a group, or the call itself."""
    if not name.startswith("@"):
        return {name}
    said = subprocess.run(
        ["systemd-analyze", "syscall-filter", name], capture_output=True, text=True, check=True
    ).stdout
    lines = [line.strip() for line in said.splitlines()[1:] if line.strip() and "#" not in line]
    return {call for line in lines for call in calls_of(line)}
