"""What a bot would send to the playground's Discord, without a bot."""

from typing import Any

from bot.playground.world import CHANNEL, World

V2 = 1 << 15


def words(*texts: str, buttons: tuple[dict[str, Any], ...] = ()) -> list[dict[str, Any]]:
    """A container with some text, and a row of buttons."""
    parts: list[dict[str, Any]] = [{"type": 10, "content": text} for text in texts]
    if buttons:
        parts.append({"type": 1, "components": list(buttons)})
    return [{"type": 17, "components": parts}]


def link(label: str, url: str) -> dict[str, Any]:
    return {"type": 2, "style": 5, "label": label, "url": url}


def post(world: World, channel: int = CHANNEL, flags: int = 0, **body: Any) -> int:
    body["flags"] = flags | (V2 if "components" in body else 0)
    answer = world.discord.request("POST", f"/channels/{channel}/messages", body, {}, [], None)
    return int(answer["id"])


def edit(world: World, number: int, channel: int = CHANNEL, **body: Any) -> None:
    world.discord.request("PATCH", f"/channels/{channel}/messages/{number}", body, {}, [], None)
