"""Words before the deal, on a real database: kept, counted once, deleted, and never after the start."""

import asyncio

import pytest

from bot.base.errors import Refused, Stale
from bot.domain.deal_words import BAD_WORD
from bot.domain.entities import NewTable
from bot.service.deal_words import NO_DRAW, NOT_SEATED
from bot.service.repository import STARTED
from bot.storage.engine import Step
from bot.storage.stores import open_stores
from games.fair import mark_of, seed_of, share_of
from tests.bot.service.rooms import Process

A, B, C = 10, 20, 30
DRAW = "5" * 32


@pytest.fixture
async def process(address):
    stores = await open_stores(address)
    process = Process(stores)
    yield process
    await process.close()


async def opened(process, users=(A, B), channel=7, game="tuir"):
    saved = await process.services.lobby.open(NewTable(5, channel, game, users[0], "en-US"))
    for user in users[1:]:
        await process.services.lobby.change(saved.id, lambda lobby, user=user: lobby.join(user))
    return saved.id


async def said(process, id):
    return [(seat, share.word) for seat, share in sorted((await process.stores.deals.shares(id)).items())]


async def test_the_draw_is_made_when_the_lobby_opens_and_the_deal_follows_from_it_and_all_words(process):
    draws = iter([DRAW])
    process = Process(process.stores, new_draw=lambda: next(draws))  # nobody may draw again
    id = await opened(process)
    before = await process.services.tables.saved(id)
    assert before.draw == DRAW and before.drawn == mark_of(f"3:{id}:tuir:{DRAW}")
    await process.services.deal_words.say(id, A, "tower")
    await process.services.deal_words.say(id, B, "bell")
    await process.services.deal_words.say(id, A, "rook")
    assert (await process.services.tables.saved(id)).drawn == before.drawn and (
        await process.services.tables.saved(id)
    ).worded == (A, B)
    table = await process.services.lobby.start(id, A)
    shares = [mark_of(f"{DRAW}:0:rook"), mark_of(f"{DRAW}:1:bell")]
    assert table.seed == mark_of("\n".join([f"3:{id}:tuir:{DRAW}", *shares]))
    assert sorted(table.beside.words) == [(0, "rook"), (1, "bell")] and table.fair_deal.drawn == before.drawn
    process.services.tables.forget(id)
    assert await process.services.tables.table(id) == table, "after a restart, too"


async def test_without_a_word_the_draw_is_the_seed(process):
    id = await opened(process)
    draw = (await process.services.tables.saved(id)).draw
    assert (await process.services.lobby.start(id, A)).seed == draw and len(draw) == 32


async def test_who_sits_elsewhere_comes_too_late_or_has_an_older_table_types_no_word(process):
    id = await opened(process)
    for user, reason in ((C, NOT_SEATED),):
        with pytest.raises(Refused) as refused:
            await process.services.deal_words.say(id, user, "tower")
        assert refused.value.reason == reason
    with pytest.raises(Refused) as refused:
        await process.services.deal_words.say(id, A, "two words")
    assert refused.value.reason == BAD_WORD and not await process.stores.deals.words(id)
    await process.services.lobby.start(id, A)
    with pytest.raises(Refused) as refused:
        await process.services.deal_words.say(id, A, "tower")
    assert refused.value.reason == STARTED and not await said(process, id)
    old = await opened(process, channel=8)
    await process.stores.engine.write(Step("UPDATE tables SET draw = '' WHERE id = ?", (old,)))
    with pytest.raises(Refused) as refused:
        await process.services.deal_words.say(old, A, "tower")
    assert refused.value.reason == NO_DRAW
    started = await process.services.lobby.start(old, A)
    assert len(started.seed) == 32 and started.fair_deal.drawn == "", (
        "a lobby of an older version starts as it did"
    )


async def test_who_is_invited_types_no_word_before_they_sit_there(process):
    saved = await process.services.lobby.open(NewTable(5, 7, "lucca", A, "en-US", (), (B,), 2**40))
    with pytest.raises(Refused):
        await process.services.deal_words.say(saved.id, B, "tower")
    await process.services.lobby.change(saved.id, lambda lobby: lobby.join(B))
    assert await process.services.deal_words.say(saved.id, B, "tower") == "tower"


async def test_who_leaves_takes_the_word_along_and_a_lobby_that_closes_keeps_none(process):
    id = await opened(process)
    await process.services.deal_words.say(id, A, "rook")
    await process.services.deal_words.say(id, B, "tower")
    await process.services.lobby.change(id, lambda lobby: lobby.leave(B))
    await process.services.lobby.change(id, lambda lobby: lobby.join(B))
    assert await process.stores.deals.words(id) == {A: "rook"}
    await process.services.lobby.cancel(id, A, moderates=0)
    stale = await opened(process, channel=9)
    await process.services.deal_words.say(stale, A, "rook")
    await process.stores.lobby.expire_lobbies(2**40)
    assert await process.stores.engine.rows("SELECT * FROM words") == []


async def test_an_empty_word_takes_it_back(process):
    id = await opened(process)
    await process.services.deal_words.say(id, A, "rook")
    version = (await process.services.tables.saved(id)).version
    await process.services.deal_words.say(id, A, "rook")
    assert (await process.services.tables.saved(id)).version == version, "the same word again changes nothing"
    await process.services.deal_words.say(id, A, " ")
    assert await process.stores.deals.words(id) == {}


async def test_a_word_follows_its_person_to_the_seat_they_are_dealt(process):
    """The same people as before keep their seats, in whatever order they sat down again."""
    saved = await process.services.lobby.open(NewTable(5, 7, "tuir", B, "en-US", (), (A, B), 2**40))
    await process.services.lobby.change(saved.id, lambda lobby: lobby.join(A))
    await process.services.deal_words.say(saved.id, A, "rook")
    table = await process.services.lobby.start(saved.id, B)
    assert table.users == (A, B) and table.beside.words == ((0, "rook"),)


async def test_a_word_that_comes_in_the_moment_of_the_start_counts_wholly_or_not_at_all(process):
    for channel in range(12):
        id = await opened(process, channel=100 + channel)
        draw = (await process.services.tables.saved(id)).draw
        acts = [process.services.lobby.start(id, A), process.services.deal_words.say(id, B, "bell")]
        table, word = (await asyncio.gather(*acts[:: 1 - 2 * (channel % 2)], return_exceptions=True))[
            :: 1 - 2 * (channel % 2)
        ]
        shares = ["", share_of(draw, 1, "bell") if word == "bell" else ""]
        assert table.seed == seed_of(id, "tuir", draw, shares)
        assert await said(process, id) == ([(1, "bell")] if word == "bell" else [])
        assert word == "bell" or word.reason == STARTED


async def test_a_start_that_has_not_seen_a_word_is_refused_and_looks_again(process):
    id = await opened(process)
    saved = await process.services.tables.saved(id)
    await process.stores.deals.set_word(id, B, "bell", saved.version)
    with pytest.raises(Stale):
        await process.stores.lobby.start(id, "seed", 1, "data", (), (A, B), saved.version)
    with pytest.raises(Stale):
        await process.stores.deals.set_word(id, B, "late", saved.version)
    assert await process.stores.deals.words(id) == {B: "bell"}


async def test_words_are_told_and_deleted_by_privacy_and_the_deal_can_still_be_checked(process):
    id = await opened(process, (A, B))
    await process.services.deal_words.say(id, A, "rook")
    await process.services.deal_words.say(id, B, "tower")
    lobby = await opened(process, (C, B), channel=8)
    await process.services.deal_words.say(lobby, B, "steeple")
    stores = process.stores
    assert {row["word"] for row in (await stores.personal_data.personal_few(B))["words"]} == {
        "tower",
        "steeple",
    }
    table = await process.services.lobby.start(id, A)
    shares = {seat: share.share for seat, share in (await stores.deals.shares(id)).items()}
    await process.services.lobby.change(lobby, lambda lobby: lobby)
    await process.services.privacy.forget_person(B)
    rows = f"{await stores.engine.rows('SELECT * FROM words')}"
    assert "tower" not in rows and "steeple" not in rows and f"{B}," not in rows
    assert {seat: share.share for seat, share in (await stores.deals.shares(id)).items()} == shares
    after = await process.services.tables.table(id)
    assert after.over and sorted(after.beside.words) == [(0, "rook"), (1, "")] and after.seed == table.seed


async def test_a_deal_by_an_older_process_uses_no_word_and_is_not_told_as_if(process):
    """It starts the lobby that a newer one has opened: its seed is its own."""
    id = await opened(process)
    await process.services.deal_words.say(id, B, "bell")
    version = (await process.services.tables.saved(id)).version
    await process.stores.lobby.start(
        id,
        "1" * 32,
        1,
        (await process.services.lobby.start(await opened(process, channel=8), A)).data,
        (),
        (A, B),
        version,
    )
    table = await process.services.tables.table(id)
    assert table.fair_deal.drawn == "" and not table.beside.words and await said(process, id) == []


async def test_a_word_of_somebody_who_was_replaced_is_deleted_from_the_board_too(process):
    """They sit there no more: nothing else than their word changes the table."""
    id = await opened(process, (A, B, C), game="lucca")
    await process.services.deal_words.say(id, B, "bell")
    table = await process.services.lobby.start(id, A)
    await process.services.agreements.resign(id, B, None)
    await process.services.seats.anonymize_seat(id, B, 2**40 + 5)
    assert (await process.services.tables.table(id)).beside.words == ((1, "bell"),) and B not in (
        await process.services.tables.table(id)
    ).users
    told = []
    process.services.tables.events.subscribe(changed=told.append)
    await process.services.privacy.forget_person(B)
    after = await process.services.tables.table(id)
    assert after.beside.words == ((1, ""),) and after.seed == table.seed and told == [id]
