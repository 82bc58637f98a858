"""Threads in the playground's Discord, and the real bot that opens them."""

import pytest

from bot.playground import backend as sim
from bot.playground.actions import Actions, buttons
from bot.playground.world import CHANNEL, World
from bot.playground.world_file import WorldFile
from bot.views import server_settings
from bot.views.parts import custom_ids
from tests.wire.harness import BOT, harness, text_of


def send(world, channel, **body):
    made = world.discord.request(
        "POST", f"/channels/{channel}/messages", {"content": "x", **body}, {}, [], None
    )
    return int(made["id"])


def hang(world, message):
    path = f"/channels/{CHANNEL}/messages/{message}/threads"
    return int(world.discord.request("POST", path, {"name": "Table 1"}, {}, [], None)["id"])


def archive(world, thread, archived):
    world.discord.request("PATCH", f"/channels/{thread}", {"archived": archived}, {}, [], None)


def code_of(act):
    with pytest.raises(sim.BackendError) as caught:
        act()
    return caught.value.code


def test_a_message_has_one_thread_with_its_own_id_and_no_word_is_said_about_it():
    world = World(WorldFile(None))
    message = send(world, CHANNEL)
    assert hang(world, message) == message
    assert len(world.discord.messages[CHANNEL]) == 1
    assert code_of(lambda: hang(world, message)) == 160004


def test_nothing_is_edited_in_a_thread_at_rest_and_writing_wakes_it(tmp_path):
    world = World(WorldFile(tmp_path / "w.sqlite3"))
    thread = hang(world, send(world, CHANNEL))
    ada = world.people["ada"].id
    world.discord.request("PUT", f"/channels/{thread}/thread-members/{ada}", None, {}, [], None)
    inside = send(world, thread)
    archive(world, thread, True)
    edit = f"/channels/{thread}/messages/{inside}"
    assert code_of(lambda: world.discord.request("PATCH", edit, {"content": "y"}, {}, [], None)) == 50083
    world.keep.close()
    again = World(WorldFile(tmp_path / "w.sqlite3"))
    assert again.discord.is_archived(thread), "also after a restart"
    assert ada in again.discord.channels[thread].thread_members
    send(again, thread)
    assert not again.discord.is_archived(thread)
    archive(again, thread, True)
    archive(again, thread, False)
    assert not again.discord.is_archived(thread)


def test_only_the_one_who_opened_a_thread_lets_it_rest():
    world = World(WorldFile(None))
    thread = Actions(world).start_thread(world.people["bruno"], CHANNEL, "His")
    world.discord.deny_bot(CHANNEL, 1 << 34 | 1 << 4)  # manage threads, manage channels
    assert code_of(lambda: archive(world, thread, True)) == 50013


def newest(h, name, words):
    found = [m for m in h.seen_by(name) if words in text_of(m)]
    return found[-1] if found else None


def public(h, channel):
    return [m for m in h.messages(channel) if not m.is_ephemeral]


def labels(message):
    return [button["label"] for button in buttons(message)]


async def test_the_real_bot_opens_a_thread_lets_it_rest_and_wakes_it_also_after_kill_9(tmp_path):
    database = f"sqlite:///{tmp_path / 'campanile.sqlite3'}"
    async with harness(BOT, tmp_path / "world.sqlite3", DATABASE_URL=database) as h:
        await h.start_bot()
        await h.until(lambda: h.world.discord.commands.get(None))
        await h.run("ada", "setup")
        shown = await h.until(lambda: newest(h, "ada", "Where tables stand"))
        menu = custom_ids.server(custom_ids.OPTIONS, server_settings.PLACE)
        await h.acts.done(h.acts.choose(h.person("ada"), CHANNEL, shown.id, menu, ["thread"]))
        await h.run("ada", "play", game="tuir")
        thread = (await h.until(lambda: [c for c in h.world.discord.channels.values() if c.is_thread]))[0]
        assert thread.name.endswith(" · Ada") and thread.parent_id == CHANNEL
        (pointer,) = public(h, CHANNEL)
        await h.until(lambda: "Join" in labels(pointer))
        await h.click("bruno", pointer, "Join")
        await h.until(lambda: h.person("bruno").id in thread.thread_members)
        await h.quiet()
        await h.kill_bot()
        await h.start_bot()
        await h.click("ada", public(h, thread.id)[0], "Cancel")
        await h.until(lambda: h.world.discord.is_archived(thread.id))
        assert "was closed" in text_of(pointer)
        await h.run("ada", "play", channel=thread.id, game="tuir")
        await h.until(lambda: "Join" in labels(public(h, thread.id)[-1]))
        assert not h.world.discord.is_archived(thread.id)
        assert not h.wire.refused, h.wire.refused
