"""A brute force over what nobles allow, from the rules text alone; no game code."""

from itertools import combinations, pairwise, permutations, product

RANKS = range(5, 11)
FINE = "pietra"


class Table:
    """What the rules ask about: the hand, all towers as (ranks, complete), and who has used what."""

    def __init__(self, hand, own, other, used, theirs, ending):
        self.hand, self.own, self.other = hand, own, other  # own: number: (ranks from the top, complete)
        self.used, self.theirs, self.ending = used, theirs, ending

    @property
    def spare(self):
        """T20: a noble may be used while one has used no more than the rival."""
        return len(self.theirs) - len(self.used) + 1

    @property
    def ceiling(self):
        """T24: a Palazzo of the rival forbids what is higher than three and than its owner's highest."""
        return max(3, highest(self.other.values())) if "palazzo" in self.theirs else 99


def highest(towers):
    return max((len(ranks) for ranks, _ in towers), default=0)


def is_plain(ranks):
    return len(set(ranks)) == 1 and ranks[0] in RANKS


def is_colourful(ranks):
    """Consecutive from the top; a fine stone may stand above a 5 and below a 10 (T21, T29)."""
    return all(b - a == 1 for a, b in pairwise(ranks)) and 4 <= ranks[0] <= ranks[-1] <= 11


# --- building --------------------------------------------------------------------------------------


def selections(hand):
    """Every different selection of stones and fine stones."""
    cards = sorted(card for card in hand if card == FINE or card.isdecimal())
    for n in range(1, len(cards) + 1):
        yield from sorted(set(combinations(cards, n)))


def meanings(cards):
    """Every way to say which rank each fine stone stands for: (rank, token) of each card."""
    wild = cards.count(FINE)
    real = [(int(card), card) for card in cards if card != FINE]
    for ranks in set(map(tuple, map(sorted, product(range(4, 12), repeat=wild)))):
        yield sorted(real + [(rank, "*") for rank in ranks])


def laid(table):
    """Every build and every extension, as the notation writes it."""
    for cards in selections(table.hand):
        if cards.count(FINE) > max(0, table.spare):
            continue
        for stories in meanings(cards):
            ranks, tokens = [rank for rank, _ in stories], [token for _, token in stories]
            yield from built(ranks, tokens, table.ceiling)
            for number, (old, complete) in table.own.items():
                if not complete and len(old) + len(ranks) <= table.ceiling:
                    yield from extended(number, old, ranks, tokens)


def built(ranks, tokens, ceiling):
    """T8, T21: three stories or more, at least one real card."""
    if not 3 <= len(ranks) <= ceiling or set(tokens) == {"*"}:
        return
    if is_plain(ranks):
        yield ":".join(["plain", *sorted(tokens, key="*".__eq__)])
    if is_colourful(ranks):
        yield ":".join(["run", *tokens])


def extended(number, old, ranks, tokens):
    """T9: the same rank, or the next smaller ones in order."""
    if is_plain(old) and set(ranks) == set(old):
        yield ":".join(["extend", str(number), *sorted(tokens, key="*".__eq__)])
    if not is_plain(old) and is_colourful([*ranks, *old]):
        yield ":".join(["extend", str(number), *reversed(tokens)])


# --- nobles ----------------------------------------------------------------------------------------


def buried(hand):
    """Every outcome of two cards under their decks, the undermost first, with how it is said."""
    rest = list(hand)
    rest.remove("palazzo")
    for low, high in permutations(rest, 2):
        stones = tuple(card for card in (low, high) if card.isdecimal())
        nobles = tuple(card for card in (low, high) if not card.isdecimal())
        yield (stones, nobles), f"noble:palazzo:{low}:{high}"


def nobles(table):
    """Every noble that may be played as an action, but for what a Palazzo buries (T16, T20, T24, T25)."""
    if table.spare < 1:
        return
    allowed = ["monumento", "cappella"] if table.ending else ["monumento", "cappella", "mura", "via"]
    yield from (f"noble:{card}" for card in allowed if card in table.hand)
    if "palazzo" in table.hand and not table.ending and late(table):
        yield "noble:palazzo"


def late(table):
    """T24: the rival's highest tower is higher than one's own; no tower of one's own counts as none."""
    return highest(table.other.values()) > highest(table.own.values())


def guards(table):
    """T11, T21: a 5, or a fine stone within the count."""
    return {"bear"} | {"guard" for card in table.hand if card == "5"} | {
        "guard:*" for card in table.hand if card == FINE and table.spare > 0
    }  # fmt: skip
