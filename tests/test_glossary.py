"""One thing has one name in each language: docs/glossary.md holds for every sentence."""

from io import BytesIO

import pytest
from babel.messages.pofile import read_po

from bot.text.catalogue import path_of, read, share
from bot.text.words import SOURCE, languages
from tests.glossary import about, bare, bare_turns, covered, misses, tag_of, terms
from tests.wide import today

SHIPPED = [language for language in languages() if language != SOURCE]


def po(*messages: tuple[str, str, str]):
    text = "\n\n".join(f'#: {place}\nmsgid "{id}"\nmsgstr "{said}"' for place, id, said in messages)
    return read_po(BytesIO(text.encode()))


def test_every_term_of_the_glossary_is_met_in_some_sentence():
    """A term that nobody uses would hold nothing."""
    sentences = [(m, bare(m.id)) for m in today() if m.id]
    for term in terms():
        assert any(term.met(said) and about(m, term.game) for m, said in sentences), term
    assert len(terms()) > 60 and {term.game for term in terms()} == {"", "towers", "guilds", "lucca", "tuir"}


def test_a_word_that_is_not_the_glossarys_is_found():
    wrong = po(
        ("games/towers/page.py", "The market is empty.", "店は空です。"),
        ("games/towers/news.py", "New on the market: {cards}.", "新しく市場に並んだ: {cards}"),
        ("games/lucca/page.py", "The market of palaces", "店の宮殿"),
        ("games/lucca/page.py", "Walls", "壁"),
    )
    found = list(misses("ja", wrong))
    assert len(found) == 2 and "market is empty" in found[0] and "Walls" in found[1]


def test_a_turn_that_reads_like_a_tower_is_found():
    told = po(
        ("a.py", "Your turn: {prompt}", "Votre tour : {prompt}"),
        ("a.py", "Your turn: a tower", "À vous de jouer : une tour"),
        ("a.py", "One turn", "Un tour de jeu"),
        ("a.py", "A tower", "Une tour"),
    )
    assert len(list(bare_turns(told))) == 1


def test_a_new_column_is_read_and_a_name_that_no_language_has_is_told(tmp_path):
    table = "## Everywhere\n\n| English | Deutsch |\n|---|---|\n| tower | Turm / Türme |\n\nText.\n"
    (tmp_path / "new.md").write_text(table, encoding="utf-8")
    (term,) = terms(tmp_path / "new.md")
    assert (term.game, term.words) == ("", {"de": ("turm", "türme")})
    with pytest.raises(ValueError, match="'Deutch'"):
        tag_of("Deutch")


def test_every_language_that_is_shipped_whole_has_its_column():
    assert {language for language in SHIPPED if share(language) == 1} <= set(covered())


@pytest.mark.parametrize("language", SHIPPED)
def test_every_translation_keeps_to_the_glossary(language):
    found = list(misses(language, read(path_of(language), language)))
    assert not found, "\n".join(found)


def test_in_french_a_turn_is_never_a_bare_tour():
    if "fr" in SHIPPED:
        found = list(bare_turns(read(path_of("fr"), "fr")))
        assert not found, "\n".join(found)
