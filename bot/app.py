"""The composition root: builds everything, starts it, and stops it in one told order. Nobody else builds."""

from collections.abc import Callable
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from functools import partial
from inspect import iscoroutinefunction
from typing import Any, NamedTuple

from bot.base.config import MAX_CACHED_TABLES
from bot.base.shards import EVERYWHERE, Shards
from bot.client.bot import Campanile
from bot.client.command_sync import CommandSync
from bot.client.gateway_events import guard_parsers
from bot.client.identify import IdentifyTurns
from bot.client.invalid_requests import InvalidRequestBackoff
from bot.client.rate_limit import RateLimiter
from bot.client.request_metrics import request_trace
from bot.delivery.advice import ReviewMessages
from bot.delivery.attachments import AnswerPictures
from bot.delivery.board import Board
from bot.delivery.budget_shares import BudgetShares
from bot.delivery.call_reminders import CallReminders
from bot.delivery.call_routing import CallRouter
from bot.delivery.calls import CallPublisher
from bot.delivery.catch_up import CatchUp, tell_set_aside
from bot.delivery.channel_position import ChannelPosition, watch_newest_messages
from bot.delivery.deadlines import DeadlineTimer
from bot.delivery.debounce import DEBOUNCE_SECONDS, Debouncer
from bot.delivery.game_publisher import SUSPENSE, GamePublisher
from bot.delivery.heartbeat import ShardStatus
from bot.delivery.lobby import LobbyPublisher
from bot.delivery.open_panels import OpenPanelLog
from bot.delivery.panel_sender import PanelSender
from bot.delivery.panels import Panels
from bot.delivery.peers import PeerSync
from bot.delivery.presence import Presence
from bot.delivery.press_priority import PressPriority
from bot.delivery.private_replies import PrivateReplies
from bot.delivery.publisher import Publisher, Waiting
from bot.delivery.reach import ServerReach
from bot.delivery.request_budget import RequestBudget
from bot.delivery.retry_queue import RetryQueue
from bot.delivery.seats import SeatQuestion
from bot.delivery.shutdown_notice import ShutdownNotice
from bot.delivery.silenced import SilencedChannels
from bot.delivery.startup import StartupSteps
from bot.delivery.table_messages import TableMessages
from bot.delivery.table_places import TablePlaces
from bot.delivery.threads import Threads
from bot.handlers.advice import AdviceHandler
from bot.handlers.all_handlers import Handlers
from bot.handlers.challenge import ChallengeHandler
from bot.handlers.channel_limits import ChannelLimiter
from bot.handlers.clocks import ClocksHandler
from bot.handlers.command_tree import CommandTree
from bot.handlers.computers import ComputersHandler
from bot.handlers.context import PressContext
from bot.handlers.deal_words import DealWordsHandler
from bot.handlers.ending import EndingHandler
from bot.handlers.greeting import GreetingHandler
from bot.handlers.history import HistoryHandler
from bot.handlers.intake import PressIntake
from bot.handlers.lobby import LobbyHandler
from bot.handlers.moves import MovesHandler
from bot.handlers.my_tables import MyTablesHandler
from bot.handlers.press_listener import PressListener
from bot.handlers.press_origin import PressOrigin
from bot.handlers.privacy import PrivacyHandler
from bot.handlers.records import RecordsHandler
from bot.handlers.replay import ReplayHandler
from bot.handlers.router import Router
from bot.handlers.rules import RulesHandler
from bot.handlers.seats import SeatsHandler
from bot.handlers.servers import ServersHandler
from bot.handlers.settings import SettingsHandler
from bot.handlers.threads import ThreadsHandler
from bot.handlers.which_table import WhichTableHandler
from bot.processes.painter import Painter
from bot.processes.think_inline import InlineThinker
from bot.service.computers import roll_dice
from bot.service.deal_words import draw_secretly
from bot.service.services import Services, build_services
from bot.service.thinker import Thinker
from bot.storage.stores import Stores
from bot.text.localized_commands import Translator
from cogs import add_cogs

TAKEOVER_SECONDS = 1.0  # seconds that a process which stops leaves to the one which may have taken its place

Stop = Callable[[], Any]


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


class App(NamedTuple):
    """The whole bot, by its parts; closing the client closes all of it."""

    parts: Parts
    core: Core
    client: Campanile
    delivery: Delivery
    handlers: Handlers
    servers: ServersHandler
    listener: PressListener
    commands: CommandSync
    startup: StartupSteps

    def is_calm(self) -> bool:
        """Say whether nobody waits for an answer, or is about to press again."""
        return self.core.context.intake.idle and self.core.press_priority.calm


async def build(stores: Stores, parts: Parts | None = None) -> App:
    """Build the bot on a database, ready to log in."""
    parts, stops = parts or Parts(), AsyncExitStack()
    core = _core(stores, parts)
    client = _client(core, parts, stops)
    delivery = _delivery(client, core, parts)
    handlers = _handlers(core, delivery)
    servers = ServersHandler(
        core.services, stores.processes, handlers.greeting, core.context.intake, core.shards
    )
    app = App(
        parts,
        core,
        client,
        delivery,
        handlers,
        servers,
        PressListener(
            Router(
                PressOrigin(core.services, delivery.places),
                delivery.publisher,
                delivery.threads,
                handlers.tables(),
            )
        ),
        CommandSync(client, stores.processes, parts.dev_guild),
        _startup(core, parts, client, delivery, servers),
    )
    for _, stop in reversed(order_of_stop(app)):
        stops.push_async_callback(stop) if iscoroutinefunction(stop) else stops.callback(stop)
    await _listen(app)
    return app


def order_of_stop(app: App) -> tuple[tuple[str, Stop], ...]:
    """Return what stops after what: the presses under way finish first, and the database goes last."""
    core, intake = app.core, app.core.context.intake
    return (
        ("presses under way", intake.drain),
        ("the start", app.startup.close),
        ("commands", app.commands.close),
        ("deadlines", core.deadlines.close),
        ("services", core.services.close),
        ("thinkers", app.parts.thinker.close),
        ("reviews", core.reviews.close),
        ("other processes", app.delivery.peers.close),
        ("boards and panels", app.delivery.publisher.close),
        ("a word at lively tables", app.delivery.shutdown_notice.say),
        ("painter", app.parts.painter.close),
        ("private replies", core.context.replies.close),
        ("presses that came too late", intake.wait_for_turned_away),
        ("connection", app.client.disconnect),
        ("budget shares", core.budget_shares.close),
        ("database", core.stores.close),
    )


def _core(stores: Stores, parts: Parts) -> Core:
    mine, shared = parts.shards or EVERYWHERE, stores.processes.shared
    services = build_services(
        stores,
        thinker=parts.thinker,
        max_cached_tables=parts.live_tables,
        new_draw=parts.new_draw,
        new_dice=parts.new_dice,
    )
    status = ShardStatus(mine)
    context = PressContext(
        services.settings,
        parts.rate_limiter,
        PressIntake(parts.takeover_seconds if shared else 0.0),
        AnswerPictures(parts.painter, services.settings),
        PrivateReplies(),
    )
    return Core(
        stores,
        services,
        context,
        DeadlineTimer(services, stores.clocks, status, mine),
        ReviewMessages(services, parts.painter, services.settings),
        PressPriority(),
        status,
        mine,
        BudgetShares(stores.processes, parts.budget, mine.processes),
        InvalidRequestBackoff(),
    )


def _client(core: Core, parts: Parts, stops: AsyncExitStack) -> Campanile:
    def heard(event: str, args: tuple[object, ...]) -> None:
        if event == "interaction":
            core.press_priority.press_arrived()
        core.shard_status.heard(event, args)

    return Campanile(
        context=core.context,
        tree=CommandTree,
        http_trace=parts.budget.watching(core.backoff.watching(request_trace())),
        shard_ids=(parts.shards.of, [*parts.shards.ids()]) if parts.shards else None,
        heard=heard,
        prepare=core.deadlines.prepare,
        identify=IdentifyTurns(core.stores.processes.take_identify) if core.stores.processes.shared else None,
        close_all=stops.aclose,
    )


def _delivery(client: Campanile, core: Core, parts: Parts) -> Delivery:
    services, store, mine = core.services, core.stores.messages, core.shards
    presence, places, reach = Presence(), TablePlaces(), ServerReach(client, mine)
    panels = _panels(client, core, parts)
    routing = CallRouter(client, core.stores.settings, core.stores.clocks)
    messages = _messages(client, core, parts, panels, presence, places, routing)
    again = services.tables.events.changed
    waiting = Waiting(
        Debouncer(core.press_priority, services.tables.at_hand, again, parts.debounce_seconds),
        RetryQueue(again),
        SilencedChannels(services, store),
        presence,
    )
    lobbies = LobbyPublisher(store, messages)
    games = GamePublisher(
        services, store, messages, panels, presence, core.press_priority, routing, parts.suspense
    )
    publisher = Publisher(services, messages, lobbies, games, panels, reach, parts.budget, waiting)
    services.tables.events.subscribe(changed=publisher.changed, set_aside=partial(tell_set_aside, client))
    shown, take_over = publisher, panels.take_over
    return Delivery(
        panels,
        messages,
        lobbies,
        publisher,
        waiting,
        places,
        PeerSync(store, core.stores.clocks, services, mine, shown.changed, shown.in_hand, take_over),
        CatchUp(services, store, messages.calls, panels, reach, publisher.changed),
        ShutdownNotice(services, store, messages.board, presence, reach),
    )


def _panels(client: Campanile, core: Core, parts: Parts) -> Panels:
    services, stores = core.services, core.stores
    sender = PanelSender(client, services, parts.painter, core.press_priority, services.settings)
    open_panels = OpenPanelLog(client, stores.open_panels, core.shards)
    return Panels(
        client,
        services,
        stores.messages,
        sender,
        open_panels,
        core.shards,
        services.settings,
        parts.budget,
    )


def _messages(
    client: Campanile,
    core: Core,
    parts: Parts,
    panels: Panels,
    presence: Presence,
    places: TablePlaces,
    routing: CallRouter,
) -> TableMessages:
    store, services = core.stores.messages, core.services
    again = services.tables.events.changed
    reminders = CallReminders(presence, panels.is_open, again)
    return TableMessages(
        Board(client, store, parts.painter, places),
        CallPublisher(client, store, routing, reminders, again, services.seats.strayed),
        SeatQuestion(client, store, presence, routing),
        Threads(client),
        ChannelPosition(client),
    )


def _startup(
    core: Core, parts: Parts, client: Campanile, delivery: Delivery, servers: ServersHandler
) -> StartupSteps:
    lost, catch_up = partial(servers.close_lost_servers, client), delivery.catch_up.run
    if parts.alone and core.stores.processes.shared:
        return StartupSteps((lost, catch_up), lambda: None)
    return StartupSteps((lost, delivery.peers.start, catch_up), core.deadlines.start)


def _handlers(core: Core, delivery: Delivery) -> Handlers:
    services, stores, settings = core.services, core.stores, core.services.settings
    panels, publisher, threads = delivery.panels, delivery.publisher, delivery.threads
    limits = ChannelLimiter(stores.channel_limits)
    places = ThreadsHandler(services, publisher, threads)
    lobby = LobbyHandler(
        services, delivery.lobbies, panels, delivery.waiting.presence, threads, limits, places
    )
    moves = MovesHandler(services, publisher, panels, settings)
    clocks = ClocksHandler(services, stores.clocks, stores.settings, moves, panels)
    replay = ReplayHandler(services, services.replay, limits)
    chosen = SettingsHandler(settings, panels, clocks.hours_changed)
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
        records=RecordsHandler(stores.records, stores.settings, limits),
        replay=replay,
        rules=RulesHandler(services),
        seats=SeatsHandler(services),
        settings=chosen,
        which_table=WhichTableHandler(services, publisher, moves, limits),
    )


async def _listen(app: App) -> None:
    """Let Discord's events and commands reach those who answer them."""
    client = app.client
    watch_newest_messages(client, app.delivery.messages.position.saw)
    guard_parsers(client)
    for listen in (
        app.listener.on_interaction,
        app.commands.on_ready,  # beside: a rate limit of the commands keeps nobody from playing
        app.startup.on_ready,
        app.servers.on_guild_remove,
        app.servers.on_guild_join,
        app.servers.on_guild_channel_delete,
        app.servers.on_raw_thread_delete,
    ):
        client.add_listener(listen)
    await client.tree.set_translator(Translator())
    await add_cogs(client, app.handlers)
