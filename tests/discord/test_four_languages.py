"""One table, four languages: all read their own, the table speaks the server's, one picture serves all."""

import random
import re

from bot.base.references import Command, learn_ids, mention
from bot.client.command_sync import COMMAND_IDS
from bot.ops.doctor_commands import our_commands
from bot.text.catalogue import forms_of
from bot.text.template import template
from bot.text.words import words, words_for
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


@in_room
async def test_a_sentence_names_a_button_as_it_stands_on_the_public_message(room):
    """An Italian who watches at a French server's table: the button says "Lire la table", not "Leggi"."""
    with sim.locales() as spoken:
        people = await four_at_lucca(room, spoken)
        guest, board = room.people[4], room.public()[0]
        spoken[guest.id] = "it"
        refused = (await guest.actor.click(board, custom_id="p:1:hand")).response
        on_screen = words("fr").say(Text("Read the table"))
        assert f"[{on_screen}]" in guest.text(refused) and on_screen in guest.labels(board)
        assert words("it").say(Text("Read the table")) not in guest.text(refused)
        more = (await people[2].actor.click(board, custom_id="p:1:more")).response
        assert f"[{words('fr').say(Text('Your hand'))}]" in people[2].text(more), "whoever plays is told, too"


@in_room
async def test_a_sentence_names_a_command_as_the_readers_client_does(room):
    """Whoever has an English client and chose French types /games: "No such command: /parties"."""
    with sim.locales() as spoken:
        alice, bob = room.people[:2]
        spoken[bob.id] = "ja"
        await room.services.settings.change(alice.id, locale="fr")
        told = alice.text((await alice.slash(room.channel, "hand")).response)
        assert "/play" in told and "/jouer" not in told and "salon" in told, told
        japanese = words("ja").say(Text("play", ctx="command"))
        assert f"/{japanese}" in bob.text((await bob.slash(room.channel, "hand")).response)


def test_a_public_sentence_mentions_a_command_once_its_id_is_known():
    """A mention shows the string that was sent, never the reader's name: so it is the English one."""
    sentence = Text("Open one with {play}.", play=Command("play"))
    learn_ids({})
    assert words("fr").say(sentence) == "Open one with /play."
    learn_ids({"play": 77})
    try:
        assert words("fr").say(sentence) == "Open one with </play:77>."
        assert (
            words_for("fr", "it", "ja")
            .say(sentence)
            .endswith(f"/{words('it').say(Text('play', ctx='command'))}.")
        )
    finally:
        learn_ids({})


@in_room
async def test_the_ids_are_those_that_discord_gave(room, database):
    there = await room.env.bot.http.get_global_commands(room.env.bot.application_id)
    ids = {one["name"]: int(one["id"]) for one in there if one["type"] == 1}
    assert len(ids) > 5 and [mention(name) for name in ids] == [f"</{n}:{id}>" for n, id in ids.items()]
    await room.app.core.stores.processes.set_fact(COMMAND_IDS, "")
    learn_ids({})
    await sim.restart(room.env, database)
    assert mention("play") == f"</play:{ids['play']}>", "an older version has sent them and noted no ids"


def test_no_sentence_names_a_command_or_a_public_button_in_its_own_words():
    for message in template():
        for form in forms_of(message.id):
            assert not re.search(r"(?<![\w/<])/[a-z]{3,}", form), f"name it by Command: {form}"


async def test_commands_and_choices_are_localised_in_the_picker():
    told = {command["name"]: command for command in await our_commands()}
    for language in ("ja", "fr", "it"):
        play = told["play"]
        assert play["name_localizations"][language] != "play"
        assert play["description_localizations"][language] != play["description"]
        game = next(option for option in play["options"] if option["name"] == "game")
        named = [choice.get("name_localizations", {}).get(language) for choice in game["choices"]]
        assert sum(name is not None for name in named) >= 3, "all but Túir, which is called so everywhere"
