"""A phone shows heading, picture and controls of a game's most frequent question without scrolling."""

import random
import statistics
from collections import defaultdict

import pytest
import pytest_asyncio
from playwright.async_api import expect

from bot.playground.actions import buttons
from games import GAMES
from tests.browser.visitor import PHONE
from tests.wire.harness import BOT, harness
from tests.wire.players import Player

ROOM = 675  # pixels between the channel's head and the composer at 390 x 844
PRESSES = 24  # of both players together, unless the game is over before
DICE = 5
SEEN = 5  # times that a question must be measured to count
PLAYERS = ("ada", "bruno")
# Games whose panels do not fit yet; a game that fits must be taken out of here.
TOO_TALL: frozenset[str] = frozenset()

# The newest panel that asks something: its heading's words, and the height from heading to last control.
MEASURE = """() => {
    const choice = /:[mgsx]\\d+$/;
    const panel = [...document.querySelectorAll("article.ephemeral")].reverse()
        .find((a) => [...a.querySelectorAll("[data-key]")].some((c) => choice.test(c.dataset.key)));
    if (!panel) return null;
    const box = (node) => node.getBoundingClientRect();
    const controls = [...panel.querySelectorAll("[data-key]")].filter((c) => choice.test(c.dataset.key));
    const heading = panel.querySelector(".md h3, .md h4, .md h5");
    const bottom = Math.max(...controls.map((c) => box(c).bottom));
    return { asked: heading.innerText, height: Math.round(bottom - box(heading).top), id: panel.dataset.id };
}"""


class Seated(Player):
    """Somebody at a table in one channel, who presses by the wire."""

    def __init__(self, h, name, channel):
        super().__init__(h, name)
        self.channel = channel

    def panel(self):
        shown = self.h.seen_by(self.name, self.channel)
        panels = [m for m in shown if m.is_ephemeral and self.choices(m)]
        return panels[-1] if panels else None


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def bot(tmp_path_factory):
    database = tmp_path_factory.mktemp("phone") / "campanile.sqlite3"
    async with harness(BOT, DATABASE_URL=f"sqlite:///{database}") as h:
        await h.start_bot()
        await h.until(lambda: h.world.discord.commands.get(None))
        yield h


async def open_table(h, game):
    """Start a game of two in a thread of its own."""
    channel = h.acts.start_thread(h.person("ada"), next(iter(h.world.discord.channels)), game)
    await h.run("ada", "play", channel, game=game)

    def lobby():
        return next(
            (m for m in h.messages(channel) if any("join" in b["custom_id"] for b in buttons(m))), None
        )

    table = await h.until(lobby)
    await h.click("bruno", table, "Join")
    await h.until(lambda: any(b["label"] == "Start" for b in buttons(table)))
    await h.click("ada", table, "Start")
    await h.until(lambda: table.attachments)
    await h.quiet()
    return channel, table


def is_over(h, channel):
    return any("rematch" in b["custom_id"] for m in h.messages(channel) for b in buttons(m))


async def show(visitor, game):
    """Go to the newest table of a game."""
    await visitor.press("Channels and people")
    await visitor.page.locator(".place.thread", has_text=game).last.tap()


async def measure(h, ada, channel, heights):
    """Play, and note the heights of Ada's panel by the question it asks."""
    dice, players = random.Random(DICE), [Seated(h, name, channel) for name in PLAYERS]
    for _ in range(PRESSES):
        await h.until(lambda: any(p.panel() for p in players) or is_over(h, channel))
        if is_over(h, channel):
            break
        player = dice.choice([p for p in players if p.panel()])
        if player.name == "ada":
            await ada.page.locator(f"article[data-id='{player.panel().id}']").wait_for()
            found = await ada.page.evaluate(MEASURE)
            heights[found["asked"]].append(found["height"])
            if len(heights[found["asked"]]) == SEEN:
                break
        before = player.shown()
        assert "failed" not in await player.answer(dice)
        await h.until(lambda p=player, b=before: p.shown() != b)
        await h.quiet()


@pytest.mark.parametrize("game", GAMES)
async def test_the_most_frequent_question_fits_a_phone(bot, chromium, game):
    ada = await chromium.visit(f"http://{bot.wire.base}/as/ada", **PHONE)
    await ada.press("Got it")
    heights = defaultdict(list)
    while max(map(len, heights.values()), default=0) < SEEN:  # a game at random may be over soon
        channel, table = await open_table(bot, game)
        await show(ada, game)
        for name in PLAYERS:
            await bot.click(name, table, "Your hand")
        await bot.quiet()
        await measure(bot, ada, channel, heights)
    asked, most = max(heights.items(), key=lambda item: len(item[1]))
    height = statistics.median(most)
    told = {words: (len(seen), min(seen), max(seen)) for words, seen in heights.items()}
    word = f"{game}: {asked!r} needs {height} of {ROOM} px; all (times, least, most): {told}"
    print(word)  # shown when the test fails, and by -s
    assert (height > ROOM) == (game in TOO_TALL), word


@pytest.mark.parametrize("game", GAMES)
async def test_after_start_and_after_a_reload_heading_and_picture_come_first(bot, chromium, game):
    people = {name: await chromium.visit(f"http://{bot.wire.base}/as/{name}", **PHONE) for name in PLAYERS}
    channel, _ = await open_table(bot, game)
    asked = await bot.until(lambda: next((n for n in PLAYERS if Seated(bot, n, channel).panel()), None))
    me = people[asked]
    await me.press("Got it")
    await show(me, game)
    panel, table = (f"article{kind}:has(.picture)" for kind in (".ephemeral", ":not(.ephemeral)"))
    await comes_first(me, panel)
    await me.page.reload()  # takes private messages away, as on Discord
    await comes_first(me, table)
    await me.press("Your hand", me.page.locator(table).last)
    await comes_first(me, panel)


async def comes_first(visitor, place):
    """The heading and the whole picture of the newest of these messages are in view."""
    shown = visitor.page.locator(place).last
    await expect(shown.locator(".md h3, .md h4, .md h5").first).to_be_in_viewport(ratio=1)
    await expect(shown.locator(".picture img").first).to_be_in_viewport(ratio=1)
