"""The trial from its beginning to its end: within two minutes, whoever presses, and whatever Discord does."""

import asyncio
import re
import signal
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any

import aiohttp
import discord

from bot.base.config import Config
from bot.base.version import version
from bot.ops.doctor_discord import DiscordApi
from bot.ops.live_doctor.attempt import NOT_TAKEN, Attempts
from bot.ops.live_doctor.limits import Limits
from bot.ops.live_doctor.presses import Presses
from bot.ops.live_doctor.report import Report, refusal
from bot.ops.live_doctor.sending import Sending
from bot.ops.live_doctor.shown import Pictures
from bot.text.words import words

TRIAL_SECONDS = 90.0  # for all of it but taking everything away again, which has 25 more
PRESSES_SECONDS = 60.0  # for the presses, if a host does not say otherwise
CONNECT_SECONDS = 20.0  # until Discord says that we are ready
SPARE = 20  # identifies that are left alone
FORM_SECONDS = 10.0  # for a form that may be sent back
TEXT_CHANNELS = {0, 5}  # of a server: text, and announcements
CHANNEL = re.compile(r"(?:<#|https://\S+/)?(\d{15,20})>?")
BEGUN = "Please press the three buttons in the channel, one after the other. Ctrl-C ends it and cleans up."
IN_PARALLEL = (
    "A bot with this token may stay connected: its tables and commands are not touched, and it leaves the"
    " buttons of this trial alone. A bot of an older version may answer them first: that is code 40060."
)


class Unfit(Exception):
    """A channel, or a token, with which nothing can be tried; says why."""


class Client(discord.Client):
    """Hears of presses and does nothing by itself."""

    presses: Presses | None = None

    async def on_interaction(self, press: discord.Interaction[discord.Client]) -> None:
        if self.presses is not None:
            await self.presses.came(press)


class Trial:
    """Tries everything in one channel, and takes all of it away again."""

    def __init__(self, settings: Config, channel: str, wait: float = PRESSES_SECONDS) -> None:
        self._settings = settings
        self._channel = channel_of(channel)
        self._wait = min(wait, TRIAL_SECONDS)
        self._limits = Limits()
        self._attempts = Attempts(Pictures())
        self._presses: Presses | None = None

    @property
    def report(self) -> Report:
        return self._attempts.report

    async def run(self) -> list[str]:
        """Do it, and return the report; Unfit if it cannot begin."""
        begun = time.monotonic()
        guild, shards = await self._looked_up()
        client = self._client(guild, shards)
        connected: asyncio.Task[None] | None = None
        with _ended_by_sigterm():
            try:
                async with asyncio.timeout(TRIAL_SECONDS):
                    await client.login(self._settings.token)
                    connected = asyncio.create_task(client.connect())
                    await self._try_everything(client, guild, connected)
            except TimeoutError:
                self._end(f"after {TRIAL_SECONDS:.0f} s")
            except asyncio.CancelledError:
                self._end("by hand")
            except (*NOT_TAKEN, RuntimeError) as error:  # discord.py says the latter of a closed line
                self._end(refusal(error, TRIAL_SECONDS))
            finally:
                if self._presses is not None:
                    await self._presses.close()
                self.report.leave(await self._attempts.undo.all())
                await _disconnected(client, connected)
        return self.report.lines(self._limits.lines(), time.monotonic() - begun)

    async def _looked_up(self) -> tuple[int, int]:
        """Return the server of the channel, and how many shards Discord wants."""
        headers = {
            "Authorization": f"Bot {self._settings.token}",
            "User-Agent": f"DiscordBot (campanile, {version()})",
        }
        limit = aiohttp.ClientTimeout(total=CONNECT_SECONDS)
        async with aiohttp.ClientSession(headers=headers, timeout=limit) as session:
            line = DiscordApi(session)
            try:
                channel = await line.get(f"/channels/{self._channel}")
                gateway = await line.get("/gateway/bot")
            except (aiohttp.ClientError, TimeoutError) as error:
                raise Unfit(_unreachable(error)) from None
        if channel.get("type") not in TEXT_CHANNELS or not channel.get("guild_id"):
            raise Unfit("CHANNEL is not a text channel of a server: name one in which the bot may write")
        if (left := gateway["session_start_limit"]["remaining"]) < SPARE + int(gateway["shards"]):
            raise Unfit(f"only {left} identifies are left today, which the bot may need: try again tomorrow")
        return int(channel["guild_id"]), int(gateway["shards"])

    def _client(self, guild: int, shards: int) -> Client:
        """Return a client with the shard that hears of the channel, and no other."""
        intents = discord.Intents.none()
        intents.guilds = True
        return Client(
            intents=intents,
            shard_id=(guild >> 22) % shards,
            shard_count=shards,
            allowed_mentions=discord.AllowedMentions.none(),
            member_cache_flags=discord.MemberCacheFlags.none(),
            chunk_guilds_at_startup=False,
            max_messages=None,
            max_ratelimit_timeout=30.0,
            http_trace=self._limits.watching(),
        )

    async def _try_everything(self, client: Client, guild: int, connected: "asyncio.Task[None]") -> None:
        heard = await self._is_ready(client, connected)
        server = client.get_guild(guild)
        said = words(str(server.preferred_locale) if server else "en")
        sending = Sending(client, self._attempts, guild, self._channel, said)
        self._presses = client.presses = Presses(client, self._attempts, sending)
        message = await sending.all(self._settings.dev_guild)
        if not message:
            self._end("there was no message with buttons to press")
        elif not heard:
            self._end("the gateway did not let us in, so no press can be heard")
        else:
            await self._wait_for_presses(self._presses)

    async def _wait_for_presses(self, presses: Presses) -> None:
        print(BEGUN, flush=True)
        try:
            await asyncio.wait_for(presses.all(), self._wait)
        except TimeoutError:
            self._end(f"after {self._wait:.0f} s of waiting")
            return
        with suppress(TimeoutError):
            await asyncio.wait_for(presses.sent_back(), FORM_SECONDS)

    async def _is_ready(self, client: Client, connected: "asyncio.Task[None]") -> bool:
        """Wait until we would hear of a press; False if the gateway does not let us in."""
        ready = asyncio.create_task(client.wait_until_ready())
        try:
            await asyncio.wait(
                {ready, connected}, timeout=CONNECT_SECONDS, return_when=asyncio.FIRST_COMPLETED
            )
            return client.is_ready()
        finally:
            ready.cancel()

    def _end(self, why: str) -> None:
        """Note why the trial ends early, and which buttons nobody has pressed."""
        missing = self._presses.missing() if self._presses else []
        nobody = f": nobody pressed {' '.join(f'[{act}]' for act in missing)}" if missing else ""
        self.report.end(f"{why}{nobody}")


async def _disconnected(client: discord.Client, connected: "asyncio.Task[None] | None") -> None:
    """Close the connection, whatever state it is in."""
    with suppress(*NOT_TAKEN):
        await client.close()
    if connected is not None:
        connected.cancel()
        await asyncio.wait([connected])
        if not connected.cancelled():
            connected.exception()


@contextmanager
def _ended_by_sigterm() -> Iterator[None]:
    """End as by Ctrl-C when a service or a container is stopped."""
    loop, task = asyncio.get_running_loop(), asyncio.current_task()
    assert task is not None
    names: list[Any] = [signal.SIGTERM]
    with suppress(NotImplementedError):  # Windows has no signal handlers on its loop
        for name in names:
            loop.add_signal_handler(name, task.cancel)
    yield
    with suppress(NotImplementedError):
        for name in names:
            loop.remove_signal_handler(name)


def channel_of(said: str) -> int:
    """Read a channel: its number, its mention, or the address that [Copy Link] gives."""
    found = CHANNEL.fullmatch(said.strip())
    if found is None:
        raise Unfit("CHANNEL is the number of a channel, or what Copy Link in its menu gives")
    return int(found[1])


def _unreachable(error: Exception) -> str:
    if isinstance(error, aiohttp.ClientResponseError):
        if error.status == 401:
            return "Discord does not accept DISCORD_TOKEN. Reset it in the portal."
        if error.status in (403, 404):
            return f"the bot does not see CHANNEL ({error.status}): invite it there, or name another one"
        return f"Discord cannot be reached ({error.status})"
    return f"Discord cannot be reached ({refusal(error, CONNECT_SECONDS)})"
