"""Compare the labels of more random games: `python -m tests.games.labels towers 200 another-seed`."""

import sys
from importlib import import_module

from games import GAMES
from tests.games.labels.truth import compare, everything, moments, tables


def main(key: str, games: int, seed: str) -> int:
    """Play the games; return how many sentences were compared. The first false one ends it with its words."""
    checks, ways, found = import_module(f"tests.games.labels.{key}"), tables(GAMES[key]), 0
    for n in range(games):
        seats, options = ways[n % len(ways)]
        for state in moments(GAMES[key], seats, options, f"{seed}/{n}", checks.LIKED):
            found += sum(compare(checks.CHECKS, said) for said in everything(GAMES[key], state))
    return found


if __name__ == "__main__":
    print(main(sys.argv[1], int(sys.argv[2]), sys.argv[3]), "sentences compared, all of them true")
