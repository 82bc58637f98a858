"""`python -m games new roads` gives a game that is typed, tidy, keeps every promise and fits Discord."""

import shutil
import subprocess
import sys
from functools import partial
from pathlib import Path

import pytest

from games import look, new
from games.__main__ import main
from games.core import Text, Texts, Who
from tests.kit import OURS

ROOT = Path(__file__).resolve().parents[2]
SKELETON = ROOT / "games" / "skeleton"


@pytest.fixture(scope="module")
def house(tmp_path_factory):
    """Return a copy of the house with a new game in it."""
    copy = tmp_path_factory.mktemp("house")
    leave = shutil.ignore_patterns("__pycache__", "browser", "discord", "wire", "artefacts", "logs")
    for folder in ("bot", "cogs", "games", "locales", "rendering", "tests"):
        shutil.copytree(ROOT / folder, copy / folder, ignore=leave)
    (copy / "tests" / "conftest.py").unlink()
    shutil.copy(ROOT / "pyproject.toml", copy)
    code, said = started(copy, "games", "new", "roads")
    assert code == 0, said
    assert "python -m games roads" in said
    return copy


def started(house, module, *words):
    """Run a module in a house; return its exit code and all that it says."""
    run = subprocess.run(
        [sys.executable, "-m", module, *words], cwd=house, capture_output=True, text=True, check=False
    )
    return run.returncode, run.stdout + run.stderr


@pytest.mark.slow
def test_a_new_game_stands_on_the_shelf_and_nothing_reminds_of_the_skeleton(house):
    code, said = started(house, "games", "roads", "--check")
    assert code == 0, said
    assert "twins compared: build " in said
    files = {path.name for path in (house / "games" / "roads").iterdir()} - {"__pycache__"}
    assert files == {path.name for path in SKELETON.iterdir()} - {"__pycache__"}
    for path in (*(house / "games" / "roads").glob("*.*"), house / "tests" / "games" / "test_roads.py"):
        assert "skeleton" not in path.read_text(encoding="utf-8").lower(), path


@pytest.mark.slow
def test_a_new_game_is_typed_and_tidy(house):
    for tool in (["mypy", "games/__init__.py", "games/roads"], ["ruff", "check", "games", "tests/games"]):
        code, said = started(house, *tool)
        assert code == 0, said
    code, said = started(house, "ruff", "format", "--check", "games", "tests/games")
    assert code == 0, said


@pytest.mark.slow
def test_a_new_game_passes_its_own_tests_with_contract_and_limits(house):
    code, said = started(house, "pytest", "tests/games/test_roads.py")
    assert code == 0, said


# --- nothing of it makes the suite red ---------------------------------------------------------------

NEW = ("a1", "longestnameofallgame")  # one sorts before `core`, the other is as long as can be
LEFT = ("__pycache__", ".git", ".venv", ".mypy_cache", ".ruff_cache", "artefacts", "gallery")
SUITE = (  # what looks at every game that stands on the shelf
    *("tests/games", "tests/rendering", "tests/bot/views", "tests/bot/text", "tests/test_glossary.py"),
    *("tests/bot/processes/test_think_pool.py", "tests/bot/domain/test_lobby.py", "tests/test_layers.py"),
)
WHOLE = ("languages", "words", "vocabulary", "rules", "glossary", "layers", "gallery")  # not game by game
OF_NEW = f"({' or '.join((*NEW, *WHOLE))}) and not ({' or '.join(OURS)})"


@pytest.mark.slow
def test_new_games_make_nothing_in_the_suite_red(tmp_path):
    """Every name sorts elsewhere; nothing is changed by hand between `games new` and `make check test`."""
    copy = tmp_path / "tree"
    shutil.copytree(ROOT, copy, ignore=shutil.ignore_patterns(*LEFT))
    for name in NEW:
        code, said = started(copy, "games", "new", name)
        assert code == 0, said
    for tool in (["ruff", "check", "."], ["ruff", "format", "--check", "."], ["mypy", "games"]):
        code, said = started(copy, *tool)
        assert code == 0, said
    code, said = started(copy, "pytest", "-p", "no:xdist", "-k", OF_NEW, *SUITE)
    assert code == 0, said[-6000:]


def test_imports_are_sorted_as_ruff_sorts_them():
    after = "from games.{} import x\n"
    names = ["a2.cards", "a10", "a2", "contract", "core", "a2b.view", "z"]
    told = new.in_order("import re\n\n" + "".join(map(after.format, names)) + "\nX = 1\n")
    right = ["a2", "a2.cards", "a2b.view", "a10", "contract", "core", "z"]
    assert told == "import re\n\n" + "".join(map(after.format, right)) + "\nX = 1\n"


def contents(folder):
    return {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}


@pytest.mark.parametrize(
    "name",
    [
        "",
        "Roads",
        "my roads",
        "../roads",
        "class",
        "r",
        "7roads",
        "tuir",
        "core",
        "vocabulary",
    ],
)
def test_a_bad_name_is_refused_kindly_and_nothing_is_written(name, capsys, monkeypatch, tmp_path):
    """On a copy: a check that fails must not leave a game behind in our own house."""
    home = tmp_path / "games"
    for folder in ("games", "tests/games"):
        shutil.copytree(ROOT / folder, tmp_path / folder, ignore=shutil.ignore_patterns("__pycache__"))
    before = contents(tmp_path)
    monkeypatch.setattr(new, "begin", partial(new.begin, home=home))
    assert main(["new", name]) == 2
    told = capsys.readouterr().err
    kinds = ("there is a games/", "there is a tests/games/", f"{name!r} is no name")
    assert told.startswith(kinds) and told.count("\n") == 1
    assert contents(tmp_path) == before


def test_a_shelf_that_was_rewritten_is_left_alone(tmp_path):
    shutil.copytree(SKELETON, tmp_path / "skeleton", ignore=shutil.ignore_patterns("__pycache__"))
    (tmp_path / "__init__.py").write_text("def shelf(): return []\n", encoding="utf-8")
    with pytest.raises(new.BadName, match="does not look as it did"):
        new.begin("roads", tmp_path)
    assert not (tmp_path / "roads").exists()


def test_the_skeleton_is_small_and_stands_on_no_shelf():
    texts = [path.read_text("utf-8") for path in SKELETON.glob("*.py")]
    lines = [line for text in texts for line in text.splitlines()]
    assert len(lines) <= 440
    assert main(["tuir", "--games", "0"]) == 0
    with pytest.raises(SystemExit):
        main(["skeleton"])


# --- looking at a moment ---------------------------------------------------------------------------


def test_a_moment_is_shown_as_a_seat_sees_it(capsys, tmp_path):
    file = tmp_path / "out.png"
    asked = ["tuir", "--ply", "0", "--options", "first:0", "--page"]
    assert main([*asked, "--seat", "0", "--picture", str(file)]) == 0
    mine = capsys.readouterr().out
    assert main([*asked, "--seat", "1"]) == 0
    theirs = capsys.readouterr().out
    for said in (mine, theirs):
        assert said.startswith("after 0 of ") and "\n# Túir, turn 1 of 18\n" in said
        assert "\nLion is asked: Build a section" in said and "\nsecrets:\n  Your hand: " in said
    assert "[build:" in mine and "[build:" not in theirs, "only the one who is asked reads the offer"
    assert file.read_bytes().startswith(b"\x89PNG")


def test_the_public_reads_no_secrets_and_a_late_moment_is_the_end(capsys):
    assert main(["tuir", "--ply", "999"]) == 0
    said = capsys.readouterr().out
    played, of = said.split()[1], said.split()[3]
    assert played == of and "secrets:" not in said and "is asked" not in said


def test_a_seat_or_a_file_that_does_not_exist_is_named(capsys, tmp_path):
    assert main(["tuir", "--seat", "2"]) == 2
    assert "the seats at this table are 0 to 1, not 2" in capsys.readouterr().err
    assert main(["tuir", "--picture", str(tmp_path / "nowhere" / "out.png")]) == 2
    assert "nowhere" in capsys.readouterr().err


def test_sentences_are_spoken_in_english():
    cards = (Texts("{n} card", "{n} cards", n=1), Texts("{n} card", "{n} cards", n=2), "3")
    assert look.spoken(Text("{who}: {cards}", who=Who(0), cards=cards)) == "Lion: 1 card, 2 cards and 3"
    assert look.spoken(Text("[{none}]", none=())) == "[]"
