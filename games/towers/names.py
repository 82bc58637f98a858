"""The names of cards and towers, for menus and sentences."""

from collections import Counter
from collections.abc import Sequence

from games.core import Text, Texts
from games.towers.cards import NOBLE_BACK, PIETRA, RANKS, STONE_BACK, Card
from games.towers.state import Tower

Word = str | Text

STONES: dict[Card, Text] = {  # as an item of a menu: the rank and its Donazione
    "5": Text("5 Guard"),  # Note: a card: its rank and its effect
    "6": Text("6 Contract"),  # Note: a card: its rank and its effect
    "7": Text("7 Blessing"),  # Note: a card: its rank and its effect
    "8": Text("8 Income"),  # Note: a card: its rank and its effect
    "9": Text("9 Trade"),  # Note: a card: its rank and its effect
    "10": Text("10 Conspiracy"),  # Note: a card: its rank and its effect
}
NOBLES: dict[Card, Text] = {
    "pietra": Text("Buona Pietra"),
    "via": Text("Via Francigena"),
    "monumento": Text("Monumento"),
    "giostra": Text("Giostra"),
    "cappella": Text("Cappella di Santa Fina"),
    "palazzo": Text("Palazzo Comunale"),
    "mura": Text("Mura"),
}
BACKS: dict[Card, Text] = {STONE_BACK: Text("a hidden stone"), NOBLE_BACK: Text("a hidden noble")}
ITEMS = STONES | NOBLES


def called(card: Card) -> Word:
    """Return a card inside a sentence: a stone is its number, a noble its name."""
    return card if card in RANKS else (NOBLES | BACKS)[card]


def listed(cards: Sequence[Card]) -> tuple[Word, ...]:
    return tuple(map(called, cards))


def stacked(cards: Sequence[Card]) -> tuple[Word, ...]:
    """Return cards with how many there are of each: 8 (3)."""
    stacks = Counter(cards)
    return tuple(
        # Note: a card and how many there are of it
        called(card) if n == 1 else Text("{card} ({n})", card=called(card), n=n)
        for card, n in stacks.items()
    )


def height(n: int) -> Text:
    """Return how high a tower is, inside a sentence."""
    return Texts("{n} story", "{n} stories", n=n)


def stories(ranks: Sequence[int], stones: Sequence[Card]) -> str:
    """Return the stories from top to bottom: 7-◇8-9; a fine stone has a gem before its rank."""
    pairs = zip(ranks, stones, strict=True)
    return "-".join(f"◇{rank}" if stone == PIETRA else str(rank) for rank, stone in pairs)


def tower_item(tower: Tower) -> Text:
    """Return a tower as an item of a menu."""
    number = tower.number + 1
    if tower.colourful:
        return Text("Tower {number}: colourful {stories}", number=number, stories=tower_stories(tower))
    return Text(
        "Tower {number}: plain {rank}, {height}", number=number, rank=tower.top, height=height(tower.height)
    )


def tower_stories(tower: Tower) -> str:
    return stories(tower.ranks, tower.stones)


def tower_line(tower: Tower) -> Text:
    """Return a tower as part of a list that tells everything."""
    told = {"number": tower.number + 1, "stories": tower_stories(tower)}
    match tower.colourful, tower.complete:
        case True, True:
            return Text("{number} colourful {stories} complete", **told)
        case True, False:
            return Text("{number} colourful {stories}", **told)
        case False, True:
            return Text("{number} plain {stories} complete", **told)
    return Text("{number} plain {stories}", **told)


def cards_held(n: int, nobles: int) -> Text:
    if not nobles:
        return Texts("one card", "{n} cards", n=n)
    held = Texts("one card", "{n} cards", n=n)
    return Texts("{cards} (one noble)", "{cards} ({n} nobles)", n=nobles, cards=held)
