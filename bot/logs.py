"""The log: plain lines, and no secret in them."""

import logging
import re
import traceback
from pathlib import Path

SECRET = re.compile(r"(/webhooks/\d+/|/interactions/\d+/)[\w.%-]+")


class Discreet(logging.Formatter):
    """Takes interaction tokens and the bot's token out of every line."""

    def __init__(self, token: str = "") -> None:
        super().__init__("%(asctime)s %(levelname)s %(name)s: %(message)s")
        self._token = token

    def format(self, record: logging.LogRecord) -> str:
        line = SECRET.sub(r"\1…", super().format(record))
        return line.replace(self._token, "…") if self._token else line


def trace(error: BaseException) -> str:
    """Return where an error came from; what the rules say is left out, since it may name a card."""
    frames = traceback.extract_tb(error.__traceback__)
    inside = bool(frames) and "games" in Path(frames[-1].filename).parts
    last = type(error).__name__ if inside else f"{type(error).__name__}: {error}"
    return "".join([*traceback.format_list(frames), last])


def set_up(level: str, token: str = "") -> None:
    """Log to standard error. Discord's own loggers stay at INFO: DEBUG would write hands into the log."""
    handler = logging.StreamHandler()
    handler.setFormatter(Discreet(token))
    logging.basicConfig(level=level, handlers=[handler], force=True)
    for name in ("discord", "aiohttp", "aiosqlite", "asyncio"):
        logging.getLogger(name).setLevel(max(logging.INFO, logging.getLevelName(level)))
