"""`python -m tests.sims OTHER`: simulations a second here and in another checkout, in one run.

A simulation is what a search asks of the rules: deal the unknown anew, a dozen moves with their questions, the score.
Both checkouts take turns, so that a busy machine is equally busy for both; the best of the rounds counts.
"""

import subprocess
import sys
import time
from pathlib import Path
from random import Random

from games import GAMES
from games.contract import AnyGame, Step, walk

HERE = Path(__file__).resolve().parent.parent
ROUNDS, PLIES, TIMES = 7, 12, 12


def simulate(game: AnyGame, step: Step, dice: Random) -> None:
    world = game.redeal(step.state, step.seat, str(dice.random()))
    for _ in range(PLIES):
        asked = [d for d in game.decisions(world) if not d.settled]
        if not asked:
            break
        moves = asked[0].moves
        world = game.apply(world, asked[0].seat, moves[int(dice.random() * len(moves))])
    game.score(world)


def measure() -> None:
    """Print a line a game and table: its key, its seats, simulations a second."""
    for key, game in GAMES.items():
        for seats in sorted({game.SEATS[0], game.SEATS[-1]}):
            walks = [[step for step in walk(game, seats, f"sims/{n}") if step.move] for n in range(4)]
            steps = [steps[len(steps) * part // 7] for steps in walks for part in range(1, 7)]
            dice, start = Random("sims"), time.process_time()
            for step in steps * TIMES:
                simulate(game, step, dice)
            print(key, seats, TIMES * len(steps) / (time.process_time() - start))


def measured(checkout: Path) -> dict[tuple[str, str], float]:
    command = [sys.executable, str(Path(__file__).resolve()), "measure"]
    environment = {"PYTHONPATH": str(checkout), "PATH": ""}
    out = subprocess.run(command, cwd=checkout, env=environment, capture_output=True, text=True, check=True)
    rows = [line.split() for line in out.stdout.splitlines()]
    return {(key, seats): float(rate) for key, seats, rate in rows}


def main(other: Path) -> None:
    rounds = [(measured(other), measured(HERE)) for _ in range(ROUNDS)]
    for table in rounds[0][0]:
        before, now = (max(one[side][table] for one in rounds) for side in (0, 1))
        print(
            f"{table[0]:7} {table[1]} seats: {before:6.0f} there, {now:6.0f} here, {now / before:.2f} times"
        )


if __name__ == "__main__":
    measure() if sys.argv[1] == "measure" else main(Path(sys.argv[1]).resolve())
