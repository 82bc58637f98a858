"""Ids: what is made is read again, and what is not ours is nothing."""

import pytest

from bot.views.parts import custom_ids
from games import GAMES

ACTS = [("join", -1), ("o", 0), ("undo", 0), ("undo", 123), ("resign!", -1), ("m", 999_999_999)]


@pytest.mark.parametrize(("name", "number"), ACTS)
def test_every_id_says_what_was_put_into_it(name, number):
    act = custom_ids.Act(name, number)
    assert custom_ids.read(custom_ids.lobby(7, name, number)) == custom_ids.LobbyId(7, act)
    assert custom_ids.read(custom_ids.table(2**62, name, number)) == custom_ids.TableId(2**62, act)
    assert custom_ids.read(custom_ids.question(7, "0a1b2c3d").id(name, number)) == custom_ids.QuestionId(
        7, "0a1b2c3d", act
    )
    assert custom_ids.read_value(custom_ids.value(name, number)) == act


def test_the_pages_of_the_rules_have_ids():
    for game in GAMES:
        assert custom_ids.read(custom_ids.rules(game, 12)) == custom_ids.RulesId(game, 12)
        assert custom_ids.read(custom_ids.contents(game, 12)) == custom_ids.ContentsId(game)


def test_what_people_and_servers_choose_has_ids():
    assert custom_ids.read(custom_ids.mine("large", 1)) == custom_ids.MineId(custom_ids.Act("large", 1))
    assert custom_ids.read(custom_ids.server(custom_ids.CHANNELS, 0)) == custom_ids.ServerId(
        custom_ids.Act("h", 0)
    )
    assert custom_ids.read(custom_ids.mine(custom_ids.OPTIONS, 3)) == custom_ids.MineId(
        custom_ids.Act("o", 3)
    )
    assert custom_ids.read(custom_ids.mine("all")) == custom_ids.MineId(custom_ids.Act("all"))


def test_an_offer_to_open_a_table_says_who_is_invited():
    guests = tuple(2**63 - 1 - number for number in range(4))
    for invited in ((), (1,), guests):
        made = custom_ids.opening("lucca", invited)
        assert custom_ids.read(made) == custom_ids.OpeningId("lucca", invited)
        assert len(made) <= 100
    assert custom_ids.read("n:lucca:zz-:thread") is None and custom_ids.read("n:chess::thread") is None


@pytest.mark.parametrize("number", [2**63, 2**64, 10**22])
def test_numbers_that_nothing_can_have_are_in_no_id_of_ours(number):
    ours = ["l:{}:join", "p:{}:hand", "t:{}:0a1b2c3d:ab:m1", "z:dare:{}:tuir", "z:past:u:{}:o", "z:who:{}:s"]
    for id in ours:
        assert custom_ids.read(id.format(number)) is None
        assert custom_ids.read(id.format(2**63 - 1)) is not None
    assert custom_ids.read(custom_ids.opening("lucca", (1, number))) is None


def test_a_question_shown_twice_has_other_ids_that_mean_the_same():
    first, again = (
        custom_ids.question(7, "0a1b2c3d").id("m", 1),
        custom_ids.question(7, "0a1b2c3d").id("m", 1),
    )
    assert first != again
    assert custom_ids.read(first) == custom_ids.read(again)


def test_a_question_without_an_offer_has_an_id_too():
    assert custom_ids.read(custom_ids.question(7, "-").id("m", 1)) == custom_ids.QuestionId(
        7, "-", custom_ids.Act("m", 1)
    )


@pytest.mark.parametrize(
    "text",
    ["", ":", "l:7", "l:x:join", "l:7:", "l:7:!", "l:7:join:more", "p:-1:hand", "t:7:abc:m1", "t:7:a:b:c:m1",
     "q:7:join", "r:chess:1", "r:tuir:x", "r:tuir", "r:chess:s1", "r:tuir:m1", "p:7:hand1x", "l:7:JOIN",
     "p:7:m0000000001"],
)  # fmt: skip
def test_what_is_not_ours_is_nothing(text):
    assert custom_ids.read(text) is None
