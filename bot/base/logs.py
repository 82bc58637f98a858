"""The log: plain lines, and no secret in them."""

import json
import logging
import re
import traceback
from datetime import UTC, datetime
from pathlib import Path

SECRET = re.compile(r"(/webhooks/\d+/|/interactions/\d+/)[\w.%-]+")

OUTAGES = {
    *("ConnectionError", "gaierror", "SSLError", "TimeoutError", "ClientError"),
    *("HTTPException", "ConnectionClosed", "GatewayNotFound"),
}
OUTAGE_CHARACTERS = 200  # of what Discord or the network says about it
CONNECTING = ("discord.shard", "discord.client", "discord.gateway")  # the loggers that tell of it


class Discreet(logging.Formatter):
    """Takes interaction tokens and the bot's token out of every line, whatever its format."""

    def __init__(self, token: str = "", form: str = "text") -> None:
        super().__init__("%(asctime)s %(levelname)s %(name)s: %(message)s")
        self._token = token
        self._json = form == "json"

    def format(self, record: logging.LogRecord) -> str:
        return self._object(record) if self._json else self._clean(super().format(record))

    def _clean(self, line: str) -> str:
        line = SECRET.sub(r"\1…", line)
        return line.replace(self._token, "…") if self._token else line

    def _object(self, record: logging.LogRecord) -> str:
        """Return the record as one line of JSON; a trace keeps its lines inside."""
        said, _, rest = record.getMessage().partition("\n")
        if record.exc_info:
            rest = "\n".join(filter(None, (rest, self.formatException(record.exc_info))))
        parts = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "message": self._clean(said),
        }
        if rest:
            parts["trace"] = self._clean(rest)
        return json.dumps(parts, ensure_ascii=False)


def trace(error: BaseException) -> str:
    """Return where an error came from; what the rules say is left out, since it may name a card."""
    frames = traceback.extract_tb(error.__traceback__)
    inside = any("games" in Path(frame.filename).parts for frame in frames)
    last = type(error).__name__ if inside else f"{type(error).__name__}: {error}"
    return "".join([*traceback.format_list(frames), last])


def reason(error: BaseException) -> str:
    """Return why something failed: a line for an outage of Discord or the network, else a trace."""
    if not is_outage(error):
        return f"\n{trace(error)}"
    return f"{type(error).__name__}: {' '.join(str(error).split())[:OUTAGE_CHARACTERS]}".rstrip(": ")


def is_outage(error: BaseException) -> bool:
    """Say whether Discord or the way to it is in trouble; by names, our workers know neither library."""
    kinds, status = {kind.__name__ for kind in type(error).__mro__}, getattr(error, "status", 0)
    return bool(kinds & OUTAGES) and (not status or status == 429 or status >= 500)


class OneLine(logging.Filter):
    """Lets discord.py tell of an outage in one line a try, not in sixty."""

    def filter(self, record: logging.LogRecord) -> bool:
        error = record.exc_info[1] if isinstance(record.exc_info, tuple) else None
        if error is not None and is_outage(error):
            record.msg, record.args = "%s (%s)", (record.getMessage(), reason(error))
            record.exc_info = record.exc_text = None
        return True


ONE_LINE = OneLine()


def set_up(level: str, token: str = "", form: str = "text") -> None:
    """Log to standard error. Discord's own loggers stay at INFO: DEBUG would write hands into the log."""
    handler = logging.StreamHandler()
    handler.setFormatter(Discreet(token, form))
    logging.basicConfig(level=level, handlers=[handler], force=True)
    for name in ("discord", "aiohttp", "aiosqlite", "asyncio"):
        logging.getLogger(name).setLevel(max(logging.INFO, logging.getLevelName(level)))
    for name in CONNECTING:
        logging.getLogger(name).addFilter(ONE_LINE)
