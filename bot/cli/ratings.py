"""`campanile ratings --recompute`: all ratings anew from the results; they must come to what is stored."""

import argparse
import asyncio

from bot.base.config import load
from bot.service.ratings import RebuiltRatings
from bot.service.services import build_services
from bot.storage.stores import open_stores


def main(wish: argparse.Namespace) -> int:
    """Reckon anew and say whether it came to the same; 1 if it did not, and is mended now."""
    if not wish.recompute:
        print("campanile ratings --recompute reckons all ratings anew, and mends what is stored otherwise.")
        return 2
    found, completed = asyncio.run(_recompute(load().database))
    print(f"{found.games} finished games, {found.ratings} ratings reckoned anew.")
    if completed:
        print(f"{completed} games of an older version were completed from their logs.")
    if found.changed:
        print(f"{found.changed} entries were stored otherwise. They are mended now.")
        return 1
    print("All of them are stored exactly so, to the last bit.")
    return 0


async def _recompute(database: str) -> tuple[RebuiltRatings, int]:
    stores = await open_stores(database)
    try:
        ratings = build_services(stores).ratings
        return await ratings.rebuild(), await ratings.complete()
    finally:
        await stores.close()
