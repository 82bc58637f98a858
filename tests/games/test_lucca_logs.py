"""Golden games of Lucca: they replay for ever, through the checked door, to the same scores."""

import json
from pathlib import Path

import pytest

from games import lucca
from games.core import play
from tests.games.lucca_referee import Referee

LOGS = sorted((Path(__file__).parents[1] / "logs").glob("lucca-*.json"))


def test_there_is_a_golden_game_for_every_table_size_and_both_decks():
    kinds = {(game["seats"], bool(game["options"])) for game in map(read, LOGS)}
    assert kinds == {(seats, party) for seats in (2, 3, 4, 5) for party in (False, True)}


def read(path: Path) -> dict:
    return json.loads(path.read_text(encoding="utf-8"))


@pytest.mark.parametrize("path", LOGS, ids=lambda path: path.stem)
def test_a_golden_game_replays_to_its_scores(path):
    golden = read(path)
    assert golden["edition"] <= lucca.EDITION
    state = start = lucca.setup(golden["seats"], golden["seed"], golden["options"])
    for seat, move in golden["log"]:
        state = play(lucca, state, seat, move)
    assert not lucca.decisions(state)
    assert [list(score) for score in lucca.score(state)] == golden["scores"]
    hands = [[held.card for held in hand] for hand in start.phase.hands]
    *_, points = Referee(hands).follow([tuple(entry) for entry in golden["log"]])
    assert [sum(part.values()) for part in points] == [score[0] for score in golden["scores"]]
