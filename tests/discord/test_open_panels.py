"""Open panels outlive the process that answered them: the next one brings them up to date."""

import pytest

from bot.base import timers
from bot.delivery import panels
from bot.storage.engine import Step
from tests.discord import sim
from tests.discord.people import in_room
from tests.discord.test_panels import move


async def noted(room):
    return await room.app.core.stores.engine.rows("SELECT seat, message, told, sealed FROM open_panels")


def edits(room):
    """Return the requests that have edited a private message."""
    return [r.path for r in room.env.http_requests if r.method == "PATCH" and r.path.startswith("/webhooks/")]


@in_room
async def test_a_waiting_panel_comes_alive_after_a_restart(room, database):
    players = await room.start()
    mover = (await room.services.tables.table(1)).awaited()[0]
    waiting, shown = players[1 - mover], players[1 - mover].panel.id
    await sim.restart(room.env, database)
    assert not waiting.asked()
    await move(room, players)
    assert waiting.asked() and "Your turn" in waiting.text() and waiting.panel.id == shown
    assert room.app.delivery.panels.is_open(1, 1 - mover), "nobody has to call who looks at it"


@pytest.mark.expects_errors
@in_room
async def test_what_was_not_shown_any_more_is_shown_by_the_next_process(room, database):
    players = await room.start()
    mover = (await room.services.tables.table(1)).awaited()[0]
    waiting = players[1 - mover]
    lost = room.app.delivery.panels._edit

    async def never(key):
        if key[1] != mover:
            raise TimeoutError
        await lost(key)

    room.app.delivery.panels._edit = never  # the process dies before its edit
    await move(room, players)
    assert not waiting.asked()
    sim.forgive(room.env)
    await sim.restart(room.env, database)
    assert waiting.asked(), "without a press of anybody"


@in_room
async def test_a_panel_that_shows_its_table_is_left_alone_by_a_start(room, database):
    players = await room.start()
    await move(room, players)
    mover = (await room.services.tables.table(1)).awaited()[0]
    await players[mover].click(players[mover].panel, "Help")
    made = len(edits(room))
    await sim.restart(room.env, database)
    assert len(edits(room)) == made


@pytest.mark.slow
@in_room
async def test_tokens_are_sealed_and_go_when_a_panel_is_closed_or_dies(room, database):
    players = await room.start()
    tokens = {record.token for record in room.env.backend.interactions.values()}
    assert [row[0] for row in sorted(await noted(room))] == [0, 1] and tokens
    assert not any(token in sealed for *_, sealed in await noted(room) for token in tokens)
    await players[0].click(players[0].panel, "Play by DM")
    assert [row[0] for row in await noted(room)] == [1]
    await sim.restart(room.env, database)
    await move(room, players)
    assert "in your DMs now" in players[0].text(), "no process turns it back into a panel"
    await room.env.advance_time(panels.TOKEN_LIFE + 1)
    assert await noted(room) == []


@in_room
async def test_a_panel_rests_in_time_also_after_a_restart(room, database):
    players = await room.start()
    await room.env.advance_time(panels.TOKEN_LIFE - 120)
    await sim.restart(room.env, database)
    await room.env.advance_time(100)
    assert "This panel rests" not in players[0].text()
    await room.env.advance_time(40)
    assert "This panel rests" in players[0].text() and await noted(room) == []


@in_room
async def test_a_token_that_died_while_the_bot_was_down_is_not_used(room, database):
    await room.start()
    await room.env.bot.close()
    await room.env.advance_time(panels.TOKEN_LIFE + 60)
    made = len(edits(room))
    await room.env.restart_bot(await sim.new_bot(database))
    assert not room.app.delivery.panels._open and len(edits(room)) == made
    await room.app.core.stores.open_panels.note_panels([], int(timers.now()))
    assert await noted(room) == []


@pytest.mark.parametrize(("status", "code"), [(404, 10008), (401, 50027)])
@in_room
async def test_a_panel_that_is_gone_is_tried_once(room, database, status, code):
    """Each such answer counts against the bot's address."""
    players = await room.start()
    await sim.restart(room.env, database)
    mover = (await room.services.tables.table(1)).awaited()[0]
    waiting = 1 - mover
    room.env.inject_error(
        "PATCH", f"/webhooks/*/*/messages/{players[waiting].panel.id}", status=status, code=code, times=None
    )
    await move(room, players)
    assert not room.app.delivery.panels.is_open(1, waiting)
    assert [seat for seat, *_ in await noted(room)] == [mover]


@in_room
async def test_another_bots_database_has_no_tokens_for_us(room, database):
    players = await room.start()
    await room.app.core.stores.engine.rows("SELECT 1")
    await room.env.bot.close()
    bot = await sim.new_bot(database)
    sealed = [
        row[0] for row in await sim.app_of(bot).core.stores.engine.rows("SELECT sealed FROM open_panels")
    ]
    assert len(sealed) == 2
    other = "CASE SUBSTR(sealed, 1, 1) WHEN 'A' THEN 'B' ELSE 'A' END"
    await sim.app_of(bot).core.stores.engine.write(
        Step(f"UPDATE open_panels SET sealed = {other} || SUBSTR(sealed, 2)")
    )
    await room.env.restart_bot(bot)
    assert not room.app.delivery.panels._open
    await players[0].open_panel(room.board())
    assert room.app.delivery.panels.is_open(1, 0)
