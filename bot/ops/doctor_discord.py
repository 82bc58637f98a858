"""What the doctor asks Discord: token, intents, shards, clock, commands, permissions. It changes nothing."""

import time
from collections.abc import AsyncIterator, Iterator
from email.utils import parsedate_to_datetime
from typing import Any

import aiohttp
import discord

from bot.base.config import Config
from bot.base.version import version
from bot.client.permissions import FOR_THREADS, NEEDED
from bot.ops.doctor import Finding, bad, ok, warn
from bot.ops.doctor_commands import differing, our_commands, refused_commands
from bot.text.foreign_names import SERVER_NAME, safe_name
from bot.text.words import words

SKEW, TOO_MUCH = 5.0, 60.0  # seconds
FEW = 50  # identifies left
SERVERS_PER_REQUEST, MAX_SERVER_REQUESTS = 200, 50  # servers asked for at once, and how often
MAX_SERVERS_NAMED = 20  # servers named one by one
INTENTS = {"presences": 12, "members": 14, "message content": 18}  # the first of their two bits each


class DiscordApi:
    """A line to Discord's API; only ever asks."""

    def __init__(self, session: aiohttp.ClientSession) -> None:
        self._session = session
        self.skew: float | None = None  # seconds that our clock is ahead of Discord's

    async def get(self, path: str) -> Any:
        """Return what Discord answers; raises ClientResponseError for anything but 200."""
        start = time.time()
        async with self._session.get(f"{discord.http.Route.BASE}{path}") as answer:
            if self.skew is None and "Date" in answer.headers:
                theirs = (
                    parsedate_to_datetime(answer.headers["Date"]).timestamp() + 0.5
                )  # a second is cut off
                self.skew = (start + time.time()) / 2 - theirs
            answer.raise_for_status()
            return await answer.json()


async def look_there(settings: Config) -> AsyncIterator[Finding]:
    """Yield what Discord says; after a token that it does not take there is nothing more to ask."""
    headers = {"Authorization": f"Bot {settings.token}", "User-Agent": f"DiscordBot (campanile, {version()})"}
    limit = aiohttp.ClientTimeout(total=20)
    async with aiohttp.ClientSession(headers=headers, timeout=limit) as session:
        line = DiscordApi(session)
        try:
            me = await line.get("/users/@me")
        except (aiohttp.ClientError, TimeoutError) as error:
            yield _no_line(error)
            return
        yield ok("token", f"Discord knows us as {me['username']}")
        yield clock(line.skew)
        for look in (_application, _gateway, _commands, _servers):
            try:
                async for finding in look(line, settings):
                    yield finding
            except (aiohttp.ClientError, TimeoutError, KeyError, discord.DiscordException) as error:
                name = look.__name__.removeprefix("_")
                yield warn(name, f"could not be looked at ({type(error).__name__})", "try again later")


def _no_line(error: Exception) -> Finding:
    if isinstance(error, aiohttp.ClientResponseError) and error.status == 401:
        return bad(
            "token", "Discord does not accept it", "reset it in the portal and put the new one in place"
        )
    told = f"{error.status}" if isinstance(error, aiohttp.ClientResponseError) else type(error).__name__
    return bad("Discord", f"cannot be reached ({told})", "check the network; discordstatus.com may know more")


def clock(skew: float | None) -> Finding:
    """Compare our clock with the one in Discord's answers."""
    if skew is None:
        return warn("clock", "Discord did not say what time it is", "compare this machine's clock yourself")
    told = f"{abs(skew):.0f} s {'ahead of' if skew > 0 else 'behind'} Discord's"
    if abs(skew) > TOO_MUCH:
        return bad("clock", told, "set it: timedatectl set-ntp true")
    return (
        warn("clock", told, "let it be kept: timedatectl set-ntp true")
        if abs(skew) > SKEW
        else ok("clock", told)
    )


async def _application(line: DiscordApi, settings: Config) -> AsyncIterator[Finding]:
    """Look whether a privileged intent is on that we do not need."""
    flags = int((await line.get("/oauth2/applications/@me")).get("flags", 0))
    on = [name for name, bit in INTENTS.items() if flags >> bit & 3]
    if on:
        yield warn("intents", f"{', '.join(on)} switched on, but not needed", "switch off in the portal, Bot")
    else:
        yield ok("intents", "the privileged ones are off")


async def _gateway(line: DiscordApi, settings: Config) -> AsyncIterator[Finding]:
    told = await line.get("/gateway/bot")
    limit = told["session_start_limit"]
    said = f"{told['shards']} wanted; {limit['remaining']} of {limit['total']} identifies left today"
    if limit["remaining"] < max(FEW, 2 * told["shards"]):
        hours = limit["reset_after"] / 3_600_000
        yield warn("shards", said, f"restart as seldom as you can for {hours:.0f} h: at 0 the token is reset")
    else:
        yield ok("shards", said)


async def _commands(line: DiscordApi, settings: Config) -> AsyncIterator[Finding]:
    """Compare the commands, in all languages, with what Discord has."""
    application = (await line.get("/oauth2/applications/@me"))["id"]
    place = f"/guilds/{settings.dev_guild}" if settings.dev_guild else ""
    theirs = await line.get(f"/applications/{application}{place}/commands?with_localizations=true")
    ours = await our_commands()
    names = differing(ours, theirs)
    if fields := refused_commands(settings):
        told = f"Discord refused {fields}" + (f"; differ: {', '.join(names)}" if names else "")
        yield bad("commands", told, "update Campanile, or report this: the other commands were sent")
    elif names:
        yield warn("commands", f"differ: {', '.join(names)}", "start the bot: it sends what has changed")
    else:
        yield ok("commands", f"{len(ours)}, up to date in every language")


async def _servers(line: DiscordApi, settings: Config) -> AsyncIterator[Finding]:
    """Name the servers in which a permission is missing everywhere; a channel may still forbid more."""
    guilds: list[dict[str, Any]] = []
    for _ in range(MAX_SERVER_REQUESTS):
        last = guilds[-1]["id"] if guilds else 0
        page = await line.get(f"/users/@me/guilds?limit={SERVERS_PER_REQUEST}&after={last}")
        guilds += page
        if len(page) < SERVERS_PER_REQUEST:
            break
    lacking = list(missing_in(guilds))
    for finding in lacking[:MAX_SERVERS_NAMED]:
        yield finding
    if len(lacking) > MAX_SERVERS_NAMED:
        yield warn(
            "servers",
            f"and {len(lacking) - MAX_SERVERS_NAMED} more",
            "ask their owners to invite the bot again",
        )
    yield ok("servers", f"{len(guilds)}, {len(guilds) - len(lacking)} of them with all permissions")


def missing_in(guilds: list[dict[str, Any]]) -> Iterator[Finding]:
    for guild in guilds:
        held = discord.Permissions(int(guild.get("permissions") or discord.Permissions.all().value))
        lacks = [text for name, text in (NEEDED | FOR_THREADS).items() if not getattr(held, name)]
        if lacks and not held.administrator:
            said = words("en").listed([words("en").say(text) for text in lacks])
            do = "invite the bot again with the address in docs/hosting.md, or give its role this"
            name = safe_name(str(guild["name"]), SERVER_NAME, markdown=False)
            yield warn("server", f"{name} ({guild['id']}): lacks {said}", do)
