"""The cards: 45 stones for towers and ten nobles, read from the table beside this file."""

from collections import Counter
from pathlib import Path

from games.data_tables import DataLine, read

Card = str  # "5" to "10", or a noble's key

RANKS: tuple[Card, ...] = ("5", "6", "7", "8", "9", "10")
GUARD, CONTRACT, BLESSING, INCOME, TRADE, CONSPIRACY = RANKS
PIETRA, VIA, MONUMENTO, GIOSTRA = "pietra", "via", "monumento", "giostra"
CAPPELLA, PALAZZO, MURA = "cappella", "palazzo", "mura"
COPIES = {PIETRA: 3, VIA: 2, MONUMENTO: 1, GIOSTRA: 1, CAPPELLA: 1, PALAZZO: 1, MURA: 1}
NOBLES: tuple[Card, ...] = tuple(COPIES)

NAMES = {
    "Buona Pietra": PIETRA,
    "Via Francigena": VIA,
    "Monumento": MONUMENTO,
    "Giostra": GIOSTRA,
    "Cappella di Santa Fina": CAPPELLA,
    "Palazzo Comunale": PALAZZO,
    "Mura": MURA,
}
STONE_BACK, NOBLE_BACK = "stone", "noble"  # how a card looks from behind
HIDDEN = (STONE_BACK, NOBLE_BACK)
PLACE = {card: i for i, card in enumerate((*RANKS, *NOBLES, STONE_BACK, NOBLE_BACK))}

TABLE = Path(__file__).parent / "cards.csv"
COLUMNS = ("id", "kind", "rank", "name", "status")


BACKS = dict.fromkeys(RANKS, STONE_BACK) | dict.fromkeys(NOBLES, NOBLE_BACK) | {back: back for back in HIDDEN}


def back(card: Card) -> str:
    """Return a card's back: stones and nobles can be told apart from behind (T27)."""
    return BACKS[card]


def ordered(cards: "list[Card] | tuple[Card, ...]") -> tuple[Card, ...]:
    """Return cards as the notation lists them: ascending, nobles last."""
    return tuple(sorted(cards, key=PLACE.__getitem__))


def load(path: Path = TABLE) -> tuple[tuple[Card, ...], tuple[Card, ...]]:
    """Return the stones and the nobles of the table, or say what is wrong with it."""
    table = read(path, COLUMNS)
    cards = [_card(line) for line in table]
    found, due = Counter(cards), Counter({rank: int(rank) for rank in RANKS}) + Counter(COPIES)
    for card, copies in due.items():
        table.expect(found[card] == copies, f"{found[card]} cards of {card}, not {copies}")
    return tuple(c for c in cards if c in RANKS), tuple(c for c in cards if c in COPIES)


def _card(line: DataLine) -> Card:
    kind, rank, name = line["kind"], line["rank"], line["name"]
    line.expect(kind in ("tower", "noble"), f"a card is a tower or a noble, not {kind!r}")
    if kind == "tower":
        line.expect(rank in RANKS, f"no stone has the rank {rank!r}")
        return rank
    line.expect(name in NAMES, f"no noble is called {name!r}")
    return NAMES[name]


STONE_CARDS, NOBLE_CARDS = load()
