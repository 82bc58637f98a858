"""How late the event loop is: what is due in a second should come in a second."""

import asyncio
import time

from bot import figures

EVERY = 1.0  # seconds


async def keep_measuring() -> None:
    """Measure until cancelled."""
    while True:
        due = time.perf_counter() + EVERY
        await asyncio.sleep(EVERY)
        figures.LAG.note(max(0.0, time.perf_counter() - due))
