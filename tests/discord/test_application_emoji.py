"""The application's emoji: uploaded once, used where the words stand, missed by nobody."""

import random
import re
from dataclasses import replace

import discord
import pytest

from bot.client import application_emoji
from bot.playground.discord_address import at_home
from bot.views.parts import emblems
from games import GAMES
from games.contract import walk
from games.core import SEAT_NAMES, Text
from tests.discord.people import in_room


@pytest.fixture(autouse=True)
def words_only():
    """Begin and end without signs: other tests read words."""
    emblems.learn({})
    yield
    emblems.learn({})


def uploaded(room):
    return {each.name for each in room.env.backend.application_emojis.values()}


def signs(person):
    """Return the names of the signs in a person's panel: on buttons and in menus."""
    shown = [part.get("emoji") for part in person.components() if part["type"] == 2]
    shown += [o.get("emoji") for part in person.components() if part["type"] == 3 for o in part["options"]]
    return {sign["name"] for sign in shown if sign}


@pytest.mark.slow
@in_room
async def test_only_what_is_missing_is_uploaded(room):
    await application_emoji.upload_missing(room.env.bot, emblems.learn)
    first = set(room.env.backend.application_emojis)
    assert len(first) == len(list(application_emoji.all_emblems()))
    await application_emoji.upload_missing(room.env.bot, emblems.learn)
    assert set(room.env.backend.application_emojis) == first
    gone = next(iter(room.env.backend.application_emojis))
    room.env.backend.delete_application_emoji(gone)
    await application_emoji.upload_missing(room.env.bot, emblems.learn)
    assert len(set(room.env.backend.application_emojis) - first) == 1


@pytest.mark.slow
@in_room
async def test_another_drawing_is_another_emoji_and_only_that_one_is_painted(room, monkeypatch):
    await application_emoji.upload_missing(room.env.bot, emblems.learn)
    before, painted, drawn = uploaded(room), application_emoji.icon, []
    lion, *others = application_emoji.all_emblems()
    redrawn = replace(lion, sprite=replace(lion.sprite, w=lion.sprite.w + 1))
    monkeypatch.setattr(application_emoji, "all_emblems", lambda: iter([redrawn, *others]))
    monkeypatch.setattr(
        application_emoji, "icon", lambda sprite, side: drawn.append(sprite) or painted(sprite, side)
    )
    await application_emoji.upload_missing(room.env.bot, emblems.learn)
    assert drawn == [redrawn.sprite]
    assert [name.rpartition("_")[0] for name in uploaded(room) - before] == ["seat_lion"]


@pytest.mark.slow
@in_room
async def test_menus_buttons_and_names_have_the_signs_of_the_picture(room):
    await application_emoji.upload_missing(room.env.bot, emblems.learn)
    players = await room.start()
    mover = players[(await room.services.tables.table(1)).awaited()[0]]
    await mover.open_panel(room.board())
    assert "seat_lion" in mover.text(room.board()) and "\N{LION FACE}" not in mover.text(room.board())
    dice, seen = random.Random(1), set()
    for _ in range(6):
        seen |= signs(mover)
        if mover.asked():
            await mover.choose(dice)
    assert seen and all(re.fullmatch(r"tuir_\w+_[0-9a-f]{6}", name) for name in seen)


@in_room
async def test_without_emoji_the_words_are_enough(room):
    async def broken():
        raise discord.HTTPException(type("Response", (), {"status": 500, "reason": "no"})(), "no")

    room.env.bot.http.get_application_emojis = lambda application: broken()
    assert await application_emoji.upload_missing(room.env.bot, emblems.learn)
    players = await room.start()
    assert all(not signs(person) for person in players[:2])
    assert "\N{LION FACE}" in players[0].text(room.board())


@in_room
async def test_one_that_fails_keeps_none_of_the_others_away(room):
    """An odd answer once ended all uploads until the next start."""
    create, odd = room.env.bot.http.create_application_emoji, []

    async def answering_oddly(application, name, image):
        if len(odd) < 5:
            odd.append(name)
            return {}
        return await create(application, name, image)

    room.env.bot.http.create_application_emoji = answering_oddly
    assert len(await application_emoji.upload_missing(room.env.bot, emblems.learn)) == 5
    every = [application_emoji.named(each) for each in application_emoji.all_emblems()]
    assert uploaded(room) == set(every) - set(odd) and len(odd) == 5
    shown = emblems.emblem_of
    assert not shown(SEAT_NAMES[0]), "its upload was the first"
    assert await application_emoji.upload_missing(room.env.bot, emblems.learn) == []
    assert uploaded(room) == set(every) and shown(SEAT_NAMES[0])


@in_room
async def test_an_outage_is_not_asked_for_every_emoji(room):
    tries = []

    async def down(application, name, image):
        tries.append(name)
        raise TimeoutError

    room.env.bot.http.create_application_emoji = down
    assert (
        len(await application_emoji.upload_missing(room.env.bot, emblems.learn))
        == application_emoji.IN_A_ROW
        == len(tries)
    )


@in_room
async def test_the_signs_stay_while_others_are_tried_again(room):
    await application_emoji.upload_missing(room.env.bot, emblems.learn)
    last = max(room.env.backend.application_emojis)
    room.env.backend.delete_application_emoji(last)
    create, seen = room.env.bot.http.create_application_emoji, []

    async def looking(application, name, image):
        seen.append(emblems.emblem_of(SEAT_NAMES[0]))
        return await create(application, name, image)

    room.env.bot.http.create_application_emoji = looking
    assert await application_emoji.upload_missing(room.env.bot, emblems.learn) == [] and seen[0]


@in_room
async def test_a_full_application_gets_no_more(room, monkeypatch):
    monkeypatch.setattr(application_emoji, "MAX_APPLICATION_EMOJI", 7)
    await application_emoji.upload_missing(room.env.bot, emblems.learn)
    assert len(room.env.backend.application_emojis) == 7


def test_every_emblem_has_a_name_of_its_own_that_discord_takes_and_a_light_picture():
    names = []
    for emblem in application_emoji.all_emblems():
        name, picture = (
            application_emoji.named(emblem),
            application_emoji.icon(emblem.sprite, application_emoji.EMOJI_PIXELS),
        )
        assert re.fullmatch(r"\w{2,32}", name) and len(picture) < 32_000
        names.append(emblem.name)
    assert len(set(names)) == len(names) <= application_emoji.MAX_APPLICATION_EMOJI


OPTIONS = {"towers": ("nobles",), "lucca": ("celebration",)}


@pytest.mark.parametrize("key", GAMES)
def test_every_emblem_stands_beside_words_that_the_game_says(key):
    """Each is found in the labels of random games, as the menus would look for it."""
    game = GAMES[key]
    missing = {emblem.name: emblem for emblem in application_emoji.emblems_of(game)}
    emblems.learn({called: name for name, emblem in missing.items() for called in emblem.called})
    for seed in range(100):
        for step in walk(game, game.SEATS[0], f"emblem/{seed}", OPTIONS.get(key, ())):
            for text in said(game, step.state):
                missing.pop(emblems.emblem_of(text), None)
        if not missing:
            return
    assert not missing


def said(game, state):
    """Yield the words of the menus: entries, titles, items to pick from."""
    for asked in game.decisions(state):
        view = game.view(state, asked.seat)
        for move in asked.moves[:40]:
            label = game.label(view, move)
            yield from (label.text, *label.path, *(label.picks or ()))


def test_a_text_about_several_things_has_no_sign():
    emblems.learn({SEAT_NAMES[0]: "<:lion:1>", SEAT_NAMES[1]: "<:dove:2>"})
    assert emblems.emblem_of(Text("{a} and {b}", a=SEAT_NAMES[0], b=SEAT_NAMES[1])) == ""
    assert emblems.emblem_of(Text("{a} and {b}", a=SEAT_NAMES[0], b=(SEAT_NAMES[0],))) == "<:lion:1>"


def test_a_discord_on_this_machine_is_not_the_real_one(monkeypatch):
    assert not at_home()
    monkeypatch.setattr(discord.http.Route, "BASE", "http://127.0.0.1:9/api/v10")
    assert at_home()
