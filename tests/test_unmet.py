"""An assertion that no run of its test has met is named, and only then."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.unmet import assertions

ROOT = Path(__file__).resolve().parent.parent
PROBE = """\
import asyncio

import pytest


@pytest.mark.parametrize("n", [1, 2])
def test_loops(n):
    assert n
    for x in range(n):
        assert x < n
    if n == 2:
        assert (
            n
        )
    for word in ():
        assert word{}


async def test_waits():
    for _ in range(2):
        await asyncio.sleep(0)
        assert True
"""


def told(tmp_path, *words, rest=""):
    """Run the probe as a suite of its own; return its exit code and what it says."""
    (tmp_path / "conftest.py").write_text(
        "from tests.unmet import Unmet\n\n\ndef pytest_configure(config):\n"
        "    config.pluginmanager.register(Unmet(config))\n"
    )
    (tmp_path / "test_probe.py").write_text(PROBE.format(rest))
    start = [sys.executable, "-m", "pytest", "-q", "-o", "asyncio_mode=auto", f"--rootdir={tmp_path}"]
    run = subprocess.run(
        [*start, *(words or [str(tmp_path)])], cwd=ROOT, capture_output=True, text=True, check=False
    )
    return run.returncode, [line for line in run.stdout.splitlines() if "never met" in line]


@pytest.mark.slow
@pytest.mark.parametrize("workers", [(), ("-n", "2")])
def test_an_assertion_that_was_never_met_fails_the_build(tmp_path, workers):
    where = "test_probe.py:16: this assertion was never met"
    assert told(tmp_path, *workers, str(tmp_path)) == (1, [where])


def test_what_was_met_by_one_of_many_runs_is_not_named(tmp_path):
    assert told(tmp_path, rest=" or n\n    for word in 'a':\n        assert word")[1] == [
        "test_probe.py:16: this assertion was never met"
    ]


def test_a_part_of_a_test_is_not_judged(tmp_path):
    assert told(tmp_path, "-k", "loops and 1", str(tmp_path)) == (0, [])
    assert told(tmp_path, f"{tmp_path}/test_probe.py::test_loops") == (0, [])


def test_only_what_stands_below_a_branch_is_traced():
    assert assertions(__file__) == {}, "no test here has a branch"
    assert assertions(str(ROOT / "tests" / "games" / "test_tuir_contract.py"))
