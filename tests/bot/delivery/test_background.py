"""Small pieces of work on the side: a stop leaves none behind that was never begun."""

import asyncio
import gc
import warnings

from bot.delivery.background import KeyedTasks


async def test_a_stop_leaves_no_work_that_nobody_awaited():
    errands, begun, done = KeyedTasks(), asyncio.Event(), []

    async def first():
        begun.set()
        await asyncio.Event().wait()

    async def work(name):
        done.append(name)

    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        errands.start("panel", first())
        errands.start("panel", work("waits for the first"))
        await begun.wait()
        errands.start("other", work("has not begun"))
        tasks = list(errands.tasks.values())
        errands.close()
        await asyncio.wait(tasks)
        del tasks  # their errors would keep the work alive
        await asyncio.sleep(0)
        gc.collect()
    assert not [str(warning.message) for warning in caught] and not done and not errands.tasks


async def test_work_of_one_name_is_done_in_order():
    errands, done = KeyedTasks(), []

    async def work(number):
        await asyncio.sleep(0)
        done.append(number)

    for number in range(3):
        errands.start("panel", work(number))
    while errands.tasks:
        await asyncio.wait(list(errands.tasks.values()))
        await asyncio.sleep(0)
    assert done == [0, 1, 2]


async def test_nothing_is_begun_once_the_bot_stops():
    """The database is closed then: a panel that comes late would be an error in the log of a clean stop."""
    tasks, done = KeyedTasks(), []

    async def work():
        done.append(True)

    tasks.start("panel", work())
    tasks.close()
    tasks.start("panel", work())
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    assert not done and not tasks.tasks
