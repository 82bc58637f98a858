"""Lessons: real moves on the real rules, each with at most two sentences; a game has them in `LESSONS`.

A lesson is a real table and steps, each one decision of the learner. Nothing here knows a game: moves are
compared with patterns ("build:T0[12]:*"). A legal move that is not wanted is answered and not made.
"""

from collections.abc import Mapping
from fnmatch import fnmatchcase
from functools import cache
from hashlib import sha256
from typing import Any, NamedTuple

from games.core import Arg, Decision, Game, Move, Seat, Text, Texts, offer, play

NOT_WANTED = Text("{move}: {brings}. Legal, but not what we are after; taken back.")
NOT_WANTED_PLAIN = Text("{move}: legal, but not what we are after; taken back.")


class Step(NamedTuple):
    """One decision of the learner. Words may use {move} and {brings}: the entry, and its second line."""

    say: Text  # what to do, then why
    want: tuple[str, ...]  # patterns of the moves that are right; any of them goes on
    right: Text | None = None  # what it did; stands above the next step's words
    wrong: tuple[tuple[str, Text], ...] = ()  # words for moves of a pattern, the first that fits
    then: str = ""  # what follows, anybody's: "1 take:2; 0 draw:deck"


class Lesson(NamedTuple):
    """A way through a few moves of a real table, dealt from a seed."""

    title: Text
    seed: str
    steps: tuple[Step, ...]
    end: tuple[Text, ...]  # up to three lines
    seats: int = 2
    options: tuple[str, ...] = ()
    start: str = ""  # moves before the first step, as in `then`
    seat: Seat = 0
    wins: bool = False  # the game is over and won when it ends


class Place(NamedTuple):
    """Where a learner is: the table, how many steps are done, and what the last right move did."""

    state: Any
    done: int
    did: Text | None = None


def lessons_of(game: Any) -> Mapping[str, Lesson]:
    """Return the lessons of a game by name, the first to be learned first."""
    found: Mapping[str, Lesson] = getattr(game, "LESSONS", {})
    return found


@cache
def version_of(lesson: Lesson) -> str:
    """Return a mark that changes with the way through a lesson, not with its words."""
    ways = [(step.want, step.then) for step in lesson.steps]
    told = repr((lesson.seed, lesson.options, lesson.seats, lesson.seat, lesson.start, ways))
    return sha256(told.encode()).hexdigest()[:12]


def begin(game: Game[Any, Any], lesson: Lesson) -> Place:
    """Deal the table of a lesson and play up to its first step."""
    return Place(scripted(game, game.setup(lesson.seats, lesson.seed, lesson.options), lesson.start), 0)


def scripted(game: Game[Any, Any], state: Any, script: str) -> Any:
    """Play scripted moves through the checked door."""
    for part in filter(str.strip, script.split(";")):
        seat, move = part.split()
        state = play(game, state, int(seat), move)
    return state


def resumed(game: Game[Any, Any], lesson: Lesson, moves: tuple[Move, ...]) -> Place:
    """Return where a learner was who has made these right moves."""
    place = begin(game, lesson)
    for move in moves:
        place = advanced(game, lesson, place, move)
    return place


def over(lesson: Lesson, place: Place) -> bool:
    """Say whether the last step is done."""
    return place.done == len(lesson.steps)


def question(game: Game[Any, Any], lesson: Lesson, place: Place) -> Decision | None:
    """Return what the learner is asked."""
    return None if over(lesson, place) else offer(game, place.state, lesson.seat)


def right_moves(game: Game[Any, Any], lesson: Lesson, place: Place) -> tuple[Move, ...]:
    """Return the moves on offer that this step wants."""
    asked = question(game, lesson, place)
    wanted = lesson.steps[place.done].want if asked else ()
    moves = asked.moves if asked else ()
    return tuple(move for move in moves if any(fnmatchcase(move, pattern) for pattern in wanted))


def advanced(game: Game[Any, Any], lesson: Lesson, place: Place, move: Move) -> Place:
    """Make a right move and what follows it."""
    step = lesson.steps[place.done]
    after = scripted(game, play(game, place.state, lesson.seat, move), step.then)
    return Place(after, place.done + 1, step.right)


def answer(game: Game[Any, Any], lesson: Lesson, place: Place, move: Move) -> Text:
    """Return the words for a move that is legal and not wanted; the table stays as it is."""
    label = game.label(game.view(place.state, lesson.seat), move)
    step = lesson.steps[place.done]
    usual = NOT_WANTED if label.detail else NOT_WANTED_PLAIN
    told = next((words for pattern, words in step.wrong if fnmatchcase(move, pattern)), usual)
    return filled(told, move=label.text, brings=label.detail or label.text)


def filled(text: Text, **args: Arg) -> Text:
    """Return a sentence with its placeholders filled in, those that it has."""
    used = {name: arg for name, arg in args.items() if f"{{{name}}}" in text.id}
    assert not isinstance(text, Texts)
    return Text(text.id, ctx=text.ctx, **dict(text.args), **used)
