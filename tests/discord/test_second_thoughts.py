"""A choice in secret may be changed in secret: nobody sees it, nobody is called for it."""

from dataclasses import replace

from bot.base import timers
from bot.domain.who_is_called import calls_of, nonce
from tests.discord.people import in_room
from tests.discord.test_lucca import press


def in_the_channel(room):
    """Return how many requests have touched the channel's messages so far."""
    return sum("/channels/" in request.path for request in room.env.http_requests)


async def two_of_three_have_chosen(room):
    players = await room.start("lucca", 3)
    await press(players[0], 0)
    await press(players[1], 0)
    return players


@in_room
async def test_a_second_thought_in_secret_is_seen_by_nobody(room):
    """The public sees only who is still choosing; not even the time of the last choice moves."""
    players = await two_of_three_have_chosen(room)
    timers.time.ahead += 1_000_000
    before, touched = str(players[2].stored(room.board()).components), in_the_channel(room)
    await press(players[0], 1)
    assert (await room.services.tables.table(1)).last_row == 3
    assert str(players[2].stored(room.board()).components) == before
    assert in_the_channel(room) == touched


@in_room
async def test_a_second_thought_calls_nobody_again(room):
    players = await two_of_three_have_chosen(room)
    (notice,) = room.notices()
    await press(players[0], 1)
    await press(players[1], 1)
    assert [m.id for m in room.notices()] == [notice.id]


@in_room
async def test_the_name_of_a_notice_lets_nobody_count_second_thoughts(room):
    """Everybody is told it with the message: without the seed it must say nothing of the rows before."""
    await two_of_three_have_chosen(room)
    table = await room.services.tables.table(1)
    named = nonce(table, calls_of(table, {}))
    assert set(named) <= set("0123456789abcdef") and len(named) == 24
    assert named != nonce(replace(table, seed="another"), calls_of(table, {}))
    posts = [r for r in room.env.http_requests if r.method == "POST" and r.path.endswith("/messages")]
    assert not [r for r in posts[1:] if not set(r.json["nonce"]) <= set("0123456789abcdef-")]
