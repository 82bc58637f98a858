"""What one person sees, as JSON for the page: built up from nothing, so that nothing private slips in."""

from typing import Any

from bot.base import timers
from bot.playground import backend as sim
from bot.playground.own_file import SERVER
from bot.playground.wire import Wire
from bot.playground.world import CHANNEL, CHANNELS, ON_USER, PERMISSIONS, SERVER_NAME, Person, World

SHOWN = 150  # messages of a channel that a page gets when it opens
LOADING, SILENT, COMPONENTS_V2 = 1 << 7, 1 << 12, 1 << 15
THREAD_CREATED = 18


def opening(world: World, wire: Wire, who: Person, since: int) -> dict[str, Any]:
    """All that a page shows at first; ephemerals from before `since` are gone, as on Discord."""
    channels = world.channels_of(who)
    return {
        "type": "hello",
        "you": str(who.id),
        "since": str(since),
        "online": wire.online,
        "server": server(world),
        "people": people(world),
        "channels": [channel(c) for c in channels],
        "messages": [message(world, m) for c in channels for m in recent(world, who, c.id, since)],
        **all_commands(world, who),
        "stage": stage(world, wire),
    }


def recent(world: World, who: Person, channel_id: int, since: int) -> list[sim.Message]:
    stored = world.discord.messages.get(channel_id, {}).values()
    seen = [m for m in stored if world.sees(who, m) and (m.id > since or not m.is_ephemeral)]
    return seen[-SHOWN:]


def server(world: World) -> dict[str, Any]:
    bot = str(world.discord.bot_user.id)
    return {"id": str(SERVER), "name": SERVER_NAME, "locale": world.server_locale, "bot": bot}


def stage(world: World, wire: Wire) -> dict[str, Any]:
    """What the stage manager has done: clock, outage, limits, pictures and permissions refused."""
    return {
        "ahead": timers.ahead(),
        "down": wire.down,
        "deaf": wire.deaf,
        "limits": wire.limits.enforced,
        "permissions": list(PERMISSIONS),
        "refusable": list(sim.REFUSABLE),
        "refused": sorted(world.discord.refused_pictures),
        "denied": {str(number): world.denied(number) for number in CHANNELS},
    }


def people(world: World) -> list[dict[str, Any]]:
    bot = world.discord.bot_user
    known: list[dict[str, Any]] = [
        {
            "id": str(p.id),
            "key": p.key,
            "name": p.name,
            "colour": p.colour,
            "locale": p.locale,
            "dms": p.accepts_dms,
            "left": p.left,
            "moderator": world.is_moderator(p),
            "owner": world.discord.guilds[SERVER].owner_id == p.id,
        }
        for p in world.people.values()
    ]
    return [*known, {"id": str(bot.id), "name": bot.name, "colour": "#c27c4a", "bot": True}]


def channel(stored: sim.Channel) -> dict[str, Any]:
    kind = "dm" if stored.guild_id is None else "thread" if stored.is_thread else "channel"
    meta = stored.thread_metadata
    return {
        "id": str(stored.id),
        "kind": kind,
        "name": stored.name or "",
        "parent": str(stored.parent_id) if stored.is_thread else None,
        "archived": bool(meta and meta.archived),
    }


def message(world: World, stored: sim.Message) -> dict[str, Any]:
    sizes = {
        item["url"]: {"width": item["width"], "height": item["height"]}
        for item in stored.attachments
        if "width" in item
    }
    asked = stored.interaction_metadata or {}
    return {
        "id": str(stored.id),
        "channel": str(stored.channel_id),
        "author": str(stored.author_id),
        "content": stored.content,
        "time": stored.timestamp,
        "edited": stored.edited_timestamp is not None and not stored.flags & COMPONENTS_V2,
        "ephemeral": stored.is_ephemeral,
        "loading": bool(stored.flags & LOADING),
        "silent": bool(stored.flags & SILENT),
        "system": {THREAD_CREATED: "thread"}.get(stored.type, ""),
        "components": _local(stored.components, sizes),
        "attachments": [] if stored.flags & COMPONENTS_V2 else _local(stored.attachments, sizes),
        "pings": [str(user) for user in stored.ping_user_ids],
        "asked": {"by": asked["user"]["id"], "command": asked.get("name")} if asked else None,
        "reply": (stored.reference or {}).get("message_id"),
    }


def _local(value: Any, sizes: dict[str, dict[str, int]]) -> Any:
    """Copy components with their pictures' addresses turned to this server, and their sizes beside them."""
    if isinstance(value, list):
        return [_local(item, sizes) for item in value]
    if not isinstance(value, dict):
        return value
    copied = {key: _local(item, sizes) for key, item in value.items() if key != "proxy_url"}
    url = copied.get("url")
    if isinstance(url, str) and url.startswith(sim.CDN_BASE):
        copied |= sizes.get(url, {}) | {"url": url.removeprefix(sim.CDN_BASE)}
    return copied


def all_commands(world: World, who: Person) -> dict[str, Any]:
    """The slash commands, and those in the menu on somebody's name."""
    on_people = [
        {"path": root["name"], "name": _said(root, "name", who.locale)}
        for root in world.commands_of(who, CHANNEL, ON_USER)
    ]
    return {"commands": commands(world, who), "on_people": on_people}


def commands(world: World, who: Person) -> list[dict[str, Any]]:
    """All commands as leaves, in the person's language, with the kinds of places where each can be used."""
    places = {"dm": world.discord.dm_channels[who.id], "channel": CHANNEL}
    found: dict[str, dict[str, Any]] = {}
    for place, channel_id in places.items():
        for root in world.commands_of(who, channel_id):
            for leaf in _leaves(root, who.locale, (), ()):
                found.setdefault(leaf["path"], leaf)["places"].append(place)
    return sorted(found.values(), key=lambda leaf: str(leaf["name"]))


def _leaves(
    node: dict[str, Any], locale: str, path: tuple[str, ...], names: tuple[str, ...]
) -> list[dict[str, Any]]:
    path, names = (*path, node["name"]), (*names, _said(node, "name", locale))
    options = node.get("options") or []
    below = [option for option in options if option["type"] in (1, 2)]
    if below:
        return [leaf for child in below for leaf in _leaves(child, locale, path, names)]
    return [
        {
            "path": " ".join(path),
            "name": " ".join(names),
            "description": _said(node, "description", locale),
            "options": [_option(option, locale) for option in options],
            "places": [],
        }
    ]


def _option(option: dict[str, Any], locale: str) -> dict[str, Any]:
    shown = {key: option[key] for key in ("name", "type", "min_value", "max_value") if key in option}
    return shown | {
        "label": _said(option, "name", locale),
        "description": _said(option, "description", locale),
        "required": bool(option.get("required")),
        "autocomplete": bool(option.get("autocomplete")),
        "choices": [
            {"name": _said(choice, "name", locale), "value": choice["value"]}
            for choice in option.get("choices") or ()
        ],
    }


def _said(thing: dict[str, Any], key: str, locale: str) -> str:
    return str((thing.get(f"{key}_localizations") or {}).get(locale) or thing.get(key, ""))
