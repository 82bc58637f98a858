"""SimCord for our tests: all touches of its private parts stand here, with what they mend."""

import contextlib
import itertools
import logging
import time
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any
from weakref import WeakKeyDictionary

import simcord
import simcord.env as sim_env
import simcord.interactions as sim_interactions
from simcord.actors import _find_component, _visible_message
from simcord.backend import serializers
from simcord.enums import ComponentType, InteractionType
from simcord.results import InteractionResult

from bot.app import App, build
from bot.app_parts import Parts
from bot.base import timers
from bot.client.bot import Campanile
from bot.client.rate_limit import RateLimiter
from bot.storage.clocks import ClockStore
from bot.storage.stores import open_stores
from tests.patience import LONGEST

# SimCord waits 50 ms after every act; a millisecond is enough for a bot without timers.
simcord.Env._settle_internal.__kwdefaults__["idle"] = 0.001

# SimCord gives up after five seconds, and takes timers that are due before that for work under way. Giving
# up must wait for a busy machine; which timers are work, and which must wait to be advanced, stays as it is.
SOON = 5.0
LONGER = max(0.0, LONGEST - SOON)


def _by_then(parked: Any) -> Any:
    return lambda state, what, deadline: parked(state, what, deadline - LONGER)


sim_env._is_parked = _by_then(sim_env._is_parked)
sim_env._callback_is_parked = _by_then(sim_env._callback_is_parked)


# SimCord keeps the real timer behind every timeout that was cancelled, hundreds in a game, and looks at all
# of them for every task that it waits for. They would do nothing when they fire.
_active = sim_env._active_callbacks


def _without_dead_timers(state: Any) -> Any:
    for record in state.work.callbacks:
        if record.real_handle is not None and record.handle is not None and record.handle.cancelled():
            record.real_handle.cancel()
    return _active(state)


sim_env._active_callbacks = _without_dead_timers

DEALS = itertools.count(1)
LOCALES: dict[int, str] = {}  # user id -> Discord locale; SimCord says en-US for everyone
_payload = sim_interactions.base_payload


def _payload_with_locale(backend: Any, **kw: Any) -> Any:
    record, payload = _payload(backend, **kw)
    payload["locale"] = LOCALES.get(kw["user_id"], payload["locale"])
    return record, payload


@contextlib.contextmanager
def locales() -> Iterator[dict[int, str]]:
    """Let each user have a language of their own."""
    sim_interactions.base_payload = _payload_with_locale
    try:
        yield LOCALES
    finally:
        sim_interactions.base_payload = _payload
        LOCALES.clear()


class _Errors(logging.Handler):
    """Exceptions that discord.py only logs, and incidents that our guard answered."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.records: list[logging.LogRecord] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.records.append(record)


@contextlib.contextmanager
def logged_errors() -> Iterator[list[logging.LogRecord]]:
    handler = _Errors()
    names = ("discord", "bot")
    for name in names:
        logging.getLogger(name).addHandler(handler)
    try:
        yield handler.records
    finally:
        for name in names:
            logging.getLogger(name).removeHandler(handler)


def press_payload(env: simcord.Env, actor: Any, message: Any, custom_id: str, values: Any = None) -> Any:
    """Return an interaction record and its payload for a press, forged or not, without sending it."""
    stored = _visible_message(actor, message)
    data: dict[str, Any] = {"custom_id": custom_id, "component_type": 3 if values is not None else 2, "id": 0}
    if values is not None:
        data["values"] = values
    guild = getattr(actor, "guild", None)
    record, payload = sim_interactions.base_payload(
        env.backend,
        type=InteractionType.MESSAGE_COMPONENT,
        channel_id=stored.channel_id,
        guild_id=guild.id if guild else None,
        user_id=actor.id,
        data=data,
    )
    payload["message"] = dict(serializers.message_payload(env.backend, stored))
    record.source_message_id = stored.id
    return record, payload


def command(env: simcord.Env, actor: Any, channel: Any, name: str, **options: int) -> Any:
    """Return a command with numbers as a forger would send it: Discord's own client keeps to their bounds."""
    known = next(c for c in env.backend.commands[None].values() if c["name"] == name)
    data = {"id": known["id"], "name": name, "type": 1}
    data["options"] = [{"name": key, "type": 4, "value": value} for key, value in options.items()]
    return sim_interactions.base_payload(
        env.backend,
        type=InteractionType.APPLICATION_COMMAND,
        channel_id=channel.id,
        guild_id=channel.guild.id,
        user_id=actor.id,
        data=data,
    )


def button_id(actor: Any, message: Any, label: str) -> str:
    stored = _visible_message(actor, message)
    found = _find_component(stored.components, types=(ComponentType.BUTTON,), custom_id=None, label=label)
    return str(found["custom_id"])


async def deliver(env: simcord.Env, *presses: Any, times: int = 1) -> list[InteractionResult]:
    """Deliver presses at the same moment, each as often as asked; wait until the bot is quiet."""
    env._begin_operation("burst")
    try:
        for _ in range(times):
            for _, payload in presses:
                env.backend.emit("INTERACTION_CREATE", payload)
        await env._settle_internal(dispatch="BURST")
        return [InteractionResult(env, record) for record, _ in presses]
    finally:
        env._end_operation()


async def burst(env: simcord.Env, *clicks: tuple[Any, Any, str]) -> list[InteractionResult]:
    """Fire several clicks (actor, message, label) together."""
    presses = [press_payload(env, a, m, button_id(a, m, label)) for a, m, label in clicks]
    return await deliver(env, *presses)


APPS: WeakKeyDictionary[Campanile, App] = WeakKeyDictionary()


async def new_bot(path: Path) -> Campanile:
    """Return the real bot, with deals that are the same in every run of a test.

    SimCord takes whatever waits for other processes for work under way: tests/wire/test_processes has them.
    """
    parts = Parts(
        rate_limiter=RateLimiter(0),  # people here press without a pause
        new_draw=lambda: f"{next(DEALS):032x}",
        new_dice=lambda: "dice",  # computers are of the same mind in every run
        suspense=0.0,  # the final score is told part by part, and steps wait for each other
        debounce_seconds=0.0,
        alone=True,
    )
    app = await build(await open_stores(path), parts)
    APPS[app.client] = app
    return app.client


def app_of(bot: Any) -> App:
    """Return everything that was built around a client."""
    return APPS[bot]


class Wall:
    """The time of day and the monotonic clock as the bot sees them; SimCord turns only the latter."""

    def __init__(self, env: simcord.Env) -> None:
        self._env = env
        self.ahead = time.time() - env._virtual_time  # a test that sets the clock changes this

    def time(self) -> float:
        return self.ahead + self._env._virtual_time

    def monotonic(self) -> float:
        return float(self._env._virtual_time)


@contextlib.contextmanager
def wall(env: simcord.Env) -> Iterator[Wall]:
    """Let the time of day go with SimCord's clock, here and on a server."""
    real, timers.time = timers.time, Wall(env)  # type: ignore[attr-defined, assignment]
    there = ClockStore.time_there

    async def time_there(clocks: ClockStore) -> float:
        return timers.time.time()  # type: ignore[attr-defined, no-any-return]

    ClockStore.time_there = time_there  # type: ignore[method-assign]
    timers.agree_on(None)  # the bot has logged in by the real clock
    try:
        yield timers.time  # type: ignore[attr-defined, misc]
    finally:
        timers.time = real  # type: ignore[attr-defined]
        ClockStore.time_there = there  # type: ignore[method-assign]
        timers.agree_on(None)


@contextlib.asynccontextmanager
async def running(path: Path, **options: Any) -> AsyncIterator[simcord.Env]:
    """Run the real bot on a database file against the simulated Discord."""
    global DEALS
    DEALS = itertools.count(1)
    bot = await new_bot(path)
    try:
        async with simcord.run(bot, settle_timeout=SOON + LONGER, shard_count=1, **options) as env:
            with wall(env):
                yield env
            bot = env.bot  # a restart makes a new one
    finally:
        await bot.close()


def forgive(env: simcord.Env) -> None:
    """Let a test end that provoked errors which SimCord has seen."""
    env._errors.clear()


async def later(env: simcord.Env, seconds: float) -> None:
    """Let time pass, for the bot and for Discord: SimCord turns the clocks of `time` and of the loop."""
    await env.advance_time(seconds)
    await env.settle()


async def restart(env: simcord.Env, path: Path) -> None:
    """Stop the bot and start a new one on the same file."""
    await env.bot.close()
    await env.restart_bot(await new_bot(path))
