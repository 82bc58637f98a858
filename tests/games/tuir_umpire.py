"""A second opinion on whole games of Túir: every answer, the table, who knows what; calls no game code."""

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import NamedTuple

from tests.games.tuir_referee import Tableau, second_opinion

Cell = tuple[int, int]
Row = list[tuple[str, list[str]]]  # letter and sections of each tower, from the left
UNKNOWN = ""


def normal(move: str) -> str:
    """Two sections change places: which is named first means nothing."""
    verb, *args = move.split(":")
    return ":".join((verb, args[0], *sorted(args[1:]))) if verb == "swap" else move


def stands(cells: set[Cell]) -> bool:
    """Say whether nothing floats and no ground between towers is bare (U3)."""
    wide = {x for x, _ in cells}
    return all(not y or (x, y - 1) in cells for x, y in cells) and len(wide) == max(wide) - min(wide) + 1


class Sight(NamedTuple):
    """All that one viewer may know of the table."""

    towers: list[list[tuple[str, tuple[str, ...]]]]
    hands: list[list[str]]  # known cards; the own ones in their places
    backs: list[int]
    rules: list[str]
    seen: list[bool]  # whether the rival has looked at a rule
    dropped: list[list[str]]
    hidden: str
    eyes: list[int]
    decks: list[tuple[str, int]]
    spent: list[str]


class Umpire:
    """Keeps a table of its own from the log alone."""

    def __init__(
        self,
        first: int,
        hands: Sequence[Sequence[str]],
        decks: Sequence[Sequence[str]],
        rules: Sequence[str],
        both: bool = False,
    ) -> None:
        self.seat, self.stage, self.both = first, "act", both
        self.hands, self.decks = [list(hand) for hand in hands], [list(deck) for deck in decks]
        self.open, self.own, self.hidden, self.stock = rules[:3], list(rules[3:5]), rules[5], list(rules[6:])
        self.rows: list[Row] = [[], []]
        self.letters = [list("ABCDEFGHIJKLMNOSTU") for _ in range(2)]  # not used yet
        self.public = set[str]()  # cards that everybody has seen
        self.known = [{rule} for rule in self.own]  # secret rules that each has seen
        self.dropped: list[list[str]] = [[], []]
        self.spent: list[str] = []

    # --- what may be answered ----------------------------------------------------------------------

    def asked(self) -> set[str]:
        if self.stage == "take":
            return {f"take:{n}" for n, deck in enumerate(self.decks, 1) if deck}
        return {word for card in self.hands[self.seat] if card for word in self.acts(card)}

    def acts(self, card: str) -> Iterator[str]:
        """U3, U4: build, or pay with a card."""
        row, rows = self.rows[self.seat], self.rows if self.both else [self.rows[self.seat]]
        yield from (f"build:{card}:{where}" for where in self.places(row))
        yield from (f"look:hidden:{card}", f"look:rival:{card}", f"rule:{card}")
        standing = sorted(section for one in rows for _, tower in one for section in tower)
        yield from (f"swap:{card}:{one}:{other}" for one, other in combinations(standing, 2))
        for one in rows:
            for section in [section for _, tower in one for section in tower]:
                yield from (f"move:{card}:{section}:{where}" for where in self.ways(one, section))

    def places(self, row: Row) -> list[str]:
        return [*(letter for letter, _ in row), "left", "right"] if row else ["left"]

    def ways(self, row: Row, section: str) -> Iterator[str]:
        """Try every place: nothing may float before or after, and the tableau must change (U4)."""
        cells = {(x, y): card for x, (_, tower) in enumerate(row) for y, card in enumerate(tower)}
        rest = {cell for cell, card in cells.items() if card != section}
        if not rest or not stands(rest):
            return
        left = without(row, section)
        for where in self.places(left):
            if looks(placed(left, section, where, "new")) != looks(row):
                yield where

    def learners(self, move: str) -> set[int | None]:
        """Who sees something hidden by a move; None is everyone (U2, U4, U6)."""
        verb, *args = move.split(":")
        if verb == "take":
            return {None} if len(self.decks[int(args[0]) - 1]) > 1 else set()
        if sum(card != UNKNOWN for hand in self.hands for card in hand) == 1:
            return {None}  # the last section of all: the six rules are turned up
        return {self.seat} if verb in ("look", "rule") else set()

    # --- what comes of it --------------------------------------------------------------------------

    def make(self, move: str) -> None:
        verb, *args = move.split(":")
        if verb == "take":
            card = self.decks[int(args[0]) - 1].pop(0)
            self.public.add(card)
            self.hands[self.seat][self.hands[self.seat].index(UNKNOWN)] = card
            self.next_turn()
            return
        card = args[1] if verb == "look" else args[0]
        self.hands[self.seat][self.hands[self.seat].index(card)] = UNKNOWN
        if verb != "build":
            self.spent.append(card)
        self.act(verb, args)
        self.stage = "take"
        if not any(self.decks):
            self.next_turn()

    def next_turn(self) -> None:
        self.seat, self.stage = 1 - self.seat, "act"
        if not any(card for hand in self.hands for card in hand):
            self.stage = "over"

    def act(self, verb: str, args: list[str]) -> None:
        me, row = self.seat, self.rows[self.seat]
        match verb, args:
            case "build", [card, where]:
                self.rows[me] = placed(row, card, where, self.letter(where, me))
            case "move", [_, section, where]:
                whose = next(s for s in range(2) if any(section in tower for _, tower in self.rows[s]))
                left = without(self.rows[whose], section)
                self.rows[whose] = placed(left, section, where, self.letter(where, whose))
            case "swap", [_, *pair]:
                turned = dict(zip(pair, reversed(pair), strict=True))
                for s, one in enumerate(self.rows):
                    self.rows[s] = [(letter, [turned.get(c, c) for c in tower]) for letter, tower in one]
            case "look", [what, _]:
                self.known[me].add(self.hidden if what == "hidden" else self.own[1 - me])
            case "rule", _:
                self.dropped[me].append(self.own[me])
                self.own[me] = self.stock.pop(0)
                self.known[me].add(self.own[me])

    def letter(self, where: str, seat: int) -> str:
        """U18: a new tower has the next letter of its owner, whoever founds it."""
        return self.letters[seat].pop(0) if where in ("left", "right") else where

    # --- what is seen and counted ------------------------------------------------------------------

    def sight(self, viewer: int | None) -> Sight:
        over = self.stage == "over"
        known = set() if viewer is None else self.known[viewer]
        if over:
            known = known | {self.hidden, *self.own}  # U6; what was swapped away stays face down (U4)
        hands = [self.hand(seat, viewer) for seat in range(2)]
        held = [sum(card != UNKNOWN for card in hand) for hand in self.hands]
        return Sight(
            [[(letter, tuple(tower)) for letter, tower in row] for row in self.rows],
            hands,
            [held[seat] - sum(card != UNKNOWN for card in hands[seat]) for seat in range(2)],
            [rule if rule in known else UNKNOWN for rule in self.own],
            [not over and self.own[seat] in self.known[1 - seat] for seat in range(2)],
            [[rule if rule in known else UNKNOWN for rule in rules] for rules in self.dropped],
            self.hidden if self.hidden in known else UNKNOWN,
            [seat for seat in range(2) if not over and self.hidden in self.known[seat]],
            [(deck[0] if deck else UNKNOWN, len(deck)) for deck in self.decks],
            self.spent,
        )

    def hand(self, seat: int, viewer: int | None) -> list[str]:
        """U16: cards taken from the decks were seen by all."""
        hand = self.hands[seat]
        return hand if seat == viewer else sorted(card for card in hand if card in self.public)

    def scores(self) -> list[int]:
        """U6: all six rules score for both."""
        tableaux = [looks(row) for row in self.rows]
        each = [second_opinion(rule, tableaux) for rule in (*self.open, self.hidden, *self.own)]
        return [sum(points[seat] for points in each) for seat in range(2)]


# --- rows of towers -------------------------------------------------------------------------------


def looks(row: Row) -> Tableau:
    return tuple(tuple(tower) for _, tower in row)


def without(row: Row, section: str) -> Row:
    """Take a section away; a tower that goes whole loses its letter."""
    left = [(letter, [card for card in tower if card != section]) for letter, tower in row]
    return [(letter, tower) for letter, tower in left if tower]


def placed(row: Row, section: str, where: str, letter: str) -> Row:
    """Set a section on a tower, or found one at an end."""
    match where:
        case "left":
            return [(letter, [section]), *row]
        case "right":
            return [*row, (letter, [section])]
    return [(name, [*tower, section] if name == where else tower) for name, tower in row]
