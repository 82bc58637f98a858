"""The score as a grid of one-width characters, narrow enough for a phone."""

import textwrap
from collections.abc import Sequence

from bot.words import Words
from games.core import SEAT_NAMES, Row

PHONE = 38  # characters of one width that a phone shows in a line
NAME = 12  # the least that a row's name gets of it


def score_grid(rows: Sequence[Row], words: Words, seats: int) -> str:
    """Return the score as Discord shows it in one width; nothing for no rows."""
    return f"```\n{grid(rows, words, seats)}\n```" if rows else ""


def grid(rows: Sequence[Row], words: Words, seats: int) -> str:
    """Set rows by seats; a long name goes on in the next line, so that every column is in sight."""
    cells = [[words.say(SEAT_NAMES[seat]) for seat in range(seats)], *(list(row.cells) for row in rows)]
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
    room = max(NAME, PHONE - sum(2 + width for width in widths))
    names = [[""], *(textwrap.wrap(words.say(row.name), room, subsequent_indent="  ") for row in rows)]
    left = max(len(line) for name in names for line in name)
    lines = []
    for (first, *more), row in zip(names, cells, strict=True):
        columns = (cell.rjust(width + 2) for cell, width in zip(row, widths, strict=True))
        lines += [first.ljust(left) + "".join(columns), *more]
    return "\n".join(lines)
