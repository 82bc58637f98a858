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
ENGINES = {"sqlite", "integrity", "postgres", "notify", "open_engine"}
DRIVERS = {"sqlite3", "aiosqlite", "psycopg", "psycopg_pool"}
OUTSIDE = {"discord", "asyncio", "threading", "time", "datetime", "socket", "secrets"} | DRIVERS
PURE = (
    "domain/table.py",
    "domain/log.py",
    "domain/agreements.py",
    "domain/seats.py",
    "domain/lobby.py",
    "domain/entities.py",
    "views/menus.py",
)
CLIENT = {"client.command_sync"}  # sends the commands and stands above the rooms, its plumbing below
KNOW_COGS = ("bot/app.py", "bot/ops/doctor_commands.py")  # the root builds them, the doctor compares them
BELOW = {"base", "text", "domain", "storage", "service", "views", "delivery", "processes", "client"}
VALUES = {f"domain.{name}" for name in ("calls", "entities", "kinds", "records", "settings")}  # no rules
FLOORS = {  # floor: the floors of the bot that it may use
    "base": {"base"},
    "text": {"base", "text"},
    "domain": {"base", "domain"},
    "storage": {"base", "storage", *VALUES},
    "processes": {"base", "processes"},
    "client": {"base", "client"},
    "service": {"base", "domain", "storage", "service"},
    "views": {"base", "text", "domain", "views"},
    "delivery": BELOW,
    "handlers": {*BELOW, "handlers"},
    "ops": {"base", "text", "domain", "storage", "service", "views", "client", "ops", *CLIENT},
    "playground": {"base", "playground"},
}
AGAINST: dict[str, set[str]] = {}  # what goes against an arrow: nothing


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
        if str(path.relative_to(ROOT)) in KNOW_COGS:
            used -= {"cogs"}
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
    allowed = {"games/randomness.py", "games/contract.py"}
    for path in (ROOT / "games").rglob("*.py"):
        if (
            "random" in set(imports(path)) and path.parent.name != "ai"
        ):  # a computer player has dice of its own
            assert str(path.relative_to(ROOT)) in allowed, path


def test_files_are_read_only_while_a_game_loads():
    """A rule that opens a file at play time would not replay: only the table reader and the shelf read."""
    readers = {ROOT / "games" / name for name in ("data_tables.py", "__init__.py", "new.py")}
    for path in set((ROOT / "games").rglob("*.py")) - readers:
        calls = [n for n in ast.walk(ast.parse(path.read_text(encoding="utf-8"))) if isinstance(n, ast.Call)]
        names = {getattr(c.func, "id", getattr(c.func, "attr", "")) for c in calls}
        assert not names & {"open", "read_text", "read_bytes"}, path


def used_of_the_bot(path):
    """Yield the modules of the bot that a file imports, without the name at the top."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        names = []
        if isinstance(node, ast.ImportFrom) and node.module and node.module.split(".")[0] == "bot":
            names = [f"{node.module}.{alias.name}" for alias in node.names]
        for name in names:
            module = name if (ROOT / f"{name.replace('.', '/')}.py").exists() else name.rpartition(".")[0]
            yield module.removeprefix("bot.")


@pytest.mark.parametrize("floor", FLOORS)
def test_a_floor_uses_only_the_floors_below_it(floor):
    against = {}
    for path in (ROOT / "bot" / floor).rglob("*.py"):
        module = ".".join(path.relative_to(ROOT / "bot").with_suffix("").parts)
        if module in CLIENT:
            continue
        used = {name for name in used_of_the_bot(path) if name not in FLOORS[floor]}
        if wrong := {name for name in used if name.split(".")[0] not in FLOORS[floor] or name in CLIENT}:
            against[module] = wrong
    assert against == {name: uses for name, uses in AGAINST.items() if name.split(".")[0] == floor}


def test_the_truth_knows_no_discord():
    for floor in ("domain", "storage", "service"):
        for path in (ROOT / "bot" / floor).rglob("*.py"):
            assert "discord" not in {name.split(".")[0] for name in imports(path)}, path


def calls(path):
    """Yield the names of all methods that a file calls."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            yield node.func.attr


def test_only_services_change_the_phase_or_the_log_of_a_table():
    writes = {"set_phase", "wake", "new_table", "save_lobby", "append"}
    for path in [*(ROOT / "bot").rglob("*.py"), *(ROOT / "cogs").rglob("*.py")]:
        where = str(path.relative_to(ROOT))
        if where in {f"bot/service/{name}.py" for name in ("lobby", "held_table", "repository", "servers")}:
            continue
        if where in ("bot/storage/lobby.py", "bot/storage/tables.py"):
            continue
        text = path.read_text(encoding="utf-8")
        used = {name for name in calls(path) if name in writes} - {"append"}
        assert not used and "tables.append(" not in text, f"{where} calls {used}"


def test_only_an_engine_knows_which_database_it_is():
    for floor in ("domain", "storage", "service"):
        for path in (ROOT / "bot" / floor).rglob("*.py"):
            used = {name.split(".")[0] for name in imports(path)} & DRIVERS
            assert not used or path.stem in ENGINES, f"{path} imports {used}"


def test_ids_are_made_and_read_in_one_place():
    """An id looks like `t:7:...`: nobody else writes or takes apart one."""
    looks_like_an_id = re.compile(r"""f?["'][tplr]:""")
    for path in [*(ROOT / "bot").rglob("*.py"), *(ROOT / "cogs").rglob("*.py")]:
        if path.name != "custom_ids.py" and "playground" not in path.parts:
            assert not looks_like_an_id.search(path.read_text(encoding="utf-8")), path


def test_the_pure_parts_of_the_bot_know_no_discord():
    for name in PURE:
        used = {module.split(".")[0] for module in imports(ROOT / "bot" / name)} & OUTSIDE
        assert not used, f"bot/{name} imports {used}"
