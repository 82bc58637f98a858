"""Builds what shows tables and keeps them current, around a client."""

from functools import partial

from bot.app_parts import Core, Delivery, Parts
from bot.client.bot import Campanile
from bot.delivery.board import Board
from bot.delivery.call_reminders import CallReminders
from bot.delivery.call_routing import CallRouter
from bot.delivery.calls import CallPublisher
from bot.delivery.catch_up import CatchUp, tell_set_aside
from bot.delivery.channel_position import ChannelPosition
from bot.delivery.dealt_panels import DealtPanels
from bot.delivery.debounce import Debouncer
from bot.delivery.game_publisher import GamePublisher
from bot.delivery.lobby import LobbyPublisher
from bot.delivery.open_panels import OpenPanelLog
from bot.delivery.panel_sender import PanelSender
from bot.delivery.panels import Panels
from bot.delivery.peers import PeerSync
from bot.delivery.presence import Presence
from bot.delivery.publisher import Publisher, Waiting
from bot.delivery.reach import ServerReach
from bot.delivery.retry_queue import RetryQueue
from bot.delivery.seats import SeatQuestion
from bot.delivery.shutdown_notice import ShutdownNotice
from bot.delivery.silenced import SilencedChannels
from bot.delivery.table_messages import TableMessages
from bot.delivery.table_places import TablePlaces
from bot.delivery.threads import Threads


def build_delivery(client: Campanile, core: Core, parts: Parts) -> Delivery:
    services, store, mine = core.services, core.stores.messages, core.shards
    presence, places, reach = Presence(), TablePlaces(), ServerReach(client, mine)
    sender = PanelSender(client, services, parts.painter, core.press_priority, services.settings)
    panels = _panels(client, core, parts, sender)
    routing = CallRouter(client, core.stores.settings, core.stores.clocks)
    messages = _messages(client, core, parts, panels, presence, places, routing)
    again = services.tables.events.changed
    waiting = Waiting(
        Debouncer(core.press_priority, services.tables.at_hand, again, parts.debounce_seconds),
        RetryQueue(again),
        SilencedChannels(services, store),
        presence,
    )
    dealt = DealtPanels(services, panels, sender)
    lobbies = LobbyPublisher(store, messages, dealt)
    games = GamePublisher(
        services, store, messages, panels, presence, core.press_priority, routing, parts.suspense
    )
    publisher = Publisher(services, messages, lobbies, games, panels, reach, parts.budget, waiting)
    services.tables.events.subscribe(changed=publisher.changed, set_aside=partial(tell_set_aside, client))
    shown, take_over = publisher, panels.take_over
    return Delivery(
        panels,
        dealt,
        messages,
        lobbies,
        publisher,
        waiting,
        places,
        PeerSync(store, core.stores.clocks, services, mine, shown.changed, shown.in_hand, take_over),
        CatchUp(services, store, messages.calls, panels, reach, publisher.changed),
        ShutdownNotice(services, store, messages.board, presence, reach),
    )


def _panels(client: Campanile, core: Core, parts: Parts, sender: PanelSender) -> Panels:
    services, stores = core.services, core.stores
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
