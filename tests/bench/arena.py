"""`make arena`: the matches by which the computer players are measured, with the goals they have.

A bench, not a test. `make arena ARENA="lucca --games 20 --seconds 0.1"` plays fewer games, faster.
"""

import argparse
from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple

from games import GAMES
from games.ai.arena import match, told, wilson
from games.ai.patience import Budget

UPWARDS = ("apprentice", "mason", "architect", "podesta")


class Goal(NamedTuple):
    game: str
    seats: int
    first: str
    second: str
    share: float


def goals(key: str) -> Iterator[Goal]:
    """What the top strength should reach, each strength against the one below it, and all against chance."""
    few, *more = GAMES[key].SEATS
    yield Goal(key, few, "podesta", "greedy", 0.85 if key in ("towers", "tuir") else 0.90)
    for seats in more:
        yield Goal(key, seats, "podesta", "greedy", 0.75)
    yield Goal(key, few, "podesta", "outlook", 0.65)
    yield Goal(key, few, "podesta", "plain", 0.50)  # its own search without the outlook
    for below, above in pairwise(UPWARDS):
        yield Goal(key, few, above, below, 0.65)
        yield Goal(key, few, above, "random", 0.97)


def main() -> None:
    parser = argparse.ArgumentParser("python -m tests.bench.arena", description=__doc__)
    parser.add_argument("game", nargs="*", choices=[*GAMES, []], default=[])
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--seconds", type=float, default=0.5)
    parser.add_argument("--simulations", type=int, default=10**9)
    args = parser.parse_args()
    for goal in [goal for key in args.game or GAMES for goal in goals(key)]:
        games, budget = args.games - args.games % goal.seats, Budget(args.simulations, args.seconds)
        rows = list(match(GAMES[goal.game], goal[2:4], games, goal.seats, budget=budget))
        wins = sum(row.share for row in rows)
        low, high = wilson(wins, games)
        word = "reached" if low >= goal.share else "missed" if high < goal.share else "open"
        print(*told(f"{goal.first},{goal.second}", GAMES[goal.game], goal.seats, rows), sep="; ")
        print(f"    goal {goal.share:.2f}: {word} ({wins / games:.3f} in {games} games)", flush=True)


if __name__ == "__main__":
    main()
