"""All stores on one engine: opened, handed out and closed by whoever composes a process."""

from dataclasses import dataclass
from pathlib import Path

from bot.base.errors import StoreTrouble
from bot.storage.channel_limits import ChannelLimitStore
from bot.storage.clocks import ClockStore
from bot.storage.deals import DealStore
from bot.storage.engine import Engine
from bot.storage.lessons import LessonStore
from bot.storage.lobby import LobbyStore
from bot.storage.messages import MessageStore
from bot.storage.open_engine import open_engine
from bot.storage.open_panels import OpenPanelStore
from bot.storage.personal_data import PersonalDataStore
from bot.storage.privacy import PrivacyStore
from bot.storage.processes import ProcessStore
from bot.storage.records import RecordStore
from bot.storage.seats import SeatStore
from bot.storage.servers import ServerStore
from bot.storage.settings import SettingsStore
from bot.storage.tables import TableStore

MOVING = "moving"  # a fact of a database into which another is being moved


@dataclass(frozen=True)
class Stores:
    """One store a subject, on one engine; for composition roots: everybody else takes the stores it needs."""

    engine: Engine
    tables: TableStore
    lobby: LobbyStore
    deals: DealStore
    messages: MessageStore
    open_panels: OpenPanelStore
    clocks: ClockStore
    seats: SeatStore
    settings: SettingsStore
    records: RecordStore
    privacy: PrivacyStore
    personal_data: PersonalDataStore
    servers: ServerStore
    processes: ProcessStore
    channel_limits: ChannelLimitStore
    lessons: LessonStore

    async def close(self) -> None:
        """Close after the writes under way."""
        await self.engine.close()


def stores_on(engine: Engine) -> Stores:
    """Return the stores on an engine."""
    return Stores(
        engine=engine,
        tables=TableStore(engine),
        lobby=LobbyStore(engine),
        deals=DealStore(engine),
        messages=MessageStore(engine),
        open_panels=OpenPanelStore(engine),
        clocks=ClockStore(engine),
        seats=SeatStore(engine),
        settings=SettingsStore(engine),
        records=RecordStore(engine),
        privacy=PrivacyStore(engine),
        personal_data=PersonalDataStore(engine),
        servers=ServerStore(engine),
        processes=ProcessStore(engine),
        channel_limits=ChannelLimitStore(engine),
        lessons=LessonStore(engine),
    )


async def open_stores(address: Path | str) -> Stores:
    """Open the database at an address, a file or a server, and bring it up to date."""
    stores = stores_on(await open_engine(address))
    try:
        await check_whole(stores.processes)
    except BaseException:
        await stores.close()
        raise
    return stores


async def check_whole(processes: ProcessStore) -> None:
    """Refuse a database into which another was being moved when that broke off."""
    if await processes.fact(MOVING):
        raise StoreTrouble("Another database was being moved to this one and is not whole. Move it again.")
