"""`python -m bot`: with a DISCORD_TOKEN the bot, without one the playground; `--help` tells the rest."""

import sys

from bot.cli import main

if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
