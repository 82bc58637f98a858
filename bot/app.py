"""The composition root: builds everything, starts it, and stops it in one told order. Nobody else builds."""

from collections.abc import Callable
from contextlib import AsyncExitStack
from functools import partial
from inspect import iscoroutinefunction
from typing import Any, NamedTuple

from bot.app_delivery import build_delivery
from bot.app_handlers import build_handlers
from bot.app_parts import Core, Delivery, Parts
from bot.base.shards import EVERYWHERE
from bot.client.bot import Campanile
from bot.client.command_sync import CommandSync
from bot.client.gateway_events import guard_parsers
from bot.client.identify import IdentifyTurns
from bot.client.invalid_requests import InvalidRequestBackoff
from bot.client.request_metrics import request_trace
from bot.delivery.advice import ReviewMessages
from bot.delivery.attachments import AnswerPictures
from bot.delivery.budget_shares import BudgetShares
from bot.delivery.channel_position import watch_newest_messages
from bot.delivery.deadlines import DeadlineTimer
from bot.delivery.heartbeat import ShardStatus
from bot.delivery.press_priority import PressPriority
from bot.delivery.private_replies import PrivateReplies
from bot.delivery.startup import StartupSteps
from bot.handlers.all_handlers import Handlers
from bot.handlers.command_tree import CommandTree
from bot.handlers.context import PressContext
from bot.handlers.intake import PressIntake
from bot.handlers.press_listener import PressListener
from bot.handlers.press_origin import PressOrigin
from bot.handlers.router import Router
from bot.handlers.servers import ServersHandler
from bot.service.services import build_services
from bot.storage.stores import Stores
from bot.text.localized_commands import Translator
from cogs import add_cogs

Stop = Callable[[], Any]


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
    delivery = build_delivery(client, core, parts)
    handlers = build_handlers(core, delivery)
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
                PressOrigin(core.services.tables, delivery.places),
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
        ("first panels", app.delivery.dealt.close),
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


def _startup(
    core: Core, parts: Parts, client: Campanile, delivery: Delivery, servers: ServersHandler
) -> StartupSteps:
    lost, catch_up = partial(servers.close_lost_servers, client), delivery.catch_up.run
    if parts.alone and core.stores.processes.shared:
        return StartupSteps((lost, catch_up), lambda: None)
    return StartupSteps((lost, delivery.peers.start, catch_up), core.deadlines.start)


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
