"""Processes of ours that stand back: presses come first, pictures next, then moves, and reviews last."""

import contextlib
import os
from pathlib import Path

GROUP = Path("/proc/self/autogroup")


def stand_back(steps: int) -> None:
    """Leave the cores to whoever stands back by fewer steps, where the system lets us say so.

    Linux may count a session as one group and share the cores among groups (`sched_autogroup`). What a
    process says of itself then counts only within its session, and each process that we start has one of
    its own: it must be said of the group as well.
    """
    with contextlib.suppress(AttributeError, OSError):  # Windows has no such manners
        os.nice(steps)
        if os.getsid(0) == os.getpid():  # else the group has others in it
            GROUP.write_text(str(steps))
