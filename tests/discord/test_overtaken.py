"""Two edits of one panel may be under way at once, and Discord takes them in any order: the newest stays."""

import asyncio

import pytest

from bot.delivery import panel_sender
from bot.views.parts import custom_ids
from tests.discord import sim
from tests.discord.people import in_room
from tests.discord.test_lucca import press
from tests.patience import until


def choice_of(env, person):
    """Return the press with which somebody makes their first choice; nothing is sent yet."""
    kind, part = person.choices()[0]
    values = None if kind == "m" else [part["options"][0]["value"]]
    return sim.press_payload(env, person.actor, person.panel, part["custom_id"], values)


def questions(person):
    """Return the questions that a panel asks, as they are named on its buttons."""
    return {part["custom_id"].split(":")[2] for _, part in person.choices()}


class Late:
    """Lets an edit of one kind wait until the answer to a press, which comes meanwhile, has been shown."""

    def __init__(self, room, monkeypatch, place, meanwhile) -> None:
        self.put, self.answered = place.put, asyncio.Event()
        self.env, self.meanwhile, self.pressed = room.env, meanwhile, None
        answer = panel_sender.Answer.put

        async def put_late(place, *shown):
            if self.pressed is None:
                self.pressed = self.meanwhile()
                self.env.backend.emit("INTERACTION_CREATE", self.pressed[1])
                await self.answered.wait()
            return await self.put(place, *shown)

        async def answer_first(place, *shown):
            if self.pressed is None or place.interaction.id != self.pressed[0].id:
                return await (put_late if self.put is answer else answer)(place, *shown)
            try:
                return await answer(place, *shown)
            finally:
                self.answered.set()

        monkeypatch.setattr(place, "put", put_late)
        monkeypatch.setattr(panel_sender.Answer, "put", answer_first)


async def shows_what_is_asked(room, person):
    for _ in range(2):
        await until(lambda: not room.app.delivery.panels._errands.tasks)
        await room.env.advance_time(3)  # a panel by DM is edited every two seconds at the most
    table = await room.services.tables.table(1)
    assert table.state.round == 1, "both have chosen"
    assert questions(person) == ({table.stamp(0)} if 0 in table.awaited() else set())


@pytest.mark.slow
@pytest.mark.parametrize("by_dm", [False, True])
@in_room
async def test_an_edit_that_an_answer_has_overtaken_does_not_stay(room, monkeypatch, by_dm):
    alice, bob = await room.start("lucca", 2)
    if by_dm:
        await alice.slash(room.channel, "hand", dm=True)
        alice = alice.at_home()
        await room.env.advance_time(3)
    await press(bob)
    place = panel_sender.DmMessage if by_dm else panel_sender.Private
    late = Late(room, monkeypatch, place, lambda: choice_of(room.env, alice))
    await room.app.delivery.panels.renew(alice.id)  # as when she has chosen a language: an edit is under way
    await until(late.answered.is_set)  # she chose while it was
    await shows_what_is_asked(room, alice)


@pytest.mark.slow
@pytest.mark.parametrize("by_dm", [False, True])
@in_room
async def test_an_answer_that_the_next_one_has_overtaken_does_not_stay(room, monkeypatch, by_dm):
    alice, bob = await room.start("lucca", 2)
    await press(bob)
    if by_dm:
        await alice.slash(room.channel, "hand", dm=True)
        alice = alice.at_home()
    late = Late(room, monkeypatch, panel_sender.Answer, lambda: choice_of(room.env, alice))
    first = sim.press_payload(room.env, alice.actor, alice.panel, custom_ids.table(1, "help"))
    await sim.deliver(room.env, first)
    assert late.answered.is_set(), "she chose while the words of help were drawn"
    await shows_what_is_asked(room, alice)
