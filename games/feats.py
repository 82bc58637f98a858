"""Feats: what somebody may be proud of after a game, in the game's own terms; read from its last state."""

from collections.abc import Callable
from typing import Any, NamedTuple

from games import GAMES
from games.core import Game, Seat, Text


class Feat(NamedTuple):
    """One feat of a game: its key, its name, what it takes, and whether a seat has done it."""

    key: str
    name: Text
    told: Text
    done: Callable[[Any, Seat], bool]


def feats_in(game: Game[Any, Any]) -> tuple[Feat, ...]:
    """Return the feats that a game knows; it need not know any."""
    return tuple(getattr(game, "FEATS", ()))


def feats_of(game: Game[Any, Any], state: Any) -> tuple[tuple[str, ...], ...]:
    """Return the feats of each seat in a finished game, as they are stored: "lucca:host"."""
    seats = range(len(game.score(state)))
    return tuple(tuple(f"{game.KEY}:{f.key}" for f in feats_in(game) if f.done(state, s)) for s in seats)


def find_feat(stored: str) -> Feat | None:
    """Return a feat by the name under which it is stored; None for one that is not known any more."""
    key, _, name = stored.partition(":")
    known = feats_in(GAMES[key]) if key in GAMES else ()
    return next((feat for feat in known if feat.key == name), None)
