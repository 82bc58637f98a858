"""Golden logs: games that were played once replay for ever, through the checked door, for every game."""

import json
from pathlib import Path

import pytest

from games import GAMES
from games.core import IllegalMove, all_options, play, settle_options
from games.editions import by_edition, kept_editions
from tests.kit import OURS

LOGS = {
    path.stem: json.loads(path.read_text("utf-8"))
    for path in sorted(Path(__file__).parent.parent.glob("logs/*.json"))
}
FORMER = [(key, edition) for key, game in GAMES.items() for edition in kept_editions(game)]


def replayed(game, golden):
    """Return the end of a golden log, every move of which must be on offer."""
    options = settle_options(game, golden["seats"], golden["options"])
    assert list(options) == golden["options"], "options are stored sorted"
    state = game.setup(golden["seats"], golden["seed"], options)
    for seat, move in golden["log"]:
        state = play(game, state, seat, move)
    return state


def scored(game, golden):
    """Return the final scores; nothing if the game goes on."""
    state = replayed(game, golden)
    return [] if game.decisions(state) else [list(score) for score in game.score(state)]


@pytest.mark.parametrize("name", LOGS)
def test_a_golden_log_replays_to_its_scores_by_the_edition_that_it_names(name):
    golden = LOGS[name]
    assert scored(by_edition(GAMES[golden["game"]], golden["edition"]), golden) == golden["scores"]


@pytest.mark.parametrize("key", sorted({*OURS, *(log["game"] for log in LOGS.values())}))
def test_every_game_has_golden_logs_of_its_smallest_and_largest_table_and_of_every_option(key):
    """`python -m games KEY --seats N --seed golden --log > tests/logs/KEY-N.json` makes one.

    Ours have them; a new game is held to it from its first log on.
    """
    game = GAMES[key]
    mine = [log for log in LOGS.values() if (log["game"], log["edition"]) == (key, game.EDITION)]
    assert {game.SEATS[0], game.SEATS[-1]} <= {log["seats"] for log in mine}
    assert {option.key for option in all_options(game)} <= {
        option for log in mine for option in log["options"]
    }


def means_the_same_today(golden):
    try:
        return scored(GAMES[golden["game"]], golden) == golden["scores"]
    except IllegalMove:
        return False


@pytest.mark.parametrize(("key", "edition"), FORMER)
def test_an_edition_that_is_kept_has_golden_logs_that_mean_something_else_today(key, edition):
    """Logs of the old rules, made by the old rules: without them nobody would see when they break."""
    mine = [log for log in LOGS.values() if (log["game"], log["edition"]) == (key, edition)]
    game = GAMES[key]
    assert {game.SEATS[0], game.SEATS[-1]} <= {log["seats"] for log in mine}
    assert not all(map(means_the_same_today, mine)), "where the editions differ, there is a log of it"
