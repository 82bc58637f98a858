"""`campanile move-database FROM TO`: everything into another database, ids kept."""

import argparse
import asyncio

from bot.storage.copy_database import move_database


def main(wish: argparse.Namespace) -> int:
    """Move, and say what is to be done next."""
    moved = asyncio.run(move_database(wish.source, wish.target, tell=print))
    print(
        f"{moved.tables} tables and {moved.rows} rows are there; {moved.replayed} running games replay alike."
    )
    if moved.aside:
        print(f"{moved.aside} games did not replay before and do not replay now: they stay set aside.")
    print("Set DATABASE_URL to it and start again; the old database was left as it is.")
    return 0
