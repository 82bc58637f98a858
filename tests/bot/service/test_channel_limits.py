"""How often one person may show something to everybody in a channel, or open a table there."""

import pytest

from bot.base import timers
from bot.service.channel_limits import TOO_MUCH_OPENED, TOO_MUCH_SHOWN, Limited
from bot.storage.channel_limits import OPENED, SHARED
from tests.bot.service.rooms import A, B, refused


@pytest.fixture
def now(monkeypatch):
    now = [1000.0]
    monkeypatch.setattr(timers, "now", lambda: now[0])
    return now


async def shows(room, user=A, channel=7):
    async with room.services.channel_limits.showing(user, channel):
        pass


async def test_a_table_is_shown_again_once_a_minute_by_each_in_each_channel(room, now):
    await shows(room)
    with refused(TOO_MUCH_SHOWN):
        await shows(room)
    await shows(room, B)
    await shows(room, channel=8)
    now[0] += SHARED.seconds
    await shows(room)


async def test_what_came_to_nothing_does_not_count(room, now):
    with pytest.raises(ZeroDivisionError):
        async with room.services.channel_limits.showing(A, 7):
            raise ZeroDivisionError
    await shows(room)


async def test_ten_tables_may_be_opened_at_once_and_showing_is_counted_apart(room, now):
    for _ in range(OPENED.burst):
        async with room.services.channel_limits.opening(A, 7):
            pass
    with pytest.raises(Limited, match=TOO_MUCH_OPENED.id[:30]):
        async with room.services.channel_limits.opening(A, 7):
            pass
    await shows(room)
