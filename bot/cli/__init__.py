"""What a host can type: `campanile doctor`, `backup`, `health` and so on. Each word is a module here."""

import argparse
import sys
from collections.abc import Sequence
from importlib import import_module
from typing import Protocol, cast

from bot.base.config import BadSetting
from bot.base.errors import StoreTrouble
from bot.base.own_folder import NoFolder, make_own_folder
from bot.base.version import release


class Command(Protocol):
    """A module of this folder."""

    def main(self, wish: argparse.Namespace) -> int:
        """Do what was asked and return the exit code."""


def parser() -> argparse.ArgumentParser:
    """Return what understands the command line."""
    ours = argparse.ArgumentParser(
        "campanile", description="Board games of towers and cities, played in Discord channels."
    )
    ours.add_argument("--version", action="version", version=f"Campanile {release()}")
    words = ours.add_subparsers(dest="word", metavar="COMMAND")
    words.add_parser("run", help="run the bot, or without a token the playground (this is the default)")
    doctor = words.add_parser("doctor", help="look everything over and say what is wrong, and what to do")
    doctor.add_argument(
        "--live",
        metavar="CHANNEL",
        help="try in this channel whatever we send; somebody presses three buttons",
    )
    doctor.add_argument(
        "--wait", type=float, default=60, metavar="SECONDS", help="for the presses, 90 at most"
    )
    backup = words.add_parser("backup", help="copy the database, while the bot runs or not")
    backup.add_argument("file", nargs="?", help="where to; by default beside the database, with the time")
    restore = words.add_parser("restore", help="take a backup as the database; the old file is kept")
    restore.add_argument("file", help="the backup")
    move = words.add_parser("move-database", help="move everything to another database")
    move.add_argument("source", metavar="FROM", help="sqlite:///file or postgresql://...")
    move.add_argument("target", metavar="TO", help="likewise; must be empty")
    ratings = words.add_parser("ratings", help="reckon all ratings anew from the results, and compare")
    ratings.add_argument("--recompute", action="store_true", help="do it; 0: all came to the same")
    health = words.add_parser("health", help="ask the running bot, on HEALTH_PORT; 0: ready, 1: not")
    health.add_argument("--live", action="store_true", help="ask only whether it is alive")
    return ours


def main(given: Sequence[str] = ()) -> int:
    """Do what the command line says; say plainly what is wrong when that cannot be done."""
    wish = parser().parse_args(list(given))
    name = str(wish.word or "run").replace("-", "_")
    try:
        make_own_folder()
        return cast(Command, import_module(f"bot.cli.{name}")).main(wish)
    except (BadSetting, NoFolder, StoreTrouble) as trouble:
        print(f"campanile: {trouble}", file=sys.stderr)
        return 2


def script() -> int:
    """Do what was typed behind `campanile`, the script of the installed package."""
    return main(sys.argv[1:])
