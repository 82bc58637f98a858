"""One table, four languages: all read their own, the table speaks the server's, one picture serves all."""

import random

from bot.ops.doctor_commands import our_commands
from bot.text.words import words
from bot.views.board import table_screen
from bot.views.panels import panel_screen
from games.core import Text
from tests.discord import sim
from tests.discord.people import in_room

SPOKEN = ("ja", "fr", "it", "en-US")


async def chosen(person, shown, value):
    """Choose a value in the menu of a private message that offers it."""
    result = await person.actor.select(shown, [value], custom_id=person.menu_with(shown, value))
    assert result.acknowledged
    return result


async def four_at_lucca(room, spoken):
    """Let four people with four languages sit down at a table of Lucca, in a server that speaks French."""
    people = room.people[:4]
    for person, language in zip(people, SPOKEN, strict=True):
        spoken[person.id] = language
    await room.app.core.services.settings.change_server(room.guild.id, locale="fr")
    await people[0].slash(room.channel, "play", game="lucca")
    lobby = room.public()[-1]
    for person in people[1:]:
        await person.actor.click(lobby, custom_id="l:1:join")
    await people[0].actor.click(lobby, custom_id="l:1:start")
    for person in people:
        shown = await person.actor.click(room.public()[0], custom_id="p:1:hand")
        person.panel = shown.response
    return people


def prompt_in(table, seat, language):
    """Return what a seat is asked, in a language."""
    return words(language).say(table.offer(seat).prompt)


@in_room
async def test_four_people_read_four_languages_at_one_table(room):
    with sim.locales() as spoken:
        people = await four_at_lucca(room, spoken)
        table, board = await room.services.tables.table(1), room.public()[0]
        said = [prompt_in(table, seat, language) for seat, language in enumerate(SPOKEN)]
        assert len(set(said)) == 4, "four languages"
        for seat, person in enumerate(people):
            assert said[seat] in person.text(), SPOKEN[seat]
            others = [other for number, other in enumerate(said) if number != seat]
            assert not any(other in person.text() for other in others), SPOKEN[seat]
        public = people[0].text(board)
        assert words("fr").say(table.rules.page(table.rules.view(table.state, None)).title) in public
        assert "Fair deal" not in public and words("fr").say(Text("Rules")) in people[0].labels(board)


@in_room
async def test_a_language_changed_in_mid_game_changes_the_open_panel_and_nobody_elses(room):
    with sim.locales() as spoken:
        people = await four_at_lucca(room, spoken)
        table = await room.services.tables.table(1)
        before = [person.text() for person in people]
        shown = (await people[3].slash(room.channel, "settings")).response
        await chosen(people[3], shown, "ja")
        assert prompt_in(table, 3, "ja") in people[3].text(), "the open panel follows at once"
        assert [person.text() for person in people[:3]] == before[:3]
        dice = random.Random(5)
        while 3 in (await room.services.tables.table(1)).awaited():
            await people[3].choose(dice)
        settled = (await room.services.tables.table(1)).offer(3)
        assert settled is not None and words("ja").say(settled.prompt) in people[3].text()


@in_room
async def test_one_picture_serves_every_language(room):
    with sim.locales() as spoken:
        people = await four_at_lucca(room, spoken)
        table = await room.services.tables.table(1)
        for seat in range(4):
            screens = [panel_screen(table, seat, words(language)) for language in SPOKEN]
            assert screens[0].scene is not None and len({screen.scene for screen in screens}) == 1
        assert len({table_screen(table, words(language)).scene for language in SPOKEN}) == 1
        alts = {item["description"] for person in people for item in pictures(person)}
        assert len(alts) == 4, "what it shows is said in each language"


def pictures(person):
    return [item for part in person.components() if part["type"] == 12 for item in part["items"]]


async def test_commands_and_choices_are_localised_in_the_picker():
    told = {command["name"]: command for command in await our_commands()}
    for language in ("ja", "fr", "it"):
        play = told["play"]
        assert play["name_localizations"][language] != "play"
        assert play["description_localizations"][language] != play["description"]
        game = next(option for option in play["options"] if option["name"] == "game")
        named = [choice.get("name_localizations", {}).get(language) for choice in game["choices"]]
        assert sum(name is not None for name in named) >= 3, "all but Túir, which is called so everywhere"
