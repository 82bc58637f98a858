"""What keeps the house readable: composition, one root, one name a subject, constants that say what for."""

import ast
from collections import defaultdict
from functools import cache
from pathlib import Path
from typing import NamedTuple

from tests.test_map import SUBJECTS

ROOT = Path(__file__).resolve().parent.parent
MAX_PUBLIC_METHODS = 25
MAX_COLLABORATORS = 8  # parameters of a constructor
MAX_MODULES_PER_CONSTANT = 3
FLOORS = ("domain", "storage", "service", "views", "handlers", "delivery")
VALUES = {"NamedTuple", "TypedDict", "Enum", "IntEnum", "StrEnum"}
OF_VALUES = {"_replace", "_asdict", "_fields", "_make"}  # what a NamedTuple offers

# A class of ours that inherits another of ours, and why.
INHERITS = {
    "bot.playground.wire.Wire": "one server of two protocols, which share address, token and outage",
}
# What a library's objects have by a name that a class of ours has, too.
LIBRARY_PRIVATE = {
    ("bot.client.gateway_events", "_connection"): "discord.py's parsers",
    ("bot.delivery.channel_position", "_connection"): "discord.py's parsers",
    ("bot.handlers.error_boundary", "_parent"): "discord.py's response and interaction hold each other",
    ("bot.views.deal_words", "_parent"): "discord.py's items lead to what holds them",
    ("bot.views.parts.screen", "_parent"): "discord.py's items lead to what holds them",
}
LIBRARY_SET = LIBRARY_PRIVATE.keys() | {
    ("bot.text.template", "header_comment"),
    ("bot.text.template", "fuzzy"),
}
ROOTS = ("bot.app", "bot.service", "bot.cli", "bot.storage")  # who may build stores and services


class Found(NamedTuple):
    """A class of ours."""

    module: str
    node: ast.ClassDef


@cache
def modules() -> dict[str, ast.Module]:
    """Return every module of the bot and its cogs, parsed."""
    paths = [path for folder in ("bot", "cogs") for path in (ROOT / folder).rglob("*.py")]
    parsed = {path: ast.parse(path.read_text(encoding="utf-8")) for path in paths}
    return {dotted(path): tree for path, tree in parsed.items()}


def dotted(path: Path) -> str:
    return ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")


@cache
def classes() -> dict[str, Found]:
    """Return every class of ours by its dotted name."""
    return {
        f"{module}.{node.name}": Found(module, node)
        for module, tree in modules().items()
        for node in ast.walk(tree)
        if isinstance(node, ast.ClassDef)
    }


def meant(module: str, base: ast.expr) -> str:
    """Return the dotted name of a base, as the imports of its module say."""
    match base:
        case ast.Subscript(value=inner):
            return meant(module, inner)
        case ast.Attribute(value=inner, attr=name):
            return f"{meant(module, inner)}.{name}"
        case ast.Name(id=name):
            for node in ast.walk(modules()[module]):
                if isinstance(node, ast.ImportFrom):
                    for alias in node.names:
                        if (alias.asname or alias.name) == name:
                            return f"{node.module}.{alias.name}"
            return f"{module}.{name}" if f"{module}.{name}" in classes() else name
    return "?"


def bases(name: str) -> list[str]:
    found = classes()[name]
    return [meant(found.module, base) for base in found.node.bases]


def is_interface_or_error(name: str) -> bool:
    """Say whether a class says only what others do, or is an exception."""
    if name not in classes():
        return name in {"typing.Protocol", "Protocol"} or name.endswith(("Exception", "Error"))
    return any(is_interface_or_error(base) for base in bases(name))


def methods(node: ast.ClassDef) -> list[str]:
    defs = [f for f in node.body if isinstance(f, (ast.FunctionDef, ast.AsyncFunctionDef))]
    return [f.name for f in defs if not f.name.startswith("_")]


@cache
def attributes(name: str) -> frozenset[str]:
    """Return what the instances of a class have: methods, fields, and what its methods set."""
    found = {
        f.name
        for f in ast.walk(classes()[name].node)
        if isinstance(f, ast.FunctionDef | ast.AsyncFunctionDef)
    }
    for node in ast.walk(classes()[name].node):
        match node:
            case ast.Attribute(value=ast.Name(id="self" | "cls"), attr=attr, ctx=ast.Store()):
                found.add(attr)
            case ast.AnnAssign(target=ast.Name(id=attr)):
                found.add(attr)
    return frozenset(found)


@cache
def owners() -> dict[str, set[str]]:
    """Return by the name of an attribute the modules whose classes have it."""
    found = defaultdict(set)
    for name, (module, _) in classes().items():
        for attribute in attributes(name):
            found[attribute].add(module)
    return found


def touched(tree: ast.AST, inside: frozenset[str] = frozenset()):
    """Yield every attribute of something that is not `self`, unless the class around it has it as well."""
    for node in ast.iter_child_nodes(tree):
        own = isinstance(node, ast.Attribute) and ast.unparse(node.value) in ("self", "cls")
        if isinstance(node, ast.Attribute) and node.attr not in inside and not own:
            yield node
        around = inside
        if isinstance(node, ast.ClassDef):
            around = next(attributes(n) for n, found in classes().items() if found.node is node)
        yield from touched(node, around)


# --- the rules -----------------------------------------------------------------------------------------


def test_no_class_of_ours_inherits_another_of_ours():
    """Composition: only protocols, errors and a library's classes are inherited."""
    found = {
        name: base
        for name in classes()
        for base in bases(name)
        if base in classes() and not is_interface_or_error(base)
    }
    assert found.keys() == INHERITS.keys(), found
    assert len(INHERITS) < 6


def test_no_class_has_too_many_public_methods():
    found = {name: len(methods(one.node)) for name, one in classes().items()}
    assert len(found) > 300
    assert not {name: count for name, count in found.items() if count > MAX_PUBLIC_METHODS}


def test_no_constructor_takes_too_many_collaborators():
    found = {}
    for name, one in classes().items():
        for f in one.node.body:
            if isinstance(f, ast.FunctionDef) and f.name == "__init__":
                found[name] = len(f.args.posonlyargs + f.args.args + f.args.kwonlyargs) - 1
    assert len(found) > 100
    assert not {name: count for name, count in found.items() if count > MAX_COLLABORATORS}


def test_nobody_uses_an_underscore_name_of_another_class():
    found = [
        f"{module}:{node.lineno} {ast.unparse(node)}"
        for module, tree in modules().items()
        for node in touched(tree)
        if node.attr.startswith("_")
        and not node.attr.startswith("__")
        and node.attr in owners()
        and node.attr not in OF_VALUES
        and (module, node.attr) not in LIBRARY_PRIVATE
    ]
    assert not found


def test_no_attribute_is_set_on_an_object_from_outside():
    """What an object has it is built with; a module may set what its own values have."""
    found = [
        f"{module}:{node.lineno} {ast.unparse(node)}"
        for module, tree in modules().items()
        for node in touched(tree)
        if isinstance(node.ctx, ast.Store)
        and owners()[node.attr] - {module}
        and module not in owners()[node.attr]
        and not module.startswith("bot.playground.")  # sets what SimCord's values have
        and (module, node.attr) not in LIBRARY_SET
    ]
    assert not found
    by_name = [
        module
        for module, tree in modules().items()
        for node in ast.walk(tree)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "setattr"
    ]
    assert not by_name


def test_a_constant_says_what_it_bounds():
    """A name that many modules give to different things says nothing; a type variable is no constant."""
    found = defaultdict(set)
    for module, tree in modules().items():
        for node in tree.body:
            targets = node.targets if isinstance(node, ast.Assign) else [getattr(node, "target", None)]
            for target in targets:
                if isinstance(target, ast.Name) and target.id.isupper() and len(target.id) > 1:
                    found[target.id].add(module)
    assert len(found) > 300
    assert not {name: sorted(of) for name, of in found.items() if len(of) > MAX_MODULES_PER_CONSTANT}


def test_a_subject_has_the_same_name_on_every_floor():
    """`ls bot/*/clocks.py cogs/clocks.py` is all of it; a new subject is told here."""
    floors = defaultdict(set)
    for module in modules():
        top, *between, name = f"{module}.{module}".split(".") if "." not in module else module.split(".")
        if top == "cogs" and name not in ("cogs", "choices"):
            floors[name].add("cogs")
        elif between and between[0] in FLOORS and name not in FLOORS:
            floors[name].add(between[0])
    several = {name for name, on in floors.items() if len(on) > 1}
    known = SUBJECTS - {"choices"}  # words for menus and commands: no subject of its own in cogs
    assert several == known, several ^ known
    assert {name for name, on in floors.items() if "cogs" in on} <= SUBJECTS


def test_only_the_composition_root_builds_stores_and_services():
    built = {
        name.rpartition(".")[2]
        for name in classes()
        if name.startswith(("bot.service.", "bot.storage."))
        and name.endswith(("Service", "Store", "Repository", "Stores", "Services", "SettingsCache"))
    }
    assert len(built) > 10
    built |= {"build_services", "stores_on", "open_stores"}
    found = [
        f"{module}:{node.lineno} {node.func.id}"
        for module, tree in modules().items()
        if not module.startswith(ROOTS)
        for node in ast.walk(tree)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in built
    ]
    assert not found
