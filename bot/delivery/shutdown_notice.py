"""The last word before a stop, at the tables where people sit right now: nothing is lost, no clock runs."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence

log = logging.getLogger(__name__)

LIVELY = 15 * 60.0  # seconds since somebody's last press after which nobody watches a table for the next move
MAX_TABLES_TOLD = 100  # tables that are told: Discord takes fifty requests a second
IN_TIME = 4.0  # seconds for all of them: a stop must not take long


async def say_back_soon(tables: Sequence[int], say: Callable[[int], Awaitable[None]]) -> None:
    """Tell some tables, all at once, as far as that is possible in a moment; failing does no harm."""
    tasks = [asyncio.ensure_future(say(table_id)) for table_id in tables[-MAX_TABLES_TOLD:]]
    if not tasks:
        return
    done, late = await asyncio.wait(tasks, timeout=IN_TIME)
    for task in late:
        task.cancel()
    failed = [task for task in done if task.exception() is not None]
    if late or failed:
        log.info(
            "%s of %s tables were not told that we are back in a moment", len(late) + len(failed), len(tasks)
        )
