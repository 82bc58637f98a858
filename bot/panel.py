"""From one question and its labels to the controls of a panel; pure."""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from games.core import Decision, Label, Move, Text

Say = Callable[[Text], str]

MENU = 25  # options a Discord menu can hold
MENUS = 5  # menus shown at once
BUTTONS = 10  # short moves shown as buttons
SHORT = 38  # characters that a phone shows of a button


@dataclass(frozen=True, slots=True)
class Entry:
    """Something one may choose: a move ("m12") or a group of moves ("g3")."""

    value: str
    text: str
    detail: str = ""
    style: str = "plain"  # plain, idle, danger


@dataclass(frozen=True, slots=True)
class Buttons:
    """Entries side by side, at most five a row."""

    entries: tuple[Entry, ...]


@dataclass(frozen=True, slots=True)
class Menu:
    """A menu of at most 25 entries, of which one is chosen."""

    group: int
    title: str
    entries: tuple[Entry, ...]


@dataclass(frozen=True, slots=True)
class Picks:
    """A menu of items, of which several are chosen together."""

    group: int
    title: str
    items: tuple[str, ...]
    least: int
    most: int


Control = Buttons | Menu | Picks


class TooMany(ValueError):
    """A level with more entries than a menu holds: the game must split it."""


@dataclass(slots=True)
class Group:
    """One level of the menus: moves and further groups, in the order of the offer."""

    number: int
    title: Text | None
    above: "Group | None" = None
    parts: list["int | Group"] = field(default_factory=list)  # a move's index, or a group
    picks: list[int] = field(default_factory=list)  # moves that are chosen as selections

    def groups(self) -> list["Group"]:
        return [part for part in self.parts if isinstance(part, Group)]

    def moves(self) -> list[int]:
        return [part for part in self.parts if isinstance(part, int)]

    def everything(self) -> list[int]:
        """Return the indices of all moves below this level."""
        below = [i for group in self.groups() for i in group.everything()]
        return self.moves() + self.picks + below


def grow(labels: Sequence[Label]) -> list[Group]:
    """Return all levels; a group's number is its place in the list, the root is 0."""
    levels = [Group(0, None)]
    found: dict[tuple[Text, ...], Group] = {(): levels[0]}
    for i, label in enumerate(labels):
        at = levels[0]
        for depth, title in enumerate(label.path):
            path = label.path[: depth + 1]
            if path not in found:
                found[path] = Group(len(levels), title, at)
                at.parts.append(found[path])
                levels.append(found[path])
            at = found[path]
        (at.parts if label.picks is None else at.picks).append(i)
    return levels


def settled_at(group: Group) -> Group:
    """Skip levels with a single entry."""
    while len(group.parts) == 1 and not group.picks and isinstance(group.parts[0], Group):
        group = group.parts[0]
    return group


def _parent(group: Group) -> Group | None:
    """Return the level above, passing over levels with a single entry."""
    above = group.above
    while above is not None and settled_at(above) is not above:
        above = above.above
    return above


@dataclass(frozen=True, slots=True)
class Offer:
    """One question as it is shown: its moves, their labels and the reader's words."""

    decision: Decision
    labels: tuple[Label, ...]
    say: Say

    def controls(self, opened: int = 0) -> tuple[Control, ...]:
        """Return the controls of one level (0: the whole question)."""
        level = self.level(opened)
        short = [self._entry(i) for i in level.moves()]
        controls: list[Control] = []
        groups = level.groups()
        if len(groups) + bool(level.picks) > MENUS:
            controls.append(Menu(level.number, self._title(level), self._entries(level, groups)))
        else:
            controls += [control for group in groups for control in self._shown(settled_at(group))]
        if level.picks:
            controls.append(self._picks(level))
        if len(short) <= BUTTONS and all(len(entry.text) <= SHORT for entry in short):
            controls += [Buttons(tuple(sorted(short, key=_idle_last)))] if short else []
        else:
            controls.insert(0, Menu(level.number, self._title(level), _limited(short)))
        return tuple(controls)

    def level(self, opened: int) -> Group:
        """Return an opened group, or the root for a number that does not exist."""
        levels = grow(self.labels)
        return settled_at(levels[opened] if opened < len(levels) else levels[0])

    def narrowed(self, opened: int) -> tuple[Move, ...]:
        """Return the moves that are on screen when a group is open: the picture marks these."""
        return tuple(self.decision.moves[i] for i in sorted(self.level(opened).everything()))

    def above(self, opened: int) -> int:
        """Return the level on whose screen the door to this one stood: where [Back] leads."""
        parent = _parent(self.level(opened))
        outer = _parent(parent) if parent else None
        if parent is None or outer is None:
            return 0
        at_once = len(outer.groups()) + bool(outer.picks) <= MENUS  # then the outer screen showed the menu
        return outer.number if at_once else parent.number

    def picked(self, group: int, chosen: Sequence[int]) -> Move | None:
        """Return the move that a selection of items means, if it is on offer."""
        level = self.level(group)
        items = self._items(level)
        if any(i not in range(len(items)) for i in chosen) or len(set(chosen)) != len(chosen):
            return None
        wanted = Counter(items[i] for i in chosen)
        for i in level.picks:
            if Counter(map(self.say, self.labels[i].picks or ())) == wanted:
                return self.decision.moves[i]
        return None

    def _shown(self, group: Group) -> list[Control]:
        """Show a group as menus right away."""
        controls: list[Control] = []
        if group.parts:
            entries = self._entries(group, group.parts)
            controls.append(Menu(group.number, self._title(group), entries))
        if group.picks:
            controls.append(self._picks(group))
        return controls

    def _entries(self, group: Group, parts: Sequence[int | Group]) -> tuple[Entry, ...]:
        return _limited([self._entry(p) if isinstance(p, int) else self._door(p) for p in parts])

    def _entry(self, index: int) -> Entry:
        move, label = self.decision.moves[index], self.labels[index]
        words = self.say(label.text)
        text = f"{label.mark}: {words}" if label.mark else words
        idle = move == self.decision.idle and self._stands_apart(move)
        style = "danger" if label.danger else "idle" if idle else "plain"
        return Entry(f"m{index}", text, self.say(label.detail) if label.detail else "", style)

    def _stands_apart(self, idle: Move) -> bool:
        """Say whether the idle move is a kind of its own ("pass") and not one choice among equals."""
        verbs = [move.partition(":")[0] for move in self.decision.moves]
        return verbs.count(idle.partition(":")[0]) == 1 and len(verbs) > 1

    def _door(self, group: Group) -> Entry:
        below = settled_at(group)
        if below.picks or len(below.everything()) != 1:
            return Entry(f"g{group.number}", self._title(group))
        only = self._entry(below.everything()[0])
        return Entry(only.value, f"{self._title(group)}: {only.text}", only.detail, only.style)

    def _title(self, group: Group) -> str:
        return self.say(group.title or self.decision.prompt)

    def _items(self, group: Group) -> tuple[str, ...]:
        """Return the items of a selection, each as often as one move can use it."""
        most = Counter[str]()
        for i in group.picks:
            most |= Counter(map(self.say, self.labels[i].picks or ()))
        largest_first = sorted(group.picks, key=lambda i: -len(self.labels[i].picks or ()))
        order = [self.say(item) for i in largest_first for item in self.labels[i].picks or ()]
        return tuple(item for item in dict.fromkeys(order) for _ in range(most[item]))

    def _picks(self, group: Group) -> Picks:
        items = self._items(group)
        if len(items) > MENU:
            raise TooMany(f"{len(items)} items to pick from")
        sizes = [len(self.labels[i].picks or ()) for i in group.picks]
        return Picks(group.number, self._title(group), items, min(sizes), max(sizes))


def _idle_last(entry: Entry) -> bool:
    return entry.style != "plain"


def _limited(entries: Sequence[Entry]) -> tuple[Entry, ...]:
    if len(entries) > MENU:
        raise TooMany(f"{len(entries)} entries in one menu")  # what they are would name cards in the log
    return tuple(entries)
