"""What every label and every reason says in numbers, and the comparison with what its move then does.

Each game has a table of checks, by the English sentence. A check is told what was asked and what the sentence
says; it plays the move and returns what the sentence should say: a value for each argument, and under `SAYS`
the numbers that stand in the sentence itself ("Two cards more", "5 a tower"). A sentence with a number and
without a check is an error, and so is a number that its check does not return: no label can be forgotten.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import product
from random import Random
from typing import Any, NamedTuple

from games.contract import AnyGame, State, pick
from games.core import Decision, Label, Move, Text, Texts, Who
from games.reasons import reasons_of

SAYS = "says"  # the numbers in a sentence itself, in their order
COUNTED = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
WORDS = {word: n for n, word in enumerate(COUNTED)} | {
    "nothing": 0,
    "nobody": 0,
    "none": 0,
    "first": 1,
    "second": 2,
    "third": 3,
    "fourth": 4,
    "fifth": 5,
    "tenth": 10,
    "both": 2,
    "twice": 2,
    "once": 1,
    "single": 1,
    "double": 2,
    "half": 2,
}
NUMBER = re.compile(rf"\d+|\b(?:{'|'.join(WORDS)})\b", re.IGNORECASE)
REASONS = 5  # moves of a question whose reasons are compared: each is played for its own
LIKING = 0.8  # how often a move that is not liked is thought over, in every other game
FIELD = re.compile(r"\{[^}]*\}")

Args = dict[str, Any]
Check = Callable[["Asked", Args], Args]
Checks = Mapping[str, Check]


class Untrue(AssertionError):
    """A label that says what does not come, or a number that nothing compares."""


class Asked:
    """One move of one question: the table before it, its label, and what it does."""

    def __init__(self, game: AnyGame, state: State, asked: Decision, move: Move, labels: "Labels") -> None:
        self.game, self.state, self.decision, self.move, self.labels = game, state, asked, move, labels
        self.seat, self.label = asked.seat, labels[move]
        self.verb, *self.args = move.split(":")
        self.path: tuple[Text, ...] = ()  # the menu whose title is compared; () for the question

    @cached_property
    def after(self) -> Any:
        return self.game.apply(self.state, self.seat, self.move)

    @property
    def below(self) -> list[Move]:
        """Return the moves below the menu whose title is compared."""
        size = len(self.path)
        return [move for move, label in self.labels.items() if label.path[:size] == self.path]


Labels = dict[Move, Label]


# --- the numbers of a sentence ---------------------------------------------------------------------


def written(text: Text) -> tuple[int, ...]:
    """Return the numbers that stand in a sentence itself, in their order."""
    sentence = text.many if isinstance(text, Texts) else text.id
    return tuple(WORDS[n.lower()] if n.isalpha() else int(n) for n in NUMBER.findall(FIELD.sub("", sentence)))


def numeric(arg: Any) -> bool:
    """Say whether an argument says a number by itself; sentences inside it are looked at on their own."""
    match arg:
        case Text() | Who():
            return False
        case tuple():
            return any(map(numeric, arg))
        case str():
            return any(map(str.isdigit, arg))
    return isinstance(arg, int | float)


def inner(arg: Any) -> Iterator[Text]:
    """Yield a sentence and all those inside it."""
    match arg:
        case Text():
            yield arg
            for _, part in arg.args:
                yield from inner(part)
        case tuple():
            for part in arg:
                yield from inner(part)


# --- the comparison --------------------------------------------------------------------------------


class Said(NamedTuple):
    """A sentence, the move it was said of, and where it stands; in the title of a menu, of which one."""

    asked: Asked
    text: Text
    place: str
    path: tuple[Text, ...] = ()


def sentences(asked: Asked) -> Iterator[Said]:
    """Yield every sentence of a label, with those inside it."""
    label = asked.label
    for place, words in (("text", label.text), ("detail", label.detail), ("picks", label.picks or ())):
        for text in inner(words):
            yield Said(asked, text, place)
    if label.letter.isdigit():
        yield Said(asked, Text("{letter}", letter=label.letter), f"{asked.verb} letter")


def reasons(asked: Asked) -> Iterator[Said]:
    """Yield every reason for a move, with the sentences inside it."""
    for reason in reasons_of(asked.game, asked.state, asked.seat, asked.move):
        for text in inner(reason):
            yield Said(asked, text, "reason")


def titles(asked: Asked, met: set[tuple[Text, ...]]) -> Iterator[Said]:
    """Yield the titles of the menus above a move, each menu once; the question is that of the first."""
    path = asked.label.path
    for above in (path[:depth] for depth in range(len(path) + 1)):
        if above not in met:
            met.add(above)
            for text in inner(above[-1] if above else asked.decision.prompt):
                yield Said(asked, text, "menu" if above else "prompt", above)


def everything(game: AnyGame, state: State) -> Iterator[Said]:
    """Yield every sentence of every label that is on offer now."""
    for decision in game.decisions(state):
        view, menus = game.view(state, decision.seat), set[tuple[Text, ...]]()
        labels = {move: game.label(view, move) for move in decision.moves}
        for move in decision.moves:
            asked = Asked(game, state, decision, move, labels)
            yield from titles(asked, menus)
            yield from sentences(asked)
        for move in decision.moves[:: len(decision.moves) // REASONS + 1]:
            yield from reasons(Asked(game, state, decision, move, labels))


def compare(checks: Checks, said: Said) -> bool:
    """Compare one sentence with what its move does; return whether there was anything to compare."""
    asked, text, place, asked.path = said
    args, stands = dict(text.args), written(text)
    numbers = {name for name, arg in args.items() if numeric(arg)} | ({SAYS} if stands else set())
    check = checks.get(place if place.endswith("letter") else text.id)
    where = f"{asked.game.KEY}, {asked.move}, {place}: {text!r}"
    if check is None:
        if numbers:
            raise Untrue(f"no check knows the numbers of this sentence | {where}")
        return False
    comes = check(asked, args)
    if missing := numbers - comes.keys():
        raise Untrue(f"the check leaves out {', '.join(sorted(missing))} | {where}")
    says = {name: stands if name == SAYS else args.get(name) for name in comes}
    if says != comes:
        raise Untrue(f"it says {says}, but what comes is {comes} | {where}")
    return True


def fact(holds: object) -> Args:
    """Return what a check of a sentence without numbers says: nothing if it is true."""
    return {} if holds else {"what is true": True}


# --- random games ----------------------------------------------------------------------------------


def option_sets(game: AnyGame) -> list[tuple[str, ...]]:
    """Return every way to play that the lobby offers."""
    ways = [[(), *((option.key,) for option in setting.options)] for setting in game.SETTINGS]
    return [tuple(key for keys in choice for key in keys) for choice in product(*ways)]


def tables(game: AnyGame) -> list[tuple[int, tuple[str, ...]]]:
    """Return every number of seats with every way to play."""
    return [(seats, options) for seats in game.SEATS for options in option_sets(game)]


def moments(game: AnyGame, seats: int, options: Sequence[str], seed: str, liked: str) -> Iterator[State]:
    """Yield every state of a random game in which moves of some kinds are liked, so that the table fills."""
    dice, state = Random(f"labels/{seed}"), game.setup(seats, seed, tuple(options))
    liking = dice.choice((0.0, LIKING))
    while asked := game.decisions(state):
        yield state
        decision = dice.choice([d for d in asked if not d.settled] or asked)
        move = pick(dice, decision)
        better = [other for other in decision.moves if re.match(liked, other)]
        if better and not re.match(liked, move) and dice.random() < liking:
            move = dice.choice(better)
        state = game.apply(state, decision.seat, move)
