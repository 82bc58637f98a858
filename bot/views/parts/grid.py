"""The score as a grid of one-width characters, narrow enough for a phone."""

from collections.abc import Sequence

from bot.text.words import Words
from bot.views.parts.widths import blanks, wide_letters, width, wrapped
from games.core import SEAT_NAMES, Row

PHONE_COLUMNS = 38  # columns that a phone shows in a line
MIN_NAME_COLUMNS = 12  # the least that a row's name gets of them


def score_grid(rows: Sequence[Row], words: Words, seats: int) -> str:
    """Return the score as Discord shows it in one width; nothing for no rows."""
    return f"```\n{grid(rows, words, seats)}\n```" if rows else ""


def grid(rows: Sequence[Row], words: Words, seats: int) -> str:
    """Set rows by seats; a long name goes on in the next line, so that every column is in sight."""
    cells = [[words.say(SEAT_NAMES[seat]) for seat in range(seats)], *(list(row.cells) for row in rows)]
    columns = list(map(_ruled, zip(*cells, strict=True)))
    room = max(MIN_NAME_COLUMNS, PHONE_COLUMNS - sum(2 + columns for columns, _ in columns))
    names = [[""], *(wrapped(words.say(row.name), room, "  ") for row in rows)]
    left, wide = _ruled([line for name in names for line in name])
    lines = []
    for (first, *more), row in zip(names, cells, strict=True):
        start = first + blanks(first, left, wide)
        lines += [start + "".join(map(_cell, row, columns)), *more]
    return "\n".join(lines)


Ruled = tuple[int, int]  # how wide a column is, and how many wide letters its widest entry has


def _ruled(column: Sequence[str]) -> Ruled:
    return max(map(width, column)), max(map(wide_letters, column))


def _cell(cell: str, column: Ruled) -> str:
    return f"  {blanks(cell, *column)}{cell}"
