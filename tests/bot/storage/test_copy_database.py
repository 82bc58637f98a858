"""Moving a database: in both directions, numbers kept, every running game replayed, never half."""

import random

import pytest

from bot.base.errors import StoreTrouble
from bot.cli.move_database import replayed
from bot.domain.entities import BegunLesson, DmPanel, LessonName, LogRow, NewTable, Result
from bot.domain.results import Ending
from bot.domain.settings import Away, ServerSettings, UserSettings
from bot.service.services import build_services
from bot.storage import copy_database
from bot.storage.copy_database import COPIED_TABLES, Moved, move_database
from bot.storage.engine import Step
from bot.storage.stores import MOVING, open_stores
from games import GAMES

USERS = (2**60, 2**60 + 1, 2**60 + 2)


async def played(services, game, channel, moves, dice):
    """Start a game and play some moves at random."""
    saved = await services.lobby.open(NewTable(2**61, channel, game, USERS[0], "it"))
    for user in USERS[1 : GAMES[game].SEATS[-1]]:
        await services.lobby.change(saved.id, lambda lobby, user=user: lobby.join(user))
    table = await services.lobby.start(saved.id, USERS[0])
    for number in range(moves):
        if table.over:
            break
        d = dice.choice([d for d in table.asked if not d.settled] or table.asked)
        move = dice.choice(d.moves)
        press = channel * 10_000 + number
        table = await services.moves.play(
            saved.id, table.users[d.seat], table.stamp(d.seat), lambda t, s, move=move: move, press
        )
    return saved.id


async def furnished(address):
    """Return a store with something of everything."""
    stores = await open_stores(address)
    dice = random.Random(5)  # a game may end early: the same deals every time
    services = build_services(stores, new_draw=lambda: f"{dice.getrandbits(128):032x}")
    for channel, game in enumerate(GAMES):
        await played(services, game, channel, 12, dice)
    done = await played(services, "tuir", 50, 3, dice)
    resigned = LogRow((await stores.tables.table(done)).last + 1, "end", 0, "resign")
    results = [Result(user, n + 1, (n,)) for n, user in enumerate(USERS[:2])]
    await stores.tables.append(
        done, resigned, None, results, ending=Ending(feats=((USERS[0], "tuir:spire"),))
    )
    await services.agreements.resign(1, USERS[0], 4) if len(
        (await services.tables.table(1)).users
    ) > 2 else None
    await services.agreements.vote(2, USERS[1], stop=True, interaction=5)
    await services.advance_answers.set(3, USERS[1], "guard:2", "let")
    await stores.messages.set_dm_panel(1, 1, DmPanel(5, 6, "it"))
    await stores.processes.set_fact("commands", "mark ✓")
    await stores.settings.save_user_settings(3, UserSettings("fr", notices="dm"))
    await stores.settings.save_server_settings(1, ServerSettings((5, 6), "thread"))
    await stores.clocks.add_aways(3, [Away(100, 900)])
    await stores.servers.greet_once(1, 88)
    await stores.engine.write(
        Step("INSERT INTO beats VALUES (0, 1, 77)"), Step("INSERT INTO reviews VALUES (1, 'x')")
    )
    broken = await played(services, "lucca", 60, 5, dice)
    await stores.engine.write(Step("UPDATE tables SET edition = 0 WHERE id = ?", (broken,)))
    lobby = await stores.lobby.new_table(
        NewTable(1, 70, "tuir", 3, "en", ("short",), (3, 4), 9), draw="a draw"
    )
    await stores.deals.set_word(lobby.id, 3, "tower", lobby.version)
    await services.close()
    first = BegunLesson(LessonName("tuir", "turn"), "abc")
    await stores.lessons.begin_lesson(USERS[0], first)
    await stores.lessons.advance_lesson(USERS[0], first, first._replace(moves=("build:T02:left",)), 5)
    return stores


async def contents(stores):
    """Return everything that is moved."""
    return {
        name: await stores.engine.rows(
            f"SELECT {', '.join(kind.columns)} FROM {name} ORDER BY {', '.join(kind.key)}"
        )
        for name, kind in COPIED_TABLES.items()
    }


@pytest.fixture
def both(tmp_path, on_postgres, request):
    return [f"sqlite:///{tmp_path / 'from.sqlite3'}", on_postgres]


@pytest.mark.parametrize("way", [1, -1])
async def test_everything_arrives_and_the_next_number_comes_after_it(both, way, monkeypatch):
    monkeypatch.setattr(copy_database, "ROWS_PER_BATCH", 7)
    source, target = both[::way]
    stores = await furnished(source)
    before = await contents(stores)
    await stores.close()
    assert all(before.values()), "something of everything"
    said = []
    moved = await move_database(source, target, replayed, said.append)
    assert moved == Moved(len(before["tables"]), len(before["rows"]), len(GAMES), 1)
    assert len(said) == len(COPIED_TABLES) + 1
    there = await open_stores(target)
    assert await contents(there) == before
    saved = await there.lobby.new_table(NewTable(1, 99, "tuir", 3, "en"))
    assert saved.id == max(row[0] for row in before["tables"]) + 1
    services = build_services(there)
    table = await services.agreements.vote(2, USERS[0], stop=True, interaction=6)
    assert table.over == (len(table.users) < 4)
    await services.close()
    await there.close()


async def test_there_and_back_again_is_the_same(both, tmp_path):
    stores = await furnished(both[0])
    before = await contents(stores)
    await stores.close()
    back = f"sqlite:///{tmp_path / 'back.sqlite3'}"
    await move_database(both[0], both[1], replayed)
    await move_database(both[1], back, replayed)
    stores = await open_stores(back)
    assert await contents(stores) == before
    await stores.close()


async def test_a_database_with_games_is_never_written_over(both):
    for address in both:
        await (await furnished(address)).close()
    for source, target in (both, both[::-1]):
        with pytest.raises(StoreTrouble, match="is not empty"):
            await move_database(source, target, replayed)
    stores = await open_stores(both[1])
    assert not await stores.processes.fact(MOVING), "and can be used as before"
    await stores.close()


@pytest.mark.parametrize("way", [1, -1])
async def test_a_move_that_broke_off_opens_for_no_bot_and_can_be_begun_again(both, way, monkeypatch):
    source, target = both[::way]
    stores = await furnished(source)
    before = await contents(stores)
    await stores.close()

    async def broken(*args):
        raise StoreTrouble("the disk is full")

    with monkeypatch.context() as patch:
        patch.setattr(copy_database, "_check_games", broken)
        with pytest.raises(StoreTrouble, match="full"):
            await move_database(source, target, replayed)
    with pytest.raises(StoreTrouble, match="not whole"):
        await open_stores(target)
    await move_database(source, target, replayed)
    stores = await open_stores(target)
    assert await contents(stores) == before
    await stores.close()


async def test_a_game_that_would_not_replay_as_before_is_noticed(both):
    await (await furnished(both[0])).close()
    engines = []

    async def after_a_loss(engine, table_id):
        engines.append(engine)
        if engine is not engines[0]:  # the copy
            last = "(SELECT MAX(row) FROM rows WHERE table_id = 1)"
            await engine.write(Step(f"DELETE FROM rows WHERE table_id = 1 AND row = {last}"))
        return await replayed(engine, table_id)

    with pytest.raises(StoreTrouble, match="Table 1 does not replay as before"):
        await move_database(*both, after_a_loss)


async def test_a_file_that_is_not_there_is_not_made_by_moving_it(tmp_path):
    with pytest.raises(StoreTrouble, match="does not exist"):
        await move_database(tmp_path / "no.sqlite3", tmp_path / "new.sqlite3", replayed)
    assert list(tmp_path.iterdir()) == []
    with pytest.raises(StoreTrouble, match="itself"):
        (tmp_path / "a.sqlite3").touch()
        await move_database(tmp_path / "a.sqlite3", f"sqlite:///{tmp_path}/a.sqlite3", replayed)


async def test_every_table_and_column_is_moved(tmp_path):
    """A migration that adds one must say here how it is moved."""
    stores = await open_stores(tmp_path / "db.sqlite3")
    found = await stores.engine.rows(
        "SELECT m.name, c.name FROM sqlite_master AS m, pragma_table_info(m.name) AS c"
        " WHERE m.type = 'table' AND m.name NOT LIKE 'sqlite_%'"
        " AND m.name NOT IN ('identify', 'rate_limits', 'open_panels', 'request_demand')"
    )
    assert set(found) == {
        (name, column.strip('"')) for name, kind in COPIED_TABLES.items() for column in kind.columns
    }
    await stores.close()
