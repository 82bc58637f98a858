"""What the bot is made of: the parts that may be chosen, and what is built of them."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import NamedTuple

from bot.base.config import MAX_CACHED_TABLES
from bot.base.shards import Shards
from bot.client.invalid_requests import InvalidRequestBackoff
from bot.client.rate_limit import RateLimiter
from bot.delivery.advice import ReviewMessages
from bot.delivery.budget_shares import BudgetShares
from bot.delivery.catch_up import CatchUp
from bot.delivery.deadlines import DeadlineTimer
from bot.delivery.dealt_panels import DealtPanels
from bot.delivery.debounce import DEBOUNCE_SECONDS
from bot.delivery.game_publisher import SUSPENSE
from bot.delivery.heartbeat import ShardStatus
from bot.delivery.lobby import LobbyPublisher
from bot.delivery.panels import Panels
from bot.delivery.peers import PeerSync
from bot.delivery.press_priority import PressPriority
from bot.delivery.publisher import Publisher, Waiting
from bot.delivery.request_budget import RequestBudget
from bot.delivery.shutdown_notice import ShutdownNotice
from bot.delivery.table_messages import TableMessages
from bot.delivery.table_places import TablePlaces
from bot.delivery.threads import Threads
from bot.handlers.context import PressContext
from bot.processes.painter import Painter
from bot.processes.think_inline import InlineThinker
from bot.service.computers import roll_dice
from bot.service.deal_words import draw_secretly
from bot.service.services import Services
from bot.service.thinker import Thinker
from bot.storage.stores import Stores

TAKEOVER_SECONDS = 1.0  # seconds that a process which stops leaves to the one which may have taken its place


@dataclass(frozen=True)
class Parts:
    """What may be chosen; a bot on Discord passes its processes, a test what it watches."""

    rate_limiter: RateLimiter = field(default_factory=RateLimiter)
    budget: RequestBudget = field(default_factory=RequestBudget)
    painter: Painter = field(default_factory=Painter)
    thinker: Thinker = field(default_factory=InlineThinker)
    shards: Shards | None = None  # none: as many as Discord asks for, all in this process
    live_tables: int = MAX_CACHED_TABLES
    new_draw: Callable[[], str] = draw_secretly
    new_dice: Callable[[], str] = roll_dice
    suspense: float = SUSPENSE
    debounce_seconds: float = DEBOUNCE_SECONDS
    dev_guild: int | None = None
    takeover_seconds: float = TAKEOVER_SECONDS
    alone: bool = False  # on a shared database, too: looks for nothing that other processes did


class Core(NamedTuple):
    """What stands without a connection to Discord."""

    stores: Stores
    services: Services
    context: PressContext
    deadlines: DeadlineTimer
    reviews: ReviewMessages
    press_priority: PressPriority
    shard_status: ShardStatus
    shards: Shards
    budget_shares: BudgetShares
    backoff: InvalidRequestBackoff


class Delivery(NamedTuple):
    """What is shown, and kept current."""

    panels: Panels
    dealt: DealtPanels
    messages: TableMessages
    lobbies: LobbyPublisher
    publisher: Publisher
    waiting: Waiting
    places: TablePlaces
    peers: PeerSync
    catch_up: CatchUp
    shutdown_notice: ShutdownNotice

    @property
    def threads(self) -> Threads:
        return self.messages.threads
