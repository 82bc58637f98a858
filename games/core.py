"""What every game offers, and the few things all games share."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from hashlib import blake2s
from typing import Any, Protocol, TypeVar

from games.knowledge import NOBODY as NOBODY
from games.knowledge import PUBLIC as PUBLIC
from games.knowledge import Held as Held
from games.knowledge import Seen as Seen
from games.knowledge import deal_anew as deal_anew
from games.knowledge import knows as knows
from games.randomness import Seat as Seat
from games.randomness import T as T
from games.randomness import chance as chance
from games.randomness import commitment as commitment
from games.randomness import first_seat as first_seat
from games.randomness import shuffled as shuffled
from rendering.scene import Scene

Move = str  # "verb" or "verb:arg:arg": exactly what the log stores
Score = tuple[int, ...]  # points, then tie-breakers; compared left to right

S = TypeVar("S")
V = TypeVar("V")

# --- what a message can hold: games keep to it, the bot counts with it ------------------------------

MENU = 25  # entries of a menu: of one level of `Label.path`, or items to pick from
MENUS = 5  # menus on one screen
BUTTONS = 10  # short moves that are shown as buttons
SHORT = 38  # columns that a phone shows of a button or an entry; a Japanese letter takes two
LINE = 100  # characters of an entry, and of its second line
PRESSES = 3  # from the question to any move
MOVE = 90  # characters of a move as it is stored
ALT = 1024  # characters that describe a picture
TEXT = 3900  # characters of one message, or of one page of the rules; Discord takes 4,000
WIDEST, HIGHEST = 1200, 1500  # pixels of a picture


class IllegalMove(ValueError):
    """The move is not among those offered to this seat."""


class BadOption(ValueError):
    """An option that the game does not have, or that excludes another one."""


# --- words -----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Who:
    """A seat inside a sentence: becomes the seat's name at the edge."""

    seat: Seat


Arg = Any  # int, float, str, Text, Who, or a tuple of these, which reads as a list: "a, b and c"


class Text:
    """A sentence and its arguments; put into words only at the edge, in the reader's language.

    `ctx` says what is meant where English has one word for two things; only translators read it.
    """

    __slots__ = ("args", "ctx", "id")

    # `ctx` is a str; it is typed as the arguments are, which often come as one `**facts`
    def __init__(self, id: str, /, *, ctx: Arg = "", **args: Arg) -> None:
        self.id = id
        self.ctx: str = ctx
        self.args = tuple(sorted(args.items()) if len(args) > 1 else args.items())

    def _key(self) -> tuple[Any, ...]:
        return (self.id, self.args, self.ctx) if self.ctx else (self.id, self.args)

    def __eq__(self, other: object) -> bool:
        return type(other) is type(self) and self._key() == other._key()

    def __hash__(self) -> int:
        return hash(self._key())

    def __repr__(self) -> str:
        return f"{type(self).__name__}{self._key()!r}"


class Texts(Text):
    """A sentence that depends on the number `n`: one, many."""

    __slots__ = ("many", "n")

    def __init__(self, one: str, many: str, /, *, n: int, ctx: Arg = "", **args: Arg) -> None:
        super().__init__(one, ctx=ctx, n=n, **args)
        self.many = many
        self.n = n

    def _key(self) -> tuple[Any, ...]:
        return (self.id, self.many, *super()._key()[1:])


# Note: the animal in a family's arms stands for its name: no article, and as short as can be
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
    advance: str = ""  # e.g. "guard:2": may be answered in advance for this key
    help: Text | None = None  # what the question is about, for a newcomer; public knowledge only


@dataclass(frozen=True, slots=True)
class Label:
    """How a move reads, and where it stands in the menus."""

    text: Text  # what matters in the first 38 characters
    detail: Text | None = None  # the consequence, as an option's second line
    path: tuple[Text, ...] = ()  # the menus above a move; at most 25 entries a level
    picks: tuple[Text, ...] | None = None  # a selection from items; moves of one path form one multi-select
    letter: str = ""  # the letter or number that stands for it in the picture
    danger: bool = False  # cannot be undone and hurts: shown in red


@dataclass(frozen=True, slots=True)
class Option:
    """One way to play that is not the usual one."""

    key: str  # as it is stored with the table: "deals:2"
    name: Text  # in plain words: "Two deals, added up"
    adds: bool = False  # several deals are added up: the points are no record of one


@dataclass(frozen=True, slots=True)
class Setting:
    """One thing a host may choose before a game: the usual way, or one of the options."""

    name: Text  # "Length"
    usual: Text  # "One deal"
    options: tuple[Option, ...]

    def chosen(self, keys: Iterable[str]) -> Option | None:
        """Return which of the options is among the chosen keys; None: the usual way."""
        kept = set(keys)
        return next((option for option in self.options if option.key in kept), None)


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
    """The rules of one game, as pure functions over an immutable state. A module can be a game.

    It may also have `figures`, `appendix` and `glossary`: see `games.rulebook`; and `outlook`, `usual`
    and `sketch`: see `games.ai.outlook`; and `progress(view)`, by which its sky goes from morning to night;
    and `reasons(before, move, after)`, why a move is good or bad: see `games.reasons`.
    """

    KEY: str
    NAME: Text
    TAGLINE: Text  # one line for the lobby: what it is, for how many, how long
    SEATS: range
    SETTINGS: tuple[Setting, ...]  # what a host may choose
    TIES: tuple[Text, ...]  # what decides between equal points: a name for each further part of a Score
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

    def points(self, n: int) -> Text:
        """Name the first part of a score: "27 points"; `core.points` will do for most games."""

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


@lru_cache(maxsize=256)  # asked for again and again, while a question stands
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


def points(n: int) -> Text:
    """Name a number of points."""
    return Texts("{n} point", "{n} points", n=n)


def all_options(game: Game[Any, Any]) -> tuple[Option, ...]:
    """Return every option of a game."""
    return tuple(option for setting in game.SETTINGS for option in setting.options)


def settle_options(game: Game[Any, Any], seats: int, chosen: Iterable[str]) -> tuple[str, ...]:
    """Return the options sorted, as they are stored; raise BadOption for one that cannot be."""
    settings = {option.key: setting.name for setting in game.SETTINGS for option in setting.options}
    taken = set[object]()
    for key in (keys := sorted(set(chosen))):
        name, _, value = key.partition(":")
        first = name == "first" and value.isdecimal() and int(value) < seats
        setting: object = "first" if first else settings.get(key)
        if setting is None or setting in taken:
            raise BadOption(key)
        taken.add(setting)
    return tuple(keys)
