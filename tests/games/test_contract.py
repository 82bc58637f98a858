"""Promises that every game of the house keeps."""

from collections import Counter

import pytest

from games import GAMES
from games.contract import check_game, too_few_twins, walk
from games.core import all_options
from games.editions import by_edition, kept_editions
from tests.limits import fits_discord

TODAY = [(key, game.EDITION, seats) for key, game in GAMES.items() for seats in game.SEATS]
FORMER = [(key, old, game.SEATS[0]) for key, game in GAMES.items() for old in kept_editions(game)]

MORE_GAMES = 6  # for a short game, in which few moves have a twin


def option_sets(game, seats):
    """Return the usual way, and some of the options: over all tables of a game each comes up.

    Every option at every table is played by the games' own tests, with the same contract.
    """
    options = [(option.key,) for option in all_options(game)]
    return [(), *options[seats % len(game.SEATS) :: len(game.SEATS)]]


@pytest.mark.slow
@pytest.mark.parametrize(("key", "edition", "seats"), [*TODAY, *FORMER])
async def test_a_random_game_keeps_every_promise_and_fits_discord(key, edition, seats):
    """Six promises of games/contract.py, and Discord's limits in English and a 40 % longer language."""
    compared, game = Counter(), by_edition(GAMES[key], edition)
    for n, options in enumerate([*option_sets(game, seats), *[()] * MORE_GAMES]):
        if n >= len(option_sets(game, seats)) and not too_few_twins(compared):
            break
        seed, length = f"house/{n}", len([*walk(game, seats, f"house/{n}", options)])
        every = max(1, min(7, length // 12))  # a short game is checked in every state
        _, counts = check_game(game, seats, seed, options, fits=fits_discord, every=every)
        compared += counts
    assert not too_few_twins(compared)


@pytest.mark.parametrize("key", GAMES)
def test_every_option_is_played_at_some_table(key):
    game = GAMES[key]
    played = {option for seats in game.SEATS for options in option_sets(game, seats) for option in options}
    assert played == {option.key for option in all_options(game)}
