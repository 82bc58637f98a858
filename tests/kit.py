"""What the tests of every game use: plant a leak, and see whether the contract finds it."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from types import SimpleNamespace
from typing import Any, cast

from games import GAMES, sheets_of
from games.contract import AnyGame, Broken, Step, check_twins, check_views, walk
from games.data_tables import BadTable
from games.editions import over

NAMES = (
    *(
        "KEY",
        "NAME",
        "TAGLINE",
        "SEATS",
        "SETTINGS",
        "TIES",
        "EDITION",
        "points",
        "setup",
        "decisions",
        "apply",
        "shows",
    ),
    *("score", "view", "label", "page", "scene", "redeal"),
)


OURS = ("guilds", "lucca", "towers", "tuir")  # they have all that a game may have; a new one need not
EDITS = {  # key: file, what stands there, what a host writes instead; of other games one number is raised
    "guilds": [("hexes.csv", "H", "X")],
    "lucca": [("deck.csv", ",palace,red,0,3,", ",palace,red,3,0,"), ("deck.csv", "P", "Q")],
    "towers": [("cards.csv", ",fact", ",checked")],  # the rules fix the cards: no edit deals others
    "tuir": [("rules.csv", "\nR01,", "\nR91,")],
}


TRIED = 20  # numbers of a data file that are raised, from its end, until other cards are dealt


def leaky(game: Any, **careless: Any) -> AnyGame:
    """Return a game with some of its functions replaced by careless ones."""
    if unknown := careless.keys() - set(NAMES):
        raise TypeError(f"no game has {', '.join(sorted(unknown))}")
    return cast(AnyGame, SimpleNamespace(**{name: getattr(game, name) for name in NAMES} | careless))


def edited(key: str) -> dict[str, str]:
    """Return a game's data files as a host may have edited them, so that other cards are dealt."""
    sheets = dict(sheets_of(key))
    for file, old, new in EDITS.get(key, ()):
        assert old in sheets[file]
        sheets[file] = sheets[file].replace(old, new)
    return sheets if key in EDITS else next(_other_deals(key), sheets)


def _other_deals(key: str) -> Iterator[dict[str, str]]:
    """Yield a game's data files with one number raised by one, where other cards are dealt by it."""
    sheets, game = sheets_of(key), GAMES[key]
    dealt = repr(game.setup(game.SEATS[0], "deal"))
    for file, text in sheets.items():
        for number in [*re.finditer(r"(?<![\w.])\d+(?![\w.])", text)][: -TRIED - 1 : -1]:
            more = f"{text[: number.start()]}{int(number[0]) + 1}{text[number.end() :]}"
            with suppress(BadTable):
                other = over(key, {**sheets, file: more})
                if repr(other.setup(game.SEATS[0], "deal")) != dealt:
                    yield {**sheets, file: more}


def seats_of(key: str) -> int:
    """Return the number of seats at a game's table of middling size."""
    return GAMES[key].SEATS[len(GAMES[key].SEATS) // 2]


def caught(
    game: Any,
    seats: int = 2,
    options: Sequence[str] = (),
    *,
    games: int = 6,
    walks: Iterable[Iterable[Step]] | None = None,
) -> str:
    """Return what the contract says of a leak, or "" if it finds none; `walks` are other games to look at."""
    for n, steps in enumerate(walks or random_games(game, seats, options, games)):
        try:
            check_secrets(game, steps, f"leak/{n}")
        except Broken as broken:
            assert "leaks" in str(broken), f"another promise is broken: {broken}"
            return str(broken)
    return ""


def random_games(game: AnyGame, seats: int, options: Sequence[str], games: int) -> Iterator[Iterator[Step]]:
    for seed in range(games):
        yield walk(game, seats, f"leak/{seed}", options)


def check_secrets(game: AnyGame, steps: Iterable[Step], seed: str) -> Counter[str]:
    """Check in every state that no view and no silent move leaks; return how often each verb was compared."""
    counts = Counter[str]()
    for n, step in enumerate(steps):
        check_views(game, step.state, f"{seed}/{n}")
        if step.move:
            check_twins(game, step, f"{seed}/{n}", counts)
    return counts
