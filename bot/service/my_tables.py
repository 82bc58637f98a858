"""All tables of one person: where they sit, and whether one of them waits for them."""

from collections.abc import AsyncIterator
from contextlib import suppress

from bot.base.errors import Refused
from bot.domain.entities import TableRecord
from bot.domain.table import Table
from bot.service.repository import TableRepository


async def tables_under_way(tables: TableRepository, user: int) -> AsyncIterator[tuple[TableRecord, Table]]:
    """Yield the games at which someone sits, as they stand now; one that does not replay is left out."""
    for saved in await tables.tables_of(user):
        with suppress(Refused):
            table = await tables.table(saved.id)
            if not table.over and user in table.users:
                yield saved, table


async def waits_elsewhere(tables: TableRepository, user: int, besides: int) -> bool:
    """Say whether a game other than one waits for someone."""
    async for saved, table in tables_under_way(tables, user):
        if saved.id != besides and table.own_seat(user) in table.awaited():
            return True
    return False
