"""Discord's gateway on loopback: sessions, their shards, and who is told what."""

import asyncio
import json
import secrets
import time
from collections import deque
from collections.abc import Callable, Mapping
from typing import Any

import discord
from aiohttp import WSMsgType, web

from bot.playground.backend import Loopback
from bot.playground.discord_address import is_loopback

HEARTBEAT = 41_250
REPLAY = 1_000  # events a dropped bot can catch up on
SESSIONS = 3  # dropped sessions of a shard that may still come back
IDENTIFY_INTERVAL = 5.0  # seconds that Discord wants between two identifies of one bucket
HELLO, BEAT, BEAT_ANSWER, IDENTIFY, RESUME, INVALID, EVENT = 10, 1, 11, 2, 6, 9, 0

Outbox = asyncio.Queue[dict[str, Any] | None]


class Session:
    """A shard's stay at the gateway; it outlives its connection for a while, so the bot can resume."""

    def __init__(self, intents: discord.Intents, shard: tuple[int, int] = (0, 1)) -> None:
        self.id = secrets.token_hex(8)
        self.intents = intents
        self.shard = shard  # which one, of how many
        self.sequence = 0
        self.events: deque[dict[str, Any]] = deque(maxlen=REPLAY)
        self.socket: Outbox | None = None

    def has(self, guild: int | None) -> bool:
        """Whether events of a server come here; what belongs to none, as a DM, comes to shard 0."""
        number, count = self.shard
        return ((guild or 0) >> 22) % count == number

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


class Gateway:
    """Where bots listen: every shard to its servers, two sessions of one shard both to everything of it."""

    def __init__(self, backend: Loopback) -> None:
        self.backend = backend
        self.token = secrets.token_urlsafe(32)
        self.base = ""  # known once the server listens
        self.shards, self.max_concurrency = 1, 1  # what a bot is told that asks how many it should be
        self.hurried = 0  # identifies that came too soon after another one of their bucket
        self.holding: list[tuple[str, Mapping[str, Any]]] | None = None  # events held back by a test
        self.on_presence: list[Callable[[bool], None]] = []
        self._identified: dict[int, float] = {}  # when each bucket was last used
        self._sessions: dict[str, Session] = {}
        backend.subscribers.append(self.broadcast)

    @property
    def gateway_url(self) -> str:
        return f"ws://{self.base}/gateway"

    @property
    def deaf(self) -> bool:
        """Whether nobody can connect."""
        return False

    @property
    def online(self) -> bool:
        """Whether a bot is connected."""
        return bool(self.connected)

    @property
    def connected(self) -> list[Session]:
        """The sessions that are listening just now."""
        return [session for session in self._sessions.values() if session.socket is not None]

    # ---- telling

    def broadcast(self, event: str, payload: Mapping[str, Any]) -> None:
        """Tell every bot that wants to hear it; interactions can be held back by a test."""
        if event.startswith("PLAYGROUND_"):
            return
        if self.holding is not None and event == "INTERACTION_CREATE":
            self.holding.append((event, payload))
            return
        guild = guild_of(event, payload)
        for session in self._sessions.values():
            if session.has(guild) and self.backend.is_delivered(event, payload, session.intents):
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
        for session in self.connected:
            if session.socket is not None:
                session.socket.put_nowait(None)

    def forget_sessions(self) -> None:
        """Cut every bot off for good: the next resume is refused."""
        self.drop_connections()
        self._sessions.clear()

    # ---- listening

    async def gateway(self, request: web.Request) -> web.StreamResponse:
        if "Origin" in request.headers or not is_loopback(request.remote or ""):
            return reply({"code": 0, "message": "The gateway is for the bot on this machine."}, 403)
        if self.deaf:
            return reply({"code": 0, "message": "503: Service Unavailable"}, 503)
        socket = web.WebSocketResponse(max_msg_size=0)
        await socket.prepare(request)
        outbox: Outbox = asyncio.Queue()
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

    def _packet(self, packet: Mapping[str, Any], outbox: Outbox) -> Session | None:
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

    def _identify(self, data: Mapping[str, Any], outbox: Outbox) -> Session:
        intents = discord.Intents.none()
        intents.value = int(data.get("intents", 0))
        number, count = data.get("shard") or (0, 1)
        session = Session(intents, (number, count))
        self._watch_the_pace(number)
        self._attach(session, outbox)
        guilds = [guild for guild in self.backend.guilds if session.has(guild)]
        ready = self.backend.ready(session.id, self.gateway_url, guilds)
        session.push("READY", {**ready, "shard": [number, count]})
        for guild in self.backend.guild_creates(intents, guilds):
            session.push("GUILD_CREATE", guild)
        return session

    def _watch_the_pace(self, shard: int) -> None:
        """Count identifies that Discord would refuse: too soon after another one of their bucket."""
        bucket, now = shard % self.max_concurrency, time.monotonic()
        self.hurried += now - self._identified.get(bucket, -IDENTIFY_INTERVAL) < IDENTIFY_INTERVAL
        self._identified[bucket] = now

    def _resume(self, data: Mapping[str, Any], outbox: Outbox) -> Session | None:
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

    def _attach(self, session: Session, outbox: Outbox) -> None:
        session.socket = outbox
        self._sessions[session.id] = session
        self._tell_presence()

    def _detach(self, session: Session) -> None:
        session.socket = None
        gone = [s for s in self._sessions.values() if s.socket is None and s.shard == session.shard]
        for old in gone[:-SESSIONS]:
            del self._sessions[old.id]
        self._tell_presence()

    def _tell_presence(self) -> None:
        for tell in self.on_presence:
            tell(self.online)


def guild_of(event: str, payload: Mapping[str, Any]) -> int | None:
    """Return the server that an event belongs to; None: to none, as a DM."""
    guild = payload.get("guild_id")
    if guild is None and event in ("GUILD_CREATE", "GUILD_UPDATE", "GUILD_DELETE"):
        guild = payload.get("id")
    return int(guild) if guild else None


async def _pump(socket: web.WebSocketResponse, outbox: Outbox) -> None:
    while (packet := await outbox.get()) is not None:
        await socket.send_str(json.dumps(packet))
    await socket.close(code=4000)


def reply(body: Any, status: int = 200, **headers: str) -> web.Response:
    """discord.py compares the content type with ==, so there must be no charset in it."""
    headers["Content-Type"] = "application/json"
    return web.Response(body=json.dumps(body).encode(), status=status, headers=headers)
