"""What holds in every language: sentences that can be translated, translations that can be said."""

import re
from collections import Counter
from functools import cache
from importlib import import_module
from io import BytesIO

import discord
import pytest
from babel.messages.pofile import read_po

from bot.client.bot import COGS
from bot.handlers.responses import public_locale
from bot.ops.doctor_commands import our_commands
from bot.text.catalogue import fields, forms_of, path_of, read, slip, sound, translated
from bot.text.localized_commands import fits
from bot.text.template import lacking, main, updated, written
from bot.text.words import PSEUDO, SOURCE, languages, words
from bot.views.menus import Offer, Picks
from games import HOME, page_mark, pages_behind, rules_pages
from games.contract import walk
from games.core import LINE, Decision, Label, Text
from games.rulebook import shown
from tests.limits import fits_in
from tests.wide import MADE_UP, WIDE, reading, speaking, today, wide_po

SHIPPED = [language for language in languages() if language != SOURCE]
COUNTED = (
    "cards points towers stories guilds turns stones shields hexes tokens players games moves tables walls"
)
GLUED = re.compile(rf"\{{\w+\}}s\b|\{{\w+\}} ({COUNTED.replace(' ', '|')})\b")
NUMBER = re.compile("one|two|three|four|five|six|seven|eight|nine|ten", re.IGNORECASE)
PROPER = {"Giostra", "Monumento", "Mura", "Túir"}  # names that need no explanation


# --- the sentences of the code ---------------------------------------------------------------------


def messages():
    return [message for message in today() if message.id]


def test_no_plural_or_number_word_is_glued_into_a_sentence():
    for message in messages():
        forms = forms_of(message.id)
        assert len(forms) == 2 or not GLUED.search(forms[0]), f"count with Texts: {forms[0]}"
        assert not NUMBER.fullmatch(forms[0]), f"a number word for itself: {forms[0]}"


def test_both_forms_of_a_sentence_say_the_same():
    for message in messages():
        forms = [fields(form) - {"n"} for form in forms_of(message.id)]
        assert forms[0] == forms[-1], message.id


def test_no_sentence_quotes_the_words_of_another():
    """A button's name is a Text of its own inside the sentence: else the two would drift apart."""
    for message in messages():
        assert not re.search(r"\[[A-Z][^\]{]*\]|“", " ".join(forms_of(message.id))), message.id


def test_a_single_word_says_what_it_means():
    for message in messages():
        word = forms_of(message.id)[0]
        if re.fullmatch(r"[\w'-]+", word) and word not in PROPER:
            assert message.context or message.auto_comments, f'give it a ctx="" or a # Note: {word}'


# --- catalogues ------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", SHIPPED)
def test_every_message_of_every_catalogue_has_the_same_placeholders(language):
    wrong = {
        forms_of(m.id)[0]: slip(m) for m in read(path_of(language), language) if translated(m) and slip(m)
    }
    assert not wrong


@pytest.mark.parametrize("language", SHIPPED)
def test_every_catalogue_has_todays_sentences(language):
    assert written(updated(language, today())) == path_of(language).read_bytes(), "run `make messages`"


@pytest.mark.slow
def test_a_changed_sentence_is_fuzzy_and_a_new_one_empty(tmp_path, capsys):
    with speaking(tmp_path, ja=wide_po()):
        (tmp_path / "campanile.pot").touch()
        path = path_of(WIDE)
        text = path.read_text(encoding="utf-8")
        path.write_text(text.replace('msgid "This game is over."', 'msgid "This game is now over."'), "utf-8")
        main(("it",))
        assert lacking(WIDE, today()) == ["This game is over."]
        (changed,) = [m for m in read(path, WIDE) if m.id == "This game is over."]
        assert changed.fuzzy and words(WIDE).say(Text("This game is over.")) == "This game is over."
        told = capsys.readouterr().out
    whole = len(today())
    assert f"ja: {whole - 1} of {whole} sentences are translated\n    This game is over." in told
    assert f"it: 0 of {whole}" in told


def test_a_made_up_japanese_is_whole_and_sound():
    made = read_po(BytesIO(wide_po()), locale=WIDE)
    assert all(sound(message) for message in made if message.id) and len(made) == len(today())


# --- the rules -------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", sorted(HOME.glob("*/rules.*.md")), ids=lambda p: f"{p.parent.name}-{p.name}")
def test_no_page_of_translated_rules_is_behind_the_english_one(path):
    behind = pages_behind(path.parent.name, path.name.split(".")[1])
    told = [f"{title} <!-- of: {mark} -->" for title, mark in behind]
    assert not told, f"translate these pages of {path.parent.name}: {told}"


def test_a_page_that_has_changed_in_english_is_read_in_english(tmp_path, monkeypatch):
    (tmp_path / "tuir").mkdir()
    monkeypatch.setattr("games.HOME", tmp_path)
    first, second = "# Túir\nTwo play.", "## A turn\nBuild."
    of_first, of_second = (f"<!-- of: {page_mark(page)} -->" for page in (first, second))
    french = f"# Túir\n{of_first}\nÀ deux.\n\n## Jouer\n{of_second}\nBâtir."

    def read_by(language, *english):
        (tmp_path / "tuir" / "rules.md").write_text("\n\n".join(english), encoding="utf-8")
        rules_pages.cache_clear()
        return [shown(page) for page in rules_pages("tuir", language)]

    (tmp_path / "tuir" / "rules.fr.md").write_text(french, encoding="utf-8")
    try:
        assert read_by("fr", first, second) == ["# Túir\nÀ deux.", "## Jouer\nBâtir."]
        assert read_by("it", first, second) == [first, second]
        assert read_by("fr", first, "## A turn\nBuild twice.") == [
            "# Túir\nÀ deux.",
            "## A turn\nBuild twice.",
        ]
        assert pages_behind("tuir", "fr") == [("## A turn", page_mark("## A turn\nBuild twice."))]
    finally:
        rules_pages.cache_clear()


# --- commands --------------------------------------------------------------------------------------


def parts_of(command):
    """Yield a command, its groups and its options."""
    yield command
    for part in command.get("options", ()):
        yield from parts_of(part)


async def test_commands_options_and_choices_are_in_the_readers_language(tmp_path):
    with speaking(tmp_path, ja=wide_po()):
        told = await our_commands()
    for part in (part for command in told for part in parts_of(command)):
        on_a_person = (
            "description" not in part or not part["description"]
        )  # has no description, may have capitals
        for what in ("name",) if on_a_person else ("name", "description"):
            said = part.get(f"{what}_localizations", {}).get(WIDE, "")
            hint = 'give it locale_str("...", ctx="command" or "option")'
            assert said and said != part[what], f"{part['name']}: {hint}"
            assert fits(said, name=what == "name" and not on_a_person)
        for choice in part.get("choices", ()):
            assert choice["name_localizations"].keys() >= {WIDE}, choice
    assert told and COGS


@pytest.mark.parametrize("language", [*SHIPPED, MADE_UP])
async def test_discord_takes_the_commands_of_every_language(language, tmp_path):
    """Two commands, or two options of one command, must not have one name."""
    with reading(language, tmp_path) as spoken:
        told = await our_commands()
    for parts in (told, *(part.get("options", ()) for command in told for part in parts_of(command))):
        names = [part.get("name_localizations", {}).get(spoken, part["name"]) for part in parts]
        assert len(set(names)) == len(names), names


async def test_a_name_that_discord_would_refuse_stays_english(tmp_path, caplog):
    said = (("play", "Jouer ici"), ("hand", "main"))
    po = "\n\n".join(f'msgctxt "command"\nmsgid "{name}"\nmsgstr "{word}"' for name, word in said)
    with speaking(tmp_path, fr=po.encode()):
        told = {command["name"]: command.get("name_localizations", {}) for command in await our_commands()}
    assert "fr" not in told["play"] and told["hand"]["fr"] == "main"
    assert caplog.text.count("Jouer ici") == 1


@pytest.mark.parametrize("language", SHIPPED)
async def test_sentences_call_commands_by_their_translated_names(language):
    told = await our_commands()
    names = {c["name"]: c.get("name_localizations", {}).get(language, c["name"]) for c in told}
    for message in read(path_of(language), language):
        if message.id and sound(message):
            asked = re.findall(r"(?<![\w<{])/([a-z]+)\b", forms_of(message.id)[0])
            for name in [name for name in asked if name in names]:
                assert f"/{names[name]}" in forms_of(message.string)[0], message.string


# --- who reads what --------------------------------------------------------------------------------


class Server:
    """As much of a guild as its language needs."""

    def __init__(self, locale: str, *features: str) -> None:
        self.preferred_locale, self.features = discord.Locale(locale), list(features)


def test_public_words_are_in_the_servers_language():
    french, japanese = discord.Locale.french, Server("ja", "COMMUNITY", "NEWS")
    assert public_locale("it", japanese, french) == "it", "the server has chosen"
    assert public_locale("", japanese, french) == "ja", "a Community has said what it speaks"
    assert public_locale("", Server("en-US"), french) == "fr", "Discord says en-US for all others"
    assert public_locale("", None, french) == "fr"


def test_a_selection_is_compared_by_what_is_meant_not_by_its_words():
    """Two cards may have one name in some language: still the one that was pressed is given."""
    lion, dove = Text("Lion"), Text("Dove")
    labels = tuple(Label(Text("Give"), picks=picks) for picks in ((lion,), (dove,), (lion, dove)))
    offer = Offer(
        Decision(0, Text("Give"), ("give:1", "give:2", "give:1:2"), "give:1"), labels, lambda text: "X"
    )
    (menu,) = offer.controls()
    assert isinstance(menu, Picks) and menu.items == ("X", "X")
    assert [offer.picked(0, chosen) for chosen in ((0,), (1,), (1, 0))] == ["give:1", "give:2", "give:1:2"]


# --- moves and limits in every language ------------------------------------------------------------

TABLES = [
    ("guilds", 3, ("draft",)),
    ("lucca", 3, ("celebration",)),
    ("tuir", 2, ()),
    ("towers", 2, ("nobles",)),
]
SAMPLE = 5  # one state of so many


@cache
def sampled(key, seats, options):
    """Return some states of a random game with every question and its labels."""
    game = import_module(f"games.{key}")
    found = []
    for n, step in enumerate(walk(game, seats, "languages", options)):
        if n % SAMPLE == 0:
            asked = game.decisions(step.state)
            read = [(d, [game.label(game.view(step.state, d.seat), move) for move in d.moves]) for d in asked]
            found.append((step.state, read))
    return game, found


def alike(labels, say):
    """Return the labels that somebody could not tell apart where they stand."""
    read = [
        (tuple(map(say, label.path)), label.letter, say(label.text), *sorted(map(say, label.picks or ())))
        for label in labels
    ]
    paths = {label.path[:n] for label in labels for n in range(1, len(label.path) + 1)}
    spoken = [tuple(map(say, path)) for path in paths]
    return [one for one, times in Counter([*read, *spoken]).items() if times > 1]


@pytest.mark.parametrize(("key", "seats", "options"), TABLES)
@pytest.mark.parametrize("language", [*languages(), PSEUDO, MADE_UP])
def test_no_two_moves_of_a_question_read_alike(key, seats, options, language, tmp_path):
    _, states = sampled(key, seats, options)
    with reading(language, tmp_path) as spoken:
        say = cache(words(spoken).say)
        for _, questions in states:
            for asked, labels in questions:
                assert not alike(labels, say), say(asked.prompt)


def test_labels_that_read_alike_are_found():
    labels = [Label(Text("Lion")), Label(Text("Dove"))]
    assert alike(labels, lambda text: "X") and not alike(labels, words("en").say)


@pytest.mark.parametrize(("key", "seats", "options"), TABLES)
@pytest.mark.parametrize("language", [*SHIPPED, MADE_UP])
def test_everything_fits_discord_in_every_language(key, seats, options, language, tmp_path):
    game, states = sampled(key, seats, options)
    with reading(language, tmp_path) as spoken:
        for state, _ in states[:: len(states) // 4]:
            fits_in(game, state, spoken)


@pytest.mark.parametrize("language", SHIPPED)
def test_second_lines_fit_a_menu_in_every_language(language):
    say = cache(words(language).say)
    for table in TABLES:
        for _, questions in sampled(*table)[1]:
            for label in (label for _, labels in questions for label in labels):
                assert len(say(label.text)) <= LINE, say(label.text)
                assert label.detail is None or len(say(label.detail)) <= LINE, say(label.detail)
