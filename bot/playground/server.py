"""One playground: its world, its wire and its page behind one address."""

import errno
import socket
from collections.abc import Collection
from pathlib import Path

from aiohttp import web

from bot.base import timers
from bot.playground.discord_address import is_loopback
from bot.playground.web import Web, guard
from bot.playground.wire import UPLOADS, Wire
from bot.playground.world import World
from bot.playground.world_file import WorldFile

PORT_TRIES = 20  # ports after the wanted one


class NoPort(RuntimeError):
    """Every port we tried is taken."""


class Playground:
    """A Discord on this machine: `api`, `gateway` and `token` are for the bot, `page` is for people."""

    def __init__(self, path: Path | None) -> None:
        self.keep = WorldFile(path)
        self.world = World(self.keep)
        self.wire = Wire(self.world.discord)
        self.web = Web(self.world, self.wire)
        self.host, self.port = "", 0
        self._runner: web.AppRunner | None = None

    async def listen(self, host: str, port: int, names: Collection[str] = ()) -> None:
        """Listen on the port, or on the next free one."""
        app = web.Application(client_max_size=UPLOADS, middlewares=[guard(is_loopback(host), names)])
        app.add_routes([*self.wire.routes(), *self.web.routes()])
        self._runner = web.AppRunner(app, access_log=None, shutdown_timeout=0.5)
        await self._runner.setup()
        listener = _listener(host, port)
        await web.SockSite(self._runner, listener).start()
        self.host, self.port = host, listener.getsockname()[1]
        self.wire.base = f"{_named(host)}:{self.port}"

    @property
    def api(self) -> str:
        return self.wire.api

    @property
    def gateway(self) -> str:
        return self.wire.gateway_url

    @property
    def token(self) -> str:
        return self.wire.token

    @property
    def page(self) -> str:
        return f"http://{self.wire.base}/as/{next(iter(self.world.people))}"

    async def close(self) -> None:
        if self._runner is not None:
            await self._runner.cleanup()
        self.web.mischief.close()
        self.keep.close()
        timers.set_ahead(0)


def _listener(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    for number in range(port, port + PORT_TRIES) if port else (0,):
        listener = socket.socket(family, socket.SOCK_STREAM)
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listener.bind((host, number))
            listener.listen(128)
            return listener
        except OSError as error:
            listener.close()
            if error.errno not in (errno.EADDRINUSE, errno.EACCES):
                raise
    raise NoPort(f"Ports {port} to {port + PORT_TRIES - 1} are all taken; choose another with PORT=...")


def _named(host: str) -> str:
    """The host as this machine itself reaches it."""
    if host in ("0.0.0.0", ""):
        return "127.0.0.1"
    if ":" in host:
        return "[::1]" if host == "::" else f"[{host}]"
    return host
