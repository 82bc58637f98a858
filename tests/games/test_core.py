"""The shared pieces of all games: chance, options, knowledge, the command line."""

import json
from types import SimpleNamespace

import pytest

from games import GAMES
from games.__main__ import main
from games.core import (
    NOBODY,
    PUBLIC,
    BadOption,
    Decision,
    Held,
    IllegalMove,
    Text,
    Texts,
    commitment,
    deal_anew,
    first_seat,
    places,
    play,
    settle_options,
    shuffled,
    stamp,
    winners,
)

TUIR = GAMES["tuir"]


def test_a_shuffle_depends_on_seed_purpose_and_count_only():
    cards = [f"c{n}" for n in range(20)]
    one = shuffled(cards, "seed", "deck")
    assert one == shuffled(reversed(cards), "seed", "deck")
    assert sorted(one) == sorted(cards)
    assert (
        len(
            {
                one,
                shuffled(cards, "other", "deck"),
                shuffled(cards, "seed", "x"),
                shuffled(cards, "seed", "deck", 1),
            }
        )
        == 4
    )


def test_a_shuffle_is_the_same_for_ever():
    """Stored games rest on this very order."""
    assert "".join(shuffled("ABCDEFGH", "0" * 32, "deck")) == "ABFGHDCE"


def test_a_shuffle_is_fair():
    counts = {}
    for n in range(6000):
        key = shuffled("abc", str(n), "fair")
        counts[key] = counts.get(key, 0) + 1
    assert len(counts) == 6
    assert all(850 < count < 1150 for count in counts.values()), counts


def test_equal_scores_share_a_place():
    scores = ((5,), (7,), (5,), (3,))
    assert places(scores) == (2, 1, 2, 4)
    assert winners(((5, 1), (5, 2), (4, 9))) == (1,)
    assert winners(((5,), (5,))) == (0, 1)


def test_a_question_is_marked_by_seat_row_prompt_and_moves():
    ask = Decision(0, Text("What?"), ("go", "pass"), "pass")
    other = [Decision(0, Text("Why?"), ask.moves, "pass"), Decision(0, ask.prompt, ("go",), "go")]
    marks = {stamp(0, 3, ask), stamp(1, 3, ask), stamp(0, 4, ask), *(stamp(0, 3, d) for d in other)}
    assert len(marks) == 5
    assert stamp(0, 3, ask) == "5d4c4690", "a button from before a restart still means the same"


def test_sentences_that_differ_in_the_plural_only_differ():
    assert Texts("{n} card", "{n} cards", n=2) != Texts("{n} card", "{n} of them", n=2)
    assert Text("x") != Texts("x", "x", n=1)
    assert Text("{a}", a=1) == Text("{a}", a=1) != Text("{a}", a=2)


def test_options_of_one_group_exclude_each_other():
    assert settle_options(GAMES["towers"], 2, ["deals:2", "nobles"]) == ("deals:2", "nobles")
    with pytest.raises(BadOption):
        settle_options(GAMES["towers"], 2, ["deals:2", "to:120"])


def test_what_is_not_on_offer_is_refused():
    state = TUIR.setup(2, "s")
    with pytest.raises(IllegalMove):
        play(TUIR, state, 0, "cheat")


def test_options_are_sorted_and_checked():
    assert settle_options(TUIR, 2, ["short", "first:1"]) == ("first:1", "short")
    for bad in (["nonsense"], ["first:2"], ["first:x"], ["first:0", "first:1"]):
        with pytest.raises(BadOption):
            settle_options(TUIR, 2, bad)
    assert first_seat(["first:1"], 2, "any") == 1


def test_the_commitment_is_sha256_of_table_and_seed():
    import hashlib

    assert commitment(7, "abc") == hashlib.sha256(b"7:abc").hexdigest()


def test_only_the_unknown_is_dealt_anew_and_backs_stay():
    held = [Held("a", PUBLIC), Held("b", frozenset({1})), Held("c"), Held("d"), Held("N1"), Held("N2")]
    back = lambda card: "noble" if card.startswith("N") else ""  # noqa: E731
    seen = set()
    for n in range(200):
        dealt = deal_anew(held, 0, str(n), back)
        assert dealt[0].card == "a"
        assert {h.card for h in dealt[1:4]} == {"b", "c", "d"}
        assert [h.seen for h in dealt] == [h.seen for h in held]
        seen.add(tuple(h.card for h in dealt))
    assert len(seen) == 12
    assert deal_anew(held, 1, "x", back)[1].card == "b"


def test_a_card_is_never_dealt_where_it_does_not_fit():
    held = [Held(c, NOBODY) for c in "abcdB"]
    for n in range(40):
        dealt = deal_anew(held, 0, str(n), fits=lambda place, card: not (card == "B" and place < 4))
        assert dealt[4].card == "B"


def test_the_choosy_places_are_served_first_wherever_they_lie():
    held = [Held(c, NOBODY) for c in "Babcd"]
    for n in range(40):
        dealt = deal_anew(held, 0, str(n), fits=lambda place, card: not (card == "B" and place > 0))
        assert dealt[0].card == "B"


def test_the_command_line_plays_random_games(capsys):
    assert (
        main(
            ["tuir", "--seats", "2", "--games", "3", "--seed", "7", "--options", "short", "--log", "--check"]
        )
        == 0
    )
    out, told = capsys.readouterr()
    assert told.startswith("twins compared: build "), "each verb with its count"
    lines = [json.loads(line) for line in out.splitlines()]
    assert [line["seed"] for line in lines] == ["7", "8", "9"]
    assert lines[0].keys() == {
        *("seed", "seats", "options", "plies", "scores", "winners"),
        *("game", "edition", "log"),
    }
    assert lines[0]["options"] == ["short"]
    assert lines[0]["plies"] == len(lines[0]["log"])


def test_the_command_line_names_a_promise_that_is_not_kept(capsys, monkeypatch):
    parts = {name: getattr(TUIR, name) for name in TUIR.__all__}
    monkeypatch.setitem(GAMES._taken, "tuir", SimpleNamespace(**parts | {"shows": lambda *_: PUBLIC}))
    assert main(["tuir", "--check"]) == 1
    told = capsys.readouterr().err
    assert "twins compared: none" in told and "only 0 comparisons, and more than 20 are wanted" in told
    monkeypatch.setitem(GAMES._taken, "tuir", SimpleNamespace(**parts | {"shows": lambda *_: NOBODY}))
    assert main(["tuir", "--check", "--games", "5"]) == 1
    assert "leaks to" in capsys.readouterr().err


def test_the_command_line_names_what_it_cannot_do(capsys):
    assert main(["tuir", "--seats", "9"]) == 2
    assert main(["tuir", "--options", "nonsense"]) == 2
    errors = capsys.readouterr().err
    assert "2 to 2 seats" in errors
    assert "nonsense" in errors
