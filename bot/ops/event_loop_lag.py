"""How late the event loop is: what is due in a second should come in a second."""

import asyncio
import time

from bot.base import metrics

LAG_SAMPLE_INTERVAL = 1.0  # seconds


async def keep_measuring() -> None:
    """Measure until cancelled."""
    while True:
        due = time.perf_counter() + LAG_SAMPLE_INTERVAL
        await asyncio.sleep(LAG_SAMPLE_INTERVAL)
        metrics.LAG.note(max(0.0, time.perf_counter() - due))
