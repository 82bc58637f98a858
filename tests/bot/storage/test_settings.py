"""What people and servers have chosen is kept, on both engines."""

import pytest

from bot.domain.settings import Away, ServerSettings, UserSettings
from bot.storage.stores import open_stores


@pytest.fixture
async def stores(address):
    stores = await open_stores(address)
    yield stores
    await stores.close()


async def test_who_has_chosen_nothing_has_the_usual(stores):
    assert await stores.settings.user_settings(3) == UserSettings()
    assert await stores.settings.server_settings(1) == ServerSettings()
    assert await stores.clocks.away_of(3) == []


async def test_settings_come_back_as_they_were_saved(stores):
    settings = UserSettings("ja", True, "dm", True, True, True, 1320, 420, 540)
    await stores.settings.save_user_settings(3, settings)
    await stores.settings.save_user_settings(3, settings._replace(notices="none"))
    assert await stores.settings.users_settings((3, 4)) == {
        3: settings._replace(notices="none"),
        4: UserSettings(),
    }
    customs = ServerSettings((5, 6), "thread", "slow:86400", "hosts", "fr", 0)
    await stores.settings.save_server_settings(1, customs)
    assert await stores.settings.server_settings(1) == customs
    assert await stores.settings.server_settings(2) == ServerSettings()


async def test_a_time_away_can_be_ended_sooner(stores):
    await stores.clocks.add_aways(3, [Away(100, 900)])
    await stores.clocks.add_aways(3, [Away(1000, 2000)])
    await stores.clocks.add_aways(3, [Away(1000, 1500)])
    assert await stores.clocks.away_of(3) == [Away(100, 900), Away(1000, 1500)]
    assert await stores.clocks.away_of(3, after=900) == [Away(1000, 1500)]
