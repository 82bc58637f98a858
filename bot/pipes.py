"""What two processes of ours say to each other: messages through a pipe, each behind its length."""

import struct
from typing import IO

LENGTH = struct.Struct(">I")


def send(pipe: IO[bytes], message: bytes) -> None:
    pipe.write(LENGTH.pack(len(message)) + message)
    pipe.flush()


def receive(pipe: IO[bytes]) -> bytes:
    """Return the next message; EOFError when the other process is gone."""
    return _read(pipe, LENGTH.unpack(_read(pipe, LENGTH.size))[0])


def _read(pipe: IO[bytes], length: int) -> bytes:
    found = pipe.read(length)
    if len(found) < length:
        raise EOFError
    return found
