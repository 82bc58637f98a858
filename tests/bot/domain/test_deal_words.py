"""A word in a lobby: which there may be, who may type one, and that the deal follows from all of them."""

import asyncio
import unicodedata

import pytest

from bot.base.errors import Refused, Stale
from bot.domain.deal_words import BAD_WORD, LONGEST_WORD, proper
from bot.domain.entities import NewTable
from bot.service.deal_words import NO_DRAW, NOT_SEATED
from bot.service.repository import STARTED
from bot.storage.engine import Step
from bot.storage.stores import open_stores
from games.fair import draw_line, mark_of, seed_of, share_of, wrong_with_draw
from tests.bot.service.rooms import Process

A, B, C = 10, 20, 30
DRAW = "5" * 32


@pytest.mark.parametrize(
    "word", ["tower", "Straße", "l’eau", "peut-être", "鐘楼", "タワー", "قلعة", "क्षत्रिय", "7", "x" * 24]
)
def test_a_word_of_any_language_is_kept(word):
    assert proper(f"  {word} ") == unicodedata.normalize("NFC", word)


def test_words_that_look_alike_are_alike():
    assert proper("e\u0301te\u0301") == proper("été") and proper("  ") == proper("") == ""


@pytest.mark.parametrize(
    "word",
    [
        *(
            "two words",
            "a\nb",
            "x" * (LONGEST_WORD + 1),
            "<@7>",
            "@everyone",
            "a*b",
            "a_b",
            "`a`",
            "[a](b)",
            "a.b",
        ),
        *(
            "||a||",
            "#a",
            ":smile:",
            "\u202eabc",
            "a\u200bb",
            "a\u2066b",
            "\u3164",
            "\u115f",
            "a\ufe0f",
            "😀",
            "\0",
            "\ud800",
        ),
        *("\u0301a", "a" + "\u0316" * 9, "-", "’"),
    ],
)
def test_what_could_be_more_than_a_word_is_refused(word):
    with pytest.raises(Refused) as refused:
        proper(word)
    assert refused.value.reason == BAD_WORD


def test_every_word_at_every_seat_and_the_draw_change_the_seed():
    def seed(*words, draw=DRAW, table=1, game="toy"):
        return seed_of(table, game, draw, [share_of(draw, seat, word) for seat, word in enumerate(words)])

    seeds = [seed("a", ""), seed("", "a"), seed("a", "a"), seed("b", ""), seed("aa", ""), seed("a", "", "")]
    seeds += [seed("a", "", draw="6" * 32), seed("a", "", table=2), seed("a", "", game="other"), seed("", "")]
    assert len(set(seeds)) == len(seeds) and seed("", "") == DRAW
    assert share_of(DRAW, 0, "") == "", "no word adds nothing"


def record(words=("a", ""), **changed):
    shares = [share_of(DRAW, seat, word) for seat, word in enumerate(words)]
    whole = {
        "table": 1,
        "game": "toy",
        "seats": len(words),
        "draw": DRAW,
        "words": [*words],
        "shares": shares,
    }
    whole |= {"drawn": mark_of(draw_line(1, "toy", DRAW)), "seed": seed_of(1, "toy", DRAW, shares)}
    return {**whole, **changed}


def test_a_record_whose_word_draw_or_share_was_changed_does_not_hold():
    good = record()
    assert not [*wrong_with_draw(good)] and not [*wrong_with_draw(record(("", "")))]
    assert not [*wrong_with_draw({**good, "words": [None, ""]})], "a word that was deleted is no wrong"
    wrong = [{"draw": "6" * 32}, {"drawn": "x"}, {"words": ["b", ""]}, {"words": ["a", "b"]}, {"seed": DRAW}]
    wrong += [{"shares": ["", ""]}, {"words": ["a"]}, {"shares": [*good["shares"], ""]}, {"seats": 3}]
    wrong += [{"words": ["", ""], "shares": good["shares"]}, {"table": 2}, {"game": "tuir"}]
    assert all(next(wrong_with_draw({**good, **what}), None) for what in wrong)


# --- at a table, on both engines ---


@pytest.fixture
async def host(address):
    stores = await open_stores(address)
    host = Process(stores)
    yield host
    await host.close()


async def opened(host, users=(A, B), channel=7, game="tuir"):
    saved = await host.services.lobby.open(NewTable(5, channel, game, users[0], "en-US"))
    for user in users[1:]:
        await host.services.lobby.change(saved.id, lambda lobby, user=user: lobby.join(user))
    return saved.id


async def said(host, id):
    return [(seat, share.word) for seat, share in sorted((await host.stores.deals.shares(id)).items())]


async def test_the_draw_is_made_when_the_lobby_opens_and_the_deal_follows_from_it_and_all_words(host):
    draws = iter([DRAW])
    host = Process(host.stores, new_draw=lambda: next(draws))  # nobody may draw again
    id = await opened(host)
    before = await host.services.tables.saved(id)
    assert before.draw == DRAW and before.drawn == mark_of(f"3:{id}:tuir:{DRAW}")
    await host.services.deal_words.say(id, A, "tower")
    await host.services.deal_words.say(id, B, "bell")
    await host.services.deal_words.say(id, A, "rook")
    assert (await host.services.tables.saved(id)).drawn == before.drawn and (
        await host.services.tables.saved(id)
    ).worded == (A, B)
    table = await host.services.lobby.start(id, A)
    shares = [mark_of(f"{DRAW}:0:rook"), mark_of(f"{DRAW}:1:bell")]
    assert table.seed == mark_of("\n".join([f"3:{id}:tuir:{DRAW}", *shares]))
    assert sorted(table.beside.words) == [(0, "rook"), (1, "bell")] and table.fair_deal.drawn == before.drawn
    host.services.tables.forget(id)
    assert await host.services.tables.table(id) == table, "after a restart, too"


async def test_without_a_word_the_draw_is_the_seed(host):
    id = await opened(host)
    draw = (await host.services.tables.saved(id)).draw
    assert (await host.services.lobby.start(id, A)).seed == draw and len(draw) == 32


async def test_who_sits_elsewhere_comes_too_late_or_has_an_older_table_types_no_word(host):
    id = await opened(host)
    for user, reason in ((C, NOT_SEATED),):
        with pytest.raises(Refused) as refused:
            await host.services.deal_words.say(id, user, "tower")
        assert refused.value.reason == reason
    with pytest.raises(Refused) as refused:
        await host.services.deal_words.say(id, A, "two words")
    assert refused.value.reason == BAD_WORD and not await host.stores.deals.words(id)
    await host.services.lobby.start(id, A)
    with pytest.raises(Refused) as refused:
        await host.services.deal_words.say(id, A, "tower")
    assert refused.value.reason == STARTED and not await said(host, id)
    old = await opened(host, channel=8)
    await host.stores.engine.write(Step("UPDATE tables SET draw = '' WHERE id = ?", (old,)))
    with pytest.raises(Refused) as refused:
        await host.services.deal_words.say(old, A, "tower")
    assert refused.value.reason == NO_DRAW
    started = await host.services.lobby.start(old, A)
    assert len(started.seed) == 32 and started.fair_deal.drawn == "", (
        "a lobby of an older version starts as it did"
    )


async def test_who_is_invited_types_no_word_before_they_sit_there(host):
    saved = await host.services.lobby.open(NewTable(5, 7, "lucca", A, "en-US", (), (B,), 2**40))
    with pytest.raises(Refused):
        await host.services.deal_words.say(saved.id, B, "tower")
    await host.services.lobby.change(saved.id, lambda lobby: lobby.join(B))
    assert await host.services.deal_words.say(saved.id, B, "tower") == "tower"


async def test_who_leaves_takes_the_word_along_and_a_lobby_that_closes_keeps_none(host):
    id = await opened(host)
    await host.services.deal_words.say(id, A, "rook")
    await host.services.deal_words.say(id, B, "tower")
    await host.services.lobby.change(id, lambda lobby: lobby.leave(B))
    await host.services.lobby.change(id, lambda lobby: lobby.join(B))
    assert await host.stores.deals.words(id) == {A: "rook"}
    await host.services.lobby.cancel(id, A, moderates=0)
    stale = await opened(host, channel=9)
    await host.services.deal_words.say(stale, A, "rook")
    await host.stores.lobby.expire_lobbies(2**40)
    assert await host.stores.engine.rows("SELECT * FROM words") == []


async def test_an_empty_word_takes_it_back(host):
    id = await opened(host)
    await host.services.deal_words.say(id, A, "rook")
    version = (await host.services.tables.saved(id)).version
    await host.services.deal_words.say(id, A, "rook")
    assert (await host.services.tables.saved(id)).version == version, "the same word again changes nothing"
    await host.services.deal_words.say(id, A, " ")
    assert await host.stores.deals.words(id) == {}


async def test_a_word_follows_its_person_to_the_seat_they_are_dealt(host):
    """The same people as before keep their seats, in whatever order they sat down again."""
    saved = await host.services.lobby.open(NewTable(5, 7, "tuir", B, "en-US", (), (A, B), 2**40))
    await host.services.lobby.change(saved.id, lambda lobby: lobby.join(A))
    await host.services.deal_words.say(saved.id, A, "rook")
    table = await host.services.lobby.start(saved.id, B)
    assert table.users == (A, B) and table.beside.words == ((0, "rook"),)


async def test_a_word_that_comes_in_the_moment_of_the_start_counts_wholly_or_not_at_all(host):
    for channel in range(12):
        id = await opened(host, channel=100 + channel)
        draw = (await host.services.tables.saved(id)).draw
        acts = [host.services.lobby.start(id, A), host.services.deal_words.say(id, B, "bell")]
        table, word = (await asyncio.gather(*acts[:: 1 - 2 * (channel % 2)], return_exceptions=True))[
            :: 1 - 2 * (channel % 2)
        ]
        shares = ["", share_of(draw, 1, "bell") if word == "bell" else ""]
        assert table.seed == seed_of(id, "tuir", draw, shares)
        assert await said(host, id) == ([(1, "bell")] if word == "bell" else [])
        assert word == "bell" or word.reason == STARTED


async def test_a_start_that_has_not_seen_a_word_is_refused_and_looks_again(host):
    id = await opened(host)
    saved = await host.services.tables.saved(id)
    await host.stores.deals.set_word(id, B, "bell", saved.version)
    with pytest.raises(Stale):
        await host.stores.lobby.start(id, "seed", 1, "data", (), (A, B), saved.version)
    with pytest.raises(Stale):
        await host.stores.deals.set_word(id, B, "late", saved.version)
    assert await host.stores.deals.words(id) == {B: "bell"}


async def test_words_are_told_and_deleted_by_privacy_and_the_deal_can_still_be_checked(host):
    id = await opened(host, (A, B))
    await host.services.deal_words.say(id, A, "rook")
    await host.services.deal_words.say(id, B, "tower")
    lobby = await opened(host, (C, B), channel=8)
    await host.services.deal_words.say(lobby, B, "steeple")
    stores = host.stores
    assert {row["word"] for row in (await stores.personal_data.personal_few(B))["words"]} == {
        "tower",
        "steeple",
    }
    table = await host.services.lobby.start(id, A)
    shares = {seat: share.share for seat, share in (await stores.deals.shares(id)).items()}
    await host.services.lobby.change(lobby, lambda lobby: lobby)
    await host.services.privacy.forget_person(B)
    rows = f"{await stores.engine.rows('SELECT * FROM words')}"
    assert "tower" not in rows and "steeple" not in rows and f"{B}," not in rows
    assert {seat: share.share for seat, share in (await stores.deals.shares(id)).items()} == shares
    after = await host.services.tables.table(id)
    assert after.over and sorted(after.beside.words) == [(0, "rook"), (1, "")] and after.seed == table.seed


async def test_a_deal_by_an_older_process_uses_no_word_and_is_not_told_as_if(host):
    """It starts the lobby that a newer one has opened: its seed is its own."""
    id = await opened(host)
    await host.services.deal_words.say(id, B, "bell")
    version = (await host.services.tables.saved(id)).version
    await host.stores.lobby.start(
        id,
        "1" * 32,
        1,
        (await host.services.lobby.start(await opened(host, channel=8), A)).data,
        (),
        (A, B),
        version,
    )
    table = await host.services.tables.table(id)
    assert table.fair_deal.drawn == "" and not table.beside.words and await said(host, id) == []


async def test_a_word_of_somebody_who_was_replaced_is_deleted_from_the_board_too(host):
    """They sit there no more: nothing else than their word changes the table."""
    id = await opened(host, (A, B, C), game="lucca")
    await host.services.deal_words.say(id, B, "bell")
    table = await host.services.lobby.start(id, A)
    await host.services.agreements.resign(id, B, None)
    await host.services.seats.anonymize_seat(id, B, 2**40 + 5)
    assert (await host.services.tables.table(id)).beside.words == ((1, "bell"),) and B not in (
        await host.services.tables.table(id)
    ).users
    told = []
    host.services.tables.events.subscribe(changed=told.append)
    await host.services.privacy.forget_person(B)
    after = await host.services.tables.table(id)
    assert after.beside.words == ((1, ""),) and after.seed == table.seed and told == [id]
