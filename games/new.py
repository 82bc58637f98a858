"""`python -m games new roads`: a small complete game under another name, to be changed file by file."""

import re
from collections.abc import Iterator
from keyword import iskeyword
from pathlib import Path

HOME = Path(__file__).parent
SKELETON = "skeleton"
FOLDER = re.compile(r"[a-z][a-z0-9]{1,19}")
SHELF = re.compile(r"(?P<start>    from games import |    return \[)(?P<games>[a-z0-9, ]+)(?P<end>\]?)\n")
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
    return NEXT.format(name=name)


def check_name(name: str, home: Path) -> None:
    """Refuse what is no name for a folder, or is taken."""
    if not FOLDER.fullmatch(name) or iskeyword(name):
        raise BadName(f"{name!r} is no name for a game: use 2 to 20 small letters and digits, as roads")
    if (home / name).exists() or (home / f"{name}.py").exists():
        raise BadName(f"there is a games/{name} already: choose another name, or take that away first")


def pages(name: str, home: Path) -> Iterator[tuple[Path, str]]:
    """Yield the files of the skeleton and its tests, under the new name."""
    tests = home.parent / "tests" / "games"
    for path in (*(home / SKELETON).glob("*.*"), *tests.glob(f"test_{SKELETON}.py")):
        text = path.read_text(encoding="utf-8")
        text = text.replace(SKELETON, name).replace(SKELETON.capitalize(), name.capitalize())
        yield Path(str(path).replace(SKELETON, name)), text


def _with(name: str, line: re.Match[str]) -> str:
    """Add a game to a line: to the import in order, to the menus at the end."""
    games = [*line["games"].split(", "), name]
    if not line["end"]:
        games.sort()
    return f"{line['start']}{', '.join(games)}{line['end']}\n"
