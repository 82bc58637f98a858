"""The bot on a machine whose clock is wrong: CLOCK_ERROR says by how many seconds it is ahead."""

import os
import sys
import time

from bot.cli import main

_real, _error = time.time, float(os.environ.get("CLOCK_ERROR", "0"))
time.time = lambda: _real() + _error

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
