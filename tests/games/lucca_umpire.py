"""A second opinion on Lucca's questions: who is asked and what they may answer, from the rulesheet alone."""

from collections.abc import Iterator, Sequence
from itertools import permutations

from tests.games.lucca_referee import ROWS, Family, Referee

ROUNDS = {2: 7, 3: 7, 4: 6, 5: 5}
Question = dict[int, set[str]]  # the moves on offer, a seat


def normal(move: str) -> str:
    """Two kept cards of two colours lie apart: their order means nothing."""
    verb, *args = move.split(":")
    if verb == "keep" and ROWS[args[1]]["wild"] != "1" and ROWS[args[0]]["colour"] != ROWS[args[1]]["colour"]:
        args.sort()
    return ":".join((verb, *args))


class Umpire(Referee):
    """Follows a log, and says before each move who may do what, and when the game is over."""

    def __init__(self, hands: Sequence[Sequence[str]], triplets: Sequence[Sequence[str]]) -> None:
        super().__init__(hands)
        self.triplets = [list(cards) for cards in triplets]
        self.stage, self.at, self.round = "keep", 0, 0
        self.order: list[int] = []
        self.cards: list[str] = []  # of the taken triplet, still to be played
        self.used = -1  # the triplet that has served the City
        self.discards: list[str] = []

    # --- what may be answered ----------------------------------------------------------------------

    def asked(self) -> Question:
        if self.stage == "keep":
            return {seat: set(self.pairs(hand)) for seat, hand in enumerate(self.hands)}
        if self.stage == "over":
            return {}
        seat = self.order[self.at]
        offers = {"turn": self.openings_and_triplets, "place": self.places, "serve": self.gifts}
        return {seat: set(offers[self.stage](self.families[seat]))}

    def pairs(self, hand: Sequence[str]) -> Iterator[str]:
        """L3, L11: any two; a wild card never lies first."""
        for under, top in permutations(hand, 2):
            if ROWS[under]["wild"] != "1":
                yield normal(f"keep:{under}:{top}")

    def openings_and_triplets(self, family: Family) -> Iterator[str]:
        yield from (f"open:{colour}" for colour, _ in family.complete)
        yield from (f"take:{n}" for n, cards in enumerate(self.triplets) if cards)

    def places(self, family: Family) -> Iterator[str]:
        """L1, L7, L11: the five ways to play a card."""
        for card in self.cards:
            yield f"play:{card}:discard"
            if ROWS[card]["kind"] == "bastion":
                yield f"play:{card}:bastion"
                continue
            yield f"play:{card}:wall"
            if ROWS[card]["wild"] == "1":
                yield from (f"play:{card}:add:{colour}" for colour in family.building)
            elif ROWS[card]["colour"] in family.building:
                yield f"play:{card}:add"
            elif ROWS[card]["colour"] not in dict(family.complete + family.opened):
                yield f"play:{card}:new"

    def gifts(self, family: Family) -> Iterator[str]:
        """L12: a card of a triplet that is left, the second from the other one; never a wall."""
        assert self.city
        found = []
        for n, cards in enumerate(self.triplets):
            for card in cards if n != self.used else ():
                wild = ROWS[card]["wild"] == "1"
                found += [f"city:{n}:{card}:{colour}" for colour in self.city.building if wild]
                found += [f"city:{n}:{card}"] * (not wild)
        yield from found or ["city:none"]

    # --- what comes of it --------------------------------------------------------------------------

    def make(self, seat: int, move: str) -> bool:
        """Follow a move; say whether new triplets are needed now. The last round ends the game."""
        if not self.ends_the_round(seat, move):
            return False
        if self.round < ROUNDS[len(self.hands)]:
            return True
        self.discards += [card for cards in self.triplets for card in cards]
        self.stage, self.triplets, self.order = "over", [[] for _ in self.triplets], self.ranking()
        self.finish()
        return False

    def ends_the_round(self, seat: int, move: str) -> bool:
        verb, *args = move.split(":")
        if verb == "city":
            self.serve(args)
            return self.served(args)
        getattr(self, verb)(seat, *args)
        if verb == "keep" and len(self.choices) == len(self.hands):
            self.begin(self.triplets)
        if verb == "take":
            self.stage, self.cards = "place", self.triplets[int(args[0])]
            self.triplets[int(args[0])] = []
        return verb == "play" and self.played(args)

    def played(self, args: list[str]) -> bool:
        self.cards = [card for card in self.cards if card != args[0]]
        self.discards += args[:1] if args[1] == "discard" else []
        if self.cards:
            return False
        self.stage, self.at = "turn", self.at + 1
        if self.at < len(self.order):
            return False
        self.stage, self.at, self.used = "serve", 0, -1
        return self.city is None

    def served(self, args: list[str]) -> bool:
        if args != ["none"]:
            self.used = int(args[0])
            self.triplets[self.used].remove(args[1])
        self.at += 1
        return self.at == 2

    def begin(self, triplets: Sequence[Sequence[str]]) -> None:
        """Begin a round; L5: the order of play is fixed now, what was left is discarded."""
        if self.round:
            self.discards += [card for cards in self.triplets for card in cards]
        self.triplets = [list(cards) for cards in triplets]
        self.stage, self.at, self.round = "turn", 0, self.round + 1
        self.order = self.ranking()

    def ranking(self) -> list[int]:
        """L5: most shields under construction; of equals the one with the highest number on show."""
        left, order = set(range(len(self.families))), []
        while left:
            most = max(self.families[seat].shields() for seat in left)
            tied = [seat for seat in left if self.families[seat].shields() == most]
            order.append(max(tied, key=lambda seat: max(self.families[seat].numbers())))
            left.remove(order[-1])
        return order
