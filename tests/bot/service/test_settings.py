"""What people chose is at hand, never worth waiting for, and its screens fit Discord in every language."""

import asyncio
import dataclasses

import pytest

from bot.base.errors import StoreTrouble
from bot.domain.entities import NewTable
from bot.domain.settings import ServerSettings, UserSettings
from bot.service import settings as habits_module
from bot.service.settings import SettingsCache
from bot.storage.stores import open_stores
from bot.text.words import PSEUDO, languages, words
from bot.views import server_settings, threads
from bot.views import settings as mine
from bot.views.lobby import lobby_screen, options_screen
from bot.views.panels import in_channel_screen
from bot.views.parts.screen import layout_of
from games import GAMES
from rendering.paint import painted
from rendering.scaled import TIMES, larger
from rendering.scene import Box, Disc, Glyph, Line, Placed, Poly, Scene, Sprite
from tests.limits import LONG, SAVED, check_layout

MANY = tuple(LONG - number for number in range(40))


@pytest.fixture
async def stores(address):
    stores = await open_stores(address)
    yield stores
    await stores.close()


async def test_two_choices_at_once_both_count(stores):
    habits = SettingsCache(stores.settings, shared=stores.processes.shared)
    await asyncio.gather(habits.change(3, large=True), habits.change(3, sure=True))
    assert await habits.of(3) == UserSettings(large=True, sure=True) == await stores.settings.user_settings(3)
    await asyncio.gather(habits.change_server(1, place="thread"), habits.change_server(1, enders="hosts"))
    assert await habits.server(1) == ServerSettings(place="thread", enders="hosts")


async def test_what_somebody_chose_goes_before_what_their_discord_says(stores):
    habits = SettingsCache(stores.settings, shared=stores.processes.shared)
    assert await habits.language(3, "de") == "de"
    await habits.change(3, locale="fr")
    assert await habits.language(3, "de") == "fr"


class Troubled:
    """A store that answers, and then as it is told: with an error, or never."""

    def __init__(self) -> None:
        self.trouble = ""

    async def user_settings(self, user):
        match self.trouble:
            case "hangs":
                await asyncio.Event().wait()
            case "fails":
                raise StoreTrouble("away")
        return UserSettings(locale="ja")


@pytest.mark.parametrize("trouble", ["hangs", "fails"])
async def test_a_database_in_trouble_costs_nobody_their_answer(monkeypatch, trouble):
    monkeypatch.setattr(habits_module, "SETTINGS_TIMEOUT", 0.01)
    monkeypatch.setattr(habits_module, "SETTINGS_FRESH_SECONDS", 0.0)
    store = Troubled()
    habits = SettingsCache(store, shared=True)
    assert await habits.language(3, "de") == "ja"
    store.trouble = trouble
    assert await habits.language(3, "de") == "ja", "what was last known"
    assert await habits.of(4) == UserSettings(), "of whom nothing is known"


async def test_memory_of_habits_stays_flat(stores, monkeypatch):
    monkeypatch.setattr(habits_module, "MAX_CACHED_SETTINGS", 3)
    habits = SettingsCache(stores.settings, shared=stores.processes.shared)
    for user in range(10):
        await habits.of(user)
    assert len(habits._known) == 3


@pytest.mark.parametrize("language", [*languages(), PSEUDO])
def test_every_screen_of_settings_fits_discord(language):
    say = words(language)
    chosen = [UserSettings(), UserSettings("en", True, "dm", True, True, True, 1320, 420, 825)]
    screens = [mine.settings_screen(settings, say) for settings in chosen]
    screens += [mine.hour_screen(say, 1439), mine.quiet_screen(chosen[1], say, 1439)]
    screens += [server_settings.server_settings_screen(ServerSettings(), say)]
    screens += [
        server_settings.server_settings_screen(
            ServerSettings(MANY, "thread", "slow:604800", "players", "en"), say
        )
    ]
    for screen in screens:
        check_layout(layout_of(screen))


@pytest.mark.parametrize("language", [*languages(), PSEUDO])
@pytest.mark.parametrize("key", GAMES)
def test_every_screen_of_places_and_lobbies_fits_discord(language, key):
    say, guests = words(language), MANY[: GAMES[key].SEATS[-1] - 1]
    opening = NewTable(LONG, LONG, key, LONG, language, reserved=guests, kept_until=2**31)
    saved = dataclasses.replace(
        SAVED, game=key, phase="lobby", users=(LONG,), reserved=guests, kept_until=2**31
    )
    screens = [threads.announcing_screen(opening, say), threads.taken_screen(key, guests, say)]
    screens += [threads.moved_in_screen(saved, say), lobby_screen(saved, say, 1.0)]
    screens += [options_screen(saved, say), in_channel_screen(saved.link, say)]
    for phase in ("lobby", "play", "done", "gone", "aside"):
        screens.append(threads.thread_link_screen(dataclasses.replace(saved, phase=phase), say))
    for screen in screens:
        check_layout(layout_of(screen))


# --- larger pictures ---


def test_a_larger_picture_has_the_same_shapes_half_as_large_again():
    shapes = (
        Box(2, 4, 6, 8, "#000000", "#ffffff", 2, 4),
        Disc(10, 10, 4, "#ff0000", "", 2),
        Poly(((0, 0), (8, 0), (8, 8)), "#00ff00"),
        Line(((0, 0), (20, 20)), "#0000ff", 4),
        Glyph(6, 6, "7", 10, "#000000"),
    )
    scene = Scene(
        20, 30, "#ffffff", (Placed(4, 6, Sprite(10, 20, shapes)), *shapes), Scene(20, 30, "#000000", ())
    )
    grown = larger(scene)
    assert (grown.w, grown.h, grown.base.w) == (30, 45, 30)
    placed, box, disc, poly, line, glyph = grown.items
    assert (placed.x, placed.y, placed.sprite.w, placed.sprite.h) == (6, 9, 15, 30)
    assert placed.sprite.items == (box, disc, poly, line, glyph)
    assert box == Box(3, 6, 9, 12, "#000000", "#ffffff", 3, 6)
    assert disc == Disc(15, 15, 6, "#ff0000", "", 3)
    assert poly.points == ((0, 0), (12, 0), (12, 12)) and line.width == 6
    assert glyph == Glyph(9, 9, "7", 15, "#000000")


@pytest.mark.parametrize("key", GAMES)
def test_every_game_can_be_shown_larger(key):
    game = GAMES[key]
    scene = game.scene(game.view(game.setup(game.SEATS[0], "1", ()), 0))
    assert painted(larger(scene)).size == (round(scene.w * TIMES), round(scene.h * TIMES))
