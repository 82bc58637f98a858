"""Every button has one handler: the tables of acts are merged, and need no order."""

import pytest

from bot.app import build
from bot.handlers.acts import Form, at_table, key_of, merged
from bot.storage.stores import open_stores
from bot.views.parts import custom_ids


async def answered(interaction, id, values): ...


def test_two_handlers_of_one_button_are_refused_at_the_start():
    hand, undo = {(custom_ids.TableId, "hand"): answered}, {(custom_ids.TableId, "undo"): answered}
    assert merged([hand, undo]) == {**undo, **hand}
    with pytest.raises(ValueError, match=r"TableId.*hand"):
        merged([hand, undo, hand])


@pytest.mark.parametrize(
    ("id", "form", "key"),
    [
        ("l:7:join", False, (custom_ids.LobbyId, "join")),
        ("l:7:word", True, (Form, "word")),
        ("p:7:undo12", False, (custom_ids.TableId, "undo")),
        ("t:7:abc:1:m3", False, (custom_ids.QuestionId, "m")),
        ("t:7:abc:1:m3", True, (Form, "")),
        ("z:replay:7:p:next3", False, (custom_ids.ArchiveId, "replay")),
        ("a:me:back", False, (custom_ids.AwayId, "")),
        ("c:me:quiet1", False, (custom_ids.MineId, "")),
    ],
)
def test_an_id_says_in_which_row_its_handler_stands(id, form, key):
    read = custom_ids.read(id)
    assert read is not None and key_of(read, form=form) == key


async def test_an_act_that_needs_only_its_table_is_given_no_more():
    heard = []

    async def note(interaction, table_id):
        heard.append((interaction, table_id))

    await at_table(note)("press", custom_ids.TableId(7, custom_ids.Act("hand")), ["chosen"])
    assert heard == [("press", 7)]


async def test_every_handler_of_the_bot_has_buttons_of_its_own(tmp_path):
    app = await build(await open_stores(tmp_path / "c.sqlite3"))
    try:
        tables = list(app.handlers.tables())
        assert len(tables) == len(app.handlers) - 1 and all(tables), "/hand and /table have no button"
        assert len(merged(tables)) == sum(map(len, tables)) > 50
    finally:
        await app.client.close()
