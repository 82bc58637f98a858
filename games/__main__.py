"""Games without Discord: play, check, look at a moment, let computers play; `python -m games --help`."""

import argparse
import json
import sys
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from games import GAMES, look, new
from games.ai import arena
from games.contract import AnyGame, Broken, Step, check_game, too_few_twins, walk
from games.core import SEAT_NAMES, BadOption, Text, all_options, settle_options, winners
from games.data_tables import BadTable
from games.editions import NotKept, by_edition
from games.record import BadRecord, check, line_of, rules_of

EXAMPLES = """examples:
  python -m games tuir --games 1000 --seed 7             random games, a line each
  python -m games tuir --games 20 --check                with every promise of the contract checked
  python -m games tuir --ply 40 --seat 0 --page          what a seat reads and may do at a moment
  python -m games tuir --ply 40 --picture out.png        what the public sees then
  python -m games arena tuir --players podesta,greedy    a match between computer players
  python -m games replay FILE                            play an exported game again, and verify it
  python -m games new roads                              a new game in games/roads that plays at once"""


def arguments(argv: Sequence[str] | None) -> argparse.Namespace:
    raw = argparse.RawDescriptionHelpFormatter
    parser = argparse.ArgumentParser(
        "python -m games", None, "Play random games.", EXAMPLES, formatter_class=raw
    )
    parser.add_argument("game", choices=sorted(GAMES))
    parser.add_argument("--seats", type=int, help="players (default: the fewest)")
    parser.add_argument("--games", type=int, default=1, help="how many games")
    parser.add_argument("--seed", default="0", help="the first seed; the next games count on from it")
    parser.add_argument("--options", default="", help="comma-separated options of the game")
    parser.add_argument("--edition", type=int, help="an earlier edition that is kept (default: today's)")
    parser.add_argument("--log", action="store_true", help="also print the moves")
    parser.add_argument("--check", action="store_true", help="run the contract checks on every state")
    parser.add_argument("--ply", type=int, help="look at the moment after so many moves")
    parser.add_argument("--seat", type=int, help="look as this seat (default: as the public)")
    parser.add_argument("--page", action="store_true", help="print the page and the offer in words")
    parser.add_argument("--picture", type=Path, metavar="FILE", help="paint the picture into a PNG file")
    return parser.parse_args(argv)


def main(argv: Sequence[str] | None = None) -> int:
    """Do what the command line asks; say plainly what is wrong when it cannot be done."""
    words = list(sys.argv[1:] if argv is None else argv)
    try:
        if words[:1] == ["new"]:
            print(new.begin(" ".join(words[1:])))
            return 0
        if words[:1] == ["replay"]:
            return replayed(words[1:])
        return arena.main(words[1:]) if words[:1] == ["arena"] else run(arguments(words))
    except (BadTable, NotKept, arena.BadMatch, new.BadName, OSError) as bad:
        print(bad, file=sys.stderr)
        return 2


def run(args: argparse.Namespace) -> int:
    """Play or look at one game, at a table that it has."""
    game = by_edition(GAMES[args.game], args.edition or GAMES[args.game].EDITION)
    seats = args.seats or game.SEATS[0]
    if seats not in game.SEATS:
        print(f"{game.KEY} takes {game.SEATS[0]} to {game.SEATS[-1]} seats, not {seats}", file=sys.stderr)
        return 2
    try:
        options = settle_options(game, seats, filter(None, args.options.split(",")))
    except BadOption as bad:
        known = ", ".join(option.key for option in all_options(game)) or "none"
        print(f"{game.KEY} does not take {bad} here; its options: {known}, first:N", file=sys.stderr)
        return 2
    if args.page or args.picture or (args.ply, args.seat) != (None, None):
        return show(game, seats, options, args)
    return play(game, seats, options, args)


def replayed(words: Sequence[str]) -> int:
    """Play an exported game again and say whether it is what it claims to be."""
    parser = argparse.ArgumentParser("python -m games replay", description="Verify an exported game.")
    parser.add_argument("file", type=argparse.FileType("r", encoding="utf-8"), help="as [Export] gives it")
    parser.add_argument("--log", action="store_true", help="also print the moves")
    args = parser.parse_args(words)
    try:
        record = json.load(args.file)
        if not isinstance(record, dict):
            raise BadRecord(Text("it is no record of a game"))
        checked = check(record)
    except (BadRecord, json.JSONDecodeError, UnicodeDecodeError) as bad:
        print(f"{args.file.name} does not hold: {bad}", file=sys.stderr)
        return 1
    if args.log:
        for moment in line_of(record, rules_of(record))[1:]:
            print(f"{moment.row:4} {SEAT_NAMES[moment.seat].id:5} {moment.move}")
    told = ", ".join(f"{SEAT_NAMES[seat].id} {place}." for seat, place in enumerate(checked.places))
    print(f"{record['game']}: {checked.moves} moves play again, deal and log hold; {told or 'nobody won'}")
    return 0


# --- looking ---------------------------------------------------------------------------------------


def show(game: AnyGame, seats: int, options: Sequence[str], args: argparse.Namespace) -> int:
    """Play random moves up to a moment and show it as one seat sees it."""
    if args.seat is not None and args.seat not in range(seats):
        print(f"the seats at this table are 0 to {seats - 1}, not {args.seat}", file=sys.stderr)
        return 2
    steps = list(walk(game, seats, args.seed, options))
    ply, step = look.moment(steps, args.ply or 0)
    print(f"after {ply} of {len(steps) - 1} moves, seed {args.seed}")
    if args.page or not args.picture:
        print("\n".join(look.told(game, step, args.seat)))
    if args.picture:
        look.picture(game, step, args.seat, args.picture)
        print(f"the picture is in {args.picture}")
    return 0


# --- playing ---------------------------------------------------------------------------------------


def play(game: AnyGame, seats: int, options: Sequence[str], args: argparse.Namespace) -> int:
    """Play the games; 1 if a promise is broken, or if the twin test had too little to compare."""
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


def twins_told(compared: Counter[str]) -> int:
    """Say how often each verb was compared between worlds; 1 if that is not enough."""
    told = ", ".join(f"{verb} {count}" for verb, count in sorted(compared.items()))
    print(f"twins compared: {told or 'none'}", file=sys.stderr)
    if few := too_few_twins(compared):
        print(f"{few}; more --games compare more", file=sys.stderr)
    return 1 if few else 0


if __name__ == "__main__":
    raise SystemExit(main())
