"""A picture goes to Discord in one piece, and arrives whole."""

import json
from io import BytesIO

import aiohttp
import discord
from aiohttp import web
from discord.http import handle_message_parameters

from bot.client.bot import Campanile
from bot.client.multipart import MultipartForm

PICTURE = bytes(range(256)) * 400 + b"\r\n--"  # whatever a picture holds


async def received(data: aiohttp.FormData) -> dict[str, tuple[str | None, str | None, bytes]]:
    """Send a form over a line, and return what arrives: file name, kind and content by name."""
    parts = {}

    async def take(request: web.Request) -> web.Response:
        async for part in await request.multipart():
            parts[part.name] = (part.filename, part.headers.get("Content-Type"), bytes(await part.read()))
        return web.Response()

    app = web.Application()
    app.router.add_post("/", take)
    runner = web.AppRunner(app)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    async with aiohttp.ClientSession() as session, session.post(_address(site), data=data) as answer:
        assert answer.status == 200
    await runner.cleanup()
    return parts


def _address(site: web.TCPSite) -> str:
    host, port = site._server.sockets[0].getsockname()[:2]
    return f"http://{host}:{port}/"


async def test_a_form_of_discord_arrives_as_it_was_meant():
    told = handle_message_parameters("Città, ここ", files=[discord.File(BytesIO(PICTURE), "table.png")])
    form = MultipartForm(quote_fields=False)
    for field in told.multipart:
        form.add_field(**field)
    arrived = await received(form)
    assert arrived["files[0]"] == ("table.png", "application/octet-stream", PICTURE)
    assert json.loads(arrived["payload_json"][2])["content"] == "Città, ここ"
    assert arrived["payload_json"][0] is None, "only a picture is a file"


async def test_a_form_can_be_sent_again_after_a_failure():
    form = MultipartForm(quote_fields=False)
    form.add_field("payload_json", "{}")
    form.add_field("files[0]", BytesIO(PICTURE), filename="table.png")
    assert await received(form) == await received(form)


def test_discord_sends_its_files_so():
    assert Campanile and discord.http.aiohttp.FormData is MultipartForm
