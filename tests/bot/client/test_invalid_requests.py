"""Refused requests are counted, and long before Discord's ban everything but answers slows down."""

import aiohttp
import pytest
from aiohttp import web

from bot.app import build
from bot.client import invalid_requests
from bot.client.invalid_requests import InvalidRequestBackoff
from bot.storage.stores import open_stores


@pytest.fixture
async def refusing():
    """A Discord that refuses everything."""
    app = web.Application()
    scopes = {"/shared": "shared"}

    async def refuse(request: web.Request) -> web.Response:
        status = 429 if request.path == "/shared" else 200 if request.path == "/fine" else 403
        return web.Response(status=status, headers={"X-RateLimit-Scope": scopes.get(request.path, "user")})

    app.router.add_route("*", "/{anything:.*}", refuse)
    runner = web.AppRunner(app)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    yield f"http://127.0.0.1:{runner.addresses[0][1]}"
    await runner.cleanup()


@pytest.fixture
def waits(monkeypatch):
    """The waits that were asked for, none of which is waited for."""
    asked: list[float] = []

    async def sleep(seconds: float) -> None:
        asked.append(seconds)

    monkeypatch.setattr(invalid_requests.asyncio, "sleep", sleep)
    return asked


async def ask(base: str, watch: InvalidRequestBackoff, paths: list[str]) -> None:
    async with aiohttp.ClientSession(trace_configs=[watch.watching(aiohttp.TraceConfig())]) as session:
        for path in paths:
            async with session.get(base + path):
                pass


async def test_refusals_are_counted_for_ten_minutes(refusing, monkeypatch):
    watch = InvalidRequestBackoff()
    await ask(refusing, watch, ["/channels/1/messages", "/fine", "/shared", "/channels/2/messages"])
    assert watch.count() == 2  # a shared limit is not our fault and does not count with Discord
    later = invalid_requests.timers.monotonic() + 601
    monkeypatch.setattr(invalid_requests.timers, "monotonic", lambda: later)
    assert watch.count() == 0


async def test_nothing_waits_while_all_is_well(refusing, waits):
    await ask(refusing, InvalidRequestBackoff(), ["/fine"] * 20)
    assert waits == []


async def test_many_refusals_slow_everything_down_but_the_answers_to_presses(refusing, waits, monkeypatch):
    monkeypatch.setattr(invalid_requests, "SLOWDOWN_STEPS", ((10, 5.0), (5, 0.5)))
    watch = InvalidRequestBackoff()
    await ask(refusing, watch, ["/api/v10/channels/1/messages"] * 5)
    assert waits == []
    await ask(refusing, watch, ["/api/v10/interactions/1/token/callback", "/api/v10/webhooks/1/token"])
    assert waits == []
    await ask(refusing, watch, ["/api/v10/channels/1/messages"] * 3)
    assert len(waits) == 3 and sum(waits) > 0.9  # one after the other, also when many ask at once
    assert watch.pace() == 5.0


async def test_every_request_of_the_bot_is_watched(refusing, tmp_path):
    bot = (app := await build(await open_stores(tmp_path / "c.sqlite3"))).client
    try:
        session = aiohttp.ClientSession(trace_configs=[bot.http.http_trace])
        async with session, session.get(f"{refusing}/channels/1/messages"):
            pass
        assert app.core.backoff.count() == 1
    finally:
        await bot.close()


def test_no_pace_reaches_the_ban():
    """Even if every single request is refused, ten minutes hold fewer than Discord allows."""
    most = max(
        least + invalid_requests.INVALID_REQUEST_WINDOW / seconds
        for least, seconds in invalid_requests.SLOWDOWN_STEPS
    )
    assert most < 10_000 / 1.5
