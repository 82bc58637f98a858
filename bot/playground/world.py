"""The playground's world: a server with a channel, five people, and all that was said there."""

from dataclasses import dataclass
from typing import Any

from bot.playground import backend as sim
from bot.playground.keep import Keep

# Fixed ids: a database that is older or younger than the world still means the same people and places.
BASE = 1_000_000_000_000_000_000
BOT, SERVER, CHANNEL = BASE + 1, BASE + 3, BASE + 4
DMS = BASE + 200

CAST = (
    ("Ada", "#eb459e"),
    ("Bruno", "#3ba55c"),
    ("Chiara", "#5865f2"),
    ("Dario", "#faa61a"),
    ("Elena", "#1abc9c"),
)
SERVER_NAME = "Piazza"
CHANNEL_NAME = "board-games"


@dataclass
class Person:
    """Somebody at this machine, with what they set in their Discord."""

    id: int
    name: str
    colour: str
    locale: str = "en-US"
    accepts_dms: bool = True

    @property
    def key(self) -> str:
        return self.name.lower()


class World:
    """Everything the playground's Discord knows, loaded from and written to the kept file."""

    def __init__(self, keep: Keep) -> None:
        self.keep = keep
        self.discord = sim.Loopback(keep)
        self.people = {p.key: p for p in self._cast()}
        self.by_id = {p.id: p for p in self.people.values()}
        self._build_server()
        self._restore()
        self.discord.closed_dms = lambda user: user in self.by_id and not self.by_id[user].accepts_dms

    def _cast(self) -> list[Person]:
        people = [Person(BASE + 100 + i, name, colour) for i, (name, colour) in enumerate(CAST)]
        settings = dict(self.keep.all("person"))
        for person in people:
            kept = settings.get(person.id, {})
            person.locale = kept.get("locale", person.locale)
            person.accepts_dms = kept.get("accepts_dms", True)
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
            if person.id not in guild.members:
                discord.add_member(SERVER, person.id)
        self._add(sim.Channel(CHANNEL, 0, CHANNEL_NAME, SERVER))
        guild.channel_ids.append(CHANNEL)
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
        self.keep.put("person", person.id, {"locale": person.locale, "accepts_dms": person.accepts_dms})

    def set_server_locale(self, locale: str) -> None:
        self.discord.edit_guild(SERVER, {"preferred_locale": locale})
        self.keep.put("server", SERVER, {"locale": locale})

    @property
    def server_locale(self) -> str:
        return self.discord.guilds[SERVER].preferred_locale

    # ---- who sees what

    def channels_of(self, person: Person) -> list[sim.Channel]:
        """The channel, its threads and the person's own DM, in that order."""
        found = [c for c in self.discord.channels.values() if self.may_see(person, c.id)]
        return sorted(found, key=lambda c: (c.guild_id is None, c.is_thread, c.id))

    def may_see(self, person: Person, channel_id: int) -> bool:
        return sim.channel_accessible(self.discord, channel_id, person.id)

    def sees(self, person: Person, message: sim.Message) -> bool:
        return sim.message_accessible(self.discord, message.channel_id, message, person.id)

    def commands_of(self, person: Person, channel_id: int) -> list[dict[str, Any]]:
        return self.discord.visible_commands(user_id=person.id, channel_id=channel_id)
