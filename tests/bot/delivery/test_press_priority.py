"""Presses first: whoever builds a message steps aside while a press is on its way."""

import asyncio

from discord import ui

from bot.delivery import press_priority as manners_module
from bot.delivery.press_priority import HEAD_START, PressPriority
from bot.views.parts.screen import Screen


async def turns_until_built(manners: PressPriority) -> int:
    """Count the turns of the loop until a message may be built."""
    building, turns = asyncio.create_task(manners.yield_to_presses()), 0
    while not building.done():
        turns += 1
        await asyncio.sleep(0)
    return turns


async def test_a_message_is_built_at_once_while_nobody_presses():
    assert await turns_until_built(PressPriority()) < HEAD_START


async def test_a_press_has_the_first_turns_of_the_loop_for_itself():
    manners = PressPriority()
    manners.press_arrived()
    assert await turns_until_built(manners) > HEAD_START
    assert await turns_until_built(manners) < HEAD_START, "and only the first"


async def test_one_message_is_built_at_a_time_and_each_gets_its_turn():
    manners, built = PressPriority(), []

    async def build(number: int) -> None:
        await manners.yield_to_presses()
        built.append(number)

    manners.press_arrived()
    await asyncio.gather(*map(build, range(5)))
    assert built == [0, 1, 2, 3, 4]


async def test_a_message_is_built_in_pieces_and_presses_pass_between_them(monkeypatch):
    monkeypatch.setattr(manners_module, "BUILD_SLICE_SECONDS", -1.0)  # every piece has taken too long
    manners, heard, screen = PressPriority(), [], Screen(ui.LayoutView())

    def pieces():
        for number in range(3):
            heard.append(number)
            asyncio.get_running_loop().call_soon(heard.append, "press")
            yield
        return screen

    assert await manners.built(pieces()) is screen
    assert heard == [0, "press", 1, "press", 2, "press"]
