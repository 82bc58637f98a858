"""One vocabulary for the games: the same role, the same file, in all of them."""

import ast
from pathlib import Path

import pytest

import games
from games import GAMES

HOME = Path(games.__file__).parent
ROLES = {  # what every game offers: the file in which it is defined
    "decisions": "moves",
    "setup": "rules",
    "apply": "rules",
    "shows": "rules",
    "score": "scoring",
    "view": "view",
    "redeal": "view",
    "label": "labels",
    "page": "page",
    "scene": "picture",
}
OPTIONAL = {
    **dict.fromkeys(("figures", "appendix", "glossary"), "rulebook"),
    **dict.fromkeys(("outlook", "usual"), "outlook"),
}
FILES = {"cards", "state", "moves", "rules", "scoring", "view", "names", "labels", "page", "news", "picture"}
FACTS = {"KEY", "NAME", "TAGLINE", "SEATS", "SETTINGS", "TIES", "EDITION"}
FOLDERS = [*GAMES, "skeleton"]


@pytest.mark.parametrize("key", GAMES)
def test_each_function_of_a_game_is_defined_in_the_file_of_its_role(key):
    for name, file in ROLES.items():
        assert getattr(GAMES[key], name).__module__ == f"games.{key}.{file}", name
    for name, file in OPTIONAL.items():
        if function := getattr(GAMES[key], name, None):
            assert function.__module__ == f"games.{key}.{file}", name


@pytest.mark.parametrize("key", FOLDERS)
def test_every_game_has_the_files_of_the_house_and_says_its_facts_in_one_place(key):
    assert {path.stem for path in (HOME / key).glob("*.py")} >= FILES
    tree = ast.parse((HOME / key / "__init__.py").read_text(encoding="utf-8"))
    targets = [t for node in tree.body if isinstance(node, ast.Assign) for t in node.targets]
    targets += [node.target for node in tree.body if isinstance(node, ast.AnnAssign)]
    assert {target.id for target in targets} >= FACTS


@pytest.mark.parametrize("key", FOLDERS)
def test_only_the_files_that_draw_know_how_to_draw(key):
    for path in (HOME / key).glob("*.py"):
        if path.stem.startswith("picture") or path.stem in ("pieces", "rulebook"):
            continue
        modules = [
            node.module or ""
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
            if isinstance(node, ast.ImportFrom)
        ]
        assert not [module for module in modules if module.startswith("rendering")], path
