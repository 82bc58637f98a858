"""What the playground keeps, what it lets go, and how it starts when something is in the way."""

import asyncio
import io
import socket
from unittest import mock

import aiohttp
import pytest
from aiohttp.test_utils import make_mocked_request

from bot import playground
from bot.playground import backend as sim
from bot.playground.actions import Actions, Refused
from bot.playground.gateway import Session
from bot.playground.world import CHANNEL, World
from bot.playground.world_file import WorldFile
from tests.patience import LONGEST

PNG = b"\x89PNG\r\n\x1a\n" + bytes(8) + (1000).to_bytes(4, "big") + (420).to_bytes(4, "big")


def post(world, text="hello", picture=True, **more):
    """The bot sends a message."""
    files = [sim.Upload("board.png", io.BytesIO(PNG + bytes(5000)))] if picture else []
    body = {"content": text, **more}
    return int(world.discord.request("POST", f"/channels/{CHANNEL}/messages", body, {}, files, None)["id"])


def edit(world, number, text):
    files = [sim.Upload("board.png", io.BytesIO(PNG))]
    body = {"content": text, "attachments": [{"id": 0, "filename": "board.png"}]}
    world.discord.request("PATCH", f"/channels/{CHANNEL}/messages/{number}", body, {}, files, None)


def test_the_world_is_there_again_after_a_restart(tmp_path):
    keep = WorldFile(tmp_path / "world.sqlite3")
    world = World(keep)
    number = post(world, "old", allowed_mentions={"parse": [], "users": [str(world.people["ada"].id)]})
    world.discord.register_commands(None, [{"name": "play", "description": "Play"}])
    thread = world.discord.create_thread(CHANNEL, "Table 1", world.discord.bot_user.id)
    world.set_person(world.people["bruno"], "it", False)
    world.set_server_locale("de")
    picture = world.discord.messages[CHANNEL][number].attachments[0]["url"]
    keep.close()

    again = World(WorldFile(tmp_path / "world.sqlite3"))
    message = again.discord.messages[CHANNEL][number]
    assert message == world.discord.messages[CHANNEL][number]
    assert again.discord.cdn.get(picture) and again.discord.channels[thread.id].name == "Table 1"
    assert [c["name"] for c in again.commands_of(again.people["ada"], CHANNEL)] == ["play"]
    assert (again.people["bruno"].locale, again.people["bruno"].accepts_dms) == ("it", False)
    assert again.server_locale == "de"
    assert again.discord.snowflake() > max(again.discord.messages[CHANNEL]), "ids go on"


def test_ids_never_repeat_even_when_the_clock_goes_back(tmp_path):
    world = World(WorldFile(None))
    ahead = world.discord.snowflake() + (10**9 << 22)
    world.discord.begin_ids_after(ahead)
    made = [world.discord.snowflake() for _ in range(1000)]
    assert made == sorted(set(made)) and made[0] > ahead


def test_memory_and_file_stay_flat_over_a_long_evening():
    world = World(WorldFile(None))
    table = post(world, "table")
    for i in range(sim.MESSAGES + 200):
        edit(world, table, f"turn {i}")
        post(world, f"notice {i}", picture=False)
        Actions(world)._begin(world.people["ada"], 3, CHANNEL, {})
    discord = world.discord
    assert len(discord.messages[CHANNEL]) == sim.MESSAGES
    assert len(discord.http_requests) == len(discord.transcript) == sim.RECORDS
    assert len(world.keep.pictures()) <= sim.ORPHANS + 1
    assert not discord.cdn._blobs and not discord._reserved_ids and not discord._sequences
    oldest = next(iter(discord.interactions.values()))
    discord.interactions[oldest.id - (16 * 60 * 1000 << 22)] = oldest
    Actions(world)._begin(world.people["ada"], 3, CHANNEL, {})
    assert min(discord.interactions) >= oldest.id, "tokens over 15 minutes old are dropped"


def test_a_bot_hears_only_what_its_intents_allow():
    import discord as dpy

    intents = dpy.Intents.none()
    intents.guilds = True
    world = World(WorldFile(None))
    assert world.discord.is_delivered("INTERACTION_CREATE", {}, intents)
    assert world.discord.is_delivered("THREAD_CREATE", {"guild_id": "1"}, intents)
    assert not world.discord.is_delivered("MESSAGE_CREATE", {"guild_id": "1"}, intents)
    [guild] = world.discord.guild_creates(intents)
    assert [m["user"]["username"] for m in guild["members"]] == ["Campanile"]


def test_a_session_knows_what_it_can_replay():
    import discord as dpy

    session = Session(dpy.Intents.none())
    for i in range(1005):
        session.push("X", {"i": i})
    assert [p["d"]["i"] for p in session.missed(1003)] == [1003, 1004]
    assert session.missed(1005) == [] and session.missed(4) is None and session.missed(2000) is None


def test_what_discord_s_client_forbids_is_refused():
    world = World(WorldFile(None))
    acts, ada = Actions(world), world.people["ada"]
    row = {
        "type": 1,
        "components": [{"type": 2, "style": 1, "label": "No", "custom_id": "x", "disabled": True}],
    }
    number = post(world, picture=False, components=[row])
    with pytest.raises(Refused, match="switched off"):
        acts.press(ada, CHANNEL, number, "x")
    with pytest.raises(Refused, match="no longer"):
        acts.press(ada, CHANNEL, number, "y")
    with pytest.raises(Refused, match="gone"):
        acts.press(ada, CHANNEL, 1, "x")
    with pytest.raises(Refused, match="no command"):
        acts.run(ada, CHANNEL, "nothing", {})
    with pytest.raises(Refused, match="1 to 2000"):
        acts.say(ada, CHANNEL, " ")


# ---- starting


async def test_a_taken_port_gives_the_next_free_one_and_says_so(tmp_path):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port, said = taken.getsockname()[1], []
        made = await playground.start("127.0.0.1", port, tmp_path / "w.sqlite3", tell=said.append)
        try:
            assert port < made.port <= port + 19
            assert (
                f"Port {port} is taken; using {made.port}." in said and said[-1] == f"Play here: {made.page}"
            )
        finally:
            await made.close()


async def test_two_playgrounds_on_one_world_the_second_is_sent_to_the_first(tmp_path):
    world = tmp_path / "w.sqlite3"
    first = await playground.start("127.0.0.1", 0, world, tell=lambda _: None)
    try:
        with pytest.raises(playground.Unplayable, match=f"already running .*{first.page}"):
            await playground.start("127.0.0.1", 0, world, tell=lambda _: None)
        second = await playground.start("127.0.0.1", 0, tmp_path / "other.sqlite3", tell=lambda _: None)
        assert second.port != first.port
        await second.close()
    finally:
        await first.close()


@pytest.mark.parametrize("content", [b"this is no world" * 100, None], ids=["rubbish", "another version"])
async def test_a_world_that_cannot_be_read_is_set_aside_with_a_word(tmp_path, content):
    import sqlite3

    path = tmp_path / "w.sqlite3"
    if content is not None:
        path.write_bytes(content)
    else:
        db = sqlite3.connect(path)
        db.execute("PRAGMA user_version = 99")
        db.close()
    said = []
    made = await playground.start("127.0.0.1", 0, path, tell=said.append)
    await made.close()
    [aside] = tmp_path.glob("w.sqlite3.old-*")
    assert str(aside) in said[0] and aside.stat().st_size > 0


async def test_listening_to_everybody_must_be_asked_for_and_is_told():
    said = []
    made = await playground.start("0.0.0.0", 0, None, tell=said.append)
    assert "everybody who can reach it" in said[0] and made.page.startswith("http://127.0.0.1:")
    await made.close()


@pytest.fixture
async def running():
    made = await playground.start("127.0.0.1", 0, None, tell=lambda _: None)
    yield made
    await made.close()


async def test_only_this_machine_under_its_own_name_gets_in(running):
    base = f"http://{running.wire.base}"
    async with aiohttp.ClientSession() as client:

        async def status(path, **headers):
            async with client.get(base + path, headers=headers, allow_redirects=False) as answer:
                return answer.status, answer.headers

        assert (await status("/as/ada"))[0] == 200
        assert (await status("/as/ada", Host="evil.example"))[0] == 421
        assert (await status("/as/nobody"))[0] == 404
        assert (await status("/"))[1]["Location"] == "/as/ada"
        assert (await status("/static/..%2fweb.py"))[0] == 404
        assert (await status("/attachments/../../etc/passwd"))[0] == 404
        assert (await status("/api/v10/users/@me"))[0] == 401
        bot = {"Authorization": f"Bot {running.token}"}
        assert (await status("/api/v10/users/@me", **bot))[0] == 200
        assert (await status("/api/v10/users/@me", Origin="http://evil.example", **bot))[0] == 403
        assert (await status("/as/ada/live", Origin="http://evil.example"))[0] == 403
        policy = (await status("/as/ada"))[1]["Content-Security-Policy"]
        assert "default-src 'none'" in policy and "unsafe" not in policy


async def test_only_this_machine_speaks_to_the_playground_as_a_bot(running):
    """The page may be for everybody; the line of the bot, with its token, never is."""
    for address, status in (("127.0.0.1", 200), ("192.168.1.7", 403), ("2001:db8::7", 403)):
        line = mock.Mock()
        line.get_extra_info.side_effect = lambda name, default=None, a=address: (
            (a, 4321) if name == "peername" else default
        )
        request = make_mocked_request(
            "GET",
            "/api/v10/users/@me",
            {"Authorization": f"Bot {running.token}"},
            match_info={"path": "users/@me"},
            transport=line,
        )
        assert (await running.wire.rest(request)).status == status


async def test_a_playground_for_everybody_answers_only_to_addresses_and_the_names_it_was_given():
    made = await playground.start("0.0.0.0", 0, None, ["games.example"], tell=lambda _: None)
    port = made.wire.base.rpartition(":")[2]

    async def status(host):
        async with client.get(f"http://127.0.0.1:{port}/as/ada", headers={"Host": host}) as answer:
            return answer.status

    async with aiohttp.ClientSession() as client:
        assert [await status(host) for host in ("192.168.1.7", "localhost", "games.example")] == [200] * 3
        assert [await status(host) for host in ("evil.example", "games.example.evil.example")] == [421] * 2
    await made.close()


@pytest.mark.parametrize(
    "nonsense", ["{", "[]", "7", '"do"', "{}", '{"do": 7}', '{"do": "press"}', "\x00", "[" * 99_999]
)
async def test_nonsense_on_the_page_s_line_gets_a_word_and_the_line_lives_on(running, nonsense):
    base, own = f"http://{running.wire.base}", {"Origin": f"http://{running.wire.base}"}
    async with (
        aiohttp.ClientSession() as client,
        client.ws_connect(f"{base}/as/ada/live", headers=own) as line,
    ):
        await line.send_str(nonsense)
        assert "refused" in await result_of(line)
        await line.send_json({"do": "say", "of": 5, "channel": str(CHANNEL), "text": "still here"})
        answer = await result_of(line)
        assert answer["of"] == 5 and "refused" not in answer


ODD = [
    {"do": "press", "channel": 1e999, "message": "1", "custom_id": "x"},
    {"do": "say", "channel": str(CHANNEL), "text": 7},
    {"do": "say", "channel": str(CHANNEL), "text": {"a": 1}},
    {"do": "say", "channel": "-1", "text": "words"},
    {"do": "say", "channel": [1], "text": "words"},
    {"do": "delete", "channel": -1e999, "message": 1e999},
    {"do": "thread", "channel": str(CHANNEL), "name": 7},
    {"do": "run", "channel": str(CHANNEL), "command": "play", "options": [1]},
    {"do": "run", "channel": str(CHANNEL), "command": 7, "options": {}},
    {"do": "run", "channel": str(CHANNEL), "command": ["play"], "options": {"game": {}}},
    {"do": "run_on", "channel": str(CHANNEL), "command": "Profile", "target": 1e999},
    {"do": "complete", "channel": 1, "command": 5, "option": [], "typed": {}, "options": 3},
    {"do": "choose", "channel": str(CHANNEL), "message": "1", "custom_id": {}, "values": 5},
    {"do": "submit", "interaction": 1e999, "values": 3},
    {"do": "stage", "what": "clock", "seconds": 1e999},
    {"do": "stage", "what": "member", "person": {}, "left": 1},
    {"do": "stage", "what": "deny", "channel": 1e999, "permissions": 4},
    {"do": "set", "locale": []},
    {"do": "seat", "channel": 1e999, "message": [], "custom_id": 3},
]


@pytest.mark.parametrize("wish", ODD, ids=lambda wish: f"{wish['do']}-{len(str(wish))}")
async def test_a_wish_that_makes_no_sense_gets_a_word(running, wish, caplog):
    base, own = f"http://{running.wire.base}", {"Origin": f"http://{running.wire.base}"}
    async with (
        aiohttp.ClientSession() as client,
        client.ws_connect(f"{base}/as/ada/live", headers=own) as line,
    ):
        async with asyncio.timeout(LONGEST):
            await line.send_json({**wish, "of": 5})
            answer = await result_of(line)
        assert answer["of"] == 5 and answer["refused"], answer
        assert "never retrieved" not in caplog.text


async def result_of(line):
    """The next answer on a line; events in between are passed over."""
    while (event := await line.receive_json())["type"] != "result":
        pass
    return event


def test_the_bot_is_pointed_at_loopback_only():
    with pytest.raises(playground.NotLoopback):
        playground.point_discord_at("https://discord.example/api", "ws://127.0.0.1/gateway")
    with pytest.raises(playground.NotLoopback):
        playground.point_discord_at("http://127.0.0.1/api", "ws://127.0.0.1.example/gateway")
    with pytest.raises(playground.NotLoopback, match="CAMPANILE_PROXY") as told:
        playground.point_discord_at("http://me:s3cret@10.0.0.5:8080/api/v10", "")
    assert "s3cret" not in str(told.value)
    with pytest.raises(playground.NotLoopback):
        playground.point_discord_at("", "", proxy=True)


def test_a_proxy_before_the_real_discord_may_be_anywhere_and_is_not_the_playground(monkeypatch, caplog):
    from bot.playground import discord_address

    own = discord_address.DiscordWebSocket.DEFAULT_GATEWAY
    monkeypatch.setattr(discord_address.DiscordWebSocket, "DEFAULT_GATEWAY", own)
    monkeypatch.setattr(discord_address.discord.http.Route, "BASE", "https://discord.example/api/v10")
    monkeypatch.setattr(discord_address, "_is_proxy", False)
    for api in ("http://10.0.0.5:8080/api/v10/", "http://127.0.0.1:8080/api/v10"):
        playground.point_discord_at(api, "", proxy=True)
        assert api.rstrip("/") == discord_address.discord.http.Route.BASE and not discord_address.at_home()
        assert own == discord_address.DiscordWebSocket.DEFAULT_GATEWAY, "Discord's own"
    assert [
        r.getMessage()
        for r in caplog.records
        if "in the clear" in r.getMessage() and "10.0.0.5" in r.getMessage()
    ]
    playground.point_discord_at("http://127.0.0.1:1/api", "ws://127.0.0.1:1/gateway")
    assert discord_address.at_home()


def test_a_message_with_a_nonce_is_posted_once():
    world = World(WorldFile(None))
    words = {"content": "once", "nonce": "7", "enforce_nonce": True}

    def post(body, channel=CHANNEL):
        return world.discord.request("POST", f"/channels/{channel}/messages", body, {}, [], None)["id"]

    assert post(words) == post(words) != post({**words, "nonce": "8"})
    assert post({"content": "again"}) != post({"content": "again"})
    world.discord.delete_message(CHANNEL, int(post(words)))
    assert int(post(words)) in world.discord.messages[CHANNEL], "a message that is gone is posted anew"
