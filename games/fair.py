"""Proof of a fair deal: what is promised when a game begins, and a seal over its log when it ends."""

from collections.abc import Iterable, Sequence
from hashlib import sha256

WAY = 2  # of making the promise; the first was the table's number and the seed alone (`chance.commitment`)


def promise(
    table: int, game: str, edition: int, data: str, options: Iterable[str], seats: int, seed: str
) -> str:
    """Return everything that the deal follows from, in one line; it is told when the game is over."""
    return f"{WAY}:{table}:{game}:{edition}:{data}:{'+'.join(options)}:{seats}:{seed}"


def mark_of(promise: str) -> str:
    """Return the mark that stands on a table from the start, and that its promise must lead to."""
    return sha256(promise.encode()).hexdigest()


def seal_of(mark: str, log: Iterable[Sequence[object]]) -> str:
    """Return the seal of a log: rows of number, kind, seat, text, by whom and when, under the deal's mark."""
    lines = [mark, *(" ".join(map(str, row)) for row in log)]
    return sha256("\n".join(lines).encode()).hexdigest()
