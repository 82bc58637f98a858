"""Python's search for litter: in calm moments, not in the middle of a press.

By itself Python searches whenever some things are new, and every so often through everything there is: up to
half a second, in which presses wait. What a press leaves behind is gone without any search, so that it is
enough to look now and then, when nobody has pressed anything for a while. Modules, games and commands live as
long as the bot and are never looked through.
"""

import asyncio
import ctypes
import gc
import sys
from collections.abc import Callable

COLLECT_INTERVAL = 600.0  # seconds between two searches
CALM_TIMEOUT = 600.0  # seconds to wait for a calm moment then
CALM_POLL_INTERVAL = 1.0  # seconds between two looks
MAX_UNCOLLECTED_OBJECTS = 1_000_000  # things more than after the last search: too many to wait for anything


def freeze_startup_objects() -> None:
    """Take all that exists out of the search, and keep Python from searching by itself."""
    gc.collect()
    gc.freeze()
    gc.disable()


async def collect_in_calm_moments(is_calm: Callable[[], bool], every: float = COLLECT_INTERVAL) -> None:
    """Search for litter when nobody waits for an answer; until cancelled."""
    while True:
        await _due(is_calm, every)
        gc.collect()
        give_back()


def give_back() -> None:
    """Give free memory back to the machine: glibc keeps what lies between things that are still needed."""
    if sys.platform == "linux" and (trim := getattr(ctypes.CDLL(None), "malloc_trim", None)):  # musl has none
        trim(0)


async def _due(is_calm: Callable[[], bool], every: float) -> None:
    """Wait until it is time and nobody is in the way; not for ever, and not while memory fills up."""
    waited = 0.0
    while True:
        await asyncio.sleep(CALM_POLL_INTERVAL)
        waited += CALM_POLL_INTERVAL
        if (
            (waited >= every and is_calm())
            or waited >= every + CALM_TIMEOUT
            or gc.get_count()[0] >= MAX_UNCOLLECTED_OBJECTS
        ):
            return
