"""What a server chooses: /setup, one private message for those who may manage it."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any

from discord import ui

from bot.domain.pace import PACES
from bot.domain.settings import ServerSettings
from bot.text.words import Words
from bot.views.parts import custom_ids
from bot.views.parts.choices import PLACES, language_choices, menu, said
from bot.views.parts.items import PickChannels
from bot.views.parts.screen import Screen, layout, row
from games.core import Text

PLACE, PACE, ENDERS, LANGUAGE = range(4)  # the menus
ENDER_WORDS = {
    "moderators": Text("Moderators", ctx="who may end a table"),
    "hosts": Text("Moderators and the host of the table"),
    "players": Text("Moderators and its players"),
}


Closed = Mapping[tuple[Text, ...], Sequence[int]]  # channels in which we may not write, by what we lack there


def server_settings_screen(
    settings: ServerSettings, words: Words, closed: Closed = MappingProxyType({})
) -> Screen:
    """Show what a server has chosen, a menu a thing."""
    title = Text("Settings of this server, for tables that are opened from now on")
    items: list[ui.Item[Any]] = [
        ui.TextDisplay(f"### {words.say(title)}"),
        *_channels(settings, words, closed),
    ]
    menus = (
        (PLACE, Text("Where tables stand"), said(PLACES, words), settings.place),
        (PACE, Text("Pace of new tables"), said(PACES, words), settings.pace),
        (ENDERS, Text("Who may end a table"), said(ENDER_WORDS, words), settings.enders),
        (LANGUAGE, Text("Language of public texts"), _languages(words), settings.locale),
    )
    for number, name, choices, now in menus:
        items += menu(custom_ids.server(custom_ids.OPTIONS, number), words.say(name), choices, now)
    return Screen(layout(*items))


def _channels(settings: ServerSettings, words: Words, closed: Closed) -> list[ui.Item[Any]]:
    title, usual = words.say(Text("Channels in which tables may be opened")), Text("None chosen: in all.")
    pick = PickChannels(custom_ids.server(custom_ids.CHANNELS, 0), title, settings.channels)
    warnings = [f"⚠️ {words.say(_warning(missing, where))}" for missing, where in closed.items()]
    said = "\n".join([f"**{title}**\n-# {words.say(usual)}", *warnings])
    return [ui.TextDisplay(said), row(pick)]


def _warning(missing: tuple[Text, ...], channels: Sequence[int]) -> Text:
    where = tuple(f"<#{channel}>" for channel in channels)
    return Text(
        "I cannot run a game in {channels}. There I still need: {permissions}",
        channels=where,
        permissions=missing,
    )


def _languages(words: Words) -> list[tuple[str, str]]:
    return language_choices(words, Text("The server's own language"))
