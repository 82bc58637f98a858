"""`python -m tests.sims OTHER [GAME ...]`: simulations a second here and in another checkout, in one run.

The same search, ours, by the score alone, over the rules of both. They are loaded side by side and take
turns, search by search: a busy machine is equally busy for both.
"""

import gc
import sys
from pathlib import Path
from random import Random
from time import process_time
from typing import Any

from games.ai.outlook import by_score, one_ply
from games.ai.patience import Budget
from games.ai.search import Search

HERE = Path(__file__).resolve().parent.parent
SIMULATIONS, PLIES, ROUNDS = 25, 8, 3


def games_of(checkout: Path) -> dict[str, Any]:
    """Load the games of a checkout, whatever other ones are loaded already."""
    for name in [name for name in sys.modules if name.partition(".")[0] in ("games", "rendering")]:
        del sys.modules[name]
    sys.path.insert(0, str(checkout))
    try:
        from games import GAMES
        from games.contract import walk

        return {"walk": walk, **GAMES}
    finally:
        sys.path.remove(str(checkout))


def spent(game: Any, step: Any, seed: str) -> float:
    """Return the seconds of one search: the unknown dealt anew, a tree, quick moves, the score."""
    search = Search(game, Random(seed), outlook=by_score(game), usual=one_ply(game, by_score(game)))
    search.plies = PLIES
    asked = next(d for d in game.decisions(step.state) if d.seat == step.seat)
    start = process_time()
    search.think(step.state, asked, Budget(SIMULATIONS))
    return process_time() - start


def moments(games: dict[str, Any], key: str, seats: int) -> list[Any]:
    walks = [list(games["walk"](games[key], seats, f"sims/{n}"))[:-1] for n in range(4)]
    return [steps[len(steps) * part // 7] for steps in walks for part in range(1, 7)]


def main(other: Path) -> None:
    sides = games_of(other), games_of(HERE)
    gc.disable()  # or one side would sweep up after the other
    for key in sys.argv[2:] or [key for key in sides[1] if key != "walk"]:
        for seats in sorted({sides[1][key].SEATS[0], sides[1][key].SEATS[-1]}):
            steps, seconds = [moments(games, key, seats) for games in sides], [0.0, 0.0]
            for n in range(ROUNDS * len(steps[0])):
                for side in (n % 2, 1 - n % 2):
                    step = steps[side][n % len(steps[side])]
                    seconds[side] += spent(sides[side][key], step, f"{key}/{n}")
            there, here = (ROUNDS * len(steps[0]) * SIMULATIONS / sum for sum in seconds)
            print(f"{key:7} {seats} seats: {there:6.0f} there, {here:6.0f} here, {here / there:.2f} times")


if __name__ == "__main__":
    main(Path(sys.argv[1]).resolve())
