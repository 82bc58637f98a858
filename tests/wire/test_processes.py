"""Two bots on one PostgreSQL: one has the server's shard, the other the DMs. Any of them serves any press."""

import asyncio
import random
import time

import pytest

from bot.desk.guard import NOT_SAVED
from bot.desk.play import STALE
from tests import postgres
from tests.patience import LONGEST
from tests.soak import truth
from tests.soak.outcome import Outcome
from tests.soak.verdict import verdict
from tests.wire.harness import BOT, Harness, harness, text_of
from tests.wire.players import AtHome, Game, Player

pytestmark = pytest.mark.skipif(postgres.programs() is None, reason=postgres.MISSING)

SHARDS = {"dms": "0/2", "servers": "1/2"}  # the playground's server has shard 1 of 2
IDLING = 5_000_000  # nanoseconds: a bot that rests looks ten times a second whether there are hints
PEOPLE_PING = 100.0  # seconds: whoever pressed something later than that is plainly there


class House:
    """Two bots, a game between Ada in the channel and Bruno at home, and what must hold of it."""

    def __init__(self, h: Harness, database: str) -> None:
        self.h, self.database = h, database
        self.game = Game(h, database)
        self.ada, self.bruno = Player(h, "ada"), AtHome(h, "bruno")
        self.pressed: dict[str, float] = {}
        self.rude: list[str] = []  # pings of somebody who was plainly there
        h.world.discord.on_message.append(self._seen)

    def _seen(self, message) -> None:
        for name, at in self.pressed.items():
            if self.h.person(name).id in message.ping_user_ids and time.monotonic() - at < PEOPLE_PING:
                self.rude.append(name)

    async def start(self, name: str) -> None:
        await self.h.start_bot(name, SHARDS=SHARDS[name])

    async def sit_down(self, game: str = "tuir") -> None:
        """Start a game; Bruno goes home."""
        self.game = Game(self.h, self.database, game)
        await self.game.start()
        await self.bruno.go_home()
        await self.h.until(lambda: any(self.h.messages(self.bruno.channel)[-1].components))

    async def press(self, player: Player, dice: random.Random) -> None:
        """Answer what is asked, and wait until the panel has answered, too."""
        shown = player.panel().components
        self.pressed[player.name] = time.monotonic()
        assert "failed" not in await player.answer(dice)
        await self.h.until(lambda: player.shown() != shown)

    async def asked(self, *players: Player) -> Player:
        found = await self.h.until(lambda: [player for player in players if player.panel()])
        return found[0]

    async def play(self, dice: random.Random, presses: int) -> None:
        for _ in range(presses):
            await self.press(await self.asked(self.ada, self.bruno), dice)

    async def board_is_current(self) -> None:
        await self.h.until(lambda: not truth.behind(self.database, self.h.world.discord.messages))

    def check(self) -> None:
        """Every log replays, no press counts twice, and nobody was called who was plainly there."""
        out = Outcome("", "")
        verdict(self.database, set(), out)
        assert out.findings == [] and self.rude == []
        logs = [self.h.log_of(name).read_text() for name in SHARDS if self.h.log_of(name).exists()]
        assert not [log for log in logs if "Traceback" in log or "incident" in log]


@pytest.fixture
async def house(tmp_path, on_postgres):
    async with harness(BOT, tmp_path / "world.sqlite3", DATABASE_URL=on_postgres) as h:
        h.said, h.wire.max_concurrency, h.idling = tmp_path / "bot.log", 16, IDLING
        made = House(h, on_postgres)
        await asyncio.gather(*map(made.start, SHARDS))
        await h.until(lambda: h.world.discord.commands.get(None))
        yield made


async def test_a_move_by_dm_is_shown_in_the_channel_and_one_in_the_channel_at_home(house):
    dice = random.Random(1)
    await house.sit_down()
    for _ in range(4):
        await house.play(dice, 4)  # whose turn it is finds a panel that has come alive by itself
        await house.board_is_current()
    movers = {seat for (seat,) in house.game.ask("SELECT seat FROM rows WHERE by = 'person'")}
    assert movers == {0, 1}
    house.check()
