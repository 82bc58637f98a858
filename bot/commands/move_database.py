"""`campanile move-database FROM TO`: everything into another database, ids kept."""

import argparse
import asyncio
import inspect
import sys
from importlib import import_module


def main(wish: argparse.Namespace) -> int:
    """Move, and say what is to be done next."""
    try:
        move_database = import_module("bot.tables.move").move_database
    except ModuleNotFoundError as missing:
        print(f"campanile: this needs {missing.name}, which is not installed here", file=sys.stderr)
        return 2
    told = move_database(wish.source, wish.target)
    if inspect.isawaitable(told):
        told = asyncio.run(_awaited(told))
    if told is not None:
        print(told)
    print("Everything is there. Set DATABASE_URL to it and start again; the old database was left as it is.")
    return 0


async def _awaited(work: object) -> object:
    return await work  # type: ignore[misc]
