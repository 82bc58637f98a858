"""The shape of storage: one store a subject, on one engine, and only a composition root takes them all."""

import ast
import inspect
from dataclasses import fields
from pathlib import Path

import pytest

from bot.storage.engine import Engine
from bot.storage.stores import Stores, open_stores

ROOT = Path(__file__).parents[3]
STORES = [field for field in fields(Stores) if field.name != "engine"]
MOST_METHODS = 25
ROOTS = {"bot/service/services.py"}
ROOT_FOLDERS = ("bot/app", "bot/cli/", "bot/storage/stores.py", "tests/")


def class_of(field):
    return field.type if isinstance(field.type, type) else vars(inspect.getmodule(Stores))[field.type]


@pytest.mark.parametrize("field", STORES, ids=lambda field: field.name)
def test_a_store_has_few_methods_and_inherits_nothing_of_ours(field):
    store = class_of(field)
    assert store.__mro__ == (store, object)
    public = [name for name in vars(store) if name[0] != "_"]
    assert 0 < len(public) <= MOST_METHODS, f"{store.__name__} has {len(public)} public methods"
    assert store.__module__ == f"bot.storage.{field.name}", "a subject has one file name"


@pytest.mark.parametrize("field", STORES, ids=lambda field: field.name)
def test_a_store_takes_the_engine_alone(field):
    taken = list(inspect.signature(class_of(field)).parameters.values())
    assert [parameter.annotation for parameter in taken] == [Engine]


def test_no_method_stands_in_two_stores_but_what_the_engine_says():
    seen = {}
    for field in STORES:
        for name in vars(class_of(field)):
            if name[0] != "_":
                seen.setdefault(name, []).append(field.name)
    assert {name for name, places in seen.items() if len(places) > 1} <= {"shared"}


async def test_all_stores_are_on_one_engine_which_closes_once(tmp_path):
    stores = await open_stores(tmp_path / "db.sqlite3")
    await stores.processes.set_fact("told", "1")
    assert await stores.engine.rows("SELECT value FROM facts WHERE name = 'told'") == [("1",)]
    await stores.close()


def names_stores(path):
    tree = ast.parse(path.read_text(encoding="utf-8"))
    named = [ast.unparse(node) for node in ast.walk(tree) if isinstance(node, ast.Name | ast.alias)]
    return "Stores" in named


def test_only_composition_roots_take_all_stores():
    found = set()
    for folder in ("bot", "cogs"):
        for path in (ROOT / folder).rglob("*.py"):
            name = path.relative_to(ROOT).as_posix()
            if not name.startswith(ROOT_FOLDERS) and name not in ROOTS and names_stores(path):
                found.add(name)
    assert not found
