"""A data table that a host has broken is named in one plain sentence, never with a traceback."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from games.data_tables import BadTable, read

ROOT = Path(__file__).resolve().parents[2]
COLUMNS = ("id", "colour", "windows")
GOOD = "id,colour,windows\nT1,red,2\nT2,blue,3\n"


def table(tmp_path, content):
    """Write a table as a host might, in a folder that is named like a game."""
    path = tmp_path / "roads" / "cards.csv"
    path.parent.mkdir()
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return path


def test_a_table_gives_its_cells_by_column_and_its_lines_by_number(tmp_path):
    lines = read(table(tmp_path, GOOD), COLUMNS)
    assert [(line.number, line["id"], line["colour"], line.count("windows")) for line in lines] == [
        (2, "T1", "red", 2),
        (3, "T2", "blue", 3),
    ]


@pytest.mark.parametrize(
    "content",
    [
        b"\xef\xbb\xbf" + GOOD.encode(),  # the mark that spreadsheets write before UTF-8
        GOOD.replace("\n", "\r\n"),
        GOOD.replace("\n", "\r"),
        GOOD + "\n\n",
        GOOD.rstrip("\n"),
        "windows,id,colour\n2,T1,red\n3,T2,blue\n",
        'id,colour,windows\n"T1","red","2"\nT2,blue,3\n',
    ],
    ids=["mark", "windows", "mac", "empty lines at the end", "no last newline", "another order", "quotes"],
)
def test_what_spreadsheets_do_to_a_table_is_no_fault(tmp_path, content):
    lines = read(table(tmp_path, content), COLUMNS)
    assert [line.cells for line in lines] == [
        {"id": "T1", "colour": "red", "windows": "2"},
        {"id": "T2", "colour": "blue", "windows": "3"},
    ]


FAULTS = {
    "id,colour,windows\nT1,red\n": "line 2: 2 cells instead of 3",
    "id,colour,windows\nT1,red,2,9\n": "line 2: 4 cells instead of 3",
    "id,colour,windows\nT1,red,2\n\nT2,blue,3\n": "line 3: an empty row: take it out",
    "id,colour,windows\nT1,red,2\n,,\n": "line 3: an empty row: take it out",
    "id,colour\nT1,red\n": "line 1: columns missing: windows",
    "id,colour,windows,note\nT1,red,2,x\n": "line 1: unknown columns: 'note'",
    "id,color,windows\nT1,red,2\n": "line 1: columns missing: colour; unknown columns: 'color'",
    "id,colour,windows,id\nT1,red,2,T1\n": "line 1: columns named twice: id",
    "id;colour;windows\nT1;red;2\n": "line 1: the columns must stand with commas between them: "
    "id,colour,windows",
    "": "line 1: the first line must name the columns: id, colour, windows",
    "id,colour,windows\n": "line 1: no line follows the names of the columns",
    "id,colour,windows\nT1,red,2\nT1,blue,3\n": "line 3: the id 'T1' is used twice, in line 2 too",
    "id,colour,windows\n,red,2\n": "line 2: the id is missing",
    'id,colour,windows\nT1,"red\nbrick",2\nT2,blue\n': "line 4: 2 cells instead of 3",
    'id,colour,windows\nT1,red,2\nT2,"blue,3\n': "line 3: the quotation marks do not match",
    GOOD.replace("red", "rosé").encode("latin-1"): "line 2: not UTF-8: save the table as CSV in UTF-8",
    GOOD.encode("utf-16"): "line 1: not UTF-8: save the table as CSV in UTF-8",
}


@pytest.mark.parametrize("content", FAULTS, ids=list(FAULTS.values()))
def test_a_broken_table_says_game_file_line_and_reason(tmp_path, content):
    path = table(tmp_path, content)
    with pytest.raises(BadTable) as bad:
        read(path, COLUMNS)
    assert str(bad.value).startswith(f"games/roads/cards.csv, {FAULTS[content]}")


@pytest.mark.parametrize("cell", ["two", "", "-1", "2.0", "1e3", "²", "٣", "10000", " 2"])
def test_a_cell_that_is_no_number_is_named(tmp_path, cell):
    (line,) = read(table(tmp_path, f"id,colour,windows\nT1,red,{cell}\n"), COLUMNS)
    with pytest.raises(BadTable) as bad:
        line.count("windows")
    reason = f"windows must be a number up to 9999, not {cell!r}"
    assert str(bad.value) == f"games/roads/cards.csv, line 2: {reason}"


def test_a_cell_that_is_none_of_the_choices_is_named(tmp_path):
    (line,) = read(table(tmp_path, "id,colour,windows\nT1,red,2\n"), COLUMNS)
    assert line.one_of("colour", ("red", "blue")) == "red"
    with pytest.raises(BadTable, match=r"line 2: colour must be green, blue or empty, not 'red'$"):
        line.one_of("colour", ("green", "blue", ""))


def test_a_table_that_is_not_there_is_named(tmp_path):
    with pytest.raises(BadTable, match=r"^games/roads/cards\.csv: cannot be read: No such file"):
        read(tmp_path / "roads" / "cards.csv", COLUMNS)


# --- at the start ----------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def house(tmp_path_factory):
    """Return a copy of the games, to be broken."""
    copy = tmp_path_factory.mktemp("house")
    for folder in ("games", "rendering"):
        shutil.copytree(ROOT / folder, copy / folder, ignore=shutil.ignore_patterns("__pycache__"))
    return copy


def started(house, *words):
    """Run `python -m games ...` in a house; return its exit code and what it says."""
    run = subprocess.run(
        [sys.executable, "-m", "games", *words], cwd=house, capture_output=True, text=True, check=False
    )
    return run.returncode, run.stdout, run.stderr


BREAKS = {
    "a short row": ("R02,least,height,tower,,3", "R02,least", "line 3: 4 cells instead of 8"),
    "a long row": ("R02,", "R02,R02,", "line 3: 9 cells instead of 8"),
    "a blank row": ("R02,", "\nR02,", "line 3: an empty row"),
    "a missing column": ("minimum,points,text", "minimum,text", "line 1: columns missing: points"),
    "an unknown column": ("id,kind", "id,sort", "unknown columns: 'sort'"),
    "another encoding": ("placed", "plac\udce9", "line 2: not UTF-8"),
    "a key twice": ("R02,", "R01,", "line 3: the id 'R01' is used twice, in line 2 too"),
    "no number": ("matching,colour,tower,3", "matching,colour,tower,three", "minimum must be a number"),
    "a card that the rules do not know": ("most,height", "most,weight", "line 2: no such rule: most, weight"),
}


@pytest.mark.parametrize("kind", BREAKS)
def test_a_broken_table_ends_the_start_with_one_sentence(house, kind):
    old, new, reason = BREAKS[kind]
    path = house / "games" / "tuir" / "rules.csv"
    kept = path.read_text(encoding="utf-8")
    assert old in kept
    path.write_bytes(kept.replace(old, new, 1).encode("utf-8", "surrogateescape"))
    try:
        code, out, told = started(house, "tuir")
    finally:
        path.write_text(kept, encoding="utf-8")
    assert (code, out) == (2, "")
    assert told.startswith("games/tuir/rules.csv, line ") and reason in told
    assert told.count("\n") == 1, "one sentence, no traceback"


def test_a_table_that_a_host_edited_well_is_played(house):
    """A mark of UTF-8 and another note: as a spreadsheet saves it."""
    path = house / "games" / "tuir" / "rules.csv"
    kept = path.read_bytes()
    path.write_bytes(b"\xef\xbb\xbf" + kept.replace(b",fact", b",checked"))
    try:
        code, out, _ = started(house, "tuir")
    finally:
        path.write_bytes(kept)
    assert code == 0 and '"scores"' in out


def test_importing_the_games_reads_no_table(house):
    """So `python -m bot` can say what is wrong in its own words: GAMES.load() raises, the import does not."""
    path = house / "games" / "lucca" / "deck.csv"
    kept = path.read_bytes()
    path.write_bytes(b"")
    script = "from games import GAMES\nfrom games.data_tables import BadTable\n"
    script += "try: GAMES.load()\nexcept BadTable as bad: print(bad)"
    try:
        run = subprocess.run(
            [sys.executable, "-c", script], cwd=house, capture_output=True, text=True, check=True
        )
    finally:
        path.write_bytes(kept)
    assert run.stdout.startswith("games/lucca/deck.csv, line 1: the first line must name the columns")
