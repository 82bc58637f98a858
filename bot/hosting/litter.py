"""Python's search for litter: in calm moments, not in the middle of a press.

By itself Python searches whenever a few thousand things are new, as they are in every panel that is built,
and presses wait for it. What a press leaves behind is mostly gone without any search; for the rest a look at
what is new twice a minute will do, and one at everything every ten minutes, when nobody waits for an answer.
Modules, games and commands live as long as the bot and are not looked through at all.
"""

import asyncio
import gc
from collections.abc import Callable

YOUNG = 200_000  # new things after which Python searches by itself, whoever waits
OFTEN, NEVER = 10, 1_000_000
EVERY = 30.0  # seconds between two looks at what is new; each takes up to a tenth of one
THOROUGH = 20  # looks at what is new until everything is looked through
MOMENT, PATIENCE = 0.02, 5.0  # seconds to wait for a calm moment: each time, and at the most


def spare_what_stays() -> None:
    """Take all that exists out of the search, and let Python search by itself only when much is new."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(YOUNG, OFTEN, NEVER)


async def keep_sweeping(is_calm: Callable[[], bool], every: float = EVERY) -> None:
    """Search for litter when nobody waits for an answer; until cancelled."""
    looks = 0
    while True:
        await asyncio.sleep(every)
        for _ in range(round(PATIENCE / MOMENT)):
            if is_calm():
                break
            await asyncio.sleep(MOMENT)
        looks += 1
        gc.collect(1 if looks % THOROUGH else 2)
