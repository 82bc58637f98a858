"""`campanile move-database FROM TO`: everything into another database, ids kept."""

import argparse
import asyncio
import logging
import sys
from importlib import import_module

NEXT = "Everything is there. Set DATABASE_URL to it and start again; the old database was left as it is."


def main(wish: argparse.Namespace) -> int:
    """Move, and say what is to be done next."""
    logging.basicConfig(level=logging.INFO, format="%(message)s", stream=sys.stdout)  # what is under way
    try:
        moving = import_module("bot.tables.moving")
    except ModuleNotFoundError as missing:
        print(f"campanile: this needs {missing.name}, which is not installed here", file=sys.stderr)
        return 2
    print(asyncio.run(moving.move_database(wish.source, wish.target)))
    print(NEXT)
    return 0
