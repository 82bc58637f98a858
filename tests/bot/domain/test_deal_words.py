"""A word in a lobby: which there may be, who may type one, and that the deal follows from all of them."""

import unicodedata

import pytest

from bot.base.errors import Refused
from bot.domain.deal_words import BAD_WORD, LONGEST_WORD, proper
from games.fair import draw_line, mark_of, seed_of, share_of, wrong_with_draw

A, B, C = 10, 20, 30
DRAW = "5" * 32


@pytest.mark.parametrize(
    "word", ["tower", "Straße", "l’eau", "peut-être", "鐘楼", "タワー", "قلعة", "क्षत्रिय", "7", "x" * 24]
)
def test_a_word_of_any_language_is_kept(word):
    assert proper(f"  {word} ") == unicodedata.normalize("NFC", word)


def test_words_that_look_alike_are_alike():
    assert proper("e\u0301te\u0301") == proper("été") and proper("  ") == proper("") == ""


@pytest.mark.parametrize(
    "word",
    [
        *(
            "two words",
            "a\nb",
            "x" * (LONGEST_WORD + 1),
            "<@7>",
            "@everyone",
            "a*b",
            "a_b",
            "`a`",
            "[a](b)",
            "a.b",
        ),
        *(
            "||a||",
            "#a",
            ":smile:",
            "\u202eabc",
            "a\u200bb",
            "a\u2066b",
            "\u3164",
            "\u115f",
            "a\ufe0f",
            "😀",
            "\0",
            "\ud800",
        ),
        *("\u0301a", "a" + "\u0316" * 9, "-", "’"),
    ],
)
def test_what_could_be_more_than_a_word_is_refused(word):
    with pytest.raises(Refused) as refused:
        proper(word)
    assert refused.value.reason == BAD_WORD


def test_every_word_at_every_seat_and_the_draw_change_the_seed():
    def seed(*words, draw=DRAW, table=1, game="toy"):
        return seed_of(table, game, draw, [share_of(draw, seat, word) for seat, word in enumerate(words)])

    seeds = [seed("a", ""), seed("", "a"), seed("a", "a"), seed("b", ""), seed("aa", ""), seed("a", "", "")]
    seeds += [seed("a", "", draw="6" * 32), seed("a", "", table=2), seed("a", "", game="other"), seed("", "")]
    assert len(set(seeds)) == len(seeds) and seed("", "") == DRAW
    assert share_of(DRAW, 0, "") == "", "no word adds nothing"


def record(words=("a", ""), **changed):
    shares = [share_of(DRAW, seat, word) for seat, word in enumerate(words)]
    whole = {
        "table": 1,
        "game": "toy",
        "seats": len(words),
        "draw": DRAW,
        "words": [*words],
        "shares": shares,
    }
    whole |= {"drawn": mark_of(draw_line(1, "toy", DRAW)), "seed": seed_of(1, "toy", DRAW, shares)}
    return {**whole, **changed}


def test_a_record_whose_word_draw_or_share_was_changed_does_not_hold():
    good = record()
    assert not [*wrong_with_draw(good)] and not [*wrong_with_draw(record(("", "")))]
    assert not [*wrong_with_draw({**good, "words": [None, ""]})], "a word that was deleted is no wrong"
    wrong = [{"draw": "6" * 32}, {"drawn": "x"}, {"words": ["b", ""]}, {"words": ["a", "b"]}, {"seed": DRAW}]
    wrong += [{"shares": ["", ""]}, {"words": ["a"]}, {"shares": [*good["shares"], ""]}, {"seats": 3}]
    wrong += [{"words": ["", ""], "shares": good["shares"]}, {"table": 2}, {"game": "tuir"}]
    assert all(next(wrong_with_draw({**good, **what}), None) for what in wrong)
