"""`campanile health`: how is the running bot? For people, Docker and scripts."""

import argparse
import sys

from bot.base.config import load
from bot.ops.health_client import ask


def main(wish: argparse.Namespace) -> int:
    """Ask the bot on HEALTH_PORT; 0 if it is well."""
    settings = load()
    if not settings.health_port:
        print("campanile: HEALTH_PORT is not set, so the bot answers nobody", file=sys.stderr)
        return 2
    well, told = ask(settings, "healthz" if wish.live else "readyz")
    print(told)
    return 0 if well else 1
