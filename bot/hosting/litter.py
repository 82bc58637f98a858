"""Python's search for litter: in calm moments, not in the middle of a press.

By itself Python searches whenever a few hundred things are new, and every so often through everything there
is: up to half a second, in which presses wait. What a press leaves behind is gone without any search, so that
it is enough to look now and then, when nobody has pressed anything for a while. Modules, games and commands
live as long as the bot and are never looked through.
"""

import asyncio
import gc
from collections.abc import Callable

MANY, NEVER = 500_000, 1_000_000  # things more than before: then Python looks through the new ones by itself
EVERY = 600.0  # seconds between two searches
MOMENT, PATIENCE = 0.25, 600.0  # seconds to wait for a calm moment: each time, and at the most


def spare_what_stays() -> None:
    """Take all that exists out of the search, and let Python search by itself only when much is new."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(MANY, NEVER, NEVER)


async def keep_sweeping(is_calm: Callable[[], bool], every: float = EVERY) -> None:
    """Search for litter when nobody waits for an answer; until cancelled."""
    while True:
        await asyncio.sleep(every)
        for _ in range(round(PATIENCE / MOMENT)):
            if is_calm():
                break
            await asyncio.sleep(MOMENT)
        gc.collect()
