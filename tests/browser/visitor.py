"""A person in front of a browser: sees the page and uses mouse, keyboard or thumb."""

import contextlib
import json
import os
import random
from collections import defaultdict
from collections.abc import AsyncIterator
from pathlib import Path

from playwright.async_api import Error, Locator, Page, async_playwright, expect

from tests.patience import LONGEST

CHROMIUM = os.environ.get("CHROMIUM", "/usr/bin/chromium")
ARTEFACTS = Path(__file__).parents[1] / "artefacts"
FLAGS = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-extensions",
]
DESKTOP = {"viewport": {"width": 1280, "height": 900}}
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}

expect.set_options(timeout=LONGEST * 1000)


class Visitor:
    """One tab of one person."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.errors: list[str] = []
        page.set_default_timeout(LONGEST * 1000)
        page.on("pageerror", self._fail)
        page.on("console", self._hear)

    def leave(self) -> None:
        """Listen no longer: somebody else will use this tab."""
        self.page.remove_listener("pageerror", self._fail)
        self.page.remove_listener("console", self._hear)

    def _fail(self, error) -> None:
        self.errors.append(str(error))

    def _hear(self, line) -> None:
        """Keep errors; that a server is gone after its test is none."""
        if line.type == "error" and "ERR_CONNECTION" not in line.text:
            self.errors.append(line.text)

    async def run(self, command: str, **options: str) -> None:
        """Run a slash command by keyboard."""
        box = self.page.get_by_role("combobox", name="Message")
        await box.fill(f"/{command}")
        await box.press("Enter")
        for label, choice in options.items():
            await self.page.get_by_role("combobox", name=label).select_option(choice)
        if await self.page.locator("form.filling").count():
            await self.page.get_by_role("button", name="Run", exact=True).click()

    async def press(self, label: str, within: Locator | None = None) -> None:
        await (within or self.page).get_by_role("button", name=label, exact=True).last.click()

    async def say(self, text: str) -> None:
        box = self.page.get_by_role("combobox", name="Message")
        await box.fill(text)
        await box.press("Enter")

    def messages(self) -> Locator:
        return self.page.locator("article.message")

    def message(self, text: str) -> Locator:
        return self.page.locator("article.message", has_text=text).last

    async def picture(self, name: str) -> None:
        """Keep a screenshot as an artefact."""
        ARTEFACTS.mkdir(exist_ok=True)
        await self.page.screenshot(path=ARTEFACTS / f"{name}.png")

    # ---- playing

    async def is_awaited(self) -> bool:
        return "you" in await self.page.locator("#banner .waiting").inner_text()

    def controls(self) -> Locator:
        """What answers the question in the newest private panel."""
        panel = self.page.locator("article.ephemeral", has=self.page.locator("[data-key^='t:']")).last
        return panel.locator(".select[data-key^='t:'], .button[data-key^='t:']:not([data-key*=':back'])")

    async def answer(self, dice: random.Random) -> None:
        """Choose something in the panel, and wait for what comes of it."""
        controls = await self.controls().all()
        kinds = [control for control in controls if "select" in (await control.get_attribute("class") or "")]
        control = (
            dice.choice(kinds[:-1] or kinds or controls) if dice.random() < 0.9 else dice.choice(controls)
        )
        key = await control.get_attribute("data-key")
        await control.click()
        options = self.page.locator(".sheet .option")
        if control in kinds:
            many = await options.count()
            multiple = await self.page.locator(".sheet .done").count()
            for i in dice.sample(range(many), 2 if multiple else 1):
                await options.nth(i).click()
            if multiple:
                await self.page.locator(".sheet .done").click()
        await expect(self.page.locator(f"article [data-key='{key}']")).to_have_count(0)


@contextlib.asynccontextmanager
async def browsing() -> AsyncIterator["Browsing"]:
    async with async_playwright() as driver:
        browser = await driver.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        browsing = Browsing(browser)
        yield browsing
        await browser.close()


class Browsing:
    """A browser in which people open the page.

    A fresh profile and its process cost a second of work, a tab that is there a third of it. So each is used
    again by the next test, with all that the last visitor left behind cleared away.
    """

    def __init__(self, browser) -> None:
        self._browser = browser
        self._free = defaultdict[str, list[Page]](list)  # empty tabs that nobody uses, by device
        self._used = list[tuple[str, Visitor]]()
        self.visitors: list[Visitor] = []

    async def visit(self, address: str, **device) -> Visitor:
        kind = json.dumps(device or DESKTOP, sort_keys=True)
        visitor = Visitor(self._free[kind].pop() if self._free[kind] else await self._new(kind))
        self._used.append((kind, visitor))
        await visitor.page.goto(address)
        await expect(visitor.page.locator(".settings")).to_have_count(1)
        self.visitors.append(visitor)
        return visitor

    async def _new(self, kind: str) -> Page:
        context = await self._browser.new_context(**json.loads(kind))
        return await context.new_page()

    async def leave(self) -> None:
        """Let everybody go; their tabs are as new afterwards."""
        for kind, visitor in self._used:
            visitor.leave()
            if not visitor.page.is_closed():
                await forget_everything(visitor.page)
                self._free[kind].append(visitor.page)
        self._used.clear()
        self.visitors.clear()


async def forget_everything(page: Page) -> None:
    """Clear what a visitor left behind in a profile, and close all further tabs."""
    for other in page.context.pages:
        if other is not page:
            await other.close()
    chrome = await page.context.new_cdp_session(page)
    origin = page.url.partition("/as/")[0]
    with contextlib.suppress(Error):  # a page whose server is gone has an origin that never comes back
        await page.evaluate("sessionStorage.clear()")
    await page.goto("about:blank")
    await chrome.send("Storage.clearDataForOrigin", {"origin": origin, "storageTypes": "all"})
    await chrome.send("Network.clearBrowserCache")
    await chrome.detach()
    await page.context.clear_cookies()
