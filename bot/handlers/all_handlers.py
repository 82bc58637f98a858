"""Every handler, one a subject: built once, asked by the router and by the slash commands."""

from collections.abc import Iterator
from typing import NamedTuple

from bot.handlers.acts import Acts
from bot.handlers.advice import AdviceHandler
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
from bot.handlers.which_table import WhichTableHandler


class Handlers(NamedTuple):
    """What every button and command asks."""

    advice: AdviceHandler
    challenge: ChallengeHandler
    clocks: ClocksHandler
    computers: ComputersHandler
    deal_words: DealWordsHandler
    ending: EndingHandler
    greeting: GreetingHandler
    history: HistoryHandler
    lobby: LobbyHandler
    moves: MovesHandler
    my_tables: MyTablesHandler
    privacy: PrivacyHandler
    records: RecordsHandler
    replay: ReplayHandler
    rules: RulesHandler
    seats: SeatsHandler
    settings: SettingsHandler
    which_table: WhichTableHandler

    def tables(self) -> Iterator[Acts]:
        """Yield the acts of every handler that answers buttons."""
        for handler in self:
            if not isinstance(handler, WhichTableHandler):  # answers commands alone
                yield handler.acts()
