"""Builds the handlers: each with the services, stores and messages that it needs."""

from bot.app_parts import Core, Delivery
from bot.handlers.advice import AdviceHandler
from bot.handlers.all_handlers import Handlers
from bot.handlers.challenge import ChallengeHandler
from bot.handlers.clocks import ClocksHandler
from bot.handlers.computers import ComputersHandler
from bot.handlers.deal_words import DealWordsHandler
from bot.handlers.ending import EndingHandler
from bot.handlers.greeting import GreetingHandler
from bot.handlers.history import HistoryHandler
from bot.handlers.lobby import LobbyHandler
from bot.handlers.moves import MovesHandler
from bot.handlers.my_tables import MyTablesHandler
from bot.handlers.privacy import PrivacyHandler
from bot.handlers.records import RecordsHandler
from bot.handlers.replay import ReplayHandler
from bot.handlers.rules import RulesHandler
from bot.handlers.seats import SeatsHandler
from bot.handlers.settings import SettingsHandler
from bot.handlers.threads import ThreadsHandler
from bot.handlers.which_table import WhichTableHandler


def build_handlers(core: Core, delivery: Delivery) -> Handlers:
    services, stores, settings = core.services, core.stores, core.services.settings
    panels, publisher, threads = delivery.panels, delivery.publisher, delivery.threads
    places = ThreadsHandler(services, publisher, threads)
    lobby = LobbyHandler(
        services, delivery.lobbies, delivery.dealt, delivery.waiting.presence, threads, places
    )
    moves = MovesHandler(services, publisher, panels, settings)
    clocks = ClocksHandler(services, moves, panels)
    replay = ReplayHandler(services)
    chosen = SettingsHandler(settings, panels, services.clocks.hours_changed)
    return Handlers(
        advice=AdviceHandler(services, moves, core.reviews),
        challenge=ChallengeHandler(lobby),
        clocks=clocks,
        computers=ComputersHandler(services),
        deal_words=DealWordsHandler(services),
        ending=EndingHandler(services),
        greeting=GreetingHandler(stores.servers, settings, lobby, chosen),
        history=HistoryHandler(stores.records, stores.settings, replay),
        lobby=lobby,
        moves=moves,
        my_tables=MyTablesHandler(services, moves),
        privacy=PrivacyHandler(stores.personal_data, stores.seats, services.privacy),
        records=RecordsHandler(stores.records, stores.settings, services.channel_limits),
        replay=replay,
        rules=RulesHandler(services),
        seats=SeatsHandler(services),
        settings=chosen,
        which_table=WhichTableHandler(services, publisher, moves),
    )
