"""The playground: the bot against a Discord on this machine, played in the browser, without a token."""

import asyncio
import contextlib
import logging
import os
import sys
import webbrowser
from collections.abc import AsyncIterator, Callable, Collection, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from bot.base.own_folder import how_to_install
from bot.playground.discord_address import NotLoopback, is_loopback, point_discord_at

if TYPE_CHECKING:
    from bot.playground.server import Playground

__all__ = [
    "NotLoopback",
    "Unplayable",
    "discord_for",
    "is_loopback",
    "open_browser",
    "point_discord_at",
    "start",
]


class Unplayable(RuntimeError):
    """The playground cannot start; the message says why and what to do."""


def at_once(line: str) -> None:
    """Print a line that is seen even when the output goes into a pipe."""
    print(line, flush=True)


@contextlib.asynccontextmanager
async def discord_for(
    token: str,
    host: str,
    port: int,
    world: Path,
    names: Collection[str] = (),
    elsewhere: tuple[str, str, bool] = ("", "", False),
) -> AsyncIterator[str]:
    """Make sure there is a Discord to talk to and yield its token: the real one, a test's, or ours.

    Ours is kept in the file `world`.
    """
    if token:
        api, gateway, proxy = elsewhere
        if api:
            point_discord_at(api, gateway, proxy=proxy)
        yield token
        return
    ours = await start(host, port, world, names)
    point_discord_at(ours.api, ours.gateway)
    opening = asyncio.create_task(open_browser(ours.page))
    try:
        yield ours.token
    finally:
        opening.cancel()
        await ours.close()


async def start(
    host: str = "127.0.0.1",
    port: int = 8765,
    world: Path | None = None,
    names: Collection[str] = (),
    *,
    tell: Callable[[str], None] = at_once,
) -> "Playground":
    """Start a Discord on this machine and return it, listening; `world` is the file that keeps it."""
    try:
        with _quiet("discord.state"):  # SimCord tries out a client without intents when it is imported
            from bot.playground.server import NoPort, Playground
            from bot.playground.world_file import InUse
    except ModuleNotFoundError as missing:
        raise Unplayable(
            f"The playground needs {missing.name}, which is not installed: {how_to_install('playground')},"
            " or give the bot a DISCORD_TOKEN."
        ) from None
    try:
        playground = Playground(world)
    except InUse:
        raise Unplayable(_running_elsewhere(world)) from None
    try:
        await playground.listen(host, port, names)
    except NoPort as word:
        raise Unplayable(str(word)) from None
    except OSError as error:
        raise Unplayable(
            f"Cannot listen on {host}: {error.strerror}. Set HOST to an address of this machine."
        ) from None
    _say_what_is_so(playground, port, tell)
    if world is not None:
        _address_file(world).write_text(playground.page)
    return playground


@contextlib.contextmanager
def _quiet(name: str) -> Iterator[None]:
    logger = logging.getLogger(name)
    level = logger.level
    logger.setLevel(logging.ERROR)
    try:
        yield
    finally:
        logger.setLevel(level)


def _say_what_is_so(playground: "Playground", port: int, tell: Callable[[str], None]) -> None:
    if playground.keep.set_aside is not None:
        tell(f"The kept world could not be read; it is now {playground.keep.set_aside}. Starting anew.")
    if port and playground.port != port:
        tell(f"Port {port} is taken; using {playground.port}.")
    if not is_loopback(playground.host):
        tell(f"Listening on {playground.host}: everybody who can reach it can play as anybody here.")
    tell(f"Play here: {playground.page}")


def _address_file(world: Path) -> Path:
    return world.with_name(world.name + ".address")


def _running_elsewhere(world: Path | None) -> str:
    assert world is not None
    where = "its page"
    with contextlib.suppress(OSError):
        where = _address_file(world).read_text().strip() or where
    return (
        f"A playground is already running on this world: open {where}, or stop it first. "
        "For a second one beside it, give it a database of its own."
    )


async def open_browser(address: str) -> bool:
    """Open the page where there is a screen; False where there is none."""
    if not _has_screen():
        return False
    with contextlib.suppress(webbrowser.Error):
        return await asyncio.to_thread(webbrowser.open, address)
    return False


def _has_screen() -> bool:
    if os.environ.get("CI") or os.environ.get("CAMPANILE_BROWSER") == "none" or not sys.stdout.isatty():
        return False
    if sys.platform in ("darwin", "win32"):
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))
