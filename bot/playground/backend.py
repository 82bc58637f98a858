"""SimCord's model of Discord, fitted for a long evening: the only module that touches SimCord's insides."""

import asyncio
import io
import re
from collections import deque
from collections.abc import Callable, Iterable, Mapping
from dataclasses import asdict, dataclass, fields
from datetime import UTC, datetime
from typing import Any, cast

import discord
from simcord._clock import Clock
from simcord.backend import Backend, serializers
from simcord.backend.access import channel_accessible, message_accessible
from simcord.backend.cdn import CDN_BASE, CdnStore
from simcord.backend.errors import BackendError, SetupError
from simcord.backend.models import AllowedMentions, Channel, Interaction, Message, Overwrite, User
from simcord.backend.models.channel import ThreadMetadata
from simcord.backend.ops.commands import COMMAND_FIELDS
from simcord.components import walk_components
from simcord.enums import OverwriteType
from simcord.http import router
from simcord.http import routes as _routes  # noqa: F401  (registers the routes)
from simcord.intents import required_intent
from simcord.interactions import base_payload, nest_options, validate_option_value, walk_to_subcommand

from bot.base import timers
from bot.playground.command_bounds import refusal, refusal_of
from bot.playground.world_file import WorldFile

__all__ = [
    "CDN_BASE",
    "BackendError",
    "Channel",
    "Interaction",
    "Loopback",
    "Message",
    "SetupError",
    "Upload",
    "User",
    "base_payload",
    "channel_accessible",
    "message_accessible",
    "nest_options",
    "serializers",
    "validate_option_value",
    "walk_components",
    "walk_to_subcommand",
]

DISCORD_EPOCH = 1420070400000
MESSAGES = 400  # kept in a channel
RECORDS = 500  # of requests and events
ORPHANS = 30  # pictures that no message shows any more, kept for pages that are still loading them
TOKEN_LIFE = 15 * 60
LOADING = 1 << 7
CHANNEL = re.compile(r"/channels/\d+")
ONE_COMMAND = re.compile(r"/applications/\d+(?:/guilds/(\d+))?/commands(?:/(\d+))?")
# Requests whose pictures Discord may refuse: edits of private answers (discord-api-docs #7529), fresh private
# messages, and everything by the bot's own token.
REFUSABLE = ("edits", "follow-ups", "messages")
UNUSED = ("poll", "stickers", "reactions", "system_metadata")  # nothing here makes any of these
WRITTEN = [field.name for field in fields(Message) if field.name not in UNUSED]  # of a message
FEATURES = ["COMMUNITY"]  # so that the server has a language of its own, which the page can change


class WallClock(Clock):
    """The time of day in place of SimCord's own; the stage manager can set it ahead."""

    def now(self) -> datetime:
        return datetime.fromtimestamp(timers.now(), UTC)


@dataclass
class Upload:
    """A file as the wire brought it, in the shape SimCord reads."""

    filename: str
    fp: io.BytesIO
    description: str | None = None
    spoiler: bool = False


class Pictures(CdnStore):
    """Attachments in the world's file instead of in memory; those no message shows are dropped."""

    def __init__(self, keep: WorldFile) -> None:
        super().__init__()
        self._keep = keep
        self._orphans: deque[str] = deque()

    def store_attachment(
        self, attachment_id: int, channel_id: int, filename: str, data: bytes, description: str | None
    ) -> dict[str, Any]:
        stored = super().store_attachment(attachment_id, channel_id, filename, data, description)
        self._blobs.clear()
        self._keep.put_picture(stored["url"].removeprefix(CDN_BASE), data)
        if data[:8] == b"\x89PNG\r\n\x1a\n":
            stored["width"] = int.from_bytes(data[16:20], "big")
            stored["height"] = int.from_bytes(data[20:24], "big")
        return stored

    def get(self, url: str) -> bytes | None:
        return self._keep.picture(url.removeprefix(CDN_BASE))

    def forsake(self, attachments: list[dict[str, Any]]) -> None:
        """Note that a message no longer shows these."""
        self._orphans.extend(item["url"].removeprefix(CDN_BASE) for item in attachments)
        while len(self._orphans) > ORPHANS:
            self._keep.drop_picture(self._orphans.popleft())


class Loopback(Backend):
    """A Discord of our own: wall clock, kept messages, flat memory, watchers who see ephemerals too."""

    def __init__(self, keep: WorldFile) -> None:
        self._last_id = 0
        super().__init__(clock=WallClock())
        self.keep = keep
        self.pictures = Pictures(keep)
        self.cdn = self.pictures
        self.http_requests = cast(Any, deque(maxlen=RECORDS))
        self.transcript = cast(Any, deque(maxlen=RECORDS))
        self.on_message: list[Callable[[Message], None]] = []
        self.on_gone: list[Callable[[Message], None]] = []
        self.refused_pictures: set[str] = set()  # some of REFUSABLE
        self.closed_dms: Callable[[int], bool] = lambda user: False
        self._answers: dict[int, asyncio.Event] = {}
        self._nonces: dict[tuple[int, str], int] = {}  # the messages that were posted under a nonce

    # ---- ids: from the wall clock, never again the same, and without SimCord's growing memory of them

    def snowflake(self) -> int:
        milliseconds = int(self.clock.now().timestamp() * 1000) - DISCORD_EPOCH
        self._last_id = max(self._last_id + 1, milliseconds << 22)
        return self._last_id

    def begin_ids_after(self, number: int) -> None:
        """Stay ahead of kept ids even when the clock was set back."""
        self._last_id = max(self._last_id, number)

    def reserve_id(self, value: int) -> int:
        return value

    # ---- messages: each change is kept and told

    def commit_message(self, message: Message, *, broadcast: bool = True) -> Message:
        if self.is_archived(message.channel_id) and not message.is_ephemeral:  # writing wakes a thread
            self.edit_channel(message.channel_id, {}, thread_metadata={"archived": False})
        channel = self.get_channel(message.channel_id)
        newest = channel.last_message_id
        super().commit_message(message, broadcast=broadcast)
        if message.is_ephemeral:  # it is none of its channel's
            channel.last_message_id = newest
        self._keep_message(message)
        shelf = self.messages[message.channel_id]
        while len(shelf) > MESSAGES:  # a table that is still edited stays, however old it is
            self._forget(shelf.pop(min(shelf, key=lambda n: shelf[n].edited_timestamp or shelf[n].timestamp)))
        return message

    def edit_message(self, channel_id: int, message_id: int, fields: dict[str, Any]) -> Message:
        stored = self.get_message(channel_id, message_id)
        if self.is_archived(channel_id) and not stored.is_ephemeral:
            raise BackendError(400, 50083, "Thread is archived")
        before = list(stored.attachments)
        message = super().edit_message(channel_id, message_id, fields)
        now = {item["id"] for item in message.attachments}
        self.pictures.forsake([item for item in before if item["id"] not in now])
        self._keep_message(message)
        return message

    def delete_message(self, channel_id: int, message_id: int) -> None:
        message = self.get_message(channel_id, message_id)
        super().delete_message(channel_id, message_id)
        self._forget(message)

    def bulk_delete_messages(self, channel_id: int, message_ids: Any) -> list[int]:
        shelf = self.messages.get(channel_id, {})
        gone = [shelf[number] for number in message_ids if number in shelf]
        deleted = super().bulk_delete_messages(channel_id, [message.id for message in gone])
        for message in gone:
            self._forget(message)
        return deleted

    def _keep_message(self, message: Message) -> None:
        self.keep.put("message", message.id, message_to_json(message))
        for tell in self.on_message:
            tell(message)

    def _forget(self, message: Message) -> None:
        self.keep.drop("message", message.id)
        self.pictures.forsake(message.attachments)
        for tell in self.on_gone:
            tell(message)

    # ---- threads and commands

    def emit(self, event: str, payload: Mapping[str, Any]) -> None:
        if event in ("THREAD_CREATE", "THREAD_UPDATE", "THREAD_MEMBERS_UPDATE"):
            thread = self.channels[int(payload["id"])]
            self.keep.put("thread", thread.id, asdict(thread))
        elif event == "THREAD_DELETE":
            self.keep.drop("thread", int(payload["id"]))
        elif event == "GUILD_UPDATE":
            payload = {**payload, "features": FEATURES}
        super().emit(event, payload)

    def create_thread(self, parent_id: int, name: str, owner_id: int, **more: Any) -> Channel:
        """Open a thread; one that hangs on a message needs no word about it, and a message has only one."""
        message = more.get("message_id")
        if message is None:
            return super().create_thread(parent_id, name, owner_id, **more)
        if message in self.channels:
            raise BackendError(400, 160004, "A thread has already been created for this message")
        thread = super().create_thread(parent_id, name, owner_id, **more | {"broadcast": False})
        self.announce_thread_create(thread)
        return thread

    def is_archived(self, channel_id: int) -> bool:
        channel = self.channels.get(channel_id)
        return bool(channel and channel.thread_metadata and channel.thread_metadata.archived)

    def _archive(self, thread: Channel, archived: bool) -> Any:
        """Let a thread rest, as its owner may, or wake it, as everyone may who may write there."""
        self.require(thread.id, self.bot_user.id, "send_messages_in_threads")
        if archived and thread.owner_id != self.bot_user.id:
            self.require(thread.id, self.bot_user.id, "manage_threads")
        changed = self.edit_channel(thread.id, {}, thread_metadata={"archived": archived})
        return serializers.thread_payload(self, changed)

    def register_commands(self, guild_id: int | None, payloads: list[dict[str, Any]]) -> list[dict[str, Any]]:
        if errors := refusal(payloads):
            raise BackendError(400, 50035, "Invalid Form Body", errors=errors)
        return self._registered(guild_id, payloads)

    def _one_command(self, method: str, guild_id: int | None, number: str, body: Any) -> Any:
        """Serve what is asked about one command; SimCord knows only all of them at once."""
        others = {key: one for key, one in self.commands.get(guild_id, {}).items() if one["id"] != number}
        if method == "DELETE":
            self.commands[guild_id] = others
            self.keep.put("commands", guild_id or 0, list(others.values()))
            return None
        if errors := refusal_of(body):
            raise BackendError(400, 50035, "Invalid Form Body", errors=errors)
        kept = [{k: v for k, v in one.items() if k in COMMAND_FIELDS} for one in others.values()]
        key = (body["name"], body.get("type", 1))
        kept = [one for one in kept if (one["name"], one["type"]) != key]
        body = {k: v for k, v in body.items() if k in COMMAND_FIELDS}
        return next(
            one for one in self._registered(guild_id, [*kept, body]) if (one["name"], one["type"]) == key
        )

    def _registered(self, guild_id: int | None, payloads: list[dict[str, Any]]) -> list[dict[str, Any]]:
        commands = super().register_commands(guild_id, payloads)
        self.keep.put("commands", guild_id or 0, commands)
        super().emit("PLAYGROUND_COMMANDS", {})
        return commands

    # ---- interactions

    def new_interaction(self, type: int, channel_id: int, user_id: int, guild_id: int | None) -> Interaction:
        record = super().new_interaction(type, channel_id, user_id, guild_id)
        oldest = record.id - (TOKEN_LIFE * 1000 << 22)
        for number in [number for number in self.interactions if number < oldest]:
            self.interaction_tokens.pop(self.interactions.pop(number).token, None)
        return record

    async def answer(self, record: Interaction, seconds: float = 3.0) -> bool:
        """Wait until the bot has answered; False if it lets the time pass."""
        event = self._answers.setdefault(record.id, asyncio.Event())
        try:
            await asyncio.wait_for(event.wait(), seconds)
        except TimeoutError:
            return record.responded
        finally:
            self._answers.pop(record.id, None)
        return True

    # ---- the REST API

    def request(
        self,
        method: str,
        path: str,
        body: Any,
        params: dict[str, Any],
        files: list[Upload],
        reason: str | None,
    ) -> Any:
        """Serve one request of the bot; raises BackendError as Discord would answer."""
        if (one := ONE_COMMAND.fullmatch(path)) and method in ("POST", "DELETE"):
            return self._one_command(method, int(one[1]) if one[1] else None, one[2] or "", body)
        posting = method == "POST" and path.startswith("/channels/") and path.endswith("/messages")
        if posting:
            self._refuse_closed_dms(int(path.split("/")[2]))
            if (posted := self._posted_before(int(path.split("/")[2]), body)) is not None:
                return posted
        thread = self.channels.get(int(path.split("/")[2])) if CHANNEL.fullmatch(path) else None
        if method == "PATCH" and thread is not None and thread.is_thread and body.keys() == {"archived"}:
            return self._archive(thread, body["archived"])
        if files and self._kind_of_upload(method, path) in self.refused_pictures:
            raise BackendError(400, 50035, "Invalid Form Body: referenced attachment not found")
        if files and path.startswith("/channels/"):  # SimCord does not look
            self.require(int(path.split("/")[2]), self.bot_user.id, "attach_files")
        answer = router.dispatch(
            self, method, path, json=body, params=params, files=list(files), reason=reason
        )
        if path.startswith("/interactions/") and path.endswith("/callback"):
            waiting = self._answers.get(int(path.split("/")[2]))
            if waiting is not None:
                waiting.set()
        if posting and body.get("enforce_nonce"):
            self._nonces[int(path.split("/")[2]), str(body["nonce"])] = int(answer["id"])
            if len(self._nonces) > RECORDS:
                del self._nonces[next(iter(self._nonces))]
        return answer

    def _posted_before(self, channel_id: int, body: Any) -> Any:
        """Return the message that was posted under the same nonce a while ago, if it is to be posted once."""
        number = self._nonces.get((channel_id, str(body.get("nonce")))) if body.get("enforce_nonce") else None
        found = self.messages[channel_id].get(number or 0)
        return None if found is None else serializers.message_payload(self, found)

    def _kind_of_upload(self, method: str, path: str) -> str:
        """Name a request with a picture; the first follow-up of a deferred answer is an edit of it."""
        if not path.startswith("/webhooks/"):
            return "messages"
        record = self.interaction_tokens.get(path.split("/")[3])
        loading = record in self.interactions and self.interactions[record].loading
        return "edits" if method == "PATCH" or loading else "follow-ups"

    def _refuse_closed_dms(self, channel_id: int) -> None:
        channel = self.channels.get(channel_id)
        if channel is not None and any(self.closed_dms(user) for user in channel.recipient_ids):
            raise BackendError(403, 50007, "Cannot send messages to this user")

    # ---- permissions

    def require(self, channel_id: int, user_id: int, *names: str) -> None:
        """Raise what Discord answers when somebody lacks a permission in a channel."""
        self.require_permissions(self.get_channel(channel_id).guild_id, user_id, channel_id, *names)

    def may(self, channel_id: int, user_id: int, name: str) -> bool:
        try:
            self.require(channel_id, user_id, name)
        except BackendError:
            return False
        return self.get_channel(channel_id).guild_id is not None

    def permissions_of_bot(self, channel_id: int) -> str:
        """Return what the bot may do in a channel, as Discord tells it with a channel that was chosen."""
        guild = self.get_channel(channel_id).guild_id
        return str(self.compute_permissions(guild, self.bot_user.id, channel_id) if guild else 0)

    def deny_bot(self, channel_id: int, permissions: int) -> None:
        """Take these permissions from the bot in a channel, and give all others back."""
        me = self.bot_user.id
        self.set_overwrite(channel_id, Overwrite(me, OverwriteType.MEMBER, deny=permissions))

    def denied_bot(self, channel_id: int) -> int:
        found = (o.deny for o in self.channels[channel_id].overwrites if o.target_id == self.bot_user.id)
        return next(found, 0)

    # ---- the gateway

    def ready(self, session: str, resume_url: str, guilds: Iterable[int]) -> dict[str, Any]:
        return {
            "v": 10,
            "user": serializers.user_payload(self.bot_user),
            "guilds": [{"id": str(number), "unavailable": True} for number in guilds],
            "session_id": session,
            "resume_gateway_url": resume_url,
            "application": {"id": str(self.application_id), "flags": 0},
        }

    def guild_creates(
        self, intents: discord.Intents, guilds: Iterable[int] | None = None
    ) -> list[dict[str, Any]]:
        wanted = self.guilds if guilds is None else guilds
        payloads = [dict(serializers.guild_create_payload(self, self.guilds[guild])) for guild in wanted]
        for payload in payloads:
            payload["features"] = FEATURES
        if not intents.members:  # as on Discord: without the intent a bot sees only itself
            me = str(self.bot_user.id)
            for payload in payloads:
                payload["members"] = [m for m in cast(Any, payload["members"]) if m["user"]["id"] == me]
        return payloads

    @staticmethod
    def is_delivered(event: str, payload: Mapping[str, Any], intents: discord.Intents) -> bool:
        """Whether a bot with these intents hears of an event."""
        needed = required_intent(event, payload)
        return needed is None or bool(getattr(intents, needed))


# ---- messages and threads as JSON


def message_to_json(message: Message) -> dict[str, Any]:
    """Return a message as it is written down at once; its parts are the message's own, not copies."""
    body = {key: getattr(message, key) for key in WRITTEN}
    policy = message.allowed_mentions
    body["allowed_mentions"] = {
        "everyone": policy.everyone,
        "users": None if policy.users is None else sorted(policy.users),
        "roles": None if policy.roles is None else sorted(policy.roles),
        "replied_user": policy.replied_user,
    }
    return body


def message_from_json(body: dict[str, Any]) -> Message:
    policy = body["allowed_mentions"]
    for key in ("users", "roles"):
        policy[key] = None if policy[key] is None else frozenset(policy[key])
    return Message(**body | {"allowed_mentions": AllowedMentions(**policy)})


def thread_from_json(body: dict[str, Any]) -> Channel:
    meta = body["thread_metadata"] and ThreadMetadata(**body["thread_metadata"])
    members = {int(user): since for user, since in body["thread_members"].items()}
    return Channel(**body | {"thread_metadata": meta, "thread_members": members, "overwrites": []})
