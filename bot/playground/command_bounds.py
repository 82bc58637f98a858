"""What Discord's documentation lets a slash command hold: names, lengths, counts and numbers.

Says what is wrong as Discord does: `{"options": {"0": {"max_value": {"_errors": [...]}}}}`.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import discord

NAME = re.compile(r"[-_'\w]{1,32}")
MENU_NAME = 32  # characters of a menu on a person or message, any of them
DESCRIPTION = 100
OPTIONS, CHOICES = 25, 25
CHOICE_NAME, CHOICE_TEXT = 100, 100
LENGTHS = {"min_length": (0, 6000), "max_length": (1, 6000)}
LARGEST = 2**53 - 1  # of an integer or a number, and of their bounds
CHARACTERS = 8000  # of a command: names, descriptions and values, each in its longest language
MOST = {1: 100, 2: 15, 3: 15}  # commands of a kind: typed, on a person, on a message
LOCALES = frozenset(locale.value for locale in discord.Locale)

Told = Mapping[str, Any]
Wrong = Iterator[tuple[tuple[str, ...], str]]  # the way to a field, and what is wrong with it


def refusal(commands: Sequence[Told]) -> dict[str, Any]:
    """Return the fields of a bulk overwrite that Discord would refuse, by the number of their command."""
    wrong = [((str(n), *path), told) for n, one in enumerate(commands) for path, told in _command(one)]
    return _nested([*wrong, *_together(commands)])


def refusal_of(command: Told) -> dict[str, Any]:
    """Return the fields of one command that Discord would refuse."""
    return _nested([*_command(command)])


def _nested(wrong: Sequence[tuple[tuple[str, ...], str]]) -> dict[str, Any]:
    errors: dict[str, Any] = {}
    for path, told in wrong:
        at = errors
        for key in path:
            at = at.setdefault(key, {})
        at.setdefault("_errors", []).append({"code": "BASE_TYPE_BAD_VALUE", "message": told})
    return errors


def _together(commands: Sequence[Told]) -> Wrong:
    counts = Counter(one.get("type", 1) for one in commands)
    for n, one in enumerate(commands):
        kind = one.get("type", 1)
        if counts[kind] > MOST[kind]:
            yield (str(n),), f"Must be {MOST[kind]} or fewer of a kind."
        if sum(other["name"] == one["name"] and other.get("type", 1) == kind for other in commands) > 1:
            yield (str(n), "name"), "Application command names must be unique"


def _command(told: Told) -> Wrong:
    if told.get("type", 1) != 1:
        yield from _said(told, "name", lambda name: 1 <= len(name) <= MENU_NAME)
        if told.get("description"):
            yield ("description",), "Context menu commands cannot have description"
        return
    yield from _named(told)
    yield from _options(told.get("options") or ())
    if (count := _characters(told)) > CHARACTERS:
        yield (), f"Command exceeds maximum size ({CHARACTERS}): {count}"


def _named(told: Told) -> Wrong:
    yield from _said(told, "name", lambda name: bool(NAME.fullmatch(name)) and name == name.lower())
    yield from _said(told, "description", lambda said: 1 <= len(said) <= DESCRIPTION)


def _said(told: Told, field: str, fits: Callable[[str], bool]) -> Wrong:
    """Look at a text in all its languages."""
    if not fits(str(told.get(field, ""))):
        yield (field,), "String value did not validate."
    for locale, said in (told.get(f"{field}_localizations") or {}).items():
        if locale not in LOCALES or not fits(said):
            yield (f"{field}_localizations", locale), "String value did not validate."


def _options(options: Sequence[Told]) -> Wrong:
    if len(options) > OPTIONS:
        yield ("options",), f"Must be {OPTIONS} or fewer in length."
    names, optional = set[str](), False
    for n, option in enumerate(options):
        path = ("options", str(n))
        if option["name"] in names:
            yield (*path, "name"), "Option names must be unique"
        if option.get("required") and optional:
            yield (*path, "required"), "Required options must be placed before non-required options"
        names.add(option["name"])
        optional = optional or not option.get("required")
        yield from (((*path, *way), wrong) for way, wrong in _option(option))


def _option(option: Told) -> Wrong:
    yield from _named(option)
    choices = option.get("choices") or ()
    if len(choices) > CHOICES or (choices and option.get("autocomplete")):
        yield ("choices",), f"Must be {CHOICES} or fewer in length, and none beside autocomplete."
    for n, choice in enumerate(choices):
        yield from ((("choices", str(n), *way), wrong) for way, wrong in _choice(choice))
    for field in ("min_value", "max_value"):
        if abs(option.get(field) or 0) > LARGEST:
            yield (field,), f"int value should be between -{LARGEST} and {LARGEST}."
    for field, (least, most) in LENGTHS.items():
        if not least <= option.get(field, least) <= most:
            yield (field,), f"int value should be between {least} and {most}."


def _choice(choice: Told) -> Wrong:
    yield from _said(choice, "name", lambda name: 1 <= len(name) <= CHOICE_NAME)
    value = choice["value"]
    if len(value) > CHOICE_TEXT if isinstance(value, str) else abs(value) > LARGEST:
        yield ("value",), "Value is too long."


def _characters(told: Told) -> int:
    """Count the characters of a command or option as Discord does."""
    longest = sum(
        max(map(len, (str(told.get(field, "")), *(told.get(f"{field}_localizations") or {}).values())))
        for field in ("name", "description")
    )
    values = len(told["value"]) if isinstance(told.get("value"), str) else 0
    parts = (*(told.get("options") or ()), *(told.get("choices") or ()))
    return longest + values + sum(map(_characters, parts))
