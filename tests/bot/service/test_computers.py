"""Computers at tables without Discord: of several processes one moves, and somebody always does."""

import pytest

from bot.base.errors import NoThought, StoreTrouble
from bot.domain.computers import computer
from bot.domain.entities import NewTable
from bot.processes.think_inline import InlineThinker
from bot.service import pending_turns
from bot.service.pending_turns import PendingTurn
from bot.service.services import build_services
from bot.storage.stores import open_stores
from tests.patience import until

ADA = 3


@pytest.fixture(autouse=True)
def no_pause(monkeypatch):
    monkeypatch.setattr(pending_turns, "COMPUTER_MOVE_DELAY", (0.0, 0.0))


def services_on(stores, thinker):
    return build_services(stores, thinker=thinker, new_draw=lambda: "0" * 31 + "1", new_dice=lambda: "dice")


async def begun(services, game="tuir"):
    saved = await services.lobby.open(NewTable(1, 2, game, ADA, "en-US"))
    await services.lobby.change(saved.id, lambda lobby: lobby.add_computer(ADA, "mason"))
    return (await services.lobby.start(saved.id, ADA)).id


async def idle_until_over(services, table_id, most=200):
    """Answer for the person with the harmless move until the game is over."""
    for number in range(most):
        await until(lambda: services.computers.pending.idle)
        table = await services.tables.table(table_id)
        if table.over or table.thinking():
            break
        idle = table.offer(0).idle
        await services.moves.play(table_id, ADA, table.stamp(0), lambda *_, idle=idle: idle, 10_000 + number)


async def calm(processes):
    """Wait until nobody thinks or moves any more."""
    await until(lambda: all(services.computers.pending.idle for services in processes))


async def test_of_two_processes_one_makes_each_move(on_postgres):
    opened = [await open_stores(on_postgres) for _ in range(2)]
    processes = [services_on(stores, InlineThinker()) for stores in opened]
    table_id = await begun(processes[0])
    for number in range(6):
        tables = [
            await services.tables.table(table_id) for services in processes
        ]  # both look, and both think
        await calm(processes)
        tables = [await services.tables.table(table_id) for services in processes]
        if tables[0].over or tables[0].offer(0) is None:
            break
        idle = tables[0].offer(0).idle
        stamp = tables[0].stamp(0)
        await processes[number % 2].moves.play(table_id, ADA, stamp, lambda *_, idle=idle: idle, 500 + number)
    await calm(processes)
    log = await opened[0].tables.log(table_id)
    assert [row.row for row in log] == list(range(1, len(log) + 1)) and "computer" in {r.by for r in log}
    assert all([(await services.tables.table(table_id)).last_row == len(log) for services in processes])
    for services, stores in zip(processes, opened, strict=True):
        await services.close()
        await stores.close()


class Speechless(InlineThinker):
    async def move(self, errand, sheets=None, waited=0.0):
        raise NoThought("lost")


class Confused(InlineThinker):
    async def move(self, errand, sheets=None, waited=0.0):
        return "build:nothing:nowhere"


@pytest.mark.parametrize("thinker", [Speechless, Confused])
async def test_if_nobody_can_think_the_harmless_move_is_made(tmp_path, caplog, thinker):
    stores = await open_stores(tmp_path / "db.sqlite3")
    services = services_on(stores, thinker())
    table_id = await begun(services)
    await idle_until_over(services, table_id)
    assert (await services.tables.table(table_id)).over
    log = await stores.tables.log(table_id)
    assert {row.by for row in log if row.seat == 1} == {"house"} and "no computer could think" in caplog.text
    assert set((await stores.tables.table(table_id)).users) == {ADA, computer("mason")}
    await services.close()
    await stores.close()


async def until_it_thinks(services, table_id):
    """Answer for the person with the harmless move until the computer is asked; return the table then."""
    table = await services.tables.table(table_id)
    while not table.thinking():
        idle, stamp = table.offer(0).idle, table.stamp(0)
        table = await services.moves.play(table_id, ADA, stamp, lambda *_, idle=idle: idle, table.last_row)
    return table


@pytest.mark.parametrize("failing", [1, 3])
async def test_a_turn_that_could_not_be_stored_is_tried_until_it_is(failing, tmp_path, monkeypatch):
    """Also where no deadline wakes anybody: the table would stand still until the next start."""
    monkeypatch.setattr(pending_turns, "STORE_RETRY_INTERVAL", 0.0)
    stores = await open_stores(tmp_path / "db.sqlite3")
    services, write, refused = services_on(stores, InlineThinker()), stores.engine.write, []

    async def full(*steps):
        if "'computer'" in str(steps) and len(refused) < failing:
            refused.append(steps)
            raise StoreTrouble("the disk is full")
        return await write(*steps)

    monkeypatch.setattr(stores.engine, "write", full)
    table_id = await begun(services)
    before = await until_it_thinks(services, table_id)
    await until(lambda: len(refused) == failing and services.computers.pending.idle)
    log = await stores.tables.log(table_id)
    assert [row.by for row in log if row.row > before.last_row and row.seat == 1][:1] == ["computer"]
    await services.close()
    await stores.close()


async def test_a_thought_about_an_older_question_is_never_played(tmp_path, monkeypatch):
    """It may have been on its way while another process, or a take-back, changed the question."""
    monkeypatch.setattr(pending_turns, "COMPUTER_MOVE_DELAY", (600.0, 600.0))
    stores = await open_stores(tmp_path / "db.sqlite3")
    services = services_on(stores, InlineThinker())
    table_id = await begun(services)
    table = await until_it_thinks(services, table_id)
    turn = PendingTurn(table_id, 1, table.stamp(1))
    choices = await services.computers.think(turn)
    await services.computers.take_turn(turn, choices)
    later = await until_it_thinks(services, table_id)
    assert later.last_row > table.last_row and later.stamp(1) != turn.stamp
    await services.computers.take_turn(turn, choices)
    assert len(await stores.tables.log(table_id)) == later.last_row
    assert (await services.tables.table(table_id)).thinking()
    await services.close()
    await stores.close()


async def test_a_computer_that_is_awaited_is_found_by_an_index(tmp_path, monkeypatch):
    monkeypatch.setattr(pending_turns, "COMPUTER_MOVE_DELAY", (600.0, 600.0))
    stores = await open_stores(tmp_path / "db.sqlite3")
    services = services_on(stores, InlineThinker())
    table_id = await begun(services)
    table = await until_it_thinks(services, table_id)
    assert await stores.clocks.promised() == [table_id]
    await services.close()
    monkeypatch.setattr(pending_turns, "COMPUTER_MOVE_DELAY", (0.0, 0.0))
    again = services_on(stores, InlineThinker())
    await again.startup.wake_all()
    await until(lambda: again.computers.pending.idle)
    assert (await stores.tables.log(table_id))[-1].by in ("computer", "house")
    assert (await again.tables.table(table_id)).last_row > table.last_row
    await again.close()
    await stores.close()
