"""A label and its consequence are joined without a second colon, in every language."""

import re
from collections.abc import Iterator

import pytest

from bot.text.words import languages, words
from bot.views.menus import joined, named
from games import GAMES
from games.contract import State, walk
from tests.limits import OneMoment, as_table, layout_of, panel_levels, parts, timed

TABLES = [("guilds", 3, ("draft",)), ("lucca", 3, ()), ("tuir", 2, ()), ("towers", 2, ("nobles", "deals:2"))]
NO_WORDS = re.compile(r"<[^>]*>|https?://\S+|`[^`]*`")  # times, links, files
COLON = re.compile("[:：]")


def states(key: str, seats: int, options: tuple[str, ...]) -> list[State]:
    """Return some states of a random game."""
    return [step.state for n, step in enumerate(walk(GAMES[key], seats, "colons", options)) if n % 7 == 0]


def said(key: str, seats: int, state: State, language: str) -> Iterator[str]:
    """Yield every line, button, menu and entry of every seat's panel, with each of its menus opened."""
    table = timed(as_table(OneMoment(GAMES[key]), state, seats))
    for screen in (screen for seat in range(seats) for screen in panel_levels(table, seat, language)):
        for part in parts(layout_of(screen)):
            yield from part.get("content", "").splitlines()
            yield from (part.get("label") or "", part.get("placeholder") or "")
            for option in part.get("options", ()):
                yield from (option["label"], option.get("description") or "")


def doubled(line: str) -> bool:
    return len(COLON.findall(NO_WORDS.sub("", line))) > 1


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize(("key", "seats", "options"), TABLES)
def test_no_line_of_a_panel_has_two_colons(
    key: str, seats: int, options: tuple[str, ...], language: str
) -> None:
    found = {line for state in states(key, seats, options) for line in said(key, seats, state, language)}
    assert len(found) > 50
    assert not [line for line in found if doubled(line)]


def test_two_colons_are_seen_and_times_are_none() -> None:
    assert doubled("**Complete tower 5: +5, safe**: Conspiracy cannot harm it") and doubled("手札：赤: 1")
    assert not doubled("Your turn – <t:1900000000:R>: **A** `a:b:c`")


def test_a_name_has_a_colon_unless_there_is_one_already() -> None:
    say = words("en").say
    assert say(named("A", "on the left tower")) == "A: on the left tower"
    assert say(named("A1: red brick", "on B")) == "A1: red brick – on B"
    assert say(named("B", "over: obsidian")) == "B – over: obsidian"
    assert say(joined("Pass", "nothing happens")) == "Pass – nothing happens"
