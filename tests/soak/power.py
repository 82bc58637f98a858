"""Power cuts, by a model of the disk: what was written and not yet synced may be there, or not, or in part.

A run of the store is watched from outside (`strace`): every write, truncation and sync of its files, and the
moment at which each move was acknowledged. A cut is a point in that run. What was synced before it is on
the disk; of every later write, any sectors may be, in any order. The files of such a disk are then opened
as the bot opens them: every move that was acknowledged before the cut must be there, and the game replays.
"""

import asyncio
import random
import re
import sqlite3
import subprocess
import sys
import tempfile
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path

from bot.domain.entities import LogRow, NewTable
from bot.domain.log import begin, follow
from bot.domain.results import Ending
from bot.storage.stores import open_stores
from games import GAMES, fingerprint
from tests.soak import truth
from tests.soak.defects import DEFECTS
from tests.soak.outcome import Outcome
from tests.wire.harness import ROOT

SECTOR = 512
CALLS = "openat,pwrite64,write,fsync,fdatasync,ftruncate,unlink,close"
LINE = re.compile(r"^\d+ +(\w+)\((.*)\) += (-?\d+)")
ACK = "acknowledged"


async def play(database: Path, moves: int, seed: int) -> None:
    """Play so many moves at random, each through the store; say each one once it is acknowledged."""
    dice, stores, rules = random.Random(seed), await open_stores(database), GAMES["tuir"]
    saved = await stores.lobby.new_table(NewTable(1, 1, "tuir", 1, "en"))
    await stores.lobby.save_lobby(saved.id, 1, (1, 2), ())
    await stores.lobby.start(saved.id, f"{seed:032x}", rules.EDITION, fingerprint(rules.KEY), ())
    saved = await stores.tables.table(saved.id)
    table = begin(saved.id, rules, saved.users, saved.seed, saved.options)
    for n in range(1, moves + 1):
        if table.over:
            break
        decision = dice.choice(table.asked)
        row = LogRow(n, "move", decision.seat, dice.choice(decision.moves), "person", n)
        table = follow(table, row)
        await stores.tables.append(saved.id, row, n, table.results(), ending=Ending())
        print(f"{ACK} {n}", flush=True)
        if n % 3 == 0:
            await stores.messages.set_shown(saved.id, n)
        if n % 40 == 0:  # what SQLite does by itself after a thousand pages: the file is rewritten in place
            await stores.engine.rows("PRAGMA wal_checkpoint(RESTART)")
    await stores.close()


def watched(folder: Path, moves: int, seed: int, defects: tuple[str, ...]) -> list[str]:
    """Run `play` under strace and return what it called."""
    trace = folder / "trace"
    command = (
        sys.executable,
        "-m",
        "tests.soak.power",
        str(folder / "p.sqlite3"),
        str(moves),
        str(seed),
        *defects,
    )
    subprocess.run(
        [
            "strace",
            "-f",
            "-xx",
            "-s",
            "70000",
            "-e",
            f"trace={CALLS}",
            "-e",
            "signal=none",
            "-o",
            trace,
            *command,
        ],
        check=True,
        cwd=ROOT,
        stdout=subprocess.DEVNULL,
    )
    return whole_lines(trace.read_text())


def whole_lines(trace: str) -> list[str]:
    """Put calls together that another thread has interrupted; a call counts from its end."""
    begun: dict[str, str] = {}
    lines = []
    for line in trace.splitlines():
        thread = line.split(" ", 1)[0]
        if line.endswith("<unfinished ...>"):
            begun[thread] = line.removesuffix("<unfinished ...>").rstrip()
        elif "resumed>" in line:
            lines.append(begun.pop(thread) + line.partition("resumed>")[2])
        else:
            lines.append(line)
    return lines


@dataclass
class Write:
    """A write or a truncation that the disk need not have done yet."""

    at: int
    content: bytes | None  # None: a truncation


@dataclass
class File:
    """One file: what is on the disk for sure, and what may be."""

    synced: bytes = b""
    pending: list[Write] = field(default_factory=list)

    def sync(self) -> None:
        for write in self.pending:
            self.synced = applied(self.synced, write)
        self.pending = []

    def after_cut(self, dice: random.Random, keep: float) -> bytes:
        """Return what the disk may hold: each sector of each pending write, or not."""
        content = self.synced
        for write in self.pending:
            if write.content is None:
                content = applied(content, write) if dice.random() < keep else content
                continue
            for start in range(0, len(write.content), SECTOR):
                if dice.random() < keep:
                    part = Write(write.at + start, write.content[start : start + SECTOR])
                    content = applied(content, part)
        return content


def applied(content: bytes, write: Write) -> bytes:
    if write.content is None:
        return content[: write.at].ljust(write.at, b"\0")
    padded = content.ljust(write.at, b"\0")
    return padded[: write.at] + write.content + padded[write.at + len(write.content) :]


def text(quoted: str) -> bytes:
    """Read a string as strace writes it with -xx."""
    assert not quoted.endswith("..."), "strace has cut a write short"
    return bytes.fromhex(quoted.strip('"').replace("\\x", ""))


class Disk:
    """The files of the database, as a run has left them so far."""

    def __init__(self, database: Path) -> None:
        self._prefix = str(database)
        self.files: dict[str, File] = {}
        self._open: dict[int, str] = {}
        self.acknowledged = 0

    def follow(self, line: str) -> bool:
        """Do what a line of the trace says; True when it changed the disk or acknowledged a move."""
        found = LINE.match(line)
        if found is None or int(found[3]) < 0:
            return False
        call, result = found[1], int(found[3])
        args = found[2].split(", ")
        match call:
            case "openat":
                path = text(args[1]).decode()
                self._open.pop(result, None)
                if path.startswith(self._prefix) and not path.endswith("-shm"):
                    self._open[result] = path
                    self.files.setdefault(path, File())
                return False
            case "close":
                self._open.pop(int(args[0]), None)
                return False
            case "write" if int(args[0]) == 1 and text(args[1]).startswith(ACK.encode()):
                self.acknowledged = int(text(args[1]).split()[1])
                return True
            case "unlink":
                return self.files.pop(text(args[0]).decode(), None) is not None
        return self._change(call, args, result)

    def _change(self, call: str, args: list[str], result: int) -> bool:
        path = self._open.get(int(args[0])) if args[0].isdecimal() else None
        if path is None:
            return False
        file = self.files[path]
        match call:
            case "pwrite64":
                file.pending.append(Write(int(args[3]), text(args[1])[:result]))
            case "ftruncate":
                file.pending.append(Write(int(args[1]), None))
            case "fsync" | "fdatasync":
                file.sync()
            case _:
                return False
        return True

    def cut(self, folder: Path, dice: random.Random) -> Path:
        """Write the files as a power cut may leave them."""
        keep = dice.choice((0.0, 0.0, 0.5, 0.9, 1.0))
        for path, file in self.files.items():
            (folder / Path(path).name).write_bytes(file.after_cut(dice, keep))
        return folder / Path(self._prefix).name


def survived(database: Path, acknowledged: int) -> list[str]:
    """Open a database after a cut, and say what is wrong with it."""
    try:
        with closing(sqlite3.connect(database)) as db:
            check = db.execute("PRAGMA integrity_check").fetchone()[0]
            if check != "ok":
                return [f"the file is damaged: {check[:60]}"]
        if not acknowledged:
            return []
        [stored] = truth.read(database)
    except (sqlite3.Error, ValueError) as error:
        return [f"the file cannot be used: {error}"]
    if stored.table is None:
        return ["the table does not replay"]
    lost = set(range(1, acknowledged + 1)) - {row.row for row in stored.rows}
    return [f"{len(lost)} acknowledged moves are lost"] if lost else []


def cuts(folder: Path, count: int, *defects: str, moves: int = 60, seed: int = 7) -> Outcome:
    """Cut the power at random points of runs; each run is cut many times."""
    out, dice = Outcome("power", "power cuts"), random.Random(seed)
    while out.done < count:
        seed += 1
        here = Path(tempfile.mkdtemp(dir=folder))
        lines = watched(here, moves, seed, defects)
        out.count("runs")
        one_run(here, lines, min(count - out.done, 500), dice, out)
    return out


def one_run(folder: Path, lines: list[str], count: int, dice: random.Random, out: Outcome) -> None:
    """Cut the power at so many points of one run."""
    probe = Disk(folder / "p.sqlite3")
    points = [n for n, line in enumerate(lines) if probe.follow(line)]
    out.notes["calls"] = out.notes.get("calls", 0) + len(points)
    wanted = sorted(dice.choices(points, k=count))
    disk, done = Disk(folder / "p.sqlite3"), 0
    for number, line in enumerate(lines):
        disk.follow(line)
        while done < len(wanted) and wanted[done] == number:
            with tempfile.TemporaryDirectory(dir=folder) as place:
                found = survived(disk.cut(Path(place), dice), disk.acknowledged)
            out.add(found, f"call {number}")
            out.count("after a move", bool(disk.acknowledged))
            done += 1
            out.done += 1


if __name__ == "__main__":
    for planted in sys.argv[4:]:
        DEFECTS[planted]()
    asyncio.run(play(Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3])))
