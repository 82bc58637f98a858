"""What can happen around a game, done by a person on the page."""

import pytest
import pytest_asyncio
from playwright.async_api import expect

from bot.base import timers
from bot.playground.backend import BackendError
from bot.playground.world import CHANNEL, CHANNELS
from tests.browser.visitor import PHONE
from tests.browser.world import post, words
from tests.patience import LONGEST


@pytest_asyncio.fixture(loop_scope="session")
async def house(room):
    """The room, and everything as usual again afterwards."""
    yield room
    mischief = room.playground.web.mischief
    mischief.do({"what": "clock", "seconds": 0})
    mischief.do({"what": "up"})
    mischief.do({"what": "limits", "on": False})
    for person in room.world.people.values():
        room.world.set_membership(person, left=False)
    for channel in CHANNELS:
        room.world.deny(channel, [])
    await room.until(lambda: room.wire.online)


async def manage(visitor):
    await visitor.press("Stage manager")
    return visitor.page.get_by_role("complementary", name="Stage manager")


async def test_there_are_channels_to_go_to_and_to_come_back_from(house, chromium):
    ada, bruno = (
        await chromium.visit(house.address("ada")),
        await chromium.visit(house.address("bruno"), **PHONE),
    )
    await bruno.press("Channels and people")
    places = bruno.page.locator(".place.channel")
    await expect(places).to_have_text(list(CHANNELS.values()), use_inner_text=True)
    await bruno.press("long-games")
    await expect(bruno.page.locator(".pane-head h1")).to_have_text("long-games")
    await bruno.run("board")
    await bruno.message("Fixture, count 0").wait_for()
    await expect(ada.page.locator(".place.unread")).to_have_text("long-games")
    await expect(ada.message("Fixture")).to_have_count(0)
    await ada.page.locator(".place", has_text="long-games").click()
    await ada.message("Fixture, count 0").wait_for()
    await expect(ada.page.locator(".place.unread")).to_have_count(0)


async def test_a_table_is_opened_in_a_thread_that_somebody_made(house, chromium):
    bruno = await chromium.visit(house.address("bruno"))
    await bruno.press("New thread")
    await bruno.page.get_by_label("Name").fill("A long evening")
    await bruno.press("Open the thread")
    await expect(bruno.page.locator(".pane-head h1")).to_have_text("A long evening")
    await bruno.run("board")
    await bruno.message("Fixture, count 0").wait_for()
    await bruno.press("Count")
    await bruno.message("Fixture, count 1").wait_for()
    order = await bruno.page.locator(".place:not(.dm)").all_inner_texts()
    assert order == ["board-games", "A long evening", "long-games", "taverna"]
    await bruno.press("board-games")
    await bruno.message("Bruno started a thread: A long evening").wait_for()


async def test_a_moderator_deletes_a_message_and_others_only_their_own(house, chromium):
    ada, bruno = (
        await chromium.visit(house.address("ada")),
        await chromium.visit(house.address("bruno"), **PHONE),
    )
    await ada.run("board")
    await bruno.say("A word of mine")
    table, mine = ada.message("Fixture, count 0"), bruno.message("A word of mine")
    await mine.wait_for()
    await expect(
        bruno.message("Fixture, count 0").get_by_role("button", name="Delete message")
    ).to_have_count(0)
    await mine.tap()
    await bruno.press("Delete message")
    await bruno.press("Delete")
    await expect(mine).to_have_count(0)
    await table.hover()
    await ada.press("Delete message", table)
    await ada.press("Cancel")
    await expect(table).to_have_count(1)
    await ada.press("Delete message", table)
    await ada.press("Delete")
    await expect(bruno.messages()).to_have_count(0)


async def test_somebody_leaves_the_server_and_comes_back(house, chromium):
    ada, bruno = await chromium.visit(house.address("ada")), await chromium.visit(house.address("bruno"))
    await ada.run("board")
    await bruno.message("Fixture, count 0").wait_for()
    drawer = await manage(ada)
    await expect(drawer).to_contain_text("Ada owns the server and stays")
    await ada.press("Bruno leaves the server")
    await expect(bruno.page.locator("#side")).to_contain_text("You have left this server.")
    await expect(bruno.page.locator(".place")).to_have_text(["Campanile"])
    await expect(bruno.messages()).to_have_count(0)
    await expect(drawer).to_contain_text("Bruno has left the server")
    await bruno.press("Come back")
    await expect(bruno.page.locator(".place")).to_have_count(4)
    await bruno.press("board-games")
    await bruno.message("Fixture, count 0").wait_for()


async def test_a_permission_is_taken_from_the_bot_and_given_back(house, chromium):
    ada = await chromium.visit(house.address("ada"))
    drawer = await manage(ada)
    await drawer.get_by_label("Channel", exact=True).select_option("#long-games")
    await drawer.get_by_label("Send Messages", exact=True).uncheck()
    other = next(number for number, name in CHANNELS.items() if name == "long-games")
    await house.until(lambda: house.world.denied(other))
    with pytest.raises(BackendError):
        post(house.world, other, content="No")
    post(house.world, CHANNEL, content="Here I may")
    await ada.page.reload()
    drawer = await manage(ada)
    await drawer.get_by_label("Channel", exact=True).select_option("#long-games")
    box = drawer.get_by_label("Send Messages", exact=True)
    await expect(box).not_to_be_checked()
    await box.check()
    await house.until(lambda: not house.world.denied(other))
    post(house.world, other, content="Here again")


async def test_pictures_are_refused_and_taken_again(house, chromium):
    ada = await chromium.visit(house.address("ada"))
    drawer = await manage(ada)
    await drawer.get_by_label("in fresh private messages", exact=True).check()
    await house.until(lambda: house.world.discord.refused_pictures == {"follow-ups"})
    await drawer.get_by_label("in edits of private answers", exact=True).check()
    await house.until(lambda: house.world.discord.refused_pictures == {"edits", "follow-ups"})
    await ada.page.reload()
    drawer = await manage(ada)
    box = drawer.get_by_label("in edits of private answers", exact=True)
    await expect(box).to_be_checked()
    await box.uncheck()
    await house.until(lambda: house.world.discord.refused_pictures == {"follow-ups"})


async def test_discords_rate_limits_are_switched_on_and_off(house, chromium):
    ada = await chromium.visit(house.address("ada"))
    drawer = await manage(ada)
    box = drawer.get_by_label("Enforce Discord's rate limits", exact=True)
    await expect(box).not_to_be_checked()
    await box.check()
    await house.until(lambda: house.wire.limits.enforced)
    await ada.page.reload()
    drawer = await manage(ada)
    box = drawer.get_by_label("Enforce Discord's rate limits", exact=True)
    await expect(box).to_be_checked()
    await box.uncheck()
    await house.until(lambda: not house.wire.limits.enforced)


async def test_discord_is_down_and_comes_back(house, chromium):
    ada = await chromium.visit(house.address("ada"))
    await ada.run("board")
    await ada.message("Fixture, count 0").wait_for()
    drawer = await manage(ada)
    await ada.press("Requests fail for a minute")
    await expect(drawer).to_contain_text("no request of the bot is answered")
    await expect(ada.page.locator("#banner")).to_contain_text("Discord is down")
    house.discord_waits(3)
    await ada.press("Count")
    await expect(ada.message("Fixture, count 0")).to_contain_text("This interaction failed")
    house.discord_waits(LONGEST)
    await ada.press("Up again")
    await expect(drawer).to_contain_text("Everything works")
    await ada.press("Count")
    await ada.message("Fixture, count 1").wait_for()


async def test_the_bot_is_cut_off_and_finds_its_way_back(house, chromium):
    ada = await chromium.visit(house.address("ada"))
    await ada.run("board")
    await ada.message("Fixture, count 0").wait_for()
    await manage(ada)
    await ada.press("All of it is down for a minute")
    await expect(ada.page.locator(".pane-head .offline")).to_be_visible()
    await ada.press("+15 minutes")  # the outage passes with the clock
    await house.until(lambda: house.wire.online)
    await expect(ada.page.locator(".pane-head .offline")).to_have_count(0)
    await ada.press("Count")
    await ada.message("Fixture, count 1").wait_for()


async def test_an_hour_and_a_day_pass(house, chromium):
    ada, bruno = (
        await chromium.visit(house.address("ada")),
        await chromium.visit(house.address("bruno"), **PHONE),
    )
    post(house.world, components=words(f"Moved <t:{int(timers.now())}:R>"))
    await bruno.message("seconds ago").or_(bruno.message("Moved now")).last.wait_for()
    drawer = await manage(ada)
    await ada.press("+1 hour")
    await expect(bruno.message("Moved")).to_contain_text("1 hour ago")
    await expect(drawer).to_contain_text("1 hour ahead of the real time")
    await ada.press("+1 day")
    await expect(bruno.message("Moved")).to_contain_text("yesterday")
    assert round(timers.ahead()) == 90_000
    await ada.press("Real time again")
    await expect(drawer).not_to_contain_text("ahead")


async def test_a_thumb_reaches_everything_in_the_drawer(house, chromium):
    ada = await chromium.visit(house.address("ada"), **PHONE)
    drawer = await manage(ada)
    await ada.picture("phone-stage")
    for name in ("Elena leaves the server", "New thread"):
        button = drawer.get_by_role("button", name=name)
        await button.scroll_into_view_if_needed()
        await expect(button).to_be_in_viewport(ratio=1)
    await ada.press("Close")
    await expect(drawer).to_be_hidden()
    assert await ada.page.evaluate("document.documentElement.scrollWidth") <= 390
