"""`make soak`: the campaign against trouble as a command; every count is an argument, and the seed.

Each part comes with its control, a planted defect that the part must notice: a check that has gone silent
fails the campaign as a finding does.
"""

import argparse
import asyncio
import logging
import shutil
import sys
import tempfile
import time
import traceback
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

from tests.soak import cluster, life, power, processes, simulated, twins, wire
from tests.soak.outcome import Outcome

Run = Callable[[Path, int, int], Outcome]  # where, how much, and with which seed


class Part(NamedTuple):
    """A part of the campaign: how much by default, how it runs, and its control."""

    count: int
    run: Run
    control: tuple[int, Run]
    notices: str  # words that stand in a finding of the control


def wired(part: Callable[..., Any], *defects: str, **options: float) -> Run:
    return lambda folder, count, seed: asyncio.run(part(folder, count, *defects, **options, seed=seed))


def clustered(kind: str, *defects: str) -> Run:
    return lambda folder, count, seed: cluster.run(kind, count, *defects, seed=seed)


def cut(*defects: str) -> Run:
    return lambda folder, count, seed: power.cuts(folder, count, *defects, seed=seed)


def paired(**options: bool) -> Run:
    return lambda folder, count, seed: twins.twins(count, seed=seed, **options)


PARTS = {
    "kills": Part(500, wired(wire.kills), (1, wired(wire.kills, "lazy", within=1.0)), "move is lost"),
    "hiccups": Part(100, wired(wire.hiccups), (1, wired(wire.hiccups, "gives_up", within=6.0)), "is behind"),
    "forged": Part(10_000, wired(wire.forged), (48, wired(wire.forged, "trusting")), "forged press"),
    "sigterm": Part(100, wired(wire.sigterms), (2, wired(wire.sigterms, "hasty")), "unanswered"),
    "twice": Part(1_000, wired(wire.redelivery), (9, wired(wire.redelivery, "doubling")), "doubled"),
    "faults": Part(0, wired(wire.faults), (0, wired(wire.board_fault, "believing", within=6.0)), "is behind"),
    "power": Part(2_000, cut(), (60, cut("unsynced")), "cannot be used"),
    "pg-kills": Part(500, clustered("worker"), (3, clustered("worker", "lazy")), "are lost"),
    "pg-server": Part(100, clustered("server"), (3, clustered("server", "forgetful")), "are lost"),
    "processes": Part(
        100, wired(processes.kills), (1, wired(processes.kills, "lazy", within=1.0)), "move is lost"
    ),
    "clocks": Part(200, wired(simulated.clocks), (3, wired(simulated.clocks, naive=True)), "is behind"),
    "day": Part(24, wired(simulated.day), (1, wired(simulated.day, hoarding=True)), "still in memory"),
    "life": Part(1_000, wired(life.lives), (12, wired(life.lives, heartless=True)), "the clock moved with"),
    "twins": Part(100_000, paired(), (400, paired(indiscreet=True)), "leaks to"),
}


def noticed(part: Part, out: Outcome) -> bool:
    """Say whether a control was noticed, and for the reason that was planted."""
    return any(part.notices in finding for finding in out.findings)


def timed(work: Callable[[Path], Outcome], *, keep: bool = False) -> tuple[Outcome, float]:
    """Work in a folder of its own; one with findings is kept on wish, with the database and the bot's log."""
    start, folder = time.monotonic(), Path(tempfile.mkdtemp(prefix="soak-"))
    out = work(folder)
    if keep and out.findings:
        print(f"           the files of this part are kept in {folder}", flush=True)
    else:
        shutil.rmtree(folder, ignore_errors=True)
    return out, time.monotonic() - start


def run_part(name: str, part: Part, count: int, seed: int) -> bool:
    """Run a part and its control; say what came of them, and return whether both are as they should be."""
    enough, broken = part.control
    control, took = timed(lambda folder: broken(folder, enough, seed))
    seen = noticed(part, control)
    print(f"{name:10} control: {'noticed' if seen else 'NOT NOTICED'} ({took:.0f} s)", flush=True)
    out, took = timed(lambda folder: part.run(folder, count, seed), keep=True)
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
    words.add_argument("--seed", type=int, default=1, metavar="N", help="of everything that is random")
    wanted = words.parse_args(argv)
    if unknown := set(wanted.parts) - set(PARTS):
        words.error(f"no such part: {', '.join(sorted(unknown))}")
    chosen = wanted.parts or list(PARTS)
    logging.getLogger("aiohttp.server").setLevel(logging.CRITICAL)  # a killed bot breaks its line: as meant
    good = [ran(name, getattr(wanted, name.replace("-", "_")), wanted.seed) for name in chosen]
    return 0 if all(good) else 1


def ran(name: str, count: int, seed: int) -> bool:
    """Run a part; one that breaks off is a failure, and the others still run."""
    try:
        return run_part(name, PARTS[name], count, seed)
    except Exception:
        print(f"{name:10} BROKE OFF\n{traceback.format_exc()}", flush=True)
        return False


if __name__ == "__main__":
    sys.exit(main())
