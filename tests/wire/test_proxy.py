"""A proxy that is not on this machine, in front of Discord: taken when the host says so, emoji included."""

import contextlib

import aiohttp
import pytest
from aiohttp import web

from bot.client.application_emoji import all_emblems
from tests.wire.harness import BOT, Died, harness

DROPPED = {"host", "content-length", "transfer-encoding", "connection"}


@contextlib.asynccontextmanager
async def proxy(api: str):
    """A proxy before a Discord; yields its address, by which nobody would take it for this machine."""
    asked: list[str] = []

    async def pass_on(request: web.Request) -> web.Response:
        asked.append(request.path)
        headers = {key: value for key, value in request.headers.items() if key.lower() not in DROPPED}
        url, body = f"{api}/{request.match_info['path']}", await request.read()
        async with session.request(
            request.method, url, data=body, headers=headers, params=request.query
        ) as a:
            return web.Response(
                body=await a.read(),
                status=a.status,
                headers={"Content-Type": a.headers.get("Content-Type", "")},
            )

    app = web.Application(client_max_size=1 << 24)
    app.router.add_route("*", "/api/v10/{path:.*}", pass_on)
    runner = web.AppRunner(app)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    async with aiohttp.ClientSession() as session:
        yield f"http://0.0.0.0:{runner.addresses[0][1]}/api/v10", asked
    await runner.cleanup()


@pytest.fixture
async def house(tmp_path):
    database = tmp_path / "campanile.sqlite3"
    told = {"DATABASE_URL": f"sqlite:///{database}", "REQUESTS": "0"}
    async with harness(BOT, **told) as h, proxy(h.playground.api) as (api, asked):
        h.said = tmp_path / "bot.log"
        yield h, api, asked


async def test_a_bot_behind_a_proxy_plays_and_sends_its_emoji(house):
    h, api, asked = house
    emblems = {emblem.name for emblem in all_emblems()}
    await h.start_bot(CAMPANILE_API=api, CAMPANILE_PROXY="1")
    await h.until(lambda: len(h.world.discord.application_emojis) == len(emblems))
    assert "failed" not in await h.run("ada", "play", game="tuir")
    await h.until(lambda: [m for m in h.messages() if not m.is_ephemeral])
    assert h.wire.served <= len(asked), "everything went through the proxy"
    assert "in the clear" in h.said.read_text()


async def test_without_the_hosts_word_the_token_goes_to_nobody_else(house):
    h, api, asked = house
    with pytest.raises(Died):
        await h.start_bot(CAMPANILE_API=api)
    assert not asked and "CAMPANILE_PROXY" in h.said.read_text()
    code, said = await h.type("doctor", CAMPANILE_API=api)
    assert code == 1 and "CAMPANILE_PROXY" in said and not asked
