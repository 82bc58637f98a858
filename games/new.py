"""`python -m games new roads`: a small complete game under another name, to be changed file by file."""

import re
import subprocess
import sys
from collections.abc import Iterator
from itertools import groupby
from keyword import iskeyword
from pathlib import Path

HOME = Path(__file__).parent
SKELETON = "skeleton"
FOLDER = re.compile(r"[a-z][a-z0-9]{1,19}")
SHELF = re.compile(r"(?P<start>    from games import |    return \[)(?P<games>[a-z0-9, ]+)(?P<end>\]?)\n")
OURS = re.compile(r"from (?P<module>(?:games|rendering|tests)\b[\w.]*) import ")
CATALOGUES = (
    "bot.text.template"  # writes the sentences of all games into locales/: no import of ours leads there
)
NEXT = """games/{name} is a game that plays. Look at it, then change it file by file (docs/adding-a-game.md):
  python -m games {name} --games 20 --check
  python -m games {name} --ply 9 --seat 0 --page --picture {name}.png
  make run"""


class BadName(ValueError):
    """A name that a new game cannot have; says why."""


def begin(name: str, home: Path = HOME) -> str:
    """Write the folder of a new game and put it on the shelf; return what to do next."""
    check_name(name, home)
    shelf = (home / "__init__.py").read_text(encoding="utf-8")
    if len(SHELF.findall(shelf)) != 2:
        raise BadName("shelf() in games/__init__.py does not look as it did: two lines with all games")
    for path, text in pages(name, home):
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
    (home / "__init__.py").write_text(SHELF.sub(lambda line: _with(name, line), shelf), encoding="utf-8")
    if (home.parent / "locales").is_dir():
        subprocess.run(
            [sys.executable, "-m", CATALOGUES], cwd=home.parent, check=True, stdout=subprocess.DEVNULL
        )
    return NEXT.format(name=name)


def check_name(name: str, home: Path) -> None:
    """Refuse what is no name for a folder, or is taken."""
    if not FOLDER.fullmatch(name) or iskeyword(name):
        raise BadName(f"{name!r} is no name for a game: use 2 to 20 small letters and digits, as roads")
    if (home / name).exists() or (home / f"{name}.py").exists():
        raise BadName(f"there is a games/{name} already: choose another name, or take that away first")
    if (tests := _tests(home) / f"test_{name}.py").exists():
        raise BadName(f"there is a tests/games/{tests.name} already: choose another name")


def pages(name: str, home: Path) -> Iterator[tuple[Path, str]]:
    """Yield the files of the skeleton and its tests, under the new name."""
    files = {path: home / name / path.name for path in (home / SKELETON).glob("*.*")}
    files |= {path: _tests(home) / f"test_{name}.py" for path in _tests(home).glob(f"test_{SKELETON}.py")}
    for path, new in files.items():
        text = path.read_text(encoding="utf-8")
        text = text.replace(SKELETON, name).replace(SKELETON.capitalize(), name.capitalize())
        yield new, in_order(text) if new.suffix == ".py" else text


def in_order(code: str) -> str:
    """Sort the imports of our own modules as ruff does, a2 before a10: they stand together."""
    lines = code.splitlines(keepends=True)
    blocks = groupby(lines, key=lambda line: bool(OURS.match(line)))
    return "".join(line for ours, block in blocks for line in (sorted(block, key=_place) if ours else block))


def _place(line: str) -> list[tuple[int, int, str]]:
    found = OURS.match(line)
    parts = re.findall(r"\d+|\D+", found["module"] if found else line)
    return [(0, int(part), "") if part.isdecimal() else (1, 0, part) for part in parts]


def _tests(home: Path) -> Path:
    return home.parent / "tests" / "games"


def _with(name: str, line: re.Match[str]) -> str:
    """Add a game to a line: to the import in order, to the menus at the end."""
    games = [*line["games"].split(", "), name]
    if not line["end"]:
        games.sort()
    return f"{line['start']}{', '.join(games)}{line['end']}\n"
