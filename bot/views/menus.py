"""A question as buttons and menus: from a decision and its labels to the controls of a panel; pure."""

import re
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from bot.views.parts import custom_ids
from bot.views.parts.emblems import emblem_of
from bot.views.parts.widths import width
from games.core import BUTTONS, MENU, MENUS, SHORT, Decision, Label, Move, Text

DETAILED = (
    4  # buttons whose second lines can stand above them; more choices are a menu, which has room for both
)

Say = Callable[[Text], str]


@dataclass(frozen=True, slots=True)
class Entry:
    """Something one may choose: a move ("m12") or a group of moves ("g3")."""

    value: str
    text: str
    detail: str = ""
    style: str = "plain"  # plain, idle, danger
    emblem: str = ""  # the sign beside it, if Discord has it


@dataclass(frozen=True, slots=True)
class Buttons:
    """Entries side by side, at most five a row."""

    entries: tuple[Entry, ...]


@dataclass(frozen=True, slots=True)
class Menu:
    """A menu of at most 25 entries, of which one is chosen."""

    level: int
    title: str
    entries: tuple[Entry, ...]


@dataclass(frozen=True, slots=True)
class Picks:
    """A menu of items, of which several are chosen together."""

    level: int
    title: str
    items: tuple[str, ...]
    least: int
    most: int
    emblems: tuple[str, ...] = ()  # the signs beside the items; "" for none


Control = Buttons | Menu | Picks


class TooMany(ValueError):
    """A level with more entries than a menu holds: the game must split it."""


@dataclass(slots=True)
class Group:
    """One level of the menus: moves and further groups, in the order of the offer."""

    number: int
    title: Text | None
    above: int | None = None  # the number of the level above: a level holds only what is below it
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


COLONS = re.compile("[:：]")


def named(name: str, text: str) -> Text:
    """Return a name and what it stands for; where either has a colon, a dash parts them."""
    if COLONS.search(name) or COLONS.search(text):
        return joined(name, text)
    return Text("{name}: {text}", name=name, text=text)  # Note: "A: on the left tower"


def joined(label: str, consequence: str) -> Text:
    """Return a label and its consequence: either may have a colon of its own."""
    # Note: a move and what comes of it: "Complete tower 5: +5, safe – Conspiracy cannot harm it"
    return Text("{label} – {consequence}", label=label, consequence=consequence)


def grow(labels: Sequence[Label]) -> list[Group]:
    """Return all levels; a group's number is its place in the list, the root is 0."""
    levels = [Group(0, None)]
    found: dict[tuple[Text, ...], Group] = {(): levels[0]}
    for i, label in enumerate(labels):
        at = levels[0]
        for depth, title in enumerate(label.path):
            path = label.path[: depth + 1]
            if path not in found:
                found[path] = Group(len(levels), title, at.number)
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


@dataclass(frozen=True, slots=True)
class Offer:
    """One question as it is shown: its moves, their labels and the reader's words."""

    decision: Decision
    labels: tuple[Label, ...]
    say: Say
    _groups: list[Group] = field(init=False, repr=False, compare=False)  # grown once: every level asks for it

    def __post_init__(self) -> None:
        object.__setattr__(self, "_groups", grow(self.labels))

    def controls(self, level: int = 0) -> tuple[Control, ...]:
        """Return the controls of one level (0: the whole question)."""
        here = self.group(level)
        short = [self._entry(i) for i in here.moves()]
        controls: list[Control] = []
        groups = here.groups()
        if len(groups) + bool(here.picks) > MENUS:
            controls.append(Menu(here.number, self._title(here), self._entries(groups)))
        else:
            controls += [control for group in groups for control in self._shown(settled_at(group))]
        if here.picks:
            controls.append(self._picks(here))
        if _fit_buttons(short):
            controls += [Buttons(tuple(sorted(short, key=_idle_last)))] if short else []
        else:
            controls.insert(0, Menu(here.number, self._title(here), _limited(short)))
        return tuple(controls)

    def group(self, level: int) -> Group:
        """Return the group that a level shows, or the root for a level that does not exist."""
        groups = self._groups
        return settled_at(groups[level] if 0 <= level < len(groups) else groups[0])

    def narrowed(self, level: int) -> tuple[Move, ...]:
        """Return the moves that are on screen at a level: the picture marks these."""
        return tuple(self.decision.moves[i] for i in sorted(self.group(level).everything()))

    def above(self, level: int) -> int:
        """Return the level on whose screen the door to this one stood: where [Back] leads."""
        parent = self._parent(self.group(level))
        outer = self._parent(parent) if parent else None
        if parent is None or outer is None:
            return 0
        at_once = len(outer.groups()) + bool(outer.picks) <= MENUS  # then the outer screen showed the menu
        return outer.number if at_once else parent.number

    def _parent(self, group: Group) -> Group | None:
        """Return the level above, passing over levels with a single entry."""
        while group.above is not None:
            group = self._groups[group.above]
            if settled_at(group) is group:
                return group
        return None

    def picked(self, level: int, chosen: Sequence[int]) -> Move | None:
        """Return the move that a selection of items means, if it is on offer."""
        group = self.group(level)
        items = self._items(group)
        if any(i not in range(len(items)) for i in chosen) or len(set(chosen)) != len(chosen):
            return None
        wanted = Counter(items[i] for i in chosen)
        for i in group.picks:
            if Counter(self.labels[i].picks or ()) == wanted:
                return self.decision.moves[i]
        return None

    def _shown(self, group: Group) -> list[Control]:
        """Show a group as menus right away."""
        controls: list[Control] = []
        if group.parts:
            entries = self._entries(group.parts)
            controls.append(Menu(group.number, self._title(group), entries))
        if group.picks:
            controls.append(self._picks(group))
        return controls

    def _entries(self, parts: Sequence[int | Group]) -> tuple[Entry, ...]:
        return _limited([self._entry(p) if isinstance(p, int) else self._door(p) for p in parts])

    def _entry(self, index: int) -> Entry:
        move, label = self.decision.moves[index], self.labels[index]
        words = self.say(label.text)
        text = self.say(named(label.letter, words)) if label.letter else words
        idle = move == self.decision.idle and self._stands_apart(move)
        style = "danger" if label.danger else "idle" if idle else "plain"
        detail = self.say(label.detail) if label.detail else ""
        return Entry(custom_ids.value(custom_ids.MOVE, index), text, detail, style, emblem_of(label.text))

    def _stands_apart(self, idle: Move) -> bool:
        """Say whether the idle move is a kind of its own ("pass") and not one choice among equals."""
        verbs = [move.partition(":")[0] for move in self.decision.moves]
        return verbs.count(idle.partition(":")[0]) == 1 and len(verbs) > 1

    def _door(self, group: Group) -> Entry:
        below = settled_at(group)
        if below.picks or len(below.everything()) != 1:
            sign = emblem_of(group.title) if group.title else ""
            return Entry(custom_ids.value(custom_ids.GROUP, group.number), self._title(group), emblem=sign)
        only = self._entry(below.everything()[0])
        text = self.say(named(self._title(group), only.text))
        return Entry(only.value, text, only.detail, only.style, only.emblem)

    def _title(self, group: Group) -> str:
        return self.say(group.title or self.decision.prompt)

    def _items(self, group: Group) -> tuple[Text, ...]:
        """Return the items of a selection, each as often as one move can use it."""
        most = Counter[Text]()
        for i in group.picks:
            most |= Counter(self.labels[i].picks or ())
        largest_first = sorted(group.picks, key=lambda i: -len(self.labels[i].picks or ()))
        order = [item for i in largest_first for item in self.labels[i].picks or ()]
        return tuple(item for item in dict.fromkeys(order) for _ in range(most[item]))

    def _picks(self, group: Group) -> Picks:
        items = self._items(group)
        if len(items) > MENU:
            raise TooMany(f"{len(items)} items to pick from")
        sizes = [len(self.labels[i].picks or ()) for i in group.picks]
        said, signs = tuple(map(self.say, items)), tuple(map(emblem_of, items))
        return Picks(group.number, self._title(group), said, min(sizes), max(sizes), signs)


def _fit_buttons(entries: Sequence[Entry]) -> bool:
    """Say whether entries can be buttons: few, short, and with few second lines to be told above them."""
    few, short = len(entries) <= BUTTONS, all(width(entry.text) <= SHORT for entry in entries)
    return few and short and sum(bool(entry.detail) for entry in entries) <= DETAILED


def _idle_last(entry: Entry) -> bool:
    return entry.style != "plain"


def _limited(entries: Sequence[Entry]) -> tuple[Entry, ...]:
    if len(entries) > MENU:
        raise TooMany(f"{len(entries)} entries in one menu")  # what they are would name cards in the log
    return tuple(entries)
