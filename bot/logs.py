"""The log: plain lines, and no secret in them."""

import json
import logging
import re
import traceback
from datetime import UTC, datetime
from pathlib import Path

SECRET = re.compile(r"(/webhooks/\d+/|/interactions/\d+/)[\w.%-]+")


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


def set_up(level: str, token: str = "", form: str = "text") -> None:
    """Log to standard error. Discord's own loggers stay at INFO: DEBUG would write hands into the log."""
    handler = logging.StreamHandler()
    handler.setFormatter(Discreet(token, form))
    logging.basicConfig(level=level, handlers=[handler], force=True)
    for name in ("discord", "aiohttp", "aiosqlite", "asyncio"):
        logging.getLogger(name).setLevel(max(logging.INFO, logging.getLevelName(level)))
