"""The interactive items of every message: buttons and menus that outlive restarts."""

from collections.abc import Iterator, Sequence
from typing import Any

import discord
from discord import ui

from bot.text.shortening import truncated
from bot.views.parts.widths import at_word
from games.core import LINE

BUTTON_COLUMNS = 34  # of a button's label, so that a phone shows all of it; Discord would take 80 characters
PLACEHOLDER = 150  # characters of a menu's title
MAX_CHANNELS_PICKED = 25  # chosen in one menu
TABLES_STAND_IN = (  # a forum's posts are threads
    discord.ChannelType.text,
    discord.ChannelType.news,
    discord.ChannelType.voice,
    discord.ChannelType.forum,
)


Interaction = discord.Interaction[discord.Client]

STYLES = {
    "plain": discord.ButtonStyle.primary,
    "quiet": discord.ButtonStyle.secondary,
    "idle": discord.ButtonStyle.secondary,
    "good": discord.ButtonStyle.success,
    "danger": discord.ButtonStyle.danger,
}


class Press(ui.Button[Any]):
    """Any button of the bot: its id says everything, so that it outlives edits and restarts.

    Every press comes in by `PressListener`; discord.py need not keep the item, nor build it again.
    """

    def __init__(
        self, id: str, label: str, style: str = "quiet", *, disabled: bool = False, emblem: str = ""
    ) -> None:
        super().__init__(
            label=at_word(label, BUTTON_COLUMNS),
            custom_id=id,
            style=STYLES[style],
            disabled=disabled,
            emoji=emblem or None,
        )

    def is_dispatchable(self) -> bool:
        return False


class Pick(ui.Select[Any]):
    """Any menu of the bot."""

    def __init__(
        self, id: str, title: str, options: list[discord.SelectOption], least: int = 1, most: int = 1
    ) -> None:
        super().__init__(
            custom_id=id,
            placeholder=truncated(title, PLACEHOLDER),
            options=options,
            min_values=least,
            max_values=most,
        )

    def is_dispatchable(self) -> bool:
        return False


class PickChannels(ui.ChannelSelect[Any]):
    """A menu of the server's channels, of which any number may be chosen."""

    def __init__(self, id: str, title: str, chosen: Sequence[int] = ()) -> None:
        super().__init__(
            custom_id=id,
            placeholder=truncated(title, PLACEHOLDER),
            channel_types=[*TABLES_STAND_IN],
            default_values=[discord.Object(channel) for channel in chosen[:MAX_CHANNELS_PICKED]],
            min_values=0,
            max_values=MAX_CHANNELS_PICKED,
        )

    def is_dispatchable(self) -> bool:
        return False


class Link(ui.Button[Any]):
    """A button that leads to a message; nobody has to answer it, so it may stand beside the others."""

    def __init__(self, address: str, label: str) -> None:
        super().__init__(label=at_word(label, BUTTON_COLUMNS), url=address, style=discord.ButtonStyle.link)


def option(
    value: str, label: str, detail: str = "", *, default: bool = False, emblem: str = ""
) -> discord.SelectOption:
    return discord.SelectOption(
        emoji=emblem or None,
        value=value,
        label=truncated(label, LINE),
        description=truncated(detail, LINE) or None,
        default=default,
    )


def pressed_id(interaction: Interaction) -> str:
    """Return the id of the item that was pressed."""
    data: Any = interaction.data or {}
    return str(data.get("custom_id", ""))


def is_form(interaction: Interaction) -> bool:
    """Say whether something was typed into a form and sent in, not pressed."""
    return interaction.type is discord.InteractionType.modal_submit


def chosen_values(interaction: Interaction) -> list[str]:
    """Return the values of the options that were chosen in a menu."""
    data: Any = interaction.data or {}
    return list(data.get("values", []))


def ids_in(parts: Any) -> Iterator[str]:
    """Yield the ids of all items in a message's components."""
    for part in parts:
        if id := getattr(part, "custom_id", None):
            yield id
        yield from ids_in(getattr(part, "children", None) or getattr(part, "components", None) or ())
        if accessory := getattr(part, "accessory", None):
            yield from ids_in([accessory])
