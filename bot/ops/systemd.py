"""A word to systemd (`Type=notify`): ready, alive, stopping. Nothing happens where there is no systemd."""

import asyncio
import contextlib
import os
import socket
from collections.abc import Callable

EXTENDED = 60_000_000  # microseconds: while we wait for Discord, the start is not given up
STARTING = 1.0  # seconds between two looks whether we are ready
DEFAULT_WATCHDOG_INTERVAL = 10.0  # seconds between two words when systemd does not say how often it wants one


def notify(*lines: str) -> bool:
    """Tell systemd something; False if nobody listens."""
    address = os.environ.get("NOTIFY_SOCKET", "")
    if not address or not hasattr(socket, "AF_UNIX"):
        return False
    with contextlib.suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as out:
        out.sendto("\n".join(lines).encode(), "\0" + address[1:] if address[0] == "@" else address)
        return True
    return False


def watchdog() -> float:
    """Return after how many seconds systemd wants to hear that we are alive; 0 if it does not."""
    given, process = os.environ.get("WATCHDOG_USEC", ""), os.environ.get("WATCHDOG_PID", "")
    if not given.isdecimal() or (process and process != str(os.getpid())):
        return 0.0
    return int(given) / 1_000_000


async def keep_telling(ready: Callable[[], bool], status: Callable[[], str]) -> None:
    """Say when we are ready, and from then on that the loop turns: one that hangs is started again."""
    every, told = watchdog() / 3 or DEFAULT_WATCHDOG_INTERVAL, False
    if not notify("STATUS=starting"):
        return
    while True:
        if ready() and not told:
            told = notify("READY=1", f"STATUS={status()}", "WATCHDOG=1")
        elif told:
            notify(f"STATUS={status()}", "WATCHDOG=1")
        else:
            notify(f"EXTEND_TIMEOUT_USEC={EXTENDED}", f"STATUS={status()}", "WATCHDOG=1")
        await asyncio.sleep(every if told else STARTING)  # real time: systemd has no other
