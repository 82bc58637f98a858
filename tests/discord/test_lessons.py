"""/learn: a lesson is real moves on the real rules, private, alone, and goes on after days and restarts."""

import asyncio

import pytest

from bot.domain.entities import LessonName
from bot.domain.lessons import first_of
from bot.storage.stores import open_stores
from bot.views.parts import custom_ids
from games import GAMES
from games.lessons import lessons_of
from tests.discord import sim
from tests.discord.people import in_room
from tests.limits import check_layout

TURN = LessonName("tuir", "turn")


async def learning(room, person, name=TURN):
    """Begin a lesson by /learn, as somebody would."""
    chosen = (await person.slash(room.channel, "learn", game=name.game)).response
    value = next(v for v in values(person, chosen) if f":{name.lesson}:" in v)
    result = await person.actor.select(chosen, [value], custom_id=person.menu_with(chosen, value))
    person.panel = result.response
    return person.panel


def values(person, message):
    return [o["value"] for p in person.components(message) if p["type"] == 3 for o in p["options"]]


def ways_to(person, move, name, done):
    """Return the control and the value that make a move in the lesson that is on the screen."""
    progress = first_of(name)
    for _ in progress.lesson.steps[:done]:
        progress = progress.after(progress.right[0])
    asked = GAMES[name.game].decisions(progress.place.state)
    question = next(d for d in asked if d.seat == progress.lesson.seat)
    return custom_ids.value(custom_ids.MOVE, question.moves.index(move))


async def make(person, move, name=TURN, done=0):
    """Make a move by its button or menu entry, through as many menus as it takes."""
    wanted = ways_to(person, move, name, done)
    for part in person.components():
        id = str(part.get("custom_id", ""))
        if part["type"] == 2 and id.rpartition(":")[2] == wanted:
            return await person.actor.click(person.panel, custom_id=id)
        if part["type"] == 3 and wanted in [option["value"] for option in part["options"]]:
            return await person.actor.select(person.panel, [wanted], custom_id=id)
    raise AssertionError(f"{move} is not on the screen")


async def through(person, name):
    """Go through a whole lesson by [Show me]."""
    for _ in lessons_of(GAMES[name.game])[name.lesson].steps:
        check_layout(person.stored().components)
        await person.click(person.panel, "Show me")


@in_room
async def test_a_lesson_is_private_and_tells_what_to_do_and_why(room):
    alice = room.people[0]
    await learning(room, alice)
    assert alice.panel.flags.ephemeral and not room.public()
    assert "Túir: your turn · 1 of 6" in alice.text() and "Build red brick 4 sharp (P)" in alice.text()
    assert {"Show me", "Skip", "Stop"} <= set(alice.labels())


@in_room
async def test_a_wrong_move_is_answered_and_taken_back_and_a_right_one_goes_on(room):
    alice = room.people[0]
    await learning(room, alice)
    await make(alice, "build:T14:left")
    assert "Green gives no red tower." in alice.text() and "1 of 6" in alice.text()
    await make(alice, "build:T02:left")
    assert "2 of 6" in alice.text() and "A turn ends with a new section." in alice.text()
    assert (await room.app.core.stores.lessons.begun_lesson(alice.id)).moves == ("build:T02:left",)


@pytest.mark.parametrize("key", ["towers", "lucca", "guilds", "tuir"])
@in_room
async def test_every_lesson_can_be_gone_through_and_gets_its_tick(room, key):
    alice = room.people[0]
    for lesson, found in lessons_of(GAMES[key]).items():
        await learning(room, alice, LessonName(key, lesson))
        await through(alice, LessonName(key, lesson))
        assert found.end[-1].id in alice.text() and "Play it now" in alice.labels()
    shown = (await alice.slash(room.channel, "learn", game=key)).response
    menu = next(p for p in alice.components(shown) if p["type"] == 3)
    assert all(option.get("emoji", {}).get("name") == "✅" for option in menu["options"])
    assert await room.services.lessons.learned(room.people[1].id) == frozenset()


@in_room
async def test_a_lesson_goes_on_after_a_restart_and_one_at_a_time(room, database):
    alice = room.people[0]
    await learning(room, alice)
    await alice.click(alice.panel, "Show me")
    await sim.restart(room.env, database)
    await learning(room, alice)
    assert "2 of 6" in alice.text()
    await alice.click(alice.panel, "Stop")
    assert "Your place is kept." in alice.text()
    await alice.click(alice.panel, "Go on")
    assert "2 of 6" in alice.text()
    await learning(room, alice, LessonName("tuir", "win"))
    assert (await room.app.core.stores.lessons.begun_lesson(alice.id)).name.lesson == "win"
    await learning(room, alice)
    assert "1 of 6" in alice.text()


@in_room
async def test_a_double_click_makes_one_move_and_an_old_press_none(room):
    alice = room.people[0]
    await learning(room, alice)
    first = next(p["custom_id"] for p in alice.components() if p.get("label") == "Show me")
    await sim.deliver(
        room.env, *(sim.press_payload(room.env, alice.actor, alice.panel, first) for _ in "abc")
    )
    assert len((await room.app.core.stores.lessons.begun_lesson(alice.id)).moves) == 1
    await alice.click(alice.panel, "Show me")
    await sim.deliver(room.env, sim.press_payload(room.env, alice.actor, alice.panel, first))
    assert len((await room.app.core.stores.lessons.begun_lesson(alice.id)).moves) == 2
    assert "3 of 6" in alice.text()


@in_room
async def test_a_second_click_on_the_last_move_shows_the_end_again(room):
    alice = room.people[0]
    name = LessonName("towers", "win")
    await learning(room, alice, name)
    for _ in range(2):
        await alice.click(alice.panel, "Show me")
    last = next(p["custom_id"] for p in alice.components() if p.get("label") == "Show me")
    for _ in range(2):
        await sim.deliver(room.env, sim.press_payload(room.env, alice.actor, alice.panel, last))
    assert "86 to 73." in alice.text() and "The marker 10." in alice.text()
    await learning(room, alice, name)
    assert "1 of 3" in alice.text(), "by /learn it begins anew"


@in_room
async def test_skip_shows_the_end_and_gives_no_tick(room):
    alice = room.people[0]
    await learning(room, alice)
    await alice.click(alice.panel, "Skip")
    assert "A sacrificed section buys knowledge." in alice.text() and "The next lesson" in alice.labels()
    assert await room.services.lessons.learned(alice.id) == frozenset()
    await alice.click(alice.panel, "The next lesson")
    assert "Túir: how one wins · 1 of 3" in alice.text()


@in_room
async def test_a_lesson_that_was_changed_begins_anew_with_a_sentence(room, monkeypatch):
    alice = room.people[0]
    await learning(room, alice)
    await alice.click(alice.panel, "Show me")
    stored = await room.app.core.stores.lessons.begun_lesson(alice.id)
    await room.app.core.stores.lessons.begin_lesson(
        alice.id, stored._replace(version="older", moves=("gone:T99",))
    )
    await alice.click(alice.panel, "Show me")
    assert "This lesson has changed since you began it: it starts anew." in alice.text()
    assert "1 of 6" in alice.text()


@in_room
async def test_the_lobby_and_its_guests_lead_to_the_lesson_of_its_game(room):
    alice, bob = room.people[:2]
    await alice.slash(room.channel, "play", game="lucca")
    bob.panel = (await bob.click(room.board(), "Learn it in three minutes")).response
    assert bob.panel.flags.ephemeral and "Lucca: your turn · 1 of 8" in bob.text()
    assert (await room.services.tables.saved(1)).users == (alice.id,), "a lesson is no seat"
    await through(bob, LessonName("lucca", "turn"))
    await bob.click(bob.panel, "Rules")


@in_room
async def test_a_lesson_is_no_table(room):
    alice = room.people[0]
    await learning(room, alice)
    await through(alice, TURN)
    refused = (await alice.slash(room.channel, "games")).response
    assert "You sit at no table" in alice.text(refused)
    history = (await alice.slash(room.channel, "history")).response
    assert "No finished game yet." in alice.text(history)
    assert await room.app.core.stores.engine.rows("SELECT COUNT(*) FROM tables") == [(0,)]


@in_room
async def test_what_was_learned_is_told_by_privacy_and_forgotten(room):
    alice, bob = room.people[:2]
    for person in (alice, bob):
        await learning(room, person)
        await through(person, TURN)
    stores = room.app.core.stores
    told = await stores.personal_data.personal_few(alice.id)
    assert told["learned"][0]["lesson"] == "turn" and told["lesson"][0]["moves"]
    await room.services.privacy.forget_person(alice.id)
    assert await stores.lessons.learned_lessons(alice.id) == frozenset()
    assert await stores.lessons.begun_lesson(alice.id) is None
    assert await stores.lessons.learned_lessons(bob.id) == {TURN}


@in_room
async def test_forged_presses_change_nothing(room):
    """Ids that no button has: other lessons, numbers beyond all moves, values of other menus."""
    alice = room.people[0]
    await learning(room, alice)
    before = await room.app.core.stores.lessons.begun_lesson(alice.id)
    for id, chosen in (
        ("s:tuir:nothing:0:aaaaaa:show", ()),
        ("s:tuir:turn:0:aaaaaa:m999999999", ()),
        ("s:tuir:turn:999:aaaaaa:show", ()),
        ("s:tuir:turn:0:aaaaaa:g500", ()),
        ("s:tuir:all:0:aaaaaa:choose", ("s:tuir:nothing:0:aaaaaa:learn",)),
        ("s:tuir:all:0:aaaaaa:choose", ("l:1:join",)),
    ):
        await learning(room, alice)
        press = sim.press_payload(room.env, alice.actor, alice.panel, id, list(chosen) or None)
        await sim.deliver(room.env, press)
        assert await room.app.core.stores.lessons.begun_lesson(alice.id) == before, id


async def test_of_two_processes_one_stores_a_move(on_postgres):
    opened = [await open_stores(on_postgres) for _ in range(2)]
    first = first_of(TURN)
    await opened[0].lessons.begin_lesson(7, first.stored)
    after = first.after(first.right[0])
    done = await asyncio.gather(
        *(stores.lessons.advance_lesson(7, first.stored, after.stored, None) for stores in opened)
    )
    assert sorted(done) == [False, True]
    assert (await opened[1].lessons.begun_lesson(7)).moves == after.moves
    for stores in opened:
        await stores.close()
