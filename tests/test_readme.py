"""The README runs, and the files it names exist."""

import doctest
import inspect
import re
from dataclasses import fields
from pathlib import Path

import pytest

from games.__main__ import arguments
from games.core import (
    ALT,
    HIGHEST,
    LINE,
    MENU,
    MOVE,
    PRESSES,
    SEAT_NAMES,
    SHORT,
    TEXT,
    WIDEST,
    Decision,
    Game,
    Label,
    Option,
    Page,
    Setting,
)

ROOT = Path(__file__).resolve().parent.parent


def test_the_example_in_the_readme_runs():
    failed, tried = doctest.testfile(str(ROOT / "README.md"), module_relative=False)
    assert tried >= 7
    assert failed == 0


def test_every_file_that_the_documents_name_exists():
    for page in (ROOT / "README.md", *(ROOT / "docs").glob("*.md")):
        for link in re.findall(r"\]\(([^)#:]+)\)", page.read_text(encoding="utf-8")):
            assert (page.parent / link).exists(), f"{page.name} names {link}"


# --- adding a game ---------------------------------------------------------------------------------

ADDING = (ROOT / "docs" / "adding-a-game.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("part", [Decision, Label, Page, Option, Setting])
def test_the_documents_name_every_field_with_its_reader_and_its_limits(part):
    """No field is missing, and none is left over that does not exist any more."""
    table = ADDING.split(f"`{part.__name__}`, ")[1].split("\n\n")[1]
    assert re.findall(r"^\| `(\w+)` \|", table, re.MULTILINE) == [field.name for field in fields(part)]


def test_the_documents_name_everything_that_a_game_offers():
    table = ADDING.split("The game itself:")[1].split("\n\n")[1]
    functions = [name for name, value in vars(Game).items() if inspect.isfunction(value) and name[0] != "_"]
    offered = {*Game.__annotations__, *functions}
    assert set(re.findall(r"^\| `(\w+)` \|", table, re.MULTILINE)) == offered


def test_the_documents_have_the_numbers_of_the_code():
    said = {int(number) for number in re.findall(r"\b\d+\b", ADDING)}
    assert {MENU, SHORT, LINE, MOVE, ALT, TEXT, WIDEST, HIGHEST} <= said
    assert len(SEAT_NAMES) == 5 and PRESSES == 3


def test_every_command_in_the_documents_is_understood():
    """With the skeleton's twin for the game that a reader has just made."""
    commands = re.findall(r"^python -m games roads (.*?)(?: > .*)?$", ADDING, re.MULTILINE)
    assert len(commands) >= 5
    for command in commands:
        arguments(["tuir", *command.split()])


def test_the_folder_in_the_documents_is_the_skeleton():
    listed = set(re.findall(r"^\| `([\w.]+)` \|", ADDING.split("## The folder")[1], re.MULTILINE))
    files = {path.name for path in (ROOT / "games" / "skeleton").glob("*.*")} - {"cards.csv"}
    assert files <= listed
