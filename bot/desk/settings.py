"""/settings and /setup: what people and servers choose, a press a thing."""

from collections.abc import Awaitable, Callable
from typing import Any

import discord

from bot import clock
from bot.desk.answers import acknowledge, acknowledge_anew, answer, reader
from bot.desk.permissions import closed_to_us
from bot.errors import OLD, Refused
from bot.screens import ids
from bot.screens.choices import PLACES, chosen
from bot.screens.items import MOST_CHANNELS, Interaction
from bot.screens.mine import (
    DAY,
    EVENING,
    FROM,
    HOUR,
    LANGUAGE,
    MORNING,
    NOTICE_WORDS,
    NOTICES,
    SWITCHES,
    UNTIL,
    hour_screen,
    mine_screen,
    quiet_screen,
)
from bot.screens.parts import Screen
from bot.screens.server import ENDER_WORDS, ENDERS, PACE, PLACE, server_screen
from bot.screens.server import LANGUAGE as PUBLIC_LANGUAGE
from bot.stage.panels import Panels
from bot.tables.chosen import ServerSettings, UserSettings
from bot.tables.habits import Habits
from bot.tables.pace import PACES
from bot.words import languages
from games.core import Text

Change = dict[str, Any]
MAY_NOT = Text("Only those who may manage the server can choose this.")
IN_A_SERVER = Text("This command works in the channels of a server.")
HoursChanged = Callable[[int, UserSettings, UserSettings], Awaitable[None]]
HOURS = ("quiet_from", "quiet_until", "utc_offset")  # what changes when a slow clock stands still
SHOWN_IN_PANELS = ("locale", "large")  # what changes how a panel looks


class SettingsDesk:
    """The counter for what people choose for themselves, and for their server."""

    def __init__(self, habits: Habits, panels: Panels, hours_changed: HoursChanged) -> None:
        self._habits = habits
        self._hours_changed = hours_changed
        self._panels = panels

    # --- a person's ---

    async def mine(self, interaction: Interaction) -> None:
        """Show somebody what they have chosen."""
        await acknowledge_anew(interaction)
        settings = await self._habits.of(interaction.user.id)
        await answer(interaction, mine_screen(settings, await reader(interaction)))

    async def press_mine(self, interaction: Interaction, act: ids.Act, values: list[str]) -> None:
        """Keep a choice and show what is chosen now, in the language that may just have been chosen."""
        await acknowledge(interaction)
        user = interaction.user.id
        before = await self._habits.of(user)
        change = _mine(act, values, before, _minute())
        after = await self._habits.change(user, **change) if change else before
        if any(name in change for name in SHOWN_IN_PANELS):
            await self._panels.renew(user)
        if any(name in change for name in HOURS):
            await self._hours_changed(user, before, after)
        await answer(interaction, await self._page(interaction, act, after))

    async def _page(self, interaction: Interaction, act: ids.Act, settings: UserSettings) -> Screen:
        words, now = await reader(interaction), _minute()
        about_hours = act.name in ("quiet", "offset", "time") or (
            act.name == ids.OPTIONS and act.number in (HOUR, FROM, UNTIL)
        )
        if not about_hours:
            return mine_screen(settings, words)
        if act.name == "time" or settings.quiet_from < 0:
            return hour_screen(words, now)
        return quiet_screen(settings, words, now)

    # --- a server's ---

    async def server(self, interaction: Interaction) -> None:
        """Show those who may manage a server what it has chosen."""
        await acknowledge_anew(interaction)
        await self._show_server(interaction, await self._habits.server(_managed(interaction)))

    async def press_server(self, interaction: Interaction, act: ids.Act, values: list[str]) -> None:
        await acknowledge(interaction)
        guild = _managed(interaction)
        await self._show_server(interaction, await self._habits.change_server(guild, **_servers(act, values)))

    async def _show_server(self, interaction: Interaction, settings: ServerSettings) -> None:
        """Show what a server has chosen, and warn about channels in which we could not host a game."""
        closed = closed_to_us(interaction, settings.channels)
        await answer(interaction, server_screen(settings, await reader(interaction), closed))


def _managed(interaction: Interaction) -> int:
    """Return the server that somebody may manage; refuse all others, whatever they have on their screen."""
    if interaction.guild_id is None:
        raise Refused(IN_A_SERVER)
    if not interaction.permissions.manage_guild:
        raise Refused(MAY_NOT)
    return interaction.guild_id


def _minute() -> int:
    """Return the present minute of the day in UTC."""
    return int(clock.now()) // 60 % DAY


# --- from a press to what is stored --------------------------------------------------------------


def _mine(act: ids.Act, values: list[str], before: UserSettings, now: int) -> Change:
    """Return what a press changes for a person; nothing for one that only opens a page."""
    match act:
        case ids.Act("all" | "quiet" | "time"):
            return {}
        case ids.Act("off"):
            return {"quiet_from": -1, "quiet_until": -1}
        case ids.Act("offset", minutes) if 0 <= minutes < DAY:
            return {"utc_offset": minutes}
        case ids.Act(ids.OPTIONS, number) if values:
            return _picked(number, values[0], before, now)
        case ids.Act(name, on) if name in SWITCHES and on in (0, 1):
            return {SWITCHES[name][0]: bool(on)}
    raise Refused(OLD)


def _picked(number: int, value: str, before: UserSettings, now: int) -> Change:
    hour = int(value) % 24 if value.isdecimal() and len(value) < 3 else -1
    match number:
        case n if n == LANGUAGE and chosen(value) in ("", *languages()):
            return {"locale": chosen(value)}
        case n if n == NOTICES and value in NOTICE_WORDS:
            return {"notices": value}
        case n if n == HOUR and hour >= 0:
            offset = {"utc_offset": (hour - now // 60) * 60 % DAY}
            return offset if before.quiet_from >= 0 else offset | _hours(EVENING, MORNING)
        case n if n == FROM and hour >= 0:
            return _hours(hour * 60, before.quiet_until if before.quiet_until >= 0 else MORNING)
        case n if n == UNTIL and hour >= 0:
            return _hours(before.quiet_from if before.quiet_from >= 0 else EVENING, hour * 60)
    raise Refused(OLD)


def _hours(start: int, end: int) -> Change:
    """Return quiet hours; those without an end last eight hours."""
    return {"quiet_from": start, "quiet_until": end if end != start else (start + 8 * 60) % DAY}


def _servers(act: ids.Act, values: list[str]) -> Change:
    """Return what a press changes for a server."""
    if act.name == ids.CHANNELS and all(value.isdecimal() for value in values):
        return {"channels": tuple(map(int, values[:MOST_CHANNELS]))}
    value = chosen(values[0]) if values else "-"
    known: dict[int, tuple[str, Any]] = {
        PLACE: ("place", PLACES),
        PACE: ("pace", PACES),
        ENDERS: ("enders", ENDER_WORDS),
        PUBLIC_LANGUAGE: ("locale", ("", *languages())),
    }
    name, allowed = known.get(act.number, ("", ()))
    if act.name != ids.OPTIONS or value not in allowed:
        raise Refused(OLD)
    return {name: value}


def channels_of(interaction: Interaction, channels: tuple[int, ...]) -> tuple[int, ...]:
    """Return those of a server's chosen channels that are still there."""
    guild = interaction.guild
    return tuple(channel for channel in channels if guild and guild.get_channel(channel))


def stands_in(interaction: Interaction) -> set[int]:
    """Return the channel of a press, and the one that its thread belongs to."""
    parent = interaction.channel.parent_id if isinstance(interaction.channel, discord.Thread) else 0
    return {interaction.channel_id or 0, parent}
