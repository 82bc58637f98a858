"""Which towers a hand can build, extend and complete."""

from functools import lru_cache
from itertools import combinations

from games.core import Move
from games.towers.cards import RANKS, Card
from games.towers.state import Tower, stones

LOWEST, HIGHEST = 4, 11  # T21: a fine stone may stand above a 5 and below a 10
LEAST = 3  # stories of a new tower
SPANS = tuple(  # the ranks of every colourful tower, from top to bottom
    tuple(range(top, bottom + 1))
    for top in range(LOWEST, HIGHEST - 1)
    for bottom in range(top + LEAST - 1, HIGHEST + 1)
)
Hand = tuple[Card, ...]  # ordered


@lru_cache(maxsize=4096)
def builds(hand: Hand, fine: int, cap: int) -> tuple[Move, ...]:
    """Return every tower that can be built (T8, T21), fewest fine stones and tallest first."""
    found = plains(hand, fine, cap) + runs(hand, fine, cap)
    return tuple(sorted(found, key=lambda move: (move.count("*"), -move.count(":"))))


def plains(hand: Hand, fine: int, cap: int) -> tuple[Move, ...]:
    return tuple(
        "plain" + f":{rank}" * real + ":*" * wild
        for rank in RANKS
        for real in range(1, hand.count(rank) + 1)
        for wild in range(fine + 1)
        if LEAST <= real + wild <= cap
    )


def runs(hand: Hand, fine: int, cap: int) -> tuple[Move, ...]:
    held = {int(card) for card in hand if card in RANKS}
    return tuple(
        "run:" + ":".join(stories)
        for span in SPANS
        if len(span) <= cap and len(span) <= len(held.intersection(span)) + fine
        for stories in _filled(span, held, fine)
        if set(stories) != {"*"}  # T21: at least one real card
    )


def _filled(span: tuple[int, ...], held: set[int], fine: int) -> list[tuple[str, ...]]:
    """Return every way to lay these ranks, each with its card or a fine stone."""
    missing = [rank for rank in span if rank not in held]
    spare = [rank for rank in span if rank in held]
    return [
        tuple("*" if rank in missing or rank in more else str(rank) for rank in span)
        for n in range(min(fine - len(missing), len(spare)) + 1)
        for more in combinations(spare, n)
    ]


@lru_cache(maxsize=4096)
def extensions(towers: tuple[Tower, ...], hand: Hand, fine: int, cap: int) -> tuple[Move, ...]:
    """Return every extension of these towers (T9)."""
    return tuple(
        f"extend:{tower.number}:" + ":".join(added)
        for tower in towers
        for added in (_upwards if tower.colourful else _alike)(tower, hand, fine)
        if tower.height + len(added) <= cap
    )


def _alike(tower: Tower, hand: Hand, fine: int) -> list[tuple[str, ...]]:
    rank = str(tower.top)
    return [
        (rank,) * real + ("*",) * wild
        for wild in range(fine + 1)
        for real in range(hand.count(rank) + 1)
        if real + wild
    ]


def _upwards(tower: Tower, hand: Hand, fine: int) -> list[tuple[str, ...]]:
    held = {int(card) for card in hand if card in RANKS}
    spans = [tuple(range(tower.top - 1, low - 1, -1)) for low in range(tower.top - 1, LOWEST - 1, -1)]
    return [added for span in spans for added in _filled(span, held, fine)]


@lru_cache(maxsize=32)
def completions(numbers: tuple[int, ...]) -> tuple[Move, ...]:
    """Return every choice of towers to complete, all of them first (T15)."""
    sizes = (len(numbers), *range(1, len(numbers))) if numbers else ()
    return tuple("complete:" + ":".join(map(str, some)) for n in sizes for some in combinations(numbers, n))


# --- reading a move ----------------------------------------------------------------------------------


def laid_cards(move: Move) -> tuple[Card, ...]:
    """Return the cards that a build or an extension takes from the hand."""
    verb, *tokens = move.split(":")
    return stones(tokens[1:] if verb == "extend" else tokens)


def planned(move: Move, number: int) -> Tower:
    """Return the tower that a build names."""
    verb, *tokens = move.split(":")
    at = next(i for i, token in enumerate(tokens) if token != "*")
    colourful = verb == "run"
    return Tower(number, colourful, int(tokens[at]) - at * colourful, stones(tokens))
