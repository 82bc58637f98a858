"""Arrows point inward only: the rules know nothing of Discord, files, clocks or threads."""

import ast
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
LAYERS = {  # folder: what of our own it may import
    "rendering": {"rendering"},
    "games": {"games", "rendering"},
    "bot": {"bot", "games", "rendering"},
    "cogs": {"cogs", "bot", "games", "rendering"},
}
OUTSIDE = {"discord", "aiosqlite", "asyncio", "threading", "time", "datetime", "sqlite3", "socket", "secrets"}
PURE = ("table.py", "panel.py", "lobby.py")


def imports(path):
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module


@pytest.mark.parametrize("folder", LAYERS)
def test_a_layer_imports_only_inward(folder):
    ours = set(LAYERS)
    for path in (ROOT / folder).rglob("*.py"):
        used = {name.split(".")[0] for name in imports(path)} & ours
        assert used <= LAYERS[folder], f"{path.relative_to(ROOT)} imports {used - LAYERS[folder]}"


def test_the_games_know_nothing_of_discord_clocks_threads_or_storage():
    for folder in ("games", "rendering"):
        for path in (ROOT / folder).rglob("*.py"):
            used = {name.split(".")[0] for name in imports(path)} & OUTSIDE
            assert not used, f"{path.relative_to(ROOT)} imports {used}"


def test_the_games_draw_only_through_scene_and_theme():
    for path in (ROOT / "games").rglob("*.py"):
        used = {name for name in imports(path) if name.startswith(("rendering.paint", "PIL"))}
        assert not used, f"{path.relative_to(ROOT)} imports {used}"


def test_global_randomness_is_used_only_by_the_walker_and_the_shuffle():
    allowed = {"games/core.py", "games/contract.py", "games/ai.py"}
    for path in (ROOT / "games").rglob("*.py"):
        if "random" in set(imports(path)):
            assert str(path.relative_to(ROOT)) in allowed, path


def test_files_are_read_only_while_a_game_loads():
    """A rule that opens a file at play time would not replay: only cards.py and __init__.py read."""
    for path in (ROOT / "games").rglob("*.py"):
        if path.name in ("cards.py", "__init__.py"):
            continue
        calls = [n for n in ast.walk(ast.parse(path.read_text(encoding="utf-8"))) if isinstance(n, ast.Call)]
        names = {getattr(c.func, "id", getattr(c.func, "attr", "")) for c in calls}
        assert not names & {"open", "read_text", "read_bytes"}, path


def test_the_pure_parts_of_the_bot_know_no_discord():
    for name in PURE:
        used = {module.split(".")[0] for module in imports(ROOT / "bot" / name)} & OUTSIDE
        assert not used, f"bot/{name} imports {used}"
