"""How the campaign (`make soak`) recognises a secret: what is public by right is no alarm, a leak is one."""

import copy
import random
from dataclasses import replace

import pytest

from tests.discord.people import in_room
from tests.soak import truth


def leaks(room, database):
    """Return the check of the second table, as if all messages were of the second in which it was opened."""
    first, second = truth.read(database)
    second = second._replace(saved=replace(second.saved, created=1_420_070_400))
    messages = room.env.backend.messages[room.channel.id].values()
    return lambda more=(): truth.leaks(second, [*messages, *more], {first.saved.id}), first, second


def posted(message, text, components=None):
    """Return a public message like another one, with other words."""
    made = copy.copy(message)
    made.content, made.components = text, message.components if components is None else components
    return made


@pytest.mark.slow
@in_room
async def test_the_end_of_the_game_before_is_no_leak_of_the_next_and_a_leak_is_told_with_its_place(
    room, database
):
    """A game that ends names its cards, and the next one, opened in the same second, hides some of them."""
    players = await room.start()
    await room.play_on(players, random.Random(1))
    end = room.board()
    await room.start()
    found, first, second = leaks(room, database)
    board = room.board()
    cards = truth.secrets_of(second)
    told = str(room.env.backend.get_message(room.channel.id, end.id).components)
    assert first.table.over and [card for card in cards if card in told], (
        "the end names cards that are hidden now"
    )
    assert found() == []
    card, stored = cards[0], room.env.backend.get_message
    ours, theirs = stored(room.channel.id, board.id), stored(room.channel.id, end.id)
    [of_board] = found([posted(ours, f"the card {card}")])
    assert repr(card) in of_board and str(board.id) in of_board and "about tables [2]" in of_board
    assert len(found([posted(ours, card, [])])) == 1, "a message that leads to no table"
    assert len(found([posted(theirs, second.saved.seed)])) == 1, "a seed may stand nowhere"
    assert second.saved.seed not in str(found([posted(theirs, second.saved.seed)]))


@pytest.mark.slow
@in_room
async def test_the_boards_of_a_finished_game_and_of_the_next_are_as_the_database_says(room, database):
    players = await room.start()
    await room.play_on(players, random.Random(1), 3)
    assert truth.behind(database, room.env.backend.messages) == []
    await room.play_on(players, random.Random(1))
    await room.start()
    assert truth.behind(database, room.env.backend.messages) == []
    shown = room.env.backend.get_message(room.channel.id, room.board().id)
    shown.components = []
    assert truth.behind(database, room.env.backend.messages) == ["the board of table 2 is behind"]
