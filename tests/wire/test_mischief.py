"""What the stage manager does is what Discord would do, outlives a restart, and can be undone."""

import io
import json

import pytest

from bot.base import timers
from bot.playground import backend as sim
from bot.playground import view
from bot.playground.actions import Actions, Refused
from bot.playground.mischief import Mischief
from bot.playground.rate_limits import RateLimits
from bot.playground.wire import Wire
from bot.playground.world import CHANNEL, CHANNELS, World
from bot.playground.world_file import WorldFile

OTHER = next(number for number in CHANNELS if number != CHANNEL)


@pytest.fixture(autouse=True)
def real_time():
    yield
    timers.set_ahead(0)


@pytest.fixture
def world():
    return World(WorldFile(None))


@pytest.fixture
def told():
    return []


@pytest.fixture
def mischief(world, told):
    return Mischief(world, Wire(world.discord), lambda: told.append(1))


def send(world, channel=CHANNEL, picture=False):
    files = [sim.Upload("board.png", io.BytesIO(b"x"))] if picture else []
    return world.discord.request("POST", f"/channels/{channel}/messages", {"content": "x"}, {}, files, None)


def code_of(act):
    with pytest.raises(sim.BackendError) as caught:
        act()
    return caught.value.code


def test_what_was_done_to_the_house_is_there_after_a_restart(tmp_path):
    keep = WorldFile(tmp_path / "w.sqlite3")
    world = World(keep)
    world.set_membership(world.people["bruno"], left=True)
    world.deny(OTHER, ["attach_files"])
    world.refuse_pictures(["edits"])
    world.set_clock(3600.0)
    keep.close()
    timers.set_ahead(0)
    again = World(WorldFile(tmp_path / "w.sqlite3"))
    bruno = again.people["bruno"]
    assert bruno.left and not again.may_see(bruno, CHANNEL)
    assert again.denied(OTHER) == ["attach_files"] and again.denied(CHANNEL) == []
    assert again.discord.refused_pictures == {"edits"}
    assert timers.ahead() == 3600.0


@pytest.mark.parametrize(
    ("permission", "picture", "code"),
    [("send_messages", False, 50013), ("attach_files", True, 50013), ("view_channel", False, 50001)],
)
def test_a_permission_taken_from_the_bot_is_missing_in_that_channel_only(
    world, mischief, permission, picture, code
):
    mischief.do({"what": "deny", "channel": str(CHANNEL), "permissions": [permission]})
    assert code_of(lambda: send(world, picture=picture)) == code
    send(world, OTHER, picture=picture)
    mischief.do({"what": "deny", "channel": str(CHANNEL), "permissions": []})
    send(world, picture=picture)


def test_pictures_are_refused_as_discord_refuses_them_and_taken_again(world, mischief):
    for kind in ("messages", "edits"):
        mischief.do({"what": "pictures", "kind": kind, "refused": True})
    assert code_of(lambda: send(world, picture=True)) == 50035
    send(world)
    mischief.do({"what": "pictures", "kind": "messages", "refused": False})
    send(world, picture=True)
    assert world.discord.refused_pictures == {"edits"}
    with pytest.raises(Refused):
        mischief.do({"what": "pictures", "kind": "everything", "refused": True})


def test_an_interaction_tells_the_bot_what_it_may_do(world, mischief):
    import discord

    mischief.do({"what": "deny", "channel": str(CHANNEL), "permissions": ["send_messages"]})
    sent = Actions(world)._begin(world.people["ada"], 3, CHANNEL, {})
    assert not discord.Permissions(int(sent.payload["app_permissions"])).send_messages


def test_a_thread_has_the_permissions_of_its_channel(world, mischief):
    thread = Actions(world).start_thread(world.people["bruno"], CHANNEL, "Table 1")
    send(world, thread)
    mischief.do({"what": "deny", "channel": str(CHANNEL), "permissions": ["send_messages_in_threads"]})
    assert code_of(lambda: send(world, thread)) == 50013


def test_who_has_left_sees_nothing_of_the_server_and_the_owner_stays(world, mischief):
    bruno = world.people["bruno"]
    mischief.do({"what": "member", "person": "bruno", "left": True})
    assert [c.guild_id for c in world.channels_of(bruno)] == [None]
    with pytest.raises(Refused):
        Actions(world).say(bruno, CHANNEL, "Still here?")
    mischief.do({"what": "member", "person": "bruno", "left": False})
    Actions(world).say(bruno, CHANNEL, "Here again")
    with pytest.raises(Refused, match="owns"):
        mischief.do({"what": "member", "person": "ada", "left": True})


def test_only_a_moderator_deletes_what_others_have_said(world):
    acts, ada, bruno = Actions(world), world.people["ada"], world.people["bruno"]
    table = int(send(world)["id"])
    acts.say(bruno, CHANNEL, "mine")
    mine = max(world.discord.messages[CHANNEL])
    with pytest.raises(Refused, match="moderators"):
        acts.delete(bruno, CHANNEL, table)
    acts.delete(bruno, CHANNEL, mine)
    acts.delete(ada, CHANNEL, table)
    assert not world.discord.messages[CHANNEL]
    edit = lambda: world.discord.request("PATCH", f"/channels/{CHANNEL}/messages/{table}", {}, {}, [], None)  # noqa: E731
    assert code_of(edit) == 10008


async def test_time_passes_for_the_bot_and_for_discord(world, mischief, told):
    asked = Actions(world)._begin(world.people["ada"], 3, CHANNEL, {}).record
    asked.responded = True
    before = world.discord.clock.now()
    mischief.do({"what": "clock", "seconds": 86_400})
    assert (world.discord.clock.now() - before).days == 1 and told == [1]
    assert code_of(lambda: world.discord.interaction_by_token(asked.token)) == 10015, "15 minutes are over"
    with pytest.raises(Refused):
        mischief.do({"what": "clock", "seconds": -1_000_000})
    mischief.do({"what": "clock", "seconds": 0})
    assert timers.ahead() == 0


async def test_an_outage_ends_by_itself_after_a_minute_of_the_clock(world, told):
    wire = Wire(world.discord)
    mischief = Mischief(world, wire, lambda: told.append(wire.down))
    mischief.do({"what": "down", "gateway": True})
    assert 59 < wire.down <= 60 and wire.deaf
    mischief.do({"what": "clock", "seconds": 61})
    assert not wire.down and not wire.deaf
    mischief.do({"what": "down"})
    assert wire.down and not wire.deaf
    mischief.do({"what": "up"})
    assert not wire.down
    mischief.close()


# --- rate limits


@pytest.fixture
def limits():
    made = RateLimits()
    made.enforced = True
    return made


EDIT = "/channels/7/messages/8"


def test_limits_are_the_stage_managers_to_switch(world, mischief, told):
    wire = mischief._wire
    assert wire.limits.check("PATCH", EDIT) == ({}, None)
    mischief.do({"what": "limits", "on": True})
    assert wire.limits.enforced and view.stage(world, wire)["limits"] is True and told
    mischief.do({"what": "limits", "on": False})
    assert view.stage(world, wire)["limits"] is False


def test_five_edits_in_five_seconds_a_channel_and_the_headers_say_so(limits):
    for left in (4, 3, 2, 1, 0):
        headers, refused = limits.check("PATCH", EDIT)
        assert refused is None and headers["X-RateLimit-Remaining"] == str(left)
    assert headers["X-RateLimit-Limit"] == "5" and 0 < float(headers["X-RateLimit-Reset-After"]) <= 5
    assert float(headers["X-RateLimit-Reset"]) > timers.now()
    _, refused = limits.check("PATCH", "/channels/7/messages/9")
    assert refused.status == 429 and refused.headers["X-RateLimit-Scope"] == "user"
    assert refused.headers["X-RateLimit-Bucket"] == headers["X-RateLimit-Bucket"]
    body = json.loads(refused.body)
    assert body["global"] is False and 0 < body["retry_after"] <= 5
    assert limits.check("PATCH", "/channels/6/messages/9")[1] is None, "another channel"
    assert limits.check("POST", "/channels/7/messages")[1] is None, "another route"
    timers.set_ahead(5.1)
    assert limits.check("PATCH", EDIT)[1] is None


def test_fifty_requests_a_second_for_a_bot_but_answers_to_presses_are_not_among_them(limits):
    for n in range(60):
        assert limits.check("POST", f"/interactions/{n}/token{n}/callback")[1] is None
        assert limits.check("PATCH", f"/webhooks/1/token{n}/messages/@original")[1] is None
    refused = [limits.check("PATCH", f"/channels/{n}/messages/1")[1] for n in range(53)]
    assert refused[:50] == [None] * 50 and [r.status for r in refused[50:]] == [429] * 3
    assert refused[50].headers["X-RateLimit-Global"] == "true" and refused[50].headers["Retry-After"]
    assert refused[50].headers["X-RateLimit-Scope"] == "global" and json.loads(refused[50].body)["global"]
    assert limits.check("POST", "/interactions/99/token/callback")[1] is None
    assert limits.refused_globally == 3
    timers.set_ahead(1.1)
    assert limits.check("PATCH", "/channels/1/messages/1")[1] is None


def test_a_token_answers_five_times_in_two_seconds(limits):
    path = "/webhooks/1/token/messages/@original"
    assert [limits.check("PATCH", path)[1] is None for _ in range(6)] == [True] * 5 + [False]
    assert limits.check("PATCH", "/webhooks/1/other/messages/@original")[1] is None
