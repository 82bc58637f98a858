"""What makes the page pleasant: the newest stays in view, the keyboard goes on, every sign is drawn."""

import re

from playwright.async_api import expect

from tests.wire.harness import ROOT


async def test_a_message_that_shrinks_and_grows_does_not_lose_the_newest(room, chromium):
    ada = await chromium.visit(room.address("ada"))
    await ada.run("board")
    await ada.message("Fixture, count 0").wait_for()
    left = await ada.page.evaluate(
        """async () => {
            const frame = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done, 30)));
            const scroll = document.querySelector(".scroll"), box = document.createElement("div");
            scroll.querySelector(".inner").append(box);
            for (const heights of [[1500], [60, 900]]) {
                for (const height of heights) { box.style.height = height + "px"; scroll.scrollTop; }
                await frame(); await frame();
            }
            return scroll.scrollHeight - scroll.clientHeight - scroll.scrollTop;
        }"""
    )
    assert left < 2


async def test_after_a_press_the_controls_of_the_message_are_in_view(room, chromium):
    ada = await chromium.visit(room.address("ada"), viewport={"width": 1280, "height": 500})
    await ada.run("board")
    for n in range(9):
        await ada.say(f"Word {n}")
    await ada.message("Word 8").wait_for()
    press = ada.message("Fixture, count 0").get_by_role("button", name="Count")
    await press.evaluate("""async (button) => {
        const scroll = button.closest(".scroll"), room = scroll.getBoundingClientRect();
        scroll.scrollTop += button.getBoundingClientRect().top - room.bottom + 12;  // its edge only
        const frame = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done, 30)));
        await frame(); await frame();
        button.click();
    }""")
    await expect(ada.message("Fixture, count 1").get_by_role("button", name="Count")).to_be_in_viewport(
        ratio=1
    )
    await ada.say("Bye")
    await expect(ada.message("Bye")).to_be_in_viewport()


async def test_a_keyboard_goes_on_in_the_next_menu(room, chromium):
    ada = await chromium.visit(room.address("ada"))
    await ada.run("board")
    await ada.press("Your hand")
    await ada.page.locator("article.ephemeral .select").last.wait_for()
    focused = await ada.page.evaluate(
        """async () => {
            const { redraw } = await import("/static/message.js");
            const { client } = window.playground.panes[0];
            const old = [...document.querySelectorAll("article.ephemeral")].pop();
            const message = structuredClone(client.messages.get(old.dataset.id));
            old.querySelector(".select").focus();
            const renew = (c) => {
                if (c.custom_id) c.custom_id += ":2";
                (c.components ?? []).forEach(renew);
            };
            message.components.forEach(renew);
            redraw(old, message, client, null);
            return document.activeElement.getAttribute("aria-label");
        }"""
    )
    assert focused == "Pick up to 1"


async def test_a_keyboard_stands_before_the_buttons_that_follow_a_menu(room, chromium):
    ada = await chromium.visit(room.address("ada"))
    await ada.run("board")
    await ada.message("Fixture, count 0").get_by_role("button", name="Slow").wait_for()
    await ada.page.evaluate(
        """async () => {
            const { redraw } = await import("/static/message.js");
            const { client } = window.playground.panes[0];
            const slow = [...document.querySelectorAll("article button")].find((b) => b.innerText === "Slow");
            slow.focus();  // in one go with what follows: nothing can come between on a busy machine
            const old = document.activeElement.closest("article");
            const message = structuredClone(client.messages.get(old.dataset.id));
            const renew = (c) => {
                if (c.custom_id) [c.custom_id, c.label] = [c.custom_id + ":2", c.label + "!"];
                (c.components ?? []).forEach(renew);
            };
            message.components.forEach(renew);
            redraw(old, message, client, null);
        }"""
    )
    focused = "document.activeElement.innerText"
    assert await ada.page.evaluate("document.activeElement.className") == "row"  # Enter plays nothing
    await ada.page.keyboard.press("Tab")
    assert await ada.page.evaluate(focused) == "Count!"


async def test_every_emoji_of_the_bot_is_drawn_by_the_page():
    """Fonts differ: a machine without an emoji would show empty boxes in menus."""
    signs = re.compile("[\U0001f300-\U0001faff✅⬜]")
    used = {
        s
        for top in ("bot", "games")
        for f in (ROOT / top).rglob("*.py")
        for s in signs.findall(f.read_text())
    }
    drawn = set(signs.findall((ROOT / "bot/playground/static/dom.js").read_text()))
    assert used <= drawn, used - drawn


async def test_emoji_in_menus_and_buttons_are_drawn(room, chromium):
    ada = await chromium.visit(room.address("ada"))
    drawn = await ada.page.evaluate(
        """async () => {
            const { select } = await import("/static/menu.js");
            const menu = { type: 3, custom_id: "x", placeholder: "Blue 8 🪟🛡️🛡️", options: [] };
            const node = select(menu, window.playground.panes[0].client, { key: "x", chosen: [] });
            return [...node.querySelectorAll("img.emoji")].map((img) => img.getAttribute("src"));
        }"""
    )
    assert drawn == ["/static/window.svg", "/static/shield.svg", "/static/shield.svg"]


async def test_a_newcomer_finds_the_commands_without_knowing_the_slash(room, chromium):
    ada = await chromium.visit(room.address("ada"))
    await ada.press("Open a table")  # this small bot has no /play: all commands are offered
    await expect(ada.page.locator(".picker [role=option]")).to_have_count(3)
    await ada.page.keyboard.press("Escape")
    await expect(ada.page.locator(".picker")).to_be_hidden()
