"""Asking the running bot how it is, by HEALTH_PORT."""

import json
import urllib.error
import urllib.request

from bot.base.config import Config

HEALTH_REQUEST_TIMEOUT = 5  # seconds
DIRECTLY = urllib.request.build_opener(urllib.request.ProxyHandler({}))  # never by way of a proxy


def ask(settings: Config, page: str) -> tuple[bool, str]:
    """Return whether the bot says it is well, and what it says."""
    host = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(settings.health_host, settings.health_host)
    place = f"[{host}]" if ":" in host else host
    try:
        with DIRECTLY.open(
            f"http://{place}:{settings.health_port}/{page}", timeout=HEALTH_REQUEST_TIMEOUT
        ) as answer:
            return True, _in_words(answer.read())
    except urllib.error.HTTPError as error:
        return False, _in_words(error.read())
    except OSError as error:
        return False, f"no answer on {place}:{settings.health_port} ({getattr(error, 'reason', error)})"


def _in_words(body: bytes) -> str:
    """Return the answer's parts as "database: ok, gateway: connecting"."""
    try:
        return ", ".join(f"{name}: {value}" for name, value in json.loads(body).items())
    except (ValueError, AttributeError):
        return body.decode(errors="replace").strip()
