"""The sixteen hexes: a table that a host may replace, checked when it is loaded."""

import csv
from pathlib import Path
from typing import NamedTuple

from games.core import BadTable

COLOURS = ("brown", "blue", "ochre", "green")
COLUMNS = ["id", "guild_0", "guild_1", "guild_2", "missing", "chirality", "copy", "status"]
TABLE = Path(__file__).with_name("hexes.csv")
COUNT = 16  # the sheet names the number, and four players use them all

Kind = tuple[str, str, str]  # the colours of a hex, clockwise


class Card(NamedTuple):
    """One hex: its name and the colours of its guilds, clockwise."""

    id: str
    guilds: Kind


def load(path: Path = TABLE) -> dict[str, Card]:
    """Read the hexes; raise BadTable for a table that cannot be played."""
    cards: dict[str, Card] = {}
    hands: dict[str, str] = {}  # the chirality of each kind met so far
    with path.open(encoding="utf-8", newline="") as file:
        rows = csv.DictReader(file)
        if rows.fieldnames != COLUMNS:
            raise BadTable(path.name, 1, f"the columns must be {', '.join(COLUMNS)}")
        for line, row in enumerate(rows, start=2):
            if reason := _fault(row, cards, hands):
                raise BadTable(path.name, line, reason)
            card = Card(row["id"], (row["guild_0"], row["guild_1"], row["guild_2"]))
            cards[card.id] = card
            hands[kind_name(card.guilds)] = row["chirality"]
    if len(cards) != COUNT:
        raise BadTable(path.name, len(cards) + 1, f"{len(cards)} hexes instead of {COUNT}")
    return cards


def kind_name(guilds: Kind) -> str:
    """Name a kind of hex: hexes that only differ by a rotation are the same."""
    return min(":".join(guilds[i:] + guilds[:i]) for i in range(3))


def _fault(row: dict[str, str], cards: dict[str, Card], hands: dict[str, str]) -> str:
    """Return what is wrong with a row, or nothing."""
    guilds = (row["guild_0"], row["guild_1"], row["guild_2"])
    mirror = kind_name((guilds[2], guilds[1], guilds[0]))
    if not (row["id"] or "").isalnum() or len(row["id"]) > 4 or row["id"] in cards:
        return f"{row['id']!r} is not a new name of up to four letters and digits"
    if sorted({*guilds, row["missing"]}) != sorted(COLOURS):
        return f"three guilds and the missing one must be {', '.join(COLOURS)}, each once"
    if row["chirality"] not in ("L", "R") or hands.get(mirror, "") == row["chirality"]:
        return f"chirality {row['chirality']!r} must be L or R, and differ from that of the mirrored hex"
    if hands.get(kind_name(guilds), row["chirality"]) != row["chirality"]:
        return "equal hexes must have the same chirality"
    if row["status"] not in ("fact", "reconstruction"):
        return f"status {row['status']!r} must be fact or reconstruction"
    return ""


CARDS = load()
KINDS = {name: kind_name(card.guilds) for name, card in CARDS.items()}


def one_of_each(hexes: tuple[str, ...]) -> tuple[str, ...]:
    """Leave out hexes that are equal to an earlier one: choosing between them would be no choice."""
    return tuple({KINDS[hex]: hex for hex in reversed(hexes)}.values())[::-1]
