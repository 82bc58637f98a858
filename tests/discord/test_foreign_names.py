"""Hostile names of a server, a channel and people: nothing that the bot says or writes carries them on."""

import json
import logging
import random

import pytest

from bot.views.parts import custom_ids
from tests.discord import sim
from tests.discord.people import Person, Room
from tests.limits import parts

LINK = "[Free Nitro](https://evil.example/x)"
HIDDEN = "\u202e\u200b\u2066\u2028"
SERVER = f"{LINK} @everyone <@99>\n# big{HIDDEN} ||x||"
NICK = f"@here {LINK[:14]}\n{HIDDEN}**bob**"
RAW = ("](", "https://evil", "@everyone", "@here", "<@99>", "||x||", "**bob**", *HIDDEN)


class Heard(logging.Handler):
    """Every line that the bot logs."""

    def __init__(self):
        super().__init__(logging.DEBUG)
        self.lines = []

    def emit(self, record):
        self.lines.append(record.getMessage())


def hostile_room(env):
    """A server whose name, channel and people all try something."""
    room = Room.__new__(Room)
    room.env, room.guild = env, env.create_guild(SERVER)
    room.channel = room.guild.create_text_channel("games")
    users = [env.create_user(f"user{n}", global_name=NICK) for n in range(3)]
    room.people = [Person(env, room.guild.add_member(user, nick=NICK[:32]), user) for user in users]
    return room


async def a_whole_life(room):
    """Lobby, thread, panels here and by DM, calls, the end, and all that tells of it afterwards."""
    alice, bob, carol = room.people
    home = room.channel
    await room.app.core.services.settings.change_server(room.guild.id, place="thread")
    await alice.slash(home, "play", game="tuir")
    (room.channel,) = home.threads
    await bob.click(room.board(), "Join")
    await carol.click(room.board(), "Rules")
    await alice.click(room.board(), "Start")
    await alice.slash(room.channel, "hand", dm=True)
    await bob.open_panel(room.board())
    for person in (carol, bob):
        for label in ("Watch", "Read the table", "More"):
            await person.click(room.board(), label)
    await room.play_on([bob], random.Random(4), 3)
    await sim.later(room.env, 200)  # whoever does not come is called
    await room.play_on([alice.at_home(), bob], random.Random(4))
    assert (await room.services.tables.table(1)).over
    for name in ("profile", "history", "games", "privacy", "settings"):
        await bob.slash(home, name)
        await bob.user.slash(name)
    shown = (await bob.slash(home, "leaderboard", game="tuir")).response
    await bob.click(shown, "Share")
    await bob.slash(room.channel, "card", name=SERVER)
    replay = (await bob.click(room.board(), "Replay")).response
    await bob.click(replay, "Export")
    private = (await bob.slash(home, "privacy")).response
    await sim.deliver(
        room.env, sim.press_payload(room.env, bob.actor, private, custom_ids.archive("me", act="export"))
    )
    await bob.click(room.ending(), "Rematch")
    await bob.click(room.board(), "Cancel")


def said(room):
    """Yield every text in every message of the bot, with alt texts, labels and the names of files."""
    for channel in room.env.backend.messages.values():
        for message in channel.values():
            if message.author_id != room.env.backend.bot_user.id:
                continue
            for part in parts(message.components):
                yield from (str(part[k]) for k in ("content", "label", "placeholder") if part.get(k))
                for item in part.get("items", ()):
                    yield str(item.get("description", ""))
                for option in part.get("options", ()):
                    yield f"{option['label']} {option.get('description', '')}"
            yield from (a.filename if hasattr(a, "filename") else a["filename"] for a in message.attachments)


@pytest.mark.slow
async def test_no_hostile_name_comes_through_in_anything_that_the_bot_says_or_writes(database):
    heard = Heard()
    logging.getLogger().addHandler(heard)
    before = logging.getLogger("bot").level
    logging.getLogger("bot").setLevel(logging.DEBUG)
    try:
        async with sim.running(database) as env:
            room = hostile_room(env)
            await a_whole_life(room)
            told = [*said(room)]
            sent = [json.dumps(r.json, ensure_ascii=False) for r in env.http_requests if r.json]
            threads = [c.name for c in env.backend.channels.values() if "·" in (c.name or "")]
            files = {url.rpartition("/")[2]: data for url, data in env.backend.cdn._blobs.items()}
    finally:
        logging.getLogger("bot").setLevel(before)
        logging.getLogger().removeHandler(heard)
    assert any("Free Nitro" in text.replace("\\", "") for text in told), "the server is named in DMs"
    (thread,) = threads
    assert "bob" in thread and not any(raw in thread for raw in ("@here", "\n", *HIDDEN))
    for text in (*told, *heard.lines):
        assert not [raw for raw in RAW if raw in text], text
    for text in sent:
        assert not any(raw in text for raw in ("@everyone", "@here", *HIDDEN)), text
    assert {"my-data.json", "table-1.json", "table.png"} <= {*files}
    for name, data in files.items():
        written = data.decode() if name.endswith(".json") else ""
        assert "Nitro" not in f"{name} {written}" and not any(raw in written for raw in HIDDEN)
    assert heard.lines and not [line for line in heard.lines if "Nitro" in line]
