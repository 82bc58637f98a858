"""After a start: what is awake, what is shown, and what all else waits for."""

import logging

from bot.base.errors import StoreTrouble
from bot.base.shards import Shards
from bot.domain.calls import calls_in_text
from bot.domain.entities import LogRow, NewTable, StoredTimes
from bot.storage.engine import Step
from tests.bot.service.rooms import GUARD, LAST, STRANGER, TWO, A, B, the_moment_comes
from tests.toy import ask


async def shown(room, id, row):
    await room.stores.messages.set_message(id, 70 + id)
    await room.stores.messages.set_shown(id, row)
    await room.stores.messages.set_told(id, (await room.stores.tables.table(id)).version)


async def test_after_a_start_what_was_not_shown_is_named_and_all_else_sleeps(room, toy):
    toy(TWO, ask(1, "only", open=True), TWO)
    lobby = await room.open("tuir", (A,), 1)
    quiet, behind, unposted, gone, done, farewell = [await room.start(channel=n) for n in range(2, 8)]
    for id in (quiet, behind, gone, farewell):
        await shown(room, id, 0)
    await room.stores.messages.set_shown(unposted, 0)  # noted as shown, but its message was never noted
    await room.stores.tables.append(behind, LogRow(1, "move", 0, "a"))
    await room.services.servers.discard(gone)
    await shown(room, gone, 0)
    await room.services.servers.discard(farewell)
    await room.services.agreements.close_table(done, STRANGER, 6)
    await shown(room, done, 1)
    room.wake_up()
    assert await room.services.startup.wake_all() == [lobby, behind, unposted, farewell]
    assert not room.services.tables.cache, "a game is replayed when it is looked at, not at the start"
    assert (await room.services.tables.table(behind)).last_row == 2, "the house has made its move"


async def test_after_a_start_promised_answers_are_given_without_a_press(room, toy, later):
    toy(TWO, GUARD, LAST)
    id, quiet = await room.start(), await room.start(channel=8)
    await room.services.advance_answers.set(id, B, "guard", "let")
    await room.services.advance_answers.set(quiet, B, "guard", "let")
    await room.stores.tables.append(id, LogRow(1, "move", 0, "a"), due=7)  # and then it was killed
    for table_id in (id, quiet):
        await shown(room, table_id, 1)
    room.wake_up()
    assert await room.services.startup.wake_all() == []
    assert set(room.services.tables.cache) == {id}, (
        "where nothing is asked that was answered in advance, all sleep"
    )
    await the_moment_comes(room)
    assert room.ears.changes
    assert (await room.log(id))[1] == ("move", 1, "bear", "person")
    assert (await room.stores.tables.table(id)).due is None


async def test_an_answer_that_is_due_is_planned_by_whoever_looks_for_it(room, toy, later):
    toy(GUARD, LAST)
    id = await room.start()
    await room.services.advance_answers.set(id, B, "guard", "let")
    due = (await room.stores.tables.table(id)).due
    assert due > 1234 + 9000
    assert await room.stores.clocks.due_before(due - 1) == []
    assert await room.stores.clocks.due_before(due) == [id]
    room.wake_up()
    await room.services.startup.give_due_answer(id)
    await the_moment_comes(room)
    assert await room.log(id) == [("move", 1, "bear", "person")]
    assert await room.stores.clocks.due_before(10**9) == []


async def test_a_promise_that_was_noted_wrongly_is_noted_rightly_at_the_next_look(room, toy, later):
    toy(GUARD, LAST)
    id, none = await room.start(), await room.start(channel=8)
    await room.stores.tables.set_advance(id, 1, "guard", "let")
    await room.stores.clocks.set_times(none, StoredTimes(5), (await room.stores.tables.table(none)).version)
    room.wake_up()
    await room.services.tables.table(id)
    await room.services.tables.table(none)
    assert (await room.stores.tables.table(id)).due and (await room.stores.tables.table(none)).due is None


async def test_after_a_start_who_was_called_silently_is_not_forgotten(room, toy):
    toy(TWO, TWO)
    notes = ["", "0.12!", "0.12", "0.12?!,1.12", "12@0,1", "end", "0.12?!,1.12!", "0.3!,1.4?"]
    tables = {await room.start(channel=n): note for n, note in enumerate(notes)}
    for id, note in tables.items():
        await room.stores.messages.set_notice(id, 9, calls_in_text(note))
        await shown(room, id, 0)
    owed = [id for id in tables if (await room.services.tables.saved(id)).calls.owed]
    assert len(owed) == 3
    assert await room.services.startup.wake_all() == owed


async def test_games_of_other_servers_are_left_to_other_processes(room, toy):
    toy(TWO, TWO)
    guilds = [n << 22 for n in range(6)]
    for guild in guilds:
        await room.services.lobby.open(NewTable(guild, guild + 1, "toy", A, "en-US"))
    mine = Shards(4, 1, 2)
    saved = [await room.services.tables.saved(id) for id in await room.services.startup.wake_all(mine)]
    assert [table.guild for table in saved] == [guilds[n] for n in (1, 2, 5)]
    assert [mine.has(guild) for guild in guilds] == [False, True, True, False, False, True]


async def test_one_table_in_trouble_does_not_keep_the_others_from_waking(
    room, toy, monkeypatch, caplog, later
):
    toy(GUARD, TWO)
    broken, strange, well = [await room.start(channel=n) for n in range(3)]
    for id in (broken, strange, well):
        await room.services.advance_answers.set(id, B, "guard", "let")
    await room.stores.engine.write(Step("UPDATE tables SET edition = 9 WHERE id = ?", (broken,)))
    room.wake_up()
    log = room.stores.tables.log

    async def trouble(table_id):
        if table_id == strange:
            raise StoreTrouble("unreadable")
        return await log(table_id)

    monkeypatch.setattr(room.stores.tables, "log", trouble)
    with caplog.at_level(logging.ERROR, "bot"):
        assert well in await room.services.startup.wake_all()
    assert set(room.services.tables.cache) == {well}
    assert f"table {strange} did not wake" in caplog.text
    assert f"table {broken} did not wake" not in caplog.text, "it was set aside, and said so already"
