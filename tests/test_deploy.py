"""The files for Docker, systemd and Grafana: without a Docker engine they are read, checked and tried."""

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest

from bot import figures
from bot.settings import Settings, load

ROOT = Path(__file__).resolve().parent.parent
UNIT = ROOT / "deploy" / "campanile.service"
LOCK = (ROOT / "requirements-host.lock").read_text("utf-8")


# --- Docker


def instructions():
    """The Dockerfile as (word, rest) pairs, continued lines joined."""
    text = re.sub(r"^#.*\n", "", (ROOT / "Dockerfile").read_text("utf-8"), flags=re.M).replace("\\\n", " ")
    return [tuple(line.split(maxsplit=1)) for line in text.splitlines() if line.strip()]


def of(word):
    return [rest for found, rest in instructions() if found == word]


KNOWN = "FROM RUN COPY WORKDIR ARG ENV USER VOLUME STOPSIGNAL HEALTHCHECK ENTRYPOINT CMD"


def test_the_image_is_made_in_two_stages_of_a_named_slim_python_and_does_not_run_as_root():
    assert {word for word, _ in instructions()} <= set(KNOWN.split())
    assert of("FROM") == ["python:3.13-slim AS made", "python:3.13-slim"]
    words = [word for word, _ in instructions()]
    assert of("USER") == ["campanile"] and words.index("USER") > len(words) - 1 - words[::-1].index("RUN")
    assert of("VOLUME") == ["/data"]
    assert any("--require-hashes -r /tmp/requirements-host.lock" in run for run in of("RUN"))
    for word in ("ENTRYPOINT", "CMD"):
        (told,) = of(word)
        assert json.loads(told), "as a list: no shell stands between us and SIGTERM"
    (asked,) = of("HEALTHCHECK")
    assert json.loads(asked.partition("CMD ")[2])[-2:] == ["bot", "health"]


def test_the_settings_of_the_image_are_understood(tmp_path):
    pairs = dict(word.split("=", 1) for word in shlex.split(" ".join(of("ENV"))))
    settings = load(pairs, tmp_path / ".env")
    assert "/data/campanile.sqlite3" in str(settings.database)
    assert settings.health_port and settings.health_host == "127.0.0.1"


def copied():
    """What the image takes from this folder."""
    for rest in of("COPY"):
        if not rest.startswith("--from"):
            *sources, _ = rest.split()
            yield from sources


def test_what_is_copied_exists_and_nothing_else_goes_to_the_builder():
    ignored = [
        line for line in (ROOT / ".dockerignore").read_text("utf-8").splitlines() if line[:1] not in "#"
    ]
    assert ignored[0] == "*", "everything is left out that is not named"
    let_in = {line[1:] for line in ignored if line.startswith("!")}
    assert let_in == set(copied()), "each is named once here and once there"
    assert all((ROOT / name).exists() for name in let_in)
    assert "**/.env" in ignored and "**/*.sqlite3*" in ignored, "no secret, no game"


def test_what_the_image_copies_is_enough_to_run(tmp_path):
    """The same files in an empty folder, without the playground's package, and without git."""
    home, blocker = tmp_path / "campanile", tmp_path / "blocked" / "simcord"
    home.mkdir()
    blocker.mkdir(parents=True)
    (blocker / "__init__.py").write_text("raise ModuleNotFoundError('not installed', name='simcord')\n")
    for name in copied():
        source, target = ROOT / name, home / name
        ignore = shutil.ignore_patterns("__pycache__")
        shutil.copytree(source, target, ignore=ignore) if source.is_dir() else shutil.copy(source, target)
    env = {
        "PYTHONPATH": str(blocker.parent),
        "CAMPANILE_COMMIT": "abc",
        "PATH": os.environ["PATH"],
        "PORT": "0",
    }

    def typed(*words):
        ask = [sys.executable, "-m", "bot", *words]
        return subprocess.run(ask, cwd=home, env=env, capture_output=True, text=True)

    assert re.fullmatch(r"Campanile [\d.]+ \(abc\)\n", typed("--version").stdout)
    assert "there is no DISCORD_TOKEN" in typed("doctor").stdout
    assert "The playground needs simcord" in typed().stderr


def test_the_lock_of_a_host_has_everything_the_bot_imports_and_nothing_of_the_playground():
    locked = {name.lower().replace("_", "-") for name in re.findall(r"^([\w.-]+)==", LOCK, re.M)}
    assert not {"simcord", "pytest", "playwright"} & locked
    known, lacking = packages_distributions(), []
    for folder in ("bot", "cogs", "games", "rendering"):
        for path in (ROOT / folder).rglob("*.py"):
            if "playground" in path.parts:
                continue
            for name in imported(path):
                homes = {home.lower().replace("_", "-").replace(".", "-") for home in known.get(name, [])}
                if homes and not homes & locked:
                    lacking.append((str(path.relative_to(ROOT)), name))
    assert not lacking
    assert {"discord-py", "aiohttp", "prometheus-client", "psycopg"} <= locked


def imported(path):
    import ast

    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name.split(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            yield node.module.split(".")[0]


# --- compose


def services():
    """The services of compose.yaml with the lines of each: enough of YAML for what is promised here."""
    text = re.sub(r"^\s*#.*\n|^\s*\n", "", (ROOT / "compose.yaml").read_text("utf-8"), flags=re.M)
    assert "\t" not in text
    blocks = dict(re.findall(r"^([\w-]+):.*\n((?: .*\n)*)", text, re.M))
    found = dict(re.findall(r"^  ([\w-]+):\n((?:    .*\n)+)", blocks["services"], re.M))
    return found, blocks["x-bot"]


def test_compose_runs_one_bot_on_sqlite_or_two_on_postgresql_and_never_both():
    found, _ = services()
    profile = {name: re.search(r"profiles:\n      - (\w+)", lines)[1] for name, lines in found.items()}
    assert profile == {"bot": "sqlite", "postgres": "postgres", "bot-0": "postgres", "bot-1": "postgres"}
    assert "DATABASE_URL: sqlite:////data/campanile.sqlite3" in found["bot"] and "data:/data" in found["bot"]
    assert [re.search(r"SHARDS: (\S+)", found[n])[1] for n in ("bot-0", "bot-1")] == ["0-0/2", "1-1/2"]
    assert "postgresql://campanile:${POSTGRES_PASSWORD:-}@postgres/" in found["bot-0"]
    assert "COMPOSE_PROFILES=sqlite" in (ROOT / ".env.example").read_text("utf-8"), "SQLite is the default"


def test_every_bot_of_compose_is_shut_in():
    found, common = services()
    assert all("<<: *bot" in found[name] for name in ("bot", "bot-0", "bot-1"))
    for promise in (
        "read_only: true",
        "cap_drop:\n    - ALL",
        "no-new-privileges:true",
        "restart: unless-stopped",
    ):
        assert promise in common
    assert "ports:" not in "".join(found.values()), "nothing is shown to the network"


def test_compose_is_yaml_wherever_somebody_can_read_it():
    """PyYAML is no dependency of ours; where some Python has it, the whole file is read."""
    code = "import json, sys, yaml; print(json.dumps(yaml.safe_load(sys.stdin)))"
    readers = [shutil.which("python3", path=path) for path in ("/usr/bin", os.environ["PATH"])]
    text = (ROOT / "compose.yaml").read_text("utf-8")
    for reader in filter(None, readers):
        read = subprocess.run([reader, "-c", code], input=text, capture_output=True, text=True)
        if read.returncode == 0:
            told = json.loads(read.stdout)
            assert set(told["services"]) == set(services()[0])
            assert told["services"]["bot-1"]["environment"]["SHARDS"] == "1-1/2"
            return
        assert "No module named 'yaml'" in read.stderr, read.stderr
    pytest.skip("no Python here has PyYAML: compose.yaml was only read line by line")


# --- systemd


def test_the_unit_is_understood_by_systemd(tmp_path):
    if not shutil.which("systemd-analyze"):
        pytest.skip("there is no systemd-analyze here")
    unit = tmp_path / UNIT.name
    unit.write_text(UNIT.read_text("utf-8").replace("/opt/campanile/.venv/bin/python", sys.executable))
    read = subprocess.run(["systemd-analyze", "verify", unit], capture_output=True, text=True)
    told = [line for line in read.stderr.splitlines() if unit.name in line]
    assert read.returncode == 0 and not told, read.stderr
    harden = ["systemd-analyze", "security", "--offline=true", "--threshold=20", unit]
    assert subprocess.run(harden, capture_output=True).returncode == 0, "exposed by more than 2.0 of 10"


def test_the_unit_says_what_the_bot_understands(tmp_path):
    text = UNIT.read_text("utf-8")
    assert "Type=notify" in text and "WatchdogSec=" in text
    pairs = dict(re.findall(r"^Environment=([A-Z_]+)=(.*)$", text, re.M))
    (tmp_path / "token").write_text("abc")
    pairs["DISCORD_TOKEN_FILE"] = pairs["DISCORD_TOKEN_FILE"].replace("%d", str(tmp_path))
    settings = load(pairs, tmp_path / ".env")
    assert settings.token == "abc" and settings.backups == Path("/var/lib/campanile/backups")
    assert "StateDirectory=campanile" in text and "/var/lib/campanile/" in str(settings.database)
    assert set(pairs) - {"PYTHONDONTWRITEBYTECODE"} <= names_of_settings()


def names_of_settings():
    return set(re.findall(r"^([A-Z_]+)=", (ROOT / ".env.example").read_text("utf-8"), re.M))


# --- Grafana


def test_the_dashboard_shows_every_figure_and_only_those_that_exist():
    told = json.loads((ROOT / "deploy" / "grafana.json").read_text("utf-8"))
    asked = " ".join(target["expr"] for panel in told["panels"] for target in panel["targets"])
    shown = set(re.findall(r"campanile_(\w+?)(?:_bucket|_sum|_count|_total)?\b(?=[{\[() ]|$)", asked))
    gauges = {"tables", "servers", "shard_latency_seconds", "shard_connected", "identifies_left", "info"}
    gauges |= {f"request_budget_{part}" for part in ("fill", "per_second", "waiting")}
    assert shown == {figure.name for figure in (*figures.COUNTS, *figures.SPREADS)} | gauges
    spots = [tuple(panel["gridPos"].values()) for panel in told["panels"]]
    assert len(set(spots)) == len({panel["id"] for panel in told["panels"]}) == len(spots)


# --- the pages that tell about it


def test_every_setting_stands_in_the_pages_for_hosts():
    page = (ROOT / "docs" / "hosting.md").read_text("utf-8")
    lacking = names_of_settings() - set(re.findall(r"[A-Z][A-Z_]+", page))
    assert not lacking, f"docs/hosting.md does not tell {lacking}"
    for word in ("doctor", "backup", "restore", "move-database", "health", "--version"):
        assert f"./campanile {word}" in page
    for figure in (*figures.COUNTS, *figures.SPREADS):
        assert f"campanile_{figure.name}" in page, figure.name
    assert Settings().presses == (10, 2.0)
