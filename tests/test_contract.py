"""Promises that every game of the house keeps."""

import pytest

from games import GAMES
from games.contract import check_game, walk
from games.core import all_options
from tests.limits import fits_discord

CASES = [(key, seats) for key, game in GAMES.items() for seats in game.SEATS]


def option_sets(key):
    game = GAMES[key]
    return [(), *((option.key,) for option in all_options(game))]


@pytest.mark.parametrize(("key", "seats"), CASES)
async def test_a_random_game_keeps_every_promise_and_fits_discord(key, seats):
    """Six promises of games/contract.py, and Discord's limits in English and a 40 % longer language."""
    compared = 0
    for n, options in enumerate(option_sets(key)):
        seed, length = f"house/{n}", len([*walk(GAMES[key], seats, f"house/{n}", options)])
        every = max(1, min(7, length // 12))  # a short game is checked in every state
        _, counts = check_game(GAMES[key], seats, seed, options, fits=fits_discord, every=every)
        compared += counts.total()
    assert compared > 20, "the twin test compared almost nothing"
