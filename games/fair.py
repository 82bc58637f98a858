"""Proof of a fair deal: what is promised when a game begins, and a seal over its log when it ends.

Where a lobby comes first, its secret draw is promised there, and the seed follows from it and from a word
that each player may have typed: nobody has chosen the deal.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from hashlib import sha256
from typing import Any

from games.core import Text

WAY = 2  # of promising a deal; the first was the table's number and the seed alone (`chance.commitment`)
DRAWN = 3  # of promising a draw, before anybody has sat down


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


# --- the draw of a lobby, and what its players add to it ---------------------------------------------


def draw_line(table: int, game: str, draw: str) -> str:
    """Return the line whose mark stands in a lobby; it is told when the game is over."""
    return f"{DRAWN}:{table}:{game}:{draw}"


def share_of(draw: str, seat: int, word: str) -> str:
    """Return what a seat adds to the deal; it stays when its word is deleted. No word: nothing."""
    return mark_of(f"{draw}:{seat}:{word}") if word else ""


def seed_of(table: int, game: str, draw: str, shares: Sequence[str]) -> str:
    """Return the seed of a deal: one line for the draw and one a seat; without words the draw itself."""
    return mark_of("\n".join([draw_line(table, game, draw), *shares])) if any(shares) else draw


def wrong_with_draw(record: Mapping[str, Any]) -> Iterator[Text]:
    """Yield what does not hold of the draw and the words in a record that has them."""
    table, game, draw = record["table"], record["game"], str(record["draw"])
    words, shares = record["words"], record["shares"]
    if mark_of(draw_line(table, game, draw)) != record["drawn"]:
        yield Text("the draw is not the one whose mark stood in the lobby")
    if not len(words) == len(shares) == record["seats"]:
        yield Text("there is not one word for each seat")
        return
    for seat, (word, share) in enumerate(zip(words, shares, strict=True)):
        if word is not None and share != share_of(draw, seat, word):
            yield Text("seat {seat}: this is not the word that was typed", seat=seat + 1)
    if record["seed"] != seed_of(table, game, draw, shares):
        yield Text("the deal does not follow from the draw and the words")
