"""What people and servers choose is kept, outlives restarts, and is used everywhere."""

import dataclasses
import random
from io import BytesIO

import discord
import pytest
from PIL import Image

from bot.domain.settings import ENDERS, ServerSettings, UserSettings
from bot.handlers import settings
from bot.text.words import PSEUDO, words
from bot.views import server_settings
from bot.views import settings as mine
from bot.views.parts import custom_ids
from games import GAMES
from games.core import Label, Text
from tests.discord import sim
from tests.discord.people import Person, in_room
from tests.limits import check_layout

LONGER = words(PSEUDO)


async def chosen(room, person):
    return await room.app.core.stores.settings.user_settings(person.id)


async def choose(room, person, **changed):
    """Choose as somebody who was here before: the settings are in the database."""
    await room.app.core.services.settings.change(person.id, **changed)


def boss(room):
    """Return somebody who may manage the server."""
    role = room.guild.create_role("boss", permissions=discord.Permissions(manage_guild=True))
    user = room.env.create_user("boss")
    return Person(room.env, room.guild.add_member(user, roles=[role]), user)


def menu(make, number):
    return make(custom_ids.OPTIONS, number)


@in_room
async def test_a_person_chooses_in_one_private_message_that_outlives_a_restart(room, database):
    alice = room.people[0]
    shown = (await alice.slash(room.channel, "settings")).response
    assert shown.ephemeral
    await alice.click(shown, "Larger pictures")
    await sim.restart(room.env, database)
    await alice.click(shown, "Open my panel by DM")
    await alice.actor.select(shown, ["none"], custom_id=menu(custom_ids.mine, mine.NOTICES))
    await alice.actor.select(shown, ["en"], custom_id=menu(custom_ids.mine, mine.LANGUAGE))
    assert await chosen(room, alice) == UserSettings(locale="en", by_dm=True, notices="none", large=True)
    await alice.click(shown, "Larger pictures")
    await alice.actor.select(shown, ["usual"], custom_id=menu(custom_ids.mine, mine.LANGUAGE))
    assert await chosen(room, alice) == UserSettings(by_dm=True, notices="none")
    assert await chosen(room, room.people[1]) == UserSettings()


@in_room
async def test_a_double_click_on_a_switch_counts_once(room):
    alice = room.people[0]
    shown = (await alice.slash(room.channel, "settings")).response
    press = (alice.actor, shown, "Larger pictures")
    await sim.burst(room.env, press, press)
    assert (await chosen(room, alice)).large


@in_room
async def test_quiet_hours_ask_once_for_the_present_hour(room, monkeypatch):
    monkeypatch.setattr(settings, "_minute", lambda: 22 * 60 + 13)  # in Greenwich
    alice = room.people[0]
    shown = (await alice.slash(room.channel, "settings")).response
    await alice.click(shown, "Quiet hours")
    assert "what time is it for you now" in alice.text(shown)
    await alice.actor.select(shown, ["3"], custom_id=menu(custom_ids.mine, mine.HOUR))
    assert "03:13" in alice.text(shown)
    await alice.click(shown, "Half an hour later")  # India
    assert "03:43" in alice.text(shown)
    await alice.actor.select(shown, ["23"], custom_id=menu(custom_ids.mine, mine.FROM))
    kept = await chosen(room, alice)
    assert (kept.quiet_from, kept.quiet_until, kept.utc_offset) == (23 * 60, 7 * 60, 330)
    await alice.click(shown, "All settings")
    again = next(label for label in alice.labels(shown) if label.startswith("Quiet hours"))
    assert again == "Quiet hours: 23:00 to 07:00"
    await alice.click(shown, again)
    assert "what time" not in alice.text(shown), "asked once"
    await alice.click(shown, "No quiet hours")
    assert (await chosen(room, alice)).quiet_from == -1


@in_room
async def test_forged_choices_change_nothing(room):
    alice = room.people[0]
    forged = [
        (custom_ids.mine(custom_ids.OPTIONS, mine.LANGUAGE), ["../../etc"]),
        (custom_ids.mine(custom_ids.OPTIONS, mine.NOTICES), ["loud"]),
        (custom_ids.mine(custom_ids.OPTIONS, mine.FROM), ["-5"]),
        (custom_ids.mine(custom_ids.OPTIONS, 77), ["1"]),
        (custom_ids.mine("offset", 99_999), None),
        (custom_ids.mine("large", 7), None),
        (custom_ids.mine("nothing"), None),
        (custom_ids.server(custom_ids.OPTIONS, server_settings.PACE), ["live:1"]),
    ]
    for id, values in forged:
        shown = (await alice.slash(room.channel, "settings")).response
        press = sim.press_payload(room.env, alice.actor, shown, id, values)
        (result,) = await sim.deliver(room.env, press)
        assert result.acknowledged and result.followups, id
    assert await chosen(room, alice) == UserSettings()
    assert await room.app.core.stores.settings.server_settings(room.guild.id) == ServerSettings()


# --- used everywhere ---


@in_room
async def test_the_chosen_language_is_used_in_panels_refusals_and_pages(room, database):
    with sim.locales() as locale:
        players = await room.start()
        alice, bob = players
        before = alice.panel
        shown = (await alice.slash(room.channel, "settings")).response
        await choose(room, alice, locale=PSEUDO)  # no menu offers the made-up language
        await alice.click(shown, "Larger pictures")
        longer = LONGER.say(Text("Your hand: {cards}", cards="")).split(":")[0]
        assert longer in alice.text(before), "the open panel follows at once"
        assert longer not in bob.text()
        rules = await alice.slash(room.channel, "rules", game="tuir")
        assert "Pág" in alice.text(rules.response)
        locale[bob.id] = PSEUDO  # what somebody chose goes before what their Discord says
        await choose(room, bob, locale="en")
        refused = await bob.slash(room.channel, "card", name="no such card")
        assert "~" not in bob.text(refused.response)
        await sim.restart(room.env, database)
        await alice.open_panel(room.board())
        assert longer in alice.text()
        assert "~" not in alice.text(room.board()), "the table speaks the server's language"


@pytest.mark.slow
@in_room
async def test_an_open_panel_and_one_by_dm_follow_a_choice_made_in_settings(room):
    players = await room.start()
    alice, bob = players
    await bob.click(bob.panel, "Play by DM")
    shown = (await alice.slash(room.channel, "settings")).response
    small = _width(room, alice.stored())
    await alice.click(shown, "Larger pictures")
    assert _width(room, alice.stored()) == small * 3 // 2
    home = bob.at_home()
    shown = (await bob.user.slash("settings")).response
    await home.click(shown, "Larger pictures")
    await sim.later(room.env, 3)
    assert _width(room, home.stored()) == small * 3 // 2
    assert _width(room, alice.stored(room.board())) == small, "the table is everybody's"


def _width(room, message):
    (picture,) = message.attachments
    return Image.open(BytesIO(room.env.backend.cdn.get(picture["url"]))).width


@pytest.mark.slow
@in_room
async def test_your_hand_opens_by_dm_for_those_who_chose_so(room, database):
    for person in room.people[:2]:
        await choose(room, person, by_dm=True)
    await room.people[0].slash(room.channel, "play", game="tuir")
    await room.people[1].click(room.board(), "Join")
    await room.people[0].click(room.board(), "Start")
    alice, bob = room.people[:2]
    assert "Your secret rule" in alice.at_home().text(), "dealt to the DMs"
    await sim.restart(room.env, database)
    told = (await bob.click(room.board(), "Your hand")).response
    assert "in your DMs" in bob.text(told) and "Your secret rule" not in bob.text(told)
    assert "Go to my panel" in bob.labels(told)
    home = bob.at_home()
    assert "Your secret rule" in home.text()
    await home.click(home.panel, "Back to the channel")
    here = (await bob.click(room.board(), "Your hand")).response
    assert "Your secret rule" in bob.text(here), "sent back, it stays in the channel"
    here = (await alice.slash(room.channel, "hand", dm=False)).response
    assert "Your secret rule" in alice.text(here)


@in_room
async def test_closed_dms_keep_the_panel_in_the_channel_with_a_kind_word(room):
    alice, bob = await room.start()
    await choose(room, alice, by_dm=True)
    room.env.inject_error("POST", "/channels/*/messages", status=403, code=50007)
    told = (await alice.click(room.board(), "Your hand")).response
    assert "Your DMs are closed" in alice.text(told) and "Your secret rule" in alice.text(told)


@in_room
async def test_a_panel_stays_in_the_channel_when_discord_lets_us_open_no_more_dms(room):
    alice, bob = await room.start()
    room.env.inject_error("POST", "/users/@me/channels", status=400, code=40003, times=None)
    told = (await alice.slash(room.channel, "hand", dm=True)).response
    assert "open no more DMs" in alice.text(told) and "Your secret rule" in alice.text(told)


@in_room
async def test_a_red_move_is_asked_about_once_more_for_those_who_chose_so(room, monkeypatch):
    rules = GAMES["tuir"]
    label = rules.label

    def red(view, move) -> Label:
        return dataclasses.replace(label(view, move), danger=True, picks=None)

    monkeypatch.setattr(rules, "label", red)
    players = await room.start()
    seat = (await room.services.tables.table(1)).awaited()[0]
    mover = players[seat]
    await choose(room, mover, sure=True)
    row = (await room.services.tables.table(1)).last_row
    dice = random.Random(2)
    while "Yes, do it" not in mover.labels():
        await mover.choose(dice)
    check_layout(mover.stored().components)
    assert "Really?" in mover.text() and (await room.services.tables.table(1)).last_row == row
    await mover.click(mover.panel, "No, back")
    assert mover.asked() and "Really?" not in mover.text()
    while "Yes, do it" not in mover.labels():
        await mover.choose(dice)
    await mover.click(mover.panel, "Yes, do it")
    assert (await room.services.tables.table(1)).last_row > row
    other = players[1 - seat]
    await choose(room, other, sure=False)
    row = (await room.services.tables.table(1)).last_row
    while (await room.services.tables.table(1)).last_row == row:
        await next(p for p in players if p.asked()).choose(dice)
        assert "Yes, do it" not in other.labels()
        if "Yes, do it" in mover.labels():
            await mover.click(mover.panel, "Yes, do it")


# --- a server's ---


@in_room
async def test_only_those_who_may_manage_the_server_set_it_up(room):
    alice, manager = room.people[0], boss(room)
    assert "setup" not in alice.actor.available_commands(room.channel)
    shown = (await manager.slash(room.channel, "setup")).response
    assert shown.ephemeral
    check_layout(manager.stored(shown).components)
    hers = (await alice.slash(room.channel, "settings")).response
    place = custom_ids.server(custom_ids.OPTIONS, server_settings.PLACE)
    press = sim.press_payload(room.env, alice.actor, hers, place, ["thread"])
    (refused,) = await sim.deliver(room.env, press)
    assert "may manage the server" in alice.text(refused.followups[0])
    assert await room.app.core.stores.settings.server_settings(room.guild.id) == ServerSettings()


@in_room
async def test_a_server_chooses_and_new_tables_follow(room, database):
    alice, bob, *_ = room.people
    manager, parlour = boss(room), room.guild.create_text_channel("parlour")
    shown = (await manager.slash(room.channel, "setup")).response
    await manager.actor.select(shown, [parlour], custom_id=custom_ids.server(custom_ids.CHANNELS, 0))
    await sim.restart(room.env, database)
    await manager.actor.select(shown, ["slow:86400"], custom_id=menu(custom_ids.server, server_settings.PACE))
    await manager.actor.select(shown, ["players"], custom_id=menu(custom_ids.server, server_settings.ENDERS))
    refused = (await alice.slash(room.channel, "play", game="tuir")).response
    assert f"<#{parlour.id}>" in alice.text(refused) and not room.public()
    room.channel = parlour
    await alice.slash(parlour, "play", game="tuir")
    assert (await room.app.core.stores.tables.table(1)).pace == "slow:86400"
    await bob.click(room.board(), "Join")
    await alice.click(room.board(), "Start")
    more = (await bob.click(room.board(), "More")).response
    await bob.click(more, "Close the table")
    await bob.click(more, "Yes, end it")
    assert (await room.app.core.stores.tables.table(1)).phase == "done"
    assert await room.app.core.stores.settings.server_settings(room.guild.id) == ServerSettings(
        (parlour.id,), "channel", "slow:86400", "players"
    )


@in_room
async def test_players_may_not_end_tables_unless_the_server_lets_them(room):
    alice, bob = await room.start()
    more = (await bob.click(room.board(), "More")).response
    assert "Close the table" not in bob.labels(more)
    await room.app.core.services.settings.change_server(room.guild.id, enders="hosts")
    more = (await bob.click(room.board(), "More")).response
    assert "Close the table" not in bob.labels(more), "bob is not the host"
    more = (await alice.click(room.board(), "More")).response
    assert "Close the table" in alice.labels(more)


@pytest.mark.parametrize("enders", ENDERS)
@in_room
async def test_whoever_does_not_sit_at_a_table_ends_it_by_no_forged_press(room, enders):
    await room.start()
    carol = room.people[2]
    await room.services.settings.change_server(room.guild.id, enders=enders)
    press = sim.press_payload(room.env, carol.actor, room.board(), custom_ids.table(1, "close!"))
    (told,) = await sim.deliver(room.env, press)
    assert "Only a moderator of this channel" in carol.text(told.response)
    assert not (await room.services.tables.table(1)).over


@in_room
async def test_public_texts_speak_the_language_that_the_server_chose(room):
    await room.app.core.services.settings.change_server(room.guild.id, locale=PSEUDO)
    alice = room.people[0]
    await alice.slash(room.channel, "play", game="tuir")
    assert (await room.app.core.stores.tables.table(1)).locale == PSEUDO
    assert "~" in alice.text(room.public()[-1])
    shown = (await alice.slash(room.channel, "leaderboard", game="tuir")).response
    assert "~" not in alice.text(shown), "her own language"


@in_room
async def test_chosen_channels_that_are_gone_bind_nobody(room):
    await room.app.core.services.settings.change_server(room.guild.id, channels=(12345,))
    await room.people[0].slash(room.channel, "play", game="tuir")
    assert (await room.app.core.stores.tables.table(1)).phase == "lobby"


@in_room
async def test_a_channel_in_which_we_may_not_write_is_told_to_whoever_chooses_it(room, monkeypatch):
    manager, me = boss(room), room.guild.me
    mute = discord.PermissionOverwrite(send_messages=False, attach_files=False)
    closed = room.guild.create_text_channel("closed", overwrites={me: mute})
    open_to_us = room.guild.create_text_channel("open")
    shown = (await manager.slash(room.channel, "setup")).response
    assert "cannot host" not in manager.text(shown)
    pick = custom_ids.server(custom_ids.CHANNELS, 0)
    await manager.actor.select(shown, [closed, open_to_us], custom_id=pick)
    said = manager.text(shown)
    assert f"I cannot run a game in <#{closed.id}>." in said and f"<#{open_to_us.id}>" not in said
    assert "Send Messages and Attach Files" in said
    check_layout(manager.stored(shown).components)
    assert (await room.app.core.stores.settings.server_settings(room.guild.id)).channels == (
        closed.id,
        open_to_us.id,
    )
    again = (await manager.slash(room.channel, "setup")).response
    assert f"<#{closed.id}>" in manager.text(again), "also later"
    await manager.actor.select(again, [open_to_us], custom_id=pick)
    assert "cannot host" not in manager.text(again)


@in_room
async def test_what_discord_says_of_a_chosen_channel_counts_more_than_what_we_know(room):
    manager, parlour = boss(room), room.guild.create_text_channel("parlour")
    shown = (await manager.slash(room.channel, "setup")).response
    pick = custom_ids.server(custom_ids.CHANNELS, 0)
    held = discord.Permissions(view_channel=True, attach_files=True, read_message_history=True)
    for told, warned in ((str(held.value), True), (str(discord.Permissions.all().value), False)):
        record, payload = sim.press_payload(room.env, manager.actor, shown, pick, [str(parlour.id)])
        resolved = {"id": str(parlour.id), "type": 0, "app_permissions": told}
        payload["data"]["resolved"] = {"channels": {str(parlour.id): resolved}}
        payload["data"]["component_type"] = 8
        await sim.deliver(room.env, (record, payload))
        assert (f"<#{parlour.id}>. There I still need: Send Messages" in manager.text(shown)) == warned
