"""The sixteen hexes: a table that a host may replace, checked when it is loaded."""

from pathlib import Path
from typing import NamedTuple

from games.data_tables import DataLine, read

COLOURS = ("brown", "blue", "ochre", "green")
COLUMNS = ("id", "guild_0", "guild_1", "guild_2", "missing", "chirality", "copy", "status")
TABLE = Path(__file__).with_name("hexes.csv")
COUNT = 16  # the sheet names the number, and four players use them all

Kind = tuple[str, str, str]  # the colours of a hex, clockwise


class Card(NamedTuple):
    """One hex: its name and the colours of its guilds, clockwise."""

    id: str
    guilds: Kind


def load(path: Path = TABLE) -> dict[str, Card]:
    """Read the hexes; raise BadTable for a table that cannot be played."""
    table, cards = read(path, COLUMNS), dict[str, Card]()
    hands: dict[str, str] = {}  # the chirality of each kind met so far
    for line in table:
        card = cards[line["id"]] = _card(line)
        _check_hands(line, card.guilds, hands)
        hands[kind_name(card.guilds)] = line["chirality"]
    table.expect(len(cards) == COUNT, f"{len(cards)} hexes instead of {COUNT}")
    return cards


def kind_name(guilds: Kind) -> str:
    """Name a kind of hex: hexes that only differ by a rotation are the same."""
    return min(":".join(guilds[i:] + guilds[:i]) for i in range(3))


def _card(line: DataLine) -> Card:
    id, guilds = line["id"], (line["guild_0"], line["guild_1"], line["guild_2"])
    line.expect(id.isalnum() and len(id) <= 4, f"the id {id!r} must be up to four letters and digits")
    colours = f"three guilds and the missing one must be {', '.join(COLOURS)}, each once"
    line.expect(sorted({*guilds, line["missing"]}) == sorted(COLOURS), colours)
    line.one_of("status", ("fact", "reconstruction"))
    return Card(id, guilds)


def _check_hands(line: DataLine, guilds: Kind, hands: dict[str, str]) -> None:
    """Check that equal hexes are of one hand, and mirrored ones of different hands."""
    hand, mirror = line.one_of("chirality", ("L", "R")), kind_name((guilds[2], guilds[1], guilds[0]))
    line.expect(hands.get(mirror) != hand, f"chirality {hand} must differ from that of the mirrored hex")
    line.expect(hands.get(kind_name(guilds), hand) == hand, "equal hexes must have the same chirality")


CARDS = load()
KINDS = {name: kind_name(card.guilds) for name, card in CARDS.items()}


def one_of_each(hexes: tuple[str, ...]) -> tuple[str, ...]:
    """Leave out hexes that are equal to an earlier one: choosing between them would be no choice."""
    return tuple({KINDS[hex]: hex for hex in reversed(hexes)}.values())[::-1]
