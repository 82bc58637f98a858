"""Ending early: votes, giving up, and who may close a table."""

import pytest

from bot.base.errors import OVER, Refused, StaleQuestion
from bot.domain.table import HAS_LEFT
from bot.service.agreements import MAY_NOT_END
from tests.bot.service.rooms import STRANGER, TWO, A, B, C, D, refused
from tests.toy import ask


async def test_an_end_is_stored_with_its_result_told_and_final(room, toy):
    toy(*(ask(n % 2, "a", "b") for n in range(6)))
    id = await room.start()
    for user in (A, B, A, B):
        await room.play(id, user, "a")
    room.ears.changes.clear()
    table = await room.services.agreements.resign(id, B, 60)
    assert table.over and table.ended == (1, "resign")
    assert (await room.log(id))[4:] == [("end", 1, "resign", "person")]
    assert (await room.phase(id), room.ears.changes) == ("done", [id])
    assert [(r.user, r.wins) for r in await room.stores.records.leaderboard(5, "toy")] == [(A, 1), (B, 0)]
    late = (
        room.services.agreements.resign(id, A, 61),
        room.services.agreements.vote(id, A, stop=True, interaction=62),
    )
    for wish in (*late, room.services.agreements.close_table(id, STRANGER, 7, 63)):
        with refused(OVER):
            await wish
    assert len(await room.log(id)) == 5


@pytest.mark.parametrize("turns", range(4))
async def test_giving_up_before_everyone_had_two_turns_has_no_result(room, toy, turns):
    toy(*(ask(n % 2, "a", "b") for n in range(6)))
    id = await room.start()
    for user in (A, B, A, B)[:turns]:
        await room.play(id, user, "a")
    table = await room.services.agreements.resign(id, A, 60)
    assert (table.over, table.ended, table.scores()) == (True, (0, "early"), None)
    assert (await room.phase(id), await room.stores.records.leaderboard(5, "toy")) == ("done", [])


async def test_of_three_who_play_one_may_leave_and_the_seat_goes_on_idly(room, toy):
    toy(*(ask(n % 3, "a", "point", idle="a") for n in range(9)))
    id = await room.start(users=(A, B, C))
    await room.play(id, A, "point")
    table = await room.services.agreements.resign(id, B, 60)
    assert not table.over and table.attendance.people() == (0, 2)
    assert (await room.log(id))[1:] == [("move", 1, "a", "house")], "asked at once, and the house moves"
    with refused(HAS_LEFT):
        await room.services.agreements.resign(id, B, 61)
    room.wake_up()
    for user in (C, A, C, A, C):
        table = await room.play(id, user, "a")
    assert table.over, "the free seat never had to be waited for"
    ranks = {s.user: s.place for s in (await room.stores.records.finished(id)).seats}
    assert ranks == {A: 1, C: 2, B: 3}, "who left is last, whatever the score"


async def test_the_last_one_who_stays_wins(room, toy):
    toy(*(ask(n % 3, "a", "b", idle="a") for n in range(20)))
    id = await room.start(users=(A, B, C))
    for user in (A, B, C, A, B, C):
        await room.play(id, user, "a")
    await room.services.agreements.resign(id, A, 60)
    table = await room.services.agreements.resign(id, C, 61)
    assert table.over and table.ended == (1, "alone")
    ranks = {s.user: s.place for s in (await room.stores.records.finished(id)).seats}
    assert ranks == {B: 1, C: 2, A: 3}


async def test_an_interaction_that_did_something_else_ends_no_game(room, toy):
    """Discord may deliver an old press again; it was carried out already."""
    toy(TWO, TWO, TWO)
    id = await room.start()
    await room.play(id, A, "a", 77)
    with pytest.raises(StaleQuestion):
        await room.services.agreements.resign(id, A, 77)
    await room.services.agreements.vote(id, A, stop=True, interaction=78)
    with pytest.raises(StaleQuestion):
        await room.services.agreements.vote(id, B, stop=True, interaction=78)
    assert await room.phase(id) == "play"
    assert not (await room.services.tables.table(id)).over


@pytest.mark.parametrize(("seats", "enough"), [(2, 2), (3, 2), (4, 3), (5, 3)])
async def test_more_than_half_of_the_votes_stop_a_game(room, toy, seats, enough):
    toy(TWO, TWO)
    users = (A, B, C, D, 50)[:seats]
    id = await room.start(users=users)
    for number, user in enumerate(users[: enough - 1], 1):
        table = await room.services.agreements.vote(id, user, stop=True, interaction=number)
        assert (table.over, len(table.wishes.votes())) == (False, number)
        table = await room.services.agreements.vote(id, user, stop=True, interaction=100 + number)
        assert (table.over, len(table.wishes.votes())) == (False, number), "one vote a person"
    assert await room.phase(id) == "play"
    assert room.ears.changes == [id] * 2 * (enough - 1)
    room.wake_up()
    assert len((await room.services.tables.table(id)).wishes.votes()) == enough - 1, "votes outlive a restart"
    table = await room.services.agreements.vote(id, users[-1], stop=True, interaction=60)
    assert (table.over, len(table.wishes.votes())) == (True, enough)
    assert await room.log(id) == [("end", -1, "stop", "person")]
    assert await room.phase(id) == "done"
    assert await room.stores.records.leaderboard(5, "toy") == [], "without a winner"


async def test_a_stranger_has_no_vote(room, toy):
    toy(TWO, TWO)
    id = await room.start()
    with pytest.raises(Refused):
        await room.services.agreements.vote(id, STRANGER, stop=True, interaction=1)
    assert (await room.services.agreements.vote(id, A, stop=True, interaction=2)).wishes.votes() == (0,)


async def test_a_vote_can_be_taken_back_and_is_dropped_when_everybody_has_moved_once_more(room, toy):
    toy(*(ask(n % 2, "a", "b") for n in range(9)))
    id = await room.start()
    await room.services.agreements.vote(id, A, stop=True, interaction=1)
    assert (await room.services.agreements.vote(id, A, stop=False, interaction=2)).wishes.votes() == ()
    await room.services.agreements.vote(id, B, stop=True, interaction=3)
    assert (await room.play(id, A, "a")).wishes.votes() == (1,), "not everybody has moved since"
    assert (await room.play(id, B, "a")).wishes.votes() == ()
    assert (await room.services.agreements.vote(id, A, stop=True, interaction=4)).over is False, (
        "an old vote does not count"
    )


# --- who may close a table ---

ELSEWHERE = 8  # a channel of which somebody is a moderator, and in which the table does not stand


@pytest.mark.parametrize(
    ("enders", "may"), [("moderators", set()), ("hosts", {A}), ("players", {A, B})], ids=lambda who: str(who)
)
async def test_a_moderator_of_another_channel_closes_a_table_only_as_its_server_lets_anybody(
    room, toy, enders, may
):
    toy(TWO, TWO)
    id = await room.start()
    await room.services.settings.change_server(5, enders=enders)
    for user in {A, B, STRANGER} - may:
        assert not await room.services.agreements.may_close(id, user, ELSEWHERE)
        with refused(MAY_NOT_END):
            await room.services.agreements.close_table(id, user, ELSEWHERE, 60 + user)
    assert (await room.phase(id), await room.log(id)) == ("play", [])
    for user in may:
        assert await room.services.agreements.may_close(id, user, 0)


async def test_a_moderator_of_the_tables_channel_closes_it_whoever_they_are(room, toy):
    toy(TWO, TWO)
    id = await room.start()
    assert (await room.services.agreements.close_table(id, STRANGER, 7, 60)).over
    assert await room.log(id) == [("end", -1, "close", "person")]


@pytest.mark.parametrize(("user", "enders"), [(B, "moderators"), (B, "hosts"), (STRANGER, "players")])
async def test_a_moderator_of_another_channel_cancels_no_lobby(room, user, enders):
    id = await room.open("tuir", (A, B))
    await room.services.settings.change_server(5, enders=enders)
    with pytest.raises(Refused):
        await room.services.lobby.cancel(id, user, ELSEWHERE)
    assert await room.phase(id) == "lobby"
