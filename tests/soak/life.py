"""Lives of tables: random presses, time-outs, restarts, downtimes and jumps of the clock, against a model."""

from pathlib import Path
from unittest.mock import patch

from bot.delivery.heartbeat import Heartbeat
from bot.storage.stores import open_stores
from tests import life
from tests.soak.outcome import Outcome


async def lives(folder: Path, count: int, *, heartless: bool = False, seed: int = 12) -> Outcome:
    """Live so many lives; without a heart, time runs while nobody can play: the control."""
    out, stores = Outcome("life", "lives of tables"), await open_stores(folder / "life.sqlite3")
    try:
        with patch.object(Heartbeat, "_gap", (lambda *_: 0) if heartless else Heartbeat._gap):
            lapses, findings = await life.lives(stores, count, seed)
    finally:
        await stores.close()
    out.done, out.notes["time ran out"] = count, lapses
    out.add(findings)
    return out
