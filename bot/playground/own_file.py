"""The playground's own games: never those of a bot, whose tables it could neither show nor reach."""

from pathlib import Path

from bot.base.config import Config
from bot.base.database_url import file_of
from bot.base.errors import StoreTrouble
from bot.base.sqlite_file import reading
from bot.playground import Unplayable

# Fixed ids: a database that is older or younger than the world still means the same people and places.
BASE = 1_000_000_000_000_000_000
SERVER = BASE + 3

ELSEWHERE = "SELECT COUNT(*) FROM tables WHERE guild NOT IN (0, ?) OR host NOT BETWEEN ? AND ?"
CONNECTED = "SELECT COUNT(*) FROM facts WHERE name = 'application' AND NOT EXISTS (SELECT 1 FROM tables)"
NO_TOKEN = "There is no DISCORD_TOKEN, so this would be the playground"


def own_file(settings: Config) -> Path:
    """Return the file of the playground's games; Unplayable says why it may not be what the host named."""
    file = file_of(settings.playground)
    if file is None:
        raise Unplayable(f"{NO_TOKEN}, which plays on no server. Set DISCORD_TOKEN, or empty DATABASE_URL.")
    if settings.shards is not None:
        raise Unplayable(f"{NO_TOKEN}, which has no shards. Set DISCORD_TOKEN, or empty SHARDS.")
    if file.exists() and _is_of_a_bot(file):
        raise Unplayable(
            f"{NO_TOKEN}, but {file} belongs to a bot on Discord: its tables are left alone."
            " Set DISCORD_TOKEN, or empty DATABASE_URL: the playground then has a file of its own."
        )
    return file


def world_of(file: Path) -> Path:
    """Return the file that keeps the playground's people and messages, beside its games."""
    return file.with_name(f"{file.stem}.playground.sqlite3")


def _is_of_a_bot(file: Path) -> bool:
    """Say whether a database has been used on Discord: tables elsewhere, or a login without our world."""
    with reading(file) as db:
        names = {name for (name,) in db.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
        if not {"tables", "facts"} <= names:
            if names:
                raise StoreTrouble(f"{file} is a database, but not one of Campanile.")
            return False
        (elsewhere,) = db.execute(ELSEWHERE, (SERVER, BASE, BASE + 1_000)).fetchone()
        (connected,) = db.execute(CONNECTED).fetchone()
    return bool(elsewhere or (connected and not world_of(file).exists()))
