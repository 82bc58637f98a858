"""What several tests over the wire begin with."""

import pytest

from tests.wire.harness import BOT, harness
from tests.wire.players import Game


@pytest.fixture
async def game(tmp_path):
    """A real bot on a file of its own, and the table that people will open."""
    database = tmp_path / "campanile.sqlite3"
    async with harness(BOT, tmp_path / "world.sqlite3", DATABASE_URL=f"sqlite:///{database}") as h:
        await h.start_bot()
        await h.until(lambda: h.world.discord.commands.get(None))
        yield Game(h, database)
