"""What people and servers have chosen is kept, on both engines."""

import pytest

from bot.storage.settings import Away, ServerSettings, UserSettings
from bot.storage.store import Store


@pytest.fixture
async def store(address):
    store = await Store.open(address)
    yield store
    await store.close()


async def test_who_has_chosen_nothing_has_the_usual(store):
    assert await store.user_settings(3) == UserSettings()
    assert await store.server_settings(1) == ServerSettings()
    assert await store.away_of(3) == []


async def test_settings_come_back_as_they_were_saved(store):
    settings = UserSettings("ja", True, "dm", True, True, True, 1320, 420, 540)
    await store.save_user_settings(3, settings)
    await store.save_user_settings(3, settings._replace(notices="none"))
    assert await store.users_settings((3, 4)) == {
        3: settings._replace(notices="none"),
        4: UserSettings(),
    }
    customs = ServerSettings((5, 6), "thread", "slow:86400", "hosts", "fr", 0)
    await store.save_server_settings(1, customs)
    assert await store.server_settings(1) == customs
    assert await store.server_settings(2) == ServerSettings()


async def test_a_time_away_can_be_ended_sooner(store):
    await store.add_away(3, 100, 900)
    await store.add_away(3, 1000, 2000)
    await store.add_away(3, 1000, 1500)
    assert await store.away_of(3) == [Away(100, 900), Away(1000, 1500)]
    assert await store.away_of(3, after=900) == [Away(1000, 1500)]
