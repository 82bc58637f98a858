"""How long tests wait before they give up: one factor for all of them, generous by default.

A test waits for what it is about, never for a time; the limits here only keep a broken bot from hanging
the suite. On a slow or very busy machine: `CAMPANILE_PATIENCE=5 make test`.
"""

import asyncio
import os
from collections.abc import Callable
from typing import TypeVar

T = TypeVar("T")

PATIENCE = float(os.environ.get("CAMPANILE_PATIENCE", "1.0"))
LONGEST = 120 * PATIENCE  # seconds until something that should come is given up


async def until(holds: Callable[[], T], seconds: float = LONGEST) -> T:
    """Wait until something holds, and return it."""
    async with asyncio.timeout(seconds):
        while not (found := holds()):
            await asyncio.sleep(0.01)
    return found
