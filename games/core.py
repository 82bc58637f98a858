"""What every game offers, and the few things all games share."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from hashlib import blake2s, sha256
from random import Random
from typing import Any, NamedTuple, Protocol, TypeVar

from rendering.scene import Scene

Seat = int
Move = str  # "verb" or "verb:arg:arg": exactly what the log stores
Score = tuple[int, ...]  # points, then tie-breakers; compared left to right
Seen = frozenset[Seat | None]  # who knows a card where it lies; None is the public

S = TypeVar("S")
V = TypeVar("V")
T = TypeVar("T")

PUBLIC: Seen = frozenset({None})
NOBODY: Seen = frozenset()


class IllegalMove(ValueError):
    """The move is not among those offered to this seat."""


class BadOption(ValueError):
    """An option that the game does not have, or that excludes another one."""


class BadTable(ValueError):
    """A data file that breaks a promise; says which file, which line and why."""

    def __init__(self, file: str, line: int, reason: str) -> None:
        super().__init__(f"{file}, line {line}: {reason}")


# --- words -----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Who:
    """A seat inside a sentence: becomes the seat's name at the edge."""

    seat: Seat


Arg = Any  # int, str, Text, Who, or a tuple of these, which reads as a list: "a, b and c"


class Text:
    """A sentence and its arguments; put into words only at the edge, in the reader's language."""

    __slots__ = ("args", "id")

    def __init__(self, id: str, /, **args: Arg) -> None:
        self.id = id
        self.args = tuple(sorted(args.items()))

    def _key(self) -> tuple[Any, ...]:
        return (self.id, self.args)

    def __eq__(self, other: object) -> bool:
        return type(other) is type(self) and self._key() == other._key()

    def __hash__(self) -> int:
        return hash(self._key())

    def __repr__(self) -> str:
        return f"{type(self).__name__}{self._key()!r}"


class Texts(Text):
    """A sentence that depends on the number `n`: one, many."""

    __slots__ = ("many", "n")

    def __init__(self, one: str, many: str, /, *, n: int, **args: Arg) -> None:
        super().__init__(one, n=n, **args)
        self.many = many
        self.n = n

    def _key(self) -> tuple[Any, ...]:
        return (self.id, self.many, self.args)


SEAT_NAMES = (Text("Lion"), Text("Dove"), Text("Bear"), Text("Fish"), Text("Stag"))


# --- what a game says ------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Decision:
    """One question put to one seat."""

    seat: Seat
    prompt: Text
    moves: tuple[Move, ...]  # in menu order, most usual first
    idle: Move  # what the clock plays: the harmless one of the moves
    open: bool = False  # the offer follows from public knowledge: a single move is played by the house
    settled: bool = False  # answered already, may still be changed: nobody waits for it
    standing: str = ""  # e.g. "guard:2": may be answered in advance for this key
    help: Text | None = None  # what the question is about, for a newcomer; public knowledge only


@dataclass(frozen=True, slots=True)
class Label:
    """How a move reads, and where it stands in the menus."""

    text: Text  # what matters in the first 38 characters
    detail: Text | None = None  # the consequence, as an option's second line
    path: tuple[Text, ...] = ()  # the menus above a move; at most 25 entries a level
    picks: tuple[Text, ...] | None = None  # a selection from items; moves of one path form one multi-select
    mark: str = ""  # the letter or number that stands for it in the picture
    danger: bool = False  # cannot be undone and hurts: shown in red


@dataclass(frozen=True, slots=True)
class Option:
    """One thing a host may choose before a game; options of one group exclude each other."""

    key: str
    name: Text
    group: str = ""


@dataclass(frozen=True, slots=True)
class Row:
    """One line of a score grid: a name and a cell a seat ("7 = 4 + 3")."""

    name: Text
    cells: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Page:
    """The words of a table as one viewer may read them."""

    title: Text  # "Túir, turn 5 of 18"
    seats: tuple[Text, ...]  # a line a seat, without its name
    news: tuple[Text, ...] = ()  # this turn and the one before, oldest first
    stakes: tuple[Text, ...] = ()  # what is at stake, public
    secrets: tuple[Text, ...] = ()  # lines that only this viewer may read: hand, secret rule
    alt: tuple[Text, ...] = ()  # sentences that describe the picture, most important first
    table: tuple[Text, ...] = ()  # everything the picture shows, in words
    grid: tuple[Row, ...] = ()  # the score in parts; the last row is the total


class Game(Protocol[S, V]):
    """The rules of one game, as pure functions over an immutable state. A module can be a game."""

    KEY: str
    NAME: Text
    TAGLINE: Text  # one line for the lobby: what it is, for how many, how long
    SEATS: range
    OPTIONS: tuple[Option, ...]
    EDITION: int  # raised when an old log would mean something else

    def setup(self, seats: int, seed: str, options: Sequence[str] = ()) -> S:
        """Return the state before the first decision."""

    def decisions(self, state: S) -> tuple[Decision, ...]:
        """Return every open question, at most one a seat; none: the game is over."""

    def apply(self, state: S, seat: Seat, move: Move) -> S:
        """Return the state after a move that is on offer."""

    def shows(self, state: S, seat: Seat, move: Move) -> Seen:
        """Return who learns something hidden besides the move itself; None is everyone."""

    def score(self, state: S) -> tuple[Score, ...]:
        """Return each seat's standing; final once no decision is open."""

    def view(self, state: S, viewer: Seat | None) -> V:
        """Return all that `viewer` may know; None is the public."""

    def label(self, view: V, move: Move) -> Label:
        """Say what a move means to the one who may make it."""

    def page(self, view: V) -> Page:
        """Put the table into words for this viewer."""

    def scene(self, view: V, offer: tuple[Move, ...] = ()) -> Scene:
        """Draw the table for this viewer, with marks for the moves on screen."""

    def redeal(self, state: S, viewer: Seat | None, seed: str) -> S:
        """Return a state that looks the same to `viewer`, with the unknown dealt anew."""


# --- playing ---------------------------------------------------------------------------------------


def offer(game: Game[S, V], state: S, seat: Seat) -> Decision | None:
    """Return the question now put to a seat."""
    return next((d for d in game.decisions(state) if d.seat == seat), None)


def play(game: Game[S, V], state: S, seat: Seat, move: Move) -> S:
    """Make a move if it is on offer: the checked door."""
    decision = offer(game, state, seat)
    if decision is None or move not in decision.moves:
        raise IllegalMove(f"{game.KEY}: seat {seat} may not {move!r}")
    return game.apply(state, seat, move)


def replay(game: Game[S, V], state: S, log: Iterable[tuple[Seat, Move]]) -> S:
    """Play our own log again: the fast door."""
    for seat, move in log:
        state = game.apply(state, seat, move)
    return state


def stamp(seat: Seat, opened: int, decision: Decision) -> str:
    """Name a question as it was shown, so that a late press cannot answer another one."""
    shown = repr((seat, opened, decision.prompt, decision.moves))
    return blake2s(shown.encode(), digest_size=4).hexdigest()


def winners(scores: Sequence[Score]) -> tuple[Seat, ...]:
    """Return every seat with the best score; several share the win."""
    return tuple(seat for seat, score in enumerate(scores) if score == max(scores))


def places(scores: Sequence[Score]) -> tuple[int, ...]:
    """Return each seat's place, from 1; equal scores share a place."""
    return tuple(1 + sum(other > score for other in scores) for score in scores)


# --- chance and options ----------------------------------------------------------------------------


def shuffled(items: Iterable[T], seed: str, purpose: str, count: int = 0) -> tuple[T, ...]:
    """Shuffle sorted items, on `Random.random` alone: the one sequence that Python promises to keep."""
    pile, dice = sorted(items), Random(f"{seed}/{purpose}/{count}")  # type: ignore[type-var]
    for i in range(len(pile) - 1, 0, -1):
        j = int(dice.random() * (i + 1))
        pile[i], pile[j] = pile[j], pile[i]
    return tuple(pile)


def first_seat(options: Sequence[str], seats: int, seed: str) -> Seat:
    """Return who starts: the reserved option `first:N`, else drawn by the seed."""
    for option in options:
        if option.startswith("first:"):
            return int(option.removeprefix("first:"))
    return shuffled(range(seats), seed, "first")[0]


def settle_options(game: Game[Any, Any], seats: int, chosen: Iterable[str]) -> tuple[str, ...]:
    """Return the options sorted, as they are stored; raise BadOption for one that cannot be."""
    known, groups = {o.key: o for o in game.OPTIONS}, set[str]()
    for key in (keys := sorted(set(chosen))):
        name, _, value = key.partition(":")
        if name == "first" and value.isdecimal() and int(value) < seats:
            group = "first"
        elif key in known:
            group = known[key].group
        else:
            raise BadOption(key)
        if group and group in groups:
            raise BadOption(key)
        groups.add(group)
    return tuple(keys)


def commitment(table: int | str, seed: str) -> str:
    """Return the mark that stands on a table from the start and proves its seed at the end."""
    return sha256(f"{table}:{seed}".encode()).hexdigest()


# --- knowledge -------------------------------------------------------------------------------------


class Held(NamedTuple):
    """A card where it lies, with those who know it there; the mark travels with the card."""

    card: str
    seen: Seen = NOBODY


def knows(seen: Seen, viewer: Seat | None) -> bool:
    """Say whether a viewer knows a card with these marks."""
    return None in seen or viewer in seen


def deal_anew(
    held: Sequence[Held],
    viewer: Seat | None,
    seed: str,
    back: Callable[[str], str] = lambda card: "",
    fits: Callable[[int, str], bool] = lambda place, card: True,
) -> tuple[Held, ...]:
    """Deal the cards that `viewer` does not know anew among the places with the same back.

    `fits(place, card)` keeps a card from a place (an opening hand holds no bastion).
    """
    result = list(held)
    hidden = [i for i, h in enumerate(held) if not knows(h.seen, viewer)]
    for kind in sorted({back(held[i].card) for i in hidden}):
        spots = [i for i in hidden if back(held[i].card) == kind]
        pile = list(shuffled((held[i].card for i in spots), seed, f"redeal/{kind}"))
        spots.sort(key=lambda i: all(fits(i, card) for card in pile))  # the choosy places first
        for i in spots:
            card = next(card for card in pile if fits(i, card))
            pile.remove(card)
            result[i] = Held(card, held[i].seen)
    return tuple(result)
