"""Ways through the page: links, calls, menus on names, completions, the lobby's own row, what is in view."""

import re

from playwright.async_api import expect

from bot.playground.world import CHANNEL, CHANNELS, DMS, SERVER
from tests.browser.visitor import DESKTOP, PHONE
from tests.browser.world import edit, link, post, words

OTHER = list(CHANNELS)[1]
SILENT = 1 << 12


def place(channel, message):
    return f"https://discord.com/channels/{SERVER}/{channel}/{message}"


async def test_a_link_to_a_message_is_followed_within_the_page(room, chromium):
    table = post(room.world, OTHER, components=words("## The table", *["line\n" * 9] * 3))
    for n in range(40):
        post(room.world, OTHER, content=f"Word {n}")
    post(
        room.world, DMS, components=words("Your panel", buttons=(link("See the table", place(OTHER, table)),))
    )
    ada = await chromium.visit(room.address("ada"), **PHONE)
    await ada.press("Channels and people")
    await ada.page.locator(".place.dm").tap()
    await ada.page.get_by_role("link", name="See the table").tap()
    await expect(ada.page.locator(".pane-head h1")).to_have_text("long-games")
    await expect(ada.page.locator("article.flash")).to_contain_text("The table")
    await expect(ada.page.get_by_role("heading", name="The table")).to_be_in_viewport(ratio=1)
    assert len(ada.page.context.pages) == 1


async def test_a_link_in_words_too_and_one_to_nowhere_says_so(room, chromium):
    ada = await chromium.visit(room.address("ada"))
    gone = post(room.world, content="soon gone")
    post(room.world, content=f"[look]({place(CHANNEL, gone)}) and [outside](https://example.org/x)")
    await ada.page.get_by_role("link", name="look").click()
    await expect(ada.page.locator("article.flash")).to_contain_text("soon gone")
    room.world.discord.delete_message(CHANNEL, gone)
    await ada.page.get_by_role("link", name="look").click()
    await expect(ada.page.locator(".toast")).to_have_text("That message is gone.")
    outside = ada.page.get_by_role("link", name="outside")
    await expect(outside).to_have_attribute("rel", re.compile("noopener"))
    await expect(outside).to_have_attribute("target", "_blank")


async def test_a_link_can_be_opened_in_a_tab_of_its_own(room, chromium):
    number = post(room.world, OTHER, content="far away")
    ada = await chromium.visit(f"{room.address('ada')}#{OTHER}/{number}")
    await expect(ada.page.locator("article.flash")).to_contain_text("far away")


def calling(room, name, **more):
    who = room.person(name).id
    mentions = {"parse": [], "users": [str(who)]}
    return post(room.world, OTHER, content=f"<@{who}>, your turn", allowed_mentions=mentions, **more)


async def test_only_who_is_really_pinged_gets_a_number(room, chromium):
    ada, bruno = await chromium.visit(room.address("ada")), await chromium.visit(room.address("bruno"))
    calling(room, "bruno")
    await expect(bruno.page.locator(".place", has_text="long-games").locator(".pings")).to_have_text("1")
    await expect(bruno.page).to_have_title(re.compile(r"^\(1\) Bruno"))
    await expect(ada.page.locator(".place.unread")).to_have_text("long-games")
    await expect(ada.page.locator(".pings")).to_have_count(0)
    named = f"<@{room.person('ada').id}> is named"  # but nobody is pinged
    post(room.world, OTHER, content=named, allowed_mentions={"parse": []})
    calling(room, "bruno")
    await expect(bruno.page.locator(".pings")).to_have_text("2")
    await expect(ada.page.locator(".pings")).to_have_count(0)


async def test_a_silent_message_leaves_no_sign(room, chromium):
    ada = await chromium.visit(room.address("ada"))
    post(room.world, OTHER, content="hush", flags=SILENT)
    calling(room, "ada", flags=SILENT)
    post(room.world, list(CHANNELS)[2], content="loud")
    await expect(ada.page.locator(".place.unread")).to_have_text("taverna")
    await expect(ada.page.locator(".pings")).to_have_count(0)
    await ada.press("long-games")
    await expect(ada.message("hush").locator(".quiet-mark")).to_have_count(1)
    await expect(ada.page.locator("article.called")).to_have_count(0)


async def test_the_banner_knows_whom_a_table_waits_for_without_a_ping(room, chromium):
    ada = await chromium.visit(room.address("ada"))
    lion, dove = room.person("ada").id, room.person("bruno").id
    post(room.world, components=words(f"▶ Lion <@{lion}> 3 cards\n▫️ Dove <@{dove}> 3 cards"))
    await expect(ada.page.locator("#banner .waiting")).to_have_text("Waiting for you")
    post(room.world, OTHER, components=words(f"▫️ Lion <@{lion}> 3 cards\n▶ Dove <@{dove}> 3 cards"))
    await ada.page.locator(".place", has_text="long-games").click()
    await expect(ada.page.locator("#banner .waiting")).to_have_text("Waiting for Bruno")


async def test_a_name_has_a_menu_with_the_bot_s_commands_for_people(room, chromium):
    ada, bruno = (
        await chromium.visit(room.address("ada")),
        await chromium.visit(room.address("bruno"), **PHONE),
    )
    await bruno.say("Here I am")
    await ada.message("Here I am").get_by_role("button", name="Bruno").click()
    await expect(ada.page.get_by_role("menuitem")).to_have_text(["Continue as Bruno", "Profile"])
    await ada.picture("person-menu")
    await ada.page.get_by_role("menuitem", name="Profile").click()
    await ada.message("Ada looks at Bruno").wait_for()
    await expect(bruno.message("looks at")).to_have_count(0)
    await bruno.press("Channels and people")
    await bruno.press("More about Chiara")
    await bruno.page.get_by_role("menuitem", name="Profile").tap()
    await bruno.message("Bruno looks at Chiara").wait_for()


async def test_a_phone_offers_what_the_bot_suggests_while_typing(room, chromium):
    ada = await chromium.visit(room.address("ada"), **PHONE)
    box = ada.page.get_by_role("combobox", name="Message")
    await box.fill("/board")
    await box.press("Enter")
    await ada.page.get_by_role("combobox", name="word").fill("a")
    found = ada.page.locator(".completing [role=option]")
    await expect(found).to_have_text(["Alpha", "Beta", "Gamma", "Delta"])
    await ada.page.get_by_role("combobox", name="word").fill("am")
    await expect(found).to_have_text(["Gamma"])
    await found.first.tap()
    await expect(ada.page.get_by_role("combobox", name="word")).to_have_value("Gamma")


# ---- the frame


JOIN = {"type": 2, "style": 3, "label": "Partecipa", "custom_id": "l:7:join"}
START = {"type": 2, "style": 1, "label": "Start", "custom_id": "l:7:start"}


async def test_seat_the_others_stands_in_the_lobby_s_own_row_and_is_not_discord_s(room, chromium):
    lobby = post(room.world, components=words("# Túir", buttons=(JOIN, START)))
    ada = await chromium.visit(room.address("ada"), **PHONE)
    seat = ada.message("Túir").locator(".row").get_by_role("button", name="Seat the others")
    await expect(seat).to_contain_text(re.compile("playground", re.I))
    assert await seat.evaluate("b => getComputedStyle(b).borderStyle") == "dashed"
    edit(room.world, lobby, components=words("# Túir", buttons=(JOIN | {"disabled": True}, START)))
    await expect(seat).to_have_count(0)


async def test_the_first_visit_is_told_four_sentences_once(room, chromium):
    ada = await chromium.visit(room.address("ada"))
    told = ada.page.locator(".welcome li")
    await expect(told).to_have_count(4)
    await expect(told.nth(2)).to_contain_text("Seat the others")
    await ada.press("Got it")
    await ada.page.reload()
    await ada.page.locator(".settings").wait_for()
    await expect(told).to_have_count(0)


async def test_a_tab_that_another_test_has_used_is_as_new(room, chromium):
    ada = await chromium.visit(room.address("ada"))
    await ada.press("Got it")
    await ada.page.evaluate("localStorage.left = sessionStorage.left = 'behind'")
    await chromium.leave()
    again = await chromium.visit(room.address("ada"))
    assert again.page is ada.page
    await expect(again.page.locator(".welcome li")).to_have_count(4)
    assert not await again.page.evaluate("localStorage.left || sessionStorage.left")


# How high the banner is, how far its parts reach, and whether one covers another.
BANNER = """() => {
    const box = (node) => node.getBoundingClientRect(), banner = document.querySelector("#banner");
    const parts = [...banner.children].map(box).filter((b) => b.width);
    const covered = parts.some((b, i) => i && b.left < parts[i - 1].right - 1);
    return [box(banner).height, Math.max(...parts.map((b) => b.right)), covered];
}"""


async def test_the_banner_has_one_line_on_a_phone_whoever_is_awaited(room, chromium):
    ada = await chromium.visit(room.address("ada"), **PHONE)
    for names in ((), ("ada",), ("bruno",), tuple(room.world.people)):
        lines = "\n".join(f"▶ <@{room.person(name).id}>" for name in names)
        post(room.world, components=words(f"Table {len(names)}", lines or "over"))
        await ada.message(f"Table {len(names)}").wait_for()
        height, right, overlaps = await ada.page.evaluate(BANNER)
        assert height <= 48 and right <= 390 and not overlaps, (names, height, right, overlaps)


# ---- what is in view

TALL = {**DESKTOP, "viewport": {"width": 1280, "height": 560}}


async def test_a_table_that_does_not_fit_is_shown_from_its_heading_on(room, chromium):
    ada = await chromium.visit(room.address("ada"), **TALL)
    await ada.press("Got it")
    await ada.run("board", friend="Bruno")
    heading = ada.page.get_by_role("heading", name="Fixture, count 0")
    for _ in range(2):
        await ada.message("@Bruno, your turn").wait_for()
        await expect(heading).to_be_in_viewport(ratio=1)
        await expect(ada.page.locator(".picture img")).to_be_in_viewport(ratio=1)
        await ada.page.reload()


async def test_who_scrolls_to_the_end_stays_there_and_words_are_always_seen(room, chromium):
    ada, bruno = (
        await chromium.visit(room.address("ada"), **TALL),
        await chromium.visit(room.address("bruno")),
    )
    await ada.press("Got it")
    await ada.run("board")
    await ada.message("Fixture, count 0").wait_for()
    await bruno.say("Hello there")
    await expect(ada.message("Hello there")).to_be_in_viewport()
    await ada.press("Count")
    await expect(ada.message("Fixture, count 1").get_by_role("button", name="Count")).to_be_in_viewport()


async def test_a_menu_of_channels_shows_those_that_are_chosen(room, chromium):
    chosen = [{"id": str(OTHER), "type": "channel"}]
    menu = {"type": 8, "custom_id": "where", "min_values": 0, "max_values": 5, "default_values": chosen}
    post(room.world, components=[*words("Where?"), {"type": 1, "components": [menu]}])
    ada = await chromium.visit(room.address("ada"))
    await expect(ada.page.locator(".select")).to_have_text("#long-games")
