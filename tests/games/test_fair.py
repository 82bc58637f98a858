"""Proof of a fair deal: what the mark binds, what the seal holds, and the script of the docs."""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from bot.domain.entities import NewTable
from bot.service.services import build_services
from bot.storage.engine import Step
from bot.storage.stores import open_stores
from games import GAMES
from games.core import commitment
from games.fair import mark_of, promise, seal_of
from games.record import BadRecord, check
from tests.kit import edited

ROOT = Path(__file__).resolve().parents[2]
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


async def played(path, game="tuir", seats=2, seed="3", until=10**6, words=()):
    """Play a game by its first moves and take-backs; return its record."""
    import random

    stores = await open_stores(path)
    services, dice = build_services(stores, new_draw=lambda: seed), random.Random(seed)
    users = tuple(range(100, 100 + seats))
    saved = await services.lobby.open(NewTable(1, 2, game, users[0], "en"))
    for user in users[1:]:
        await services.lobby.change(saved.id, lambda lobby, user=user: lobby.join(user))
    for user, word in zip(users, words, strict=False):
        await services.deal_words.say(saved.id, user, word)
    table = await services.lobby.start(saved.id, users[0])
    press = 0
    while not table.over and press < until:
        press += 1
        seat = dice.choice(table.awaited())
        move = dice.choice(table.offer(seat).moves)
        table = await services.moves.play(
            saved.id, users[seat], table.stamp(seat), lambda t, s, move=move: move, press
        )
        back = None if table.over else table.takebacks.way_back(seat)
        if back is not None and dice.random() < 0.2 and not table.takebacks.consenting(seat):
            press += 1
            table = await services.takeback.take_back(saved.id, users[seat], back, press)
    record = None
    if table.over:
        saved = await stores.tables.table(saved.id)
        record = await services.replay.record(saved, await services.tables.table(saved.id))
    await services.close()
    return stores, services, record


@pytest.fixture(scope="module")
def script(tmp_path_factory):
    return written(tmp_path_factory, 0, "check.py")


@pytest.fixture(scope="module")
def recipe(tmp_path_factory):
    path = written(tmp_path_factory, 1, "words.py")
    assert re.findall(r"^(?:from|import) .*$", path.read_text(), re.M) == [
        "import json, sys",
        "from hashlib import sha256",
    ], "nothing of ours"
    return path


def written(tmp_path_factory, number, name):
    """Write a script of the docs to a file."""
    code = re.findall(r"```python\n(.*?)```", (ROOT / "docs" / "fair-deal.md").read_text(), re.S)[number]
    path = tmp_path_factory.mktemp("docs") / name
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
    n = next(n for n, row in enumerate(log) if row[1] == "move" and row[3] != "pass")
    yield "seed", changed(seed="4")
    yield "options", changed(options=["short"])
    yield "table", changed(table=record["table"] + 1)
    yield "move", changed(log=[*log[:n], [*log[n][:3], "pass", *log[n][4:]], *log[n + 1 :]])
    yield "time", changed(log=[*log[:-1], [*log[-1][:5], 99]])
    yield "cut", changed(log=log[:-1])
    resealed = changed(log=log[:-1])
    yield "cut and sealed anew", {**resealed, "seal": seal_of(record["mark"], resealed["log"])}
    yield "result", changed(results=[{**r, "place": 3 - r["place"]} for r in record["results"]])
    if "draw" in record:
        yield "draw", changed(draw="4")
        yield "word", changed(words=["forged", *record["words"][1:]])
        yield "no word", changed(words=[""] * record["seats"])
        yield "share", changed(shares=["0" * 64, *record["shares"][1:]])
        yield "mark of the lobby", changed(drawn="0" * 64)
        yield "no shares", changed(shares=7)
    yield "score", changed(results=[{**r, "score": [99]} for r in record["results"]])


@pytest.mark.parametrize("game", sorted(GAMES))
async def test_a_record_holds_and_nothing_in_it_can_be_changed(tmp_path, game):
    stores, _, record = await played(
        tmp_path / "db.sqlite3", game, GAMES[game].SEATS[-1], words=("tower", "", "é")
    )
    await stores.close()
    assert record["words"][0] == "tower" and not any(record["words"][3:])
    checked = check(record)
    assert checked.how == "score" and 1 in checked.places
    assert any(row[1] == "back" for row in record["log"]) or game == "tuir", "take-backs are in it"
    for what, other in changes(record):
        with pytest.raises(BadRecord):
            check(other)
            raise AssertionError(what)


async def test_the_script_of_the_docs_and_the_command_find_one_edited_move(tmp_path, script):
    stores, _, record = await played(tmp_path / "db.sqlite3")
    await stores.close()
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


async def test_the_recipe_of_the_docs_finds_every_change_without_our_code(tmp_path, recipe):
    stores, _, record = await played(tmp_path / "db.sqlite3", "lucca", 3, words=("tour", "", "鐘楼"))
    await stores.close()
    other = dict(changes(record))
    gone = {**record, "words": [None, *record["words"][1:]]}
    cases = [("good", record), ("gone", gone), *((what, other[what]) for what in ("seed", "table", "draw"))]
    cases += [(what, other[what]) for what in ("word", "no word", "share", "mark of the lobby")]
    (tmp_path / "alone").mkdir()
    for name, content in cases:
        (file := tmp_path / "alone" / "record.json").write_text(json.dumps(content))
        done = subprocess.run(
            [sys.executable, "-I", str(recipe), str(file)], cwd=tmp_path / "alone", capture_output=True,
            env={"PATH": "/usr/bin:/bin", "PYTHONIOENCODING": "utf-8"}, encoding="utf-8",
        )  # fmt: skip
        assert (done.returncode == 0) == (name in ("good", "gone")), (name, done.stderr)
        if name == "good":
            assert record["drawn"] in done.stdout and "鐘楼" in done.stdout


async def test_who_tries_300_draws_has_shown_one_of_them_before_anybody_typed(tmp_path):
    """The best of many draws is no use: its mark does not fit, and a word shuffles it once more."""
    stores, _, record = await played(tmp_path / "db.sqlite3", words=("tower",))
    await stores.close()
    for n in range(300):
        with pytest.raises(BadRecord):
            check({**record, "draw": f"{n:032x}"})
    assert record["seed"] != record["draw"] and check(record).moves


async def test_a_game_of_other_data_files_is_exported_with_them(tmp_path):
    from games import mark_of as fingerprint_of
    from games.editions import over

    files = edited("lucca")
    _, _, record = await _old_lucca(tmp_path, files)
    assert check(record).moves > 10
    assert record["data"] == fingerprint_of(files) and over("lucca", files)
    with pytest.raises(BadRecord, match="data files"):
        check({**record, "files": {}})


async def _old_lucca(tmp_path, files):
    """Play a game whose data files a services has edited since."""

    from games import mark_of as fingerprint_of

    stores, services, _ = await played(tmp_path / "db.sqlite3", "lucca", 3, until=0)
    data = fingerprint_of(files)
    await stores.deals.keep_sheets("lucca", data, files)
    deal = promise(1, "lucca", GAMES["lucca"].EDITION, data, (), 3, "3")
    await stores.engine.write(
        Step("UPDATE tables SET data = ?, mark = ? WHERE id = 1", (data, mark_of(deal)))
    )
    services.tables.forget(1)
    table, press = await services.tables.table(1), 0
    while not table.over:
        press += 1
        seat = table.awaited()[0]
        move = table.offer(seat).moves[0]
        table = await services.moves.play(
            1, 100 + seat, table.stamp(seat), lambda t, s, move=move: move, press
        )
    record = await services.replay.record(await stores.tables.table(1), table)
    await services.close()
    await stores.close()
    return stores, services, record


async def test_a_table_of_an_older_version_keeps_its_old_mark(tmp_path):
    stores, services, _ = await played(tmp_path / "db.sqlite3", until=4)
    await stores.engine.write(Step("UPDATE tables SET mark = '', draw = ''"))
    services.tables.forget(1)
    table, press = await services.tables.table(1), 100
    assert table.fair_deal.mark == commitment(1, "3") and table.fair_deal.promise == "1:3"
    while not table.over:
        press += 1
        seat = table.awaited()[0]
        move = table.offer(seat).moves[0]
        table = await services.moves.play(
            1, 100 + seat, table.stamp(seat), lambda t, s, move=move: move, press
        )
    record = await services.replay.record(await stores.tables.table(1), table)
    assert check(record).how == "score" and record["mark"] == commitment(1, "3") and "draw" not in record
    await services.close()
    await stores.close()
