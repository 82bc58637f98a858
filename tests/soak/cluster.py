"""Four processes at shared tables on one PostgreSQL; one of them, or the server, is killed again and again.

Every press has an interaction, and the same one reaches several processes (a RESUME, an overlapping restart);
different presses of one question race; lobbies are filled by all at once. Afterwards every log is replayed by
the rules, and what was acknowledged must be in it. Run as a process of its own, which forks its workers.
"""

import asyncio
import contextlib
import hashlib
import json
import os
import random
import signal
import subprocess
import sys
import time

from bot.base.errors import ChannelTaken, Refused, StaleQuestion, StoreTrouble
from bot.domain.entities import NewTable, TableRecord
from bot.service.services import Services, build_services
from bot.storage.stores import Stores, open_stores
from games import GAMES
from tests.patience import LONGEST
from tests.postgres import Server, server
from tests.soak.defects import DEFECTS
from tests.soak.outcome import Outcome
from tests.soak.verdict import until_quiet, verdict
from tests.wire.harness import ROOT

PROCESSES, CHANNELS, LANES = 4, 12, 3
BETWEEN = 6  # moves that must be acknowledged between two kills


# --- a process ---


async def work(address: str, tell: int) -> None:
    """Play at all tables for ever; say what was acknowledged."""
    stores = await opened(address)
    services, dice = build_services(stores), random.Random()

    async def lane() -> None:
        while True:
            try:
                number = await one_press(services, dice)
                os.write(tell, f"ok {number}\n".encode() if number else b"idle 0\n")
            except (StaleQuestion, Refused, ChannelTaken, StoreTrouble) as error:
                os.write(tell, f"{type(error).__name__} 0\n".encode())
                await asyncio.sleep(0.01)

    await asyncio.gather(*(lane() for _ in range(LANES)))


async def opened(address: str) -> Stores:
    """Open the store as soon as the server is there."""
    while True:
        with contextlib.suppress(StoreTrouble):
            return await open_stores(address)
        await asyncio.sleep(0.1)


async def one_press(services: Services, dice: random.Random) -> int:
    """Do what somebody may do at some table; return the interaction of a move."""
    saved = await table_in(services, dice.randrange(1, CHANNELS + 1))
    if saved.phase != "play":
        return 0
    table = await services.tables.table(saved.id)
    if table.over:
        return 0
    seat = dice.choice(table.awaited() or (table.asked[0].seat,))
    stamp, decision, user = table.stamp(seat), table.offer(seat), table.users[seat]
    assert decision is not None
    row, way = table.takebacks.way_back(seat), dice.random()
    what = "back" if way < 0.04 and row is not None else "vote" if way < 0.05 else f"{dice.randrange(2)}"
    said = f"{saved.id}:{table.last_row}:{stamp}:{what}"  # others press the very same
    number = int.from_bytes(hashlib.blake2s(said.encode(), digest_size=7).digest(), "big")
    if what == "back" and row is not None:
        await services.takeback.take_back(saved.id, user, row, number)
        return 0  # nothing is stored by a wish that somebody else has had already
    if what == "vote":
        await services.agreements.vote(
            saved.id, user, stop=seat not in table.wishes.votes(), interaction=number
        )
        return 0
    move = decision.idle if number % 10 == 0 else decision.moves[number % len(decision.moves)]
    await services.moves.play(saved.id, user, stamp, lambda table, seat: move, number)
    return number


async def table_in(services: Services, channel: int) -> TableRecord:
    """Return the table of a channel; open, fill and start a new one when there is none."""
    saved = await services.tables.table_in(channel)
    if saved is None or saved.phase == "done":
        game = sorted(GAMES)[channel % len(GAMES)]
        saved = await services.lobby.open(NewTable(1, channel, game, 100, "en"))
    if saved.phase == "lobby":
        for user in range(101, 100 + GAMES[saved.game].SEATS[-1]):
            saved = await services.lobby.change(saved.id, lambda lobby, user=user: lobby.join(user))  # type: ignore[misc]
        await services.lobby.start(saved.id, 100)
        saved = await services.tables.saved(saved.id)
    return saved


# --- the one who kills ---


class Workers:
    """The processes, and what they said."""

    def __init__(self, address: str) -> None:
        self._address = address
        self._pids: dict[int, int] = {}
        self._ears: dict[int, tuple[int, bytes]] = {}
        self.acknowledged: set[int] = set()
        self.said: dict[str, int] = {}
        for worker in range(PROCESSES):
            self.start(worker)

    def start(self, worker: int) -> None:
        """Fork: the rules are imported already, a process is at work within milliseconds."""
        ear, mouth = os.pipe()
        pid = os.fork()
        if not pid:
            os.close(ear)
            try:
                random.seed()
                asyncio.run(work(self._address, mouth))
            finally:
                os._exit(1)
        os.close(mouth)
        os.set_blocking(ear, False)
        self._pids[worker], self._ears[worker] = pid, (ear, b"")

    def hear(self) -> int:
        """Listen to all; return how many moves have been acknowledged so far."""
        for worker, (ear, rest) in self._ears.items():
            with contextlib.suppress(BlockingIOError):
                while heard := os.read(ear, 65536):
                    rest += heard
            *lines, rest = rest.split(b"\n")
            self._ears[worker] = (ear, rest)
            for word, number in (line.decode().split() for line in lines):
                self.said[word] = self.said.get(word, 0) + 1
                if word == "ok":
                    self.acknowledged.add(int(number))
        return self.said.get("ok", 0)

    def kill(self, worker: int) -> None:
        os.kill(self._pids[worker], signal.SIGKILL)
        os.waitpid(self._pids[worker], 0)
        self.hear()
        os.close(self._ears.pop(worker)[0])

    def kill_all(self) -> None:
        for worker in self._pids:
            self.kill(worker)

    def wait_for_moves(self, more: int) -> None:
        """Wait until so many further moves were acknowledged; a busy machine takes longer."""
        end, wanted = time.monotonic() + LONGEST, self.hear() + more
        while self.hear() < wanted:
            assert time.monotonic() < end, f"nobody moves any more: {self.said}"
            time.sleep(0.01)


def campaign(made: Server, kind: str, kills: int, seed: int, out: Outcome) -> None:
    """Let all play, and kill a process or the server again and again."""
    address, dice = made.address(made.database()), random.Random(seed)
    asyncio.run(first_open(address))
    workers = Workers(address)
    try:
        for _ in range(kills):
            workers.wait_for_moves(BETWEEN)
            time.sleep(dice.uniform(0, 0.05))
            if kind == "server":
                made.kill()
                made.start()
            else:
                worker = dice.randrange(PROCESSES)
                workers.kill(worker)
                workers.start(worker)
            out.done += 1
        workers.wait_for_moves(BETWEEN)
    finally:
        workers.kill_all()
    out.notes |= {"acknowledged": len(workers.acknowledged)}
    out.notes |= {word: count for word, count in sorted(workers.said.items()) if word != "ok"}
    until_quiet(address)
    verdict(address, workers.acknowledged, out)


async def first_open(address: str) -> None:
    await (await open_stores(address)).close()


# --- as a part of the campaign ---


def run(kind: str, kills: int, *defects: str, seed: int = 11) -> Outcome:
    """Run it in a process of its own: nobody should fork one that has threads."""
    name = {"worker": "pg-kills", "server": "pg-server"}[kind]
    command = [sys.executable, "-m", "tests.soak.cluster", kind, str(kills), str(seed), *defects]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    if done.returncode:
        raise RuntimeError(done.stderr[-3000:])
    return Outcome(name, f"kills of a {kind}", **json.loads(done.stdout.splitlines()[-1]))


def main(kind: str, kills: int, seed: int, *defects: str) -> None:
    for planted in set(defects) & set(DEFECTS):
        DEFECTS[planted]()
    out = Outcome("", "")
    with server(durable="forgetful" not in defects) as made:
        campaign(made, kind, kills, seed, out)
    print(json.dumps({"done": out.done, "findings": out.findings, "notes": out.notes}))


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), *sys.argv[4:])
