"""A row of towers: where a section may go, and what becomes of the row."""

from collections.abc import Iterator
from itertools import combinations
from typing import NamedTuple

# Nine own turns found nine towers at most, the rival's nine as many with sections of both (U18);
# P, Q and R are the places of a hand.
LETTERS = "ABCDEFGHIJKLMNOSTU"
LEFT, RIGHT = ENDS = ("left", "right")


class Tower(NamedTuple):
    """A tower and its letter, which it keeps for good."""

    letter: str
    sections: tuple[str, ...]  # from the ground up


Skyline = tuple[Tower, ...]  # from the left
Rows = tuple[Skyline, Skyline]  # the own one, and the rival's
Tableau = tuple[tuple[str, ...], ...]  # the sections alone, as the rules score them


def tableau_of(towers: Skyline) -> Tableau:
    """Return a row of towers without its letters."""
    return tuple([sections for _, sections in towers])


def sites(towers: Skyline) -> list[str]:
    """Return where a new section may go: on a tower, or at an end as a new one (U3)."""
    return [*[tower.letter for tower in towers], *ENDS] if towers else [LEFT]


def pairs(towers: Skyline) -> Iterator[tuple[str, str]]:
    """Yield every two sections that may be swapped, within one tower too (U4)."""
    return combinations([section for tower in towers for section in tower.sections], 2)


def ways(towers: Skyline) -> Iterator[tuple[str, str]]:
    """Yield each top section with where it may go: somewhere else, leaving no gap (U4)."""
    places, last = sites(towers), len(towers) - 1
    for at, (letter, sections) in enumerate(towers):
        here = {letter}
        if len(sections) == 1:
            if 0 < at < last:
                continue  # the row would have a gap
            here |= {end for end, there in ((LEFT, 0), (RIGHT, last)) if at == there}
        for where in places:
            if where not in here:
                yield sections[-1], where


def put(towers: Skyline, section: str, where: str, letter: str) -> Skyline:
    """Set a section on a tower, or found one with this letter at an end."""
    if where in ENDS:
        fresh = (Tower(letter, (section,)),)
        return fresh + towers if where == LEFT else towers + fresh
    return tuple([Tower(where, (*t.sections, section)) if t.letter == where else t for t in towers])


def lifted(towers: Skyline, section: str) -> Skyline:
    """Take a top section away; a tower that goes whole loses its letter."""
    rest = [Tower(t.letter, t.sections[:-1]) if t.sections[-1] == section else t for t in towers]
    return tuple([tower for tower in rest if tower.sections])


def stands_in(towers: Skyline, section: str) -> bool:
    return any(section in tower.sections for tower in towers)


def swapped(towers: Skyline, one: str, other: str) -> Skyline:
    """Let two sections change places; one of them may stand in another row (U4)."""
    turned = {one: other, other: one}
    return tuple([Tower(t.letter, tuple([turned.get(s, s) for s in t.sections])) for t in towers])


def rearranged(both: Rows, what: tuple[str, ...]) -> Rows:
    """Return both rows after a swap or a move, of sections of whichever row (U4)."""
    mine, theirs = both
    match what:
        case "swap", one, other:
            return swapped(mine, one, other), swapped(theirs, one, other)
        case _, section, where if stands_in(mine, section):
            return put(lifted(mine, section), section, where, "?"), theirs
        case _, section, where:
            return mine, put(lifted(theirs, section), section, where, "?")
    raise ValueError(what)
