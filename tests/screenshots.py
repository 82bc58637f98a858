"""`make screenshots`: plays a little in the real playground and takes the pictures that the README shows."""

import asyncio
import io
import random
import sys
import tempfile
from pathlib import Path

from PIL import Image

from tests.browser.visitor import CHROMIUM, DESKTOP, PHONE, Visitor, browsing
from tests.wire.harness import BOT, ROOT, harness

SHOTS = ROOT / "docs"
WIDE = {**DESKTOP, "viewport": {"width": 1440, "height": 960}}
TALL = {**PHONE, "viewport": {"width": 390, "height": 844}, "device_scale_factor": 2}
PRESSES = 14
DICE = 4
SPOKEN = {"ada": "ja", "bruno": "fr", "chiara": "it", "dario": "en-US"}


async def answer(people: list[Visitor], dice: random.Random) -> None:
    """Let whoever is asked press something."""
    for _ in range(200):
        for person in people:
            if await person.controls().count():
                return await person.answer(dice)
        await asyncio.sleep(0.05)
    raise RuntimeError("nobody is asked anything")


async def languages() -> None:
    """One table of Lucca, four people, four languages: each with their own panel."""
    with tempfile.TemporaryDirectory() as folder:
        env = {"DATABASE_URL": f"sqlite:///{folder}/campanile.sqlite3"}
        async with harness(BOT, Path(folder) / "world.sqlite3", **env) as h, browsing() as browser:
            await h.start_bot()
            await h.until(lambda: h.world.discord.commands.get(None))
            people = [await browser.visit(f"http://{h.wire.base}/as/{name}", **TALL) for name in SPOKEN]
            for person in people:
                await person.press("Got it")
            await people[0].run("play", game="Lucca: The City of Games")
            for person in people[1:]:
                await person.press("Join")
            await people[0].press("Start")
            await people[0].message("not shuffled again").wait_for()
            for name, language in SPOKEN.items():
                h.world.set_person(h.world.people[name], language, None)
            for person in people:
                await person.page.reload()
                await person.press("Your hand")
                await person.page.locator("article.ephemeral .picture").last.wait_for()
            await h.quiet()
            side_by_side([await person.page.screenshot() for person in people], "languages")


def side_by_side(shots: list[bytes], name: str) -> None:
    """Put phones beside each other, each half as large as it was taken."""
    phones = [Image.open(io.BytesIO(shot)).convert("RGB").reduce(2) for shot in shots]
    whole = Image.new(
        "RGB", (sum(phone.width for phone in phones) + 12 * (len(phones) - 1), phones[0].height)
    )
    left = 0
    for phone in phones:
        whole.paste(phone, (left, 0))
        left += phone.width + 12
    whole.quantize(256, dither=Image.Dither.NONE).save(SHOTS / f"{name}.png", optimize=True)
    print(f"docs/{name}.png")


async def main() -> None:
    await languages()
    dice = random.Random(DICE)
    with tempfile.TemporaryDirectory() as folder:
        env = {"DATABASE_URL": f"sqlite:///{folder}/campanile.sqlite3"}
        async with harness(BOT, Path(folder) / "world.sqlite3", **env) as h, browsing() as browser:
            await h.start_bot()
            await h.until(lambda: h.world.discord.commands.get(None))
            base = f"http://{h.wire.base}/as"
            ada = await browser.visit(f"{base}/ada", **WIDE)
            bruno = await browser.visit(f"{base}/bruno", **TALL)
            await ada.run("play", game="Túir")
            await bruno.press("Join")
            await ada.press("Start")
            await ada.message("not shuffled again").wait_for()
            for person in (ada, bruno):
                await person.press("Your hand")
                await person.message("Your secret rule").wait_for()
            for _ in range(PRESSES):
                await answer([ada, bruno], dice)
            while not await bruno.controls().count():
                await answer([ada, bruno], dice)
            await h.quiet()
            await bruno.page.locator("article.ephemeral .picture").last.scroll_into_view_if_needed()
            await shoot(bruno, "playground-phone")
            await ada.press("Two panes")
            panes = ada.page.locator(".pane")
            await panes.nth(1).get_by_role("button", name="Your hand").last.click()
            await panes.nth(1).locator("article.ephemeral .picture").last.wait_for()
            await panes.nth(0).locator("article:not(.ephemeral) .picture").last.scroll_into_view_if_needed()
            await h.quiet()
            await panes.nth(0).locator(".scroll").evaluate(TABLE)
            await panes.nth(1).locator(".scroll").evaluate(PANEL)
            await shoot(ada, "playground")


# Scroll a pane to the table, or to the private panel.
TABLE = """s => { const all = s.querySelectorAll("article:not(.ephemeral):has(.picture)");
    s.scrollTop += all[all.length - 1].getBoundingClientRect().top - 110 }"""
PANEL = TABLE.replace("article:not(.ephemeral)", "article.ephemeral")


async def shoot(person: Visitor, name: str) -> None:
    await person.page.wait_for_timeout(300)
    taken = Image.open(io.BytesIO(await person.page.screenshot()))
    taken.convert("RGB").quantize(256, dither=Image.Dither.NONE).save(SHOTS / f"{name}.png", optimize=True)
    print(f"docs/{name}.png")


if __name__ == "__main__":
    if not Path(CHROMIUM).exists():
        sys.exit(f"No Chromium at {CHROMIUM}: install it, or set CHROMIUM to its path.")
    asyncio.run(main())
