"""Processes of ours that stand back: presses come first, pictures next, then moves, and reviews last."""

import contextlib
import os
import time
from pathlib import Path

GROUP = Path("/proc/self/autogroup")
GROUP_TRIES, GROUP_PAUSE = 5, 0.15  # Linux lets one process a tenth of a second speak for its group


def lower_priority(steps: int) -> None:
    """Leave the cores to whoever stands back by fewer steps, where the system lets us say so.

    Linux may count a session as one group and share the cores among groups (`sched_autogroup`). What a
    process says of itself then counts only within its session, and each process that we start has one of
    its own: it must be said of the group as well. Each counts without the other: one may be refused.
    """
    with contextlib.suppress(AttributeError, OSError):  # Windows has no such manners, a sandbox may refuse
        os.nice(steps)
    with contextlib.suppress(AttributeError, OSError):
        if os.getsid(0) == os.getpid():  # else the group has others in it
            _tell_group(steps)


def _tell_group(steps: int) -> None:
    """Speak for the session; wait for our turn if another process of this machine has just done so."""
    for _ in range(GROUP_TRIES):
        with contextlib.suppress(BlockingIOError):
            GROUP.write_text(str(steps))
            return
        time.sleep(GROUP_PAUSE)
