"""The games of the house. A new game is one folder and one line here."""

from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any

from games import guilds, lucca, towers, tuir
from games.core import Game

SHELF: list[Game[Any, Any]] = [guilds, lucca, towers, tuir]
GAMES: dict[str, Game[Any, Any]] = {game.KEY: game for game in SHELF}


@cache
def fingerprint(key: str) -> str:
    """Return a hash of a game's data files: a log is only valid with the tables it was played with.

    Read once, like the tables themselves: what a host edits meanwhile holds from the next start on.
    """
    digest = sha256()
    for path in sorted((Path(__file__).parent / key).glob("*.csv")):
        digest.update(path.name.encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()[:16]
