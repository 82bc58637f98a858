"""Two games of Túir, added up: the second one is begun by a press, and the sum wins (U17)."""

from bot.domain.entities import LogRow
from bot.domain.log import follow
from tests.discord import sim
from tests.discord.people import in_room


async def played_to(room, phase):
    """Play the first move on offer until a phase of the game, then wake the bot; return the table."""
    table, stores = await room.services.tables.table(1), room.app.core.stores
    while table.state.phase != phase:
        decision = table.asked[0]
        row = LogRow(table.last_row + 1, "move", decision.seat, decision.moves[0])
        await stores.tables.append(1, row)
        table = follow(table, row)
    await sim.restart(room.env, stores.engine.path)
    return await room.services.tables.table(1)


@in_room
async def test_the_second_game_is_begun_by_the_one_who_has_not_begun_yet(room):
    players = await room.start("tuir", 2, ["both", "twice"])
    assert "Túir, first game, turn 1 of 18" in players[0].text(room.board())
    first = (await room.services.tables.table(1)).state.first
    table = await played_to(room, "interval")
    (question,) = table.asked
    assert question.seat == 1 - first
    person = players[question.seat]
    await person.open_panel(room.board())
    lion, dove = (points for (points,) in table.rules.score(table.state))
    assert f"Begin the second game** – So far Lion {lion}, Dove {dove}" in person.text(person.panel)
    await person.click(person.panel, "Begin the second game")
    state = (await room.services.tables.table(1)).state
    assert (state.phase, state.first, len(state.match.games)) == ("act", 1 - first, 1)
    assert state.match.points == (lion, dove)
    assert f"second game (so far {lion} : {dove})" in person.text(room.board())
