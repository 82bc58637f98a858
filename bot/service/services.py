"""All services, built in one place: each is given the repository, the stores and the services it needs."""

from collections.abc import Callable
from dataclasses import dataclass

from bot.base import timers
from bot.base.config import MAX_CACHED_TABLES
from bot.service.advance_answers import AdvanceAnswersService
from bot.service.advice import AdviceService
from bot.service.agreements import AgreementsService
from bot.service.channel_limits import ChannelLimitsService
from bot.service.clocks import ClocksService
from bot.service.computers import ComputersService, roll_dice
from bot.service.deal_words import DealWordsService, draw_secretly
from bot.service.lobby import LobbyService
from bot.service.moves import MovesService
from bot.service.privacy import PrivacyService
from bot.service.ratings import RatingsService
from bot.service.replay import FinishedGames
from bot.service.repository import TableRepository
from bot.service.rules_of_table import RulesOfTable
from bot.service.seats import SeatsService
from bot.service.servers import ServersService
from bot.service.settings import SettingsCache
from bot.service.settlement import settlement
from bot.service.startup import StartupService
from bot.service.table_clocks import TableClocks
from bot.service.takeback import TakebackService
from bot.service.thinker import Thinker
from bot.service.threads import ThreadsService
from bot.storage.stores import Stores


@dataclass(frozen=True, slots=True)
class Services:
    """What can be done to tables, a service a subject."""

    tables: TableRepository
    lobby: LobbyService
    deal_words: DealWordsService
    threads: ThreadsService
    moves: MovesService
    advance_answers: AdvanceAnswersService
    takeback: TakebackService
    agreements: AgreementsService
    seats: SeatsService
    clocks: ClocksService
    computers: ComputersService
    advice: AdviceService
    settings: SettingsCache
    channel_limits: ChannelLimitsService
    privacy: PrivacyService
    ratings: RatingsService
    replay: FinishedGames
    servers: ServersService
    startup: StartupService

    async def close(self) -> None:
        """Stop what the services do by themselves; nothing is lost, since everything true is stored."""
        await self.startup.close()
        await self.advice.close()
        await self.computers.close()
        await self.advance_answers.close()


def build_services(
    stores: Stores,
    now: Callable[[], float] = timers.now,
    thinker: Thinker | None = None,
    *,
    max_cached_tables: int = MAX_CACHED_TABLES,
    new_draw: Callable[[], str] = draw_secretly,
    new_dice: Callable[[], str] = roll_dice,
) -> Services:
    """Build every service once; without a thinker the house moves for computers, idly."""
    rules = RulesOfTable(stores.deals)
    tables = TableRepository(
        stores.tables,
        stores.seats,
        TableClocks(stores.clocks, stores.settings, now),
        rules,
        settlement(computers_think=thinker is not None),
        shared=stores.processes.shared,
        max_cached_tables=max_cached_tables,
    )
    deal_words = DealWordsService(tables, stores.deals, new_draw)
    settings = SettingsCache(stores.settings, shared=stores.processes.shared)
    agreements, seats = AgreementsService(tables, stores.tables, settings), SeatsService(tables, now)
    lobby = LobbyService(tables, stores.lobby, stores.tables, rules, deal_words, agreements, now)
    ratings = RatingsService(stores.engine, stores.tables, stores.processes, rules)
    return Services(
        tables=tables,
        lobby=lobby,
        deal_words=deal_words,
        threads=ThreadsService(tables, stores.lobby),
        moves=MovesService(tables, stores.records),
        advance_answers=AdvanceAnswersService(tables),  # before computers: as they are told, so they plan
        takeback=TakebackService(tables),
        agreements=agreements,
        seats=seats,
        clocks=ClocksService(tables, stores.clocks, stores.seats, stores.settings, now),
        computers=ComputersService(tables, thinker, new_dice),
        advice=AdviceService(tables, stores.tables, stores.records, thinker, new_dice),
        settings=settings,
        channel_limits=ChannelLimitsService(stores.channel_limits),
        privacy=PrivacyService(
            tables, stores.privacy, stores.deals, stores.seats, lobby, agreements, seats, deal_words
        ),
        ratings=ratings,
        replay=FinishedGames(stores.tables, stores.deals, stores.records, rules),
        servers=ServersService(tables, stores.servers, stores.tables, stores.settings, now),
        startup=StartupService(
            tables,
            stores.tables,
            stores.messages,
            stores.deals,
            stores.clocks,
            rules,
            lobby,
            ratings,
        ),
    )
