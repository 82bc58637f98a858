"""A room for every test of the services, and answers in advance that do not pause."""

import pytest

from bot.service import pending_answers
from bot.storage.stores import open_stores
from tests.bot.service.rooms import Room


@pytest.fixture
async def room(address):
    """A room on each of the engines."""
    room = Room(await open_stores(address))
    yield room
    await room.close()


@pytest.fixture(autouse=True)
def at_once(monkeypatch):
    """Answers in advance are given in the next moment; that they pause is tested in tests/discord, too."""
    assert pending_answers.ADVANCE_ANSWER_DELAY == (2.0, 6.0)
    monkeypatch.setattr(pending_answers, "ADVANCE_ANSWER_DELAY", (0.0, 0.0))


@pytest.fixture
def later(monkeypatch):
    """Answers in advance wait until the test lets their moment come."""
    monkeypatch.setattr(pending_answers, "ADVANCE_ANSWER_DELAY", (9000.0, 9000.0))
