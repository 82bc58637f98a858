"""Tests look at what everybody may look at: touches of private attributes may only become fewer."""

import ast
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
CODE = ("bot", "cogs", "games", "rendering")
MAX_TOUCHES = 119
SLACK = 10  # touches that may be gone before the bound must follow
OWN = {"self", "cls"}
NAMED_TUPLE = {"_replace", "_asdict", "_fields", "_make"}


def trees(*folders):
    for folder in folders:
        for path in sorted((ROOT / folder).rglob("*.py")):
            yield path, ast.parse(path.read_text(encoding="utf-8"))


def private(name):
    return name.startswith("_") and not name.startswith("__") and name not in NAMED_TUPLE


def ours():
    """Return the private names that our code defines: functions, attributes, constants."""
    found = set()
    for _, tree in trees(*CODE):
        for node in ast.walk(tree):
            match node:
                case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
                    found.add(name)
                case ast.Attribute(attr=name, ctx=ast.Store()) | ast.Name(id=name, ctx=ast.Store()):
                    found.add(name)
    return {name for name in found if private(name)}


def touches():
    """Count, by file, how often the tests reach into something of ours, by a dot or by a patch."""
    known, found = ours(), Counter()
    for path, tree in trees("tests"):
        own = {
            node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        }
        for node in ast.walk(tree):
            match node:
                case ast.Attribute(value=ast.Name(id=owner)) if owner in OWN:
                    continue
                case ast.Attribute(attr=name) if name in known - own:
                    found[str(path.relative_to(ROOT))] += 1
                case ast.Call(
                    func=ast.Attribute(attr="setattr"), args=[_, ast.Constant(value=str(name)), *_]
                ) if name.rpartition(".")[2] in known:
                    found[str(path.relative_to(ROOT))] += 1
    return found


def test_touches_of_private_attributes_become_fewer():
    found = touches()
    told = ", ".join(f"{path} {count}" for path, count in found.most_common(12))
    assert found.total() <= MAX_TOUCHES, f"{found.total()} touches: {told}"
    assert found.total() > MAX_TOUCHES - SLACK, f"only {found.total()} are left: write that into MAX_TOUCHES"
