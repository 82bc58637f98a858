"""Computers sit under numbers that say how well they play."""

from bot.domain.computers import ORDER, computer, is_computer, next_computer, strength_of


def test_every_computer_at_a_table_has_its_own_number_that_says_its_strength():
    users: tuple[int, ...] = (77,)
    for key in (*ORDER, *ORDER, *ORDER):
        users = (*users, next_computer(users, key))
    assert len(set(users)) == len(users)
    assert [strength_of(user).key for user in users[1:]] == [*ORDER] * 3
    assert [is_computer(user) for user in users] == [False, *[True] * (len(users) - 1)]


def test_the_numbers_that_are_stored_stay_what_they_are():
    assert ORDER == ("apprentice", "mason", "architect", "podesta")
    assert [computer(key) for key in ORDER] == [-10, -20, -30, -40]
