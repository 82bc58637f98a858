"""Linux refuses a process some system calls, as SystemCallFilter of systemd does: what do we do then?"""

import ctypes
import errno
import platform
import struct
import sys
from collections.abc import Callable, Iterable

NUMBERS = {  # of the calls that our tests refuse
    "x86_64": {"setpriority": 141},
    "aarch64": {"setpriority": 140},
}
NAMES = set(NUMBERS["x86_64"])
AUDIT = {"x86_64": 0xC000003E, "aarch64": 0xC00000B7}
NO_NEW_PRIVS, SET_SECCOMP, FILTER = 38, 22, 2  # of prctl
LOAD, JUMP_IF_EQUAL, RETURN = 0x20, 0x15, 0x06  # what a filter is written in
ALLOW, REFUSE = 0x7FFF0000, 0x00050000


class Filter(ctypes.Structure):
    _fields_ = (("length", ctypes.c_ushort), ("steps", ctypes.c_void_p))


def is_known() -> bool:
    """Whether calls can be refused on this machine."""
    return sys.platform == "linux" and platform.machine() in NUMBERS


def refusing(names: Iterable[str]) -> Callable[[], None]:
    """Return what a new process does first, so that it and its children are refused these calls."""
    numbers = [NUMBERS[platform.machine()][name] for name in names]
    steps = [(LOAD, 0, 0, 4), (JUMP_IF_EQUAL, 1, 0, AUDIT[platform.machine()]), (RETURN, 0, 0, ALLOW)]
    steps += [(LOAD, 0, 0, 0)]
    for number in numbers:
        steps += [(JUMP_IF_EQUAL, 0, 1, number), (RETURN, 0, 0, REFUSE | errno.EPERM)]
    steps += [(RETURN, 0, 0, ALLOW)]
    written = ctypes.create_string_buffer(b"".join(struct.pack("=HBBI", *step) for step in steps))
    told = Filter(len(steps), ctypes.addressof(written))
    library = ctypes.CDLL(None, use_errno=True)

    def refuse() -> None:
        more = (ctypes.c_ulong(0), ctypes.c_ulong(0), ctypes.c_ulong(0))
        assert not library.prctl(NO_NEW_PRIVS, ctypes.c_ulong(1), *more)
        assert not library.prctl(SET_SECCOMP, ctypes.c_ulong(FILTER), ctypes.byref(told), *more[:2]), written

    return refuse
