"""The wheel: built from a package's files alone, installed without the repository, and played from there."""

import asyncio
import contextlib
import os
import random
import re
import shutil
import sqlite3
import subprocess
import sys
import tarfile
import tomllib
import zipfile
from contextlib import closing
from importlib import metadata
from pathlib import Path

import pytest

from tests.patience import LONGEST, until
from tests.wire.page_player import visitor

ROOT = Path(__file__).parents[2]
PACKAGES = ("bot", "cogs", "games", "rendering", "locales")
BESIDE = ("pyproject.toml", "README.md", "LICENSE", "NOTICE", "MANIFEST.in", "CHANGELOG.md")
FOR_TRANSLATORS = {".pot", ".json"}  # what catalogues are made from: nothing that runs reads it
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
pytestmark = pytest.mark.slow


def sources(folder):
    """Copy what a package is made of: setuptools writes beside what it reads."""
    folder.mkdir()
    for name in PACKAGES:
        shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
    for name in BESIDE:
        shutil.copy(ROOT / name, folder)
    return folder


def pip(*words):
    typed = [sys.executable, "-m", "pip", "--disable-pip-version-check", *map(str, words)]
    done = subprocess.run(typed, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr


def wheel_of(source, target):
    pip("wheel", "--quiet", "--no-deps", "--no-index", "--no-build-isolation", "-w", target, source)
    (built,) = target.glob("*.whl")
    return built


def can_build():
    with contextlib.suppress(metadata.PackageNotFoundError):
        return int(metadata.version("setuptools").partition(".")[0]) >= 77
    return False


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    if not can_build():
        pytest.skip("setuptools 77 or newer is not installed: `make setup` brings it")
    place = tmp_path_factory.mktemp("package")
    return wheel_of(sources(place / "source"), place / "built")


@pytest.fixture(scope="module")
def installed(wheel, tmp_path_factory):
    """The folder into which the wheel alone was installed."""
    target = tmp_path_factory.mktemp("installed") / "site"
    pip("install", "--quiet", "--no-deps", "--no-index", "--target", target, wheel)
    return target


class Machine:
    """Somebody's machine with the package on it: an empty home, and a folder that is not the repository."""

    def __init__(self, installed, tmp_path):
        self.home, self.here = tmp_path / "home", tmp_path / "here"
        self.home.mkdir()
        self.here.mkdir()
        self.script = installed / "bin" / "campanile"
        self.env = {
            "PATH": os.environ["PATH"],
            "HOME": str(self.home),
            "PYTHONPATH": str(installed),
            "PORT": "0",
            "CAMPANILE_BROWSER": "none",
        }
        self.data = self.home / ".local" / "share" / "campanile"

    def type(self, *words, **env):
        typed = [str(self.script), *words]
        done = subprocess.run(typed, cwd=self.here, env=self.env | env, capture_output=True, text=True)
        return done.returncode, done.stdout + done.stderr

    def moves(self):
        """How many moves are stored, read from the file itself."""
        with closing(sqlite3.connect(f"file:{self.data}/playground.sqlite3?mode=ro", uri=True)) as db:
            return db.execute("SELECT COUNT(*) FROM rows WHERE kind = 'move'").fetchone()[0]

    @contextlib.asynccontextmanager
    async def playground(self):
        """Run `campanile` alone and yield the address of its page."""
        process = await asyncio.create_subprocess_exec(
            self.script, cwd=self.here, env=self.env, stdout=asyncio.subprocess.PIPE
        )
        try:
            async with asyncio.timeout(LONGEST):
                told = ""
                while f"kept in {self.data}\n" not in told:
                    line = await process.stdout.readline()
                    assert line, f"it ended: {told}"
                    told += line.decode()
            yield re.search(r"Play here: (http://[\d.:]+)", told)[1]
            process.terminate()
            assert await asyncio.wait_for(process.wait(), LONGEST) == 0
        finally:
            with contextlib.suppress(ProcessLookupError):
                process.kill()
            await process.wait()


@pytest.fixture
def machine(installed, tmp_path):
    return Machine(installed, tmp_path)


def test_the_wheel_has_every_file_of_every_folder_and_nothing_else(wheel):
    wanted = {
        path.relative_to(ROOT).as_posix()
        for name in PACKAGES
        for path in (ROOT / name).rglob("*")
        if path.is_file() and "__pycache__" not in path.parts and path.suffix not in FOR_TRANSLATORS
    }
    with zipfile.ZipFile(wheel) as made:
        assert {name for name in made.namelist() if ".dist-info/" not in name} == wanted


def test_the_source_package_makes_the_same_wheel(wheel, tmp_path):
    source, backend = sources(tmp_path / "source"), "from setuptools import build_meta as b"
    make = f"{backend}; b.build_sdist({str(tmp_path)!r})"
    subprocess.run([sys.executable, "-c", make], cwd=source, check=True, capture_output=True)
    (archive,) = tmp_path.glob("*.tar.gz")
    with tarfile.open(archive) as packed:
        packed.extractall(tmp_path / "unpacked", filter="data")
    (unpacked,) = (tmp_path / "unpacked").iterdir()
    again = wheel_of(unpacked, tmp_path / "again")
    with zipfile.ZipFile(wheel) as one, zipfile.ZipFile(again) as other:
        assert sorted(one.namelist()) == sorted(other.namelist())


def test_the_package_says_who_made_it_and_what_may_be_done_with_it(installed):
    (told,) = metadata.distributions(name="campanile", path=[str(installed)])
    about = told.metadata
    assert about["Version"] == PROJECT["version"] and about["Author"] == "The Campanile authors"
    assert set(about.get_all("Provides-Extra")) >= {"playground", "postgres", "metrics"}
    assert about.get_all("Classifier") and about["Keywords"] and about["Requires-Python"] == ">=3.11"
    licences = {Path(name).name for name in about.get_all("License-File")}
    assert licences == {"LICENSE", "NOTICE", "OFL.txt"}


def test_installed_from_a_repository_the_version_names_the_commit(wheel, tmp_path):
    """As `uvx --from "campanile @ git+<address>"` does."""
    source, target = sources(tmp_path / "source"), tmp_path / "site"
    me = ("-c", "user.name=me", "-c", "user.email=me@example.org")
    for words in (["init", "-q"], ["add", "-A"], [*me, "commit", "-qm", "A house"]):
        subprocess.run(["git", *words], cwd=source, check=True)
    asked = ["git", "rev-parse", "HEAD"]
    commit = subprocess.run(asked, cwd=source, check=True, capture_output=True, text=True).stdout
    alone = ("--quiet", "--no-deps", "--no-index", "--no-build-isolation")
    pip("install", *alone, "--target", target, f"git+{source.as_uri()}")
    told = Machine(target, tmp_path).type("--version")
    assert told == (0, f"Campanile {PROJECT['version']} ({commit[:12]})\n")


async def test_from_an_empty_folder_a_game_is_played_in_the_playground(machine):
    async with machine.playground() as page, visitor(page, "ada") as ada, visitor(page, "bruno") as bruno:
        await ada.run("play", game="tuir")
        await bruno.click("Join")
        await ada.click("Start")
        for person in (ada, bruno):
            await person.click("Your hand")
        dice = random.Random(1)
        async with asyncio.timeout(LONGEST):
            while machine.moves() < 3:
                asked = await until(lambda: [person for person in (ada, bruno) if person.choices()])
                await asked[0].answer(dice)
    assert not list(machine.here.iterdir()), "nothing is left in the folder in which it was typed"
    assert machine.data.stat().st_mode & 0o077 == 0, "nobody else may look into it"


def test_every_word_works_and_finds_its_files_in_the_users_folder(machine):
    assert machine.type("--version") == (0, f"Campanile {PROJECT['version']}\n")
    code, told = machine.type("doctor")
    assert code == 1 and f"put it into {machine.data / '.env'}" in told and "Traceback" not in told
    assert str(machine.data / "campanile.sqlite3") in told
    (machine.data / ".env").write_text("LOG_LEVEL=loud\n")
    code, told = machine.type()
    assert code == 2 and "LOG_LEVEL is 'LOUD'" in told, "the settings are read from there"
    code, told = machine.type(CAMPANILE_HOME="/proc/nowhere")
    assert code == 2 and "Set CAMPANILE_HOME to one that can be written" in told and told.count("\n") == 1


def test_without_the_extra_the_command_says_how_to_install_it(machine, tmp_path):
    (tmp_path / "blocked" / "simcord").mkdir(parents=True)
    blocker = tmp_path / "blocked" / "simcord" / "__init__.py"
    blocker.write_text("raise ModuleNotFoundError('not installed', name='simcord')\n")
    path = f"{blocker.parents[1]}{os.pathsep}{machine.env['PYTHONPATH']}"
    code, told = machine.type(PYTHONPATH=path)
    assert code == 2 and 'pip install "campanile[playground]"' in told and told.count("\n") == 1
