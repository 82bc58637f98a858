"""Every request to Discord, counted as it passes: how it was answered, and when a press was acknowledged."""

from types import SimpleNamespace

import aiohttp

from bot.base import metrics


def request_trace() -> aiohttp.TraceConfig:
    """Return what discord.py's HTTP session is to be watched with."""
    trace = aiohttp.TraceConfig()
    trace.on_request_end.append(_ended)
    trace.on_request_exception.append(_broke)
    return trace


async def _ended(
    session: aiohttp.ClientSession, context: SimpleNamespace, ended: aiohttp.TraceRequestEndParams
) -> None:
    metrics.ANSWERS.add(ended.method, str(ended.response.status))
    match ended.url.path.rsplit("/", 4):
        case [*_, "interactions", number, _, "callback"] if ended.response.status < 300:
            metrics.WAITING.answered(number)


async def _broke(
    session: aiohttp.ClientSession, context: SimpleNamespace, broken: aiohttp.TraceRequestExceptionParams
) -> None:
    metrics.ANSWERS.add(broken.method, "none")
