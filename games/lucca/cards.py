"""The deck of Lucca: loaded from `deck.csv` and checked, so that a host may replace the table."""

import csv
import re
from collections import Counter
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import NamedTuple

from games.core import BadTable

COLOURS = ("red", "orange", "yellow", "green", "blue", "purple")  # the fixed columns of a picture
FILE = Path(__file__).parent / "deck.csv"
MOST = 5  # windows or shields that one card can carry in the picture

COLUMNS = ("id", "kind", "colour", "windows", "shields", "number", "wild", "set", "removed_in_celebration")

CardId = str


class Card(NamedTuple):
    """One card; a bastion has no colour, windows, shields or number (L1), a wild no colour (L11)."""

    id: CardId
    bastion: bool
    colour: str
    windows: int
    shields: int
    number: int
    wild: bool
    special: bool
    leaves: bool  # numbers 10 and 20 leave the deck for the Celebration


def load(path: Path = FILE) -> tuple[Card, ...]:
    """Return every card of the table; raise BadTable if it breaks a promise of the rules."""
    with path.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    cards = tuple(_card(path.name, line, row) for line, row in enumerate(rows, 2))
    for line, card in enumerate(cards, 2):
        if sum(other.id == card.id for other in cards) > 1:
            raise BadTable(path.name, line, f"{card.id} stands there twice")
    _check_deck(path.name, len(cards) + 1, [c for c in cards if not c.special], 100)
    _check_deck(path.name, len(cards) + 1, [c for c in cards if not c.leaves], 103)
    return cards


def _card(file: str, line: int, row: dict[str, str]) -> Card:
    """Read one line; what a card may be is checked here, what a deck may be in `_check_deck`."""

    def number(column: str) -> int:
        text = row[column]
        if not (text.isascii() and text.isdecimal() and len(text) <= 4):
            raise BadTable(file, line, f"{column} must be a number up to 9999, not {text!r}")
        return int(text)

    missing = [column for column in COLUMNS if row.get(column) is None]
    if missing:
        raise BadTable(file, line, f"no {', '.join(missing)}")
    bastion, wild = row["kind"] == "bastion", row["wild"] == "1"
    number_shown = 0 if bastion else number("number")
    flags = wild, row["set"] == "celebration", row["removed_in_celebration"] == "1"
    card = Card(row["id"], bastion, row["colour"], number("windows"), number("shields"), number_shown, *flags)
    for holds, reason in (
        (re.fullmatch(r"[A-Z]\d{1,4}", card.id), "the id must be a letter and a number, as P07"),
        (row["kind"] in ("palace", "bastion"), f"unknown kind {row['kind']!r}"),
        (card.colour in (("",) if bastion or wild else COLOURS), f"wrong colour {card.colour!r}"),
        (max(card.windows, card.shields) <= MOST, f"at most {MOST} windows or shields"),
        (not bastion or card.windows + card.shields == 0, "a bastion has no windows or shields"),
        (bastion or card.number > 0, "a palace needs a street number"),
        (not (bastion and wild), "a bastion is not wild"),
    ):
        if not holds:
            raise BadTable(file, line, reason)
    return card


def _check_deck(file: str, line: int, deck: list[Card], size: int) -> None:
    """Check what the tables of counts and the orders of play rest on."""
    numbers = Counter(card.number for card in deck if not card.bastion)
    double = [n for n, count in numbers.items() if count > 1]
    for holds, reason in (
        (len(deck) == size, f"a deck of {len(deck)} cards instead of {size}"),
        (not double, f"street numbers {double} stand on two cards of one deck: orders would be tied"),
        # An opening four must hold a coloured card, and the City's first four too.
        (sum(card.wild for card in deck) <= 3, "more than three wild cards"),
        (sum(card.bastion for card in deck) <= 12, "too many bastions to deal around"),
    ):
        if not holds:
            raise BadTable(file, line, reason)


CARDS: dict[CardId, Card] = {card.id: card for card in load()}


@cache
def deck(celebration: bool) -> tuple[CardId, ...]:
    """Return the cards in play: 100, or 103 with the Celebration."""
    return tuple(c.id for c in CARDS.values() if not (c.leaves if celebration else c.special))


def by_number(cards: Iterable[CardId]) -> list[CardId]:
    """Return cards from the lowest street number to the highest."""
    return sorted(cards, key=lambda card: CARDS[card].number)
