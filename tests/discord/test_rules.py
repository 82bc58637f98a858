"""Reading the rules and asking for cards, as people do it in Discord."""

import pytest

from bot.text.words import words
from bot.views.rules import rulebook
from tests.discord import sim
from tests.discord.people import in_room
from tests.limits import check_layout

PAGES = rulebook("tuir", words("en"))


def picture(person, message):
    """Return the alt text of the picture in a message, which must have its file; "" if there is none."""
    stored = person.stored(message)
    galleries = [part for part in person.components(message) if part["type"] == 12]
    assert len(galleries) == len(stored.attachments), "a picture and its file come and go together"
    return galleries[0]["items"][0]["description"] if galleries else ""


def contents(person, message):
    (menu,) = (part for part in person.components(message) if part["type"] == 3)
    return menu


async def turn_to(person, message, title):
    menu = contents(person, message)
    (value,) = (o["value"] for o in menu["options"] if o["label"] == title)
    result = await person.actor.select(message, [value], custom_id=menu["custom_id"])
    assert result.acknowledged
    return result


@in_room
async def test_the_rules_are_read_page_by_page_in_one_private_message(room):
    alice = room.people[0]
    message = (await alice.slash(room.channel, "rules", game="tuir")).response
    assert message.flags.ephemeral and "What a turn is" in alice.text(message)
    for n, page in enumerate(PAGES):
        assert alice.text(message).startswith(page.text) and f"Page {n + 1} of {len(PAGES)}" in alice.text(
            message
        )
        assert bool(picture(alice, message)) == bool(page.figure)
        check_layout(alice.stored(message).components)
        if page is not PAGES[-1]:
            await alice.click(message, "Next page")
    await alice.click(message, "Previous page")
    assert alice.text(message).startswith(PAGES[-2].text)
    assert len(room.public()) == 0


@in_room
async def test_a_page_is_chosen_from_the_contents(room):
    alice = room.people[0]
    message = (await alice.slash(room.channel, "rules", game="tuir")).response
    assert [o["label"] for o in contents(alice, message)["options"]] == [page.title for page in PAGES]
    await turn_to(alice, message, "Questions and answers")
    assert "May I move or swap my rival's sections?" in alice.text(message)
    assert picture(alice, message) == "", "the picture of the first page is gone"
    await turn_to(alice, message, "Groups in a diagonal")
    assert "corner to corner" in picture(alice, message)
    await turn_to(alice, message, PAGES[-1].title)
    assert "35: 2+ of one window type in a diagonal" in alice.text(message)


@in_room
async def test_a_choice_in_the_contents_that_is_none_gets_a_kind_word(room):
    alice = room.people[0]
    message = (await alice.slash(room.channel, "rules", game="tuir")).response
    menu = contents(alice, message)
    menu["options"][1]["value"] = "r:chess:1"  # as a message from a house that had another game
    result = await alice.actor.select(message, ["r:chess:1"], custom_id=menu["custom_id"])
    assert result.acknowledged
    assert "older time" in alice.text(result.response)


@in_room
async def test_the_rules_can_be_read_in_a_dm(room):
    alice = room.people[0]
    result = await alice.user.slash("rules", game="guilds")
    at_home = alice.at_home()
    assert result.acknowledged and "Most towers win" in at_home.text(result.response)
    pressed = await alice.user.click(result.response, label="Next page")
    assert pressed.acknowledged and "## The start" in at_home.text(result.response)
    assert "rhombus" in picture(at_home, result.response)


@in_room
async def test_rules_on_a_lobby_and_on_a_table_open_a_message_of_ones_own(room):
    alice, bob = room.people[:2]
    await alice.slash(room.channel, "play", game="tuir")
    reading = (await bob.click(room.board(), "Rules")).response
    assert reading.flags.ephemeral and bob.text(reading).startswith("# Túir") and picture(bob, reading)
    await bob.click(room.board(), "Join")
    await alice.click(room.board(), "Start")
    before = bob.text(room.board())
    reading = (await bob.click(room.board(), "Rules")).response
    await bob.click(reading, "Next page")
    assert bob.text(reading).startswith("## Building") and picture(bob, reading)
    assert bob.text(room.board()) == before, "the table stays as it was"


@in_room
async def test_every_game_can_be_read_to_its_last_page(room):
    alice = room.people[0]
    for game in ("towers", "lucca", "guilds"):
        message = (await alice.slash(room.channel, "rules", game=game)).response
        pages = rulebook(game, words("en"))
        await turn_to(alice, message, pages[-1].title)
        assert alice.text(message).startswith(pages[-1].text)


# --- /card -------------------------------------------------------------------------------------------


@in_room
async def test_typing_offers_cards_and_a_choice_explains_one(room):
    alice = room.people[0]
    offered = await alice.actor.autocomplete(room.channel, "card", "name", "guar")
    assert [(o["name"], o["value"]) for o in offered] == [
        ("5 Guard (The Towers of San Gimignano)", "towers:guard")
    ]
    shown = (await alice.slash(room.channel, "card", name="towers:guard")).response
    assert shown.flags.ephemeral and "turns away a Trade or a Conspiracy" in alice.text(shown)
    assert "The Towers of San Gimignano" in alice.text(shown) and picture(alice, shown).startswith("5 Guard")


@in_room
async def test_nothing_typed_offers_something_of_every_game(room):
    alice = room.people[0]
    offered = await alice.actor.autocomplete(room.channel, "card", "name", "")
    assert len(offered) <= 25 and {o["value"].partition(":")[0] for o in offered} == {
        "guilds", "lucca", "towers", "tuir",
    }  # fmt: skip


@in_room
async def test_cards_can_be_asked_for_in_a_dm(room):
    alice = room.people[0]
    offered = await alice.user.autocomplete("card", "name", "obsidian")
    assert [o["value"] for o in offered] == ["tuir:t18"]
    result = await alice.user.slash("card", name=offered[0]["value"])
    assert result.acknowledged and "0" in alice.at_home().text(result.response)


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("monumento", "7 points at the end"),
        ("Bastion", "1 point for each palace you have opened"),
        ("brown, blue, ochre", "It has no green"),
        ("tallest tower", "3 points for the one who has it alone"),
    ],
)
@in_room
async def test_a_name_typed_by_hand_is_understood(room, typed, said):
    alice = room.people[0]
    shown = (await alice.slash(room.channel, "card", name=typed)).response
    assert said in alice.text(shown) and picture(alice, shown)


@in_room
async def test_an_unknown_card_gets_a_kind_word_with_the_nearest_ones(room):
    alice = room.people[0]
    shown = (await alice.slash(room.channel, "card", name="Monumnto")).response
    assert shown.flags.ephemeral and "Monumento (The Towers of San Gimignano)" in alice.text(shown)
    shown = (await alice.slash(room.channel, "card", name="zzzz")).response
    assert "I know no card" in alice.text(shown) and len(room.public()) == 0


@in_room
async def test_a_card_answers_to_its_name_in_every_language_and_to_its_reading(room):
    """Players share a table and its sheets, whatever language each of them reads."""
    alice = room.people[0]
    for typed, card in (
        ("きねんひ", "towers:monumento"),
        ("Congiura", "towers:conspiracy"),
        ("pointue", "tuir:t02"),
    ):
        offered = await alice.actor.autocomplete(room.channel, "card", "name", typed)
        assert card in [o["value"] for o in offered], typed
    with sim.locales() as spoken:
        spoken[alice.id] = "ja"
        shown = (await alice.slash(room.channel, "card", name="Giostra")).response
        assert alice.text(shown).startswith("## 馬上槍試合") and picture(alice, shown)
        shown = (await alice.slash(room.channel, "card", name="バチカン")).response
        assert alice.text(shown).startswith("## ヴァチカンへの巡礼")


@in_room
async def test_a_card_says_what_of_it_is_a_reconstruction(room):
    alice = room.people[0]
    for asked, said in (
        ("lucca:p34", "Its windows, shields and number are our reconstruction"),
        ("lucca:s500", "Its number is printed"),
        ("tuir:t02", "This section is our reconstruction"),
        ("guilds:blue-ochre-brown", "our reconstruction: the rulesheet does not list them"),
    ):
        shown = (await alice.slash(room.channel, "card", name=asked)).response
        assert said in alice.text(shown) and ".csv`)" in alice.text(shown), asked
    for printed in ("lucca:bastion", "tuir:t01", "tuir:t18", "towers:guard"):
        shown = (await alice.slash(room.channel, "card", name=printed)).response
        assert "reconstruction" not in alice.text(shown), printed
    for game in ("lucca", "guilds", "tuir"):
        message = (await alice.slash(room.channel, "rules", game=game)).response
        assert f"(`games/{game}/" in alice.text(message), "the first page says it too"
