"""What holds in every language: sentences that can be translated, translations that can be said."""

import json
import re
from collections import Counter
from functools import cache
from importlib import import_module
from io import BytesIO

import discord
import pytest
from babel.messages.pofile import read_po

from bot.handlers.responses import public_locale
from bot.ops.doctor_commands import our_commands
from bot.text import rules
from bot.text import words as words_mod
from bot.text.catalogue import fields, forms_of, path_of, read, share, slip, sound, translated
from bot.text.languages import DISCORD_TAGS
from bot.text.localized_commands import fits
from bot.text.template import lacking, main, same, updated
from bot.text.words import PSEUDO, SOURCE, languages, words
from bot.views.menus import Offer, Picks
from bot.views.parts.choices import language_choices
from bot.views.rules import rulebook
from cogs import COGS
from games import GAMES, rules_pages
from games.contract import walk
from games.core import LINE, TEXT, Decision, Label, Text
from games.rulebook import pictured, shown
from tests.limits import fits_in
from tests.wide import FIFTH, MADE_UP, WIDE, filled, reading, speaking, today, wide_po

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
    for domain, fresh in (("campanile", today()), ("rules", rules.template())):
        stored = read(path_of(language, domain), language)
        assert same(stored, updated(language, fresh, domain)), "run `make messages`"


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


@pytest.mark.parametrize("language", SHIPPED)
def test_no_page_of_a_whole_language_is_read_in_english(language):
    behind = [(key, title) for key in GAMES for title in rules.pages_behind(language, key)]
    assert share(language) < 1 or not behind, f"translate these pages into {language}: {behind}"


@pytest.mark.parametrize("language", SHIPPED)
@pytest.mark.parametrize("key", GAMES)
def test_a_translated_page_has_the_pictures_of_the_english_one_and_fits(language, key):
    for page, english in zip(rules.pages_in(language, key), rules_pages(key), strict=True):
        assert pictured(page.text) == pictured(english) and len(shown(page.text)) <= TEXT


def test_a_page_of_which_a_paragraph_lacks_is_read_in_english_and_says_so(tmp_path):
    whole, half = rules_pages("tuir")[:2]
    parts = [*rules.paragraphs(whole), *rules.paragraphs(half)[:-1]]
    entries = [
        f'msgctxt "tuir"\nmsgid {json.dumps(part, ensure_ascii=False)}\nmsgstr "xx {n}"\n'
        for n, part in enumerate(parts)
    ]
    with speaking(tmp_path, **{"fr": b"", "fr.rules": "\n".join(entries).encode()}):
        first, second, *_ = rulebook("tuir", words("fr"))
        assert first.text.startswith("xx 0") and "nobody has translated" not in first.text
        assert second.text.startswith(shown(half)) and second.text.endswith("translated all of it yet.")
        assert "## " in next(rules.pages_behind("fr", "tuir"))
        assert all("nobody has translated" not in page.text for page in rulebook("tuir", words("en")))
        rulebook.cache_clear()


# --- which languages there are ---------------------------------------------------------------------


def test_a_fifth_language_begun_by_the_document_is_whole_and_read(tmp_path, capsys):
    """docs/translating.md: one command, two files to fill, and every sentence and page is in the language."""
    with speaking(tmp_path):
        main((FIFTH,))
        assert f"{FIFTH}: 0 of" in capsys.readouterr().out
        for domain in ("campanile", "rules"):
            path = path_of(FIFTH, domain)
            path.write_bytes(filled(path.read_bytes()))
        main()
        assert f"{FIFTH}: {len(today())} of {len(today())}" in capsys.readouterr().out
        words_mod.read_anew()
        assert share(FIFTH) == 1 and not lacking(FIFTH, today())
        assert not [title for key in GAMES for title in rules.pages_behind(FIFTH, key)]
        over = Text("This game is over.")
        assert words("sv").say(over) == over.id and words(FIFTH).say(over).startswith("Thís gámé ís óvér.~")
        assert ("sv-SE", "Svenska (sverige)") in language_choices(words("en"), Text("x"))


def test_our_list_of_tags_is_discords():
    tags = {locale.value for locale in discord.Locale}
    assert tags | {tag.split("-")[0] for tag in tags} == DISCORD_TAGS


def test_a_tag_that_discord_does_not_have_begins_no_language(tmp_path, monkeypatch):
    monkeypatch.setattr("bot.text.catalogue.LOCALES", tmp_path)
    for wrong in ("deutsch", "de_DE", "../de", "xx"):
        with pytest.raises(SystemExit, match="no tag of Discord's: one of bg cs da de"):
            main((wrong,))
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("folder", ["deutsch", "xx-broken", "C"])
def test_a_stray_folder_is_offered_to_nobody_and_breaks_nothing(tmp_path, caplog, folder):
    with speaking(tmp_path, **{folder: b"", "it": b""}):
        assert languages() == ("en", "it")
        assert [tag for tag, _ in language_choices(words("en"), Text("x"))] == ["", "en", "it"]
    assert f"locales/{folder}" in caplog.text


def test_kinds_of_spanish_read_each_other_and_a_kind_reads_its_language(tmp_path):
    with speaking(tmp_path, **{"es-ES": po("Únete")}):
        assert words("es-419").say(Text("Join")) == words("es-ES").say(Text("Join")) == "Únete"
    with speaking(tmp_path / "2", **{"es-419": po("Entra"), "pt": po("Entrar")}):
        assert words("es-ES").say(Text("Join")) == "Entra"
        assert words("pt-BR").say(Text("Join")) == "Entrar"
        assert words("zh-TW").say(Text("Join")) == "Join"


def test_a_language_that_is_not_whole_says_how_much_of_it_is_there(tmp_path):
    half = po("Tritt bei") + b'\nmsgid "Leave"\nmsgstr ""\n\n#, fuzzy\nmsgid "Start"\nmsgstr "Los"\n'
    half += b'\nmsgid "a long sentence"\nmsgstr ""\n"in two lines"\n'
    with speaking(tmp_path, de=half, fr=po("Rejoindre")):
        named = dict(language_choices(words("en"), Text("x")))
        assert (named["de"], named["fr"], named["en"]) == ("Deutsch (50 %)", "Français", "English")


def po(join):
    header = 'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=utf-8\\n"'
    return f'{header}\n\nmsgid "Join"\nmsgstr "{join}"\n'.encode()


def test_a_catalogue_written_by_a_platform_is_the_same_and_keeps_its_header(tmp_path, monkeypatch):
    with speaking(tmp_path, it=po("Entra")):
        (tmp_path / "campanile.pot").touch()
        main()
        path = path_of("it")
        text = path.read_text(encoding="utf-8")
        theirs = text.replace(
            '"MIME-Version', '"Last-Translator: Ada\\n"\n"X-Generator: Weblate\\n"\n"MIME-Version', 1
        )
        path.write_text(theirs, encoding="utf-8")
        assert same(read(path, "it"), updated("it", today()))
        main()
        kept = path.read_text(encoding="utf-8")
        assert "Last-Translator: Ada" in kept and "X-Generator: Weblate" in kept
        path.write_text(kept.replace("Entra", "Unisciti"), encoding="utf-8")
        assert not same(read(path, "it"), read_po(BytesIO(text.encode()), locale="it"))


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
@pytest.mark.parametrize("language", [*SHIPPED, MADE_UP, FIFTH])
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
