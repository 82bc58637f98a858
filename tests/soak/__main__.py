"""`make soak`: the campaign against trouble as a command; every count is an argument.

Each part comes with its control, a planted defect that the part must notice: a check that has gone silent
fails the campaign as a finding does.
"""

import argparse
import asyncio
import logging
import sys
import tempfile
import time
import traceback
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from tests.soak import cluster, life, power, processes, simulated, twins, wire
from tests.soak.outcome import Outcome

Run = Callable[[Path, int], Outcome]


class Part(NamedTuple):
    """A part of the campaign: how much by default, how it runs, and its control."""

    count: int
    run: Run
    control: Callable[[Path], Outcome]
    notices: str  # words that stand in a finding of the control


def wired(part: Callable[..., object], *defects: str, **options: float) -> Run:
    return lambda folder, count: asyncio.run(part(folder, count, *defects, **options))  # type: ignore[arg-type]


def times(count: int, run: Run) -> Callable[[Path], Outcome]:
    return lambda folder: run(folder, count)


def clustered(kind: str, *defects: str) -> Run:
    return lambda folder, count: cluster.run(kind, count, *defects)


PARTS = {
    "kills": Part(500, wired(wire.kills), times(4, wired(wire.kills, "lazy")), "move is lost"),
    "hiccups": Part(
        100, wired(wire.hiccups), times(2, wired(wire.hiccups, "gives_up", within=6.0)), "is behind"
    ),
    "forged": Part(10_000, wired(wire.forged), times(48, wired(wire.forged, "trusting")), "forged press"),
    "sigterm": Part(100, wired(wire.sigterms), times(2, wired(wire.sigterms, "hasty")), "unanswered"),
    "twice": Part(1_000, wired(wire.redelivery), times(9, wired(wire.redelivery, "doubling")), "doubled"),
    "faults": Part(
        0, wired(wire.faults), times(0, wired(wire.board_fault, "believing", within=6.0)), "is behind"
    ),
    "power": Part(2_000, power.cuts, times(60, lambda f, n: power.cuts(f, n, "unsynced")), "cannot be used"),
    "pg-kills": Part(500, clustered("worker"), times(3, clustered("worker", "lazy")), "are lost"),
    "pg-server": Part(100, clustered("server"), times(3, clustered("server", "forgetful")), "are lost"),
    "processes": Part(100, wired(processes.kills), times(3, wired(processes.kills, "lazy")), "move is lost"),
    "clocks": Part(200, wired(simulated.clocks), times(3, wired(simulated.clocks, naive=True)), "is behind"),
    "day": Part(24, wired(simulated.day), times(1, wired(simulated.day, hoarding=True)), "still in memory"),
    "life": Part(
        1_000, wired(life.lives), times(12, wired(life.lives, heartless=True)), "the clock moved with"
    ),
    "twins": Part(
        100_000,
        lambda folder, count: twins.twins(count),
        lambda folder: twins.twins(400, indiscreet=True),
        "leaks to",
    ),
}


def noticed(part: Part, out: Outcome) -> bool:
    """Say whether a control was noticed, and for the reason that was planted."""
    return any(part.notices in finding for finding in out.findings)


def timed(work: Callable[[Path], Outcome]) -> tuple[Outcome, float]:
    start = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="soak-") as folder:
        return work(Path(folder)), time.monotonic() - start


def run_part(name: str, part: Part, count: int) -> bool:
    """Run a part and its control; say what came of them, and return whether both are as they should be."""
    control, took = timed(part.control)
    seen = noticed(part, control)
    print(f"{name:10} control: {'noticed' if seen else 'NOT NOTICED'} ({took:.0f} s)", flush=True)
    out, took = timed(lambda folder: part.run(folder, count))
    print(f"{out.line()} ({took:.0f} s)", flush=True)
    for finding in list(dict.fromkeys(out.findings))[:20]:
        print(f"           - {finding}", flush=True)
    return seen and not out.findings and out.done > 0


def main(argv: list[str] | None = None) -> int:
    words = argparse.ArgumentParser(prog="python -m tests.soak", description=__doc__)
    words.add_argument("parts", nargs="*", metavar="part", help=f"of {', '.join(PARTS)}; none: all")
    for name, part in PARTS.items():
        words.add_argument(
            f"--{name}", type=int, default=part.count, metavar="N", help=f"default {part.count}"
        )
    wanted = words.parse_args(argv)
    if unknown := set(wanted.parts) - set(PARTS):
        words.error(f"no such part: {', '.join(sorted(unknown))}")
    chosen = wanted.parts or list(PARTS)
    logging.getLogger("aiohttp.server").setLevel(logging.CRITICAL)  # a killed bot breaks its line: as meant
    good = [ran(name, getattr(wanted, name.replace("-", "_"))) for name in chosen]
    return 0 if all(good) else 1


def ran(name: str, count: int) -> bool:
    """Run a part; one that breaks off is a failure, and the others still run."""
    try:
        return run_part(name, PARTS[name], count)
    except Exception:
        print(f"{name:10} BROKE OFF\n{traceback.format_exc()}", flush=True)
        return False


if __name__ == "__main__":
    sys.exit(main())
