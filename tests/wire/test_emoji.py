"""The emoji over the wire, as on Discord itself: sent once, and a fault is made good later."""

import random

from bot.client.application_emoji import all_emblems, named
from bot.playground.backend import walk_components
from bot.playground.wire import reply
from tests.wire.harness import harness, text_of
from tests.wire.players import Game

CHANGED = ("-m", "tests.wire.changed_bot")
EVERY = {named(emblem) for emblem in all_emblems()}


def there(h):
    return {emoji.name for emoji in h.world.discord.application_emojis.values()}


def signs(components):
    """The names of the emoji on buttons and in menus."""
    parts = list(walk_components(components))
    shown = [*parts, *(option for part in parts for option in part.get("options", ()))]
    return {part["emoji"]["name"] for part in shown if part.get("emoji", {}).get("id")}


async def test_emoji_are_sent_once_and_an_odd_answer_is_made_good_later(tmp_path):
    database = tmp_path / "c.sqlite3"
    env = {"DATABASE_URL": f"sqlite:///{database}", "CHANGED": "with_emoji"}
    async with harness(CHANGED, tmp_path / "world.sqlite3", **env) as h:
        h.said = tmp_path / "bot.log"
        odd, asked = [({"odd": True}, 201), ({"code": 50035, "message": "Invalid"}, 400)], []

        async def trouble(method, path):
            if method == "POST" and path.endswith("/emojis"):
                asked.append(path)
                return reply(*odd.pop()) if odd else None
            return None

        h.wire.trouble = trouble
        await h.start_bot()
        await h.until(lambda: there(h) == EVERY)
        assert len(asked) == len(EVERY) + 2, "the two that failed were sent once more, no other"
        assert h.said.read_text().count("they are tried again in") == 1
        game = Game(h, database)
        await game.start()
        assert any(f"<:{name}:" in text_of(game.board()) for name in EVERY)
        dice, seen = random.Random(3), set()
        while not seen & EVERY:
            await game.play(dice, 1)
            seen |= signs((await game.asked()).panel().components)

        assert await h.stop_bot() == 0
        await h.start_bot()
        await h.until(lambda: h.said.read_text().count("ready in") == 2)
        await h.quiet()
        assert len(asked) == len(EVERY) + 2, "nothing is sent twice"
        assert "Traceback" not in h.said.read_text()
