"""What a computer of The Towers thinks of passing."""

from games import towers
from games.ai.outlook import one_ply
from games.core import offer
from tests.games.towers_positions import table

LOW, HIGH = ("5 5 5",), ("8 9 10", "9 9 9")


def looks(**position):
    """Return how each move of seat 0 looks, after a pass of seat 1."""
    state = table("5 7 10", "6 7", passes=1, **position)
    asked = offer(towers, state, 0)
    return dict(zip(asked.moves, one_ply(towers, towers.outlook)(state, asked), strict=True))


def test_whoever_is_behind_does_not_end_the_game_by_a_second_pass():
    guesses = looks(towers=LOW, theirs=HIGH)
    assert min(guesses, key=guesses.get) == "pass"


def test_to_win_by_a_second_pass_weighs_more_than_its_points_but_not_in_a_match():
    one, match = looks(towers=HIGH, theirs=LOW), looks(towers=HIGH, theirs=LOW, match="deals:2")
    assert one["pass"] > match["pass"] == towers.score(table(towers=HIGH, theirs=LOW))[0][0] - 5
