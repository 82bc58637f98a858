"""Every request to Discord, counted as it passes: how it was answered, and when a press was acknowledged."""

from types import SimpleNamespace

import aiohttp

from bot import figures


def traced() -> aiohttp.TraceConfig:
    """Return what discord.py's HTTP session is to be watched with."""
    trace = aiohttp.TraceConfig()
    trace.on_request_end.append(_ended)
    trace.on_request_exception.append(_broke)
    return trace


async def _ended(
    session: aiohttp.ClientSession, context: SimpleNamespace, ended: aiohttp.TraceRequestEndParams
) -> None:
    figures.ANSWERS.add(ended.method, str(ended.response.status))
    match ended.url.path.rsplit("/", 4):
        case [*_, "interactions", number, _, "callback"] if ended.response.status < 300:
            figures.WAITING.answered(number)


async def _broke(
    session: aiohttp.ClientSession, context: SimpleNamespace, broken: aiohttp.TraceRequestExceptionParams
) -> None:
    figures.ANSWERS.add(broken.method, "none")
