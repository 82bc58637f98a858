"""Clocks: turned for those who are away, whatever happens to other tables."""

import pytest

from bot.domain.pauses import NEVER, Pauses
from bot.domain.settings import Away, UserSettings
from tests.bot.service.rooms import ROUND, THREE, A, slow, step


async def test_one_table_in_trouble_keeps_no_other_clock_from_being_turned(room, toy):
    toy(*ROUND)
    broken, id = await room.start(users=THREE), await room.start(users=THREE, channel=8)
    for each in (broken, id):
        await slow(room, each)
    await room.services.tables.table(id)
    await room.stores.engine.write(step("UPDATE tables SET data = 'lost' WHERE id = ?", broken))
    away = Away(1234, 1234 + 5 * 86_400)
    await room.stores.clocks.add_aways(A, [away])
    await room.services.clocks.pauses_changed(A, NEVER, Pauses((away,)))
    assert (await room.services.tables.table(id)).timing.deadline(0) == 1234 + 6 * 86_400


async def test_days_away_hold_even_if_a_crash_kept_the_clocks_from_being_turned(room, toy):
    toy(*ROUND)
    id, day = await room.start(users=THREE), 86_400
    await slow(room, id)
    await room.services.tables.table(id)
    await room.stores.clocks.add_aways(A, [Away(1234 + day // 2, 1234 + 5 * day)])
    room.wake_up()
    room.now = 1235.9 + day
    await room.services.clocks.look(id)
    assert await room.log(id) == [], "nobody loses a decision while away"
    room.wake_up()
    assert (await room.services.tables.table(id)).timing.deadline(0) == 1234 + 5 * day + day // 2
    assert (await room.stores.tables.table(id)).due == 1234 + 5 * day + day // 2
    room.now = 1235.9 + 5 * day + day // 2
    await room.services.clocks.look(id)
    assert await room.log(id) == [("move", 0, "idle", "clock")]


# --- days away ---

DAY = 86_400


async def aways_of(room, user):
    return [tuple(away) for away in await room.stores.clocks.away_of(user)]


async def test_who_goes_away_is_waited_for_and_has_so_many_days_less(room, toy):
    toy(*ROUND)
    id = await room.start(users=THREE)
    await slow(room, id)
    before = (await room.services.tables.table(id)).timing.deadline(0)
    wished = await room.services.clocks.go_away(A, 5)
    assert (wished.days_left, await aways_of(room, A)) == (25, [(1234, 1234 + 5 * DAY)])
    assert (await room.services.tables.table(id)).timing.deadline(0) == before + 5 * DAY
    room.now += 2 * DAY
    back = await room.services.clocks.go_away(A, 0)
    assert (back.begun, back.days_left) == ((), 28)
    assert await aways_of(room, A) == [(1234, 1234 + 2 * DAY)]
    assert (await room.services.tables.table(id)).timing.deadline(0) == before + 2 * DAY


async def test_days_away_are_stored_all_or_not_at_all(room, toy, monkeypatch):
    """Who is away goes away anew: the end of the one time and the begin of the other are one unit."""
    toy(*ROUND)
    id = await room.start(users=THREE)
    await slow(room, id)
    await room.services.clocks.go_away(A, 5)
    room.now += DAY
    stored, deadline = await aways_of(room, A), (await room.services.tables.table(id)).timing.deadline(0)
    write, units = room.stores.engine.write, []

    async def failing(*steps):
        """Fail at the last step of a unit, as a full disk would in the middle of it."""
        units.append(len(steps))
        return await write(*steps[:-1], steps[-1]._replace(query="SELECT * FROM no_such_table", values=()))

    monkeypatch.setattr(room.stores.engine, "write", failing)
    with pytest.raises(Exception, match=r"no_such_table|does not exist"):
        await room.services.clocks.go_away(A, 7)
    monkeypatch.undo()
    assert units == [2], "what was shortened and what is new are written together"
    assert await aways_of(room, A) == stored
    assert (await room.services.tables.table(id)).timing.deadline(0) == deadline
    assert (await room.services.clocks.go_away(A, 7)).days_left == 30 - 1 - 7


async def test_other_quiet_hours_turn_the_slow_clocks_of_their_person(room, toy):
    toy(*ROUND)
    id = await room.start(users=THREE)
    await slow(room, id)
    before = (await room.services.tables.table(id)).timing.deadline(0)
    usual, quiet = UserSettings(), UserSettings(quiet_from=0, quiet_until=120)
    await room.services.clocks.hours_changed(A, usual, quiet)
    assert (await room.services.tables.table(id)).timing.deadline(0) > before
    await room.services.clocks.hours_changed(A, quiet, usual)
    assert (await room.services.tables.table(id)).timing.deadline(0) == before
