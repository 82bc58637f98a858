"""What a person chooses for themselves: /settings, in one private message."""

from typing import Any

from discord import ui

from bot.domain.settings import UserSettings
from bot.text.words import Words
from bot.views.parts import custom_ids
from bot.views.parts.choices import language_choices, menu, said
from bot.views.parts.items import Press
from bot.views.parts.screen import Screen, layout, row, rows
from games.core import Text

LANGUAGE, NOTICES, HOUR, FROM, UNTIL = range(5)  # the menus
NOTICE_WORDS = {
    "channel": Text("In the channel, with my name"),
    "dm": Text("By DM"),
    "none": Text("Not at all"),  # Note: how to be called when it is my turn
}
SWITCHES = {  # what is switched on or off with a press
    "dm": ("by_dm", Text("Open my panel by DM")),
    "large": ("large", Text("Larger pictures")),
    "sure": ("sure", Text("Ask again before a red move")),
}
QUIET_HOURS = Text("Quiet hours")
MINUTES_PER_DAY = 24 * 60  # minutes
EVENING, MORNING = 22 * 60, 7 * 60  # the quiet hours of somebody who has not chosen others


def settings_screen(settings: UserSettings, words: Words) -> Screen:
    """Show what somebody has chosen, each thing with its menu or switch."""
    title = Text("Your settings, in every server")
    items: list[ui.Item[Any]] = [ui.TextDisplay(f"### {words.say(title)}")]
    spoken = language_choices(words, Text("As in my Discord"))
    items += menu(
        custom_ids.mine(custom_ids.OPTIONS, LANGUAGE),
        words.say(Text("Language", ctx="setting")),
        spoken,
        settings.locale,
    )
    calls = words.say(Text("When it is my turn, call me"))
    items += menu(
        custom_ids.mine(custom_ids.OPTIONS, NOTICES), calls, said(NOTICE_WORDS, words), settings.notices
    )
    switches = [_switch(act, getattr(settings, name), text, words) for act, (name, text) in SWITCHES.items()]
    return Screen(layout(*items, *rows(switches), *_quiet_row(settings, words)))


def _switch(act: str, on: bool, text: Text, words: Words) -> Press:
    """Return a switch; its id says what it will be, so that a double click counts once."""
    return Press(
        custom_ids.mine(act, int(not on)),
        words.say(text),
        "good" if on else "quiet",
        emblem="✅" if on else "⬜",
    )


def _quiet_row(settings: UserSettings, words: Words) -> list[ui.Item[Any]]:
    if settings.quiet_from < 0:
        return [row(Press(custom_ids.mine("quiet"), words.say(QUIET_HOURS), emblem="⬜"))]
    hours = Text(
        "Quiet hours: {start} to {end}", start=_time(settings.quiet_from), end=_time(settings.quiet_until)
    )
    return [row(Press(custom_ids.mine("quiet"), words.say(hours), "good", emblem="✅"))]


# --- quiet hours ---


def hour_screen(words: Words, now: int) -> Screen:
    """Ask for the present hour: Discord tells nobody's time zone. `now` is the minute of the day in UTC."""
    why = Text(
        "In quiet hours nobody calls you, and slow clocks stand still for up to eight hours a day."
        " Discord does not tell where you are: what time is it for you now?"
    )
    times = [(str(hour), _time(hour * 60 + now % 60)) for hour in range(24)]
    title = words.say(Text("My clock shows"))
    asked = menu(custom_ids.mine(custom_ids.OPTIONS, HOUR), title, times, "-")
    return Screen(layout(ui.TextDisplay(words.say(why)), *asked, row(_back(words))))


def quiet_screen(settings: UserSettings, words: Words, now: int) -> Screen:
    """Let somebody choose when to be left alone, and set the clock right by which it is told."""
    local = (now + settings.utc_offset) % MINUTES_PER_DAY
    clock = Text("Your clock shows {time}.", time=_time(local))
    start = [(str(hour), _time(hour * 60)) for hour in range(24)]
    end = [(str(hour), _time(hour * 60)) for hour in range(24) if hour * 60 != settings.quiet_from]
    items: list[ui.Item[Any]] = [ui.TextDisplay(f"### {words.say(QUIET_HOURS)}")]
    began, ended = str(settings.quiet_from // 60), str(settings.quiet_until // 60)
    items += menu(
        custom_ids.mine(custom_ids.OPTIONS, FROM), words.say(Text("From", ctx="quiet hours")), start, began
    )
    items += menu(
        custom_ids.mine(custom_ids.OPTIONS, UNTIL), words.say(Text("Until", ctx="quiet hours")), end, ended
    )
    items.append(ui.TextDisplay(f"-# {words.say(clock)}"))
    off = Press(custom_ids.mine("off"), words.say(Text("No quiet hours")))
    return Screen(layout(*items, row(*_corrections(settings, words)), row(off, _back(words))))


def _corrections(settings: UserSettings, words: Words) -> list[Press]:
    """Return what sets the clock right; some countries are half an hour or a quarter beside the others."""
    half, quarter = ((settings.utc_offset + minutes) % MINUTES_PER_DAY for minutes in (30, 15))
    return [
        Press(custom_ids.mine("time"), words.say(Text("It is another hour"))),
        Press(custom_ids.mine("offset", half), words.say(Text("Half an hour later"))),
        Press(custom_ids.mine("offset", quarter), words.say(Text("A quarter later"))),
    ]


def _back(words: Words) -> Press:
    return Press(custom_ids.mine("all"), words.say(Text("All settings")))


def _time(minutes: int) -> str:
    return f"{minutes // 60 % 24:02}:{minutes % 60:02}"
