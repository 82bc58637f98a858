"""Starts the bot again and again without importing it again: each start is a process of its own.

Reads `start` from standard input, forks, says the process id, waits for its end, says how it ended. The bot
that runs is `python -m bot` in all but the imports; a planted defect (`tests.soak.defects`) is for controls.
"""

import os
import sys

from bot.cli import main
from games import GAMES
from tests.soak.defects import DEFECTS


def child() -> None:
    try:
        code = main()
    except SystemExit as end:
        code = int(end.code or 0)
    except BaseException:
        sys.excepthook(*sys.exc_info())
        code = 1
    sys.stderr.flush()
    os._exit(code)


def serve() -> None:
    GAMES.load()
    for name in sys.argv[1:]:
        DEFECTS[name]()
    print("ready", flush=True)
    while sys.stdin.readline().strip() == "start":
        if not (pid := os.fork()):
            child()
        print(pid, flush=True)
        print(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]), flush=True)


if __name__ == "__main__":
    serve()
