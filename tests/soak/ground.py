"""The ground of the campaign over the wire: a Discord that can fail, the bot, people at tables."""

import asyncio
import contextlib
import os
import random
import re
import sys
import time
from collections import Counter
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from aiohttp import web

from bot.handlers.moves import STALE
from bot.playground.actions import Refused, Sent
from bot.playground.backend import serializers
from bot.playground.server import Playground
from bot.playground.wire import reply
from bot.playground.world import CHANNELS
from bot.service.moves import NOT_NOW
from bot.text.words import words
from tests.patience import PATIENCE, until
from tests.soak import truth
from tests.wire.harness import ROOT, Harness
from tests.wire.players import Player

WITHIN = float(os.environ.get("SOAK_WITHIN", "10"))  # seconds until every board is current after trouble
REFUSALS = [words("en").say(text) for text in (STALE, NOT_NOW)]  # a panel with these words plays nothing
PAIRS = (("ada", "bruno"), ("chiara", "dario"), ("elena", "ada"))


def template(path: str) -> str:
    """Return a route without its numbers and tokens."""
    path = re.sub(r"^/(webhooks|interactions)/\d+/[^/]+", r"/\1/*/*", path)
    return re.sub(r"/\d+", "/*", path)


@dataclass
class Made:
    """A press that was made, and how far the bot got with it."""

    user: int
    move: bool  # it answers a question; others only open a menu
    forged: bool = False
    acknowledged: bool = False
    times: int = 0  # it was acknowledged
    answered: bool = False
    shown: bool = False  # the panel came back: for the player, the move is made


class Started:
    """One run of the bot, forked by the nest, which says how it ends."""

    def __init__(self, pid: int, nest: asyncio.subprocess.Process) -> None:
        self.pid = pid
        self._end = asyncio.ensure_future(nest.stdout.readline())

    @property
    def returncode(self) -> int | None:
        return int(self._end.result()) if self._end.done() else None

    def kill(self) -> None:
        os.kill(self.pid, 9)

    def terminate(self) -> None:
        os.kill(self.pid, 15)

    async def wait(self) -> int:
        return int(await self._end)


class Ground(Harness):
    """A harness that notes every press, can let any request fail, and keeps the bot's log."""

    def __init__(
        self, playground: Playground, folder: Path, defects: tuple[str, ...], address: str = ""
    ) -> None:
        self.database = address or folder / "campanile.sqlite3"
        where = address or f"sqlite:///{self.database}"
        super().__init__(playground, (), {"DATABASE_URL": where, "LOG_LEVEL": "INFO"})
        self.folder, self._defects = folder, defects
        self.log = folder / "bot.log"
        self.presses: dict[int, Made] = {}
        self.tokens: dict[str, Made] = {}
        self.routes: Counter[tuple[str, str]] = Counter()
        self.fault: Callable[[str, str], str] = lambda method, route: ""
        self.on_acknowledged: Callable[[], object] = lambda: None  # a move has been acknowledged
        self._nests: dict[str, asyncio.subprocess.Process] = {}
        self._serve, self._request = playground.wire.rest, self.world.discord.request
        playground.wire.rest = self._rest
        self.world.discord.request = self._noted

    # ---- the bots

    async def _spawn(self, name: str, env: dict[str, str]) -> Started:
        if name not in self._nests:
            self._nests[name] = await self._hatch(env)
        nest = self._nests[name]
        nest.stdin.write(b"start\n")
        return Started(int(await nest.stdout.readline()), nest)

    async def _hatch(self, env: dict[str, str]) -> asyncio.subprocess.Process:
        pipe = asyncio.subprocess.PIPE
        with self.log.open("ab") as log:
            nest = await asyncio.create_subprocess_exec(
                *(sys.executable, "-m", "tests.soak.nest", *self._defects),
                cwd=ROOT,
                env={**os.environ, **self._env, **self._where(), **env},
                stdin=pipe,
                stdout=pipe,
                stderr=log,
            )
        assert await nest.stdout.readline() == b"ready\n", self.log.read_text()
        return nest

    async def close(self) -> None:
        await super().close()
        for nest in self._nests.values():
            nest.stdin.close()
            await nest.wait()

    # ---- Discord

    async def _rest(self, request: web.Request) -> web.StreamResponse:
        path = "/" + request.match_info["path"]
        self.routes[request.method, template(path)] += 1
        match self.fault(request.method, template(path)):
            case "":
                return await self._serve(request)
            case "reset":
                return await _cut_off(request, 0)
            case "timeout":  # nobody answers; in the end the line breaks
                return await _cut_off(request, 4)
            case status:
                await request.read()
                return reply(
                    {"code": {"404": 10008, "403": 50013}.get(status, 0), "message": status}, int(status)
                )

    def _noted(self, method: str, path: str, body: Any, *rest: Any) -> Any:
        answer = self._request(method, path, body, *rest)
        kind, *more = path.strip("/").split("/")
        made = self.tokens.get(more[1]) if kind in ("webhooks", "interactions") and len(more) > 1 else None
        if made is not None:
            if made.move and not made.acknowledged:
                self.on_acknowledged()
            made.acknowledged = True
            made.times += kind == "interactions"
            made.answered |= kind == "webhooks" or body["type"] in (4, 7)
            made.shown |= path.endswith("@original") and not any(no in str(body) for no in REFUSALS)
        return answer

    def note(self, sent: Sent, *, move: bool, forged: bool = False) -> Made:
        made = Made(sent.record.user_id, move, forged)
        self.presses[sent.record.id] = self.tokens[sent.record.token] = made
        return made

    def is_settled(self, sent: Sent) -> bool:
        """Say whether a press was answered; one in a panel that a newer one has replaced needs no answer."""
        gone = sent.record.source_message_id not in self.world.discord.messages[sent.record.channel_id]
        return self.tokens[sent.record.token].answered or gone

    def acts_payload(self, message: Any) -> Any:
        """Return a message as Discord sends it along with a press in it."""
        return serializers.message_payload(self.world.discord, message)

    @staticmethod
    async def soon(holds: Callable[[], Any], seconds: float = 5.0) -> bool:
        """Wait a moment until something holds; say whether it did."""
        with contextlib.suppress(TimeoutError):
            return bool(await until(holds, seconds))
        return False

    # ---- what is promised

    def boards_behind(self) -> list[str]:
        """Return the tables whose public message does not show what is true."""
        return truth.behind(self.database, self.world.discord.messages)

    async def current(self, within: float = WITHIN) -> tuple[list[str], float]:
        """Wait until every board is current; return those that are not in time, and how long it took."""
        start = time.monotonic()
        while (behind := self.boards_behind()) and time.monotonic() - start < within:
            await asyncio.sleep(0.05)
        return behind, time.monotonic() - start

    def broken(self) -> list[str]:
        """Return every promise that the stored tables, the public messages or the log do not keep."""
        stored = truth.read(self.database)
        return [*self._moves(stored), *self._secrets(stored)]

    def _moves(self, stored: list[truth.Stored]) -> list[str]:
        found: list[str] = [f"table {s.saved.id} does not replay" for s in stored if s.table is None]
        played: Counter[int] = Counter()
        for saved, rows, presses, _ in stored:
            for row, press in zip(rows, presses, strict=True):
                made = self.presses.get(press or 0)
                if row.by == "person" and row.kind == "move":
                    played[press or 0] += 1
                    if made is None:
                        found.append(f"row {row.row} of table {saved.id} was played by no press")
                    elif made.forged or made.user != saved.users[row.seat]:
                        found.append(f"row {row.row} of table {saved.id} was played by a forged press")
                    elif not made.acknowledged:
                        found.append(f"row {row.row} of table {saved.id}: its press was never acknowledged")
        pressed = sum(made.move and made.acknowledged for made in self.presses.values())
        found += ["a move is doubled: more rows than presses"] * max(0, played.total() - pressed)
        for number, made in self.presses.items():
            if made.move and made.shown and not made.forged and not played[number]:
                found.append("an acknowledged move is lost")
            if played[number] > 1:
                found.append("a move is doubled")
        return found

    def _secrets(self, stored: list[truth.Stored]) -> list[str]:
        found, over = [], {one.saved.id for one in stored if one.table is not None and one.table.over}
        log = self.log.read_text(encoding="utf-8") if self.log.exists() else ""
        for one in stored:
            found += truth.leaks(one, self.world.discord.messages[one.saved.channel].values(), over)
            if one.saved.id not in over and one.saved.seed in log:
                found.append(f"the seed of table {one.saved.id} is in the log")
        found += ["a token is in the log" for token in (self.wire.token, *self.tokens) if token in log]
        return found

    def tracebacks(self) -> list[str]:
        """Return the tracebacks in the log, and the work that was never begun."""
        told = "\n" + self.log.read_text(encoding="utf-8")
        found = re.findall(r"^(.*)\nTraceback \(most", told, re.MULTILINE)
        begun = re.findall(r"RuntimeWarning: (coroutine .*)", told)
        return [f"a traceback in the log, after: {before[24:110]}" for before in found] + begun

    def incidents(self) -> list[str]:
        """Return the errors that nobody has foreseen; their people were told a number."""
        return ["an incident in the log"] * len(re.findall(r"incident [0-9a-f]{6}", self.log.read_text()))


async def _cut_off(request: web.Request, seconds: float) -> web.Response:
    """Read a request, and break the line without an answer; the bot may have gone meanwhile."""
    await request.read()
    await asyncio.sleep(seconds)
    if request.transport is not None:
        request.transport.abort()
    return web.Response()


class Seat(Player):
    """A player at a table of one channel."""

    def __init__(self, ground: Ground, name: str, channel: int) -> None:
        super().__init__(ground, name)
        self.channel = channel
        self.opened = 0  # the message of the panel

    def panel(self) -> Any:
        """The panel that this player opened last, if it asks something; older ones are left alone."""
        shelf = self.h.world.discord.messages[self.channel]
        found = shelf.get(self.opened)
        return found if found is not None and self.choices(found) else None


class HomeSeat(Seat):
    """A player who plays by DM, at no other table so."""

    def __init__(self, ground: Ground, name: str, channel: int) -> None:
        super().__init__(ground, name, ground.world.discord.dm_channels[ground.person(name).id])
        self._table = channel

    def panel(self) -> Any:
        found = [m for m in self.h.messages(self.channel) if self.choices(m)]
        return found[-1] if found else None

    async def go_home(self) -> bool:
        """Ask for the panel by DM; False when that is not answered."""
        sent = self.h.acts.run(self.h.person(self.name), self._table, "hand", {"dm": True})
        made = self.h.note(sent, move=False)
        self.h.acts.deliver(sent)
        return await self.h.soon(lambda: made.answered, 10 * PATIENCE)


def is_move(sent: Sent) -> bool:
    data = sent.payload["data"]
    return [*data.get("values", []), data["custom_id"].rpartition(":")[2]][0][0] in "mx"


class Place:
    """A channel with two people who play one table after another."""

    def __init__(
        self, ground: Ground, channel: int, names: tuple[str, str], second: type[Seat] = Seat
    ) -> None:
        self.ground, self.channel, self.names = ground, channel, names
        self.players = [Seat(ground, names[0], channel), second(ground, names[1], channel)]

    def stored(self) -> truth.Stored | None:
        """Return the newest table of this channel that was started, and is not over."""
        found = [s for s in truth.read(self.ground.database) if s.saved.channel == self.channel]
        return found[-1] if found and found[-1].saved.phase == "play" else None

    def board(self) -> Any:
        """The newest public message of the table: the one with [Rules] or with [Join]."""
        shelf = [m for m in self.ground.messages(self.channel) if not m.is_ephemeral]
        return next((m for m in reversed(shelf) if {"Rules", "Join"} & self.labels(m)), None)

    @staticmethod
    def labels(message: Any) -> set[str]:
        return {str(p.get("label", "")) for p in truth.parts(message.components)}

    async def click(self, name: str, label: str) -> bool:
        """Press a button of the board, as one who sees it; False when it is not there or not answered."""
        message = self.board()
        if message is None or label not in self.labels(message):
            return False
        with contextlib.suppress(Refused):
            sent = self.ground.press(name, message, label)
            self.ground.note(sent, move=False)
            return "failed" not in await self.ground.acts.done(sent)
        return False

    async def start(self) -> None:
        """Open a table, join and start; whatever fails is done again, as people would."""
        first, second = self.names
        for _ in range(8):
            if self.stored():
                return
            board = self.board()
            if board is None or "Join" not in self.labels(board):
                await self.ground.run(first, "play", self.channel, game="tuir")
                await self.ground.soon(lambda: self.board() and "Join" in self.labels(self.board()))
            await self.click(second, "Join")
            mention = f"<@{self.ground.person(second).id}>"
            await self.ground.soon(lambda m=mention: m in str(truth.said(self.board().components)))
            await self.click(first, "Start")
            await self.ground.soon(self.stored)
        raise AssertionError("no table could be started")

    async def open_panels(self) -> list[str]:
        """Let both players open their panels; return what was not answered."""
        await self.ground.soon(lambda: "Your hand" in self.labels(self.board()))
        done = await asyncio.gather(*map(self._open, self.players))
        return [] if all(done) else ["[Your hand] was not answered"]

    async def _open(self, player: Seat) -> bool:
        """Let a player have their panel."""
        return await player.go_home() if isinstance(player, HomeSeat) else await self._open_here(player)

    async def _open_here(self, player: Seat) -> bool:
        """Press [Your hand] and wait until the panel is there."""
        message = self.board()
        if message is None or "Your hand" not in self.labels(message):
            return False
        sent = self.ground.press(player.name, message, "Your hand")
        made = self.ground.note(sent, move=False)
        self.ground.acts.deliver(sent)
        if not await self.ground.soon(lambda: made.answered, 10 * PATIENCE):
            return False
        player.opened = sent.record.message_id or 0
        return True

    def press(self, dice: random.Random) -> Sent | None:
        """Build and note a press of somebody who is asked, if there is one; nothing is delivered yet."""
        asked = [player for player in self.players if player.panel()]
        if not asked:
            return None
        player = dice.choice(asked)
        for _ in range(12):  # a press that only opens a menu tells little
            if is_move(sent := player.act(dice)):
                break
        self.ground.note(sent, move=is_move(sent))
        return sent

    async def play(self, dice: random.Random, presses: int = 1) -> None:
        """Make so many presses, each after the answer to the last."""
        for _ in range(presses):
            if (sent := self.press(dice)) is None:
                return
            made = self.ground.tokens[sent.record.token]
            self.ground.acts.deliver(sent)
            await self.ground.soon(lambda m=made: m.shown)

    async def ready(self) -> list[str]:
        """See to it that a game is under way and somebody has a panel to press in."""
        if self.stored() is None:
            await self.start()
        return await self.open_panels()


@contextlib.asynccontextmanager
async def ground(folder: Path, *defects: str, places: int = 3) -> AsyncIterator[tuple[Ground, list[Place]]]:
    """Start Discord, the bot and so many tables."""
    playground = Playground(None)
    made = Ground(playground, folder, defects)
    await playground.listen("127.0.0.1", 0)
    try:
        await made.start_bot()
        await made.until(lambda: made.world.discord.commands.get(None))
        found = [Place(made, c, names) for c, names in zip(CHANNELS, PAIRS, strict=True)][:places]
        await asyncio.gather(*(place.ready() for place in found))
        yield made, found
    finally:
        await made.close()
