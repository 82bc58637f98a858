"""Two people play a whole game of Túir through the page, one at a desk, one on a phone."""

import asyncio
import random
import re

from playwright.async_api import expect

from tests.browser.visitor import PHONE
from tests.patience import LONGEST
from tests.wire.harness import BOT, harness

DICE = 7
MOST = 600  # presses; a game takes about 80


async def test_two_people_play_a_whole_game_of_tuir(tmp_path, chromium):
    database = f"sqlite:///{tmp_path}/campanile.sqlite3"
    async with harness(BOT, tmp_path / "world.sqlite3", DATABASE_URL=database) as h:
        await h.start_bot()
        await h.until(lambda: h.world.discord.commands.get(None))
        base = f"http://{h.wire.base}/as"
        ada, bruno = await chromium.visit(f"{base}/ada"), await chromium.visit(f"{base}/bruno", **PHONE)
        await ada.run("play", game="Túir")
        await bruno.press("Join")
        await ada.press("Start")
        await bruno.page.locator("article.called, #banner .waiting:not(.none)").first.wait_for()
        for person in (ada, bruno):
            await person.press("Your hand")
            await person.message("Your secret rule").wait_for()
        await play(ada, bruno, lambda: come_late(chromium, f"{base}/chiara"))
        for person, name in ((ada, "tuir-desktop"), (bruno, "tuir-phone")):
            await expect(person.message("Fair deal: SHA-256")).to_contain_text(re.compile("wins,|shared win"))
            await person.picture(name)


async def come_late(chromium, address):
    """Somebody opens the page in the middle: sees the table, and gets a clear word when asking for a hand."""
    chiara = await chromium.visit(address, **PHONE)
    board = chiara.page.locator("article", has_text="Read the table").last
    await expect(board.locator(".picture img")).to_have_js_property("complete", True)
    await chiara.press("Your hand", board)
    await expect(chiara.page.locator("article.ephemeral")).to_contain_text("Only you can see this")
    assert not await chiara.controls().count()
    await chiara.page.context.close()
    chromium.visitors.remove(chiara)


async def test_alone_one_plays_for_everybody_by_following_the_turn(tmp_path, chromium):
    async with harness(BOT, DATABASE_URL=f"sqlite:///{tmp_path}/campanile.sqlite3") as h:
        await h.start_bot()
        await h.until(lambda: h.world.discord.commands.get(None))
        me = await chromium.visit(f"http://{h.wire.base}/as/ada")
        await me.run("play", game="Túir")
        await me.press("Seat the others")
        await expect(me.message("Túir")).to_contain_text("@Bruno")
        await me.press("Start")
        await me.press("Follow the turn")
        dice, seen = random.Random(1), set()
        for _ in range(8):
            await expect(me.page.locator("#banner .waiting")).to_have_text("Waiting for you")
            seen.add(await me.page.locator(".who strong").inner_text())
            if not await me.controls().count():
                await me.press("Your hand")
            await expect(me.controls().first).to_be_visible()
            await me.answer(dice)
            await h.quiet()
        assert seen == {"Ada", "Bruno"}


async def play(ada, bruno, on_the_way):
    """Answer what is asked until the game is over, and look at one another's pages on the way."""
    dice, looked = random.Random(DICE), 0
    for count in range(MOST):
        if not (awaited := await someone_asked(ada, bruno)):
            assert looked >= 4, "the hands were looked for"
            return
        person = dice.choice(awaited)
        if count % 10 == 0:
            looked += await keep_secrets(ada, bruno)
        if count == 16:
            await on_the_way()
            await ada.picture("tuir-turn-desktop")
            await bruno.picture("tuir-turn-phone")
        await person.answer(dice)
    raise AssertionError("the game did not end")


async def someone_asked(ada, bruno):
    """Wait for people who are asked something; nobody is once the game is over."""
    async with asyncio.timeout(LONGEST):
        while not (awaited := [person for person in (ada, bruno) if await person.controls().count()]):
            if await ada.messages().filter(has_text="Fair deal: SHA-256").count():
                break
            await asyncio.sleep(0.05)
    return awaited


async def keep_secrets(ada, bruno):
    """What stands in one's panel about one's hand stands nowhere in the other's page; count them."""
    looked = 0
    for one, other in ((ada, bruno), (bruno, ada)):
        secret = re.search(r"Your hand: (.+)", await one.page.locator("#panes").inner_text())
        if secret:  # towards the end a hand may be empty
            assert secret[1] not in await other.page.content()
            looked += 1
    return looked


async def test_one_press_on_the_first_screen_starts_a_game_against_the_computer(tmp_path, chromium):
    async with harness(BOT, DATABASE_URL=f"sqlite:///{tmp_path}/campanile.sqlite3") as h:
        await h.start_bot()
        await h.until(lambda: h.world.discord.commands.get(None))
        me = await chromium.visit(f"http://{h.wire.base}/as/ada")
        await me.press("Play now against the computer")
        await expect(me.message("not shuffled again")).to_contain_text("Mason")
        await me.press("Your hand")
        await me.controls().first.wait_for()  # also if the computer begins: it thinks in its own process
