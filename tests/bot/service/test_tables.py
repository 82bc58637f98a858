"""The host on a real database, without Discord: one truth a table, stored before it is told."""

import asyncio
import dataclasses
import logging
import threading
from types import SimpleNamespace

import pytest

from bot.base import timers
from bot.base.errors import ASIDE, OVER, TABLE_IS_GONE, ChannelTaken, Refused, StaleQuestion, StoreTrouble
from bot.delivery.calls import owes_a_call
from bot.domain.entities import LogRow, NewTable, Shards, StoredTimes
from bot.domain.table import HAS_LEFT
from bot.service import advance_answers
from bot.service import repository as hosts
from bot.service import tables as host
from bot.service.repository import NOT_STARTED, WAITS
from bot.service.tables import ASKED, NOT_NOW, NOTHING_BACK, Tables
from bot.service.threads import STARTED
from bot.storage.engine import Step
from bot.storage.store import Store
from games import GAMES, fingerprint, sheets_of
from tests.patience import LONGEST, until
from tests.toy import ask

A, B, C, D, STRANGER = 10, 20, 30, 40, 99
TWO = ask(0, "a", "b")  # a question with a choice


class Ears:
    """An audience that remembers what it was told."""

    def __init__(self):
        self.changes, self.aside = [], []

    def changed(self, table_id):
        self.changes.append(table_id)

    async def set_aside(self, saved):
        self.aside.append(saved.id)


class Room:
    """A store, a host and its audience; games are started without a lobby's ado."""

    def __init__(self, store):
        self.store = store
        self.wake_up()

    def wake_up(self):
        """A new host on the same store: a restart."""
        self.host, self.ears = Tables(self.store, now=lambda: 1234.9), Ears()
        self.host.audience = self.ears

    async def open(self, game="toy", users=(A, B), channel=7):
        saved = await self.host.open_lobby(NewTable(5, channel, game, users[0], "en-US"))
        for user in users[1:]:
            await self.host.change_lobby(saved.id, lambda lobby, user=user: lobby.join(user))
        return saved.id

    async def start(self, game="toy", users=(A, B), channel=7):
        id = await self.open(game, users, channel)
        await self.host.start(id, users[0])
        self.ears.changes.clear()
        return id

    async def play(self, id, user, move, interaction=None, stamp=None):
        """Answer the question that the user's panel shows now."""
        table = await self.host.table(id)
        stamp = stamp or table.stamp(table.own_seat(user))
        number = interaction or 1000 + table.last_row
        return await self.host.play(id, user, stamp, lambda table, seat: move, number)

    async def log(self, id):
        return [(row.kind, row.seat, row.text, row.by) for row in await self.store.log(id)]

    async def phase(self, id):
        return (await self.store.table(id)).phase


@pytest.fixture
async def room(address):
    """A room on each of the engines."""
    room = Room(await Store.open(address))
    yield room
    await room.host.close()
    await room.store.close()


@pytest.fixture(autouse=True)
def at_once(monkeypatch):
    """Answers in advance are given in the next moment; that they pause is tested in tests/discord, too."""
    assert advance_answers.ADVANCE_ANSWER_DELAY == (2.0, 6.0)
    monkeypatch.setattr(advance_answers, "ADVANCE_ANSWER_DELAY", (0.0, 0.0))


@pytest.fixture
def later(monkeypatch):
    """Answers in advance wait until the test lets their moment come."""
    monkeypatch.setattr(advance_answers, "ADVANCE_ANSWER_DELAY", (9000.0, 9000.0))


async def the_moment_comes(room):
    """Let the answers that wait be given now."""
    answers = room.host._answers
    for due, handle in list(answers._waiting.items()):
        handle.cancel()
        answers._start(due)
    await until(lambda: not answers._giving)


async def moments(count=20):
    """Let everything that is due happen."""
    for _ in range(count):
        await asyncio.sleep(0.001)


def refused(reason):
    """Expect a refusal for this reason."""
    return pytest.raises(Refused, match=reason.id[:40].replace("(", ".").replace("?", "."))


# --- lobbies ---


async def test_a_lobby_is_stored_as_it_was_opened(room):
    saved = await room.host.open_lobby(NewTable(5, 7, "tuir", A, "it"))
    stored = await room.store.table(saved.id)
    assert (stored.guild, stored.channel, stored.game, stored.host, stored.locale) == (5, 7, "tuir", A, "it")
    assert (stored.phase, stored.users) == ("lobby", (A,))
    assert await room.host.table_in(7) == stored
    assert await room.host.table_in(5) is None


async def test_people_who_join_at_the_same_moment_all_sit_down(room):
    saved = await room.host.open_lobby(NewTable(5, 7, "lucca", A, "en-US"))
    joins = [room.host.change_lobby(saved.id, lambda lobby, u=u: lobby.join(u)) for u in (B, C, D)]
    answers = await asyncio.gather(*joins)
    assert (await room.store.table(saved.id)).users == (A, B, C, D)
    assert answers[-1].users == (A, B, C, D), "the answer is what is stored"
    assert room.ears.changes == [saved.id] * 3


async def test_a_lobby_that_everyone_left_is_gone(room):
    id = await room.open("tuir", (A,))
    room.ears.changes.clear()
    assert (await room.host.change_lobby(id, lambda lobby: lobby.leave(A))).phase == "gone"
    assert room.ears.changes == [id]
    with refused(TABLE_IS_GONE):
        await room.host.change_lobby(id, lambda lobby: lobby.join(B))


async def test_a_new_host_and_the_options_are_stored(room):
    id = await room.open("towers", (A, B))
    await room.host.change_lobby(id, lambda lobby: lobby.choose(A, 0, "nobles"))
    assert (await room.store.table(id)).options == ("nobles",)
    await room.host.change_lobby(id, lambda lobby: dataclasses.replace(lobby.leave(A), options=()))
    stored = await room.store.table(id)
    assert (stored.host, stored.users, stored.options) == (B, (B,), ())


async def test_a_change_that_is_refused_changes_nothing_and_is_not_told(room):
    id = await room.open("tuir", (A, B))
    room.ears.changes.clear()
    with pytest.raises(Refused):
        await room.host.change_lobby(id, lambda lobby: lobby.join(C))
    assert (await room.store.table(id)).users == (A, B)
    assert room.ears.changes == []


async def test_only_its_host_or_a_moderator_cancels_a_lobby(room):
    id = await room.open("tuir", (A, B))
    room.ears.changes.clear()
    with pytest.raises(Refused):
        await room.host.cancel_lobby(id, B, moderator=False)
    assert (await room.phase(id), room.ears.changes) == ("lobby", [])
    await room.host.cancel_lobby(id, STRANGER, moderator=True)
    assert (await room.phase(id), room.ears.changes) == ("gone", [id])
    other = await room.open("tuir", (A, B))
    await room.host.cancel_lobby(other, A, moderator=False)
    assert await room.phase(other) == "gone"


async def test_a_game_is_dealt_with_what_it_will_be_replayed_with(room, toy):
    toy(TWO).EDITION = 3
    room.host.new_seed = lambda: "the seed"
    id = await room.open()
    room.ears.changes.clear()
    table = await room.host.start(id, A)
    stored = await room.store.table(id)
    assert (stored.phase, stored.seed, stored.edition, stored.shown) == ("play", "the seed", 3, -1)
    assert stored.data == fingerprint("toy")
    assert (table.id, table.seed, table.users) == (id, "the seed", (A, B))
    assert room.ears.changes == [id]


async def test_no_two_games_are_dealt_alike(room, toy):
    """Each from 128 bits of its own that nobody can guess; two hosts do not deal alike either."""
    toy(TWO)
    seeds = []
    for channel in range(6):
        if channel == 3:
            room.wake_up()
        id = await room.start(channel=channel)
        seeds.append((await room.store.table(id)).seed)
    assert len(set(seeds)) == 6
    assert all(len(seed) == 32 and int(seed, 16) for seed in seeds)


async def test_a_start_is_refused_to_a_stranger_and_with_too_few(room, toy):
    toy(TWO)
    alone = await room.open(users=(A,))
    with pytest.raises(Refused):
        await room.host.start(alone, A)
    id = await room.open(channel=8)
    with pytest.raises(Refused):
        await room.host.start(id, STRANGER)
    assert (await room.phase(alone), await room.phase(id)) == ("lobby", "lobby")


async def test_two_starts_at_the_same_moment_deal_once(room, toy):
    game = toy(TWO)
    id = await room.open()
    done = await asyncio.gather(room.host.start(id, A), room.host.start(id, B), return_exceptions=True)
    assert [isinstance(answer, Refused) for answer in done] == [False, True]
    assert done[1].reason == STARTED
    assert game.seeds == [(await room.store.table(id)).seed]


async def test_a_start_and_a_cancel_at_the_same_moment_leave_one_truth(room, toy):
    toy(TWO)
    id = await room.open()
    wishes = room.host.start(id, A), room.host.cancel_lobby(id, A, moderator=False)
    started, cancelled = await asyncio.gather(*wishes, return_exceptions=True)
    assert started.id == id and cancelled.reason == STARTED
    assert await room.phase(id) == "play"


async def test_the_options_of_the_lobby_are_those_of_the_game_also_after_a_restart(room):
    id = await room.open("towers")
    await room.host.change_lobby(id, lambda lobby: lobby.choose(A, 0, "nobles"))
    table = await room.host.start(id, A)
    assert table.options == ("nobles",) and table.state.with_nobles
    room.wake_up()
    assert (await room.host.table(id)).state == table.state


async def test_a_lobby_that_has_started_or_gone_is_no_lobby(room, toy):
    toy(TWO)
    id = await room.start()
    for wish in (
        room.host.change_lobby(id, lambda lobby: lobby.leave(A)),
        room.host.cancel_lobby(id, A, moderator=True),
        room.host.start(id, A),
    ):
        with refused(STARTED):
            await wish
    await room.host.discard(id)
    with refused(TABLE_IS_GONE):
        await room.host.start(id, A)


# --- tables ---


async def test_a_table_that_cannot_be_played_at_is_refused_for_the_right_reason(room, toy):
    toy(TWO)
    lobby = await room.open()
    with refused(NOT_STARTED):
        await room.host.table(lobby)
    await room.host.discard(lobby)
    for id in (lobby, 999, 10**30):
        with refused(TABLE_IS_GONE):
            await room.host.table(id)


async def test_a_table_stays_in_memory_while_it_is_played_and_no_longer(room, toy):
    game = toy(TWO, ask(1, "a", "b"))
    id = await room.start()
    await room.play(id, A, "a")
    assert await room.host.table(id) is await room.host.table(id)
    assert len(game.seeds) == 1, "dealt once, not at every look"
    await room.play(id, B, "a")
    assert not room.host._live
    assert (await room.host.table(id)).over
    assert not room.host._live, "a finished game is replayed when someone asks"


async def test_a_game_of_another_edition_is_set_aside_and_not_replayed(room, toy, caplog):
    game = toy(TWO, TWO)
    id = await room.start()
    await room.play(id, A, "a")
    room.wake_up()
    game.EDITION = 2
    with refused(ASIDE):
        await room.host.table(id)
    assert await room.phase(id) == "aside"
    assert room.ears.aside == [id]
    with refused(ASIDE):
        await room.host.table(id)
    assert room.ears.aside == [id], "the channel is told once"
    game.EDITION = 1
    assert (await room.host.table(id)).last_row == 1
    assert await room.phase(id) == "play"
    assert room.ears.changes == [id]


async def test_a_game_with_other_data_tables_is_set_aside_and_not_replayed(room, toy, monkeypatch):
    toy(TWO, TWO)
    id = await room.start()
    room.wake_up()
    monkeypatch.setattr("bot.service.rules_of_table.fingerprint", lambda key: "edited")
    with refused(ASIDE):
        await room.host.table(id)
    assert await room.phase(id) == "aside"


async def test_the_data_files_are_stored_before_a_game_is_dealt_from_them(room, monkeypatch):
    id = await room.open("tuir")
    start = room.store.start

    async def looked(*args):
        assert await room.store.sheets("tuir", fingerprint("tuir")) == sheets_of("tuir")
        await start(*args)

    monkeypatch.setattr(room.store, "start", looked)
    assert await room.store.sheets("tuir", fingerprint("tuir")) == {}
    assert (await room.host.start(id, A)).rules is GAMES["tuir"]


async def test_a_game_goes_on_by_its_edition_as_long_as_that_is_kept(room, toy):
    game = toy(TWO, TWO, TWO)
    id = await room.start()
    await room.play(id, A, "a")
    room.wake_up()
    game.EDITION, game.KEPT = 2, {1: SimpleNamespace(__all__=["apply"], apply=game.apply)}
    game.apply = None  # what edition 2 does with a move is not asked
    table = await room.play(id, A, "b")
    assert (table.rules.EDITION, table.last_row) == (1, 2)
    room.wake_up()
    game.KEPT = {}
    with refused(ASIDE):
        await room.host.table(id)


async def test_a_finished_game_that_no_longer_replays_keeps_its_result(room, toy):
    game = toy(TWO)
    id = await room.start()
    await room.play(id, A, "a")
    game.EDITION = 2
    with refused(ASIDE):
        await room.host.table(id)
    assert (await room.phase(id), room.ears.aside) == ("done", [])


async def test_the_error_of_a_game_set_aside_is_logged(room, toy, caplog):
    game = toy(TWO)
    id = await room.start()
    room.wake_up()
    game.EDITION = 2
    with caplog.at_level(logging.ERROR, "bot"), refused(ASIDE):
        await room.host.table(id)
    assert "another edition" in caplog.text


async def test_a_game_that_comes_back_waits_for_the_table_in_its_place(room, toy):
    game = toy(TWO, TWO)
    id = await room.start()
    room.wake_up()
    game.EDITION = 2
    with refused(ASIDE):
        await room.host.table(id)
    other = await room.open("tuir", (C,))
    game.EDITION = 1
    with refused(WAITS):
        await room.host.table(id)
    assert not room.host._live, "nobody can play on meanwhile"
    await room.host.discard(other)
    assert (await room.host.table(id)).id == id


async def test_a_long_log_replays_in_a_thread_of_its_own_and_a_short_one_does_not(room, toy, monkeypatch):
    toy(*[TWO] * 9)
    monkeypatch.setattr(hosts, "LONG_LOG_ROWS", 3)
    threads, fold = [], hosts.fold
    monkeypatch.setattr(
        hosts, "fold", lambda *args: threads.append(threading.current_thread()) or fold(*args)
    )
    id = await room.start()
    for _ in range(4):
        room.host.forget(id)
        await room.play(id, A, "b")
    room.host.forget(id)
    assert (await room.host.table(id)).last_row == 4
    here = threading.current_thread()
    assert [thread is here for thread in threads] == [True] * 5 + [False]


async def test_a_newcomer_is_someone_who_never_finished_this_game(room, toy):
    toy(ask(0, "point", "pass"), ask(1, "a", "b"))
    id = await room.start()
    await room.play(id, A, "point")
    assert await room.host.is_new_to("toy", A)
    await room.play(id, B, "a")
    assert not await room.host.is_new_to("toy", A)
    assert not await room.host.is_new_to("toy", B)
    assert await room.host.is_new_to("toy", C)
    assert await room.host.is_new_to("tuir", A)


# --- moves ---


async def test_a_move_is_stored_with_its_time_and_then_told(room, toy):
    toy(TWO, ask(1, "a", "b"))
    id = await room.start()
    table = await room.play(id, A, "b")
    assert await room.store.log(id) == [LogRow(1, "move", 0, "b", "person", 1234)]
    assert table.state == ((0, "b"),) == (await room.host.table(id)).state
    assert room.ears.changes == [id]


async def test_the_move_is_chosen_from_the_table_as_it_stands_for_the_seat_of_the_user(room, toy):
    toy(TWO, ask(1, "c", "d"))
    id = await room.start()
    await room.play(id, A, "a")
    seen = []

    def choose(table, seat):
        seen.append((table.last_row, seat))
        return table.offer(seat).moves[1]

    stamp = (await room.host.table(id)).stamp(1)
    assert (await room.host.play(id, B, stamp, choose, 7)).state == ((0, "a"), (1, "d"))
    assert seen == [(1, 1)]


@pytest.mark.parametrize("move", ["c", None])
async def test_a_move_that_is_not_on_offer_is_refused(room, toy, move):
    toy(TWO, ask(1, "c", "d"))
    id = await room.start()
    with refused(NOT_NOW):
        await room.play(id, A, move)
    assert (await room.log(id), room.ears.changes) == ([], [])


async def test_who_is_not_asked_cannot_move_not_even_with_the_mark_of_no_question(room, toy):
    toy(TWO, ask(1, "c", "d"))
    id = await room.start()
    with refused(NOT_NOW):
        await room.play(id, B, "a", stamp="-")
    with pytest.raises(Refused):
        await room.host.play(id, STRANGER, "-", lambda table, seat: "a", 1)
    assert await room.log(id) == []


async def test_an_answer_to_the_same_question_asked_before_counts_for_nothing(room, toy):
    """The double-click guard: the question reads the same, but it is another one."""
    toy(TWO, TWO, TWO)
    id = await room.start()
    mark = (await room.host.table(id)).stamp(0)
    await room.play(id, A, "a", 1, mark)
    with pytest.raises(StaleQuestion):
        await room.play(id, A, "b", 2, mark)
    assert await room.log(id) == [("move", 0, "a", "person")]


async def test_two_choices_from_one_panel_at_the_same_moment_count_once(room):
    """In Lucca all choose at once and may change their minds, but only on a new panel."""
    id = await room.start("lucca", (A, B, C))
    table = await room.host.table(id)
    mark, moves = table.stamp(1), table.offer(1).moves
    done = await asyncio.gather(
        room.play(id, B, moves[0], 1, mark), room.play(id, B, moves[1], 2, mark), return_exceptions=True
    )
    assert {type(answer) for answer in done} == {type(table), StaleQuestion}
    counted = [type(answer) for answer in done].index(type(table))  # both have looked before either moved
    assert await room.log(id) == [("move", 1, moves[counted], "person")]
    await room.play(id, B, moves[1 - counted], 3)
    assert len(await room.log(id)) == 2


async def test_an_interaction_delivered_twice_counts_once(room, toy):
    toy(TWO, TWO, TWO)
    id = await room.start()
    await room.play(id, A, "a", 77)
    with pytest.raises(StaleQuestion):
        await room.play(id, A, "b", 77)
    assert await room.log(id) == [("move", 0, "a", "person")]
    await room.play(id, A, "b", 78)
    assert (await room.host.table(id)).last_row == 2


async def test_a_row_that_someone_else_wrote_first_is_never_written_over(room, toy):
    """Two bots on one database: the later one reads the log again."""
    toy(TWO, TWO, TWO)
    id = await room.start()
    stamp = (await room.host.table(id)).stamp(0)
    await room.store.append(id, LogRow(1, "move", 0, "b"))
    with pytest.raises(StaleQuestion):
        await room.play(id, A, "a", stamp=stamp)
    assert (await room.host.table(id)).state == ((0, "b"),)


async def test_the_house_moves_after_a_person_and_all_of_it_is_stored(room, toy):
    toy(TWO, ask(1, "only", open=True), ask(0, "only", open=True), ask(1, "a", "b"))
    id = await room.start()
    table = await room.play(id, A, "a")
    house = [("move", 1, "only", "house"), ("move", 0, "only", "house")]
    assert await room.log(id) == [("move", 0, "a", "person"), *house]
    assert table.last_row == 3 and table.awaited() == (1,)
    assert (await room.store.log(id))[2].at == 1234


async def test_the_house_moves_first_when_the_first_question_is_none(room, toy):
    toy(ask(1, "only", open=True), TWO)
    id = await room.start()
    assert await room.log(id) == [("move", 1, "only", "house")]


async def test_a_move_of_the_house_that_a_crash_prevented_is_made_when_the_table_wakes(room, toy):
    toy(TWO, ask(1, "only", open=True), TWO)
    id = await room.start()
    room.wake_up()
    await room.store.append(id, LogRow(1, "move", 0, "a"))
    assert (await room.host.table(id)).last_row == 2


async def test_the_last_move_may_be_one_of_the_house(room, toy):
    toy(ask(0, "point", "pass"), ask(1, "point", open=True))
    id = await room.start()
    assert (await room.play(id, A, "pass")).over
    assert await room.phase(id) == "done"
    ranks = await room.store.leaderboard(5, "toy")
    assert [(rank.user, rank.wins) for rank in ranks] == [(B, 1), (A, 0)]
    assert not room.host._live


def refusing(store, monkeypatch, error, when):
    """Let the store fail for the rows that the test names."""
    append = store.append

    async def failing(table_id, row, *more):
        if when(row):
            raise error
        return await append(table_id, row, *more)

    monkeypatch.setattr(store, "append", failing)


async def test_a_move_is_told_even_when_the_house_cannot_make_its_own(room, toy, monkeypatch):
    toy(TWO, ask(1, "only", open=True), TWO)
    id = await room.start()
    with monkeypatch.context() as full:
        refusing(room.store, full, StoreTrouble("full"), lambda row: row.by == "house")
        with pytest.raises(StoreTrouble):
            await room.play(id, A, "a")
    assert room.ears.changes == [id]
    assert (await room.host.table(id)).last_row == 2, "and made good as soon as it can be"


@pytest.mark.parametrize("error", [StoreTrouble("full"), asyncio.CancelledError(), RuntimeError()])
async def test_a_move_that_could_not_be_stored_is_not_true(room, toy, monkeypatch, error):
    toy(TWO, ask(1, "a", "b"))
    id = await room.start()
    with monkeypatch.context() as full:
        refusing(room.store, full, error, lambda row: True)
        with pytest.raises(type(error)):
            await room.play(id, A, "a")
    assert not room.host._live, "read anew from the log, never mended in memory"
    assert (await room.host.table(id)).state == ()
    assert room.ears.changes == []


async def test_nobody_sees_a_move_before_it_is_stored(room, toy, monkeypatch):
    toy(TWO, ask(1, "a", "b"))
    id = await room.start()
    hold, append = asyncio.Event(), room.store.append

    async def slow(*args):
        await hold.wait()
        return await append(*args)

    monkeypatch.setattr(room.store, "append", slow)
    press = asyncio.create_task(room.play(id, A, "a"))
    await moments()
    async with asyncio.timeout(LONGEST):  # a look does not wait for the move either
        assert (await room.host.table(id)).state == ()
    assert room.ears.changes == []
    hold.set()
    assert (await press).state == ((0, "a"),)


async def test_a_press_that_was_cancelled_while_it_was_stored_is_found_in_the_log(room, toy):
    """The write finishes by itself; memory must not go on without it."""
    toy(TWO, ask(1, "a", "b"))
    id = await room.start()
    mark = (await room.host.table(id)).stamp(0)
    press = asyncio.create_task(room.host.play(id, A, mark, lambda table, seat: "a", 7))
    for _ in range(5):
        await asyncio.sleep(0)
    press.cancel()
    await asyncio.wait([press])
    before = -1
    while before != (before := len(await room.store.log(id))):  # a server may still be writing it
        remembered = (await room.host.table(id)).last_row
    assert remembered == before


async def test_only_one_thing_happens_at_a_table_at_a_time_and_others_do_not_wait(room, toy, monkeypatch):
    toy(TWO, TWO)
    one, other = await room.start(), await room.start(channel=8)
    hold, append = asyncio.Event(), room.store.append

    async def slow(table_id, *more):
        if table_id == one:
            await hold.wait()
        return await append(table_id, *more)

    monkeypatch.setattr(room.store, "append", slow)
    mark, looked = (await room.host.table(one)).stamp(0), []

    def choose(table, seat):
        looked.append(table.last_row)
        return "a"

    press = asyncio.create_task(room.host.play(one, A, mark, choose, 1))
    await moments()
    again = asyncio.create_task(room.host.play(one, A, mark, choose, 2))
    async with asyncio.timeout(LONGEST):
        assert (await room.play(other, A, "a", 3)).last_row == 1
    await moments()
    assert looked == [0], "the second does not even look before the first is done"
    hold.set()
    await press
    with pytest.raises(StaleQuestion):
        await again
    assert await room.log(one) == [("move", 0, "a", "person")]


async def test_locks_do_not_pile_up(room, toy):
    toy(TWO, TWO)
    for channel in range(3):
        await room.play(await room.start(channel=channel), A, "a", channel + 1)
    assert dict(room.host._live.locks) == {}


# --- taking back ---


async def test_a_take_back_returns_to_the_row_on_the_screen_and_is_told(room, toy):
    toy(TWO, TWO, TWO)
    id = await room.start()
    await room.play(id, A, "a")
    await room.play(id, A, "b")
    room.ears.changes.clear()
    table = await room.host.take_back(id, A, 1, 50)
    assert (table.state, table.last_row) == (((0, "a"),), 3)
    assert (await room.log(id))[2] == ("back", 0, "1", "person")
    assert room.ears.changes == [id]
    with pytest.raises(StaleQuestion):
        await room.host.take_back(id, A, 1, 51)
    assert (await room.host.take_back(id, A, 0, 52)).state == ()
    with pytest.raises(Refused):
        await room.host.take_back(id, A, 0, 53)
    assert len(await room.log(id)) == 4


async def test_nobody_makes_a_log_longer_and_longer_by_taking_back(room, toy, monkeypatch):
    """Whenever a table is looked at anew its log is played again, while others wait."""
    monkeypatch.setattr(host, "LONGEST_LOG", 9)
    toy(TWO, TWO, ask(1, "a", "b"))
    id = await room.start()
    for number in range(4):
        await room.play(id, A, "a")
        await room.host.take_back(id, A, 0, 100 + number)
    await room.play(id, A, "a")
    with refused(host.TOO_OFTEN):
        await room.host.take_back(id, A, 0, 200)
    assert (await room.host.table(id)).last_row == 9
    await room.play(id, A, "b")
    assert (await room.play(id, B, "a")).over, "moves are made to the end"


async def test_nor_by_choosing_anew_until_the_others_have_chosen(room, toy, monkeypatch):
    monkeypatch.setattr(host, "LONGEST_LOG", 0)
    toy(dataclasses.replace(TWO, settled=True), ask(1, "a", "b"))
    id = await room.start()
    with refused(host.TOO_OFTEN):
        await room.play(id, A, "a")
    assert await room.log(id) == []


async def test_nobody_takes_back_what_another_did(room, toy):
    toy(TWO, ask(1, "a", "b"))
    id = await room.start()
    await room.play(id, A, "a")
    for user in (B, STRANGER):
        with pytest.raises(Refused):
            await room.host.take_back(id, user, 0, user)
    assert len(await room.log(id)) == 1


async def test_a_move_of_the_house_cannot_be_taken_back_alone(room, toy):
    toy(TWO, ask(0, "only", open=True), ask(0, "a", "b"))
    id = await room.start()
    await room.play(id, A, "a")
    with pytest.raises(StaleQuestion):
        await room.host.take_back(id, A, 1, 50)
    assert len(await room.log(id)) == 2
    table = await room.host.take_back(id, A, 0, 51)
    assert (table.state, table.awaited()) == ((), (0,))
    assert (await room.host.table(id)).last_row == 3, "and the house waits for the answer"


async def test_an_interaction_that_took_back_counts_once(room, toy):
    toy(TWO, TWO, TWO)
    id = await room.start()
    await room.play(id, A, "a", 1)
    await room.host.take_back(id, A, 0, 2)
    await room.play(id, A, "b", 3)
    with pytest.raises(StaleQuestion):
        await room.host.take_back(id, A, 0, 2)
    assert (await room.host.table(id)).state == ((0, "b"),)


# --- ends ---


async def test_an_end_is_stored_with_its_result_told_and_final(room, toy):
    toy(*(ask(n % 2, "a", "b") for n in range(6)))
    id = await room.start()
    for user in (A, B, A, B):
        await room.play(id, user, "a")
    room.ears.changes.clear()
    table = await room.host.resign(id, B, 60)
    assert table.over and table.ended == (1, "resign")
    assert (await room.log(id))[4:] == [("end", 1, "resign", "person")]
    assert (await room.phase(id), room.ears.changes) == ("done", [id])
    assert [(r.user, r.wins) for r in await room.store.leaderboard(5, "toy")] == [(A, 1), (B, 0)]
    late = (room.host.resign(id, A, 61), room.host.vote(id, A, stop=True, interaction=62))
    for wish in (*late, room.host.close_table(id, 63)):
        with refused(OVER):
            await wish
    assert len(await room.log(id)) == 5


@pytest.mark.parametrize("turns", range(4))
async def test_giving_up_before_everyone_had_two_turns_has_no_result(room, toy, turns):
    toy(*(ask(n % 2, "a", "b") for n in range(6)))
    id = await room.start()
    for user in (A, B, A, B)[:turns]:
        await room.play(id, user, "a")
    table = await room.host.resign(id, A, 60)
    assert (table.over, table.ended, table.scores()) == (True, (0, "early"), None)
    assert (await room.phase(id), await room.store.leaderboard(5, "toy")) == ("done", [])


async def test_of_three_who_play_one_may_leave_and_the_seat_goes_on_idly(room, toy):
    toy(*(ask(n % 3, "a", "point", idle="a") for n in range(9)))
    id = await room.start(users=(A, B, C))
    await room.play(id, A, "point")
    table = await room.host.resign(id, B, 60)
    assert not table.over and table.people() == (0, 2)
    assert (await room.log(id))[1:] == [("move", 1, "a", "house")], "asked at once, and the house moves"
    with refused(HAS_LEFT):
        await room.host.resign(id, B, 61)
    room.wake_up()
    for user in (C, A, C, A, C):
        table = await room.play(id, user, "a")
    assert table.over, "the free seat never had to be waited for"
    ranks = {s.user: s.place for s in (await room.store.finished(id)).seats}
    assert ranks == {A: 1, C: 2, B: 3}, "who left is last, whatever the score"


async def test_the_last_one_who_stays_wins(room, toy):
    toy(*(ask(n % 3, "a", "b", idle="a") for n in range(20)))
    id = await room.start(users=(A, B, C))
    for user in (A, B, C, A, B, C):
        await room.play(id, user, "a")
    await room.host.resign(id, A, 60)
    table = await room.host.resign(id, C, 61)
    assert table.over and table.ended == (1, "alone")
    ranks = {s.user: s.place for s in (await room.store.finished(id)).seats}
    assert ranks == {B: 1, C: 2, A: 3}


async def test_an_interaction_that_did_something_else_ends_no_game(room, toy):
    """Discord may deliver an old press again; it was carried out already."""
    toy(TWO, TWO, TWO)
    id = await room.start()
    await room.play(id, A, "a", 77)
    with pytest.raises(StaleQuestion):
        await room.host.resign(id, A, 77)
    await room.host.vote(id, A, stop=True, interaction=78)
    with pytest.raises(StaleQuestion):
        await room.host.vote(id, B, stop=True, interaction=78)
    assert await room.phase(id) == "play"
    assert not (await room.host.table(id)).over


@pytest.mark.parametrize(("seats", "enough"), [(2, 2), (3, 2), (4, 3), (5, 3)])
async def test_more_than_half_of_the_votes_stop_a_game(room, toy, seats, enough):
    toy(TWO, TWO)
    users = (A, B, C, D, 50)[:seats]
    id = await room.start(users=users)
    for number, user in enumerate(users[: enough - 1], 1):
        table = await room.host.vote(id, user, stop=True, interaction=number)
        assert (table.over, len(table.votes())) == (False, number)
        table = await room.host.vote(id, user, stop=True, interaction=100 + number)
        assert (table.over, len(table.votes())) == (False, number), "one vote a person"
    assert await room.phase(id) == "play"
    assert room.ears.changes == [id] * 2 * (enough - 1)
    room.wake_up()
    assert len((await room.host.table(id)).votes()) == enough - 1, "votes outlive a restart"
    table = await room.host.vote(id, users[-1], stop=True, interaction=60)
    assert (table.over, len(table.votes())) == (True, enough)
    assert await room.log(id) == [("end", -1, "stop", "person")]
    assert await room.phase(id) == "done"
    assert await room.store.leaderboard(5, "toy") == [], "without a winner"


async def test_a_stranger_has_no_vote(room, toy):
    toy(TWO, TWO)
    id = await room.start()
    with pytest.raises(Refused):
        await room.host.vote(id, STRANGER, stop=True, interaction=1)
    assert (await room.host.vote(id, A, stop=True, interaction=2)).votes() == (0,)


async def test_a_vote_can_be_taken_back_and_is_dropped_when_everybody_has_moved_once_more(room, toy):
    toy(*(ask(n % 2, "a", "b") for n in range(9)))
    id = await room.start()
    await room.host.vote(id, A, stop=True, interaction=1)
    assert (await room.host.vote(id, A, stop=False, interaction=2)).votes() == ()
    await room.host.vote(id, B, stop=True, interaction=3)
    assert (await room.play(id, A, "a")).votes() == (1,), "not everybody has moved since"
    assert (await room.play(id, B, "a")).votes() == ()
    assert (await room.host.vote(id, A, stop=True, interaction=4)).over is False, "an old vote does not count"


# --- take-back by consent ---


async def ended_turn(room, toy, *users):
    """A game in which the first player has moved, and the next one has been asked by it."""
    toy(*(ask(n % len(users), "a", "b") for n in range(9)))
    id = await room.start(users=users)
    await room.play(id, users[0], "a")
    return id


async def test_a_move_by_which_another_was_asked_is_taken_back_only_by_consent(room, toy):
    id = await ended_turn(room, toy, A, B)
    table = await room.host.take_back(id, A, 0, 50)
    assert (table.last_row, table.asked_to_allow()) == (1, (1,)), "asked, and nothing taken back yet"
    again = await room.host.take_back(id, A, 0, 51)
    assert again.request() == table.request(), "asking twice asks once"
    room.wake_up()
    with pytest.raises(StaleQuestion):
        await room.host.answer_take_back(id, A, 1, yes=True, interaction=52)
    table = await room.host.answer_take_back(id, B, 1, yes=True, interaction=53)
    assert (await room.log(id))[1:] == [("back", 0, "0", "person")]
    assert table.undone is not None and table.undone.seat == 0, "the table tells it"
    assert table.awaited() == (0,) and table.request() is None


async def test_a_refusal_is_final_for_this_move(room, toy):
    id = await ended_turn(room, toy, A, B)
    await room.host.take_back(id, A, 0, 50)
    table = await room.host.answer_take_back(id, B, 1, yes=False, interaction=51)
    assert table.request() is None and table.last_row == 1
    with refused(ASKED):
        await room.host.take_back(id, A, 0, 52)
    await room.play(id, B, "a")
    await room.play(id, A, "a")
    assert (await room.host.take_back(id, A, 2, 53)).asked_to_allow() == (1,), "another move"


async def test_a_move_of_the_one_who_is_asked_withdraws_the_request(room, toy):
    id = await ended_turn(room, toy, A, B)
    await room.host.take_back(id, A, 0, 50)
    table = await room.play(id, B, "a")
    assert table.request() is None and table.last_row == 2
    with pytest.raises(StaleQuestion):
        await room.host.answer_take_back(id, B, 1, yes=True, interaction=51)


async def test_a_consent_that_a_crash_cut_short_is_carried_out_at_the_next_start(room, toy, monkeypatch):
    id = await ended_turn(room, toy, A, B)
    await room.host.take_back(id, A, 0, 50)

    async def crash(*args):
        raise StoreTrouble("killed")

    with monkeypatch.context() as patch:
        patch.setattr(Store, "append", crash)
        with pytest.raises(StoreTrouble):
            await room.host.answer_take_back(id, B, 1, yes=True, interaction=51)
    room.wake_up()
    assert (await room.host.table(id)).awaited() == (0,)
    assert (await room.log(id))[1:] == [("back", 0, "0", "person")]


async def test_after_another_took_back_silently_the_one_before_may_still_ask(room, toy):
    """The line of play reaches back to the last revelation, not to the last change of turns."""
    toy(ask(0, "a", "b"), *(ask(1, "a", "b") for _ in range(4)))
    id = await room.start()
    await room.play(id, A, "a")
    await room.play(id, B, "b")
    await room.host.take_back(id, B, 1, 50)
    assert (await room.log(id))[-1] == ("back", 1, "1", "person"), "within one's own turn it is silent"
    assert (await room.host.take_back(id, A, 0, 51)).asked_to_allow() == (1,)


async def test_nothing_is_taken_back_past_something_shown(room, toy):
    toy(ask(0, "reveal", "b"), TWO)
    id = await room.start()
    await room.play(id, A, "reveal")
    with refused(NOTHING_BACK):
        await room.host.take_back(id, A, 0, 50)


# --- answers given in advance ---

GUARD = ask(1, "use it", "use another", "bear", idle="bear", advance="guard")
JOUST = ask(1, "giostra", "allow", advance="giostra")
LAST = ask(0, "a", "b")


@pytest.mark.parametrize(("answer", "given"), [("use", "use it"), ("let", "bear")])
async def test_an_answer_in_advance_is_given_when_its_question_comes(room, toy, answer, given):
    toy(TWO, GUARD, ask(0, "only", open=True), LAST)
    id = await room.start()
    await room.host.set_advance(id, B, "guard", answer)
    await room.play(id, A, "a")
    room.ears.changes.clear()
    await until(lambda: room.ears.changes)
    assert await room.log(id) == [
        ("move", 0, "a", "person"),
        ("move", 1, given, "person"),
        ("move", 0, "only", "house"),
    ]
    assert room.ears.changes == [id]


@pytest.mark.parametrize(("answer", "given"), [("use", "use it"), ("let", "bear")])
async def test_an_answer_in_advance_holds_for_the_question_that_is_asked_now(room, toy, answer, given):
    toy(GUARD, GUARD, LAST)
    id = await room.start()
    await room.host.set_advance(id, B, "guard", answer)
    await until(lambda: room.ears.changes == [id, id])
    assert await room.log(id) == [("move", 1, given, "person")] * 2, "and for the next one of its kind"


async def test_what_was_promised_is_never_lost_on_time(room, toy, later):
    """The bot may have been busy, or down: the answer is given late, as it was said."""
    toy(TWO, GUARD, LAST)
    id = await room.start()
    await room.store.db.write(Step("UPDATE tables SET pace = 'slow:86400' WHERE id = ?", (id,)))
    room.host.forget(id)
    await room.play(id, A, "a")
    await room.host.set_advance(id, B, "guard", "use")
    due = (await room.host.table(id)).timing.deadline(1)
    assert due
    room.host._now = lambda: due + 1
    await room.host.look(id)
    assert len(await room.log(id)) == 1 and (await room.host.table(id)).timing.lost(1) == 0
    await the_moment_comes(room)
    assert (await room.log(id))[1:] == [("move", 1, "use it", "person")]
    await room.host.look(id)
    await room.host.set_advance(id, A, "guard", "use")
    room.host._now = lambda: due + 2 * 86_400
    await room.host.look(id)
    assert (await room.log(id))[2:] == [("move", 0, "b", "clock")], "whoever promised nothing loses it"


async def test_an_answer_in_advance_is_planned_again_after_a_restart(room, toy):
    toy(GUARD, LAST)
    id = await room.start()
    await room.store.set_advance(id, 1, "guard", "let")
    room.wake_up()
    assert await room.host.advance(id, 1) == {"guard": "let"}
    await until(lambda: room.ears.changes)
    assert await room.log(id) == [("move", 1, "bear", "person")]


async def test_an_answer_in_advance_is_for_one_seat_and_one_kind_of_question(room, toy):
    toy(GUARD, JOUST, LAST)
    id = await room.start()
    await room.host.set_advance(id, A, "guard", "use")
    await room.host.set_advance(id, B, "giostra", "let")
    await moments()
    assert await room.log(id) == [], "B is asked about the guard, and has said nothing about it"
    assert await room.host.advance(id, 0) == {"guard": "use"}
    assert await room.host.advance(id, 1) == {"giostra": "let"}
    with pytest.raises(Refused):
        await room.host.set_advance(id, STRANGER, "guard", "use")


async def test_who_wants_to_be_asked_again_is_asked(room, toy):
    toy(TWO, GUARD, LAST)
    id = await room.start()
    await room.host.set_advance(id, B, "guard", "use")
    await room.host.set_advance(id, B, "guard", "ask")
    assert await room.host.advance(id, 1) == {}
    assert await room.store.advance(id) == {}
    await room.play(id, A, "a")
    await moments()
    assert len(await room.log(id)) == 1


async def test_a_second_thought_before_the_moment_comes_counts(room, toy, later):
    """Planned with "use", then "let", then "ask": what holds when the moment comes is given."""
    toy(GUARD, GUARD, LAST)
    id = await room.start()
    await room.host.set_advance(id, B, "guard", "use")
    planned = dict(room.host._answers._waiting)
    await room.host.set_advance(id, B, "guard", "let")
    assert room.host._answers._waiting == planned and len(planned) == 1, "planned once"
    await the_moment_comes(room)
    assert await room.log(id) == [("move", 1, "bear", "person")]
    await room.host.set_advance(id, B, "guard", "ask")
    await the_moment_comes(room)
    assert len(await room.log(id)) == 1


@pytest.mark.parametrize("answer", ["use", "let"])
async def test_the_pause_before_an_answer_is_drawn_alike_whatever_the_answer(room, toy, monkeypatch, answer):
    toy(GUARD, LAST)
    id = await room.start()
    drawn = []
    monkeypatch.setattr(advance_answers, "ADVANCE_ANSWER_DELAY", (2.0, 6.0))
    monkeypatch.setattr(advance_answers.random, "uniform", lambda *limits: drawn.append(limits) or 9000.0)
    await room.host.set_advance(id, B, "guard", answer)
    (handle,) = room.host._answers._waiting.values()
    assert drawn == [(2.0, 6.0)]
    assert handle._due - timers.monotonic() > 8000, "it waits as long as was drawn"


async def test_an_answer_by_hand_comes_before_the_one_in_advance(room, toy, later):
    """The same question comes again at once: the answer that waited was for the first one."""
    toy(GUARD, GUARD, LAST)
    id = await room.start()
    await room.host.set_advance(id, B, "guard", "let")
    (first,) = room.host._answers._waiting
    await room.play(id, B, "use another")
    assert len(room.host._answers._waiting) == 2, "the second has a moment of its own"
    room.host._answers._start(first)
    await until(lambda: not room.host._answers._giving)
    assert await room.log(id) == [("move", 1, "use another", "person")]


async def test_an_answer_that_waits_for_a_game_that_ended_is_never_given(room, toy, later):
    toy(GUARD, LAST)
    id = await room.start()
    await room.host.set_advance(id, B, "guard", "use")
    await room.host.close_table(id)
    await the_moment_comes(room)
    assert [kind for kind, *_ in await room.log(id)] == ["end"]


async def test_an_answer_that_may_still_be_changed_is_not_changed_by_one_in_advance(room, toy):
    toy(dataclasses.replace(GUARD, settled=True), LAST)
    id = await room.start()
    await room.host.set_advance(id, B, "guard", "use")
    await moments()
    assert await room.log(id) == []


async def test_a_host_that_closes_gives_no_more_answers(room, toy, later):
    toy(GUARD, LAST)
    id = await room.start()
    await room.host.set_advance(id, B, "guard", "use")
    (handle,) = room.host._answers._waiting.values()
    await room.host.close()
    assert handle not in timers._waiting


async def test_a_host_that_closes_waits_for_the_answer_that_is_being_given(room, toy, monkeypatch):
    toy(GUARD, LAST)
    id = await room.start()
    hold, append = asyncio.Event(), room.store.append

    async def slow(*args):
        hold.set()
        await asyncio.sleep(0.02)
        return await append(*args)

    monkeypatch.setattr(room.store, "append", slow)
    await room.host.set_advance(id, B, "guard", "use")
    await hold.wait()
    await room.host.close()
    assert len(await room.log(id)) == 1


async def test_an_answer_in_advance_that_fails_is_logged_and_asked_again_after_a_look(
    room, toy, monkeypatch, caplog
):
    toy(GUARD, LAST)
    id = await room.start()
    with monkeypatch.context() as full, caplog.at_level(logging.ERROR, "bot"):
        refusing(room.store, full, StoreTrouble("full"), lambda row: True)
        await room.host.set_advance(id, B, "guard", "use")
        await until(lambda: caplog.records)
        await until(lambda: not room.host._answers._giving)
    assert "an answer in advance was not given" in caplog.text
    await room.host.table(id)
    await until(lambda: room.ears.changes)
    assert len(await room.log(id)) == 1


# --- house-keeping ---


async def shown(room, id, row):
    await room.store.set_message(id, 70 + id)
    await room.store.set_shown(id, row)
    await room.store.set_told(id, (await room.store.table(id)).version)


async def test_after_a_start_what_was_not_shown_is_named_and_all_else_sleeps(room, toy):
    toy(TWO, ask(1, "only", open=True), TWO)
    lobby = await room.open("tuir", (A,), 1)
    quiet, behind, unposted, gone, done, farewell = [await room.start(channel=n) for n in range(2, 8)]
    for id in (quiet, behind, gone, farewell):
        await shown(room, id, 0)
    await room.store.set_shown(unposted, 0)  # noted as shown, but its message was never noted
    await room.store.append(behind, LogRow(1, "move", 0, "a"))
    await room.host.discard(gone)
    await shown(room, gone, 0)
    await room.host.discard(farewell)
    await room.host.close_table(done)
    await shown(room, done, 1)
    room.wake_up()
    assert await room.host.wake_all() == [lobby, behind, unposted, farewell]
    assert not room.host._live, "a game is replayed when it is looked at, not at the start"
    assert (await room.host.table(behind)).last_row == 2, "the house has made its move"


async def test_after_a_start_promised_answers_are_given_without_a_press(room, toy, later):
    toy(TWO, GUARD, LAST)
    id, quiet = await room.start(), await room.start(channel=8)
    await room.host.set_advance(id, B, "guard", "let")
    await room.host.set_advance(quiet, B, "guard", "let")
    await room.store.append(id, LogRow(1, "move", 0, "a"), due=7)  # and then it was killed
    for table_id in (id, quiet):
        await shown(room, table_id, 1)
    room.wake_up()
    assert await room.host.wake_all() == []
    assert set(room.host._live) == {id}, "where nothing is asked that was answered in advance, all sleep"
    await the_moment_comes(room)
    assert room.ears.changes
    assert (await room.log(id))[1] == ("move", 1, "bear", "person")
    assert (await room.store.table(id)).due is None


async def test_an_answer_that_is_due_is_planned_by_whoever_looks_for_it(room, toy, later):
    toy(GUARD, LAST)
    id = await room.start()
    await room.host.set_advance(id, B, "guard", "let")
    due = (await room.store.table(id)).due
    assert due > 1234 + 9000
    assert await room.store.due_before(due - 1) == []
    assert await room.store.due_before(due) == [id]
    room.wake_up()
    await room.host.give_due_answer(id)
    await the_moment_comes(room)
    assert await room.log(id) == [("move", 1, "bear", "person")]
    assert await room.store.due_before(10**9) == []


async def test_a_promise_that_was_noted_wrongly_is_noted_rightly_at_the_next_look(room, toy, later):
    toy(GUARD, LAST)
    id, none = await room.start(), await room.start(channel=8)
    await room.store.set_advance(id, 1, "guard", "let")
    await room.store.set_times(none, StoredTimes(5), (await room.store.table(none)).version)
    room.wake_up()
    await room.host.table(id)
    await room.host.table(none)
    assert (await room.store.table(id)).due and (await room.store.table(none)).due is None


async def test_after_a_start_who_was_called_silently_is_not_forgotten(room, toy):
    toy(TWO, TWO)
    notes = ["", "0.12!", "0.12", "0.12?!,1.12", "12@0,1", "end", "0.12?!,1.12!", "0.3!,1.4?"]
    tables = {await room.start(channel=n): note for n, note in enumerate(notes)}
    for id, note in tables.items():
        await room.store.set_notice(id, 9, note)
        await shown(room, id, 0)
    owed = [
        id
        for id, note in tables.items()
        if owes_a_call(dataclasses.replace(await room.host.saved(id), noticed=note))
    ]
    assert len(owed) == 3
    assert await room.host.wake_all() == owed


async def test_games_of_other_servers_are_left_to_other_processes(room, toy):
    toy(TWO, TWO)
    guilds = [n << 22 for n in range(6)]
    for guild in guilds:
        await room.host.open_lobby(NewTable(guild, guild + 1, "toy", A, "en-US"))
    mine = Shards(4, 1, 2)
    saved = [await room.host.saved(id) for id in await room.host.wake_all(mine)]
    assert [table.guild for table in saved] == [guilds[n] for n in (1, 2, 5)]
    assert [mine.has(guild) for guild in guilds] == [False, True, True, False, False, True]


async def test_one_table_in_trouble_does_not_keep_the_others_from_waking(
    room, toy, monkeypatch, caplog, later
):
    toy(GUARD, TWO)
    broken, strange, well = [await room.start(channel=n) for n in range(3)]
    for id in (broken, strange, well):
        await room.host.set_advance(id, B, "guard", "let")
    await room.store.db.write(Step("UPDATE tables SET edition = 9 WHERE id = ?", (broken,)))
    room.wake_up()
    log = room.store.log

    async def trouble(table_id):
        if table_id == strange:
            raise StoreTrouble("unreadable")
        return await log(table_id)

    monkeypatch.setattr(room.store, "log", trouble)
    with caplog.at_level(logging.ERROR, "bot"):
        assert well in await room.host.wake_all()
    assert set(room.host._live) == {well}
    assert f"table {strange} did not wake" in caplog.text
    assert f"table {broken} did not wake" not in caplog.text, "it was set aside, and said so already"


async def test_at_most_so_many_tables_stay_in_memory_and_none_that_somebody_holds(room, toy):
    toy(TWO, TWO)
    ids = [await room.start(channel=n) for n in range(5)]
    room.host = Tables(room.store, live_tables=2)
    for id in ids[:3]:
        await room.host.table(id)
    assert list(room.host._live) == ids[1:3]
    roomy = Tables(room.store, live_tables=6)
    for id in ids:
        await roomy.table(id)
    assert list(roomy._live) == ids, "as long as there is room, all stay"
    await room.host.table(ids[1])
    await room.host.table(ids[3])
    assert list(room.host._live) == [ids[1], ids[3]], "the one that was used last stays"
    async with room.host._at(ids[1]), room.host._at(ids[3]):
        await room.host.table(ids[4])
        assert set(room.host._live) == {ids[1], ids[3], ids[4]}
    await room.host.table(ids[0])
    assert len(room.host._live) == 2
    assert (await room.play(ids[2], A, "a")).last_row == 1, "one that went comes back from its log"


async def test_a_table_that_is_discarded_leaves_memory_and_is_told(room, toy):
    toy(TWO, TWO)
    id = await room.start()
    await room.host.table(id)
    await room.host.discard(id)
    assert (await room.phase(id), room.ears.changes) == ("gone", [id])
    assert not room.host._live
    with refused(TABLE_IS_GONE):
        await room.play(id, A, "a")


async def test_a_table_is_not_discarded_in_the_middle_of_a_move(room, toy, monkeypatch):
    toy(TWO, TWO)
    id = await room.start()
    hold, append = asyncio.Event(), room.store.append

    async def slow(*args):
        await hold.wait()
        return await append(*args)

    monkeypatch.setattr(room.store, "append", slow)
    press = asyncio.create_task(room.play(id, A, "a"))
    await moments()
    discard = asyncio.create_task(room.host.discard(id))
    await moments()
    assert await room.phase(id) == "play"
    hold.set()
    await asyncio.gather(press, discard)
    assert (await room.phase(id), len(await room.log(id))) == ("gone", 1)
    assert not room.host._live


async def test_a_finished_game_is_never_discarded(room, toy):
    toy(TWO)
    id = await room.start()
    await room.host.close_table(id)
    room.ears.changes.clear()
    await room.host.discard(id)
    assert (await room.phase(id), room.ears.changes) == ("done", [])


async def test_a_channel_that_closes_takes_its_tables_along_and_no_others(room, toy):
    game = toy(TWO, TWO)
    aside = await room.start(channel=1)
    room.wake_up()
    game.EDITION = 2
    with refused(ASIDE):
        await room.host.table(aside)
    game.EDITION = 1
    here, elsewhere = await room.start(channel=1), await room.start(channel=2)
    await room.host.close_channel(1)
    assert [await room.phase(id) for id in (aside, here, elsewhere)] == ["gone", "gone", "play"]


async def test_a_channel_holds_one_table_and_the_newcomer_is_told_which(room):
    id = await room.open("tuir", (A,))
    with pytest.raises(ChannelTaken) as taken:
        await room.open("lucca", (B,))
    assert taken.value.table_id == id


async def test_a_host_without_an_audience_plays_all_the_same(room, toy):
    game = toy(TWO, TWO)
    id = await room.start()
    room.host.audience = None
    assert (await room.play(id, A, "a")).last_row == 1
    room.host.forget(id)
    game.EDITION = 2
    with refused(ASIDE):
        await room.host.table(id)
