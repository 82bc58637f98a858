"""The cards: storeys of one to six windows, as often as the table beside this file says."""

from pathlib import Path

from games.data_tables import read

Card = str  # the windows, "1" to "9": equal cards have equal names
TABLE = Path(__file__).with_name("cards.csv")


def load(path: Path = TABLE) -> tuple[Card, ...]:
    """Return every card of the table; raise BadTable for one that cannot be played."""
    table, cards = read(path, ("windows", "copies"), key="windows"), list[Card]()
    for line in table:
        line.expect(1 <= line.count("windows") <= 9, "a storey has 1 to 9 windows")
        cards += [str(line.count("windows"))] * line.count("copies")
    table.expect(len(cards) >= 18, f"{len(cards)} cards, but six lots take 18")
    return tuple(cards)


DECK = load()
