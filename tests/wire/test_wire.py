"""A real bot process on the wire: killed, cut off, raced, rate limited, and called late and twice."""

import asyncio
from datetime import UTC, datetime, timedelta

import aiohttp
import pytest

from bot.playground.wire import reply
from bot.playground.world import CHANNEL, DMS
from tests.patience import LONGEST
from tests.wire.harness import harness, text_of


@pytest.fixture
async def table():
    """A bot that runs, and its board in the channel."""
    async with harness() as h:
        await h.start_bot()
        await h.until(lambda: h.world.discord.commands.get(None))
        assert (await h.run("ada", "board"))["kind"] == "message"
        yield h


def board(h):
    return h.messages()[0]


async def test_a_command_is_answered_with_a_picture_that_the_page_can_load(table):
    assert "count 0" in text_of(board(table))
    url = board(table).attachments[0]["url"].removeprefix("https://cdn.simcord.invalid")
    async with aiohttp.ClientSession() as web_, web_.get(f"http://{table.wire.base}{url}") as answer:
        assert answer.status == 200 and (await answer.read()).startswith(b"\x89PNG")
    assert board(table).attachments[0]["description"] == "A row of towers"


async def test_old_buttons_work_after_kill_9_and_restart(table):
    assert (await table.click("bruno", board(table), "Count"))["kind"] == "update"
    await table.kill_bot()
    table.discord_waits(3)
    assert (await table.click("bruno", board(table), "Count")) == {"failed": True}, (
        "nobody is there to answer"
    )
    table.discord_waits(LONGEST)
    await table.start_bot()
    assert (await table.click("bruno", board(table), "Count"))["kind"] == "update"
    assert "count 2" in text_of(board(table))


async def test_five_presses_at_the_same_moment_are_all_answered(table):
    sent = [table.press(name, board(table), "Your hand") for name in table.world.people]
    answers = await asyncio.gather(*map(table.acts.done, sent))
    assert [answer["kind"] for answer in answers] == ["message"] * 5
    for name in table.world.people:
        mine = [text_of(m) for m in table.seen_by(name) if m.is_ephemeral]
        assert len(mine) == 1 and f"Secret of {table.person(name).name}" in mine[0]


async def test_an_interaction_delivered_twice_is_answered_once(table):
    sent = table.press("ada", board(table), "Count")
    table.acts.deliver(sent)
    assert (await table.acts.done(sent))["kind"] == "update"
    assert (await table.click("ada", board(table), "Count"))["kind"] == "update", "the bot goes on"
    assert "count 2" in text_of(board(table))


async def test_an_interaction_delivered_too_late_is_refused_and_the_bot_goes_on(table):
    sent = table.press("ada", board(table), "Count")
    sent.record.initial_response_deadline = (datetime.now(UTC) - timedelta(seconds=1)).isoformat()
    table.acts.deliver(sent)
    await table.until(
        lambda: any(e.path.endswith("/callback") for e in list(table.world.discord.http_requests)[-1:])
    )
    assert "count 0" in text_of(board(table))
    assert (await table.click("ada", board(table), "Count"))["kind"] == "update"


async def test_held_interactions_arrive_together(table):
    table.wire.hold()
    waiting = [
        asyncio.create_task(table.acts.done(table.press(n, board(table), "Your hand")))
        for n in ("ada", "bruno")
    ]
    await table.quiet()
    assert not any(task.done() for task in waiting)
    table.wire.let_go()
    assert [answer["kind"] for answer in await asyncio.gather(*waiting)] == ["message", "message"]


async def test_a_dropped_bot_resumes_and_hears_what_it_missed(table):
    session = next(iter(table.wire._sessions.values()))
    table.wire.drop_connections()
    answer = await table.click("bruno", board(table), "Count")  # pressed while the bot is away
    assert answer["kind"] == "update"
    assert list(table.wire._sessions.values()) == [session], "the same session, resumed"


async def test_a_forgotten_session_is_refused_cleanly_and_the_bot_identifies_anew(table):
    table.wire.forget_sessions()
    await table.until(lambda: table.wire.online)
    assert (await table.click("bruno", board(table), "Count"))["kind"] == "update"


async def test_a_rate_limited_bot_waits_and_gets_through(table):
    refused = []

    async def limit(method, path):
        if path.endswith(f"/channels/{CHANNEL}/messages") and not refused:
            refused.append(path)
            body = {"message": "You are being rate limited.", "retry_after": 0.2, "global": False}
            return reply(body, 429, Via="1.1 test")
        return None

    table.wire.trouble = limit
    friend = str(table.person("bruno").id)
    await table.run("ada", "board", friend=friend)
    notice = await table.until(lambda: [m for m in table.messages() if m.ping_user_ids])
    assert refused and notice[0].ping_user_ids == [table.person("bruno").id]


async def test_letters_reach_only_their_person_and_a_closed_door_is_told(table):
    await table.run("ada", "dm")
    await table.until(lambda: table.messages(DMS))
    assert table.seen_by("ada", DMS) and not table.seen_by("bruno", DMS)
    table.world.set_person(table.person("bruno"), None, False)
    await table.run("bruno", "dm")
    said = await table.until(lambda: [text_of(m) for m in table.seen_by("bruno") if "50007" in text_of(m)])
    assert said and not table.messages(DMS + 1)


async def test_a_person_s_language_goes_with_every_interaction(table):
    table.world.set_person(table.person("chiara"), "it", None)
    table.world.set_server_locale("de")
    sent = table.press("chiara", board(table), "Your hand")
    assert (sent.payload["locale"], sent.payload["guild_locale"]) == ("it", "de")
    assert int(sent.payload["app_permissions"]) > 0
    await table.acts.done(sent)
    assert "language is it" in text_of(table.seen_by("chiara")[-1])


async def test_a_form_is_filled_in_and_sent(table):
    shown = await table.click("ada", board(table), "Form")
    await table.quiet()  # discord.py knows a form only after Discord has taken it
    parts = [part["component"] for part in shown["modal"]["components"]]
    values = dict(zip([p["custom_id"] for p in parts], ["Rose", ["Small"], "l", ["n", "g"]], strict=True))
    sent = table.acts.submit(table.person("ada"), int(shown["interaction"]), values)
    assert (await table.acts.done(sent))["kind"] == "message"
    assert "['Rose', ['Small'], 'l', ['n', 'g']]" in text_of(table.seen_by("ada")[-1])


async def test_completions_come_from_the_bot(table):
    ada = table.person("ada")
    sent = table.acts.complete(ada, CHANNEL, "board", "word", "et", {})
    assert (await table.acts.done(sent))["choices"] == [{"name": "Beta", "value": "beta"}]
