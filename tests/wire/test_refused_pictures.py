"""A Discord that refuses pictures: the game goes on, with them where that is possible, in words where not."""

import random
import re

import pytest

from bot.playground.wire import reply
from bot.playground.world import CHANNEL
from tests.wire.harness import BOT, harness, text_of
from tests.wire.players import AtHome, Game

EVERYTHING = ("edits", "follow-ups", "messages")


@pytest.fixture
async def told(tmp_path):
    """A real bot whose log can be read, and the table that people will open."""
    database = tmp_path / "campanile.sqlite3"
    async with harness(BOT, DATABASE_URL=f"sqlite:///{database}") as h:
        h.said = tmp_path / "bot.log"
        await h.start_bot()
        await h.until(lambda: h.world.discord.commands.get(None))
        yield Game(h, database)


def refuse(game, *kinds):
    for kind in EVERYTHING:
        wish = {"what": "pictures", "kind": kind, "refused": kind in kinds}
        game.h.playground.web.mischief.do(wish)


def private(game, name):
    return [m for m in game.h.seen_by(name) if m.is_ephemeral]


def warnings(game):
    return [line for line in game.h.said.read_text().splitlines() if "refuses the pictures" in line]


@pytest.mark.parametrize("refused", [("edits",), ("follow-ups",), ("edits", "follow-ups"), EVERYTHING])
async def test_a_game_goes_on_whatever_pictures_discord_refuses(told, refused):
    """A refused picture ended every panel in "Something went wrong": no game could be played."""
    refuse(told, *refused)
    await told.start()
    await told.play(random.Random(3), 14)
    await told.h.quiet()
    asked = await told.asked()
    assert bool(asked.panel().attachments) == (not {"edits", "follow-ups"} <= set(refused))
    for name in ("ada", "bruno"):
        assert len(private(told, name)) == 1, "the message that a fresh one replaces is taken away"
        assert not any("went wrong" in text_of(m) for m in told.h.seen_by(name))
    assert bool(told.board().attachments) == ("messages" not in refused)
    assert not any(
        "went wrong" in line or "incident" in line for line in told.h.said.read_text().splitlines()
    )


async def test_a_process_remembers_what_discord_refuses_and_says_so_once(told):
    refuse(told, "edits")
    await told.start()
    await told.play(random.Random(3), 10)
    await told.h.quiet()
    refusals = told.h.wire.refused[50035]  # two panels at the same moment are refused both
    assert 2 <= refusals <= 6, "a deferred answer, and a panel in which was pressed"
    await told.play(random.Random(3), 10)
    await told.open_panels()
    assert told.h.wire.refused[50035] == refusals
    assert sorted(re.findall(r"\((\w+), 50035\): (.*)", "\n".join(warnings(told)))) == [
        ("deferred", "they go out as fresh messages"),
        ("private", "they go out as fresh messages"),
    ]


async def test_other_answers_come_with_their_pictures_or_in_words(told):
    await told.start()
    for kinds, pictured in ((("edits",), True), (("edits", "follow-ups"), False)):
        refuse(told, *kinds)
        asked = told.h.acts.run(told.h.person("ada"), CHANNEL, "card", {"name": "Bastion"})
        assert "failed" not in await told.h.acts.done(asked)
        await told.h.quiet()
        shown = private(told, "ada")[-1]
        assert bool(shown.attachments) == pictured, text_of(shown)
        assert text_of(shown) and "went wrong" not in text_of(shown)


async def test_a_panel_by_dm_keeps_its_message_and_its_picture(told):
    await told.start()
    ada = AtHome(told.h, "ada")
    await ada.go_home()
    told.players[0] = ada
    refuse(told, "edits", "follow-ups")
    before = [m.id for m in told.h.messages(ada.channel)]
    await told.play(random.Random(3), 14)
    await told.h.quiet()
    assert [m.id for m in told.h.messages(ada.channel)] == before, "it stays where it is"
    assert told.h.messages(ada.channel)[-1].attachments, "the bot edits it with its own token"
    refuse(told, *EVERYTHING)
    await told.play(random.Random(4), 14)
    await told.h.quiet()
    assert [m.id for m in told.h.messages(ada.channel)] == before
    assert not told.h.messages(ada.channel)[-1].attachments


async def test_a_fresh_message_that_does_not_get_through_leaves_the_words(told):
    await told.start()
    refuse(told, "edits")

    async def no_follow_ups(method, path):
        down = method == "POST" and path.startswith("/webhooks/")
        return reply({"code": 0, "message": "503: Service Unavailable"}, 503) if down else None

    told.h.wire.trouble = no_follow_ups
    assert "failed" not in await told.h.run("ada", "hand")
    await told.h.quiet()
    shown = private(told, "ada")[-1]
    assert "Your secret rule" in text_of(shown) and not shown.attachments
    assert not any("went wrong" in text_of(m) for m in private(told, "ada"))
