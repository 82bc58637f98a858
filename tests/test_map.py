"""The map is current, every module has its line in it, and a subject has one name on every floor."""

from collections import defaultdict

import pytest

from tests import map as town
from tests.test_layers import FLOORS

ON_FLOORS = ("cogs", "bot/handlers", "bot/delivery", "bot/views", "bot/service", "bot/storage", "bot/domain")
SUBJECTS = {  # what stands on two floors or more: a new one is a decision, so it is written down here
    *(
        "advice",
        "agreements",
        "board",
        "calls",
        "challenge",
        "channel_limits",
        "choices",
        "clocks",
        "computers",
        "deal_words",
        "ending",
    ),
    *(
        "greeting",
        "history",
        "lessons",
        "lobby",
        "my_tables",
        "open_panels",
        "panels",
        "personal_data",
        "privacy",
        "ratings",
    ),
    *(
        "fair_deal",
        "moves",
        "records",
        "replay",
        "results",
        "rules",
        "seats",
        "servers",
        "settings",
        "startup",
    ),
    *("tables", "takeback", "threads", "turn_history"),
    "which_table",
}
ONE_OF_MANY = {"table"}  # beside `tables`: one table as a value


def floors():
    """Return the floors on which each name stands."""
    found = defaultdict(set)
    for floor in ON_FLOORS:
        for path in (town.ROOT / floor).rglob("*.py"):
            if path.name != "__init__.py" and "migrations" not in path.parts:
                found[path.stem].add(floor)
    return found


def test_the_map_is_current():
    assert town.MAP.read_text(encoding="utf-8") == town.written(), "run `make map`"


def test_every_module_says_what_it_is_in_one_line():
    told = [path for folder in town.FOLDERS for path in town.modules(folder)]
    assert len(told) == len(set(told)) > 200
    assert [path for path in told if not town.line_of(path)] == []


def test_every_folder_of_ours_has_its_heading():
    folders = {
        path.parent for top in ("bot", "cogs", "rendering") for path in (town.ROOT / top).rglob("*.py")
    }
    told = {path.parent for folder in town.FOLDERS for path in town.modules(folder)}
    bare = {path for path in folders if not [each for each in path.glob("*.py") if each.stem[:2] != "__"]}
    assert folders - told - bare == set(), "add it to FOLDERS in tests/map.py"
    assert {floor for floor in FLOORS if f"bot/{floor}" not in town.FOLDERS} == set()


def test_the_subjects_are_those_that_we_know():
    found = {name for name, where in floors().items() if len(where) > 1}
    assert found == SUBJECTS, (
        "one noun a subject, on every floor: write a new one down, strike one that is gone"
    )


@pytest.mark.parametrize("subject", sorted(SUBJECTS))
def test_no_floor_has_a_subject_in_another_number(subject):
    singular = subject.removesuffix("s")
    others = {f"{subject}s", f"{singular}es", singular} - {subject} - ONE_OF_MANY
    assert not others & floors().keys()


def test_what_measures_stands_among_the_benches():
    named = ("bench", "load", "gate", "figures", "simulations", "measured")
    measuring = [path for path in (town.ROOT / "tests").rglob("*.py") if path.stem.startswith(named)]
    assert measuring and {path.parent.name for path in measuring} == {"bench"}
