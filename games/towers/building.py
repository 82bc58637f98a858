"""Which towers a hand can build, extend and complete."""

from functools import lru_cache
from itertools import combinations

from games.core import Move
from games.towers.cards import Card
from games.towers.state import Tower, stones

LOWEST, HIGHEST = 4, 11  # T21: a fine stone may stand above a 5 and below a 10
LEAST = 3  # stories of a new tower
SPANS = tuple(  # the ranks of every colourful tower, from top to bottom
    tuple(range(top, bottom + 1))
    for top in range(LOWEST, HIGHEST - 1)
    for bottom in range(top + LEAST - 1, HIGHEST + 1)
)
BITS = tuple(sum(1 << rank for rank in span) for span in SPANS)  # the same ranks as bits
Hand = tuple[Card, ...]  # ordered


@lru_cache(maxsize=4096)
def builds(hand: Hand, fine: int, cap: int) -> tuple[Move, ...]:
    """Return every tower that can be built (T8, T21), fewest fine stones and tallest first."""
    ranks = different(hand)
    found = plains(hand, ranks, fine, cap) + runs(ranks, fine, cap)
    return tuple(sorted(found, key=lambda move: (move.count("*"), -move.count(":"))))


def different(hand: Hand) -> Hand:
    """Return each rank of a hand once."""
    return tuple(dict.fromkeys(hand))


def plains(hand: Hand, ranks: Hand, fine: int, cap: int) -> tuple[Move, ...]:
    enough = [rank for rank in ranks if hand.count(rank) + fine >= LEAST]
    return tuple(
        "plain" + f":{rank}" * real + ":*" * wild
        for rank in enough
        for real in range(1, hand.count(rank) + 1)
        for wild in range(fine + 1)
        if LEAST <= real + wild <= cap
    )


@lru_cache(maxsize=1024)
def runs(ranks: Hand, fine: int, cap: int) -> tuple[Move, ...]:
    held = set(map(int, ranks))
    others = ~sum([1 << rank for rank in held])
    return tuple(
        "run:" + ":".join(stories)
        for span, bits in zip(SPANS, BITS, strict=True)
        if (bits & others).bit_count() <= fine and len(span) <= cap
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


def extensions(towers: tuple[Tower, ...], hand: Hand, fine: int, cap: int) -> tuple[Move, ...]:
    """Return every extension of these towers (T9)."""
    ranks, moves = different(hand), list[Move]()
    for number, colourful, top, stories, _ in towers:
        room = cap - len(stories)
        added = _upwards(top, ranks, fine) if colourful else _alike(str(top), hand.count(str(top)), fine)
        moves += [f"extend:{number}{text}" for text in added if text.count(":") <= room]
    return tuple(moves)


@lru_cache(maxsize=256)
def _alike(rank: Card, count: int, fine: int) -> tuple[str, ...]:
    """Return what can be added to a plain tower, as the notation lists it."""
    sizes = [(real, wild) for wild in range(fine + 1) for real in range(count + 1)]
    return tuple([f":{rank}" * real + ":*" * wild for real, wild in sizes if real + wild])


@lru_cache(maxsize=1024)
def _upwards(top: int, ranks: Hand, fine: int) -> tuple[str, ...]:
    """Return what can be added to a colourful tower."""
    held = set(map(int, ranks))
    spans = [tuple(range(top - 1, low - 1, -1)) for low in range(top - 1, LOWEST - 1, -1)]
    return tuple([":" + ":".join(added) for span in spans for added in _filled(span, held, fine)])


@lru_cache(maxsize=32)
def completions(numbers: tuple[int, ...]) -> tuple[Move, ...]:
    """Return every choice of towers to complete, all of them first (T15)."""
    sizes = (len(numbers), *range(1, len(numbers))) if numbers else ()
    return tuple("complete:" + ":".join(map(str, some)) for n in sizes for some in combinations(numbers, n))


# --- reading a move ----------------------------------------------------------------------------------


@lru_cache(maxsize=1024)
def laid_cards(move: Move) -> tuple[Card, ...]:
    """Return the cards that a build or an extension takes from the hand."""
    verb, *tokens = move.split(":")
    return stones(tokens[1:] if verb == "extend" else tokens)


@lru_cache(maxsize=1024)
def planned(move: Move, number: int) -> Tower:
    """Return the tower that a build names."""
    verb, *tokens = move.split(":")
    at = next(i for i, token in enumerate(tokens) if token != "*")
    colourful = verb == "run"
    return Tower(number, colourful, int(tokens[at]) - at * colourful, stones(tokens))
