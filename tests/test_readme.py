"""The README runs, and the files it names exist."""

import doctest
import re
from pathlib import Path
from types import ModuleType

from games.contract import check_game
from tests.limits import fits_discord

ROOT = Path(__file__).resolve().parent.parent


def test_the_example_in_the_readme_runs():
    failed, tried = doctest.testfile(str(ROOT / "README.md"), module_relative=False)
    assert tried >= 7
    assert failed == 0


def test_every_file_that_the_documents_name_exists():
    for page in (ROOT / "README.md", *(ROOT / "docs").glob("*.md")):
        for link in re.findall(r"\]\(([^)#:]+)\)", page.read_text(encoding="utf-8")):
            assert (page.parent / link).exists(), f"{page.name} names {link}"


def test_the_whole_game_in_the_documents_keeps_every_promise():
    """A newcomer starts from it: it must play, hide its hands and fit Discord."""
    page = (ROOT / "docs" / "adding-a-game.md").read_text(encoding="utf-8")
    (code,) = re.findall(r"```python\n(.*?)```", page, re.DOTALL)
    game = ModuleType("tricks")
    exec(compile(code, "docs/adding-a-game.md", "exec"), game.__dict__)
    compared = 0
    for seed in range(5):
        steps, counts = check_game(game, 2, str(seed), fits=fits_discord, conserved=twenty_cards)
        compared += counts["play"]
        assert sum(game.score(steps[-1].state)[seat][0] for seat in (0, 1)) == 5
    assert compared > 50


def twenty_cards(state):
    """Hands and box only lose what was played."""
    return len(state.box) + 2 * sum(state.tricks) + bool(state.led) + sum(map(len, state.hands))
