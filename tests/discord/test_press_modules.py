"""How far one press goes: whoever follows it has so many modules to read."""

from tests.bench.press_modules import entered

MOST_OF_BOT = 70  # may only become fewer
MOST_WITH_GAME = 84  # with the modules of the game itself


async def test_a_press_enters_so_many_modules_until_its_answer(database):
    found = await entered("guilds", database)
    assert "bot/handlers/router.py" in found.press and "games/guilds/rules.py" in found.press
    assert "bot/delivery/board.py" in found.all - found.press, "the board follows by itself"
    assert len(found.of_bot()) <= MOST_OF_BOT, sorted(found.of_bot())
    assert len(found.press) <= MOST_WITH_GAME
