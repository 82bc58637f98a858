"""`python -m games arena lucca --players podesta,greedy`: matches between computer players."""

import argparse
import math
import statistics
from collections.abc import Iterator, Sequence
from random import Random
from typing import NamedTuple

from games import GAMES
from games.ai.outlook import AnyGame, shares, waiting
from games.ai.patience import ENDLESS, Budget, now, undisturbed
from games.ai.strengths import KEYS, move_of
from games.core import BadOption, Seat, settle_options

Z = 1.96  # of the normal distribution, for an interval of 95 %


class BadMatch(ValueError):
    """A match that cannot be played; its words are for the person who asked for it."""


class Game(NamedTuple):
    """One finished game of a match, as the first player saw it."""

    share: float  # of the win
    margin: int  # points ahead of the best rival
    thoughts: tuple[float, ...]  # seconds of one core for each real decision


def wilson(wins: float, games: int) -> tuple[float, float]:
    """Return the interval in which the true share lies, 19 times in 20."""
    share, z = wins / games, Z * Z / games
    half = Z * math.sqrt(share * (1 - share) / games + z / (4 * games))
    return (share + z / 2 - half) / (1 + z), (share + z / 2 + half) / (1 + z)


def seated(players: Sequence[str], seats: int, hero: Seat) -> list[str]:
    """Return who sits where: the first player at one seat, the others around the table in turn."""
    others = list(players[1:]) or [players[0]]
    return [players[0] if n == 0 else others[(n - 1) % len(others)] for n in _from(hero, seats)]


def _from(hero: Seat, seats: int) -> list[int]:
    return [(seat - hero) % seats for seat in range(seats)]


def played(
    game: AnyGame, cast: Sequence[str], hero: Seat, seed: str, options: Sequence[str], budget: Budget
) -> Game:
    """Play one game; every player gets only redealt worlds and dice of its own."""
    state, thoughts = game.setup(len(cast), seed, options), list[float]()
    dice = [Random(f"arena/{seed}/{hero}/{seat}") for seat in range(len(cast))]
    while asked := game.decisions(state):
        decision = waiting(asked, -1)
        seat, move, begun = decision.seat, decision.moves[0], now()
        if len(decision.moves) > 1:
            world = game.redeal(state, seat, str(dice[seat].random()))
            move = move_of(cast[seat], game, world, decision, dice[seat], budget)
            if seat == hero:
                thoughts.append(now() - begun)
        state = game.apply(state, seat, move)
    points = [score[0] for score in game.score(state)]
    rival = max([n for seat, n in enumerate(points) if seat != hero])
    return Game(shares(game, state)[hero], points[hero] - rival, tuple(thoughts))


def match(
    game: AnyGame,
    players: Sequence[str],
    games: int,
    seats: int,
    *,
    seed: str = "arena",
    options: Sequence[str] = (),
    budget: Budget,
) -> Iterator[Game]:
    """Play a match: each deal once from every seat."""
    for n in range(games):
        hero = n % seats
        yield played(game, seated(players, seats, hero), hero, f"{seed}/{n // seats}", options, budget)


# --- the command -----------------------------------------------------------------------------------


def arguments(argv: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser("python -m games arena", description="Let computers play each other.")
    parser.add_argument("game", choices=sorted(GAMES))
    parser.add_argument("--players", default="podesta,greedy", help=f"the first against the others: {KEYS}")
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--seats", type=int, help="default: the fewest, or as many as players are named")
    parser.add_argument("--options", default="", help="comma-separated options of the game")
    parser.add_argument(
        "--seconds", type=float, default=0.5, help="of one core, that a move may cost at most"
    )
    parser.add_argument("--simulations", type=int, default=ENDLESS, help="that a move may cost at most")
    parser.add_argument("--seed", default="arena")
    return parser.parse_args(argv)


def main(argv: Sequence[str]) -> int:
    """Play a match and tell how it went; the last line is the first player's share with its interval."""
    args = arguments(argv)
    game, players = GAMES[args.game], args.players.split(",")
    seats = args.seats or max(game.SEATS[0], len(players))
    if unknown := [key for key in players if key not in KEYS]:
        raise BadMatch(f"no player is called {', '.join(unknown)}; there are {', '.join(KEYS)}")
    if seats not in game.SEATS or len(players) > seats or args.games < 1:
        raise BadMatch(f"{game.KEY} takes {game.SEATS[0]} to {game.SEATS[-1]} players, and one game or more")
    try:
        options = settle_options(game, seats, filter(None, args.options.split(",")))
    except BadOption as bad:
        raise BadMatch(f"{game.KEY} does not take {bad} here") from None
    budget = Budget(args.simulations, args.seconds)
    with undisturbed():  # as where computers think at tables
        games = list(match(game, players, args.games, seats, seed=args.seed, options=options, budget=budget))
    print("\n".join(told(args.players, game, seats, games)))
    return 0


def told(players: str, game: AnyGame, seats: int, games: Sequence[Game]) -> list[str]:
    """Return the match in words."""
    thoughts = [seconds for one in games for seconds in one.thoughts] or [0.0]
    margin = statistics.mean([one.margin for one in games])
    wins = sum([one.share for one in games])
    low, high = wilson(wins, len(games))
    return [
        f"{game.KEY}, {seats} seats, {players}: {len(games)} games, margin {margin:+.1f} points",
        f"a move: median {statistics.median(thoughts):.3f} s of one core, longest {max(thoughts):.3f} s",
        f"{players.partition(',')[0]}: share {wins / len(games):.3f}, 95 % interval {low:.3f} to {high:.3f}",
    ]
