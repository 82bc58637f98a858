"""The games of the house. A new game is one folder and its name in `shelf`: `python -m games new roads`."""

from collections.abc import Iterator, Mapping
from functools import cache, cached_property
from hashlib import sha256
from pathlib import Path
from typing import Any

from games.core import Game
from games.data_tables import Sheets, sheet

HOME = Path(__file__).parent


def registry() -> list[Game[Any, Any]]:
    """Return the games in the order of the menus; their data tables are read here, on first use."""
    from games import guilds, lucca, towers, tuir

    return [guilds, lucca, towers, tuir]


class Games(Mapping[str, Game[Any, Any]]):
    """The games by key, taken from the shelf when first asked for: importing this package cannot fail."""

    @cached_property
    def _taken(self) -> dict[str, Game[Any, Any]]:
        return {game.KEY: game for game in registry()}

    def load(self) -> None:
        """Take all games from the shelf now; raises BadTable, whose words are for the host."""
        for key in self:
            sheets_of(key)

    def __getitem__(self, key: str) -> Game[Any, Any]:
        return self._taken[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self._taken)

    def __len__(self) -> int:
        return len(self._taken)


GAMES = Games()


@cache
def sheets_of(key: str) -> Sheets:
    """Return a game's data files as text, by name.

    Read once, like the tables themselves: what a host edits meanwhile holds from the next start on.
    """
    return {path.name: sheet(path) for path in sorted((HOME / key).glob("*.csv"))}


@cache
def fingerprint(key: str) -> str:
    """Return a hash of a game's data files: a log is only valid with the tables it was played with."""
    return mark_of(sheets_of(key))


def mark_of(sheets: Sheets) -> str:
    digest = sha256()
    for name, text in sorted(sheets.items()):
        digest.update(f"{name}\0{text}".encode())
    return digest.hexdigest()[:16]


@cache
def rules_pages(key: str) -> tuple[str, ...]:
    """Return a game's rules text in English, one page a `## ` heading; other languages: `bot.text.rules`."""
    return _pages(HOME / key / "rules.md")


def _pages(path: Path) -> tuple[str, ...]:
    if not path.is_file():
        return ()
    first, *rest = path.read_text(encoding="utf-8").split("\n## ")
    return (first.strip(), *(f"## {page.strip()}" for page in rest))
