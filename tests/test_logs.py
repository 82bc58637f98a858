"""Golden logs: games that were played once replay for ever, through the checked door, for every game."""

import json
from pathlib import Path

import pytest

from games import GAMES
from games.core import all_options, play, settle_options

LOGS = {
    path.stem: json.loads(path.read_text("utf-8"))
    for path in sorted(Path(__file__).parent.glob("logs/*.json"))
}


@pytest.mark.parametrize("name", LOGS)
def test_a_golden_log_replays_to_its_scores(name):
    golden = LOGS[name]
    game = GAMES[golden["game"]]
    assert golden["edition"] == game.EDITION, "a new edition keeps the old way, or sets its old logs aside"
    options = settle_options(game, golden["seats"], golden["options"])
    assert list(options) == golden["options"], "options are stored sorted"
    state = game.setup(golden["seats"], golden["seed"], options)
    for seat, move in golden["log"]:
        state = play(game, state, seat, move)
    assert not game.decisions(state)
    assert [list(score) for score in game.score(state)] == golden["scores"]


@pytest.mark.parametrize("key", GAMES)
def test_every_game_has_golden_logs_of_its_smallest_and_largest_table_and_of_every_option(key):
    """`python -m games KEY --seats N --seed golden --log > tests/logs/KEY-N.json` makes one."""
    mine = [log for log in LOGS.values() if log["game"] == key]
    game = GAMES[key]
    assert {game.SEATS[0], game.SEATS[-1]} <= {log["seats"] for log in mine}
    assert {option.key for option in all_options(game)} <= {
        option for log in mine for option in log["options"]
    }
