"""The services are composed: none inherits another, each is small, and what is settled has one order."""

import ast
import dataclasses
from pathlib import Path

import pytest

from bot.domain.entities import NewRow
from bot.service import services as composition
from bot.service.settlement import settlement
from tests.bot.service.rooms import TWO, A
from tests.toy import ask

FOLDER = Path(composition.__file__).parent
MAX_PUBLIC_METHODS, MAX_COLLABORATORS = 25, 8
BASES = {"NamedTuple", "OrderedDict", "Protocol", "Refused"}  # values, protocols, errors, what is not ours
EXEMPT = {"Services"}  # the value that holds them all


def classes():
    for path in sorted(FOLDER.glob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ClassDef):
                yield path, node


def methods(node):
    return [n for n in node.body if isinstance(n, ast.FunctionDef | ast.AsyncFunctionDef)]


CLASSES = {f"{path.stem}.{node.name}": node for path, node in classes()}


@pytest.mark.parametrize("name", CLASSES)
def test_no_service_inherits_another(name):
    bases = {ast.unparse(base).split("[")[0] for base in CLASSES[name].bases}
    assert bases <= BASES, f"{name} inherits {bases - BASES}"


@pytest.mark.parametrize("name", CLASSES)
def test_a_service_is_small_and_takes_few_others(name):
    node = CLASSES[name]
    public = [method.name for method in methods(node) if not method.name.startswith("_")]
    assert len(public) <= MAX_PUBLIC_METHODS, f"{name} has {len(public)} public methods"
    taken = [arg for method in methods(node) if method.name == "__init__" for arg in _arguments(method)]
    fields = [n for n in node.body if isinstance(n, ast.AnnAssign)] if _is_dataclass(node) else []
    if node.name not in EXEMPT:
        assert len(taken) <= MAX_COLLABORATORS, f"{name} takes {taken}"
        assert len(fields) <= MAX_COLLABORATORS, f"{name} has {len(fields)} fields"


def _arguments(method):
    return [arg.arg for arg in [*method.args.args, *method.args.kwonlyargs] if arg.arg != "self"]


def _is_dataclass(node):
    return any("dataclass" in ast.unparse(decorator) for decorator in node.decorator_list)


def test_nobody_uses_what_another_class_keeps_to_itself():
    """`self._x` and what a module keeps for itself are one's own; `other._x` is not."""
    for path in sorted(FOLDER.glob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.Attribute) or not node.attr.startswith("_") or node.attr[:2] == "__":
                continue
            owner = ast.unparse(node.value)
            assert owner == "self" or node.attr in NAMED_TUPLES, f"{path.name}: {owner}.{node.attr}"


NAMED_TUPLES = {"_replace", "_asdict"}  # public names of Python's, in spite of their look


def test_nobody_sets_an_attribute_on_another_object():
    """What a service needs it is given when it is built; only copies in memory are brought up to date."""
    for path in sorted(FOLDER.glob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            for target in _targets(node):
                owner = ast.unparse(target.value)
                assert owner in ("self", *COPIES), f"{path.name}: {owner}.{target.attr} is set"


COPIES = {"live", "self._cached", "looking"}  # a table in memory, and a look back that has just begun


def _targets(node):
    targets = node.targets if isinstance(node, ast.Assign) else [getattr(node, "target", None)]
    flat = [part for t in targets for part in (t.elts if isinstance(t, ast.Tuple) else [t])]
    return (
        [t for t in flat if isinstance(t, ast.Attribute)]
        if isinstance(node, ast.Assign | ast.AugAssign)
        else []
    )


def test_nobody_takes_all_stores_but_who_builds_the_services():
    for path in sorted(FOLDER.glob("*.py")):
        takes = "Stores" in {name for _, name in _imported(path)}
        assert takes == (path.name == "services.py"), path.name


def _imported(path):
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom):
            yield from ((node.module, alias.name) for alias in node.names)


def test_every_service_is_a_field_of_the_services():
    fields = {field.type for field in dataclasses.fields(composition.Services)}
    named = {node.name for node in CLASSES.values() if node.name.endswith("Service")}
    assert named <= {getattr(kind, "__name__", kind) for kind in fields}


# --- what is settled ---

ORDER = (
    "ask_about_the_vanished",
    "do_as_decided_about_the_missing",
    "seat_the_substitute",
    "take_back_when_allowed",
    "stop_when_agreed",
    "make_house_moves",
)


def test_what_is_settled_has_one_order():
    steps = [getattr(step, "func", step) for step in settlement(computers_think=True)]
    assert tuple(step.__name__ for step in steps) == ORDER


async def test_a_step_that_adds_a_row_is_followed_by_the_later_ones(room, toy):
    """The take-back comes before the house moves: what it returns to is played on at once."""
    forced = ask(1, "on", open=True)
    toy(TWO, forced, TWO, forced, TWO)
    id = await room.start()
    await room.play(id, A, "a")
    assert [row[2:] for row in await room.log(id)] == [("a", "person"), ("on", "house")]
    async with room.services.tables.hold(id) as held:
        before = held.table.last_row
        await held.append(NewRow("move", 0, "b"))
        assert held.table.last_row == before + 1, "nothing is settled before it is asked for"
        await held.settle_and_tell()
        assert held.table.last_row == before + 2
