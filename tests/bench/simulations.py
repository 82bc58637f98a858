"""`python -m tests.bench.simulations OTHER [GAME ...]`: how fast rules are under search, here and elsewhere.

The same search, ours, by the score alone, over the rules of both. What it asks of them (`redeal`, `apply`,
`decisions`, `score`) is written down and then asked again with a clock, from cold caches, about states that
have travelled as to another process: whatever a state remembers of itself must be found out anew. Both
checkouts are loaded side by side and take turns, search by search: a busy machine is equally busy for both.
"""

import gc
import pickle
import sys
from pathlib import Path
from random import Random
from time import process_time
from types import ModuleType, SimpleNamespace
from typing import Any

from games.ai.outlook import by_score, one_ply
from games.ai.patience import Budget
from games.ai.search import Search

HERE = Path(__file__).resolve().parents[2]
SIMULATIONS, PLIES, ROUNDS = 25, 8, 2
ASKED = ("redeal", "decisions", "apply", "score")

Asked = list[tuple[Any, tuple[Any, ...]]]  # functions of the rules, and what they were asked


class Checkout:
    """The games of a checkout, loaded whatever other ones are loaded already."""

    def __init__(self, folder: Path) -> None:
        for name in [name for name in sys.modules if name.partition(".")[0] in ("games", "rendering")]:
            del sys.modules[name]
        sys.path.insert(0, str(folder))
        from games import GAMES
        from games.contract import walk

        sys.path.remove(str(folder))
        self.games, self.walk = dict(GAMES), walk
        self.modules = {name: m for name, m in sys.modules.items() if name.startswith("games.")}
        loaded: list[ModuleType] = list(self.modules.values())
        things = [thing for module in loaded for thing in vars(module).values()]
        self.caches = [thing for thing in things if hasattr(thing, "cache_clear")]

    def moments(self, key: str, seats: int) -> list[Any]:
        walks = [list(self.walk(self.games[key], seats, f"sims/{n}"))[:-1] for n in range(4)]
        return [steps[len(steps) * part // 7] for steps in walks for part in range(1, 7)]

    def spent(self, key: str, step: Any, seed: str) -> float:
        """Return the seconds that the rules need for one search."""
        asked = written_down(self.games[key], step, seed)
        for cache in self.caches:
            cache.cache_clear()
        asked = self.travelled(asked)
        start = process_time()
        for function, arguments in asked:
            function(*arguments)
        return process_time() - start

    def travelled(self, asked: Asked) -> Asked:
        """Return the same questions about states that come from afar; what was one thing is still one."""
        sys.modules.update(self.modules)
        came = pickle.loads(pickle.dumps([arguments for _, arguments in asked], pickle.HIGHEST_PROTOCOL))
        return [(function, arguments) for (function, _), arguments in zip(asked, came, strict=True)]


def written_down(game: Any, step: Any, seed: str) -> Asked:
    """Return all that one search asks of the rules."""
    asked: Asked = []

    def noted(function: Any) -> Any:
        return lambda *arguments: (asked.append((function, arguments)), function(*arguments))[1]

    told: Any = SimpleNamespace(**{name: noted(getattr(game, name)) for name in ASKED})
    search = Search(told, Random(seed), outlook=by_score(told), usual=one_ply(told, by_score(told)))
    search.plies = PLIES
    decision = next(d for d in game.decisions(step.state) if d.seat == step.seat)
    search.think(step.state, decision, Budget(SIMULATIONS))
    return asked


def main(other: Path) -> None:
    sides = Checkout(other), Checkout(HERE)
    gc.disable()  # or one side would sweep up after the other
    for key in sys.argv[2:] or sides[1].games:
        for seats in sorted({sides[1].games[key].SEATS[0], sides[1].games[key].SEATS[-1]}):
            steps, seconds = [side.moments(key, seats) for side in sides], [0.0, 0.0]
            count = ROUNDS * len(steps[0])
            for n in range(count):
                for at in (n % 2, 1 - n % 2):
                    seconds[at] += sides[at].spent(key, steps[at][n % len(steps[at])], f"{key}/{n}")
            there, here = (count * SIMULATIONS / sum for sum in seconds)
            print(f"{key:7} {seats} seats: {there:6.0f} there, {here:6.0f} here, {here / there:.2f} times")


if __name__ == "__main__":
    main(Path(sys.argv[1]).resolve())
