"""Calls while a process of the version before plays at the same tables: each reads what the other wrote."""

import pytest

from bot.domain.calls import ALL_TOLD, NO_CALLS, calls_in_text, written
from bot.domain.entities import Event, NewTable
from bot.storage.engine import Step
from bot.storage.stores import open_stores

SILENT, PINGED = "0.12!,1.12", "0.12!,1.12!"


class OlderProcess:
    """What the version before 014_calls says to the database, word for word."""

    SET = (
        "UPDATE tables SET notice = ?, noticed = ? WHERE id = ? AND notice = COALESCE(?, notice) RETURNING id"
    )
    OWED = (
        "SELECT id FROM tables WHERE phase = 'play'"
        " AND length(replace(noticed, '.', '')) < length(replace(noticed, '!', ''))"
        " AND silenced = 0 AND (guild >> 22) % ? BETWEEN ? AND ? ORDER BY id"
    )

    def __init__(self, engine):
        self.engine = engine

    async def call(self, table_id, noticed, message=7):
        await self.engine.write(Step(self.SET, (message, noticed, table_id, None)))

    async def noticed(self, table_id):
        [(noticed,)] = await self.engine.rows("SELECT noticed FROM tables WHERE id = ?", (table_id,))
        return noticed

    async def calling(self):
        return [id for (id,) in await self.engine.rows(self.OWED, (1, 0, 0))]


@pytest.fixture
async def stores(address):
    stores = await open_stores(address)
    yield stores
    await stores.close()


@pytest.fixture
async def beside(stores, address):
    """A process that was started before the replacement: on a server with connections of its own."""
    if not stores.processes.shared:
        yield OlderProcess(stores.engine)
        return
    other = await open_stores(address)
    yield OlderProcess(other.engine)
    await other.close()


async def dealt(stores, channel=2):
    saved = await stores.lobby.new_table(NewTable(1, channel, "tuir", 3, "en-US"))
    await stores.lobby.start(saved.id, "seed", 1, "data", (), (3, 4))
    return saved.id


async def calls_at(stores, table_id):
    return (await stores.tables.table(table_id)).calls


async def test_an_older_process_reads_whom_a_newer_one_called(stores, beside):
    id = await dealt(stores)
    for text in (SILENT, PINGED, "1.13?!~", "end", ""):
        assert await stores.messages.set_notice(id, 7, calls_in_text(text))
        assert await beside.noticed(id) == text
        assert (id in await beside.calling()) == (text == SILENT) == (id in await stores.messages.calling())


async def test_a_newer_process_reads_whom_an_older_one_called(stores, beside):
    id = await dealt(stores)
    for text in (SILENT, PINGED, "12@0,1", "1.13?", "end", ""):
        await beside.call(id, text)
        assert await calls_at(stores, id) == calls_in_text(text)
        assert await stores.messages.calling() == ([id] if calls_in_text(text).owed else [])


async def test_both_call_at_one_table_in_turns_and_the_last_one_counts(stores, beside):
    id = await dealt(stores)
    await stores.messages.set_notice(id, 7, calls_in_text(SILENT))
    await beside.call(id, PINGED)  # it knows nothing of the new columns, which said that a call is owed
    assert await calls_at(stores, id) == calls_in_text(PINGED) and await stores.messages.calling() == []
    await stores.messages.set_notice(id, 7, calls_in_text("0.14!"))
    await beside.call(id, "0.14!,1.15")
    assert (await calls_at(stores, id)).owed and await stores.messages.calling() == [id]
    await stores.messages.set_notice(id, 8, NO_CALLS)
    assert await calls_at(stores, id) == NO_CALLS and await beside.noticed(id) == ""
    await beside.call(id, "")  # the same again: nothing is to be forgotten
    assert await stores.engine.rows("SELECT calls, owes_call FROM tables") == [("{}", 0)]


@pytest.mark.parametrize("older", (False, True))
async def test_who_takes_a_seat_over_was_not_called_whoever_noted_the_call(stores, beside, older):
    id = await dealt(stores)
    if older:
        await beside.call(id, SILENT)
    else:
        await stores.messages.set_notice(id, 7, calls_in_text(SILENT))
    taken = (Event("former", 1, 0, "4"), Event("substitute", 1, 0, "9"))
    await stores.seats.substitute(id, taken, (await stores.tables.table(id)).noticed)
    assert await calls_at(stores, id) == calls_in_text("0.12!") and await beside.noticed(id) == "0.12!"
    assert await stores.messages.calling() == await beside.calling() == []


async def test_a_call_that_was_noted_meanwhile_stays_when_a_seat_changes_hands(stores, beside):
    id = await dealt(stores)
    await stores.messages.set_notice(id, 7, calls_in_text(SILENT))
    before = (await stores.tables.table(id)).noticed
    await beside.call(id, "0.13,1.13")
    await stores.seats.substitute(id, (Event("substitute", 1, 0, "9"),), before)
    assert await calls_at(stores, id) == calls_in_text("0.13,1.13")


async def test_what_stood_there_before_the_migration_is_read_as_it_was(stores, beside):
    """A table of the version before has neither column filled until somebody is called again."""
    silent, told = await dealt(stores), await dealt(stores, 3)
    for id, text in ((silent, SILENT), (told, "end")):
        query = "UPDATE tables SET noticed = ?, calls = NULL, owes_call = NULL WHERE id = ?"
        await stores.engine.write(Step(query, (text, id)))
    assert await calls_at(stores, told) == ALL_TOLD and await stores.messages.calling() == [silent]


async def test_where_the_value_is_filled_the_text_is_not_asked(stores):
    id = await dealt(stores)
    query = "UPDATE tables SET noticed = ?, calls = ?, owes_call = ? WHERE id = ?"
    await stores.engine.write(Step(query, (SILENT, "{}", 0, id)))
    assert await calls_at(stores, id) == NO_CALLS and await stores.messages.calling() == []
    await stores.engine.write(Step(query, (PINGED, written(calls_in_text(SILENT)), 1, id)))
    assert await calls_at(stores, id) == calls_in_text(SILENT) and await stores.messages.calling() == [id]
