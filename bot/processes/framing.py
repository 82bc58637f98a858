"""What two processes of ours say to each other: messages through a pipe, each behind its length."""

import select
import struct
from typing import IO

PIECE = getattr(select, "PIPE_BUF", 512)  # bytes that a pipe takes at once, or not at all
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


# --- with a process that may hang: pipes without buffers, TimeoutError if nothing moves for some seconds ---


def send_within(seconds: float, pipe: IO[bytes], message: bytes) -> None:
    whole = LENGTH.pack(len(message)) + message
    for at in range(0, len(whole), PIECE):
        _wait(pipe, "POLLOUT", seconds)
        pipe.write(whole[at : at + PIECE])


def receive_within(seconds: float, pipe: IO[bytes]) -> bytes:
    """Return the next message; EOFError when the other process is gone."""
    return _read_within(seconds, pipe, LENGTH.unpack(_read_within(seconds, pipe, LENGTH.size))[0])


def _read_within(seconds: float, pipe: IO[bytes], length: int) -> bytes:
    found = b""
    while len(found) < length:
        _wait(pipe, "POLLIN", seconds)
        if not (more := pipe.read(length - len(found))):
            raise EOFError
        found += more
    return found


def _wait(pipe: IO[bytes], event: str, seconds: float) -> None:
    if not hasattr(select, "poll"):  # Windows: there a process that hangs keeps us waiting
        return
    looking = select.poll()
    looking.register(pipe.fileno(), getattr(select, event))
    if not looking.poll(seconds * 1000):
        raise TimeoutError
