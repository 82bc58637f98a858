"""[My word] through the page: a form in the lobby, a secret until the start, kept by a bot that is killed."""

from playwright.async_api import expect

from tests.browser.visitor import PHONE
from tests.wire.harness import BOT, harness


async def typed(person, word):
    await person.press("My word")
    field = person.page.get_by_label("One word, without spaces")
    await expect(person.page.locator("dialog.form")).to_contain_text("nobody can choose the deal")
    await expect(field).to_have_value("")
    await field.fill(word)
    await person.press("Submit")
    await expect(person.page.locator("dialog.form")).to_have_count(0)


async def test_two_people_type_their_words_and_see_them_when_the_game_starts(tmp_path, chromium):
    database = f"sqlite:///{tmp_path}/campanile.sqlite3"
    async with harness(BOT, tmp_path / "world.sqlite3", DATABASE_URL=database) as h:
        await h.start_bot()
        await h.until(lambda: h.world.discord.commands.get(None))
        base = f"http://{h.wire.base}/as"
        ada, bruno = await chromium.visit(f"{base}/ada"), await chromium.visit(f"{base}/bruno", **PHONE)
        await ada.run("play", game="Túir")
        lobby = ada.message("shuffles once more")
        await expect(lobby).to_contain_text("Fair deal: ")
        mark = (await lobby.inner_text()).partition("Fair deal: ")[2][:8]
        await bruno.press("Join")
        await expect(lobby).to_contain_text("@Bruno")
        await typed(bruno, "campana")
        await expect(bruno.message("Your word is")).to_contain_text("campana")
        await expect(lobby).to_contain_text("✍️ word")
        await typed(ada, "two words")
        await expect(ada.message("One word, please")).to_be_visible()
        assert "campana" not in await ada.page.content()
        await h.kill_bot()
        await h.start_bot()
        await typed(ada, "torre")
        await expect(ada.message("Your word is")).to_contain_text("torre")
        await ada.press("Start")
        for person in (ada, bruno):
            board = person.message("shuffled again by")
            await expect(board).to_contain_text(f"Fair deal: {mark}, shuffled again by")
            await expect(board).to_contain_text("torre")
            await expect(board).to_contain_text("campana")
