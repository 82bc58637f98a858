"""One process a file: SQLite is not shared between two bots, and a second one is refused with a sentence."""

import contextlib
import os
from pathlib import Path

from bot.base.errors import StoreTrouble

try:
    import fcntl
except ImportError:  # Windows: the file itself cannot be opened twice for writing there
    fcntl = None  # type: ignore[assignment]


class FileLock:
    """Held as long as the process lives; a crash or kill -9 lets it go."""

    def __init__(self, path: Path) -> None:
        self._file = os.open(path.with_name(f"{path.name}.lock"), os.O_RDWR | os.O_CREAT, 0o600)
        if fcntl is None:
            return
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            os.close(self._file)
            raise StoreTrouble(
                f"{path} is in use by another Campanile. Stop that one first, or name another file in"
                " DATABASE_URL."
            ) from None

    def release(self) -> None:
        with contextlib.suppress(OSError):
            os.close(self._file)


def make_private(path: Path) -> None:
    """Make a new file that only its owner can read: it holds the seeds of running games."""
    with contextlib.suppress(FileExistsError):
        os.close(os.open(path, os.O_CREAT | os.O_EXCL, 0o600))
