"""Clocks as people meet them: pace, deadlines, reminders, time that runs out, and days away."""

import asyncio
import random
import re

import pytest

from bot.base import timers
from bot.base.errors import Refused, StoreTrouble
from bot.delivery import heartbeat
from bot.domain.settings import UserSettings
from bot.service.clocks import ONCE
from bot.service.servers import ServersService
from bot.service.startup import StartupService
from tests.discord import sim
from tests.discord.people import in_room
from tests.discord.test_lucca import press
from tests.patience import LONGEST

DAY, HOUR = 86_400, 3600


@pytest.fixture(autouse=True)
def calm_heart(monkeypatch):
    """Three weeks with a beat every ten seconds would be a long test."""
    monkeypatch.setattr(heartbeat, "HEARTBEAT_INTERVAL", 1200.0)


@pytest.fixture
def quick_heart(monkeypatch):
    monkeypatch.setattr(heartbeat, "HEARTBEAT_INTERVAL", 10.0)


async def started(room, pace, game="tuir", seats=2):
    players = await room.start(game, seats, [pace])
    table = await room.services.tables.table(1)
    seat = table.awaited()[0]
    return players, players[seat], players[seat - 1]


async def clock_rows(room):
    return [row for row in await room.app.core.stores.tables.log(1) if row.by == "clock"]


def deadlines(text):
    """Return the moments that a text shows as deadlines."""
    return [int(at) for at in re.findall(r"runs out[^<]*<t:(\d+):R>", text)]


def now(room):
    return int(timers.now())


# --- pace ---


@in_room
async def test_the_host_chooses_the_pace_and_everyone_sees_it(room):
    alice, bob, *_ = room.people
    await alice.slash(room.channel, "play", game="tuir")
    await bob.click(room.board(), "Join")
    assert "No clock" in alice.text(room.board())
    shown = (await alice.click(room.board(), "Options")).response
    menu = alice.menu_with(shown, "slow:86400")
    await alice.actor.select(shown, ["slow:86400"], custom_id=menu)
    assert "Slow: 1 day a decision" in alice.text(room.board())
    await alice.click(room.board(), "Start")
    board = alice.text(room.board())
    assert "Slow: 1 day a decision" in board and len(deadlines(board)) == 1
    assert 0 <= deadlines(board)[0] - now(room) - DAY + 5 <= 5


@in_room
async def test_the_deadline_stands_on_the_table_and_in_the_panel(room):
    players, asked, other = await started(room, "live:60")
    assert deadlines(asked.text()) == deadlines(asked.text(room.board())) and deadlines(asked.text())
    assert deadlines(other.text()) == [], "no time runs for who waits"


@in_room
async def test_a_rematch_keeps_the_pace(room):
    players, asked, _ = await started(room, "slow:259200")
    await sim.deliver(room.env, sim.press_payload(room.env, asked.actor, room.board(), "p:1:resign!"))
    await asked.click(room.ending(), "Rematch")
    assert (await room.app.core.stores.tables.table(2)).pace == "slow:259200"


@in_room
async def test_a_running_game_gets_another_pace_when_all_agree(room, database):
    players, asked, other = await started(room, "slow:86400")
    more = (await asked.click(room.board(), "More")).response
    menu = (await asked.click(more, "Change the pace")).response
    await asked.actor.select(menu, ["live:120"], custom_id=asked.menu_with(menu, "live:120"))
    board = asked.text(room.board())
    assert "wishes for another pace: Live: 2 minutes" in board and "Slow: 1 day" in board
    await sim.restart(room.env, database)
    await other.click(room.board(), "Agree")
    table = await room.services.tables.table(1)
    assert table.timing.pace == "live:120" and table.wishes.wished_pace() is None
    assert 700 < table.timing.deadline(table.awaited()[0]) - now(room) <= 720
    assert (await room.app.core.stores.tables.table(1)).pace == "live:120"


@in_room
async def test_one_who_wants_to_keep_the_pace_keeps_it(room):
    players, asked, other = await started(room, "slow:86400")
    table = await room.services.tables.table(1)
    more = (await asked.click(room.board(), "More")).response
    menu = (await asked.click(more, "Change the pace")).response
    await asked.actor.select(menu, ["none"], custom_id=asked.menu_with(menu, "none"))
    assert "No clock" in other.text(room.board())
    await other.click(room.board(), "Keep the pace")
    after = await room.services.tables.table(1)
    assert after.wishes.wished_pace() is None and after.timing == table.timing


# --- time runs out ---


@pytest.mark.slow
@in_room
async def test_when_time_runs_out_the_house_moves_and_says_so(room):
    players, asked, other = await started(room, "slow:86400")
    seat = (await room.services.tables.table(1)).seat_of(asked.id)
    await sim.later(room.env, DAY - 60)
    assert await clock_rows(room) == []
    await sim.later(room.env, 120)
    [row] = await clock_rows(room)
    assert (row.seat, row.by) == (seat, "clock")
    assert "time ran out: the bot moved for" in asked.text(room.board())
    table = await room.services.tables.table(1)
    assert table.timing.lost(seat) == 1 and table.takebacks.way_back(seat) is None, (
        "no take-back past the clock"
    )


@in_room
async def test_after_a_restart_a_deadline_is_acted_on_once(room, database):
    await started(room, "slow:86400")
    await sim.later(room.env, DAY - 300)
    await sim.restart(room.env, database)
    await sim.later(room.env, 400)
    assert len(await clock_rows(room)) == 1
    await sim.restart(room.env, database)
    await sim.later(room.env, 400)
    assert len(await clock_rows(room)) == 1


@pytest.mark.expects_errors
@pytest.mark.parametrize("trouble", (StoreTrouble("gone for a moment"), RuntimeError("a defect")))
@pytest.mark.parametrize(
    "looks", ((ServersService, "find_lost_servers"), (StartupService, "wake_all")), ids=lambda looks: looks[1]
)
@in_room
async def test_trouble_at_the_start_keeps_no_clock_from_running(room, database, monkeypatch, looks, trouble):
    await started(room, "slow:86400")
    begun = []

    async def once(service, *args):
        begun.append(1)
        if len(begun) == 1:
            raise trouble
        return []

    monkeypatch.setattr(*looks, once)
    monkeypatch.setattr(
        "bot.delivery.startup.STARTUP_RETRY_SECONDS", 0.0
    )  # SimCord would take the pause for work under way
    await sim.restart(room.env, database)
    await sim.later(room.env, DAY + 300)
    assert begun and len(await clock_rows(room)) == 1
    sim.forgive(room.env)


@in_room
async def test_no_time_runs_out_while_the_bot_is_down(room, database):
    players, asked, _ = await started(room, "slow:86400")
    await sim.later(room.env, DAY // 2)
    before = deadlines(asked.text(room.board()))[0]
    await room.env.bot.close()
    await room.env.advance_time(3 * DAY)
    await room.env.restart_bot(await sim.new_bot(database))
    await sim.later(room.env, 60)
    assert await clock_rows(room) == []
    seat = (await room.services.tables.table(1)).awaited()[0]
    gained = (await room.services.tables.table(1)).timing.deadline(seat) - before
    assert 3 * DAY - 60 <= gained <= 3 * DAY + heartbeat.MISSED * heartbeat.HEARTBEAT_INTERVAL
    await sim.later(room.env, DAY)
    assert len(await clock_rows(room)) >= 1, "and then it runs out"


@pytest.mark.slow
@in_room
async def test_no_time_runs_out_while_discord_cannot_be_reached(room, quick_heart):
    await started(room, "live:60")
    room.env.bot.dispatch("shard_disconnect", 0)
    await sim.later(room.env, 1200)
    assert await clock_rows(room) == []
    room.env.bot.dispatch("shard_resumed", 0)
    await sim.later(room.env, 600)
    assert await clock_rows(room) == []
    await sim.later(room.env, 100)
    assert len(await clock_rows(room)) == 1


async def silenced(room, wanted):
    """Wait until the database says whether we may write at the table."""
    async with asyncio.timeout(LONGEST):
        while bool((await room.services.tables.saved(1)).silenced) != wanted:
            await asyncio.sleep(0.01)


@in_room
async def test_no_time_runs_out_where_the_bot_may_not_write(room, quick_heart):
    """Nobody can be called there."""
    players, asked, _ = await started(room, "live:60")
    await sim.later(room.env, 300)
    room.env.inject_error("*", "/channels/*/messages*", status=403, code=50013, times=None)
    room.app.delivery.messages.board.forget(1)
    room.app.delivery.publisher.changed(1)
    await silenced(room, True)
    await sim.later(room.env, 2000)
    assert await clock_rows(room) == []
    room.env.backend.faults.clear()
    await asked.open_panel(room.board())
    await silenced(room, False)
    seat = (await room.services.tables.table(1)).awaited()[0]
    left = (await room.services.tables.table(1)).timing.deadline(seat) - now(room)
    assert 0 < left <= 660
    await sim.later(room.env, left - 30)
    assert await clock_rows(room) == []
    await sim.later(room.env, 60)
    assert len(await clock_rows(room)) == 1, "and then it runs out"


@in_room
async def test_more_time_doubles_what_is_left_once(room):
    players, asked, _ = await started(room, "slow:86400")
    await sim.later(room.env, 23 * HOUR)
    await asked.open_panel(room.board())
    before = deadlines(asked.text())[0]
    await asked.click(asked.panel, "More time")
    assert "twice as long" in asked.text() and abs(deadlines(asked.text())[0] - before - HOUR) < 30
    assert not asked.can("More time")
    assert deadlines(asked.text()) == deadlines(asked.text(room.board()))


@in_room
async def test_more_time_is_given_once_also_for_a_double_click_and_a_forged_press(room):
    """The guard of the host, not the button that is gone."""
    players, asked, _ = await started(room, "slow:86400")
    await asked.open_panel(room.board())
    before = deadlines(asked.text())[0]
    id = sim.button_id(asked.actor, asked.panel, "More time")
    twice = [sim.press_payload(room.env, asked.actor, asked.panel, id) for _ in range(2)]
    await sim.deliver(room.env, *twice)
    given = (await room.services.tables.table(1)).timing
    await sim.deliver(room.env, sim.press_payload(room.env, asked.actor, asked.panel, id))
    assert "once a decision" in asked.text()
    table, seat = await room.services.tables.table(1), players.index(asked)
    assert table.timing == given and abs(table.timing.deadline(seat) - before - 24 * HOUR) < 30
    with pytest.raises(Refused) as refused:
        await room.services.clocks.more_time(1, asked.id, table.stamp(seat), 77)
    assert refused.value.reason == ONCE and (await room.services.tables.table(1)).timing == given


# --- calls ---


@in_room
async def test_someone_is_called_once_and_reminded_once(room):
    players, asked, _ = await started(room, "slow:86400")
    await sim.later(room.env, 17 * HOUR)
    assert room.pings() == [asked.id], "the call"
    await sim.later(room.env, 2 * HOUR)
    assert room.pings() == [asked.id] * 2 and deadlines(asked.text(room.notices()[0]))
    assert len(room.notices()) == 1, "one message"
    await sim.later(room.env, 4 * HOUR)
    assert room.pings() == [asked.id] * 2


@in_room
async def test_a_reminder_that_was_posted_is_not_posted_again_after_a_restart(room, database):
    players, asked, _ = await started(room, "slow:86400")
    await sim.later(room.env, 19 * HOUR)
    await sim.restart(room.env, database)
    await sim.later(room.env, HOUR)
    assert room.pings() == [asked.id] * 2


@in_room
async def test_nobody_is_reminded_who_is_plainly_there(room, quick_heart):
    players, asked, _ = await started(room, "live:60")
    for _ in range(7):
        await sim.later(room.env, 90)
        await asked.click(room.board(), "Rules")
    assert room.pings() == [] and await clock_rows(room) == []


@in_room
async def test_who_wants_no_notices_gets_none(room):
    for person in room.people[:2]:
        await room.app.core.stores.settings.save_user_settings(person.id, UserSettings(notices="none"))
    players, asked, _ = await started(room, "slow:86400")
    await sim.later(room.env, 20 * HOUR)
    assert room.pings() == []
    assert f"<@{asked.id}>" not in asked.text(room.notices()[0])


@in_room
async def test_who_wants_notices_by_dm_gets_them_there_and_they_go_when_they_are_of_no_use(room):
    players = room.people[:2]
    for person in players:
        await room.app.core.stores.settings.save_user_settings(person.id, UserSettings(notices="dm"))
    _, asked, _ = await started(room, "slow:86400")
    await sim.later(room.env, 20 * HOUR)
    assert room.pings() == []
    home = list(asked.user.dm_channel.history())
    assert len(home) == 1 and "waits for you" in asked.text(home[0]) and deadlines(asked.text(home[0]))
    await asked.open_panel(room.board())
    seat = (await room.services.tables.table(1)).seat_of(asked.id)
    dice = random.Random(3)
    while seat in (await room.services.tables.table(1)).awaited():
        await asked.choose(dice)
    assert asked.user.dm_channel.history() == []


@pytest.mark.parametrize(("status", "code"), [(403, 50007), (400, 50033), (404, 10013), (400, 40003)])
@in_room
async def test_closed_dms_and_those_of_nobody_fall_back_to_the_channel(room, status, code):
    for person in room.people[:2]:
        await room.app.core.stores.settings.save_user_settings(person.id, UserSettings(notices="dm"))
    _, asked, _ = await started(room, "slow:86400")
    room.env.inject_error("POST", "/users/@me/channels", status=status, code=code, times=None)
    await sim.later(room.env, HOUR)
    assert room.pings() == [asked.id]


@in_room
async def test_nobody_is_called_in_quiet_hours_and_slow_clocks_stand_still(room):
    minute = now(room) // 60 % 1440
    quiet = UserSettings(quiet_from=minute, quiet_until=(minute + 480) % 1440)
    for person in room.people[:2]:
        await room.app.core.stores.settings.save_user_settings(person.id, quiet)
    players, asked, _ = await started(room, "slow:86400")
    left = deadlines(asked.text(room.board()))[0] - now(room)
    assert DAY + 16 * HOUR - 120 <= left <= DAY + 16 * HOUR, "the rest of this night and the next one"
    await sim.later(room.env, 7 * HOUR)
    assert room.pings() == []
    await sim.later(room.env, HOUR + 120)
    assert room.pings() == [asked.id]


# --- away ---


@in_room
async def test_who_is_away_is_not_called_and_loses_no_time(room, database):
    players, asked, other = await started(room, "slow:86400")
    said = await asked.slash(room.channel, "away", days=5)
    assert "You are away until" in asked.text(said.response)
    assert "is away until" in other.text(room.board())
    assert abs(deadlines(other.text(room.board()))[0] - now(room) - 6 * DAY) < 60
    await sim.later(room.env, 4 * DAY)
    await sim.restart(room.env, database)
    await sim.later(room.env, HOUR)
    assert room.pings() == [] and await clock_rows(room) == []
    await sim.later(room.env, DAY)
    assert room.pings() == [asked.id], "called when the days are over"
    await sim.later(room.env, DAY)
    assert len(await clock_rows(room)) == 1


@in_room
async def test_one_may_come_back_early(room):
    players, asked, other = await started(room, "slow:86400")
    said = await asked.slash(room.channel, "away", days=5)
    await sim.later(room.env, DAY)
    await asked.click(said.response, "I am back")
    assert "is away" not in other.text(room.board())
    assert abs(deadlines(other.text(room.board()))[0] - now(room) - DAY) < 60, "what was left is left"
    refused = await asked.slash(room.channel, "away", days=0)
    assert "not away" in asked.text(refused.response)


@pytest.mark.parametrize("days", [-1, -(2**62), 15, 99, 2**62])
@in_room
async def test_a_forged_number_of_days_away_changes_nothing(room, days):
    """Discord keeps to the bounds of a command; who writes to the gateway by hand does not."""
    alice = room.people[0]
    (told,) = await sim.deliver(room.env, sim.command(room.env, alice.actor, room.channel, "away", days=days))
    assert "at most 14 days at a time" in alice.text(told.response)
    assert await room.app.core.stores.engine.rows("SELECT * FROM away") == []


@in_room
async def test_away_days_are_counted(room):
    alice = room.people[0]
    for days in (14, 14):
        await alice.slash(room.channel, "away", days=days)
        await sim.later(room.env, 15 * DAY)
    refused = await alice.slash(room.channel, "away", days=3)
    assert "2 more days" in alice.text(refused.response)
    assert "until" in alice.text((await alice.slash(room.channel, "away", days=2)).response)


# --- secrets ---


@in_room
async def test_a_hidden_move_of_the_clock_is_told_no_further_than_that_time_ran_out(room):
    players, _, _ = await started(room, "live:60", "lucca", 3)
    await press(players[1])
    before = [line for line in players[0].text(room.board()).splitlines() if line.startswith(">")]
    table = await room.services.tables.table(1)
    timing = table.timing
    await sim.later(room.env, timing.deadline(0) - now(room) - 30)
    await press(players[2])
    await sim.later(room.env, 60)
    rows = await clock_rows(room)
    assert [row.seat for row in rows][:1] == [0]
    said = [line for line in players[1].text(room.board()).splitlines() if line.startswith(">")]
    assert any("Lion's time ran out: the bot moved for Lion." in line for line in said), (before, said)


@in_room
async def test_other_quiet_hours_turn_the_slow_clocks_at_once(room):
    players, asked, other = await started(room, "slow:86400")
    before = deadlines(asked.text(room.board()))[0]
    settings = (await asked.slash(room.channel, "settings")).response
    for label in ("Quiet hours",):
        await asked.click(settings, label)
    hour = next(p for p in asked.components(settings) if p["type"] == 3)
    value = hour["options"][0]["value"]
    await asked.actor.select(settings, [value], custom_id=hour["custom_id"])
    assert (await room.app.core.stores.settings.user_settings(asked.id)).quiet_from >= 0
    assert deadlines(asked.text(room.board()))[0] > before + 7 * HOUR
