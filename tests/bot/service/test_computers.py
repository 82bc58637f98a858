"""Computers at tables without Discord: of several processes one moves, and somebody always does."""

import pytest

from bot.base.errors import NoThought, StoreTrouble
from bot.domain.computers import computer
from bot.domain.entities import NewTable
from bot.processes.think_inline import InlineThinker
from bot.service import pending_turns
from bot.service.pending_turns import PendingTurn
from bot.service.tables import Tables
from bot.storage.store import Store
from tests.patience import until

ADA = 3


@pytest.fixture(autouse=True)
def no_pause(monkeypatch):
    monkeypatch.setattr(pending_turns, "COMPUTER_MOVE_DELAY", (0.0, 0.0))


def hosting(store, thinker):
    host = Tables(store)
    host.thinker, host.new_seed, host.new_dice = thinker, lambda: "0" * 31 + "1", lambda: "dice"
    return host


async def begun(host, game="tuir"):
    saved = await host.open_lobby(NewTable(1, 2, game, ADA, "en-US"))
    await host.change_lobby(saved.id, lambda lobby: lobby.add_computer(ADA, "mason"))
    return (await host.start(saved.id, ADA)).id


async def idle_until_over(host, table_id, most=200):
    """Answer for the person with the harmless move until the game is over."""
    for number in range(most):
        await until(lambda: not len(host._thoughts) and not host._thoughts._making)
        table = await host.table(table_id)
        if table.over or table.thinking():
            break
        idle = table.offer(0).idle
        await host.play(table_id, ADA, table.stamp(0), lambda *_, idle=idle: idle, 10_000 + number)


async def calm(hosts):
    """Wait until nobody thinks or moves any more."""
    await until(lambda: not any(len(host._thoughts) or host._thoughts._making for host in hosts))


async def test_of_two_processes_one_makes_each_move(on_postgres):
    stores = [await Store.open(on_postgres) for _ in range(2)]
    hosts = [hosting(store, InlineThinker()) for store in stores]
    table_id = await begun(hosts[0])
    for number in range(6):
        tables = [await host.table(table_id) for host in hosts]  # both look, and both think
        await calm(hosts)
        tables = [await host.table(table_id) for host in hosts]
        if tables[0].over or tables[0].offer(0) is None:
            break
        idle = tables[0].offer(0).idle
        stamp = tables[0].stamp(0)
        await hosts[number % 2].play(table_id, ADA, stamp, lambda *_, idle=idle: idle, 500 + number)
    await calm(hosts)
    log = await stores[0].log(table_id)
    assert [row.row for row in log] == list(range(1, len(log) + 1)) and "computer" in {r.by for r in log}
    assert all([(await host.table(table_id)).last_row == len(log) for host in hosts])
    for host, store in zip(hosts, stores, strict=True):
        await host.close()
        await store.close()


class Speechless(InlineThinker):
    async def move(self, errand, sheets=None, waited=0.0):
        raise NoThought("lost")


class Confused(InlineThinker):
    async def move(self, errand, sheets=None, waited=0.0):
        return "build:nothing:nowhere"


@pytest.mark.parametrize("thinker", [Speechless, Confused])
async def test_if_nobody_can_think_the_harmless_move_is_made(tmp_path, caplog, thinker):
    store = await Store.open(tmp_path / "db.sqlite3")
    host = hosting(store, thinker())
    table_id = await begun(host)
    await idle_until_over(host, table_id)
    assert (await host.table(table_id)).over
    log = await store.log(table_id)
    assert {row.by for row in log if row.seat == 1} == {"house"} and "no computer could think" in caplog.text
    assert set((await store.table(table_id)).users) == {ADA, computer("mason")}
    await host.close()
    await store.close()


async def until_it_thinks(host, table_id):
    """Answer for the person with the harmless move until the computer is asked; return the table then."""
    table = await host.table(table_id)
    while not table.thinking():
        idle = table.offer(0).idle
        table = await host.play(table_id, ADA, table.stamp(0), lambda *_, idle=idle: idle, table.last_row)
    return table


@pytest.mark.parametrize("failing", [1, 3])
async def test_a_turn_that_could_not_be_stored_is_tried_until_it_is(failing, tmp_path, monkeypatch):
    """Also where no deadline wakes anybody: the table would stand still until the next start."""
    monkeypatch.setattr(pending_turns, "STORE_RETRY_INTERVAL", 0.0)
    store = await Store.open(tmp_path / "db.sqlite3")
    host, write, refused = hosting(store, InlineThinker()), store.db.write, []

    async def full(*steps):
        if "'computer'" in str(steps) and len(refused) < failing:
            refused.append(steps)
            raise StoreTrouble("the disk is full")
        return await write(*steps)

    monkeypatch.setattr(store.db, "write", full)
    table_id = await begun(host)
    before = await until_it_thinks(host, table_id)
    await until(lambda: len(refused) == failing and not len(host._thoughts) and not host._thoughts._making)
    log = await store.log(table_id)
    assert [row.by for row in log if row.row > before.last_row and row.seat == 1][:1] == ["computer"]
    await host.close()
    await store.close()


async def test_a_thought_about_an_older_question_is_never_played(tmp_path, monkeypatch):
    """It may have been on its way while another process, or a take-back, changed the question."""
    monkeypatch.setattr(pending_turns, "COMPUTER_MOVE_DELAY", (600.0, 600.0))
    store = await Store.open(tmp_path / "db.sqlite3")
    host = hosting(store, InlineThinker())
    table_id = await begun(host)
    table = await until_it_thinks(host, table_id)
    turn = PendingTurn(table_id, 1, table.stamp(1))
    choices = await host._think_turn(turn)
    await host._take_turn(turn, choices)
    later = await until_it_thinks(host, table_id)
    assert later.last_row > table.last_row and later.stamp(1) != turn.stamp
    await host._take_turn(turn, choices)
    assert len(await store.log(table_id)) == later.last_row and (await host.table(table_id)).thinking()
    await host.close()
    await store.close()


async def test_a_computer_that_is_awaited_is_found_by_an_index(tmp_path, monkeypatch):
    monkeypatch.setattr(pending_turns, "COMPUTER_MOVE_DELAY", (600.0, 600.0))
    store = await Store.open(tmp_path / "db.sqlite3")
    host = hosting(store, InlineThinker())
    table_id = await begun(host)
    table = await until_it_thinks(host, table_id)
    assert await store.promised() == [table_id]
    await host.close()
    monkeypatch.setattr(pending_turns, "COMPUTER_MOVE_DELAY", (0.0, 0.0))
    again = hosting(store, InlineThinker())
    await again.wake_all()
    await until(lambda: not len(again._thoughts) and not again._thoughts._making)
    assert (await store.log(table_id))[-1].by in ("computer", "house")
    assert (await again.table(table_id)).last_row > table.last_row
    await again.close()
    await store.close()
