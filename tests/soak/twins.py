"""Twin pairs: two worlds that differ only in what a viewer may not know look the same to that viewer."""

import random
from collections import Counter
from typing import Any

from games import GAMES
from games.contract import Broken, check_twins, walk
from games.information_sets import viewers
from tests.soak.outcome import Outcome


class Indiscreet:
    """A game that shows everyone the next player's view: the control."""

    def __init__(self, game: Any) -> None:
        self._game = game

    def __getattr__(self, name: str) -> Any:
        return getattr(self._game, name)

    def view(self, state: Any, viewer: int | None) -> Any:
        seats = len(viewers(self._game, state)) - 1
        return self._game.view(state, ((viewer or 0) + 1) % seats)


def twins(count: int, *, indiscreet: bool = False, seed: int = 10) -> Outcome:
    """Walk random games of every kind until so many pairs were compared, as many of each game."""
    out, dice = Outcome("twins", "twin pairs"), random.Random(seed)
    for key in GAMES:
        game = Indiscreet(GAMES[key]) if indiscreet else GAMES[key]
        counts: Counter[str] = Counter()
        while counts.total() < count / len(GAMES) and len(out.findings) < 10:
            _one_game(game, f"soak/{dice.getrandbits(32)}", dice, counts, out, count // len(GAMES))
        out.done += counts.total()
        out.notes[key] = counts.total()
    return out


def _one_game(
    game: Any, seed: str, dice: random.Random, counts: Counter[str], out: Outcome, most: int
) -> None:
    for n, step in enumerate(walk(game, dice.choice(game.SEATS), seed)):
        if step.move and counts.total() < most:
            try:
                check_twins(game, step, f"{seed}/{n}", counts)
            except Broken as broken:
                out.add([str(broken)[:200]])
                return
    out.count("games")
