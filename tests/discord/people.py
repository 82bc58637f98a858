"""People who play through Discord: they see messages and press what they see."""

import functools
import inspect
import random
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import simcord

from tests.discord import sim
from tests.limits import check_layout, parts

RED = 4  # the style of a button that cannot be undone


class Person:
    """Someone with a Discord client: knows only the messages that reach them."""

    def __init__(self, env: simcord.Env, actor: Any, user: Any = None) -> None:
        self.env = env
        self.actor = actor
        self.user = user or actor
        self.panel: Any = None

    def at_home(self) -> "Person":
        """Return the same person in their DMs with the bot, looking at the newest message there."""
        person = Person(self.env, self.user)
        person.panel = self.user.dm_channel.last_message
        return person

    @property
    def id(self) -> int:
        return int(self.actor.id)

    async def click(self, message: Any, label: str) -> Any:
        result = await self.actor.click(message, label=self.label(message, label))
        assert result.acknowledged, f"{label} was not answered"
        return result

    def label(self, message: Any, label: str) -> str:
        """Return the whole label of a button that begins so: [Take back] says what it undoes."""
        labels = [found for found in self.labels(message) if found.startswith((f"{label}:", f"{label} –"))]
        return labels[0] if labels and label not in self.labels(message) else label

    def can(self, label: str, message: Any = None) -> bool:
        """Say whether there is such a button, whatever more it says."""
        return self.label(message, label) in self.labels(message)

    async def slash(self, channel: Any, name: str, /, **options: Any) -> Any:
        result = await self.actor.slash(channel, name, **options)
        assert result.acknowledged, f"/{name} was not answered"
        return result

    async def open_panel(self, message: Any) -> Any:
        """Press [Your hand] on a public message."""
        result = await self.click(message, "Your hand")
        self.panel = result.response
        return self.panel

    def components(self, message: Any = None) -> list[dict[str, Any]]:
        return list(parts(self.stored(message).components))

    def stored(self, message: Any = None) -> Any:
        message = message or self.panel
        channel = getattr(message, "channel_id", None) or message.channel.id
        return self.env.backend.get_message(channel, message.id)

    def text(self, message: Any = None) -> str:
        return "\n".join(p["content"] for p in self.components(message) if p["type"] == 10)

    def labels(self, message: Any = None) -> list[str]:
        return [p["label"] for p in self.components(message) if p["type"] == 2]

    def menu_with(self, message: Any, value: str) -> str:
        """Return the id of the menu that offers a value."""
        menus = [p for p in self.components(message) if p["type"] == 3]
        return next(str(m["custom_id"]) for m in menus if value in [o["value"] for o in m["options"]])

    def choices(self) -> list[tuple[str, dict[str, Any]]]:
        """Return the controls of the question in the panel; a red button only if there is nothing else."""
        found = []
        for part in self.components():
            id = str(part.get("custom_id", ""))
            what = id.rpartition(":")[2]
            if id.startswith("t:") and what[:1] in "mgsx" and what[1:].isdecimal():
                found.append((what[0], part))
        return [(kind, part) for kind, part in found if part.get("style") != RED] or found

    def asked(self) -> bool:
        return bool(self.choices())

    async def choose(self, dice: random.Random) -> Any:
        """Press something in the panel that answers the question or opens a menu."""
        kind, part = dice.choice(self.choices())
        if kind in "mg":
            result = await self.actor.click(self.panel, custom_id=part["custom_id"])
        else:
            values = [option["value"] for option in part["options"]]
            count = dice.randint(part["min_values"], part["max_values"]) if kind == "x" else 1
            chosen = dice.sample(values, count)
            result = await self.actor.select(self.panel, chosen, custom_id=part["custom_id"])
        assert result.acknowledged, part
        check_layout(self.stored().components)
        return result


class Room:
    """A server with a channel, people, and at most one table."""

    def __init__(self, env: simcord.Env, names: str = "alice bob carol dave erin") -> None:
        self.env = env
        self.guild = env.create_guild()
        self.channel = self.guild.create_text_channel("games")
        users = [env.create_user(name) for name in names.split()]
        self.people = [Person(env, self.guild.add_member(user), user) for user in users]

    @property
    def services(self) -> Any:
        return self.app.core.services

    @property
    def app(self) -> sim.App:
        """The bot with all its parts; a restart makes a new one."""
        return sim.app_of(self.env.bot)

    def public(self, viewer: Person | None = None) -> list[Any]:
        """Return the messages of the channel that are not ephemeral, oldest first."""
        everyone = self.channel.history()
        return [m for m in everyone if not m.flags.ephemeral]

    def board(self) -> Any:
        """Return the table's message: the one with [Rules]."""
        return next(m for m in reversed(self.public()) if "Rules" in self.people[0].labels(m))

    def notices(self) -> list[Any]:
        return [m for m in self.public() if self.people[0].labels(m) == ["Your hand"]]

    def ending(self) -> Any:
        """Return the message that tells how a game ended."""
        return next(m for m in self.public() if self.people[0].labels(m) == ["See the table", "Rematch"])

    def pings(self) -> list[int]:
        """Return everyone who was pinged in this channel, in order."""
        posts = [r for r in self.env.http_requests if r.method == "POST" and r.path.endswith("/messages")]
        users = [r.json.get("allowed_mentions", {}).get("users", []) for r in posts]
        return [int(user) for pinged in users for user in pinged]

    async def start(
        self, game: str = "tuir", seats: int = 2, options: list[str] | None = None
    ) -> list[Person]:
        """Open a table, let people join, and start; returns the players in seat order."""
        players = self.people[:seats]
        await players[0].slash(self.channel, "play", game=game)
        for person in players[1:]:
            await person.click(self.board(), "Join")
        if options:
            shown = (await players[0].click(self.board(), "Options")).response
            for option in options:
                menu = players[0].menu_with(shown, option)
                chosen = await players[0].actor.select(shown, [option], custom_id=menu)
                assert chosen.acknowledged
        await players[0].click(self.board(), "Start")
        for person in players:
            await person.open_panel(self.board())
        return players

    async def play_on(self, players: list[Person], dice: random.Random, most: int = 100_000) -> int:
        """Let people play at random until the game is over or so many presses were made."""
        presses = 0
        while presses < most:
            ready = [person for person in players if person.asked()]
            if not ready:
                break
            person = dice.choice(ready)
            await person.choose(dice)
            presses += 1
        return presses


def in_room(test: Callable[..., Awaitable[None]]) -> Callable[..., Awaitable[None]]:
    """Run a test with a room of people around the real bot; its `room` is made here."""

    @functools.wraps(test)
    async def wrapper(database: Path, **fixtures: Any) -> None:
        async with sim.running(database) as env:
            known = {**fixtures, "room": Room(env), "database": database}
            await test(**{name: known[name] for name in inspect.signature(test).parameters})

    names = [name for name in inspect.signature(test).parameters if name not in ("room", "database")]
    kind = inspect.Parameter.KEYWORD_ONLY
    wrapper.__signature__ = inspect.Signature(  # type: ignore[attr-defined]
        [inspect.Parameter(name, kind) for name in ("database", *names)]
    )
    return wrapper


__all__ = ["Person", "Room", "in_room", "sim"]
