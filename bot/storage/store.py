"""What is stored: plain queries that every engine understands, every move durable before it is shown."""

from collections.abc import Mapping
from contextlib import AbstractAsyncContextManager
from pathlib import Path
from typing import Self

from bot.base.errors import StoreTrouble
from bot.storage.channel_limits import ChannelLimitStore
from bot.storage.clocks import ClockStore
from bot.storage.database_url import open_engine
from bot.storage.deal_words import DealWordStore
from bot.storage.engine import Step, Told
from bot.storage.messages import MessageStore
from bot.storage.open_panels import OpenPanelStore
from bot.storage.personal_data import PersonalDataStore
from bot.storage.privacy import PrivacyStore
from bot.storage.records import RecordStore
from bot.storage.seats import SeatStore
from bot.storage.settings import SettingsStore
from bot.storage.tables import TableStore

MOVING = "moving"  # a fact of a database into which another is being moved
IDENTIFY_INTERVAL = 5.5  # seconds between two identifies of one bucket; Discord asks for five
PRESENT = 5.0  # seconds for which a process that told its demand counts as there


class Store(
    TableStore,
    DealWordStore,
    MessageStore,
    OpenPanelStore,
    ClockStore,
    SettingsStore,
    SeatStore,
    RecordStore,
    PrivacyStore,
    PersonalDataStore,
    ChannelLimitStore,
):
    """The ledger of tables, what is noted of their messages, what people chose; answers, results, facts."""

    @classmethod
    async def open(cls, address: Path | str) -> Self:
        """Open the database at an address, a file or a server, and bring it up to date."""
        store = cls(await open_engine(address))
        try:
            await store.check_whole()
        except BaseException:
            await store.close()
            raise
        return store

    async def check_whole(self) -> None:
        """Refuse a database into which another was being moved when that broke off."""
        if await self.fact(MOVING):
            raise StoreTrouble(
                "Another database was being moved to this one and is not whole. Move it again."
            )

    def engine(self) -> str:
        return self.db.name

    async def damage(self, backups: Path | None = None) -> str:
        """Look everything over; return what is wrong and where the newest backup is, or nothing."""
        return await self.db.damage(backups)

    async def close(self) -> None:
        await self.db.close()

    # --- answers given in advance ---

    async def advance(self, table_id: int) -> dict[tuple[int, str], str]:
        rows = await self.db.rows("SELECT seat, key, answer FROM advance WHERE table_id = ?", (table_id,))
        return {(seat, key): answer for seat, key, answer in rows}

    async def set_advance(
        self, table_id: int, seat: int, key: str, answer: str, due: int | None = None
    ) -> int:
        """Keep an answer in advance, and when it is due; "ask" removes it. Return the table's new version."""
        [[(version,)], *_] = await self.db.write(
            Step(
                "UPDATE tables SET version = version + 1, due = CAST(? AS BIGINT) + stilled"
                " WHERE id = ? RETURNING version",
                (due, table_id),
            ),
            Step("DELETE FROM advance WHERE table_id = ? AND seat = ? AND key = ?", (table_id, seat, key)),
            *(
                [Step("INSERT INTO advance VALUES (?, ?, ?, ?)", (table_id, seat, key, answer))]
                if answer != "ask"
                else []
            ),
        )
        self.db.changed(table_id)
        return int(version)

    async def open_tables(self) -> list[tuple[str, str, int]]:
        """Return how many tables of which game are open, by phase; those that are over are not looked at."""
        rows = await self.db.rows(
            "SELECT phase, game, COUNT(*) FROM tables WHERE channel > 0 AND phase IN ('lobby', 'play')"
            " GROUP BY phase, game"
        )
        return [(phase, game, count) for phase, game, count in rows]

    # --- reviews ---

    async def review(self, table_id: int) -> str:
        """Return how a finished game was played, as a computer saw it; "" if none has looked yet."""
        rows = await self.db.rows("SELECT text FROM reviews WHERE table_id = ?", (table_id,))
        return str(rows[0][0]) if rows else ""

    async def keep_review(self, table_id: int, text: str) -> None:
        """Keep a review; the first one stays."""
        keep = "INSERT INTO reviews (table_id, text) VALUES (?, ?) ON CONFLICT (table_id) DO NOTHING"
        await self.db.write(Step(keep, (table_id, text)))

    # --- the data files that games were dealt from ---

    async def keep_sheets(self, game: str, fingerprint: str, sheets: Mapping[str, str]) -> None:
        """Keep a game's data files; those that are kept already stay as they are."""
        keep = (
            "INSERT INTO data_tables (fingerprint, game, file, text) VALUES (?, ?, ?, ?)"
            " ON CONFLICT DO NOTHING"
        )
        await self.db.write(*(Step(keep, (fingerprint, game, *sheet)) for sheet in sheets.items()))

    async def sheets(self, game: str, fingerprint: str) -> dict[str, str]:
        """Return the data files with this fingerprint by name; none if they were never kept."""
        rows = await self.db.rows(
            "SELECT file, text FROM data_tables WHERE fingerprint = ? AND game = ?", (fingerprint, game)
        )
        return {str(file): str(text) for file, text in rows}

    # --- facts ---

    async def fact(self, name: str) -> str:
        rows = await self.db.rows("SELECT value FROM facts WHERE name = ?", (name,))
        return str(rows[0][0]) if rows else ""

    async def set_fact(self, name: str, value: str) -> None:
        upsert = "INSERT INTO facts VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value"
        await self.db.write(Step(upsert, (name, value)))

    # --- several processes ---

    def alone(self, name: str) -> AbstractAsyncContextManager[None]:
        """Do something that only one process may do at a time: `async with store.alone("commands")`."""
        return self.db.alone(name)

    def listen(self, told: Told) -> None:
        """Be told of tables that other processes have changed: hints, which a sweep makes good."""
        self.db.listen(told)

    def hint(self, table_id: int) -> None:
        """Let other processes look at a table."""
        self.db.changed(table_id)

    async def take_identify(self, bucket: int) -> float:
        """Take the turn of a bucket of Discord's max_concurrency; return how long to wait, 0: go."""
        now = self.db.now
        [taken] = await self.db.write(
            Step(
                f"INSERT INTO identify (bucket, at) VALUES (?, {now}) ON CONFLICT (bucket)"
                f" DO UPDATE SET at = {now} WHERE identify.at <= {now} - ? OR identify.at > {now}"
                " RETURNING bucket",
                (bucket, IDENTIFY_INTERVAL),
            )
        )
        if taken:
            return 0.0
        [(wait,)] = await self.db.rows(
            f"SELECT ? + at - {now} FROM identify WHERE bucket = ?", (IDENTIFY_INTERVAL, bucket)
        )
        return min(IDENTIFY_INTERVAL, max(0.05, float(wait)))

    async def share_demand(self, process: str, demand: float) -> list[float]:
        """Tell how many requests a second a process needs; return what the others need."""
        now = self.db.now
        tell = (
            f"INSERT INTO request_demand (process, demand, at) VALUES (?, ?, {now})"
            " ON CONFLICT (process) DO UPDATE SET demand = excluded.demand, at = excluded.at"
        )
        await self.db.write(Step(tell, (process, demand)))
        others = await self.db.rows(
            f"SELECT demand FROM request_demand WHERE at BETWEEN (SELECT {now} - ?) AND (SELECT {now} + ?)"
            " AND process != ?",
            (PRESENT, PRESENT, process),
        )
        return [float(demand) for (demand,) in others]

    async def leave_budget(self, process: str) -> None:
        """Need nothing any more; those who were lost go as well."""
        now = self.db.now
        lost = f"at < (SELECT {now} - 60) OR at > (SELECT {now} + 60)"
        await self.db.write(Step(f"DELETE FROM request_demand WHERE process = ? OR {lost}", (process,)))
