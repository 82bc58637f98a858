"""Pictures and signs: all of them are there after every edit, and what was on screen is not loaded again."""

from tests.browser.visitor import PHONE
from tests.browser.world import edit, post, words

ROWS = 33
SIGNS = "article .container img.emoji"


def palaces(open_windows: int) -> list[str]:
    """A panel as Lucca has it: a window and a shield in each of many lines."""
    return [f"{'🪟' if n < open_windows else '🛡️'} palace {n} 🛡️" for n in range(ROWS)]


async def test_every_window_and_shield_is_there_after_an_edit(room, chromium):
    ada = await chromium.visit(room.address("ada"))
    number = post(room.world, components=words("\n".join(palaces(ROWS))))
    await ada.message("palace 0").wait_for()
    assert await ada.page.locator(SIGNS).count() == 2 * ROWS
    for windows in (20, 0, ROWS):
        edit(room.world, number, components=words(f"{windows} windows", "\n".join(palaces(windows))))
        await ada.message(f"{windows} windows").wait_for()
        drawn = await ada.page.locator(SIGNS).evaluate_all("all => all.map(img => img.alt)")
        assert (drawn.count("🪟"), len(drawn)) == (windows, 2 * ROWS)


async def test_a_picture_that_stays_is_not_loaded_again(room, chromium):
    ada = await chromium.visit(room.address("ada"))
    await ada.run("board")
    picture = ada.message("Fixture, count 0").locator(".picture img")
    await picture.evaluate("img => { img.seen = true }")
    await ada.press("Silent")  # the message is drawn again: the button is busy
    await ada.page.locator("[aria-busy=true]").wait_for()
    assert await picture.evaluate("img => img.seen")


async def test_descriptions_that_were_open_stay_open(room, chromium):
    ada = await chromium.visit(room.address("ada"), **PHONE)
    await ada.run("board")
    await ada.press("Description of the picture")
    await ada.press("Count")
    await ada.message("Fixture, count 1").locator("figcaption", has_text="Towers after 1").wait_for()
