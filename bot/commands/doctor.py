"""`campanile doctor`: looks everything over and says what is wrong and what to do; changes nothing."""

import argparse
import asyncio

from bot.hosting.checkup import Finding, bad, conclusion
from bot.hosting.here import look_here
from bot.hosting.there import look_there
from bot.playground.address import NotLoopback, point_discord_at
from bot.settings import BadSetting, Settings, load


def main(wish: argparse.Namespace) -> int:
    """Print a line for everything looked at; 1 if something is bad."""
    try:
        settings = load()
    except BadSetting as wrong:
        print(bad("settings", str(wrong), "change it in .env or in the environment"))
        return 1
    if settings.token and settings.api:
        try:
            point_discord_at(settings.api, settings.gateway, proxy=settings.proxy)
        except NotLoopback as wrong:
            print(bad("settings", str(wrong), "change CAMPANILE_API, or set CAMPANILE_PROXY"))
            return 1
    last, code = conclusion(asyncio.run(_look(settings)))
    print(last)
    return code


async def _look(settings: Settings) -> list[Finding]:
    found: list[Finding] = []
    for finding in look_here(settings):
        found.append(finding)
        print(finding, flush=True)
    if settings.token:
        async for finding in look_there(settings):
            found.append(finding)
            print(finding, flush=True)
    return found
