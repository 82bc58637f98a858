"""several processes at one table: each has its own stores on one database, and one truth."""

import asyncio

import pytest

from bot.base.errors import TABLE_IS_GONE, Refused, StaleQuestion, StoreTrouble
from bot.domain.entities import LogRow, NewTable
from bot.service import pending_answers
from bot.service.repository import STARTED
from bot.storage.stores import open_stores
from games.fair import seed_of, share_of
from tests.bot.service.rooms import Process
from tests.patience import until
from tests.toy import Toy, ask

A, B, C, D = 10, 20, 30, 40
TWO = ask(0, "a", "b")
GUARD = ask(1, "use it", "bear", idle="bear", advance="guard")


@pytest.fixture
async def both(on_postgres):
    """Two processes, as far as the database can tell."""
    both = [Process(await open_stores(on_postgres)) for _ in range(2)]
    yield both
    for process in both:
        await process.close()


@pytest.fixture(autouse=True)
def at_once(monkeypatch):
    monkeypatch.setattr(pending_answers, "ADVANCE_ANSWER_DELAY", (0.0, 0.0))


async def opened(process, game="toy", users=(A, B), channel=7):
    saved = await process.services.lobby.open(NewTable(5, channel, game, users[0], "en-US"))
    for user in users[1:]:
        await process.services.lobby.change(saved.id, lambda lobby, user=user: lobby.join(user))
    return saved.id


async def started(both, game="toy", users=(A, B)):
    """Start a game, and let both have it in memory."""
    id = await opened(both[0], game, users)
    await both[0].services.lobby.start(id, users[0])
    for process in both:
        await process.services.tables.table(id)
    return id


async def log(process, id):
    return [(row.kind, row.seat, row.text, row.by) for row in await process.stores.tables.log(id)]


def chosen(move):
    return lambda table, seat: move


async def play(process, id, user, move, interaction=None, stamp=None):
    table = await process.services.tables.table(id)
    stamp = stamp or table.stamp(table.own_seat(user))
    return await process.services.moves.play(
        id, user, stamp, chosen(move), interaction or 1000 + table.last_row
    )


def kinds(answers):
    return sorted(type(answer).__name__ for answer in answers)


# --- the deal ---


async def test_a_word_and_a_start_in_two_processes_at_once_agree_about_the_deal(both):
    for channel in range(20):
        id = await opened(both[0], "tuir", channel=100 + channel)
        draw = (await both[1].services.tables.saved(id)).draw
        acts = [
            both[0].services.lobby.start(id, A),
            both[1].services.deal_words.say(id, B, "bell"),
            both[1].services.deal_words.say(id, A, "rook"),
        ]
        table, bell, rook = await asyncio.gather(*acts, return_exceptions=True)
        said = [word if word == told else "" for told, word in ((rook, "rook"), (bell, "bell"))]
        shares = [share_of(draw, seat, word) for seat, word in enumerate(said)]
        for process in both:
            stored = await process.services.tables.table(id)
            assert stored.seed == table.seed == seed_of(id, "tuir", draw, shares)
            assert sorted(stored.beside.words) == [(n, word) for n, word in enumerate(said) if word]


async def test_a_deleted_word_goes_from_the_memory_of_every_process(both):
    id = await opened(both[0], "lucca", (A, B, C))
    await both[1].services.deal_words.say(id, B, "bell")
    await both[0].services.lobby.start(id, A)
    assert [(await process.services.tables.table(id)).beside.words for process in both] == [
        ((1, "bell"),)
    ] * 2
    await both[0].services.privacy.forget_person(B)
    assert [(await process.services.tables.table(id)).beside.words for process in both] == [((1, ""),)] * 2


# --- moves ---


async def test_a_move_is_seen_by_every_process_at_its_next_look(both, toy):
    toy(TWO, ask(1, "a", "b"), TWO)
    id = await started(both)
    await play(both[0], id, A, "b")
    assert (await both[1].services.tables.table(id)).state == ((0, "b"),)
    await play(both[1], id, B, "a")
    assert (await both[0].services.tables.table(id)).state == ((0, "b"), (1, "a"))


async def test_people_who_choose_at_the_same_moment_all_count_whoever_serves_them(both):
    """A conflict is not a stale question: in Lucca all choose at once, and the question still stands."""
    users = (A, B, C, D)
    id = await started(both, "lucca", users)
    table = await both[0].services.tables.table(id)
    seats = table.awaited()
    assert len(seats) == 4
    wishes = [
        both[seat % 2].services.moves.play(
            id, users[seat], table.stamp(seat), chosen(table.offer(seat).moves[0]), 50 + seat
        )
        for seat in seats
    ]
    await asyncio.gather(*wishes)
    assert sorted(seat for _, seat, _, by in await log(both[0], id) if by == "person") == list(seats)
    assert (await both[0].services.tables.table(id)).state == (await both[1].services.tables.table(id)).state


async def test_one_question_is_answered_once_by_two_processes(both, toy):
    toy(*[TWO] * 9)
    id = await started(both)
    for number in range(8):
        stamp = (await both[0].services.tables.table(id)).stamp(0)
        presses = [
            process.services.moves.play(id, A, stamp, chosen(move), 10 * number + move_number)
            for move_number, (process, move) in enumerate(zip(both, "ab", strict=True))
        ]
        assert kinds(await asyncio.gather(*presses, return_exceptions=True)) == ["StaleQuestion", "Table"]
    assert len(await log(both[0], id)) == 8


async def test_an_interaction_that_reaches_two_processes_counts_once(both):
    """Seen when a new process starts while the old one still runs, and after a RESUME."""
    id = await started(both, "lucca", (A, B, C))
    table = await both[0].services.tables.table(id)
    moves = table.offer(1).moves
    for number in range(6):
        table = await both[number % 2].services.tables.table(id)
        wishes = [
            process.services.moves.play(
                id, B, table.stamp(1), chosen(moves[number % len(moves)]), 70 + number
            )
            for process in both
        ]
        assert kinds(await asyncio.gather(*wishes, return_exceptions=True)) == ["StaleQuestion", "Table"]
    assert len(await log(both[0], id)) == 6


async def test_the_house_of_two_processes_moves_once(both, toy):
    toy(TWO, *[ask(1, "only", open=True)] * 6, TWO, *[ask(1, "only", open=True)] * 3, ask(1, "a", "b"))
    id = await started(both)
    await both[0].stores.tables.append(id, LogRow(1, "move", 0, "a"))  # and then its process was killed
    tables = await asyncio.gather(*(process.services.tables.table(id) for process in both))
    assert [table.last_row for table in tables] == [7, 7]
    await asyncio.gather(
        play(both[0], id, A, "a"),
        both[1].services.tables.table(id),
        both[1].services.tables.table(id),
    )
    assert [text for _, _, text, by in await log(both[0], id) if by == "house"] == ["only"] * 9
    assert (await both[1].services.tables.table(id)).awaited() == (1,)


class Overtaken(Toy):
    """After the first move one of two has a single answer, which the house gives, and the other a choice."""

    def decisions(self, state):
        answered = {seat for seat, _ in state[1:]}
        asked = (ask(1, "only", open=True), TWO)
        return tuple(each for each in asked if each.seat not in answered) if state else (TWO,)


async def test_the_house_moves_although_another_process_came_between(both, toy, monkeypatch):
    """And that process was killed before it could do so itself: nobody else would until somebody looks."""
    toy(of=Overtaken)
    id = await started(both)
    engine, write, overtaken = both[0].stores.engine, both[0].stores.engine.write, []

    async def outrun(*steps):
        if "'house'" in str(steps) and not overtaken:
            overtaken.append(steps)
            await both[1].stores.tables.append(id, LogRow(2, "move", 0, "b"))
        return await write(*steps)

    monkeypatch.setattr(engine, "write", outrun)
    await play(both[0], id, A, "a")
    assert [(seat, text, by) for _, seat, text, by in await log(both[0], id)] == [
        (0, "a", "person"),
        (0, "b", "person"),
        (1, "only", "house"),
    ]
    assert (await both[0].services.tables.table(id)).over


async def test_who_is_outrun_again_and_again_is_told_so_and_nothing_is_written_twice(both, toy, monkeypatch):
    toy(*[TWO] * 30)
    id = await started(both)
    stores, append = both[0].stores, both[0].stores.tables.append
    events = 0

    async def outrun(table_id, row, *more):
        nonlocal events
        events += 1
        await both[1].services.agreements.vote(id, B, stop=bool(events % 2), interaction=900 + events)
        return await append(table_id, row, *more)

    async def noting(table_id, event, interaction, version, times=None):
        nonlocal events
        events += 1
        await play(both[1], id, A, "b", 500 + events)
        return await add_event(table_id, event, interaction, version, times)

    add_event = stores.tables.add_event
    monkeypatch.setattr(stores.tables, "append", outrun)
    assert (await play(both[0], id, A, "a", 5)).last_row == 1, "a vote does not get in the way of a move"
    assert (await both[0].services.tables.table(id)).wishes.votes() == (1,)
    monkeypatch.setattr(stores.tables, "append", append)
    monkeypatch.setattr(stores.tables, "add_event", noting)
    with pytest.raises(StaleQuestion):
        await both[0].services.agreements.vote(id, A, stop=True, interaction=6)
    assert len(await stores.tables.events(id)) == 1 and len(await stores.tables.log(id)) == 9


async def test_a_move_whose_fate_is_unknown_is_looked_up_in_the_log(both, toy, monkeypatch):
    """The connection was lost after the commit: it is reported as trouble, and the press again as done."""
    toy(TWO, TWO, TWO)
    id = await started(both)
    append = both[0].stores.tables.append

    async def cut(*args):
        await append(*args)
        raise StoreTrouble("the connection was lost")

    stamp = (await both[0].services.tables.table(id)).stamp(0)
    with monkeypatch.context() as patch:
        patch.setattr(both[0].stores.tables, "append", cut)
        with pytest.raises(StoreTrouble):
            await play(both[0], id, A, "a", 5, stamp)
    with pytest.raises(StaleQuestion):
        await play(both[0], id, A, "a", 5, stamp)
    assert (await both[0].services.tables.table(id)).state == ((0, "a"),)


# --- beside the moves ---


async def test_votes_count_wherever_they_are_given(both, toy):
    toy(TWO, TWO)
    id = await started(both, users=(A, B, C))
    votes = [
        both[n % 2].services.agreements.vote(id, user, stop=True, interaction=n)
        for n, user in enumerate((A, B), 1)
    ]
    await asyncio.gather(*votes)
    assert await log(both[0], id) == [("end", -1, "stop", "person")]
    for process in both:
        assert (await process.services.tables.table(id)).over and not process.services.tables.cache


async def test_a_take_back_is_allowed_wherever_the_other_sits(both, toy):
    toy(*(ask(n % 2, "a", "b") for n in range(9)))
    id = await started(both)
    await play(both[0], id, A, "a")
    await both[0].services.takeback.take_back(id, A, 0, 50)
    assert (await both[1].services.tables.table(id)).takebacks.asked_to_allow() == (1,)
    table = await both[1].services.takeback.answer(id, B, 1, yes=True, interaction=51)
    assert table.awaited() == (0,) and (await both[0].services.tables.table(id)).awaited() == (0,)
    assert [kind for kind, *_ in await log(both[0], id)] == ["move", "back"]


async def test_a_take_back_and_a_move_at_the_same_moment_leave_one_truth(both, toy):
    toy(*(ask(n % 2, "a", "b") for n in range(20)))
    id = await started(both)
    for number in range(6):
        awaited = (await both[0].services.tables.table(id)).awaited()
        mover, other = ((A, B), (B, A))[awaited[0]]
        table = await play(both[0], id, mover, "a", 100 + number)
        back = table.takebacks.way_back(table.own_seat(mover))
        wishes = (
            both[0].services.takeback.take_back(id, mover, back, 200 + number),
            play(both[1], id, other, "b", 300 + number),
        )
        await asyncio.gather(*wishes, return_exceptions=True)
        states = [(await process.services.tables.table(id)).state for process in both]
        assert states[0] == states[1]
        if (await both[0].services.tables.table(id)).last_row == table.last_row:
            await both[1].services.takeback.answer(
                id, other, table.last_row, yes=False, interaction=400 + number
            )


async def test_an_answer_in_advance_is_given_once_by_the_processes_that_know_it(both, toy):
    toy(TWO, GUARD, TWO, GUARD, TWO)
    id = await started(both)
    await both[1].services.advance_answers.set(id, B, "guard", "let")
    assert await both[0].services.advance_answers.of(id, 1) == {"guard": "let"}
    await play(both[0], id, A, "a")
    await both[1].services.tables.table(id)  # which plans it, too
    async with asyncio.timeout(60):
        while (await both[0].services.tables.table(id)).last_row < 2 or not all(
            process.services.advance_answers.pending.idle for process in both
        ):
            await asyncio.sleep(0.01)
    assert (await log(both[0], id))[1:] == [("move", 1, "bear", "person")]


async def test_who_gave_up_at_one_process_cannot_play_at_another(both, toy):
    toy(*(ask(n % 3, "a", "b", idle="a") for n in range(9)))
    id = await started(both, users=(A, B, C))
    stamp = (await both[1].services.tables.table(id)).stamp(0)
    await both[0].services.agreements.resign(id, A, 60)
    with pytest.raises((StaleQuestion, Refused)):
        await play(both[1], id, A, "a", 61, stamp)
    assert (await both[1].services.tables.table(id)).attendance.people() == (1, 2)


# --- lobbies and ends ---


async def test_people_who_join_through_two_processes_all_sit_down(both):
    id = await opened(both[0], "lucca", (A,))
    joins = [
        both[n % 2].services.lobby.change(id, lambda lobby, u=u: lobby.join(u))
        for n, u in enumerate((B, C, D, 50))
    ]
    await asyncio.gather(*joins)
    assert set((await both[0].services.tables.saved(id)).users) == {A, B, C, D, 50}


async def test_a_game_is_dealt_once_by_two_processes(both, toy):
    toy(TWO, TWO)
    id = await opened(both[0])
    done = await asyncio.gather(
        *(process.services.lobby.start(id, A) for process in both), return_exceptions=True
    )
    assert kinds(done) == ["Refused", "Table"]
    assert next(answer for answer in done if isinstance(answer, Refused)).reason == STARTED
    assert (await both[0].services.tables.table(id)).seed == (await both[1].services.tables.table(id)).seed


async def test_a_start_and_a_leave_at_the_same_moment_seat_nobody_who_left(both, toy):
    toy(TWO, TWO)
    for channel in range(6):
        id = await opened(both[0], users=(A, B, C), channel=channel)
        await asyncio.gather(
            both[0].services.lobby.start(id, A),
            both[1].services.lobby.change(id, lambda lobby: lobby.leave(C)),
            return_exceptions=True,
        )
        saved = await both[0].services.tables.saved(id)
        assert saved.phase == "play" and (await both[1].services.tables.table(id)).users == saved.users


async def test_a_table_that_is_gone_is_gone_for_every_process(both, toy):
    toy(TWO, TWO)
    id = await started(both)
    stamp = (await both[1].services.tables.table(id)).stamp(0)
    await both[0].services.servers.discard(id)
    with pytest.raises(Refused) as refused:
        await play(both[1], id, A, "a", 5, stamp)
    assert refused.value.reason == TABLE_IS_GONE
    assert await log(both[0], id) == []


async def test_a_game_that_ended_elsewhere_keeps_its_result_and_leaves_memory(both, toy):
    toy(ask(0, "point", "pass"), ask(1, "a", "b"))
    id = await started(both)
    await play(both[0], id, A, "point")
    await play(both[0], id, B, "a")
    assert (await both[1].services.tables.table(id)).over and not both[1].services.tables.cache
    await both[1].services.servers.discard(id)
    assert (await both[1].services.tables.saved(id)).phase == "done"
    assert [rank.user for rank in await both[1].stores.records.leaderboard(5, "toy")] == [A, B]


async def test_a_due_answer_of_a_process_that_was_killed_is_given_by_another(both, toy, monkeypatch):
    toy(TWO, GUARD, TWO)
    id = await started(both)
    await both[0].services.advance_answers.set(id, B, "guard", "let")
    with monkeypatch.context() as patch:
        patch.setattr(pending_answers, "ADVANCE_ANSWER_DELAY", (9000.0, 9000.0))
        await play(both[0], id, A, "a")  # and then it is killed, with the answer in its head
    [due] = await both[1].stores.clocks.due_before(10**11)
    await both[1].services.startup.give_due_answer(due)
    await until(
        lambda: (
            not both[1].services.advance_answers.pending.waiting
            and both[1].services.advance_answers.pending.idle
        )
    )
    assert (await log(both[1], id))[1:] == [("move", 1, "bear", "person")]
