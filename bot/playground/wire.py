"""Discord's REST API and gateway on loopback, over real HTTP and WebSocket: for play and for tests."""

import io
import json
import logging
import re
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator, Mapping
from typing import Any
from urllib.parse import unquote

from aiohttp import web

from bot.base import timers
from bot.playground.backend import BackendError, Loopback, Upload
from bot.playground.discord_address import is_loopback
from bot.playground.gateway import Gateway, reply
from bot.playground.rate_limits import RateLimits

__all__ = ["UPLOADS", "Wire", "reply"]

log = logging.getLogger(__name__)

UPLOADS = 32 << 20
NAMED = re.compile(rb'\b(name|filename)="([^"]*)"')

# Something that may go wrong with a request: an answer in place of the true one, a pause, or nothing.
Trouble = Callable[[str, str], Awaitable[web.Response | None]]


class Wire(Gateway):
    """The address a bot talks to: `{base}/api/v10` and `{base}/gateway`."""

    def __init__(self, backend: Loopback) -> None:
        super().__init__(backend)
        self.served = 0  # requests so far
        self.refused: Counter[int] = Counter()  # how often, by Discord's error code
        self.trouble: Trouble | None = None
        self.limits = RateLimits()
        self._down_until, self._deaf = 0.0, False  # an outage, and whether of the gateway too

    def routes(self) -> list[web.RouteDef]:
        return [
            web.route("*", "/api/v10/{path:.*}", self.rest),
            web.get("/gateway", self.gateway),
            web.get("/gateway/", self.gateway),
        ]

    @property
    def api(self) -> str:
        return f"http://{self.base}/api/v10"

    # ---- an outage

    def go_down(self, seconds: float, *, gateway: bool = False) -> None:
        """Answer nothing but 503 for a while; with the gateway, the bot is cut off as well. 0: come back."""
        self._down_until, self._deaf = timers.monotonic() + seconds, gateway
        if gateway and seconds:
            self.drop_connections()

    @property
    def down(self) -> float:
        """How many seconds Discord stays down."""
        return max(0.0, self._down_until - timers.monotonic())

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
        headers, refused = self.limits.check(request.method, path)
        answer = refused or await self._answer(request, path, body, files)
        answer.headers.update(headers)
        return answer

    async def _answer(
        self, request: web.Request, path: str, body: Any, files: list[Upload]
    ) -> web.StreamResponse:
        if self.trouble is not None and (answer := await self.trouble(request.method, path)) is not None:
            return answer
        if path == "/gateway/bot":
            return reply(
                {"url": self.gateway_url, "shards": self.shards, "session_start_limit": self._plenty()}
            )
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

    def _plenty(self) -> dict[str, int]:
        """Say how often a bot may identify."""
        return {"total": 1000, "remaining": 1000, "reset_after": 0, "max_concurrency": self.max_concurrency}


async def _body(request: web.Request) -> tuple[Any, list[Upload]]:
    """Read a JSON body, or a form of JSON and files."""
    if request.content_type == "application/json" and request.can_read_body:
        return await request.json(), []
    if not request.content_type.startswith("multipart/"):
        return None, []
    body: Any = None
    files: dict[int, Upload] = {}
    for name, filename, content in _parts(await request.read()):
        if name == "payload_json":
            body = json.loads(content)
        else:
            number = int(name.removeprefix("files[").removesuffix("]") or 0)
            files[number] = Upload(filename or "file", io.BytesIO(content))
    _describe(files, body)
    return body, [files[number] for number in sorted(files)]


def _parts(form: bytes) -> Iterator[tuple[str, str, bytes]]:
    """Yield the parts of a form: name, file name, content. Each begins with the form's own first line."""
    first_line = form[: form.find(b"\r\n")]
    for part in form.split(first_line)[1:-1]:
        head, _, content = part.partition(b"\r\n\r\n")
        named = {key: value.decode() for key, value in NAMED.findall(head)}
        yield named.get(b"name", "files[0]"), unquote(named.get(b"filename", "")), content[: -len(b"\r\n")]


def _describe(files: Mapping[int, Upload], body: Any) -> None:
    """Alt texts stand in the JSON, under the file's number."""
    data = body.get("data", body) if isinstance(body, dict) else {}
    for item in data.get("attachments") or ():
        number = str(item.get("id", ""))
        if number.isdecimal() and int(number) in files:
            files[int(number)].description = item.get("description")
