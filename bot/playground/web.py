"""The page: its files, its pictures, and a live line for each person's tab."""

import asyncio
import json
import logging
import mimetypes
from collections.abc import Awaitable, Callable, Collection, Mapping
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import discord
from aiohttp import WSMsgType, web

from bot.playground import backend as sim
from bot.playground import view
from bot.playground.actions import Actions, Refused, buttons
from bot.playground.discord_address import is_address, is_loopback
from bot.playground.mischief import Mischief
from bot.playground.wire import Wire
from bot.playground.world import Person, World

log = logging.getLogger(__name__)

STATIC = Path(__file__).parent / "static"
BACKLOG = 500  # events a stuck tab may lag behind before it is cut off and starts afresh
SAFE = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
        "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Resource-Policy": "same-origin",
}
LOCALES = {locale.value for locale in discord.Locale}
Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]


class Tab:
    """One open page of one person."""

    def __init__(self, who: Person, born: int) -> None:
        self.who = who
        self.born = born  # ephemerals from before are gone
        self.outbox: asyncio.Queue[dict[str, Any] | None] = asyncio.Queue(BACKLOG)

    def send(self, event: dict[str, Any]) -> None:
        try:
            self.outbox.put_nowait(event)
        except asyncio.QueueFull:
            while not self.outbox.empty():
                self.outbox.get_nowait()
            self.outbox.put_nowait(None)


class Web:
    """Serves the page, tells each tab what its person may see, and does what they ask."""

    def __init__(self, world: World, wire: Wire) -> None:
        self.world = world
        self.wire = wire
        self.acts = Actions(world)
        self.mischief = Mischief(world, wire, self._tell_stage)
        self._tabs: set[Tab] = set()
        self._doing: set[asyncio.Task[None]] = set()
        world.discord.on_message.append(self._message)
        world.discord.on_gone.append(self._gone)
        world.discord.subscribers.append(self._event)
        wire.on_presence.append(lambda online: self._tell_all({"type": "online", "online": online}))

    def routes(self) -> list[web.RouteDef]:
        first = next(iter(self.world.people))
        return [
            web.get("/", _to(f"/as/{first}")),
            web.get("/as/{name}", self.page),
            web.get("/as/{name}/live", self.live),
            web.get("/static/languages.js", self.languages),
            web.get("/static/{name}", self.static),
            web.get("/attachments/{path:.*}", self.picture),
        ]

    # ---- files

    async def page(self, request: web.Request) -> web.StreamResponse:
        name = request.match_info["name"]
        if name.lower() not in self.world.people:
            known = ", ".join(f"/as/{key}" for key in self.world.people)
            return web.Response(text=f"Nobody here has that name. These people are here: {known}", status=404)
        if name != name.lower():
            raise web.HTTPFound(f"/as/{name.lower()}")
        return _file(STATIC / "index.html")

    async def languages(self, request: web.Request) -> web.StreamResponse:
        """Name the languages of the page: each is a file of words."""
        named = sorted(path.name.split(".")[1] for path in STATIC.glob("words.*.js"))
        return web.Response(text=f"export default {json.dumps(named)};\n", content_type="text/javascript")

    async def static(self, request: web.Request) -> web.StreamResponse:
        path = STATIC / Path(request.match_info["name"]).name
        return _file(path) if path.is_file() else web.Response(text="Not here.", status=404)

    async def picture(self, request: web.Request) -> web.StreamResponse:
        content = self.world.discord.cdn.get(request.path)
        if content is None:
            return web.Response(text="This picture is gone.", status=404)
        kind = mimetypes.guess_type(request.path)[0] or ""
        return web.Response(
            body=content,
            content_type=kind
            if kind.startswith("image/") and "svg" not in kind
            else "application/octet-stream",
            headers={"Cache-Control": "private, max-age=86400, immutable"},
        )

    # ---- the live line

    async def live(self, request: web.Request) -> web.StreamResponse:
        who = self.world.people.get(request.match_info["name"])
        origin = urlsplit(request.headers.get("Origin", "")).netloc
        if who is None or origin != request.host:
            return web.Response(text="This line is for the page.", status=403)
        since = request.query.get("since", "")
        born = int(since) if since.isdecimal() else self.world.discord.snowflake()
        socket = web.WebSocketResponse(heartbeat=20, compress=False)
        await socket.prepare(request)
        tab = Tab(who, born)
        self._open(tab)
        self._tabs.add(tab)
        pump = asyncio.create_task(_pump(socket, tab))
        try:
            async for message in socket:
                if message.type is WSMsgType.TEXT:
                    self._begin(tab, _read(message.data))
        finally:
            self._tabs.discard(tab)
            pump.cancel()
        return socket

    def _open(self, tab: Tab) -> None:
        tab.send(view.opening(self.world, self.wire, tab.who, tab.born))

    def _begin(self, tab: Tab, wish: Mapping[str, Any]) -> None:
        task = asyncio.create_task(self._answer(tab, wish))
        self._doing.add(task)
        task.add_done_callback(self._doing.discard)

    async def _answer(self, tab: Tab, wish: Mapping[str, Any]) -> None:
        """Do what the page asks and say how it went; whatever happens, the page gets a word."""
        try:
            result = await self._do(tab.who, wish)
        except Refused as word:
            result = {"refused": str(word)}
        except Exception as error:  # a wish may be anything that can be written as JSON
            log.warning("The page asked for something odd: %.40s (%s)", wish.get("do"), type(error).__name__)
            result = {"refused": "That did not work."}
        tab.send({"type": "result", "of": wish.get("of"), **result})

    async def _do(self, who: Person, wish: Mapping[str, Any]) -> dict[str, Any]:
        acts = self.acts
        match wish["do"]:
            case "press":
                return await acts.done(acts.press(who, *_where(wish), wish["custom_id"]))
            case "choose":
                sent = acts.choose(who, *_where(wish), wish["custom_id"], list(wish["values"]))
                return await acts.done(sent)
            case "submit":
                return await acts.done(acts.submit(who, int(wish["interaction"]), wish["values"]))
            case "run":
                sent = acts.run(who, int(wish["channel"]), wish["command"], wish["options"])
                return await acts.done(sent)
            case "complete":
                channel, filled = int(wish["channel"]), wish["options"]
                sent = acts.complete(who, channel, wish["command"], wish["option"], wish["typed"], filled)
                return await acts.done(sent)
            case "run_on":
                sent = acts.run_on(who, int(wish["channel"]), wish["command"], int(wish["target"]))
                return await acts.done(sent)
            case "say":
                acts.say(who, int(wish["channel"]), wish["text"])
            case "delete":
                acts.delete(who, *_where(wish))
            case "thread":
                return {"thread": str(acts.start_thread(who, int(wish["channel"]), wish["name"]))}
            case "stage":
                self.mischief.do(wish)
            case "set":
                self._set(who, wish)
            case "seat":
                return {"seated": await self._seat_others(who, *_where(wish), wish["custom_id"])}
            case other:
                raise Refused(f"The playground cannot {other}.")
        return {}

    async def _seat_others(self, who: Person, channel: int, message: int, custom_id: str) -> int:
        """Press Join as everybody else, one after the other, while there are seats."""
        seated = 0
        for person in self.world.people.values():
            stored = self.world.discord.messages.get(channel, {}).get(message)
            if stored is None or all(b["custom_id"] != custom_id for b in buttons(stored)):
                break
            if person is not who and not person.left:
                before = stored.edited_timestamp
                await self.acts.done(self.acts.press(person, channel, message, custom_id))
                if not await _edited(stored, before):
                    break  # the lobby did not change: it is full, or the game has begun
                seated += 1
        return seated

    def _set(self, who: Person, wish: Mapping[str, Any]) -> None:
        for key in ("locale", "server_locale"):
            if key in wish and wish[key] not in LOCALES:
                raise Refused("Discord does not speak that language.")
        self.world.set_person(who, wish.get("locale"), wish.get("dms"))
        if "server_locale" in wish:
            self.world.set_server_locale(wish["server_locale"])
        self._tell_people()
        self._tell_commands()

    # ---- telling the tabs

    def _tell_all(self, event: dict[str, Any]) -> None:
        for tab in self._tabs:
            tab.send(event)

    def _tell_commands(self) -> None:
        for tab in self._tabs:
            tab.send({"type": "commands", **view.all_commands(self.world, tab.who)})

    def _tell_people(self) -> None:
        people, server = view.people(self.world), view.server(self.world)
        self._tell_all({"type": "people", "people": people, "server": server})

    def _tell_stage(self) -> None:
        self._tell_all({"type": "stage", "stage": view.stage(self.world, self.wire)})

    def _message(self, message: sim.Message) -> None:
        seen = None
        for tab in self._tabs:
            if self.world.sees(tab.who, message):
                seen = seen or {"type": "message", "message": view.message(self.world, message)}
                tab.send(seen)

    def _gone(self, message: sim.Message) -> None:
        for tab in self._tabs:
            if self.world.sees(tab.who, message):
                tab.send({"type": "gone", "id": str(message.id), "channel": str(message.channel_id)})

    def _event(self, event: str, payload: Mapping[str, Any]) -> None:
        match event:
            case "PLAYGROUND_COMMANDS":
                self._tell_commands()
            case "THREAD_CREATE" | "THREAD_UPDATE" | "THREAD_DELETE" | "THREAD_MEMBERS_UPDATE":
                for tab in self._tabs:
                    channels = [view.channel(c) for c in self.world.channels_of(tab.who)]
                    tab.send({"type": "channels", "channels": channels})
            case "GUILD_MEMBER_ADD" | "GUILD_MEMBER_REMOVE":
                self._tell_people()
                for tab in self._tabs:
                    if str(tab.who.id) == payload["user"]["id"]:
                        self._open(tab)  # all that they see has changed
            case "TYPING_START":
                channel = payload["channel_id"]
                for tab in self._tabs:
                    if self.world.may_see(tab.who, int(channel)):
                        tab.send({"type": "typing", "channel": channel, "who": payload["user_id"]})


def _read(text: str) -> Mapping[str, Any]:
    """Read what a tab asks for; what is no wish is an empty one, which is refused kindly."""
    try:
        wish = json.loads(text)
    except (ValueError, RecursionError):
        return {}
    return wish if isinstance(wish, dict) else {}


def guard(loopback: bool, names: Collection[str] = ()) -> Any:
    """Check the Host header: no web page may reach us under a name of its own. Add safe headers."""

    @web.middleware
    async def checked(request: web.Request, handler: Handler) -> web.StreamResponse:
        host = urlsplit(f"//{request.host}").hostname or ""
        if loopback and not is_loopback(host):
            return web.Response(text="Open this page under http://127.0.0.1 or http://localhost.", status=421)
        if not loopback and not (is_loopback(host) or is_address(host) or host in names):
            text = "Open this page under the machine's address, or name this host in ALLOWED_HOSTS."
            return web.Response(text=text, status=421)
        response = await handler(request)
        if not response.prepared:
            response.headers.update(SAFE)
        return response

    return checked


def _to(address: str) -> Handler:
    async def redirect(request: web.Request) -> web.StreamResponse:
        raise web.HTTPFound(address)

    return redirect


def _where(wish: Mapping[str, Any]) -> tuple[int, int]:
    return int(wish["channel"]), int(wish["message"])


def _file(path: Path) -> web.Response:
    kind = {".html": "text/html", ".css": "text/css", ".js": "text/javascript", ".svg": "image/svg+xml"}
    return web.Response(
        body=path.read_bytes(),
        content_type=kind[path.suffix],
        charset="utf-8",
        headers={"Cache-Control": "no-cache"},
    )


async def _edited(message: sim.Message, before: str | None) -> bool:
    """Whether a message is edited within a moment."""
    for _ in range(30):
        if message.edited_timestamp != before:
            return True
        await asyncio.sleep(0.02)
    return False


async def _pump(socket: web.WebSocketResponse, tab: Tab) -> None:
    while (event := await tab.outbox.get()) is not None:
        await socket.send_str(json.dumps(event))
    await socket.close()
