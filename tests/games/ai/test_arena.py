"""The arena: matches in which every seat is taken in turn, and a share with its interval."""

import re
from random import Random

import pytest

from games import GAMES
from games.__main__ import main
from games.ai.arena import match, seated, wilson
from games.ai.patience import Budget
from games.ai.strengths import KEYS, STRENGTHS, move_of

FEW = Budget(simulations=10)


def share(key, first, second, games, seats=None, budget=FEW):
    seats = seats or GAMES[key].SEATS[0]
    return sum(game.share for game in match(GAMES[key], [first, second], games, seats, budget=budget)) / games


def test_the_last_line_is_the_share_of_the_first_player_with_its_interval(capsys):
    words = "arena tuir --players mason,random --games 4 --seconds 0.5 --simulations 5"
    assert main(words.split()) == 0
    last = capsys.readouterr().out.strip().splitlines()[-1]
    found = re.fullmatch(r"mason: share (\d\.\d+), 95 % interval (\d\.\d+) to (\d\.\d+)", last)
    assert found, last
    mid, low, high = map(float, found.groups())
    assert low <= mid <= high


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("arena tuir --players nobody,greedy", "no player is called nobody"),
        ("arena tuir --players greedy,random,random", "tuir takes 2 to 2 players"),
        ("arena lucca --players greedy,random --seats 6", "lucca takes 2 to 5 players"),
        ("arena lucca --players greedy,random --options nobles", "lucca does not take nobles here"),
    ],
)
def test_a_match_that_cannot_be_is_told_in_a_sentence(words, said, capsys):
    assert main(words.split()) == 2
    assert said in capsys.readouterr().err


def test_the_first_player_takes_every_seat_in_turn_and_the_others_follow():
    assert seated(["a", "b"], 3, 0) == ["a", "b", "b"]
    assert seated(["a", "b", "c"], 3, 1) == ["c", "a", "b"]
    assert [seated(["a", "b"], 2, hero).index("a") for hero in range(2)] == [0, 1]


def test_an_interval_holds_what_it_says():
    assert wilson(5, 10) == pytest.approx((0.2366, 0.7634), abs=1e-3)
    low, high = wilson(20, 20)
    assert 0.83 < low < 0.85 and high == pytest.approx(1)


def test_there_are_four_strengths_and_the_plain_players_that_measure_them():
    assert [*STRENGTHS] == ["apprentice", "mason", "architect", "podesta"]
    assert {*STRENGTHS, "outlook", "greedy", "random"} <= {*KEYS}


@pytest.mark.parametrize("key", GAMES)
def test_even_a_short_search_beats_chance(key):
    assert share(key, "architect", "random", 4, budget=Budget(simulations=6)) >= 0.75


@pytest.mark.slow
def test_taking_an_outlook_away_costs_strength():
    """A short sample of `make arena`, in the two games that are quickest to tell."""
    assert share("guilds", "outlook", "greedy", 8) > 0.7
    assert share("lucca", "outlook", "greedy", 8) > 0.7


@pytest.mark.parametrize("options", [(), ("nobles",)])
def test_the_outlook_of_the_towers_gives_no_turn_away_while_there_is_something_to_draw(options):
    """Hoarding a good hand, or nobles, lost whole deals."""
    game, dice = GAMES["towers"], Random("hoard")
    for seed in ("one", "two"):
        state, passed = game.setup(2, seed, options), 0
        while asked := game.decisions(state):
            move = move_of("outlook", game, state, asked[0], dice)
            passed += move == "pass" and not state.ending
            state = game.apply(state, asked[0].seat, move)
        assert passed <= 1 and min(points for points, _ in game.score(state)) > 20
