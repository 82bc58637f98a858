"""The Discord client: least intents, commands synced when they change, a clean end."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from typing import Any, Literal

import discord
from discord import app_commands
from discord.ext import commands

from bot.base.config import MAX_CACHED_TABLES
from bot.base.errors import Damaged, StoreTrouble
from bot.base.logs import trace
from bot.base.shards import EVERYWHERE, Shards
from bot.client.command_sync import CommandSync
from bot.client.gateway_events import guard_parsers
from bot.client.invalid_requests import GlobalLimit, InvalidRequestBackoff
from bot.client.multipart import use_in_discord
from bot.client.rate_limit import RateLimiter
from bot.client.request_metrics import request_trace
from bot.delivery.advice import ReviewMessages
from bot.delivery.attachments import fitting, picture_files
from bot.delivery.board import Board
from bot.delivery.budget_shares import BudgetShares
from bot.delivery.call_routing import CallRouter
from bot.delivery.channel_position import watch_newest_messages
from bot.delivery.deadlines import LOOK_RETRY_INTERVAL, DeadlineTimer
from bot.delivery.heartbeat import ShardStatus
from bot.delivery.open_panels import OpenPanelLog
from bot.delivery.panel_sender import PanelSender
from bot.delivery.panels import Panels
from bot.delivery.peers import PeerSync
from bot.delivery.press_priority import PressPriority
from bot.delivery.private_replies import PrivateReplies
from bot.delivery.publisher import Publisher
from bot.delivery.request_budget import RequestBudget
from bot.delivery.table_places import TablePlaces
from bot.handlers.error_boundary import guarded, incident, let_go, tell
from bot.handlers.press_origin import PressOrigin
from bot.handlers.router import Router
from bot.processes.painter import PRESSED_HASTE, Painter
from bot.processes.think_inline import InlineThinker
from bot.service.services import Services, build_services
from bot.service.thinker import Thinker
from bot.storage.stores import Stores
from bot.text.localized_commands import Translator
from bot.views.parts.custom_ids import trial_act
from bot.views.parts.items import BotClient, Interaction, pressed_id
from bot.views.parts.screen import Screen
from games.core import Text

log = logging.getLogger(__name__)

COGS = ("cogs.tables", "cogs.rules", "cogs.settings", "cogs.clocks", "cogs.records")
discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False  # we never speak
OUTDATED_COMMAND_ERRORS = (
    app_commands.CommandNotFound,
    app_commands.CommandSignatureMismatch,
    app_commands.TransformerError,
)
OUTDATED_COMMAND = Text("This command has changed since you opened it. Please type it again.")
DRAIN_SECONDS = 10.0  # seconds that presses under way have to finish when the bot stops
TOOK_TOO_LONG = Text("That took too long here. Nothing is lost: please try again.")
TAKEOVER_SECONDS = 1.0  # seconds that a process which stops leaves to the one which may have taken its place
ACKNOWLEDGE_WITHIN = 2.0  # seconds; Discord gives up after 3


class ReconnectBackoff(discord.backoff.ExponentialBackoff[Literal[False]]):
    """Waits a minute at most until it connects again: discord.py would wait up to a quarter of an hour."""

    def __init__(self) -> None:
        super().__init__()
        self._max = 6  # two to the power of it, in seconds


discord.shard.ExponentialBackoff = ReconnectBackoff  # type: ignore[attr-defined, assignment]
use_in_discord()


class Tree(app_commands.CommandTree["Campanile"]):
    """The slash commands; a failing one still answers."""

    async def on_error(
        self, interaction: discord.Interaction["Campanile"], error: app_commands.AppCommandError
    ) -> None:
        if isinstance(error, app_commands.CheckFailure):
            await tell(interaction, Text("This command works in the channels of a server."))
        elif isinstance(error, OUTDATED_COMMAND_ERRORS):
            await tell(interaction, OUTDATED_COMMAND)
        else:
            await incident(interaction, error)


class Campanile(BotClient, commands.AutoShardedBot):
    """The bot: its stores and services, one stage, one router."""

    def __init__(
        self,
        stores: Stores,
        *,
        dev_guild: int | None = None,
        turnstile: RateLimiter | None = None,
        live_tables: int = MAX_CACHED_TABLES,
        painter: Painter | None = None,
        shards: Shards | None = None,
        thinker: Thinker | None = None,
        services: Services | None = None,
        budget: RequestBudget | None = None,
    ) -> None:
        intents = discord.Intents.none()
        intents.guilds = True
        self.restraint, self.budget = InvalidRequestBackoff(), budget or RequestBudget()
        super().__init__(
            command_prefix=commands.when_mentioned,
            help_command=None,
            intents=intents,
            tree_cls=Tree,
            allowed_mentions=discord.AllowedMentions.none(),
            member_cache_flags=discord.MemberCacheFlags.none(),
            chunk_guilds_at_startup=False,
            guild_ready_timeout=0.5,  # seconds without another server; READY has named them all already
            max_messages=None,
            http_trace=self.budget.watching(self.restraint.watching(request_trace())),
            allowed_installs=app_commands.AppInstallationType(guild=True, user=False),
        )
        if shards:  # else as many as Discord asks for
            self.shard_count, self.shard_ids = shards.of, [*shards.ids()]
        self.stores = stores
        self.turnstile = turnstile or RateLimiter()
        self._thinker = thinker or InlineThinker()
        self.services = services or build_services(
            stores, thinker=self._thinker, max_cached_tables=live_tables
        )
        self.habits = self.services.settings
        self._painter = painter or Painter()
        self._manners = PressPriority()
        self.shards_held = mine = shards or EVERYWHERE
        self.budget_shares = BudgetShares(stores.processes, self.budget, mine.processes)
        outgoing = self.budget
        messages, open_panels = stores.messages, OpenPanelLog(self, stores.open_panels, mine)
        sender = PanelSender(self, self.services, self._painter, self._manners, self.habits)
        self.panels = Panels(self, self.services, messages, sender, open_panels, mine, self.habits, outgoing)
        routing = CallRouter(self, stores.settings, stores.clocks)
        places = TablePlaces()
        board = Board(self, messages, self._painter, places)
        self.stage = Publisher(
            self, self.services, messages, routing, self.panels, board, self._manners, mine, outgoing
        )
        shown, take_over = self.stage, self.panels.take_over
        self.peers = PeerSync(
            messages, stores.clocks, self.services, mine, shown.changed, shown.in_hand, take_over
        )
        self.line = ShardStatus(mine)
        self.alarm = DeadlineTimer(self.services, stores.clocks, self.line, mine)
        self._reviews = ReviewMessages(self.services, self._painter, self.habits)
        origin = PressOrigin(self.services.tables, places)
        self.router = Router(
            self.services, origin, self.stage, self.panels, stores, self.habits, self._reviews
        )
        self.services.tables.events.subscribe(changed=self.stage.changed, set_aside=self.stage.set_aside)
        watch_newest_messages(self, self.stage.scroll.saw)
        guard_parsers(self)
        self.command_sync = CommandSync(self, stores.processes, dev_guild)
        self._leftovers = PrivateReplies(self)
        self._serving, self._draining, self._idle = 0, False, asyncio.Event()
        self._late: set[asyncio.Task[None]] = set()
        self._turned_away: set[asyncio.Task[Any]] = set()
        self.after_you = TAKEOVER_SECONDS if stores.processes.shared else 0.0
        self._met_discord = False
        self._waking: asyncio.Task[None] | None = None
        self._at_once: int | None = None  # shards that may identify at the same moment

    async def login(self, token: str) -> None:
        self._met_discord = True
        self.budget_shares.start()
        await super().login(token)

    async def setup_hook(self) -> None:
        self.http._global_over = GlobalLimit()
        await self.alarm.prepare()
        await self.tree.set_translator(Translator())
        for cog in COGS:
            if cog not in self.extensions:  # a second login
                await self.load_extension(cog)

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        """Identify one after the other, as Discord asks: all shards of all processes, a row a bucket."""
        if not self.stores.processes.shared:
            await super().before_identify_hook(shard_id, initial=initial)
            return
        if self._at_once is None:
            self._at_once = (await self.fetch_session_start_limits()).max_concurrency
        wait = 1.0
        while wait:
            try:
                wait = await self.stores.processes.take_identify((shard_id or 0) % self._at_once)
            except StoreTrouble as trouble:  # without the database there is no hurry to hear of presses
                log.warning("%s", trouble)
            await asyncio.sleep(wait)

    async def fresh_connection(self) -> None:
        """Forget a connection that failed at the login, so that the next one starts anew."""
        await self.http.close()
        self.clear()
        self.http.connector = discord.utils.MISSING

    async def on_ready(self) -> None:
        if self._waking is None and not self._draining:
            log.info("ready in %s servers", len(self.guilds))
            self.command_sync.start()  # beside: a rate limit of the commands keeps nobody from playing
            self._waking = asyncio.create_task(self._wake())
            await asyncio.wait([self._waking])
            if not self._waking.cancelled():
                self._waking.result()

    async def _wake(self) -> None:
        """Look for what has happened while nobody was here, and show it."""
        await self._looked(self._look_for_lost_servers)
        self.peers.start()
        await self._looked(self.stage.catch_up)
        self.alarm.start()

    async def _looked(self, look: Callable[[], Awaitable[None]]) -> None:
        """Look for something until the database can be asked; what fails keeps no clock from running."""
        while True:
            try:
                await look()
                break
            except Damaged as trouble:
                log.error("a start has left something out: %s", trouble)
                break
            except StoreTrouble as trouble:
                log.warning("the start waits: %s", trouble)
                await asyncio.sleep(LOOK_RETRY_INTERVAL)
            except Exception as error:
                log.error("a start has left something out\n%s", trace(error))
                break

    async def _look_for_lost_servers(self) -> None:
        """Close the tables of servers that removed the bot while it was down; but not as another bot."""
        known, mine = await self.stores.processes.fact("application"), str(self.application_id)
        if known == mine:
            await self.services.servers.find_lost_servers(
                {guild.id for guild in self.guilds}, self.shards_held
            )
        else:
            await self.stores.processes.set_fact("application", mine)

    async def on_guild_remove(self, guild: discord.Guild) -> None:
        """Discord tells an outage apart: this one has removed us, or is no more."""
        await self.services.servers.note_server_left(guild.id)

    async def on_guild_join(self, guild: discord.Guild) -> None:
        """The bot was invited, perhaps again; only who has the server's shard is told."""
        await self.services.servers.note_server_joined(guild.id)
        if self.shards_held.has(guild.id) and not self._draining:
            await self.router.greeting.greet(guild)

    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        await self.services.servers.close_channel(channel.id, channel.guild.id)

    async def on_raw_thread_delete(self, payload: discord.RawThreadDeleteEvent) -> None:
        await self.services.servers.close_channel(payload.thread_id)

    def dispatch(self, event: str, /, *args: Any, **kwargs: Any) -> None:
        """Hear of a press in the very moment it comes in, before anything else may run."""
        if event == "interaction":
            self._manners.press_arrived()
        self.line.heard(event, args)
        super().dispatch(event, *args, **kwargs)

    async def pressed(self, interaction: Interaction) -> None:
        await guarded(interaction, self.router.press(interaction))

    async def pictured(self, interaction: Interaction, screen: Screen) -> list[discord.File]:
        user = interaction.user.id
        screen = fitting(screen, await self.habits.of(user))
        return await picture_files(self._painter, screen, ("answer", user), PRESSED_HASTE)

    def is_calm(self) -> bool:
        """Say whether nobody waits for an answer, or is about to press again."""
        return not self._serving and self._manners.calm

    @property
    def stopping(self) -> bool:
        """Whether no press is begun any more."""
        return self._draining

    @contextmanager
    def serving(self) -> Iterator[bool]:
        if self._draining:
            self._keep_the_line()
            yield False
            return
        self._serving += 1
        try:
            yield True
        finally:
            self._serving -= 1
            if not self._serving:
                self._idle.set()

    def _keep_the_line(self) -> None:
        """Stay connected until somebody who comes while we are stopping has been told so."""
        if task := asyncio.current_task():
            self._turned_away.add(task)
            task.add_done_callback(self._turned_away.discard)

    async def _drain(self) -> None:
        """Begin nothing any more, and let what is under way finish."""
        self._draining = True
        self._idle.clear()
        if self._serving:
            try:
                await asyncio.wait_for(self._idle.wait(), DRAIN_SECONDS)
            except TimeoutError:
                log.warning("%s presses had not finished within %.0f s", self._serving, DRAIN_SECONDS)

    def answered(self, interaction: Interaction, message: int) -> None:
        self._leftovers.keep(interaction, message)

    async def on_interaction(self, interaction: Interaction) -> None:
        """Take every press and form, also on an item that an edit took away; watch over the commands."""
        if trial_act(pressed_id(interaction)):  # a doctor with our token is at work, and answers it
            return
        match interaction.type:
            case discord.InteractionType.component | discord.InteractionType.modal_submit:
                self._watch_over(interaction)
                await self.pressed(interaction)
                let_go(interaction)
            case discord.InteractionType.application_command if not interaction.response.is_done():
                self._watch_over(interaction)

    def _watch_over(self, interaction: Interaction) -> None:
        loop = asyncio.get_running_loop()
        interaction.extras["watch"] = loop.call_later(ACKNOWLEDGE_WITHIN, self._watch, interaction)

    def _watch(self, interaction: Interaction) -> None:
        """Say something before Discord says "interaction failed"."""
        if not interaction.response.is_done() and not self.is_closed():
            log.warning("an interaction was unanswered after %s s", ACKNOWLEDGE_WITHIN)
            answer = asyncio.create_task(tell(interaction, TOOK_TOO_LONG))
            self._late.add(answer)
            answer.add_done_callback(self._late.discard)

    async def _wake_no_more(self) -> None:
        """Leave what a start still looks through to the next one: the database is about to close."""
        if self._waking and not self._waking.done():
            self._waking.cancel()
            await asyncio.wait([self._waking])

    async def close(self) -> None:
        """Finish the presses under way, then what is owed, then the connection, and the database last."""
        await self._drain()
        await self._wake_no_more()
        await self.command_sync.close()
        await self.alarm.close()
        await self.services.close()
        await self._thinker.close()
        self._reviews.close()
        await self.peers.close()
        await self.stage.close()
        self._painter.close()
        self._leftovers.close()
        if self._turned_away:
            await asyncio.wait(self._turned_away, timeout=2 * TAKEOVER_SECONDS)
        if self._met_discord:  # discord.py cannot close what was never opened
            await super().close()
        await self.budget_shares.close()
        await self.stores.close()
