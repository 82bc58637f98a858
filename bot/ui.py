"""The interactive items of every message, and the guard around every press."""

import logging
import secrets
from collections.abc import Awaitable, Iterator
from typing import Any, Self

import discord
from discord import ui

from bot.database import StoreTrouble
from bot.lobby import Refused
from bot.logs import trace
from bot.words import words
from games.core import Text

log = logging.getLogger(__name__)

# Unknown or expired interaction, answered already, the panel gone for a newer one: not a failed move.
LATE = {10062, 40060, 10015, 50027, 10008}

# Ids: t: a panel's question, p: a table's fixed buttons, l: a lobby, r: the rules. Selects end in s, x or o
# and a number. They hold numbers and marks only, never a card.
BUTTON = r"[tplr]:[0-9a-z:!-]*:(?![sxo]\d)[0-9a-z!-]+"
SELECT = r"[tpl]:[0-9a-z:!-]*:[sxo]\d+"

STYLES = {
    "plain": discord.ButtonStyle.primary,
    "quiet": discord.ButtonStyle.secondary,
    "idle": discord.ButtonStyle.secondary,
    "good": discord.ButtonStyle.success,
    "danger": discord.ButtonStyle.danger,
}


def clip(text: str, most: int) -> str:
    """Shorten a text to Discord's limit."""
    return text if len(text) <= most else text[: most - 1] + "…"


class Press(ui.DynamicItem[ui.Button[Any]], template=BUTTON):
    """Any button of the bot; outlives restarts, since its id says everything."""

    def __init__(self, id: str, label: str, style: str = "quiet", *, disabled: bool = False) -> None:
        button: ui.Button[Any] = ui.Button(
            label=clip(label, 80), custom_id=id, style=STYLES[style], disabled=disabled
        )
        super().__init__(button)

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction[Any], item: ui.Item[Any], match: Any
    ) -> Self:
        return cls(match.string, "-")

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        await guarded(interaction, interaction.client.desk.press(interaction))


class Pick(ui.DynamicItem[ui.Select[Any]], template=SELECT):
    """Any menu of the bot."""

    def __init__(
        self, id: str, title: str, options: list[discord.SelectOption], least: int = 1, most: int = 1
    ) -> None:
        select: ui.Select[Any] = ui.Select(
            custom_id=id, placeholder=clip(title, 150), options=options, min_values=least, max_values=most
        )
        super().__init__(select)

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction[Any], item: ui.Item[Any], match: Any
    ) -> Self:
        return cls(match.string, "-", [discord.SelectOption(label="-")])

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        await guarded(interaction, interaction.client.desk.press(interaction))


ITEMS: tuple[type[ui.DynamicItem[Any]], ...] = (Press, Pick)


def render() -> str:
    """Return a fresh mark: Discord sends nothing when a chosen option is chosen again."""
    return secrets.token_hex(3)


def option(value: str, label: str, detail: str = "", *, default: bool = False) -> discord.SelectOption:
    return discord.SelectOption(
        value=value, label=clip(label, 100), description=clip(detail, 100) or None, default=default
    )


def pressed_id(interaction: discord.Interaction[Any]) -> str:
    """Return the id of the item that was pressed."""
    data: Any = interaction.data or {}
    return str(data.get("custom_id", ""))


def ids(parts: Any) -> Iterator[str]:
    """Yield the ids of all items in a message's components."""
    for part in parts:
        if id := getattr(part, "custom_id", None):
            yield id
        yield from ids(getattr(part, "children", None) or getattr(part, "components", None) or ())
        if accessory := getattr(part, "accessory", None):
            yield from ids([accessory])


async def guarded(interaction: discord.Interaction[Any], work: Awaitable[None]) -> None:
    """Do the work of a press; whatever happens, the person gets an answer."""
    say = words(str(interaction.locale)).say
    try:
        await work
    except Refused as refused:
        await tell(interaction, say(refused.reason))
    except StoreTrouble as trouble:
        log.error("%s", trouble)
        sentence = Text(
            "The game cannot be saved at the moment, so nothing was changed. Please try again later."
        )
        await tell(interaction, say(sentence))
    except discord.HTTPException as error:
        if error.code not in LATE:
            await incident(interaction, error)
    except Exception as error:
        await incident(interaction, error)
    finally:
        if watch := interaction.extras.pop("watch", None):  # see Campanile.on_interaction
            watch.cancel()


async def incident(interaction: discord.Interaction[Any], error: Exception) -> None:
    """Log an error under a number, and tell the person the number, never the trace."""
    number = secrets.token_hex(3)
    log.error("incident %s\n%s", number, trace(error))
    sentence = Text(
        "Something went wrong here (incident {number}). Nothing is lost: try again.", number=number
    )
    await tell(interaction, words(str(interaction.locale)).say(sentence))


async def tell(interaction: discord.Interaction[Any], sentence: str) -> None:
    """Answer one person privately, whatever was answered before."""
    view = ui.LayoutView(timeout=None)
    view.add_item(ui.TextDisplay(clip(sentence, 3900)))
    try:
        if not interaction.response.is_done():
            await interaction.response.send_message(view=view, ephemeral=True)
        elif interaction.response.type is discord.InteractionResponseType.deferred_channel_message:
            await interaction.edit_original_response(view=view)
        else:
            await interaction.followup.send(view=view, ephemeral=True)
    except discord.HTTPException as error:
        log.info("an answer did not arrive (%s)", error.code)
