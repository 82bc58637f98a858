"""[My word]: a form in the lobby, a secret until the game starts, then on the table and in its proof."""

import asyncio
import json
import logging
import random

import pytest
from simcord.enums import InteractionType

from bot.handlers import deal_words as desk
from bot.storage.engine import Step
from bot.text.words import PSEUDO, languages, words
from bot.views.deal_words import FORM_TITLE, word_form
from tests.discord import sim
from tests.discord.people import in_room
from tests.limits import parts


async def open_lobby(room, game="tuir", seats=2):
    alice, *others = room.people[:seats]
    await alice.slash(room.channel, "play", game=game)
    for person in others:
        await person.click(room.board(), "Join")
    return room.people[:seats]


async def say(room, person, word, message=None):
    """Type a word into the form; return what the person is told."""
    shown = await person.click(message or room.board(), "My word")
    sent = await person.actor.submit_modal(shown, {"word": word} if word else {})
    assert sent.acknowledged
    return person.text(sent.response or sent.followups[-1])


def forged(room, person, custom_id, components):
    return sim.sim_interactions.base_payload(
        room.env.backend,
        type=InteractionType.MODAL_SUBMIT,
        channel_id=room.channel.id,
        guild_id=room.guild.id,
        user_id=person.id,
        data={"custom_id": custom_id, "components": components},
    )


def field(word):
    return [{"type": 18, "component": {"type": 4, "custom_id": "word", "value": word}}]


@in_room
async def test_the_mark_stands_in_the_lobby_and_words_are_a_secret_until_the_start(room, caplog):
    caplog.set_level(logging.DEBUG, logger="bot")  # the loggers of libraries are pinned, see logs.set_up
    alice, bob = await open_lobby(room)
    mark = (await room.services.tables.saved(1)).drawn[:8]
    assert mark in alice.text(room.board()) and "✍️" not in alice.text(room.board())
    assert "Your word is" in await say(room, bob, "Glockenspiel")
    assert "**\u2068Campanula\u2069**" in await say(room, alice, " Campanula ")
    lobby = alice.text(room.board())
    assert lobby.count("✍️ word") == 2 and mark in lobby
    shown = await bob.click(room.board(), "My word")
    stored = [
        r.json for r in room.env.http_requests if r.method in ("POST", "PATCH") and "callback" not in r.path
    ]
    public = [json.dumps(body, ensure_ascii=False) for body in stored if not str(body).count("Your word is")]
    assert not [body for body in public if "Glocken" in body or "Campanula" in body]
    assert "Glocken" not in str(shown.modal), "nor in one's own form"
    assert "Glocken" not in caplog.text and "Campanula" not in caplog.text
    await alice.click(room.board(), "Start")
    board = alice.text(room.board())
    assert f"Fair deal: {mark}, shuffled again by Lion (\u2068Campanula\u2069)" in board
    assert "Dove (\u2068Glockenspiel\u2069)" in board
    read = (await room.people[3].click(room.board(), "Read the table")).response
    assert (await room.services.tables.saved(1)).drawn in room.people[3].text(read)
    assert (await room.services.tables.saved(1)).draw not in f"{board}{room.people[3].text(read)}"


@pytest.mark.slow
@in_room
async def test_verify_and_the_record_show_and_check_draw_and_words(room):
    alice, bob = await open_lobby(room)
    await say(room, bob, "bell")
    await alice.click(room.board(), "Start")
    for person in (alice, bob):
        await person.open_panel(room.board())
    await room.play_on([alice, bob], random.Random(13))
    saved = await room.services.tables.saved(1)
    told = alice.text((await alice.click(room.board(), "Verify")).response)
    assert "The deal was fair" in told and saved.drawn[:8] in told and "Dove (\u2068bell\u2069)" in told
    answer = (
        (await alice.click(room.board(), "Export")).response if alice.can("Export", room.board()) else None
    )
    if answer is None:
        replay = (await alice.click(room.board(), "Replay")).response
        answer = (await alice.click(replay, "Export")).response
    [file] = alice.stored(answer).attachments
    record = json.loads(room.env.backend.cdn.get(file["url"]))
    assert (record["draw"], record["drawn"], record["words"]) == (saved.draw, saved.drawn, ["", "bell"])
    read = alice.text((await alice.click(room.board(), "Read the table")).response)
    assert f"3:1:tuir:{saved.draw}" in read and saved.drawn in read
    await room.app.core.stores.engine.write(Step("UPDATE words SET word = 'fell'"))
    told = alice.text((await alice.slash(room.channel, "verify")).response)
    assert "does not hold" in told and "not the word that was typed" in told


@in_room
async def test_a_table_without_words_says_whose_draw_it_trusts(room):
    players = await room.start()
    board = players[0].text(room.board())
    assert f"Fair deal: {(await room.services.tables.saved(1)).drawn[:8]}, not shuffled again: " in board
    await room.play_on(players, random.Random(13))
    told = players[0].text((await players[0].click(room.board(), "Verify")).response)
    assert "The deal was fair" in told and "Nobody typed a word" in told and "you trust that draw" in told
    await room.app.core.stores.engine.write(Step("UPDATE tables SET draw = 'of another process'"))
    told = players[0].text((await players[0].slash(room.channel, "verify")).response)
    assert "an older version of the bot" in told and "you trust that draw" in told
    await room.app.core.stores.engine.write(Step("UPDATE tables SET draw = ''"))
    told = players[0].text((await players[0].slash(room.channel, "verify")).response)
    assert "without a lobby's draw" in told and "The deal was fair" in told


@in_room
async def test_a_lobby_of_an_older_version_shows_no_mark_and_starts(room):
    alice, bob = await open_lobby(room)
    await room.app.core.stores.engine.write(Step("UPDATE tables SET draw = ''"))
    await bob.click(room.board(), "Leave")
    await bob.click(room.board(), "Join")
    assert "Fair deal" not in alice.text(room.board()) and not alice.can("My word", room.board())
    press = sim.press_payload(room.env, alice.actor, room.board(), "l:1:word")
    (told,) = await sim.deliver(room.env, press)
    assert "older version" in alice.text(told.response)
    await alice.click(room.board(), "Start")
    assert (await room.services.tables.table(1)).fair_deal.drawn == ""


@in_room
async def test_words_are_refused_kindly_and_forged_forms_do_nothing(room):
    alice, bob = await open_lobby(room)
    carol = room.people[2]
    assert "Join the table first" in carol.text((await carol.click(room.board(), "My word")).response)
    assert "One word, please" in await say(room, alice, "two words")
    assert "One word, please" in await say(room, alice, "<@&1>")
    version = (await room.services.tables.saved(1)).version
    (told,) = await sim.deliver(room.env, forged(room, carol, "l:1:word", field("bell")))
    assert "Join the table first" in carol.text(told.response)
    for id in ("l:1:start", "l:1:cancel", "p:1:hand", "z:me:delete!", "l:99:word", "l:1:word7x", "nonsense"):
        (told,) = await sim.deliver(room.env, forged(room, alice, id, field("bell")))
        assert told.acknowledged, id
    for shape in (
        [],
        [{}],
        [7],
        [{"type": 4, "custom_id": "other", "value": "x"}],
        [{"component": None}],
        field(7),
    ):
        (told,) = await sim.deliver(room.env, forged(room, alice, "l:1:word", shape))
        assert "You have no word" in alice.text(told.response), shape
    saved = await room.services.tables.saved(1)
    assert (saved.phase, saved.version, saved.worded) == ("lobby", version, ())
    await alice.click(room.board(), "Start")
    (late,) = await sim.deliver(room.env, forged(room, bob, "l:1:word", field("bell")))
    assert "started already" in bob.text(late.response) and not await room.app.core.stores.deals.shares(1)


@in_room
async def test_somebody_who_types_without_end_keeps_one_word_and_the_others_start(room):
    alice, bob = await open_lobby(room)
    forms = [forged(room, bob, "l:1:word", field(f"bell{n}")) for n in range(60)]
    start = sim.press_payload(room.env, alice.actor, room.board(), "l:1:start")
    await sim.deliver(room.env, *forms[:30], start, *forms[30:])
    assert (await room.services.tables.saved(1)).phase == "play"
    rows = await room.app.core.stores.engine.rows("SELECT * FROM words")
    assert len(rows) == 1 and len((await room.services.tables.table(1)).beside.words) == 1


@in_room
async def test_a_word_survives_a_restart_can_be_changed_and_goes_with_its_person(room, database):
    alice, bob = await open_lobby(room)
    await say(room, bob, "bell")
    await say(room, alice, "rook")
    mark = (await room.services.tables.saved(1)).drawn
    await sim.restart(room.env, database)
    await say(room, alice, "tower")
    await bob.click(room.board(), "Leave")
    assert alice.text(room.board()).count("✍️") == 1
    await bob.click(room.board(), "Join")
    await alice.click(room.board(), "Start")
    await sim.restart(room.env, database)
    table = await room.services.tables.table(1)
    assert table.beside.words == ((0, "tower"),) and table.fair_deal.drawn == mark


@in_room
async def test_a_word_that_is_deleted_leaves_the_board_of_a_game_that_goes_on(room):
    alice, bob, carol = await open_lobby(room, "lucca", 3)
    for person, word in ((alice, "rook"), (bob, "bell")):
        await say(room, person, word)
    await alice.click(room.board(), "Start")
    assert "\u2068bell\u2069" in alice.text(room.board())
    shown = (await bob.slash(room.channel, "privacy")).response
    assert "My word" in bob.text(shown)
    await bob.click(shown, "Delete my data")
    await bob.click(shown, "Yes, delete everything")
    board = alice.text(room.board())
    assert "bell" not in board and "Dove (a deleted word)" in board and "\u2068rook\u2069" in board
    assert not (await room.services.tables.table(1)).over


@pytest.mark.slow
@in_room
async def test_a_table_at_home_has_a_word_too_and_a_computer_none(room):
    alice = room.people[0]
    await alice.user.slash("play", game="tuir")
    home = alice.at_home()
    shown = await home.actor.click(home.panel, label="My word")
    assert (await home.actor.submit_modal(shown, {"word": "solo"})).acknowledged
    home = alice.at_home()
    assert (await room.services.tables.saved(1)).worded == (alice.id,)
    board = next(m for m in home.user.dm_channel.history() if home.can("Start", m))
    assert home.text(board).count("✍️ word") == 1
    await home.click(board, "Start")
    table = await room.services.tables.table(1)
    assert table.beside.words == ((0, "solo"),) and table.seed != table.draw


@in_room
async def test_the_form_opens_though_the_database_is_slow(room, monkeypatch):
    alice, _ = await open_lobby(room)

    async def hangs(*args):
        await asyncio.Event().wait()

    monkeypatch.setattr(desk, "FORM_LOOKUP_TIMEOUT", 0.0)
    monkeypatch.setattr(room.services.deal_words, "check_may_say", hangs)
    shown = await alice.click(room.board(), "My word")
    assert shown.modal


@pytest.mark.parametrize("language", [*languages(), PSEUDO])
async def test_the_form_fits_discord_in_every_language_and_holds_nothing_back(language):
    form = word_form(2**53, words(language))
    shown = form.to_dict()
    assert len(shown["title"]) <= FORM_TITLE and len(shown["custom_id"]) <= 100 and form.is_finished()
    labels = [part["label"] for part in parts(shown["components"]) if part["type"] == 18]
    [said] = [part["content"] for part in parts(shown["components"]) if part["type"] == 10]
    assert len(labels) == 1 and len(labels[0]) <= FORM_TITLE and "…" not in labels[0] + shown["title"]
    assert 50 < len(said) < 600
