"""Several processes at one table: every host has its own store on one database, and one truth."""

import asyncio

import pytest

from bot.base.errors import TABLE_IS_GONE, Refused, StaleQuestion, StoreTrouble
from bot.domain.entities import LogRow, NewTable
from bot.service import advance_answers
from bot.service.privacy import Erasure
from bot.service.tables import Tables
from bot.service.threads import STARTED
from bot.storage.store import Store
from games import GAMES
from games.fair import seed_of, share_of
from tests.patience import until
from tests.toy import Toy, ask

A, B, C, D = 10, 20, 30, 40
TWO = ask(0, "a", "b")
GUARD = ask(1, "use it", "bear", idle="bear", advance="guard")


@pytest.fixture
async def hosts(on_postgres):
    """Two processes, as far as the database can tell."""
    stores = [await Store.open(on_postgres) for _ in range(2)]
    hosts = [Tables(store) for store in stores]
    yield hosts
    for host, store in zip(hosts, stores, strict=True):
        await host.close()
        await store.close()


@pytest.fixture(autouse=True)
def at_once(monkeypatch):
    monkeypatch.setattr(advance_answers, "ADVANCE_ANSWER_DELAY", (0.0, 0.0))


async def opened(host, game="toy", users=(A, B), channel=7):
    saved = await host.open_lobby(NewTable(5, channel, game, users[0], "en-US"))
    for user in users[1:]:
        await host.change_lobby(saved.id, lambda lobby, user=user: lobby.join(user))
    return saved.id


async def started(hosts, game="toy", users=(A, B)):
    """Start a game, and let both processes have it in memory."""
    id = await opened(hosts[0], game, users)
    await hosts[0].start(id, users[0])
    for host in hosts:
        await host.table(id)
    return id


async def log(host, id):
    return [(row.kind, row.seat, row.text, row.by) for row in await host._store.log(id)]


def chosen(move):
    return lambda table, seat: move


async def play(host, id, user, move, interaction=None, stamp=None):
    table = await host.table(id)
    stamp = stamp or table.stamp(table.own_seat(user))
    return await host.play(id, user, stamp, chosen(move), interaction or 1000 + table.last_row)


def kinds(answers):
    return sorted(type(answer).__name__ for answer in answers)


# --- the deal ---


async def test_a_word_and_a_start_in_two_processes_at_once_agree_about_the_deal(hosts):
    for channel in range(20):
        id = await opened(hosts[0], "tuir", channel=100 + channel)
        draw = (await hosts[1].saved(id)).draw
        acts = [hosts[0].start(id, A), hosts[1].say_word(id, B, "bell"), hosts[1].say_word(id, A, "rook")]
        table, bell, rook = await asyncio.gather(*acts, return_exceptions=True)
        said = [word if word == told else "" for told, word in ((rook, "rook"), (bell, "bell"))]
        shares = [share_of(draw, seat, word) for seat, word in enumerate(said)]
        for host in hosts:
            stored = await host.table(id)
            assert stored.seed == table.seed == seed_of(id, "tuir", draw, shares)
            assert sorted(stored.beside.words) == [(n, word) for n, word in enumerate(said) if word]


async def test_a_deleted_word_goes_from_the_memory_of_every_process(hosts):
    id = await opened(hosts[0], "lucca", (A, B, C))
    await hosts[1].say_word(id, B, "bell")
    await hosts[0].start(id, A)
    assert [(await host.table(id)).beside.words for host in hosts] == [((1, "bell"),)] * 2
    await Erasure(hosts[0], hosts[0]._store).forget_person(B)
    assert [(await host.table(id)).beside.words for host in hosts] == [((1, ""),)] * 2


# --- moves ---


async def test_a_move_is_seen_by_every_process_at_its_next_look(hosts, toy):
    toy(TWO, ask(1, "a", "b"), TWO)
    id = await started(hosts)
    await play(hosts[0], id, A, "b")
    assert (await hosts[1].table(id)).state == ((0, "b"),)
    await play(hosts[1], id, B, "a")
    assert (await hosts[0].table(id)).state == ((0, "b"), (1, "a"))


async def test_people_who_choose_at_the_same_moment_all_count_whoever_serves_them(hosts):
    """A conflict is not a stale question: in Lucca all choose at once, and the question still stands."""
    users = (A, B, C, D)
    id = await started(hosts, "lucca", users)
    table = await hosts[0].table(id)
    seats = table.awaited()
    assert len(seats) == 4
    wishes = [
        hosts[seat % 2].play(
            id, users[seat], table.stamp(seat), chosen(table.offer(seat).moves[0]), 50 + seat
        )
        for seat in seats
    ]
    await asyncio.gather(*wishes)
    assert sorted(seat for _, seat, _, by in await log(hosts[0], id) if by == "person") == list(seats)
    assert (await hosts[0].table(id)).state == (await hosts[1].table(id)).state


async def test_one_question_is_answered_once_by_two_processes(hosts, toy):
    toy(*[TWO] * 9)
    id = await started(hosts)
    for number in range(8):
        stamp = (await hosts[0].table(id)).stamp(0)
        presses = [
            host.play(id, A, stamp, chosen(move), 10 * number + move_number)
            for move_number, (host, move) in enumerate(zip(hosts, "ab", strict=True))
        ]
        assert kinds(await asyncio.gather(*presses, return_exceptions=True)) == ["StaleQuestion", "Table"]
    assert len(await log(hosts[0], id)) == 8


async def test_an_interaction_that_reaches_two_processes_counts_once(hosts):
    """Seen when a new process starts while the old one still runs, and after a RESUME."""
    id = await started(hosts, "lucca", (A, B, C))
    table = await hosts[0].table(id)
    moves = table.offer(1).moves
    for number in range(6):
        table = await hosts[number % 2].table(id)
        wishes = [
            host.play(id, B, table.stamp(1), chosen(moves[number % len(moves)]), 70 + number)
            for host in hosts
        ]
        assert kinds(await asyncio.gather(*wishes, return_exceptions=True)) == ["StaleQuestion", "Table"]
    assert len(await log(hosts[0], id)) == 6


async def test_the_house_of_two_processes_moves_once(hosts, toy):
    toy(TWO, *[ask(1, "only", open=True)] * 6, TWO, *[ask(1, "only", open=True)] * 3, ask(1, "a", "b"))
    id = await started(hosts)
    await hosts[0]._store.append(id, LogRow(1, "move", 0, "a"))  # and then its process was killed
    tables = await asyncio.gather(*(host.table(id) for host in hosts))
    assert [table.last_row for table in tables] == [7, 7]
    await asyncio.gather(play(hosts[0], id, A, "a"), hosts[1].table(id), hosts[1].table(id))
    assert [text for _, _, text, by in await log(hosts[0], id) if by == "house"] == ["only"] * 9
    assert (await hosts[1].table(id)).awaited() == (1,)


class Overtaken(Toy):
    """After the first move one of two has a single answer, which the house gives, and the other a choice."""

    def decisions(self, state):
        answered = {seat for seat, _ in state[1:]}
        asked = (ask(1, "only", open=True), TWO)
        return tuple(each for each in asked if each.seat not in answered) if state else (TWO,)


async def test_the_house_moves_although_another_process_came_between(hosts, monkeypatch):
    """And that process was killed before it could do so itself: nobody else would until somebody looks."""
    monkeypatch.setitem(GAMES._taken, "toy", Overtaken())
    id = await started(hosts)
    store, write, overtaken = hosts[0]._store, hosts[0]._store.db.write, []

    async def outrun(*steps):
        if "'house'" in str(steps) and not overtaken:
            overtaken.append(steps)
            await hosts[1]._store.append(id, LogRow(2, "move", 0, "b"))
        return await write(*steps)

    monkeypatch.setattr(store.db, "write", outrun)
    await play(hosts[0], id, A, "a")
    assert [(seat, text, by) for _, seat, text, by in await log(hosts[0], id)] == [
        (0, "a", "person"),
        (0, "b", "person"),
        (1, "only", "house"),
    ]
    assert (await hosts[0].table(id)).over


async def test_who_is_outrun_again_and_again_is_told_so_and_nothing_is_written_twice(hosts, toy, monkeypatch):
    toy(*[TWO] * 30)
    id = await started(hosts)
    store, append = hosts[0]._store, hosts[0]._store.append
    events = 0

    async def outrun(table_id, row, *more):
        nonlocal events
        events += 1
        await hosts[1].vote(id, B, stop=bool(events % 2), interaction=900 + events)
        return await append(table_id, row, *more)

    async def noting(table_id, event, interaction, version, times=None):
        nonlocal events
        events += 1
        await play(hosts[1], id, A, "b", 500 + events)
        return await add_event(table_id, event, interaction, version, times)

    add_event = store.add_event
    monkeypatch.setattr(store, "append", outrun)
    assert (await play(hosts[0], id, A, "a", 5)).last_row == 1, "a vote does not get in the way of a move"
    assert (await hosts[0].table(id)).votes() == (1,)
    monkeypatch.setattr(store, "append", append)
    monkeypatch.setattr(store, "add_event", noting)
    with pytest.raises(StaleQuestion):
        await hosts[0].vote(id, A, stop=True, interaction=6)
    assert len(await store.events(id)) == 1 and len(await store.log(id)) == 9


async def test_a_move_whose_fate_is_unknown_is_looked_up_in_the_log(hosts, toy, monkeypatch):
    """The connection was lost after the commit: it is reported as trouble, and the press again as done."""
    toy(TWO, TWO, TWO)
    id = await started(hosts)
    append = hosts[0]._store.append

    async def cut(*args):
        await append(*args)
        raise StoreTrouble("the connection was lost")

    stamp = (await hosts[0].table(id)).stamp(0)
    with monkeypatch.context() as patch:
        patch.setattr(hosts[0]._store, "append", cut)
        with pytest.raises(StoreTrouble):
            await play(hosts[0], id, A, "a", 5, stamp)
    with pytest.raises(StaleQuestion):
        await play(hosts[0], id, A, "a", 5, stamp)
    assert (await hosts[0].table(id)).state == ((0, "a"),)


# --- beside the moves ---


async def test_votes_count_wherever_they_are_given(hosts, toy):
    toy(TWO, TWO)
    id = await started(hosts, users=(A, B, C))
    votes = [hosts[n % 2].vote(id, user, stop=True, interaction=n) for n, user in enumerate((A, B), 1)]
    await asyncio.gather(*votes)
    assert await log(hosts[0], id) == [("end", -1, "stop", "person")]
    for host in hosts:
        assert (await host.table(id)).over and not host._live


async def test_a_take_back_is_allowed_wherever_the_other_sits(hosts, toy):
    toy(*(ask(n % 2, "a", "b") for n in range(9)))
    id = await started(hosts)
    await play(hosts[0], id, A, "a")
    await hosts[0].take_back(id, A, 0, 50)
    assert (await hosts[1].table(id)).asked_to_allow() == (1,)
    table = await hosts[1].answer_take_back(id, B, 1, yes=True, interaction=51)
    assert table.awaited() == (0,) and (await hosts[0].table(id)).awaited() == (0,)
    assert [kind for kind, *_ in await log(hosts[0], id)] == ["move", "back"]


async def test_a_take_back_and_a_move_at_the_same_moment_leave_one_truth(hosts, toy):
    toy(*(ask(n % 2, "a", "b") for n in range(20)))
    id = await started(hosts)
    for number in range(6):
        awaited = (await hosts[0].table(id)).awaited()
        mover, other = ((A, B), (B, A))[awaited[0]]
        table = await play(hosts[0], id, mover, "a", 100 + number)
        back = table.way_back(table.own_seat(mover))
        wishes = (
            hosts[0].take_back(id, mover, back, 200 + number),
            play(hosts[1], id, other, "b", 300 + number),
        )
        await asyncio.gather(*wishes, return_exceptions=True)
        states = [(await host.table(id)).state for host in hosts]
        assert states[0] == states[1]
        if (await hosts[0].table(id)).last_row == table.last_row:
            await hosts[1].answer_take_back(id, other, table.last_row, yes=False, interaction=400 + number)


async def test_an_answer_in_advance_is_given_once_by_the_processes_that_know_it(hosts, toy):
    toy(TWO, GUARD, TWO, GUARD, TWO)
    id = await started(hosts)
    await hosts[1].set_advance(id, B, "guard", "let")
    assert await hosts[0].advance(id, 1) == {"guard": "let"}
    await play(hosts[0], id, A, "a")
    await hosts[1].table(id)  # which plans it, too
    async with asyncio.timeout(60):
        while (await hosts[0].table(id)).last_row < 2 or any(h._answers._giving for h in hosts):
            await asyncio.sleep(0.01)
    assert (await log(hosts[0], id))[1:] == [("move", 1, "bear", "person")]


async def test_who_gave_up_at_one_process_cannot_play_at_another(hosts, toy):
    toy(*(ask(n % 3, "a", "b", idle="a") for n in range(9)))
    id = await started(hosts, users=(A, B, C))
    stamp = (await hosts[1].table(id)).stamp(0)
    await hosts[0].resign(id, A, 60)
    with pytest.raises((StaleQuestion, Refused)):
        await play(hosts[1], id, A, "a", 61, stamp)
    assert (await hosts[1].table(id)).people() == (1, 2)


# --- lobbies and ends ---


async def test_people_who_join_through_two_processes_all_sit_down(hosts):
    id = await opened(hosts[0], "lucca", (A,))
    joins = [
        hosts[n % 2].change_lobby(id, lambda lobby, u=u: lobby.join(u)) for n, u in enumerate((B, C, D, 50))
    ]
    await asyncio.gather(*joins)
    assert set((await hosts[0].saved(id)).users) == {A, B, C, D, 50}


async def test_a_game_is_dealt_once_by_two_processes(hosts, toy):
    toy(TWO, TWO)
    id = await opened(hosts[0])
    done = await asyncio.gather(*(host.start(id, A) for host in hosts), return_exceptions=True)
    assert kinds(done) == ["Refused", "Table"]
    assert next(answer for answer in done if isinstance(answer, Refused)).reason == STARTED
    assert (await hosts[0].table(id)).seed == (await hosts[1].table(id)).seed


async def test_a_start_and_a_leave_at_the_same_moment_seat_nobody_who_left(hosts, toy):
    toy(TWO, TWO)
    for channel in range(6):
        id = await opened(hosts[0], users=(A, B, C), channel=channel)
        await asyncio.gather(
            hosts[0].start(id, A),
            hosts[1].change_lobby(id, lambda lobby: lobby.leave(C)),
            return_exceptions=True,
        )
        saved = await hosts[0].saved(id)
        assert saved.phase == "play" and (await hosts[1].table(id)).users == saved.users


async def test_a_table_that_is_gone_is_gone_for_every_process(hosts, toy):
    toy(TWO, TWO)
    id = await started(hosts)
    stamp = (await hosts[1].table(id)).stamp(0)
    await hosts[0].discard(id)
    with pytest.raises(Refused) as refused:
        await play(hosts[1], id, A, "a", 5, stamp)
    assert refused.value.reason == TABLE_IS_GONE
    assert await log(hosts[0], id) == []


async def test_a_game_that_ended_elsewhere_keeps_its_result_and_leaves_memory(hosts, toy):
    toy(ask(0, "point", "pass"), ask(1, "a", "b"))
    id = await started(hosts)
    await play(hosts[0], id, A, "point")
    await play(hosts[0], id, B, "a")
    assert (await hosts[1].table(id)).over and not hosts[1]._live
    await hosts[1].discard(id)
    assert (await hosts[1].saved(id)).phase == "done"
    assert [rank.user for rank in await hosts[1]._store.leaderboard(5, "toy")] == [A, B]


async def test_a_due_answer_of_a_process_that_was_killed_is_given_by_another(hosts, toy, monkeypatch):
    toy(TWO, GUARD, TWO)
    id = await started(hosts)
    await hosts[0].set_advance(id, B, "guard", "let")
    with monkeypatch.context() as patch:
        patch.setattr(advance_answers, "ADVANCE_ANSWER_DELAY", (9000.0, 9000.0))
        await play(hosts[0], id, A, "a")  # and then it is killed, with the answer in its head
    [due] = await hosts[1]._store.due_before(10**11)
    await hosts[1].give_due_answer(due)
    await until(lambda: not hosts[1]._answers._waiting and not hosts[1]._answers._giving)
    assert (await log(hosts[1], id))[1:] == [("move", 1, "bear", "person")]
