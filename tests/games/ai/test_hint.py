"""A hint is a move on offer with its reason; it knows what the seat knows."""

import pickle
from random import Random

import pytest

from bot.text.words import words
from games import GAMES
from games.ai.hint import hint, sentence, signed
from games.ai.patience import Budget
from games.ai.request import NoQuestion, hinted, prepared
from games.core import Decision, Label, Text
from tests.games.ai.positions import TABLES, some

FEW = Budget(simulations=8)


@pytest.mark.parametrize(("key", "seats"), TABLES)
def test_a_hint_names_a_move_on_offer_and_says_why_whatever_the_truth_is(key, seats):
    for n, (game, state, decision) in enumerate(some(key, seats, 2, "hint")):
        seat = decision.seat
        hints = set()
        for truth in (state, game.redeal(state, seat, f"truth {n}")):
            world = game.redeal(truth, seat, "dice")
            hints.add(hint(game, world, decision, Random(n), FEW))
        assert len(hints) == 1
        told = hints.pop()
        assert told.move in decision.moves
        assert " – about " in words("en").say(told.why)


def test_a_hint_where_there_is_no_choice_says_so():
    game = GAMES["guilds"]
    state = game.setup(2, "0")
    asked = game.decisions(state)[0]
    only = Decision(asked.seat, asked.prompt, asked.moves[:1], asked.moves[0])
    assert "nothing else to do" in words("en").say(hint(game, state, only, Random(0), FEW).why)


def test_numbers_read_as_one_says_them():
    told = [words("en").say(signed(n)) for n in (9.2, -3.4, 0.04, 0.6, -0.31)]
    assert told == ["+9", "−3", "±0", "+0.6", "−0.3"]


def test_the_sentence_says_what_the_move_does_and_compares_with_the_next_best_one():
    build, draw = Label(Text("On B"), Text("Takes the marker"), (Text("Build P"),)), Label(Text("Draw"))
    said = [
        words("en").say(sentence(*args))
        for args in [(build, 9, draw, 4), (build, 9, draw, 8.8), (draw, 9, build, 4), (draw, 4, build, 3.9)]
    ]
    assert said == [
        "Build P › On B (Takes the marker) – about +9; next best Draw, about +4.",
        "Build P › On B (Takes the marker) – about +9, but Draw is as good.",
        "Draw – about +9; next best Build P › On B, about +4.",
        "Draw – about +4, but Build P › On B is as good.",
    ]


def test_a_hint_travels_as_bytes_like_a_move():
    for key, game in GAMES.items():
        state = game.setup(2, "travel")
        decision = game.decisions(state)[0]
        errand = prepared(game, state, decision.seat, "architect", "dice", FEW)
        told = pickle.loads(pickle.dumps(hinted(pickle.loads(pickle.dumps(errand)))))
        assert told == hinted(errand) and told.move in decision.moves, key
        with pytest.raises(NoQuestion):
            hinted(errand._replace(edition=0))
