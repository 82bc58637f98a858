"""Publish and subscribe: each listener is told of its own kinds of events, in the order of subscription."""

from bot.service.events import TableEvents


def test_who_listens_to_one_kind_is_told_of_no_other():
    events, told = TableEvents(), []
    events.subscribe(changed=lambda table_id: told.append(("first", table_id)))
    events.subscribe(due=lambda at: told.append(("due", at)), changed=lambda id: told.append(("second", id)))
    events.changed(7)
    events.due(99)
    assert told == [("first", 7), ("second", 7), ("due", 99)]


async def test_everybody_is_told_of_a_table_that_is_set_aside_one_after_the_other():
    events, told = TableEvents(), []
    for name in ("first", "second"):

        async def listener(saved, name=name):
            told.append((name, saved))

        events.subscribe(set_aside=listener)
    await events.set_aside("saved")
    assert told == [("first", "saved"), ("second", "saved")]
