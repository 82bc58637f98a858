"""`campanile restore FILE`: a backup becomes the database; what was there is kept beside it."""

import argparse
from pathlib import Path

from bot.base.config import load
from bot.ops.backup_files import restore, sqlite_file


def main(wish: argparse.Namespace) -> int:
    """Restore, and say what was kept; the bot must be stopped."""
    database = sqlite_file(load())
    looked, kept = restore(Path(wish.file), database)
    print(f"{database.resolve()}: {looked}")
    if kept is not None:
        print(f"the old one is now {kept.resolve()}")
    return 0
