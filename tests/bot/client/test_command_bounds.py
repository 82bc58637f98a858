"""All that is sent as commands keeps to what Discord documents; what does not is found and named."""

import copy

import pytest

from bot.client.command_sync import refused_fields
from bot.ops.doctor_commands import our_commands
from bot.playground.command_bounds import CHARACTERS, MOST, refusal, refusal_of


@pytest.fixture(scope="module")
def told():
    import asyncio

    return asyncio.run(our_commands())


def test_every_command_in_every_language_keeps_to_the_documented_bounds(told):
    assert len(told) > 15 and refusal(told) == {}
    assert any(option.get("max_value", 0) > 2**31 for one in told for option in one.get("options", ()))


def named(told, name):
    commands = copy.deepcopy(told)
    return commands, next(one for one in commands if one["name"] == name)


class Refusing(Exception):
    """What discord.py raises, as far as it is read."""

    text = "Invalid Form Body"

    def __init__(self, errors):
        self._errors = errors


@pytest.mark.parametrize(
    ("change", "field"),
    [
        (lambda c: c["options"][0].update(max_value=2**53), "options.table.max_value"),
        (lambda c: c["options"][0].update(min_value=-(2**53)), "options.table.min_value"),
        (lambda c: c["options"][0].update(description=""), "options.table.description"),
        (lambda c: c["options"][0].update(name="Table"), "options.Table.name"),
        (lambda c: c["options"][0]["name_localizations"].update(fr="x" * 33), "name_localizations.fr"),
        (lambda c: c["options"][0]["name_localizations"].update(xx="x"), "name_localizations.xx"),
        (lambda c: c["options"][0].update(choices=[{"name": "a", "value": 1}] * 26), "choices"),
        (lambda c: c["options"][0].update(choices=[{"name": "a" * 101, "value": 1}]), "choices.a"),
        (lambda c: c.update(description="x" * 101), "description"),
        (lambda c: c.update(name="two words"), "name"),
        (lambda c: c.update(options=c["options"] * 26), "options"),
        (lambda c: c.update(options=c["options"] * 2), "options.table.name"),
    ],
)
def test_a_field_out_of_bounds_is_found_and_named_in_one_line(told, change, field):
    commands, replay = named(told, "replay")
    change(replay)
    for said in (
        refused_fields(Refusing(refusal(commands)), commands),
        refused_fields(Refusing(refusal_of(replay)), replay),
    ):
        assert field in said and "\n" not in said


def test_too_many_characters_or_commands_are_found(told):
    commands, replay = named(told, "replay")
    replay["options"] = [
        {**replay["options"][0], "name": f"o{n}", "description": "x" * 100, "choices": choices(n)}
        for n in range(4)
    ]
    assert f"({CHARACTERS})" in refused_fields(Refusing(refusal(commands)), commands)
    many = [{"name": f"c{n}", "description": "x"} for n in range(MOST[1] + 1)]
    assert refusal(many) and not refusal(many[1:])
    assert "unique" in str(refusal([many[0], many[0]]))


def choices(n):
    return [{"name": f"{i:0100}", "value": f"{n}{i:099}"} for i in range(25)]


def test_what_discord_says_without_naming_a_field_is_told_as_it_is():
    assert refused_fields(Refusing(None), []) == "Invalid Form Body"
