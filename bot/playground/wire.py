"""Discord's REST API and gateway on loopback, over real HTTP and WebSocket: for play and for tests."""

import asyncio
import io
import json
import logging
import secrets
from collections import Counter, deque
from collections.abc import Awaitable, Callable, Mapping
from typing import Any

import discord
from aiohttp import BodyPartReader, WSMsgType, web

from bot import clock
from bot.playground.address import is_loopback
from bot.playground.backend import BackendError, Loopback, Upload

log = logging.getLogger(__name__)

HEARTBEAT = 41_250
REPLAY = 1_000  # events a dropped bot can catch up on
SESSIONS = 3  # dropped sessions that may still come back
UPLOADS = 32 << 20
HELLO, BEAT, BEAT_ANSWER, IDENTIFY, RESUME, INVALID, EVENT = 10, 1, 11, 2, 6, 9, 0

# Something that may go wrong with a request: an answer in place of the true one, a pause, or nothing.
Trouble = Callable[[str, str], Awaitable[web.Response | None]]


def reply(body: Any, status: int = 200, **headers: str) -> web.Response:
    """discord.py compares the content type with ==, so there must be no charset in it."""
    headers["Content-Type"] = "application/json"
    return web.Response(body=json.dumps(body).encode(), status=status, headers=headers)


class Session:
    """One bot's stay at the gateway; it outlives its connection for a while, so the bot can resume."""

    def __init__(self, intents: discord.Intents) -> None:
        self.id = secrets.token_hex(8)
        self.intents = intents
        self.sequence = 0
        self.events: deque[dict[str, Any]] = deque(maxlen=REPLAY)
        self.socket: asyncio.Queue[dict[str, Any] | None] | None = None

    def push(self, event: str, payload: Mapping[str, Any]) -> None:
        self.sequence += 1
        packet = {"op": EVENT, "t": event, "s": self.sequence, "d": payload}
        self.events.append(packet)
        if self.socket is not None:
            self.socket.put_nowait(packet)

    def missed(self, after: int) -> list[dict[str, Any]] | None:
        """What came after a sequence number; None if that is no longer known."""
        first = self.events[0]["s"] if self.events else self.sequence + 1
        if not first - 1 <= after <= self.sequence:
            return None
        return [packet for packet in self.events if packet["s"] > after]


class Wire:
    """The address a bot talks to: `{base}/api/v10` and `{base}/gateway`."""

    def __init__(self, backend: Loopback) -> None:
        self.backend = backend
        self.token = secrets.token_urlsafe(32)
        self.base = ""  # known once the server listens
        self.served = 0  # requests so far
        self.refused: Counter[int] = Counter()  # how often, by Discord's error code
        self.trouble: Trouble | None = None
        self._down_until, self._deaf = 0.0, False  # an outage, and whether of the gateway too
        self.holding: list[tuple[str, Mapping[str, Any]]] | None = None  # events held back by a test
        self.on_presence: list[Callable[[bool], None]] = []
        self._sessions: dict[str, Session] = {}
        backend.subscribers.append(self.broadcast)

    def routes(self) -> list[web.RouteDef]:
        return [
            web.route("*", "/api/v10/{path:.*}", self.rest),
            web.get("/gateway", self.gateway),
            web.get("/gateway/", self.gateway),
        ]

    @property
    def api(self) -> str:
        return f"http://{self.base}/api/v10"

    @property
    def gateway_url(self) -> str:
        return f"ws://{self.base}/gateway"

    @property
    def online(self) -> bool:
        """Whether a bot is connected."""
        return any(session.socket is not None for session in self._sessions.values())

    # ---- an outage

    def go_down(self, seconds: float, *, gateway: bool = False) -> None:
        """Answer nothing but 503 for a while; with the gateway, the bot is cut off as well. 0: come back."""
        self._down_until, self._deaf = clock.monotonic() + seconds, gateway
        if gateway and seconds:
            self.drop_connections()

    @property
    def down(self) -> float:
        """How many seconds Discord stays down."""
        return max(0.0, self._down_until - clock.monotonic())

    @property
    def deaf(self) -> bool:
        """Whether the gateway is down too."""
        return self._deaf and self.down > 0

    # ---- REST

    async def rest(self, request: web.Request) -> web.StreamResponse:
        path = "/" + request.match_info["path"]
        refusal = self._refusal(request, path)
        if refusal is not None:
            return refusal
        body, files = await _body(request)
        if self.down:
            return reply({"code": 0, "message": "503: Service Unavailable"}, 503)
        if self.trouble is not None and (answer := await self.trouble(request.method, path)) is not None:
            return answer
        if path == "/gateway/bot":
            return reply({"url": self.gateway_url, "shards": 1, "session_start_limit": _PLENTY})
        return self._serve(request, path, body, files)

    def _refusal(self, request: web.Request, path: str) -> web.Response | None:
        """The API is for the bot on this machine: no browser, no stranger."""
        if "Origin" in request.headers or not is_loopback(request.remote or ""):
            return reply({"code": 0, "message": "This API is for the bot on this machine."}, 403)
        by_token = path.startswith(("/interactions/", "/webhooks/"))  # these carry their own
        if not by_token and request.headers.get("Authorization") != f"Bot {self.token}":
            return reply({"code": 0, "message": "401: Unauthorized"}, 401)
        return None

    def _serve(self, request: web.Request, path: str, body: Any, files: list[Upload]) -> web.Response:
        self.served += 1
        reason = request.headers.get("X-Audit-Log-Reason")
        try:
            answer = self.backend.request(request.method, path, body, dict(request.query), files, reason)
        except BackendError as error:
            self.refused[error.code] += 1
            if error.status == 501:
                log.error("The playground's Discord lacks something: %s", error.message)
            return reply(error.to_json(), error.status)
        return web.Response(status=204) if answer is None else reply(answer)

    # ---- gateway

    def broadcast(self, event: str, payload: Mapping[str, Any]) -> None:
        """Tell every bot that wants to hear it; interactions can be held back by a test."""
        if event.startswith("PLAYGROUND_"):
            return
        if self.holding is not None and event == "INTERACTION_CREATE":
            self.holding.append((event, payload))
            return
        for session in self._sessions.values():
            if self.backend.is_delivered(event, payload, session.intents):
                session.push(event, payload)

    def hold(self) -> None:
        """Keep interactions back until they are let go: so they arrive late, or together."""
        self.holding = []

    def let_go(self) -> None:
        held, self.holding = self.holding or [], None
        for event, payload in held:
            self.broadcast(event, payload)

    def drop_connections(self) -> None:
        """Cut every bot off; it may come back and resume."""
        for session in self._sessions.values():
            if session.socket is not None:
                session.socket.put_nowait(None)

    def forget_sessions(self) -> None:
        """Cut every bot off for good: the next resume is refused."""
        self.drop_connections()
        self._sessions.clear()

    async def gateway(self, request: web.Request) -> web.StreamResponse:
        if "Origin" in request.headers or not is_loopback(request.remote or ""):
            return reply({"code": 0, "message": "The gateway is for the bot on this machine."}, 403)
        if self.deaf:
            return reply({"code": 0, "message": "503: Service Unavailable"}, 503)
        socket = web.WebSocketResponse(max_msg_size=0)
        await socket.prepare(request)
        outbox: asyncio.Queue[dict[str, Any] | None] = asyncio.Queue()
        outbox.put_nowait({"op": HELLO, "d": {"heartbeat_interval": HEARTBEAT}})
        pump = asyncio.create_task(_pump(socket, outbox))
        session: Session | None = None
        try:
            async for message in socket:
                if message.type is WSMsgType.TEXT:
                    session = self._packet(json.loads(message.data), outbox) or session
        finally:
            pump.cancel()
            if session is not None and session.socket is outbox:
                self._detach(session)
        return socket

    def _packet(
        self, packet: Mapping[str, Any], outbox: asyncio.Queue[dict[str, Any] | None]
    ) -> Session | None:
        match packet["op"]:
            case 1:  # a moment later, or discord.py takes the answer for that to the beat before
                loop = asyncio.get_running_loop()
                loop.call_later(0.05, outbox.put_nowait, {"op": BEAT_ANSWER})
            case 2 | 6 if packet["d"].get("token") != self.token:
                outbox.put_nowait(None)
            case 2:
                return self._identify(packet["d"], outbox)
            case 6:
                return self._resume(packet["d"], outbox)
        return None

    def _identify(self, data: Mapping[str, Any], outbox: asyncio.Queue[dict[str, Any] | None]) -> Session:
        intents = discord.Intents.none()
        intents.value = int(data.get("intents", 0))
        session = Session(intents)
        self._attach(session, outbox)
        shard = data.get("shard", [0, 1])
        session.push("READY", {**self.backend.ready(session.id, self.gateway_url), "shard": shard})
        for guild in self.backend.guild_creates(intents):
            session.push("GUILD_CREATE", guild)
        return session

    def _resume(
        self, data: Mapping[str, Any], outbox: asyncio.Queue[dict[str, Any] | None]
    ) -> Session | None:
        session = self._sessions.get(data["session_id"])
        missed = session.missed(int(data["seq"])) if session is not None else None
        if session is None or missed is None:
            outbox.put_nowait({"op": INVALID, "d": False})
            return None
        for packet in missed:
            outbox.put_nowait(packet)
        self._attach(session, outbox)
        session.push("RESUMED", {})
        return session

    def _attach(self, session: Session, outbox: asyncio.Queue[dict[str, Any] | None]) -> None:
        session.socket = outbox
        self._sessions[session.id] = session
        self._tell_presence()

    def _detach(self, session: Session) -> None:
        session.socket = None
        gone = [s for s in self._sessions.values() if s.socket is None]
        for old in gone[:-SESSIONS]:
            del self._sessions[old.id]
        self._tell_presence()

    def _tell_presence(self) -> None:
        for tell in self.on_presence:
            tell(self.online)


_PLENTY = {"total": 1000, "remaining": 1000, "reset_after": 0, "max_concurrency": 1}


async def _pump(socket: web.WebSocketResponse, outbox: asyncio.Queue[dict[str, Any] | None]) -> None:
    while (packet := await outbox.get()) is not None:
        await socket.send_str(json.dumps(packet))
    await socket.close(code=4000)


async def _body(request: web.Request) -> tuple[Any, list[Upload]]:
    """Read a JSON body, or a form of JSON and files."""
    if request.content_type == "application/json" and request.can_read_body:
        return await request.json(), []
    if not request.content_type.startswith("multipart/"):
        return None, []
    body: Any = None
    files: dict[int, Upload] = {}
    async for part in await request.multipart():
        assert isinstance(part, BodyPartReader)
        if part.name == "payload_json":
            body = json.loads(await part.text())
        else:
            number = int((part.name or "files[0]").removeprefix("files[").removesuffix("]") or 0)
            files[number] = Upload(part.filename or "file", io.BytesIO(await part.read()))
    _describe(files, body)
    return body, [files[number] for number in sorted(files)]


def _describe(files: Mapping[int, Upload], body: Any) -> None:
    """Alt texts stand in the JSON, under the file's number."""
    data = body.get("data", body) if isinstance(body, dict) else {}
    for item in data.get("attachments") or ():
        number = str(item.get("id", ""))
        if number.isdecimal() and int(number) in files:
            files[int(number)].description = item.get("description")
