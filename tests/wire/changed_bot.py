"""The real bot with something about it changed, as CHANGED says: run as a process of its own."""

import os
import sys

from discord import app_commands

from bot.cli import main, run
from bot.client import application_emoji, command_sync, invalid_requests


def too_large() -> None:
    """Let /replay ask for a number that Discord does not allow, as /replay and /verify once did."""
    translated = app_commands.Command.get_translated_payload

    async def payload(command, tree, translator):
        told = await translated(command, tree, translator)
        if command.name == "replay":
            told["options"][0]["max_value"] = 2**53
        return told

    app_commands.Command.get_translated_payload = payload


def soon_again() -> None:
    """Try to send the commands again at once, and wait for no answer for long."""
    command_sync.SYNC_RETRY_SECONDS = (0.01,)
    command_sync.SYNC_REQUEST_TIMEOUT = 1.0
    invalid_requests.GLOBAL_SECONDS = 2.0


def with_emoji() -> None:
    """Send the emoji, although Discord is on this machine, and soon again what failed."""
    run.at_home = lambda: False
    application_emoji.RETRY_SECONDS = (0.01,)


CHANGES = {"too_large": too_large, "soon_again": soon_again, "with_emoji": with_emoji}

if __name__ == "__main__":
    CHANGES[os.environ["CHANGED"]]()
    raise SystemExit(main(sys.argv[1:]))
