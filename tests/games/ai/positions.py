"""Positions in which a computer is asked: moments of whole games, at every table that a game has."""

from collections.abc import Iterator
from random import Random
from typing import Any, NamedTuple

from games import GAMES
from games.contract import AnyGame, walk
from games.core import Decision, all_options

TABLES = [(key, seats) for key, game in GAMES.items() for seats in game.SEATS]


class Moment(NamedTuple):
    game: AnyGame
    state: Any
    decision: Decision


def option_sets(game: AnyGame) -> list[tuple[str, ...]]:
    return [(), *((option.key,) for option in all_options(game))]


def moments(key: str, seats: int, seed: str, options: tuple[str, ...] = ()) -> Iterator[Moment]:
    """Every real decision of one random game."""
    game = GAMES[key]
    for step in walk(game, seats, seed, options):
        for decision in game.decisions(step.state):
            if len(decision.moves) > 1:
                yield Moment(game, step.state, decision)


def some(key: str, seats: int, count: int, seed: str = "some") -> list[Moment]:
    """A few of them, from all over the game and of every kind of question."""
    found = [moment for options in option_sets(GAMES[key]) for moment in moments(key, seats, seed, options)]
    kinds = {repr(moment.decision.prompt): moment for moment in found}
    return [*kinds.values(), *Random(seed).sample(found, min(count, len(found)))]
