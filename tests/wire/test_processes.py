"""Two bots on one PostgreSQL: one has the server's shard, the other the DMs. Any of them serves any press."""

import asyncio
import contextlib
import random
import time
from collections.abc import AsyncIterator, Mapping
from pathlib import Path

import pytest

from bot.domain.pace import timing_of
from bot.handlers.error_boundary import BACK_SOON, NOT_SAVED
from bot.playground import gateway
from bot.playground.actions import Sent
from bot.playground.world import SERVER_NAME
from tests import postgres
from tests.soak import processes, truth
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

    def __init__(self, h: Harness, database: str, ahead: Mapping[str, float]) -> None:
        self.h, self.database, self._ahead = h, database, ahead
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
        await self.h.start_bot(name, SHARDS=SHARDS[name], CLOCK_ERROR=str(self._ahead.get(name, 0)))

    async def sit_down(self, game: str = "tuir", pace: str = "") -> None:
        """Start a game; Bruno goes home."""
        self.game = Game(self.h, self.database, game)
        await self.game.start(pace)
        await self.bruno.go_home()

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


@contextlib.asynccontextmanager
async def two_bots(folder: Path, database: str, ahead: float = 0) -> AsyncIterator[House]:
    """Run both; the clock of the one with the DMs is so many seconds ahead."""
    command = ("-m", "tests.wire.late_bot") if ahead else BOT
    async with harness(command, folder / "world.sqlite3", DATABASE_URL=database) as h:
        h.said, h.wire.max_concurrency, h.idling = folder / "bot.log", 16, IDLING
        made = House(h, database, {"dms": ahead})
        await asyncio.gather(*map(made.start, SHARDS))
        await h.until(lambda: h.world.discord.commands.get(None))
        yield made


@pytest.fixture
async def house(tmp_path, on_postgres):
    async with two_bots(tmp_path, on_postgres) as made:
        yield made


async def test_a_move_by_dm_is_shown_in_the_channel_and_one_in_the_channel_at_home(house):
    dice = random.Random(1)
    await house.sit_down()
    for _ in range(4):
        await house.play(dice, 4)  # whose turn it is finds a panel that has come alive by itself
        await house.board_is_current()
    movers = {seat for (seat,) in house.game.ask("SELECT seat FROM rows WHERE by = 'person'")}
    assert movers == {0, 1}
    assert SERVER_NAME in text_of(house.h.messages(house.bruno.channel)[-1]), "a server of the other process"
    house.check()


async def test_two_choose_at_the_same_moment_in_two_processes_and_both_count(house):
    await house.sit_down("lucca")
    await house.h.until(lambda: house.ada.panel() and house.bruno.panel())
    for seed in range(3):  # a choice may be changed until both have chosen: only the first time is new
        dice = random.Random(seed)
        await house.h.quiet()  # every panel shows what is asked now: a press in an older one would be stale
        before = house.game.rows()
        if not (house.ada.panel() and house.bruno.panel()):
            break
        shown = house.ada.shown(), house.bruno.shown()
        house.h.wire.hold()
        sent = [player.act(dice) for player in (house.ada, house.bruno)]
        waiting = [asyncio.create_task(house.h.acts.done(act)) for act in sent]
        await house.h.until(lambda: len(house.h.wire.holding or ()) == 2)
        house.h.wire.let_go()
        assert not any("failed" in answer for answer in await asyncio.gather(*waiting))
        await house.h.until(lambda s=shown: house.ada.shown() != s[0] and house.bruno.shown() != s[1])
        if all(map(plays, sent)):
            assert house.game.rows() >= before + 2
    rows = house.game.ask("SELECT seat FROM rows WHERE by = 'person' ORDER BY row")
    assert {seat for (seat,) in rows[:2]} == {0, 1}
    await house.board_is_current()
    house.check()


def plays(sent) -> bool:
    """Say whether a press plays a move; others only open a menu."""
    data = sent.payload["data"]
    return [*data.get("values", []), data["custom_id"].rpartition(":")[2]][0][0] in "mx"


async def test_two_presses_for_one_question_in_two_processes_and_one_counts(house):
    dice = random.Random(2)
    await house.sit_down()
    here, there = Player(house.h, "bruno"), house.bruno  # one person with two panels
    assert "failed" not in await house.h.click("bruno", house.game.board(), "Your hand")
    races = 0
    while races < 4:
        player = await house.asked(house.ada, house.bruno)
        if player is house.ada:
            await house.press(player, dice)
            continue
        await house.h.until(lambda: here.panel() and stamp(here) == stamp(there))
        sent = [here.act(dice), there.act(dice)]
        if not all(map(plays, sent)):
            await house.press(there, dice)
            continue
        before, shown = person_rows(house), (here.shown(), there.shown())
        answers = await asyncio.gather(*map(house.h.acts.done, sent))
        assert not any("failed" in answer for answer in answers), "both are answered"
        await house.h.until(lambda s=shown: here.shown() != s[0] and there.shown() != s[1])
        assert person_rows(house) == before + 1
        races += 1
    await house.board_is_current()
    house.check()


def stamp(player: Player) -> str:
    """Return the question that a panel asks."""
    return ":".join(player.choices(player.panel())[0]["custom_id"].split(":")[:3])


def person_rows(house: House) -> int:
    return len(house.game.ask("SELECT 1 FROM rows WHERE by = 'person'"))


async def test_while_one_is_dead_the_other_serves_and_afterwards_the_board_is_current(house):
    dice = random.Random(3)
    await house.sit_down()
    both = AtHome(house.h, "ada"), house.bruno
    await both[0].go_home()
    house.h.acts.deliver(house.h.press("ada", house.game.board(), "Your hand"))
    await house.h.kill_bot("servers")
    rows = person_rows(house)
    while person_rows(house) < rows + 4:
        await house.press(await house.asked(*both), dice)
    assert truth.behind(house.database, house.h.world.discord.messages), "nobody is there to show it"
    await house.start("servers")
    await house.board_is_current()
    shown = person_rows(house)
    await house.h.kill_bot("dms")
    assert "failed" not in await house.h.click("ada", house.game.board(), "Your hand")
    await house.start("dms")
    while person_rows(house) < shown + 4:
        await house.press(await house.asked(*both), dice)
    await house.board_is_current()
    house.check()


async def test_a_database_that_is_killed_loses_nothing_and_everything_goes_on_by_itself(tmp_path):
    dice = random.Random(4)
    with postgres.server(durable=True) as server:
        async with two_bots(tmp_path, server.address(server.database())) as house:
            await house.sit_down()
            await house.play(dice, 4)
            await house.board_is_current()
            log = "SELECT row, kind, seat, text, interaction FROM rows ORDER BY row"
            before = house.game.ask(log)
            server.kill()
            for player in (house.ada, house.bruno):  # one of them has the turn; both look at their hand
                acts = [look(house, player), *([player.act(dice)] if player.panel() else [])]
                for sent in acts:
                    assert "failed" not in await house.h.acts.done(sent), "every press is acknowledged"
                await house.h.until(lambda p=player: is_told(p, NOT_SAVED.id))
            server.start()
            assert house.game.ask(log) == before
            for _ in range(3):  # and killed at any moment of a press
                await house.play(dice, 2)
                sent = (await house.asked(house.ada, house.bruno)).act(dice)
                house.h.acts.deliver(sent)
                await asyncio.sleep(dice.random() * 0.1)
                server.kill()
                server.start()
                assert "failed" not in await house.h.acts.done(look(house, house.ada))
            await house.board_is_current()
            await house.play(dice, 4)
            await house.board_is_current()
            house.check()


def look(house: House, player: Player) -> Sent:
    """Build the act of one who wants to see their hand."""
    if player is house.ada:
        return house.h.press("ada", house.game.board(), "Your hand")
    return house.h.acts.run(house.h.person(player.name), player.channel, "hand", {})


def is_told(player: Player, sentence: str) -> bool:
    return any(sentence in text_of(m) for m in player.h.seen_by(player.name, player.channel))


async def test_identifies_of_all_processes_keep_discords_pace_and_commands_are_sent_once(
    tmp_path, on_postgres, monkeypatch
):
    monkeypatch.setattr(
        gateway, "IDENTIFY_INTERVAL", 2.5
    )  # Discord asks for 5: a busy machine may be late with one
    sent = []

    async def count(method, path):
        if path.endswith("/commands") and method == "PUT":
            sent.append(path)

    async with harness(BOT, tmp_path / "world.sqlite3", DATABASE_URL=on_postgres) as h:
        h.said, h.wire.trouble, h.wire.shards = tmp_path / "bot.log", count, 3
        starts = [h.start_bot("two", SHARDS="0-1/3"), h.start_bot("one", SHARDS="2/3")]
        await asyncio.gather(*starts)
        assert {session.shard for session in h.wire.connected} == {(0, 3), (1, 3), (2, 3)}
        assert h.wire.hurried == 0 and len(sent) == 1
        assert [await h.stop_bot(name) for name in ("two", "one")] == [0, 0]


async def test_a_rolling_restart_has_no_gap(tmp_path, on_postgres):
    """New bots take the places of both while people press: every press is answered, by one of them."""
    told = []
    async with processes.manned(tmp_path, on_postgres, "patient") as (g, places):
        g.world.discord.on_message.append(lambda message: told.append(text_of(message)))
        over = asyncio.Event()
        crowd = [asyncio.create_task(press_on(place, over)) for place in places]
        for name, shards in processes.SHARDS.items():
            ready = g.log.read_text().count("ready in")
            await g.start_bot(f"new-{name}", SHARDS=shards)
            await g.until(lambda r=ready: g.log.read_text().count("ready in") > r)
            assert await g.stop_bot(name) == 0
        before = len(g.presses)
        await g.until(lambda: len(g.presses) > before + 6)  # and on with the new ones
        over.set()
        sent = [press for presses in await asyncio.gather(*crowd) for press in presses]
        await g.until(lambda: all(map(g.is_settled, sent)))
        made = [g.tokens[press.record.token] for press in sent]
        assert {press.times for press in made} == {1}, "each is acknowledged exactly once"
        assert not any(BACK_SOON.id in words for words in told), "nobody has to come back"
        await g.until(lambda: not g.boards_behind())
        assert g.broken() == [] == [*g.tracebacks(), *g.incidents()]


async def press_on(place: processes.Place, over: asyncio.Event) -> list[Sent]:
    """Let two people press what they see, one thing after the other; return all presses."""
    dice, sent = random.Random(place.channel), []
    while not over.is_set():
        if place.stored() is None or (press := place.press(dice)) is None:
            await place.ready()
            continue
        sent.append(press)
        place.ground.acts.deliver(press)
        await place.ground.soon(lambda made=place.ground.tokens[press.record.token]: made.answered)
    return sent


@pytest.mark.parametrize("ahead", [-1000.0, 1000.0, -100.0, 100.0])
async def test_two_processes_whose_clocks_differ_charge_nobody_for_it(tmp_path, on_postgres, ahead):
    """A decision has 60 s, or 300 beside a larger error, before it costs anything of the reserve."""
    dice, pace = random.Random(5), "live:300" if abs(ahead) > 300 else "live:60"
    async with two_bots(tmp_path, on_postgres, ahead) as house:
        await house.sit_down(pace=pace)
        movers, lost = set(), []
        while len(movers) < 2 or person_rows(house) < 8:
            await house.play(dice, 1)
            movers = {seat for (seat,) in house.game.ask("SELECT seat FROM rows WHERE by = 'person'")}
            [(written, stilled)] = house.game.ask("SELECT clocks, stilled FROM tables")
            timing = timing_of(pace, written, stilled, 2)
            lost += [c for c in timing.clocks if c.reserve != timing.full_reserve]
            left = [timing.deadline(s) - time.time() for s, c in enumerate(timing.clocks) if c.runs]
            lost += [s for s in left if not 0 <= s - timing.full_reserve <= timing.seconds + 5]
        assert not lost and movers == {0, 1}
        assert house.game.ask("SELECT 1 FROM rows WHERE by = 'clock'") == []
        how = "ahead of" if ahead > 0 else "behind"
        assert f"clock is {abs(ahead):.0f} s {how} the database's" in house.h.log_of("dms").read_text()
        assert "this machine's clock" not in house.h.log_of("servers").read_text()
        house.check()
