"""`campanile backup [FILE]`: a sound copy of the database, made while moves go on."""

import argparse
from pathlib import Path

from bot.base.config import load
from bot.base.errors import StoreTrouble
from bot.ops.backup_files import copy, sqlite_file, stamped


def main(wish: argparse.Namespace) -> int:
    """Copy the database and say where to."""
    database = sqlite_file(load())
    target = Path(wish.file) if wish.file else stamped(database, "backup")
    if target.exists():
        raise StoreTrouble(f"{target} exists already. Name another file, or remove it first.")
    looked = copy(database, target)
    print(f"{target.resolve()}: {looked}")
    return 0
