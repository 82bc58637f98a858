"""What reaches each viewer, byte by byte: no hand, no secret rule, no seed of another."""

import json
import random

import pytest

from bot.text.words import words
from games.core import Held, knows
from games.tuir.cards import RULES, SECTIONS
from games.tuir.labels import name
from tests.discord import sim
from tests.discord.people import in_room


def received(room, person):
    """Return all that a person's client can read: every visible message, whole."""
    seen = [person.stored(m) for m in room.channel.history(viewer=person.actor)]
    return json.dumps([(m.content, m.components, m.embeds, m.attachments) for m in seen], ensure_ascii=False)


def held(part):
    """Yield every card of a state that lies somewhere with marks of who knows it."""
    if isinstance(part, Held):
        yield part
    elif isinstance(part, tuple):
        for inner in part:
            yield from held(inner)


def secrets_from(table, viewer):
    """Return the words for every card and rule that a viewer does not know; each exists once."""
    say = words("en").say
    unknown = [h.card for h in held(table.state) if not knows(h.seen, viewer)]
    return [say(RULES[card].name if card in RULES else name(card)) for card in unknown]


@pytest.mark.slow
@in_room
async def test_no_viewer_ever_receives_what_they_may_not_know(room):
    players = await room.start()
    watcher, dice, compared = room.people[2], random.Random(11), 0
    while not (table := await room.services.tables.table(1)).over:
        for viewer, person in ((0, players[0]), (1, players[1]), (None, watcher)):
            text = received(room, person)
            assert table.seed not in text
            for secret in secrets_from(table, viewer):
                compared += 1
                assert secret not in text, (viewer, secret)
        person = next(p for p in players if p.asked())
        await person.choose(dice)
    assert compared > 500


@in_room
async def test_ids_and_file_names_hold_no_card(room):
    players = await room.start()
    dice = random.Random(12)
    for _ in range(15):
        person = next(p for p in players if p.asked())
        await person.choose(dice)
        for part in person.components():
            id = part.get("custom_id", "").upper()
            assert not any(card in id for card in (*SECTIONS, *RULES)), part
        names = [a["filename"] for a in person.stored().attachments]
        assert names == ["table.png"]


@pytest.mark.slow
@in_room
async def test_the_seed_is_kept_until_the_end_and_then_proves_the_deal(room):
    from hashlib import sha256

    players = await room.start()
    mark = players[0].text(room.board()).partition("shuffled again: ")[2].split()[0]
    await room.play_on(players, random.Random(13))
    words_at_end = players[0].text(room.board())
    proof = words_at_end.partition("SHA-256 of `")[2].partition("`")[0]
    whole = sha256(proof.encode()).hexdigest()
    assert len(mark) == 8 and whole.startswith(mark) and whole in words_at_end
    assert proof.startswith("2:1:tuir:1:")


@in_room
async def test_the_bot_asks_for_no_more_than_it_needs(room):
    intents = room.env.bot.intents
    assert intents.guilds
    assert intents.value == type(intents)(guilds=True).value
    assert room.env.bot.allowed_mentions.to_dict() == {"parse": []}


@pytest.mark.slow
@in_room
async def test_the_log_holds_no_secret(room, caplog):
    caplog.set_level("INFO")
    players = await room.start()
    await room.play_on(players, random.Random(14), 20)
    table = await room.services.tables.table(1)
    assert table.seed not in caplog.text
    assert table.seed not in repr(table)
    for card in held(table.state):
        assert f"{card.card}:" not in caplog.text


def payloads(room):
    """Yield the path and the body of everything that was sent as a message or an edit of one."""
    for request in room.env.http_requests:
        body = request.json if isinstance(request.json, dict) else {}
        body = body.get("data") or body
        if "components" in body:
            yield request.path, body


@pytest.mark.slow
@in_room
async def test_only_the_player_to_move_is_ever_pinged(room):
    """A mention in any message, reply or edit pings nobody but those whom a turn notice calls."""
    players = await room.start()
    await players[0].slash(room.channel, "hand", dm=True)
    await room.play_on(players, random.Random(2), 8)
    await room.env.advance_time(5)
    for command, options in (("leaderboard", {"game": "tuir"}), ("rules", {"game": "tuir"}), ("table", {})):
        await players[0].slash(room.channel, command, **options)
    await room.people[3].click(room.board(), "Your hand")
    await room.people[3].click(room.board(), "Read the table")
    await sim.later(room.env, 121)
    pinged = [b["allowed_mentions"] for _, b in payloads(room) if b.get("allowed_mentions", {}).get("users")]
    called = [b["allowed_mentions"] for _, b in payloads(room) if "your turn" in str(b)]
    assert pinged and all(mentions in called and len(mentions["users"]) == 1 for mentions in pinged)
    for path, body in payloads(room):
        mentions = body.get("allowed_mentions")
        assert mentions is not None and mentions["parse"] == [], path
        assert not mentions.get("roles") and not mentions.get("replied_user"), path
        assert mentions in called or not mentions.get("users"), path
