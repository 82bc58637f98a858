"""Random games without Discord: `python -m games tuir --seats 2 --games 1000 --seed 7`."""

import argparse
import json
import sys
from collections import Counter
from collections.abc import Sequence

from games import GAMES
from games.contract import AnyGame, Broken, Step, check_game, walk
from games.core import BadOption, settle_options, winners


def arguments(argv: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m games", description="Play random games.")
    parser.add_argument("game", choices=sorted(GAMES))
    parser.add_argument("--seats", type=int, help="players (default: the fewest)")
    parser.add_argument("--games", type=int, default=1, help="how many games")
    parser.add_argument("--seed", default="0", help="the first seed; the next games count on from it")
    parser.add_argument("--options", default="", help="comma-separated options of the game")
    parser.add_argument("--log", action="store_true", help="also print the moves")
    parser.add_argument("--check", action="store_true", help="run the contract checks on every state")
    return parser.parse_args(argv)


def seeds(first: str, games: int) -> list[str]:
    """Return the seeds of a run: 7, 8, 9 for a number, "x/0", "x/1" for a word."""
    if first.isdecimal():
        return [str(int(first) + n) for n in range(games)]
    return [first] if games == 1 else [f"{first}/{n}" for n in range(games)]


def report(game: AnyGame, seed: str, seats: int, options: Sequence[str], steps: list[Step], log: bool) -> str:
    scores = game.score(steps[-1].state)
    line: dict[str, object] = {
        "seed": seed,
        "seats": seats,
        "options": list(options),
        "plies": len(steps) - 1,
        "scores": [list(score) for score in scores],
        "winners": list(winners(scores)),
    }
    if log:  # with these a line is a golden log, as tests/logs keeps them
        line |= {"game": game.KEY, "edition": game.EDITION}
        line["log"] = [[step.seat, step.move] for step in steps[:-1]]
    return json.dumps(line)


def main(argv: Sequence[str] | None = None) -> int:
    args = arguments(argv)
    game = GAMES[args.game]
    seats = args.seats or game.SEATS[0]
    if seats not in game.SEATS:
        print(f"{game.KEY} takes {game.SEATS[0]} to {game.SEATS[-1]} seats, not {seats}", file=sys.stderr)
        return 2
    try:
        options = settle_options(game, seats, filter(None, args.options.split(",")))
    except BadOption as bad:
        known = ", ".join(option.key for option in game.OPTIONS) or "none"
        print(f"{game.KEY} does not take {bad} here; its options: {known}, first:N", file=sys.stderr)
        return 2
    return run(game, seats, options, args)


def run(game: AnyGame, seats: int, options: Sequence[str], args: argparse.Namespace) -> int:
    """Play the games; 1 if a promise is broken, or if the twin test had nothing to compare."""
    compared = Counter[str]()
    for seed in seeds(args.seed, args.games):
        try:
            if args.check:
                steps, counts = check_game(game, seats, seed, options)
                compared.update(counts)
            else:
                steps = list(walk(game, seats, seed, options))
        except Broken as broken:
            print(f"seed {seed}: {broken}", file=sys.stderr)
            return 1
        print(report(game, seed, seats, options, steps, args.log))
    return twins_told(compared) if args.check else 0


def twins_told(compared: Counter[str]) -> int:
    """Say how often each verb was compared between worlds; 1 for no comparison at all."""
    told = ", ".join(f"{verb} {count}" for verb, count in sorted(compared.items()))
    print(f"twins compared: {told or 'none: does every move claim to show something?'}", file=sys.stderr)
    return 0 if compared.total() else 1


if __name__ == "__main__":
    raise SystemExit(main())
