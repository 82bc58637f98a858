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

import babel
import pytest

from bot.base import metrics
from bot.base.config import Config, load
from bot.base.env_file import read_env_file

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
    assert of("FROM") == ["${PYTHON_IMAGE} AS made", "${PYTHON_IMAGE}"]
    assert "PYTHON_IMAGE=python:3.13-slim" in of("ARG"), "a digest can take its place"
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


def copied(into=("made", "run")):
    """What the image takes from this folder into its two stages: one makes the environment, one runs."""
    stage = ""
    for word, rest in instructions():
        if word == "FROM":
            stage = "run" if stage else "made"
        elif word == "COPY" and not rest.startswith("--from") and stage in into:
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


@pytest.mark.slow
def test_what_the_image_copies_is_enough_to_run(tmp_path):
    """The same files in an empty folder, without the playground's package, and without git."""
    home, blocker = tmp_path / "campanile", tmp_path / "blocked" / "simcord"
    home.mkdir()
    blocker.mkdir(parents=True)
    (blocker / "__init__.py").write_text("raise ModuleNotFoundError('not installed', name='simcord')\n")
    for name in copied(into=("run",)):
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


@pytest.mark.slow
def test_the_environment_of_the_image_has_no_pip_and_only_our_languages(tmp_path):
    """The image's own step, on a copy of Babel: what is left says everything that we say."""
    (made,) = (run for run in of("RUN") if "-m venv" in run)
    assert "--without-pip" in made and "pip --python /venv/bin/python install" in made
    assert "slim_locales.py /venv/lib/python3.*/site-packages /tmp/locales" in made
    source = Path(babel.__file__).parent
    shutil.copytree(source, tmp_path / "babel", ignore=shutil.ignore_patterns("__pycache__"))
    before = size_of(tmp_path)
    typed = [sys.executable, ROOT / "deploy" / "slim_locales.py", tmp_path, ROOT / "locales"]
    assert "languages removed" in subprocess.run(typed, capture_output=True, text=True, check=True).stdout
    assert before - size_of(tmp_path) > 25_000_000, "bytes"
    code = """
import babel
from bot.views.parts.choices import language_choices
from bot.text.words import languages, words
from games.core import Text, Texts
print(babel.__file__)
for name in (*languages(), "de", "en-GB", "pt-BR"):
    said = words(name)
    print(said.listed(["a", "b", "c"]), said.number(12345), said.number(0.5), said.say(Text("Trial")))
print(language_choices(words("fr"), Text("Trial")))
"""
    say = lambda path: subprocess.run(  # noqa: E731
        [sys.executable, "-c", code], cwd=ROOT, env={"PYTHONPATH": path}, capture_output=True, text=True
    )
    slim, whole = say(f"{tmp_path}:{ROOT}"), say(str(ROOT))
    assert str(tmp_path) in slim.stdout, slim.stderr
    assert slim.stdout.splitlines()[1:] == whole.stdout.splitlines()[1:]


def size_of(folder):
    return sum(path.stat().st_size for path in folder.rglob("*.dat"))


@pytest.mark.slow
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


def test_platforms_with_a_procfile_install_the_hosts_lock_and_start_the_bot():
    told = (ROOT / "requirements.txt").read_text("utf-8")
    assert [line for line in told.splitlines() if line[:1] not in "#"] == ["-r requirements-host.lock"]
    started = re.findall(r"^(\w+): (.+)$", (ROOT / "Procfile").read_text("utf-8"), re.M)
    assert started == [("worker", "python -m bot")]


@pytest.mark.parametrize("name", sorted(path.name for path in ROOT.glob("requirements*")))
def test_no_list_of_packages_names_an_address(name):
    text = (ROOT / name).read_text("utf-8")
    assert "://" not in text and "--index" not in text and "--find-links" not in text


def test_the_notice_names_every_package_that_is_installed_beside_us():
    notice = (ROOT / "NOTICE").read_text("utf-8").lower()
    for name in re.findall(r"^([\w.-]+)==", (ROOT / "requirements.lock").read_text("utf-8"), re.M):
        said = {name, name.replace("-", ".")}
        assert any(re.search(rf"(?<![\w-]){re.escape(one)}(?![\w-])", notice) for one in said), name
    assert "lgpl" in notice and "sil open font license" in notice


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


def test_everything_of_compose_is_shut_in():
    found, common = services()
    assert all("<<: *bot" in found[name] for name in ("bot", "bot-0", "bot-1"))
    for shut_in in (common, re.sub("^  ", "", found["postgres"], flags=re.M)):
        for promise in (
            "read_only: true",
            "cap_drop:\n    - ALL",
            "no-new-privileges:true",
            "restart: unless-stopped",
        ):
            assert promise in shut_in
    assert "user: postgres" in found["postgres"], "no root, who could do without capabilities nothing anyway"
    assert "ports:" not in "".join(found.values()), "nothing is shown to the network"


def test_the_health_of_every_bot_is_checked_as_the_image_does():
    """Podman leaves out the image's own check."""
    common = services()[1]
    told = json.loads(re.search(r"healthcheck:\n +test: (\[.*\])", common)[1])
    (asked,) = of("HEALTHCHECK")
    assert told == ["CMD", *json.loads(asked.partition("CMD ")[2])]
    for name in ("interval", "timeout", "start-period"):
        (seconds,) = re.findall(rf"--{name}=(\w+)", asked)
        assert f"{name.replace('-', '_')}: {seconds}" in common


NEEDED = "DISCORD_TOKEN=abc\nPOSTGRES_PASSWORD=secret\n"
CHOSEN = (
    "COMMIT=0123456789ab\nPYTHON_IMAGE=python@sha256:00\nPOSTGRES_IMAGE=postgres@sha256:11\n"
    "HEALTH_HOST=0.0.0.0\nHEALTH_PORT=0\nBACKUPS=/elsewhere\nPRESSES=5/1\n"
)


@pytest.mark.parametrize("read", ["by its client", "by ourselves"])
def test_compose_leaves_to_the_host_what_the_host_has_chosen(read, tmp_path):
    """What `environment` says beats `.env` without a word: so it takes up what `.env` says."""
    resolved = by_its_client if read == "by its client" else by_ourselves
    told = resolved(tmp_path, NEEDED + CHOSEN)["services"]
    assert told["bot"]["environment"]["HEALTH_HOST"] == "0.0.0.0"
    assert told["bot"]["environment"]["BACKUPS"] == "/elsewhere"
    assert told["bot"]["environment"]["PRESSES"] == "5/1"
    assert told["bot"]["build"]["args"] == {"COMMIT": "0123456789ab", "PYTHON_IMAGE": "python@sha256:00"}
    assert told["postgres"]["image"] == "postgres@sha256:11"
    for name in ("bot", "bot-0", "bot-1"):
        assert told[name]["environment"]["HEALTH_PORT"] == "8421", "its check asks there"
        assert told[name]["healthcheck"]["test"][-2:] == ["bot", "health"]
    assert told["bot-1"]["environment"]["HEALTH_HOST"] == "0.0.0.0"
    assert told["bot-1"]["environment"]["BACKUPS"] == "", "there is no file to copy"
    assert told["bot-1"]["environment"]["DATABASE_URL"] == "postgresql://campanile:secret@postgres/campanile"


@pytest.mark.parametrize("read", ["by its client", "by ourselves"])
def test_compose_has_an_answer_of_its_own_where_the_example_leaves_a_setting_empty(read, tmp_path):
    resolved = by_its_client if read == "by its client" else by_ourselves
    example = (ROOT / ".env.example").read_text("utf-8").replace("COMPOSE_PROFILES=sqlite\n", "")
    told = resolved(tmp_path, example)["services"]
    env = told["bot"]["environment"]
    assert (env["HEALTH_HOST"], env["HEALTH_PORT"], env["BACKUPS"]) == ("127.0.0.1", "8421", "/data/backups")
    assert told["postgres"]["image"] == "postgres:17"
    assert told["bot"]["build"]["args"]["PYTHON_IMAGE"] == "python:3.13-slim"
    for name in ("bot", "bot-0"):
        settings = {key: str(value) for key, value in told[name]["environment"].items()}
        assert load(settings, tmp_path / "none").health_port == 8421, "the bot understands it"


def by_its_client(folder, env):
    """The file as Docker's own client reads it, where there is one."""
    clients = (["docker", "compose"], ["docker-compose"], ["podman-compose"])
    for client in clients:
        if not shutil.which(client[0]):
            continue
        asked = subprocess.run([*client, "version"], capture_output=True, text=True)
        if asked.returncode == 0:
            shutil.copy(ROOT / "compose.yaml", folder)
            (folder / ".env").write_text(env)
            config = [*client, "--profile", "*", "--project-directory", folder, "config", "--format", "json"]
            clean = {"PATH": os.environ["PATH"], "HOME": str(folder)}
            read = subprocess.run(config, cwd=folder, env=clean, capture_output=True, text=True)
            assert read.returncode == 0, read.stderr
            return json.loads(read.stdout)
    pytest.skip(
        "there is no `docker compose` here (a docker client without the compose plugin is not enough)"
    )


def by_ourselves(folder, env):
    """The file with `${NAME:-default}` put in and `.env` below `environment`: all that ours needs."""
    given = read_env_file(written(folder / ".env", env), {})
    text = re.sub(
        r"\$\{(\w+):-([^}]*)\}",
        lambda found: given.get(found[1]) or found[2],
        (ROOT / "compose.yaml").read_text("utf-8"),
    )
    told = yaml_of(text)
    for service in told["services"].values():
        beneath = given if service.get("env_file") == [".env"] else {}
        service["environment"] = {**beneath, **service["environment"]}
    return told


def written(path, text):
    path.write_text(text)
    return path


def yaml_of(text):
    """Read YAML with whatever Python here has PyYAML, which is no dependency of ours."""
    code = "import json, sys, yaml; print(json.dumps(yaml.safe_load(sys.stdin)))"
    readers = [shutil.which("python3", path=path) for path in ("/usr/bin", os.environ["PATH"])]
    for reader in filter(None, readers):
        read = subprocess.run([reader, "-c", code], input=text, capture_output=True, text=True)
        if read.returncode == 0:
            return json.loads(read.stdout)
        assert "No module named 'yaml'" in read.stderr, read.stderr
    pytest.skip("no Python here has PyYAML: the file was only read line by line")


def test_compose_is_yaml_wherever_somebody_can_read_it():
    told = yaml_of((ROOT / "compose.yaml").read_text("utf-8"))
    assert set(told["services"]) == set(services()[0])
    assert told["services"]["bot-1"]["environment"]["SHARDS"] == "1-1/2"


# --- Prometheus


def test_the_scrape_example_asks_where_the_bot_answers_and_takes_up_the_alarms():
    told = yaml_of((ROOT / "deploy" / "prometheus.yml").read_text("utf-8"))
    (job,) = told["scrape_configs"]
    assert job["job_name"] == "campanile" and told["rule_files"] == ["alerts.yml"]
    (port,) = {target.rpartition(":")[2] for one in job["static_configs"] for target in one["targets"]}
    assert f"Environment=HEALTH_PORT={port}" in UNIT.read_text("utf-8")


def test_the_alarms_ask_for_figures_that_exist():
    told = yaml_of((ROOT / "deploy" / "alerts.yml").read_text("utf-8"))
    rules = [rule for group in told["groups"] for rule in group["rules"]]
    assert len(rules) == 5
    asked = " ".join(rule["expr"] for rule in rules)
    counts = {f"campanile_{count.name}_total" for count in metrics.COUNTS}
    gauges = {
        *("campanile_shard_connected", "campanile_identifies_left", "campanile_request_budget_fill"),
    }
    named = set(re.findall(r"campanile_\w+", asked))
    assert named <= counts | gauges and gauges < named
    assert asked.count('job="campanile"') == len(re.findall(r"\{", asked)), "none speaks of other jobs"
    for outcome in re.findall(r'outcome="([^"]+)"', asked):
        assert any(f'"{outcome}"' in path.read_text("utf-8") for path in (ROOT / "bot").rglob("*.py")), (
            outcome
        )
    page = (ROOT / "docs" / "hosting.md").read_text("utf-8")
    assert "deploy/alerts.yml" in page and "deploy/prometheus.yml" in page


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
    assert shown == {figure.name for figure in (*metrics.COUNTS, *metrics.HISTOGRAMS)} | gauges
    spots = [tuple(panel["gridPos"].values()) for panel in told["panels"]]
    assert len(set(spots)) == len({panel["id"] for panel in told["panels"]}) == len(spots)


# --- the pages that tell about it


def test_every_setting_stands_in_the_pages_for_hosts():
    page = (ROOT / "docs" / "hosting.md").read_text("utf-8")
    lacking = names_of_settings() - set(re.findall(r"[A-Z][A-Z_]+", page))
    assert not lacking, f"docs/hosting.md does not tell {lacking}"
    for word in ("doctor", "backup", "restore", "move-database", "health", "--version"):
        assert f"./campanile {word}" in page
    for figure in (*metrics.COUNTS, *metrics.HISTOGRAMS):
        assert f"campanile_{figure.name}" in page, figure.name
    assert Config().presses == (10, 2.0)
