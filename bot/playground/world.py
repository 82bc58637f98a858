"""The playground's world: a server with its channels, five people, and all that was said there."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from discord import Permissions

from bot.base import timers
from bot.playground import backend as sim
from bot.playground.own_file import BASE, SERVER
from bot.playground.world_file import WorldFile

BOT, CHANNEL = BASE + 1, BASE + 4
DMS = BASE + 200
SLASH, ON_USER = 1, 2  # kinds of commands

CAST = (
    ("Ada", "#eb459e"),
    ("Bruno", "#3ba55c"),
    ("Chiara", "#5865f2"),
    ("Dario", "#faa61a"),
    ("Elena", "#1abc9c"),
)
SERVER_NAME = "Piazza"
CHANNELS = {CHANNEL: "board-games", BASE + 5: "long-games", BASE + 6: "taverna"}
# What the bot needs in a channel, and what can be taken from it.
PERMISSIONS = (
    "view_channel",
    "send_messages",
    "send_messages_in_threads",
    "create_public_threads",
    "attach_files",
    "read_message_history",
)


@dataclass
class Person:
    """Somebody at this machine, with what they set in their Discord."""

    id: int
    name: str
    colour: str
    locale: str = "en-US"
    accepts_dms: bool = True
    left: bool = False  # the server

    @property
    def key(self) -> str:
        return self.name.lower()


class World:
    """Everything the playground's Discord knows, loaded from and written to the kept file."""

    def __init__(self, keep: WorldFile) -> None:
        self.keep = keep
        self.discord = sim.Loopback(keep)
        self.people = {p.key: p for p in self._cast()}
        self.by_id = {p.id: p for p in self.people.values()}
        self._build_server()
        self._restore()
        timers.set_ahead(dict(self.keep.all("clock")).get(SERVER, 0.0))
        self.discord.closed_dms = lambda user: user in self.by_id and not self.by_id[user].accepts_dms

    def _cast(self) -> list[Person]:
        people = [Person(BASE + 100 + i, name, colour) for i, (name, colour) in enumerate(CAST)]
        settings = dict(self.keep.all("person"))
        for person in people:
            kept = settings.get(person.id, {})
            person.locale = kept.get("locale", person.locale)
            person.accepts_dms = kept.get("accepts_dms", True)
            person.left = kept.get("left", False)
        return people

    def _build_server(self) -> None:
        discord = self.discord
        discord.users.clear()
        discord.application_id = self._application()
        discord.bot_user = discord.users[BOT] = sim.User(BOT, "Campanile", bot=True)
        for person in self.people.values():
            discord.users[person.id] = sim.User(person.id, person.key, global_name=person.name)
        host = next(iter(self.people.values()))
        guild = discord.create_guild(SERVER_NAME, id=SERVER, owner_id=host.id)
        guild.preferred_locale = dict(self.keep.all("server")).get(SERVER, {}).get("locale", "en-US")
        for person in self.people.values():
            if person.id not in guild.members and not person.left:
                discord.add_member(SERVER, person.id)
        for position, (number, name) in enumerate(CHANNELS.items()):
            self._add(sim.Channel(number, 0, name, SERVER, position))
            guild.channel_ids.append(number)
        for i, person in enumerate(self.people.values()):
            self._add(sim.Channel(DMS + i, 1, recipient_ids=[person.id]))
            discord.dm_channels[person.id] = DMS + i

    def _application(self) -> int:
        """Return the application's id; a new world has a new one, so the bot tells it its commands."""
        kept = dict(self.keep.all("application"))
        number = next(iter(kept), 0) or self.discord.snowflake()
        self.keep.put("application", number, {})
        return number

    def _add(self, channel: sim.Channel) -> None:
        self.discord.channels[channel.id] = channel
        self.discord.messages[channel.id] = {}

    def _restore(self) -> None:
        discord = self.discord
        for scope, commands in self.keep.all("commands"):
            discord.commands[scope or None] = {(c["name"], c["type"]): c for c in commands}
        for channel, permissions in self.keep.all("denied"):
            discord.deny_bot(channel, permissions)
        for _, kinds in self.keep.all("refused"):
            discord.refused_pictures = set(kinds)
        for _, body in self.keep.all("thread"):
            thread = sim.thread_from_json(body)
            self._add(thread)
            discord.guilds[SERVER].thread_ids.append(thread.id)
        shown: set[str] = set()
        for number, body in self.keep.all("message"):
            message = sim.message_from_json(body)
            if message.channel_id not in discord.channels:
                self.keep.drop("message", number)
                continue
            discord.messages[message.channel_id][number] = message
            if not message.is_ephemeral:
                discord.channels[message.channel_id].last_message_id = number
            shown.update(item["url"].removeprefix(sim.CDN_BASE) for item in message.attachments)
            discord.begin_ids_after(number)
        for path in self.keep.pictures():
            if path not in shown:
                self.keep.drop_picture(path)

    # ---- what a person or host may set

    def set_person(self, person: Person, locale: str | None, accepts_dms: bool | None) -> None:
        if locale is not None:
            person.locale = locale
        if accepts_dms is not None:
            person.accepts_dms = accepts_dms
        self._keep_person(person)

    def _keep_person(self, person: Person) -> None:
        kept = {"locale": person.locale, "accepts_dms": person.accepts_dms, "left": person.left}
        self.keep.put("person", person.id, kept)

    def set_membership(self, person: Person, *, left: bool) -> None:
        """Let somebody leave the server, or come back."""
        if left == person.left:
            return
        person.left = left
        if left:
            self.discord.remove_member(SERVER, person.id)
        else:
            self.discord.add_member(SERVER, person.id, announce=True)
        self._keep_person(person)

    def deny(self, channel_id: int, names: Iterable[str]) -> None:
        """Take these permissions from the bot in a channel; it has all others."""
        permissions = Permissions(**dict.fromkeys(names, True)).value
        self.discord.deny_bot(channel_id, permissions)
        self.keep.put("denied", channel_id, permissions)

    def denied(self, channel_id: int) -> list[str]:
        lacking = Permissions(self.discord.denied_bot(channel_id))
        return [name for name in PERMISSIONS if getattr(lacking, name)]

    def refuse_pictures(self, kinds: Iterable[str]) -> None:
        """Let Discord refuse the pictures of some requests (backend.REFUSABLE), and take all others."""
        self.discord.refused_pictures = set(kinds)
        self.keep.put("refused", SERVER, sorted(self.discord.refused_pictures))

    def set_clock(self, ahead: float) -> None:
        """Set the clock of the bot and of this Discord ahead of the real one."""
        timers.set_ahead(ahead)
        self.keep.put("clock", SERVER, ahead)

    def set_server_locale(self, locale: str) -> None:
        self.discord.edit_guild(SERVER, {"preferred_locale": locale})
        self.keep.put("server", SERVER, {"locale": locale})

    @property
    def server_locale(self) -> str:
        return self.discord.guilds[SERVER].preferred_locale

    # ---- who sees what

    def channels_of(self, person: Person) -> list[sim.Channel]:
        """The channels, their threads and the person's own DM, in that order."""
        found = [c for c in self.discord.channels.values() if self.may_see(person, c.id)]
        return sorted(found, key=lambda c: (c.guild_id is None, c.is_thread, c.id))

    def may_see(self, person: Person, channel_id: int) -> bool:
        return sim.channel_accessible(self.discord, channel_id, person.id)

    def sees(self, person: Person, message: sim.Message) -> bool:
        return sim.message_accessible(self.discord, message.channel_id, message, person.id)

    def is_moderator(self, person: Person, channel_id: int = CHANNEL) -> bool:
        return self.discord.may(channel_id, person.id, "manage_messages")

    def commands_of(self, person: Person, channel_id: int, kind: int = SLASH) -> list[dict[str, Any]]:
        return self.discord.visible_commands(user_id=person.id, channel_id=channel_id, type=kind)
