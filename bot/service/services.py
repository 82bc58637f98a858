"""All services, built in one place: each is given the repository, the stores and the services it needs."""

from collections.abc import Callable
from dataclasses import dataclass

from bot.base import timers
from bot.service.advance_answers import AdvanceAnswersService
from bot.service.advice import AdviceService
from bot.service.agreements import AgreementsService
from bot.service.cache import MAX_CACHED_TABLES
from bot.service.clocks import ClocksService
from bot.service.computers import ComputersService, roll_dice
from bot.service.deal_words import DealWordsService, draw_secretly
from bot.service.lobby import LobbyService
from bot.service.moves import MovesService
from bot.service.privacy import PrivacyService
from bot.service.replay import FinishedGames
from bot.service.repository import TableRepository
from bot.service.rules_of_table import RulesOfTable
from bot.service.seats import SeatsService
from bot.service.servers import ServersService
from bot.service.settings import SettingsCache
from bot.service.startup import StartupService
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
    privacy: PrivacyService
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
    rules = RulesOfTable(stores)
    tables = TableRepository(
        stores, rules, now, computers_think=thinker is not None, max_cached_tables=max_cached_tables
    )
    deal_words = DealWordsService(tables, stores, new_draw)
    lobby = LobbyService(tables, stores, rules, deal_words, now)
    agreements, seats = AgreementsService(tables, stores), SeatsService(tables, now)
    return Services(
        tables=tables,
        lobby=lobby,
        deal_words=deal_words,
        threads=ThreadsService(tables, stores),
        moves=MovesService(tables, stores),
        advance_answers=AdvanceAnswersService(tables),  # before computers: as they are told, so they plan
        takeback=TakebackService(tables),
        agreements=agreements,
        seats=seats,
        clocks=ClocksService(tables, stores, now),
        computers=ComputersService(tables, thinker, new_dice),
        advice=AdviceService(tables, stores, thinker, new_dice),
        settings=SettingsCache(stores),
        privacy=PrivacyService(tables, stores, lobby, agreements, seats, deal_words),
        replay=FinishedGames(stores, rules),
        servers=ServersService(tables, stores, now),
        startup=StartupService(tables, stores, rules, now),
    )
