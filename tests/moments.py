"""Moments of games that look like games: early, full and at the end, the same ones every time."""

from functools import cache
from random import Random
from typing import Any, NamedTuple

from games import GAMES
from games.contract import AnyGame
from games.core import Decision, Move, Seat, offer
from rendering.scene import Scene

MOMENTS = ("early", "full", "end")
# What people who want to build would do; a walker who does anything at all builds little.
LIKED = {
    "tuir": ("build", "take"),
    "towers": ("plain", "run", "extend", "purchase", "complete", "noble"),
    "guilds": ("token", "tower", "hex"),
    "lucca": ("play", "take", "keep"),
}
SEEDS = {"tuir": "b", "towers": "n4", "guilds": "box", "lucca": "box"}  # another game: its own key
OPTIONS = {"towers": ("nobles",)}


class Moment(NamedTuple):
    """A table to be looked at."""

    game: AnyGame
    seats: int
    name: str
    state: Any

    @property
    def asked(self) -> Decision | None:
        return next(iter(self.game.decisions(self.state)), None)

    def table(self) -> Scene:
        """Return what everybody sees."""
        return self.game.scene(self.game.view(self.state, None))

    def hand(self, seat: Seat) -> Scene:
        """Return what a seat sees, with its own choices."""
        own = offer(self.game, self.state, seat)
        return self.game.scene(self.game.view(self.state, seat), own.moves if own else ())


@cache
def moments(key: str, seats: int) -> tuple[Moment, ...]:
    """Play a game to its end; return it after a sixth, shortly before the end, and there."""
    played = states(key, seats)
    at = (played[(len(played) - 1) // 6], played[(len(played) - 1) * 9 // 10], played[-1])
    return tuple(Moment(GAMES[key], seats, *each) for each in zip(MOMENTS, at, strict=True))


def states(key: str, seats: int) -> list[Any]:
    """Return all states of the game that is played to its end."""
    game, line, seed = GAMES[key], list[Any](), SEEDS.get(key, key)
    dice, state = Random(seed), game.setup(seats, seed, OPTIONS.get(key, ()))
    while asked := game.decisions(state):
        line.append(state)
        decision = dice.choice([d for d in asked if not d.settled] or list(asked))
        state = game.apply(state, decision.seat, _liked(dice, decision, LIKED.get(key, ())))
    return [*line, state]


def _liked(dice: Random, decision: Decision, liked: tuple[str, ...]) -> Move:
    wanted = [move for move in decision.moves if move.partition(":")[0] in liked]
    return dice.choice(wanted if wanted and dice.random() < 0.93 else list(decision.moves))
