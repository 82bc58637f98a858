"""Sending the slash commands to Discord: beside everything else, only changed ones, until it works."""

import asyncio
import hashlib
import json
import logging
from collections.abc import Awaitable, Iterator, Mapping, Sequence
from typing import Any, TypeVar

import aiohttp
import discord
from discord.ext import commands

from bot.base import timers
from bot.base.errors import StoreTrouble
from bot.base.logs import trace
from bot.base.references import learn_ids
from bot.storage.processes import ProcessStore
from bot.text.localized_commands import Translator

log = logging.getLogger(__name__)

SENT = "commands"  # the fact that holds a fingerprint of what was sent last
COMMAND_IDS = "command_ids"  # the fact that says under which ids Discord has them
REFUSED = "commands_refused"  # the fact that says which fields of it Discord did not take
SYNC_REQUEST_TIMEOUT = 20.0  # for one request; Discord's daily limit alone answers with hours
SYNC_RETRY_SECONDS = (60.0, 300.0, 1800.0, 3600.0)  # between two tries; the last one from then on
FIELDS = 5  # refused fields that are named of one command

Payload = dict[str, Any]
T = TypeVar("T")


class CommandSync:
    """The slash commands as Discord has them; nothing waits for it, and no refusal is the end of it."""

    def __init__(self, bot: commands.AutoShardedBot, store: ProcessStore, dev_guild: int | None) -> None:
        self._bot = bot
        self._store = store
        self._guild = dev_guild
        self._task: asyncio.Task[None] | None = None

    async def on_ready(self) -> None:
        """Begin to send what has changed; a second call finds it begun."""
        if self._task is None:
            self._task = asyncio.create_task(self._keep_trying())

    async def _keep_trying(self) -> None:
        tries = 0
        while (trouble := await self._trouble()) is not None:
            wait = SYNC_RETRY_SECONDS[min(tries, len(SYNC_RETRY_SECONDS) - 1)]
            told = "the commands were not sent to Discord (%s): they stay as they are there for %.0f s"
            log.warning(told, trouble, wait)
            await timers.sleep(wait)
            tries += 1

    async def _trouble(self) -> str | None:
        """Try once, and say what went wrong."""
        try:
            await self.send()
        except TimeoutError:
            return f"no answer within {SYNC_REQUEST_TIMEOUT:.0f} s"
        except (discord.HTTPException, aiohttp.ClientError, OSError, StoreTrouble) as error:
            return one_line(str(error) or type(error).__name__)
        except Exception as error:
            log.error("the commands could not be sent\n%s", trace(error))
            return type(error).__name__
        return None

    async def send(self) -> None:
        """Send the commands if they have changed; of several processes, the first one sends them."""
        payload = await self._payload()
        mark = self._mark(payload)
        async with self._store.alone("commands"):
            if await self._store.fact(SENT) == mark:
                refused = await self._store.fact(REFUSED)
            else:
                refused, taken = await self._overwrite(payload)
                await self._store.set_fact(COMMAND_IDS, json.dumps(ids_of(taken)))
                await self._store.set_fact(REFUSED, refused)
                await self._store.set_fact(SENT, mark)
        learn_ids(await self._ids())
        if refused:
            log.error("Discord refused a part of the commands, which stays as it is there: %s", refused)

    async def _ids(self) -> dict[str, int]:
        """Return the ids of the commands, asked of Discord once if an older version has sent them."""
        if not (told := await self._store.fact(COMMAND_IDS)):
            told = json.dumps(ids_of(await _in_time(self._get())))
            await self._store.set_fact(COMMAND_IDS, told)
        found: dict[str, int] = json.loads(told)
        return found

    async def _payload(self) -> list[Payload]:
        """Return the commands in all languages, as they are sent."""
        tree, guild = self._bot.tree, discord.Object(self._guild) if self._guild else None
        if guild:
            tree.copy_global_to(guild=guild)
        translator = tree.translator or Translator()
        return [await one.get_translated_payload(tree, translator) for one in tree.get_commands(guild=guild)]

    def _mark(self, payload: Sequence[Payload]) -> str:
        told = json.dumps([self._bot.application_id, self._guild or 0, payload], sort_keys=True, default=str)
        return hashlib.sha256(told.encode()).hexdigest()

    async def _overwrite(self, payload: list[Payload]) -> tuple[str, list[Payload]]:
        """Put all commands in place at once, else one by one; return what was refused and what was taken."""
        try:
            taken = await _in_time(self._put(payload))
        except discord.HTTPException as error:
            if error.status != 400:
                raise
            together = refused_fields(error, payload)
        else:
            return "", list(taken)
        refused, taken = await self._one_by_one(payload)
        if not refused:
            log.warning("Discord took the commands one by one, but not at once: %s", together)
        return refused, taken

    async def _one_by_one(self, payload: Sequence[Payload]) -> tuple[str, list[Payload]]:
        """Send every command by itself, so that a bad field costs one; take away what is left over."""
        taken, refused = list[Payload](), list[str]()
        left_over = {_key(one): int(one["id"]) for one in await _in_time(self._get())}
        for command in payload:
            left_over.pop(_key(command), None)
            try:
                taken.append(await _in_time(self._post(command)))
            except discord.HTTPException as error:
                if error.status != 400:
                    raise
                refused.append(f"{command['name']}: {refused_fields(error, command)}")
        for number in left_over.values():
            await _in_time(self._delete(number))
        return "; ".join(refused), taken

    async def close(self) -> None:
        if self._task is not None:
            self._task.cancel()
            await asyncio.wait([self._task])

    # --- the requests: for the one server of a developer, or for all

    @property
    def _application(self) -> int:
        return self._bot.application_id or 0

    def _put(self, payload: list[Any]) -> Awaitable[list[Any]]:
        http = self._bot.http
        if self._guild:
            return http.bulk_upsert_guild_commands(self._application, self._guild, payload)
        return http.bulk_upsert_global_commands(self._application, payload)

    def _get(self) -> Awaitable[list[Any]]:
        http = self._bot.http
        if self._guild:
            return http.get_guild_commands(self._application, self._guild)
        return http.get_global_commands(self._application)

    def _post(self, command: Any) -> Awaitable[Any]:
        http = self._bot.http
        if self._guild:
            return http.upsert_guild_command(self._application, self._guild, command)
        return http.upsert_global_command(self._application, command)

    def _delete(self, number: int) -> Awaitable[Any]:
        http = self._bot.http
        if self._guild:
            return http.delete_guild_command(self._application, self._guild, number)
        return http.delete_global_command(self._application, number)


async def _in_time(request: Awaitable[T]) -> T:
    async with asyncio.timeout(SYNC_REQUEST_TIMEOUT):
        return await request


def ids_of(taken: Sequence[Payload]) -> dict[str, int]:
    """Return the ids of the slash commands by their names, as Discord tells them."""
    return {str(one["name"]): int(one["id"]) for one in taken if int(one.get("type", 1)) == 1}


def _key(command: Mapping[str, Any]) -> tuple[str, int]:
    """Return what tells two commands apart: one of each kind may have the same name."""
    return str(command["name"]), int(command.get("type", 1))


def refused_fields(error: discord.HTTPException, sent: Any) -> str:
    """Name what Discord refused in one line: "replay.options.table.max_value (int value should be ...)"."""
    errors = getattr(error, "_errors", None)
    found = list(_fields(errors, sent)) if isinstance(errors, Mapping) else []
    return ", ".join(found[:FIELDS]) or one_line(error.text)


def _fields(errors: Mapping[str, Any], sent: Any, path: str = "") -> Iterator[str]:
    """Yield the fields with what is wrong; a number in a path is told by the name of what stands there."""
    for key, inside in errors.items():
        if key == "_errors":
            yield f"{path} ({one_line(' '.join(str(each.get('message', '')) for each in inside))})"
        elif isinstance(inside, Mapping):
            at, name = _at(sent, key)
            yield from _fields(inside, at, f"{path}.{name}" if path else name)


def _at(sent: Any, key: str) -> tuple[Any, str]:
    """Return what stands under a key of what was sent, and how it is called."""
    if isinstance(sent, list) and key.isdecimal() and int(key) < len(sent):
        at = sent[int(key)]
        return at, str(at.get("name", key)) if isinstance(at, Mapping) else key
    return (sent.get(key) if isinstance(sent, Mapping) else None), key


def one_line(text: str) -> str:
    return " ".join(text.split())
