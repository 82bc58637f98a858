"""Ids: what is made is read again, and what is not ours is nothing."""

import pytest

from bot.screens import ids
from games import GAMES

ACTS = [("join", -1), ("o", 0), ("undo", 0), ("undo", 123), ("resign!", -1), ("m", 999_999_999)]


@pytest.mark.parametrize(("name", "number"), ACTS)
def test_every_id_says_what_was_put_into_it(name, number):
    act = ids.Act(name, number)
    assert ids.read(ids.lobby(7, name, number)) == ids.LobbyId(7, act)
    assert ids.read(ids.table(2**62, name, number)) == ids.TableId(2**62, act)
    assert ids.read(ids.question(7, "0a1b2c3d").id(name, number)) == ids.QuestionId(7, "0a1b2c3d", act)
    assert ids.read_value(ids.value(name, number)) == act


def test_the_pages_of_the_rules_have_ids():
    for game in GAMES:
        assert ids.read(ids.rules(game, 12)) == ids.RulesId(game, 12)
        assert ids.read(ids.contents(game, 12)) == ids.ContentsId(game)


def test_what_people_and_servers_choose_has_ids():
    assert ids.read(ids.mine("large", 1)) == ids.MineId(ids.Act("large", 1))
    assert ids.read(ids.server(ids.CHANNELS, 0)) == ids.ServerId(ids.Act("h", 0))
    assert ids.read(ids.mine(ids.OPTIONS, 3)) == ids.MineId(ids.Act("o", 3))
    assert ids.read(ids.mine("all")) == ids.MineId(ids.Act("all"))


def test_an_offer_to_open_a_table_says_who_is_invited():
    guests = tuple(2**63 - 1 - number for number in range(4))
    for invited in ((), (1,), guests):
        made = ids.opening("lucca", invited)
        assert ids.read(made) == ids.OpeningId("lucca", invited)
        assert len(made) <= 100
    assert ids.read("n:lucca:zz-:thread") is None and ids.read("n:chess::thread") is None


@pytest.mark.parametrize("number", [2**63, 2**64, 10**22])
def test_numbers_that_nothing_can_have_are_in_no_id_of_ours(number):
    ours = ["l:{}:join", "p:{}:hand", "t:{}:0a1b2c3d:ab:m1", "z:dare:{}:tuir", "z:past:u:{}:o", "z:who:{}:s"]
    for id in ours:
        assert ids.read(id.format(number)) is None
        assert ids.read(id.format(2**63 - 1)) is not None
    assert ids.read(ids.opening("lucca", (1, number))) is None


def test_a_question_shown_twice_has_other_ids_that_mean_the_same():
    first, again = ids.question(7, "0a1b2c3d").id("m", 1), ids.question(7, "0a1b2c3d").id("m", 1)
    assert first != again
    assert ids.read(first) == ids.read(again)


def test_a_question_without_an_offer_has_an_id_too():
    assert ids.read(ids.question(7, "-").id("m", 1)) == ids.QuestionId(7, "-", ids.Act("m", 1))


@pytest.mark.parametrize(
    "text",
    ["", ":", "l:7", "l:x:join", "l:7:", "l:7:!", "l:7:join:more", "p:-1:hand", "t:7:abc:m1", "t:7:a:b:c:m1",
     "q:7:join", "r:chess:1", "r:tuir:x", "r:tuir", "r:chess:s1", "r:tuir:m1", "p:7:hand1x", "l:7:JOIN",
     "p:7:m0000000001"],
)  # fmt: skip
def test_what_is_not_ours_is_nothing(text):
    assert ids.read(text) is None
