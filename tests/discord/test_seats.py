"""People who vanish, leave and are replaced, as everybody at the table sees it."""

import random

import discord
import pytest

from bot.delivery import heartbeat
from bot.domain.entities import NewRow
from bot.domain.settings import UserSettings
from bot.storage.engine import Step
from bot.text.words import words
from bot.views.seats import REPLACED, SEAT_IS_YOURS_AGAIN
from games.lucca.names import card_name
from tests.discord import sim
from tests.discord.people import Person, Room, in_room
from tests.limits import check_layout
from tests.patience import until

FOREVER = 10**10
DAY = 86_400


@pytest.fixture(autouse=True)
def calm_heart(monkeypatch):
    """Days with a beat every ten seconds would be a long test."""
    monkeypatch.setattr(heartbeat, "HEARTBEAT_INTERVAL", 1200.0)


async def time_runs_out(room: Room, seat: int) -> None:
    """Let a seat lose the decision it is asked for, as the clock does."""
    async with room.services.tables.hold(1) as held:
        decision = held.table.offer(seat)
        await held.append(NewRow("move", seat, decision.idle, by="clock"))
        await held.settle_and_tell()
    await shown(room)


async def shown(room: Room) -> None:
    """Wait until everything is shown that has happened without a press."""
    await until(lambda: not room.app.delivery.publisher.in_hand(1))
    await room.env.settle()


async def paced(room: Room, pace: str) -> None:
    """Let a game be played with a clock from now on."""
    await room.app.core.stores.engine.write(Step("UPDATE tables SET pace = ?", (pace,)))
    room.services.tables.forget(1)


async def vanish(room: Room, players: list[Person], gone: int, dice: random.Random) -> None:
    """Play on until one seat has lost two decisions in a row on time."""
    lost = 0
    while lost < 2:
        table = await room.services.tables.table(1)
        if gone in table.awaited():
            await time_runs_out(room, gone)
            lost += 1
        else:
            await plays(room, players, table.awaited()[0], dice)


async def plays(room: Room, players: list[Person], seat: int, dice: random.Random) -> None:
    """Let a person finish what they are asked, in a panel that is opened anew."""
    person = players[seat]
    await person.open_panel(room.board())
    while seat in (await room.services.tables.table(1)).awaited():
        await person.choose(dice)


def question(room: Room) -> object:
    """Return the message that asks about a seat."""
    asking = [m for m in room.public() if {"Wait for Dove", "Agree"} & set(room.people[0].labels(m))]
    assert len(asking) <= 1, "one message asks"
    for message in asking:
        check_layout(room.people[0].stored(message).components)
    return asking[0] if asking else None


def private_to(room: Room, person: Person) -> list[str]:
    return [person.text(m) for m in room.channel.history(viewer=person.actor) if m.flags.ephemeral]


# --- somebody vanishes ---


@pytest.mark.slow
@in_room
async def test_the_others_decide_about_who_vanished_and_a_press_brings_them_back(room, database):
    players = await room.start("lucca", 3)
    await paced(room, "slow:86400")
    dice = random.Random(4)
    await vanish(room, players, 1, dice)
    lion, dove, bear = players
    asked = question(room)
    assert lion.labels(asked) == ["Wait for Dove", "Let the computer play for Dove", "End the game"]
    assert "two decisions in a row" in lion.text(asked) and "<t:" in lion.text(asked)
    refused = await room.people[3].click(asked, "End the game")
    assert "do not play" in lion.text(refused.response)
    await lion.click(asked, "Let the computer play for Dove")
    await sim.restart(room.env, database)
    assert "votes to let the computer play" in lion.text(question(room)), "a vote outlives a restart"
    await bear.click(question(room), "Let the computer play for Dove")
    assert question(room) is None
    board = lion.text(room.board())
    assert "does not answer: a computer plays on" in board
    assert "Take Dove's seat" in lion.labels(room.board())
    hand = await dove.click(room.board(), "Your hand")
    assert SEAT_IS_YOURS_AGAIN.id in dove.text(hand.response)
    assert "does not answer" not in lion.text(room.board()) and "Take Dove's seat" not in lion.labels(
        room.board()
    )


@in_room
async def test_a_press_of_who_was_missed_takes_the_question_away(room):
    players = await room.start("guilds", 3)
    await paced(room, "slow:86400")
    await vanish(room, players, 1, random.Random(4))
    assert question(room) is not None
    await players[1].slash(room.channel, "hand")
    assert question(room) is None


@in_room
async def test_unanswered_the_house_plays_on_after_two_minutes_of_a_live_game(room, database):
    players = await room.start("guilds", 3)
    await paced(room, "live:60")
    await vanish(room, players, 1, random.Random(5))
    await sim.restart(room.env, database)
    assert question(room) is not None
    await sim.later(room.env, 60)
    assert question(room) is not None
    await sim.later(room.env, 65)
    await until(lambda: question(room) is None)
    assert (await room.services.tables.table(1)).beside.absent == (1,)


@in_room
async def test_a_slow_game_goes_on_without_somebody_who_never_came_back(room, database):
    """The real clock from the first deadline on: two lost, a day for the others, and the house plays."""
    players = await room.start("guilds", 3, ["slow:86400"])
    dice = random.Random(8)
    while question(room) is None:
        table = await room.services.tables.table(1)
        if table.awaited() == (1,):
            await sim.later(room.env, DAY + 60)
            await shown(room)
        else:
            await plays(room, players, table.awaited()[0], dice)
    assert [row.by for row in await room.app.core.stores.tables.log(1) if row.seat == 1].count("clock") == 2
    await sim.restart(room.env, database)
    for _ in range(3):  # the others play on meanwhile, in time
        await sim.later(room.env, DAY / 2)
        await shown(room)
        for seat in set((await room.services.tables.table(1)).awaited()) - {1}:
            await plays(room, players, seat, dice)
    table = await room.services.tables.table(1)
    assert table.beside.absent == (1,) and question(room) is None
    assert 1 not in table.awaited() and table.timing.deadline(1) == 0, "no clock runs for who is absent"
    await players[1].slash(room.channel, "hand")
    assert (await room.services.tables.table(1)).beside.absent == ()


@in_room
async def test_of_two_the_one_who_stayed_claims_the_win(room):
    players = await room.start("tuir", 2)
    dice = random.Random(6)
    for _ in range(4):
        await plays(room, players, (await room.services.tables.table(1)).awaited()[0], dice)
    await paced(room, "slow:86400")
    await vanish(room, players, 1, dice)
    assert players[0].labels(question(room))[-1] == "Claim the win"
    await players[0].click(question(room), "Claim the win")
    table = await room.services.tables.table(1)
    assert table.ended == (0, "claim") and "did not come back" in players[0].text(room.ending())
    assert question(room) is None
    (best, *_) = await room.app.core.stores.records.leaderboard(room.guild.id, "tuir")
    assert (best.user, best.wins) == (players[0].id, 1)


@pytest.mark.slow
@in_room
async def test_the_win_can_still_be_claimed_while_the_house_plays_and_is_asked_once_more(room):
    players = await room.start("tuir", 2)
    await paced(room, "slow:86400")
    await vanish(room, players, 1, random.Random(6))
    await players[0].click(question(room), "Let the computer play for Dove")
    sure = await players[0].click(room.board(), "Claim the win")
    assert "does not count" in players[0].text(sure.response), "Dove never made a move"
    stranger = await room.people[3].click(room.board(), "Claim the win")
    assert "do not play" in players[0].text(stranger.response)
    await players[0].click(sure.response, "Yes, end it")
    assert (await room.services.tables.table(1)).ended == (0, "missed")


@in_room
async def test_nobody_is_pinged_about_a_seat_who_is_there_or_wants_no_calls(room):
    players = await room.start("guilds", 4)
    await room.app.core.stores.settings.save_user_settings(players[3].id, UserSettings(notices="none"))
    await paced(room, "slow:86400")
    await sim.later(room.env, 600)
    while question(room) is None:
        table = await room.services.tables.table(1)
        (seat,) = table.awaited()
        async with room.services.tables.hold(1) as held:  # everybody's time runs out: nobody presses anything
            decision = held.table.offer(seat)
            by = "clock" if seat == 1 else "house"
            await held.append(NewRow("move", seat, decision.idle, by=by))
            await held.settle_and_tell()
        await sim.later(room.env, 300)
    asked = next(r for r in reversed(room.env.http_requests) if _asks(r))
    pinged = {int(user) for user in asked.json["allowed_mentions"].get("users", [])}
    assert players[1].id not in pinged and players[3].id not in pinged and pinged <= {p.id for p in players}
    assert pinged, "the others are"


def _asks(request) -> bool:
    return request.method == "POST" and request.path.endswith("/messages") and "Wait for" in str(request.json)


# --- somebody leaves, and somebody else takes the seat ---


@pytest.mark.slow
@in_room
async def test_a_substitute_gets_the_seat_with_its_hand_and_the_old_owner_sees_nothing_any_more(
    room, database
):
    players = await room.start("lucca", 3)
    lion, dove, bear = players
    erin = room.people[4]
    await dove.slash(room.channel, "hand", dm=True)
    await dove.open_panel(room.board())
    table = await room.services.tables.table(1)
    names = [words("en").say(card_name(held.card)) for held in table.state.phase.hands[1]]
    assert all(name in dove.text() for name in names)
    await sim.deliver(room.env, sim.press_payload(room.env, dove.actor, room.board(), "p:1:resign!"))
    assert "has left: a computer plays this seat" in lion.text(room.board())
    told = await erin.click(room.board(), "Take Dove's seat")
    assert "The players are asked" in erin.text(told.response)
    assert not any(name in text for name in names for text in private_to(room, erin)), "not before they agree"
    assert f"<@{erin.id}> wants to take" in lion.text(question(room))
    await bear.click(question(room), "Agree")
    await sim.restart(room.env, database)
    assert "Bear agrees" in lion.text(question(room)).replace("🐻 ", "")
    await lion.click(question(room), "Agree")
    await sim.later(room.env, 5)
    assert question(room) is None and (await room.services.tables.table(1)).users[1] == erin.id
    assert f"<@{erin.id}> has taken" in lion.text(room.board())
    told = [lion.text(message) for message in room.public()]
    assert not any(name in text for name in names for text in told), "the public sees nothing new"
    hand = await erin.open_panel(room.board())
    assert all(name in erin.text(hand) for name in names)
    lines = [secret_lines(await room.services.tables.table(1), seat) for seat in range(3)]
    assert lines[1] in erin.text(hand) and lines[0] not in erin.text(hand) and lines[2] not in erin.text(hand)
    assert not any(lines[1] in text for p in (lion, bear) for text in private_to(room, p))
    late = await dove.click(room.board(), "Your hand")
    assert "do not play" in dove.text(late.response)
    assert REPLACED.id in dove.at_home().text(), "the panel by DM shows nothing any more"
    assert not dove.at_home().stored().attachments
    await room.play_on([lion, erin, bear], random.Random(3), 12)
    assert (await room.services.tables.table(1)).last_row > table.last_row


def secret_lines(table, seat):
    """Return what only this seat may read."""
    page = table.rules.page(table.rules.view(table.state, seat))
    return "\n".join(words("en").say(line) for line in page.secrets)


@in_room
async def test_an_open_panel_of_somebody_who_was_replaced_is_emptied_at_once(room):
    players = await room.start("guilds", 3)
    lion, dove, _ = players
    await paced(room, "slow:86400")
    await vanish(room, players, 1, random.Random(4))
    await dove.slash(room.channel, "hand")
    await room.services.seats.strayed(1, dove.id)
    await shown(room)
    panel = [m for m in room.channel.history(viewer=dove.actor) if m.flags.ephemeral][-1]
    erin = room.people[4]
    await erin.click(room.board(), "Take Dove's seat")
    await lion.click(question(room), "Agree")
    await room.env.settle()
    assert REPLACED.id in dove.text(panel) and not dove.stored(panel).attachments


@in_room
async def test_a_substitute_is_told_no_kindly_and_the_game_goes_on(room):
    players = await room.start("guilds", 3)
    await sim.deliver(room.env, sim.press_payload(room.env, players[1].actor, room.board(), "p:1:resign!"))
    erin = room.people[4]
    playing = await players[0].click(room.board(), "Take Dove's seat")
    assert "play at this table already" in erin.text(playing.response)
    await erin.click(room.board(), "Take Dove's seat")
    await players[2].click(question(room), "Not now")
    assert question(room) is None and (await room.services.tables.table(1)).users[1] == players[1].id


# --- who leaves the server ---


@in_room
async def test_who_left_the_server_counts_as_gone_when_they_would_be_called(room):
    players = await room.start("guilds", 3)
    dice = random.Random(2)
    table = await room.services.tables.table(1)
    gone = next(seat for seat in range(3) if seat not in table.awaited())
    room.env.backend.remove_member(room.guild.id, players[gone].id)
    await sim.later(room.env, 600)
    while gone not in (await room.services.tables.table(1)).beside.strayed:
        table = await room.services.tables.table(1)
        if gone in table.awaited():
            await sim.later(room.env, 121)
            break
        await plays(room, players, table.awaited()[0], dice)
    table = await room.services.tables.table(1)
    assert table.beside.strayed == (gone,) and gone not in table.awaited(), "the house plays on"
    assert "not in this server any more" in players[table.awaited()[0]].text(room.board())
    looked = [r for r in room.env.http_requests if r.path.endswith(f"/members/{players[gone].id}")]
    assert len(looked) == 1, "one request a call"
    assert players[gone].id not in room.pings()[-1:]


# --- moderators ---


@in_room
async def test_a_moderator_ends_the_table_of_a_player_who_left_and_a_lobby(room):
    boss = room.people[3]
    role = room.guild.create_role("mods", permissions=discord.Permissions(manage_messages=True))
    room.env.backend.add_member_role(room.guild.id, boss.id, role.id)
    players = await room.start("guilds", 3)
    await sim.deliver(room.env, sim.press_payload(room.env, players[0].actor, room.board(), "p:1:resign!"))
    more = await boss.click(room.board(), "More")
    sure = await boss.click(more.response, "Close the table")
    await boss.click(sure.response, "Yes, end it")
    assert (await room.services.tables.table(1)).ended == (-1, "close")
    await players[0].slash(room.channel, "play", game="tuir")
    room.env.backend.remove_member(room.guild.id, players[0].id)
    await boss.click(room.board(), "Cancel")
    assert (await room.app.core.stores.tables.table(2)).phase == "gone"


@in_room
async def test_a_moderator_of_another_channel_ends_no_table_with_a_forged_id(room):
    """The guard on the floor: what is on the screen of that moderator does not matter."""
    boss, players = room.people[3], await room.start("guilds", 3)
    theirs = discord.PermissionOverwrite(manage_messages=True)
    council = room.guild.create_text_channel("council", overwrites={boss.actor: theirs})
    cellar = room.guild.create_text_channel("cellar")
    await players[0].slash(cellar, "play", game="tuir")
    for id in ("p:1:close", "p:1:close!", "l:2:cancel"):
        private = (await boss.slash(council, "rules", game="tuir")).response
        (result,) = await sim.deliver(room.env, sim.press_payload(room.env, boss.actor, private, id))
        assert result.acknowledged
    assert (
        not (await room.services.tables.table(1)).over
        and (await room.services.tables.saved(2)).phase == "lobby"
    )
    more = (await boss.click(room.board(), "More")).response
    assert "Close the table" not in boss.labels(more), "nor where they are none"
    await sim.deliver(room.env, sim.press_payload(room.env, boss.actor, room.board(), "p:1:close!"))
    assert not (await room.services.tables.table(1)).over


# --- servers, threads and permissions ---


@pytest.mark.slow
@in_room
async def test_a_server_that_removes_the_bot_closes_its_tables_and_an_outage_does_not(room, database):
    await room.start("tuir", 2)
    room.env.backend.emit("GUILD_DELETE", {"id": str(room.guild.id), "unavailable": True})
    await room.env.settle()
    assert (await room.app.core.stores.tables.table(1)).phase == "play", "an outage"
    other = Room(room.env, "frank grace")
    players = await other.start("tuir", 2)
    await players[0].slash(other.channel, "hand", dm=True)
    room.env.backend.remove_guild(other.guild.id)
    await room.env.settle()
    assert (await room.app.core.stores.tables.table(2)).phase == "gone"
    assert await room.app.core.stores.servers.gone_before(FOREVER) == [other.guild.id]
    before = len(room.env.http_requests)
    await sim.later(room.env, 3600)
    tried = [r for r in room.env.http_requests[before:] if str(other.channel.id) in r.path]
    assert tried == [], "nothing is tried again and again"
    late = await sim.deliver(
        room.env,
        sim.press_payload(room.env, players[0].at_home().actor, players[0].at_home().panel, "p:2:hand"),
    )
    assert late[0].acknowledged
    await sim.restart(room.env, database)
    assert (await room.app.core.stores.tables.table(1)).phase == "play"


@in_room
async def test_a_server_that_removed_the_bot_while_it_was_down_is_found_at_the_start(room, database):
    other = Room(room.env, "frank grace")
    await other.start("tuir", 2)
    await room.env.bot.close()
    room.env.backend.remove_guild(other.guild.id)
    await sim.restart(room.env, database)
    assert (await room.app.core.stores.tables.table(1)).phase == "gone"


@in_room
async def test_a_locked_thread_is_left_alone_until_somebody_presses_something(room):
    room.env.backend.create_thread(room.channel.id, "a corner", room.people[0].id)
    room.channel = room.channel.threads[0]
    players = await room.start("tuir", 2)
    room.env.inject_error("PATCH", "/channels/*/messages/*", status=400, code=50083, times=None)
    room.env.inject_error("POST", "/channels/*/messages", status=403, code=160005, times=None)
    await plays_on(room, players, random.Random(3))
    assert (await room.services.tables.saved(1)).silenced
    tried = _in_channels(room)
    await sim.later(room.env, 3600)
    assert _in_channels(room) == tried, "no loop"
    room.env.backend.faults.clear()
    await players[0].slash(room.channel, "hand")
    await shown(room)
    assert not (await room.services.tables.saved(1)).silenced and "turn 2 of" in players[0].text(room.board())


def _in_channels(room: Room) -> int:
    return sum(r.path.startswith("/channels/") for r in room.env.http_requests)


async def plays_on(room: Room, players: list[Person], dice: random.Random) -> None:
    """Let the one who is awaited move in a panel opened by a command."""
    seat = (await room.services.tables.table(1)).awaited()[0]
    players[seat].panel = (await players[seat].slash(room.channel, "hand")).response
    while seat in (await room.services.tables.table(1)).awaited():
        await players[seat].choose(dice)


# --- five people ---


@in_room
async def test_of_four_others_three_must_agree_and_a_second_thought_counts(room, database):
    players = await room.start("lucca", 5)
    await paced(room, "slow:86400")
    while question(room) is None:
        for seat in (await room.services.tables.table(1)).awaited():
            await idles(room, seat, "clock" if seat == 1 else "house")
    lion, _, bear, fish, stag = players
    await lion.click(question(room), "Let the computer play for Dove")
    await bear.click(question(room), "Wait for Dove")
    await sim.restart(room.env, database)
    await fish.click(question(room), "Let the computer play for Dove")
    told = lion.text(question(room))
    assert "votes to wait" in told and "vote to let the computer play" in told
    assert not (await room.services.tables.table(1)).beside.absent, "two of four are not more than half"
    await bear.click(question(room), "Let the computer play for Dove")
    assert (await room.services.tables.table(1)).beside.absent == (1,) and question(room) is None
    late = await sim.deliver(room.env, sim.press_payload(room.env, stag.actor, room.board(), "p:1:wait1"))
    assert "settled in the meantime" in stag.text(late[0].response)


async def idles(room: Room, seat: int, by: str) -> None:
    """Make the idle move of a seat."""
    async with room.services.tables.hold(1) as held:
        decision = held.table.offer(seat)
        if decision is None or decision.settled:
            return
        await held.append(NewRow("move", seat, decision.idle, by=by))
        await held.settle_and_tell()
    await shown(room)
