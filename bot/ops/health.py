"""HEALTH_PORT: /healthz (alive), /readyz (presses are answered) and /metrics, for whoever watches the bot."""

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager

from aiohttp import web

from bot.base.config import BadSetting, Config
from bot.ops.prometheus import Metrics, NotInstalled
from bot.ops.status import Status

Page = Callable[[web.Request], Awaitable[web.Response]]


class Health:
    """The three pages; they tell no names, no ids and no games."""

    def __init__(self, status: Status, metrics: Metrics) -> None:
        self._status = status
        self._metrics = metrics

    def routes(self) -> list[web.RouteDef]:
        pages: dict[str, Page] = {"/healthz": self.alive, "/readyz": self.ready, "/metrics": self.metrics}
        return [web.get(path, page) for path, page in pages.items()]

    async def alive(self, request: web.Request) -> web.Response:
        """The loop turns, or nobody would answer."""
        return web.json_response({"alive": "ok"})

    async def ready(self, request: web.Request) -> web.Response:
        parts = await self._status.state()
        return web.json_response(parts, status=200 if set(parts.values()) == {"ok"} else 503)

    async def metrics(self, request: web.Request) -> web.Response:
        try:
            body, kind = await self._metrics.page()
        except NotInstalled as missing:
            return web.Response(text=f"{missing}\n", status=501)
        return web.Response(body=body, headers={"Content-Type": kind})


@asynccontextmanager
async def answering(health: Health, settings: Config) -> AsyncIterator[None]:
    """Answer on HEALTH_PORT, if there is one."""
    if not settings.health_port:
        yield
        return
    app = web.Application()
    app.add_routes(health.routes())
    runner = web.AppRunner(app, access_log=None, shutdown_timeout=0.5)
    await runner.setup()
    try:
        try:
            await web.TCPSite(runner, settings.health_host, settings.health_port).start()
        except OSError as error:
            raise BadSetting(
                f"HEALTH_PORT is {settings.health_port} on {settings.health_host}, where we cannot listen"
                f" ({error.strerror or error}); use another one"
            ) from None
        yield
    finally:
        await runner.cleanup()
