"""`campanile doctor`: looks everything over and says what is wrong and what to do; changes nothing.

`--live CHANNEL` tries on Discord itself whatever we send, and takes it away again.
"""

import argparse
import asyncio
import sys

from bot.base import logs
from bot.base.config import BadSetting, Config, load
from bot.base.own_folder import own_folder
from bot.ops.doctor import Finding, bad, conclusion
from bot.ops.doctor_discord import look_there
from bot.ops.doctor_local import look_here
from bot.ops.live_doctor.trial import IN_PARALLEL, Trial, Unfit
from bot.playground.discord_address import NotLoopback, point_discord_at

INTERRUPTED = 130  # the exit code of what Ctrl-C has ended


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
    if wish.live:
        return _live(settings, wish)
    last, code = conclusion(asyncio.run(_look(settings)))
    print(last)
    return code


async def _look(settings: Config) -> list[Finding]:
    found: list[Finding] = []
    for finding in look_here(settings, own_folder() / ".env"):
        found.append(finding)
        print(finding, flush=True)
    if settings.token:
        async for finding in look_there(settings):
            found.append(finding)
            print(finding, flush=True)
    return found


def _live(settings: Config, wish: argparse.Namespace) -> int:
    """Try everything on Discord; 0 if all of it was tried and taken, 1 if not, 2 if it could not begin."""
    if not settings.token:
        print("campanile: there is no DISCORD_TOKEN; --live tries the real Discord with it", file=sys.stderr)
        return 2
    logs.set_up("ERROR", settings.token, settings.log_format)  # its lines would stand between ours
    try:
        trial = Trial(settings, wish.live, wish.wait)
        print(IN_PARALLEL, flush=True)
        asyncio.run(_tried(trial))
    except Unfit as unfit:
        print(f"campanile: {unfit}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        return INTERRUPTED
    return 0 if trial.report.complete else 1


async def _tried(trial: Trial) -> None:
    print("\n".join(await trial.run()), flush=True)
