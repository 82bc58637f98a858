"""A second opinion on Lucca's scores: reads the log and the card table, and none of the game's code."""

import csv
from collections.abc import Iterator, Sequence
from pathlib import Path

TABLE = Path(__file__).parents[2] / "games" / "lucca" / "deck.csv"
NEED = {2: 5, 3: 5, 4: 4, 5: 3}

with TABLE.open(encoding="utf-8", newline="") as file:
    ROWS = {row["id"]: row for row in csv.DictReader(file)}


def sum_of(column: str, cards: Sequence[str]) -> int:
    return sum(int(ROWS[card][column]) for card in cards)


def number(cards: Sequence[str]) -> int:
    return int(ROWS[cards[-1]]["number"])


class Family:
    """One quarter: stacks in three areas, and counts of walls and bastions."""

    def __init__(self) -> None:
        self.building: dict[str, list[str]] = {}
        self.complete: list[tuple[str, list[str]]] = []
        self.opened: list[tuple[str, list[str]]] = []
        self.walls = self.bastions = 0
        self.points = {"windows": 0, "openings": 0, "walls": 0, "numbers": 0}

    def lay(self, card: str, colour: str, need: int) -> int:
        """Lay a card on a stack; return the windows of a palace that is now complete."""
        stack = self.building.setdefault(colour, [])
        stack.append(card)
        if len(stack) < need:
            return 0
        self.complete.append((colour, self.building.pop(colour)))
        return sum_of("windows", stack)

    def numbers(self) -> list[int]:
        stacks = [*self.building.values(), *(s for _, s in self.complete), *(s for _, s in self.opened)]
        return [number(stack) for stack in stacks]

    def shields(self) -> int:
        return sum(sum_of("shields", stack) for stack in self.building.values())

    def guests(self, colour: str) -> int:
        return len(self.building.get(colour, ())) + 2 * sum(c == colour for c, _ in self.complete)


class Referee:
    """Follows a log move by move."""

    def __init__(self, hands: Sequence[Sequence[str]]) -> None:
        self.hands = hands
        self.need = NEED[len(hands)]
        self.families = [Family() for _ in hands]
        self.city = Family() if len(hands) == 2 else None
        self.choices: dict[int, tuple[str, str]] = {}

    def follow(self, log: Sequence[tuple[int, str]]) -> Iterator[list[dict[str, int]]]:
        """Yield everyone's points after each move; the last includes the final scoring."""
        for at, (seat, move) in enumerate(log):
            verb, *args = move.split(":")
            if verb == "city":
                self.serve(args)
            else:
                getattr(self, verb)(seat, *args)
            if at == len(log) - 1:
                self.finish()
            yield [dict(family.points) for family in self.families]

    def keep(self, seat: int, under: str, top: str) -> None:
        self.choices[seat] = under, top
        if len(self.choices) < len(self.hands):
            return
        for owner, (first, second) in self.choices.items():
            colour = ROWS[first]["colour"]
            self.families[owner].lay(first, colour, self.need)
            self.families[owner].lay(second, ROWS[second]["colour"] or colour, self.need)
        if self.city:
            self.found_city(
                [c for s, hand in enumerate(self.hands) for c in hand if c not in self.choices[s]]
            )

    def found_city(self, cards: list[str]) -> None:
        assert self.city and len(cards) == 4
        cards.sort(key=lambda card: (ROWS[card]["wild"], int(ROWS[card]["number"])))
        for card in cards:
            largest = max(self.city.building, default="", key=lambda c: self.size(c))
            self.city.lay(card, ROWS[card]["colour"] or largest, self.need)

    def size(self, colour: str) -> tuple[int, int]:
        assert self.city
        return len(self.city.building[colour]), number(self.city.building[colour])

    def party(self, seat: int, colour: str) -> int:
        rest = [family for i, family in enumerate(self.families) if i != seat]
        return sum(family.guests(colour) for family in rest) + (self.city.guests(colour) if self.city else 0)

    def open(self, seat: int, colour: str) -> None:
        family = self.families[seat]
        family.points["openings"] += self.party(seat, colour)
        palace = next(p for p in family.complete if p[0] == colour)
        family.complete.remove(palace)
        family.opened.append(palace)

    def take(self, seat: int, triplet: str) -> None:
        pass

    def play(self, seat: int, card: str, how: str, colour: str = "") -> None:
        family = self.families[seat]
        if how in ("new", "add"):
            family.points["windows"] += family.lay(card, colour or ROWS[card]["colour"], self.need)
        elif how == "wall":
            family.walls += 1
        elif how == "bastion":
            family.bastions += 1

    def serve(self, gift: list[str]) -> None:
        assert self.city
        if gift == ["none"]:
            return
        _, card, *colour = gift
        if ROWS[card]["kind"] != "bastion":
            self.city.lay(card, colour[0] if colour else ROWS[card]["colour"], self.need)

    def finish(self) -> None:
        order = sorted(
            range(len(self.families)),
            key=lambda s: (-self.families[s].shields(), -max(self.families[s].numbers())),
        )
        for seat in order:
            for colour, _ in list(self.families[seat].complete):
                self.open(seat, colour)
        for family in self.families:
            if family.shields() >= 2 * family.walls:
                family.points["walls"] = (family.walls + family.bastions) * len(family.opened)
        everyone = [*self.families, *([self.city] if self.city else [])]
        lowest = min(everyone, key=lambda family: min(family.numbers()))
        highest = max(everyone, key=lambda family: max(family.numbers()))
        if lowest is not highest:
            lowest.points["numbers"] -= 3
            highest.points["numbers"] += 3
