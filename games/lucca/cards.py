"""The deck of Lucca: loaded from `deck.csv` and checked, so that a host may replace the table."""

import re
from collections import Counter
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import NamedTuple

from games.data_tables import DataLine, DataTable, read

COLOURS = ("red", "orange", "yellow", "green", "blue", "purple")  # the fixed columns of a picture
FILE = Path(__file__).parent / "deck.csv"
MAX_SIGNS_PER_CARD = 5  # windows or shields that one card can carry in the picture

COLUMNS = (
    *("id", "kind", "colour", "windows", "shields", "number"),
    *("wild", "set", "removed_in_celebration", "status"),
)
FLAG = ("0", "1")

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
    table = read(path, COLUMNS)
    cards = tuple(map(_card, table))
    _check_deck(table, [card for card in cards if not card.special], 100)
    _check_deck(table, [card for card in cards if not card.leaves], 103)
    return cards


def _card(line: DataLine) -> Card:
    """Read one line; what a card may be is checked here, what a deck may be in `_check_deck`."""
    bastion, wild = line["kind"] == "bastion", line.one_of("wild", FLAG) == "1"
    special = line.one_of("set", ("base", "celebration")) == "celebration"
    leaves = line.one_of("removed_in_celebration", FLAG) == "1"
    number = 0 if bastion else line.count("number")
    counts = line.count("windows"), line.count("shields")
    card = Card(line["id"], bastion, line["colour"], *counts, number, wild, special, leaves)
    for holds, reason in (
        (re.fullmatch(r"[A-Z]\d{1,4}", card.id), "the id must be a letter and a number, as P07"),
        (line["kind"] in ("palace", "bastion"), f"unknown kind {line['kind']!r}"),
        (card.colour in (("",) if bastion or wild else COLOURS), f"wrong colour {card.colour!r}"),
        (max(counts) <= MAX_SIGNS_PER_CARD, f"at most {MAX_SIGNS_PER_CARD} windows or shields"),
        (not bastion or sum(counts) == 0, "a bastion has no windows or shields"),
        (bastion or number > 0, "a palace needs a street number"),
        (not (bastion and wild), "a bastion is not wild"),
    ):
        line.expect(holds, reason)
    return card


def _check_deck(table: DataTable, deck: list[Card], size: int) -> None:
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
        table.expect(holds, reason)


CARDS: dict[CardId, Card] = {card.id: card for card in load()}

# What a search asks of cards all the time.
COLOUR_OF = {card.id: card.colour for card in CARDS.values()}
NUMBERS = {card.id: card.number for card in CARDS.values()}
SHIELDS = {card.id: card.shields for card in CARDS.values()}


@cache
def deck(celebration: bool) -> tuple[CardId, ...]:
    """Return the cards in play: 100, or 103 with the Celebration."""
    return tuple(c.id for c in CARDS.values() if not (c.leaves if celebration else c.special))


def by_number(cards: Iterable[CardId]) -> list[CardId]:
    """Return cards from the lowest street number to the highest."""
    return sorted(cards, key=lambda card: CARDS[card].number)
