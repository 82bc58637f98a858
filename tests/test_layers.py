"""Arrows point inward only: the rules know nothing of Discord, files, clocks or threads."""

import ast
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
LAYERS = {  # folder: what of our own it may import
    "rendering": {"rendering"},
    "games": {"games", "rendering"},
    "bot": {"bot", "games", "rendering"},
    "cogs": {"cogs", "bot", "games", "rendering"},
}
DRIVERS = {"sqlite3", "aiosqlite", "psycopg", "psycopg_pool"}
OUTSIDE = {"discord", "asyncio", "threading", "time", "datetime", "socket", "secrets"} | DRIVERS
PURE = (
    "tables/table.py",
    "tables/folding.py",
    "tables/beside.py",
    "tables/attendance.py",
    "tables/lobby.py",
    "tables/records.py",
    "screens/menus.py",
)
ROOMS = ("tables", "screens", "stage", "desk")  # each may use those before it
HALL = {
    "catalogue",
    "clock",
    "errors",
    "figures",
    "logs",
    "pipes",
    "polite",
    "restraint",
    "turnstile",
    "words",
}  # beside the rooms, open to all of them


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
            if path == ROOT / "games" / "ai" / "patience.py":
                used -= {"time"}  # how long a computer may think: the one clock of the games
            assert not used, f"{path.relative_to(ROOT)} imports {used}"


def test_the_rules_know_nothing_of_computer_players():
    for path in (ROOT / "games").glob("*/*.py"):
        if path.parent.name != "ai":
            used = {name for name in imports(path) if name.startswith("games.ai")}
            assert not used, f"{path.relative_to(ROOT)} imports {used}"


def test_the_games_draw_only_through_scene_and_theme():
    for path in set((ROOT / "games").rglob("*.py")) - {ROOT / "games" / "look.py"}:  # a tool, not a game
        used = {name for name in imports(path) if name.startswith(("rendering.paint", "PIL"))}
        assert not used, f"{path.relative_to(ROOT)} imports {used}"


def test_randomness_is_used_only_by_the_walker_the_shuffle_and_computer_players():
    allowed = {"games/chance.py", "games/contract.py"}
    for path in (ROOT / "games").rglob("*.py"):
        if (
            "random" in set(imports(path)) and path.parent.name != "ai"
        ):  # a computer player has dice of its own
            assert str(path.relative_to(ROOT)) in allowed, path


def test_files_are_read_only_while_a_game_loads():
    """A rule that opens a file at play time would not replay: only the table reader and the shelf read."""
    readers = {ROOT / "games" / name for name in ("tables.py", "__init__.py", "new.py")}
    for path in set((ROOT / "games").rglob("*.py")) - readers:
        calls = [n for n in ast.walk(ast.parse(path.read_text(encoding="utf-8"))) if isinstance(n, ast.Call)]
        names = {getattr(c.func, "id", getattr(c.func, "attr", "")) for c in calls}
        assert not names & {"open", "read_text", "read_bytes"}, path


@pytest.mark.parametrize("room", ROOMS)
def test_a_room_of_the_bot_uses_only_the_rooms_before_it(room):
    allowed = HALL | set(ROOMS[: ROOMS.index(room) + 1])
    for path in (ROOT / "bot" / room).rglob("*.py"):
        used = {parts[1] for name in imports(path) if (parts := name.split("."))[0] == "bot" and parts[1:]}
        assert used <= allowed, f"{path.relative_to(ROOT)} imports {used - allowed}"


def test_the_hall_leads_into_no_room():
    for name in HALL:
        used = {module for module in imports(ROOT / "bot" / f"{name}.py") if module.startswith("bot.")}
        assert used <= {f"bot.{other}" for other in HALL}, f"bot/{name}.py imports {used}"


def test_the_truth_knows_no_discord():
    for path in (ROOT / "bot" / "tables").rglob("*.py"):
        assert "discord" not in {name.split(".")[0] for name in imports(path)}, path


def calls(path):
    """Yield the names of all methods that a file calls."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            yield node.func.attr


def test_only_the_host_changes_the_phase_or_the_log_of_a_table():
    writes = {"set_phase", "wake", "new_table", "save_lobby", "append"}
    for path in [*(ROOT / "bot").rglob("*.py"), *(ROOT / "cogs").rglob("*.py")]:
        where = str(path.relative_to(ROOT))
        if where in {f"bot/tables/{name}.py" for name in ("host", "keeper", "caretaker", "ledger")}:
            continue
        text = path.read_text(encoding="utf-8")
        used = {name for name in calls(path) if name in writes} - {"append"}
        assert not used and "store.append(" not in text, f"{where} calls {used}"
        assert "host.store" not in text and "host._store" not in text, where


def test_only_an_engine_knows_which_database_it_is():
    for path in (ROOT / "bot" / "tables").rglob("*.py"):
        used = {name.split(".")[0] for name in imports(path)} & {
            "sqlite3",
            "aiosqlite",
            "psycopg",
            "psycopg_pool",
        }
        knows = ("sqlite", "damage", "postgres", "hints", "address")
        assert not used or path.stem in knows, f"{path} imports {used}"


def test_ids_are_made_and_read_in_one_place():
    """An id looks like `t:7:...`: nobody else writes or takes apart one."""
    looks_like_an_id = re.compile(r"""f?["'][tplr]:""")
    for path in [*(ROOT / "bot").rglob("*.py"), *(ROOT / "cogs").rglob("*.py")]:
        if path.name != "ids.py" and "playground" not in path.parts:
            assert not looks_like_an_id.search(path.read_text(encoding="utf-8")), path


def test_the_pure_parts_of_the_bot_know_no_discord():
    for name in PURE:
        used = {module.split(".")[0] for module in imports(ROOT / "bot" / name)} & OUTSIDE
        assert not used, f"bot/{name} imports {used}"
