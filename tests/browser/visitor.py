"""A person in front of a browser: sees the page and uses mouse, keyboard or thumb."""

import contextlib
import os
import random
from collections.abc import AsyncIterator
from pathlib import Path

from playwright.async_api import Locator, Page, async_playwright, expect

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
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        page.on("console", self._hear)

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
    """A browser in which people open the page."""

    def __init__(self, browser) -> None:
        self._browser = browser
        self.visitors: list[Visitor] = []

    async def visit(self, address: str, **device) -> Visitor:
        context = await self._browser.new_context(**(device or DESKTOP))
        visitor = Visitor(await context.new_page())
        await visitor.page.goto(address)
        await expect(visitor.page.locator(".settings")).to_have_count(1)
        self.visitors.append(visitor)
        return visitor

    async def leave(self) -> None:
        for visitor in self.visitors:
            await visitor.page.context.close()
        self.visitors.clear()
