"""A table before its game: who sits where, who may do what."""

import pytest

from bot.base.errors import Refused
from bot.domain.computers import computer
from bot.domain.entities import TableRecord
from bot.domain.lobby import Lobby, lobby_of
from bot.domain.privacy import nobody
from games import GAMES

LUCCA, TOWERS = GAMES["lucca"], GAMES["towers"]


def test_people_sit_in_the_order_they_joined_and_once_each():
    lobby = Lobby(LUCCA, 1, (1,)).join(3).join(2).join(3).join(1)
    assert lobby.users == (1, 3, 2)
    assert lobby.host == 1


def test_a_table_takes_as_many_as_its_game_and_no_more():
    lobby = Lobby(LUCCA, 1, (1,))
    for user in range(2, LUCCA.SEATS[-1] + 1):
        lobby = lobby.join(user)
    assert len(lobby.users) == LUCCA.SEATS[-1]
    assert lobby.join(1) == lobby, "who sits already is not turned away"
    with pytest.raises(Refused, match="full"):
        lobby.join(99)


def test_when_the_host_leaves_the_one_who_waits_longest_becomes_host():
    lobby = Lobby(LUCCA, 1, (1, 2, 3))
    assert (lobby.leave(1).host, lobby.leave(1).users) == (2, (2, 3))
    assert (lobby.leave(2).host, lobby.leave(2).users) == (1, (1, 3))
    alone = Lobby(LUCCA, 1, (1,)).leave(1)
    assert (alone.users, alone.host) == ((), 1), "an empty table is closed, its host is history"


def test_who_does_not_sit_cannot_leave():
    with pytest.raises(Refused, match="do not sit"):
        Lobby(LUCCA, 1, (1,)).leave(2)


def test_a_game_starts_with_enough_people_by_one_of_them():
    lobby = Lobby(TOWERS, 1, (1,))
    assert (lobby.missing(), lobby.join(2).missing()) == (1, 0)
    assert Lobby(LUCCA, 1, (1, 2, 3, 4)).missing() == 0, "more than needed: none is missing"
    with pytest.raises(Refused, match="more player"):
        lobby.check_start(1, host_is_quiet=False)
    with pytest.raises(Refused, match="Join"):
        lobby.join(2).check_start(3, host_is_quiet=True)
    lobby.join(2).check_start(1, host_is_quiet=False)


def test_anyone_seated_may_start_a_full_table():
    Lobby(TOWERS, 1, (1, 2)).check_start(2, host_is_quiet=False)
    with pytest.raises(Refused, match="The host starts"):
        Lobby(LUCCA, 1, (1, 2)).check_start(2, host_is_quiet=False)
    Lobby(LUCCA, 1, (1, 2)).check_start(2, host_is_quiet=True)


def test_only_the_host_chooses_options_and_they_are_kept_sorted():
    lobby = Lobby(TOWERS, 1, (1, 2))
    with pytest.raises(Refused, match="Only the host"):
        lobby.choose(2, 0, "nobles")
    assert lobby.choose(1, 1, "to:120").choose(1, 0, "nobles").agreed() == ("nobles", "to:120")


def test_what_excludes_another_option_replaces_it_and_the_usual_way_takes_it_away():
    lobby = Lobby(TOWERS, 1, (1, 2), ("nobles",)).choose(1, 1, "to:120")
    assert lobby.choose(1, 1, "deals:2").agreed() == ("deals:2", "nobles")
    assert lobby.choose(1, 1, "usual").agreed() == ("nobles",)
    with pytest.raises(Refused, match="no such option"):
        lobby.choose(1, 9, "nobles")


def test_no_seat_is_kept_for_a_computer_that_was_sent_away_or_for_somebody_forgotten():
    rules = GAMES["tuir"]
    for gone in (computer("mason"), nobody()):
        lobby = Lobby(rules, 1, (1,), reserved=(1, gone))
        assert lobby.awaited == () and lobby.join(9).users == (1, 9)
    assert Lobby(rules, 1, (1,), reserved=(1, 2)).awaited == (2,)


def test_the_seats_of_a_rematch_are_kept_for_those_who_played():
    lobby = Lobby(LUCCA, 1, (1,), (), (3, 1, 2))
    assert lobby.join(9).users == (1, 9), "there is room for others at a larger table"
    tight = Lobby(TOWERS, 1, (1,), ("first:1",), (2, 1))
    with pytest.raises(Refused, match="kept for those who played"):
        tight.join(9)
    assert tight.join(2).seated().users == (2, 1), "everyone keeps their seat"
    assert tight.join(2).seated().options == ("first:1",)
    other = Lobby(LUCCA, 1, (1, 9), ("first:1",), (3, 1))
    assert (other.seated().users, other.seated().options) == ((1, 9), ()), "other people: anyone may begin"


@pytest.mark.parametrize("options", [("nothing",), ("first:2",), ("first:0", "first:1")])
def test_options_that_cannot_be_are_refused(options):
    with pytest.raises(Refused, match="do not go together"):
        Lobby(TOWERS, 1, (1, 2), options).agreed()


def test_the_host_and_moderators_cancel_and_nobody_else():
    lobby = Lobby(TOWERS, 1, (1, 2))
    lobby.check_cancel(1, moderator=False)
    lobby.check_cancel(9, moderator=True)
    lobby.check_cancel(1, moderator=True)
    for user in (2, 9):
        with pytest.raises(Refused, match="Only the host"):
            lobby.check_cancel(user, moderator=False)


def test_a_stored_lobby_is_read_as_it_was():
    saved = TableRecord(
        1, 5, 7, "towers", 2, "en", ("nobles",), "lobby", "", 0, "", 0, 0, "", -1, 0, (4,), 90, 0, (3, 2)
    )
    assert lobby_of(saved, 89.0) == Lobby(TOWERS, 2, (3, 2), ("nobles",), (4,))
    assert lobby_of(saved, 90.0) == Lobby(TOWERS, 2, (3, 2), ("nobles",)), (
        "kept seats are free after their time"
    )
