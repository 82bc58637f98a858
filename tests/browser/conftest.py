"""Tests in a real browser, which may be missing. One browser and one bot serve all of them."""

from pathlib import Path

import pytest
import pytest_asyncio

from bot.playground.world import CHANNEL
from tests.browser.visitor import CHROMIUM, browsing
from tests.patience import LONGEST
from tests.wire.harness import harness


def pytest_collection_modifyitems(items):
    missing = pytest.mark.skip(
        reason=f"no Chromium at {CHROMIUM}: install it, or set CHROMIUM to its path, to run the browser tests"
    )
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker(pytest.mark.asyncio(loop_scope="session"), append=False)
            if not Path(CHROMIUM).exists():
                item.add_marker(missing)


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def browser():
    async with browsing() as browser:
        yield browser


@pytest_asyncio.fixture(loop_scope="session")
async def chromium(browser):
    yield browser
    errors = [error for visitor in browser.visitors for error in visitor.errors]
    await browser.leave()
    assert not errors, f"the page's console: {errors}"


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def fixture_bot():
    async with harness() as h:
        await h.start_bot()
        await h.until(lambda: h.world.discord.commands.get(None))
        yield h


@pytest_asyncio.fixture(loop_scope="session")
async def room(fixture_bot):
    """A playground with the fixture's bot, as new."""
    h = fixture_bot
    for channel in h.world.discord.messages.values():
        channel.clear()
    for thread in list(next(iter(h.world.discord.guilds.values())).thread_ids):
        h.world.discord.delete_channel(thread)
    h.discord_waits(LONGEST)
    for person in h.world.people.values():
        h.world.set_person(person, "en-US", True)
    h.address = lambda name: f"http://{h.wire.base}/as/{name}"
    assert CHANNEL in h.world.discord.messages
    return h
