"""Proof of a fair deal: what the mark binds, what the seal holds, and the script of the docs."""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from bot.tables.archive import Archive
from bot.tables.engine import Step
from bot.tables.host import Host
from bot.tables.records import Opening
from bot.tables.store import Store
from games import GAMES
from games.core import commitment
from games.fair import mark_of, promise, seal_of
from games.record import BadRecord, check
from tests.kit import edited

ROOT = Path(__file__).resolve().parent.parent
DEAL = (7, "tuir", 1, "data", ("short",), 2, "seed")


def test_a_mark_binds_everything_that_the_deal_follows_from():
    others = [(8,), (7, "lucca"), (7, "tuir", 2), (7, "tuir", 1, "other"), (7, "tuir", 1, "data", ())]
    others += [(*DEAL[:5], 3), (*DEAL[:6], "other")]
    marks = {mark_of(promise(*other, *DEAL[len(other) :])) for other in others}
    assert len(marks) == 7 and mark_of(promise(*DEAL)) not in marks


def test_a_seal_holds_every_part_of_every_row():
    row = [1, "move", 0, "a", "person", 9]
    seals = {seal_of("m", [[*row[:n], "x", *row[n + 1 :]]]) for n in range(6)}
    assert len(seals | {seal_of("m", [row]), seal_of("n", [row]), seal_of("m", [])}) == 9


async def played(path, game="tuir", seats=2, seed="3", until=10**6):
    """Play a game by its first moves and take-backs; return its record."""
    import random

    store = await Store.open(path)
    host, dice = Host(store), random.Random(seed)
    host.new_seed = lambda: seed
    users = tuple(range(100, 100 + seats))
    saved = await host.open_lobby(Opening(1, 2, game, users[0], "en"))
    for user in users[1:]:
        await host.change_lobby(saved.id, lambda lobby, user=user: lobby.join(user))
    table = await host.start(saved.id, users[0])
    press = 0
    while not table.over and press < until:
        press += 1
        seat = dice.choice(table.awaited())
        move = dice.choice(table.offer(seat).moves)
        table = await host.play(saved.id, users[seat], table.stamp(seat), lambda t, s, move=move: move, press)
        back = None if table.over else table.way_back(seat)
        if back is not None and dice.random() < 0.2 and not table.consenting(seat):
            press += 1
            table = await host.take_back(saved.id, users[seat], back, press)
    record = None
    if table.over:
        saved = await store.table(saved.id)
        record = await Archive(store).record(saved, await host.table(saved.id))
    await host.close()
    return store, host, record


@pytest.fixture(scope="module")
def script(tmp_path_factory):
    code = re.search(r"```python\n(.*?)```", (ROOT / "docs" / "fair-deal.md").read_text(), re.S)[1]
    path = tmp_path_factory.mktemp("docs") / "check.py"
    path.write_text(code)
    assert len([line for line in code.split("\n") if line.strip()]) <= 25
    return path


def run(command, *args):
    return subprocess.run(
        [sys.executable, *command, *map(str, args)], cwd=ROOT, capture_output=True, text=True,
        env={"PYTHONPATH": str(ROOT), "PATH": "/usr/bin:/bin"},
    )  # fmt: skip


def changes(record):
    """Yield the record with one thing changed each time."""

    def changed(**what):
        return {**json.loads(json.dumps(record)), **what}

    log = record["log"]
    n = next(n for n, row in enumerate(log) if row[1] == "move")
    yield "seed", changed(seed="4")
    yield "options", changed(options=["short"])
    yield "table", changed(table=record["table"] + 1)
    yield "move", changed(log=[*log[:n], [*log[n][:3], "pass", *log[n][4:]], *log[n + 1 :]])
    yield "time", changed(log=[*log[:-1], [*log[-1][:5], 99]])
    yield "cut", changed(log=log[:-1])
    resealed = changed(log=log[:-1])
    yield "cut and sealed anew", {**resealed, "seal": seal_of(record["mark"], resealed["log"])}
    yield "result", changed(results=[{**r, "place": 3 - r["place"]} for r in record["results"]])
    yield "score", changed(results=[{**r, "score": [99]} for r in record["results"]])


@pytest.mark.parametrize("game", sorted(GAMES))
async def test_a_record_holds_and_nothing_in_it_can_be_changed(tmp_path, game):
    store, _, record = await played(tmp_path / "db.sqlite3", game, GAMES[game].SEATS[-1])
    await store.close()
    checked = check(record)
    assert checked.how == "score" and 1 in checked.places
    assert any(row[1] == "back" for row in record["log"]) or game == "tuir", "take-backs are in it"
    for what, other in changes(record):
        with pytest.raises(BadRecord):
            check(other)
            raise AssertionError(what)


async def test_the_script_of_the_docs_and_the_command_find_one_edited_move(tmp_path, script):
    store, _, record = await played(tmp_path / "db.sqlite3")
    await store.close()
    other = dict(changes(record))["move"]
    forged = {**other, "seal": seal_of(other["mark"], other["log"])}
    for name, content, fair in (("good", record, True), ("bad", other, False), ("forged", forged, False)):
        file = tmp_path / f"{name}.json"
        file.write_text(json.dumps(content))
        for command in ([script], ["-m", "games", "replay"]):
            done = run(command, file)
            assert (done.returncode == 0) == fair, (name, command, done.stderr)
    (tmp_path / "no.json").write_text("[]")
    done = run(["-m", "games", "replay"], tmp_path / "no.json")
    assert done.returncode == 1 and "does not hold" in done.stderr and "Traceback" not in done.stderr


async def test_a_game_of_other_data_files_is_exported_with_them(tmp_path):
    from games import mark_of as fingerprint_of
    from games.former import over

    files = edited("lucca")
    _, _, record = await _old_lucca(tmp_path, files)
    assert check(record).moves > 10
    assert record["data"] == fingerprint_of(files) and over("lucca", files)
    with pytest.raises(BadRecord, match="data files"):
        check({**record, "files": {}})


async def _old_lucca(tmp_path, files):
    """Play a game whose data files a host has edited since."""

    from games import mark_of as fingerprint_of

    store, host, _ = await played(tmp_path / "db.sqlite3", "lucca", 3, until=0)
    data = fingerprint_of(files)
    await store.keep_sheets("lucca", data, files)
    deal = promise(1, "lucca", GAMES["lucca"].EDITION, data, (), 3, "3")
    await store.db.write(Step("UPDATE tables SET data = ?, mark = ? WHERE id = 1", (data, mark_of(deal))))
    host.forget(1)
    table, press = await host.table(1), 0
    while not table.over:
        press += 1
        seat = table.awaited()[0]
        move = table.offer(seat).moves[0]
        table = await host.play(1, 100 + seat, table.stamp(seat), lambda t, s, move=move: move, press)
    record = await Archive(store).record(await store.table(1), table)
    await host.close()
    await store.close()
    return store, host, record


async def test_a_table_of_an_older_version_keeps_its_old_mark(tmp_path):
    store, host, _ = await played(tmp_path / "db.sqlite3", until=4)
    await store.db.write(Step("UPDATE tables SET mark = ''"))
    host.forget(1)
    table, press = await host.table(1), 100
    assert table.fair_mark == commitment(1, "3") and table.promise == "1:3"
    while not table.over:
        press += 1
        seat = table.awaited()[0]
        move = table.offer(seat).moves[0]
        table = await host.play(1, 100 + seat, table.stamp(seat), lambda t, s, move=move: move, press)
    record = await Archive(store).record(await store.table(1), table)
    assert check(record).how == "score" and record["mark"] == commitment(1, "3")
    await host.close()
    await store.close()
