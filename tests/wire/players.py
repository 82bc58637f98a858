"""People who play the real bot over the wire: they press what their newest private panel shows."""

import random
import sqlite3
from contextlib import closing
from pathlib import Path

from bot.playground.actions import Sent
from bot.playground.backend import walk_components
from bot.playground.world import CHANNEL
from bot.views.panels import MOVED_HOME
from tests.wire.harness import Harness, text_of


class Player:
    """One person at a table."""

    channel = CHANNEL  # where their panel is

    def __init__(self, h: Harness, name: str) -> None:
        self.h = h
        self.name = name

    def panel(self):
        """The newest private message that asks this player something, if there is one."""
        panels = [m for m in self.h.seen_by(self.name) if m.is_ephemeral and self.choices(m)]
        return panels[-1] if panels else None

    def shown(self):
        panel = self.panel()
        return panel and panel.components

    @classmethod
    def choices(cls, message) -> list[dict]:
        return [part for part in walk_components(message.components) if cls.answers(part)]

    @staticmethod
    def answers(part: dict) -> bool:
        """Say whether a button or menu answers a question."""
        what = str(part.get("custom_id", "")).rpartition(":")[2]
        return part.get("custom_id", "").startswith("t:") and what[:1] in "mgsx" and what[1:].isdecimal()

    def act(self, dice: random.Random) -> Sent:
        """Build an answer to the question; nothing is delivered yet."""
        panel = self.panel()
        who, part = self.h.person(self.name), dice.choice(self.choices(panel))
        if part["type"] == 2:
            return self.h.acts.press(who, panel.channel_id, panel.id, part["custom_id"])
        values = [option["value"] for option in part["options"]]
        chosen = dice.sample(values, part.get("min_values", 1))
        return self.h.acts.choose(who, panel.channel_id, panel.id, part["custom_id"], chosen)

    async def answer(self, dice: random.Random) -> dict:
        return await self.h.acts.done(self.act(dice))


class AtHome(Player):
    """One who plays by DM: their panel is there, and stays current."""

    def __init__(self, h: Harness, name: str) -> None:
        super().__init__(h, name)
        self.channel = h.world.discord.dm_channels[h.person(name).id]

    async def go_home(self) -> None:
        """Let the panel be moved to the DMs; it is noted where it is before the answer comes."""
        assert "failed" not in await self.h.run(self.name, "hand", dm=True)
        told = MOVED_HOME.id
        await self.h.until(lambda: any(told in text_of(m) for m in self.h.seen_by(self.name)))

    def panel(self):
        panels = [m for m in self.h.messages(self.channel) if self.choices(m)]
        return panels[-1] if panels else None


class Game:
    """A table with two players, of Túir if nothing else is said, and its database: a file or an address."""

    def __init__(self, h: Harness, database: Path | str, game: str = "tuir") -> None:
        self.h = h
        self.database = database
        self.game = game
        self.players = [Player(h, "ada"), Player(h, "bruno")]

    def board(self):
        """The table's newest public message, if there is one."""
        found = [m for m in self.h.messages() if not m.is_ephemeral and {"Rules", "Join"} & labels(m)]
        return found[-1] if found else None

    def rows(self) -> int:
        """How many rows the game's log holds."""
        return len(self.ask("SELECT row FROM rows"))

    def ask(self, query: str) -> list[tuple]:
        """Ask the database itself."""
        if isinstance(self.database, Path):
            with closing(sqlite3.connect(f"file:{self.database}?mode=ro", uri=True)) as db:
                return db.execute(query).fetchall()
        import psycopg

        with psycopg.connect(self.database, autocommit=True) as db:
            return db.execute(query).fetchall()

    async def open(self) -> None:
        await self.h.run("ada", "play", game=self.game)
        await self.h.until(self.board)

    async def start(self, pace: str = "") -> None:
        """Open a table, sit down and begin; a pace is as its host has chosen it (on a server's database)."""
        await self.open()
        if pace:
            self.choose(pace)
        await self.h.click("bruno", self.board(), "Join")
        await self.h.until(lambda: f"<@{self.h.person('bruno').id}>" in text_of(self.board()))
        await self.h.click("ada", self.board(), "Start")
        await self.h.until(lambda: "Your hand" in labels(self.board()))
        await self.open_panels()

    def choose(self, pace: str) -> None:
        import psycopg

        with psycopg.connect(str(self.database)) as db:
            db.execute("UPDATE tables SET pace = %s, version = version + 1 WHERE phase = 'lobby'", (pace,))

    async def open_panels(self) -> None:
        """A newer panel removes the older; wait until that is done."""
        for player in self.players:
            assert "failed" not in await self.h.click(player.name, self.board(), "Your hand")
        await self.h.quiet()

    async def asked(self) -> Player:
        """Wait for a player who has something to answer."""
        found = await self.h.until(lambda: [p for p in self.players if p.panel()])
        return found[0]

    async def play(self, dice: random.Random, presses: int) -> None:
        for _ in range(presses):
            player = await self.asked()
            shown = player.panel().components
            assert "failed" not in await player.answer(dice)
            await self.h.until(lambda p=player, s=shown: p.shown() != s)


def labels(message) -> set[str]:
    """The words on the buttons of a message."""
    return {str(part.get("label", "")) for part in walk_components(message.components)}
