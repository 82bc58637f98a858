"""/settings and /setup: what people and servers choose, a press a thing."""

from collections.abc import Awaitable, Callable
from typing import Any

import discord

from bot.base import timers
from bot.base.errors import BUTTON_IS_OLD, Refused
from bot.client.permissions import closed_to_us
from bot.delivery.panels import Panels
from bot.domain.pace import PACES
from bot.domain.settings import ServerSettings, UserSettings
from bot.handlers.acts import Acts
from bot.handlers.responses import acknowledge, acknowledge_anew, answer, reader
from bot.service.settings import SettingsCache
from bot.text.languages import languages
from bot.views.parts import custom_ids
from bot.views.parts.choices import PLACES, chosen
from bot.views.parts.items import MAX_CHANNELS_PICKED, Interaction
from bot.views.parts.screen import Screen
from bot.views.server_settings import ENDER_WORDS, ENDERS, PACE, PLACE, server_settings_screen
from bot.views.server_settings import LANGUAGE as PUBLIC_LANGUAGE
from bot.views.settings import (
    EVENING,
    FROM,
    HOUR,
    LANGUAGE,
    MINUTES_PER_DAY,
    MORNING,
    NOTICE_WORDS,
    NOTICES,
    SWITCHES,
    UNTIL,
    hour_screen,
    quiet_screen,
    settings_screen,
)
from games.core import Text

SettingChange = dict[str, Any]
MAY_NOT = Text("Only those who may manage the server can choose this.")
IN_A_SERVER = Text("This command works in the channels of a server.")
HoursChanged = Callable[[int, UserSettings, UserSettings], Awaitable[None]]
CLOCK_SETTINGS = ("quiet_from", "quiet_until", "utc_offset")  # what changes when a slow clock stands still
SHOWN_IN_PANELS = ("locale", "large")  # what changes how a panel looks


class SettingsHandler:
    """The counter for what people choose for themselves, and for their server."""

    def __init__(self, habits: SettingsCache, panels: Panels, hours_changed: HoursChanged) -> None:
        self._habits = habits
        self._hours_changed = hours_changed
        self._panels = panels

    def acts(self) -> Acts:
        return {(custom_ids.MineId, ""): self._press_mine, (custom_ids.ServerId, ""): self._press_server}

    # --- a person's ---

    async def mine(self, interaction: Interaction) -> None:
        """Show somebody what they have chosen."""
        await acknowledge_anew(interaction)
        settings = await self._habits.of(interaction.user.id)
        await answer(interaction, settings_screen(settings, await reader(interaction)))

    async def _press_mine(self, interaction: Interaction, id: custom_ids.MineId, values: list[str]) -> None:
        """Keep a choice and show what is chosen now, in the language that may just have been chosen."""
        await acknowledge(interaction)
        user = interaction.user.id
        before = await self._habits.of(user)
        change = _mine(id.act, values, before, _minute())
        after = await self._habits.change(user, **change) if change else before
        if any(name in change for name in SHOWN_IN_PANELS):
            await self._panels.renew(user)
        if any(name in change for name in CLOCK_SETTINGS):
            await self._hours_changed(user, before, after)
        await answer(interaction, await self._page(interaction, id.act, after))

    async def _page(self, interaction: Interaction, act: custom_ids.Act, settings: UserSettings) -> Screen:
        words, now = await reader(interaction), _minute()
        about_hours = act.name in ("quiet", "offset", "time") or (
            act.name == custom_ids.OPTIONS and act.number in (HOUR, FROM, UNTIL)
        )
        if not about_hours:
            return settings_screen(settings, words)
        if act.name == "time" or settings.quiet_from < 0:
            return hour_screen(words, now)
        return quiet_screen(settings, words, now)

    # --- a server's ---

    async def server(self, interaction: Interaction) -> None:
        """Show those who may manage a server what it has chosen."""
        await acknowledge_anew(interaction)
        await self._show_server(interaction, await self._habits.server(_managed(interaction)))

    async def _press_server(
        self, interaction: Interaction, id: custom_ids.ServerId, values: list[str]
    ) -> None:
        await acknowledge(interaction)
        guild = _managed(interaction)
        await self._show_server(
            interaction, await self._habits.change_server(guild, **_servers(id.act, values))
        )

    async def _show_server(self, interaction: Interaction, settings: ServerSettings) -> None:
        """Show what a server has chosen, and warn about channels in which we could not host a game."""
        closed = closed_to_us(interaction, settings.channels)
        await answer(interaction, server_settings_screen(settings, await reader(interaction), closed))


def _managed(interaction: Interaction) -> int:
    """Return the server that somebody may manage; refuse all others, whatever they have on their screen."""
    if interaction.guild_id is None:
        raise Refused(IN_A_SERVER)
    if not interaction.permissions.manage_guild:
        raise Refused(MAY_NOT)
    return interaction.guild_id


def _minute() -> int:
    """Return the present minute of the day in UTC."""
    return int(timers.now()) // 60 % MINUTES_PER_DAY


# --- from a press to what is stored --------------------------------------------------------------


def _mine(act: custom_ids.Act, values: list[str], before: UserSettings, now: int) -> SettingChange:
    """Return what a press changes for a person; nothing for one that only opens a page."""
    match act:
        case custom_ids.Act("all" | "quiet" | "time"):
            return {}
        case custom_ids.Act("off"):
            return {"quiet_from": -1, "quiet_until": -1}
        case custom_ids.Act("offset", minutes) if 0 <= minutes < MINUTES_PER_DAY:
            return {"utc_offset": minutes}
        case custom_ids.Act(custom_ids.OPTIONS, number) if values:
            return _picked(number, values[0], before, now)
        case custom_ids.Act(name, on) if name in SWITCHES and on in (0, 1):
            return {SWITCHES[name][0]: bool(on)}
    raise Refused(BUTTON_IS_OLD)


def _picked(number: int, value: str, before: UserSettings, now: int) -> SettingChange:
    hour = int(value) % 24 if value.isdecimal() and len(value) < 3 else -1
    match number:
        case n if n == LANGUAGE and chosen(value) in ("", *languages()):
            return {"locale": chosen(value)}
        case n if n == NOTICES and value in NOTICE_WORDS:
            return {"notices": value}
        case n if n == HOUR and hour >= 0:
            offset = {"utc_offset": (hour - now // 60) * 60 % MINUTES_PER_DAY}
            return offset if before.quiet_from >= 0 else offset | _hours(EVENING, MORNING)
        case n if n == FROM and hour >= 0:
            return _hours(hour * 60, before.quiet_until if before.quiet_until >= 0 else MORNING)
        case n if n == UNTIL and hour >= 0:
            return _hours(before.quiet_from if before.quiet_from >= 0 else EVENING, hour * 60)
    raise Refused(BUTTON_IS_OLD)


def _hours(start: int, end: int) -> SettingChange:
    """Return quiet hours; those without an end last eight hours."""
    return {"quiet_from": start, "quiet_until": end if end != start else (start + 8 * 60) % MINUTES_PER_DAY}


def _servers(act: custom_ids.Act, values: list[str]) -> SettingChange:
    """Return what a press changes for a server."""
    if act.name == custom_ids.CHANNELS and all(value.isdecimal() for value in values):
        return {"channels": tuple(map(int, values[:MAX_CHANNELS_PICKED]))}
    value = chosen(values[0]) if values else "-"
    known: dict[int, tuple[str, Any]] = {
        PLACE: ("place", PLACES),
        PACE: ("pace", PACES),
        ENDERS: ("enders", ENDER_WORDS),
        PUBLIC_LANGUAGE: ("locale", ("", *languages())),
    }
    name, allowed = known.get(act.number, ("", ()))
    if act.name != custom_ids.OPTIONS or value not in allowed:
        raise Refused(BUTTON_IS_OLD)
    return {name: value}


def channels_of(interaction: Interaction, channels: tuple[int, ...]) -> tuple[int, ...]:
    """Return those of a server's chosen channels that are still there."""
    guild = interaction.guild
    return tuple(channel for channel in channels if guild and guild.get_channel(channel))


def stands_in(interaction: Interaction) -> set[int]:
    """Return the channel of a press, and the one that its thread belongs to."""
    parent = interaction.channel.parent_id if isinstance(interaction.channel, discord.Thread) else 0
    return {interaction.channel_id or 0, parent}
