"""`campanile move-database FROM TO`: everything into another database, ids kept."""

import argparse
import asyncio

from bot.domain.log import begin, fold
from bot.domain.table import Table
from bot.service.rules_of_table import RulesOfTable
from bot.storage.copy_database import move_database
from bot.storage.engine import Engine
from bot.storage.stores import stores_on


def main(wish: argparse.Namespace) -> int:
    """Move, and say what is to be done next."""
    moved = asyncio.run(move_database(wish.source, wish.target, replayed, tell=print))
    print(
        f"{moved.tables} tables and {moved.rows} rows are there; {moved.replayed} running games replay alike."
    )
    if moved.aside:
        print(f"{moved.aside} games did not replay before and do not replay now: they stay set aside.")
    print("Set DATABASE_URL to it and start again; the old database was left as it is.")
    return 0


async def replayed(engine: Engine, table_id: int) -> Table | None:
    """Replay a game by its log; None when it does not replay."""
    stores = stores_on(engine)
    saved = await stores.tables.table(table_id)
    try:
        rules = await RulesOfTable(stores.deals).rules_of(saved)
        table = begin(table_id, rules, saved.users, saved.seed, saved.options)
        return fold(table, await stores.tables.log(table_id))
    except Exception:
        return None
