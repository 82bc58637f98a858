"""What a doctor finds: each thing looked at is ok, a warning or bad, with what to do."""

from collections.abc import Iterable
from typing import NamedTuple

NAME_COLUMNS = 12  # columns for the name of what was looked at


class Finding(NamedTuple):
    """One line of the report."""

    how: str  # ok, warn or bad
    what: str
    told: str
    do: str = ""  # what the host can do about it

    def __str__(self) -> str:
        line = f"{self.how:<5} {self.what:<{NAME_COLUMNS}} {self.told}"
        return f"{line}\n{'':6}{'':{NAME_COLUMNS}} -> {self.do}" if self.do else line


def ok(what: str, told: str) -> Finding:
    return Finding("ok", what, told)


def warn(what: str, told: str, do: str) -> Finding:
    return Finding("warn", what, told, do)


def bad(what: str, told: str, do: str) -> Finding:
    return Finding("bad", what, told, do)


def conclusion(findings: Iterable[Finding]) -> tuple[str, int]:
    """Return the last line and the exit code: only what is bad makes it fail."""
    found = [finding.how for finding in findings]
    wrong, doubtful = found.count("bad"), found.count("warn")
    if not wrong and not doubtful:
        return "All is well.", 0
    return f"{wrong} bad, {doubtful} to look at, {found.count('ok')} ok", 1 if wrong else 0


def size(count: float) -> str:
    """Return a number of bytes as people say it."""
    for unit in ("bytes", "kB", "MB"):
        if count < 1000:
            return f"{count:.0f} {unit}"
        count /= 1000
    return f"{count:.1f} GB"
