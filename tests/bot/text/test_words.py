"""Words: plurals, lists, numbers, seats, the pseudo-language, and a template that is complete."""

import ast
import logging

import pytest

from bot.text.catalogue import LOCALES, ROOT
from bot.text.template import FOLDERS, OURS, sentences, unexplained, written
from bot.text.words import PSEUDO, words
from games import GAMES
from games.contract import walk
from games.core import Text, Texts, Who, all_options, offer
from tests.wide import speaking, today


def test_a_sentence_takes_numbers_seats_texts_and_lists():
    text = Text("{who} took {cards} and {n}", who=Who(1), cards=(Text("red"), Text("blue"), "x"), n=4)
    assert words("en-US").say(text) == "Dove took red, blue, and x and 4"


def test_plurals_follow_the_number():
    assert words("en").say(Texts("{n} card", "{n} cards", n=1)) == "1 card"
    assert words("en").say(Texts("{n} card", "{n} cards", n=3)) == "3 cards"


def test_an_unknown_language_falls_back_to_english():
    assert words("tlh").say(Text("Join")) == "Join"


def test_the_pseudo_language_is_longer_and_keeps_placeholders():
    said = words(PSEUDO).say(Text("Waiting for {who} since <t:1:R>", who=Who(0)))
    assert len(said) > 1.2 * len("Waiting for Lion since <t:1:R>")
    assert "<t:1:R>" in said


PO = """
msgid ""
msgstr ""
"Content-Type: text/plain; charset=utf-8\\n"
"Plural-Forms: nplurals=many; plural=n/0\\n"

msgid "Join"
msgstr "Iunge"

msgid "{n} card"
msgid_plural "{n} cards"
msgstr[0] "{n} carta"
msgstr[1] "{n} carte"

msgid "{who} wins"
msgstr "{whoo} vince"

msgid "{who} loses"
msgstr "{who perde"

msgid "{who} ties"
msgstr "pari"

msgid "{n} hex"
msgid_plural "{n} hexes"
msgstr[0] "{n} esagono"
msgstr[1] ""

msgid "{n} tile"
msgid_plural "{n} tiles"
msgstr[0] "una tessera"
msgstr[1] "tessere"

#, fuzzy
msgid "Leave"
msgstr "Foglia"

msgid "Bear"
msgstr "Orso"

msgctxt "verb"
msgid "Bear"
msgstr "Sopporta"
"""


@pytest.fixture
def italian(tmp_path):
    with speaking(tmp_path, it=PO.encode()):
        yield words


def test_a_translation_is_used_with_its_plurals_and_contexts(italian):
    say = italian("it").say
    assert say(Text("Join")) == "Iunge"
    assert [say(Texts("{n} card", "{n} cards", n=n)) for n in (0, 1, 2)] == ["0 carte", "1 carta", "2 carte"]
    assert (say(Text("Bear")), say(Text("Bear", ctx="verb"))) == ("Orso", "Sopporta")
    assert say(Text("Bear", ctx="noun")) == "Bear", "another meaning has no translation yet"
    assert say(Text("Leave")) == "Leave", "a guess that nobody has read is not said"


def test_a_slip_in_a_catalogue_costs_one_sentence_and_is_logged_once(italian, caplog):
    with caplog.at_level(logging.WARNING, "bot.text.catalogue"):
        for locale in ("it", "it-IT", "it"):
            say = italian(locale).say
            assert say(Text("{who} wins", who=Who(2))) == "Orso wins"
            assert say(Text("{who} loses", who=Who(2))) == "Orso loses"
            assert say(Text("{who} ties", who=Who(2))) == "Orso ties"
            assert say(Texts("{n} hex", "{n} hexes", n=2)) == "2 hexes"
            assert say(Texts("{n} tile", "{n} tiles", n=1)) == "1 tile"
            assert say(Text("Join")) == "Iunge"
    for sentence in ("{who} wins", "{who} loses", "{who} ties", "{n} hex", "{n} tile"):
        assert caplog.text.count(f"{sentence!r}") == 1


@pytest.mark.parametrize("file", [b"\xff\xfe not a catalogue", b'msgid "Join\nmsgstr', b"", b"msgid"])
def test_a_catalogue_that_cannot_be_read_leaves_english(tmp_path, file):
    with speaking(tmp_path, it=file):
        assert words("it").say(Text("Join")) == "Join"


def test_numbers_and_lists_are_written_as_the_reader_writes_them(tmp_path):
    text = Text("{n} {average} {who}", n=12345, average=2.04, who=(Who(0), Who(1), Who(2)))
    with speaking(tmp_path, fr=b"", ja=b"", it=b""):
        assert words("en-GB").say(text) == "12,345 2.0 Lion, Dove, and Bear"
        assert words("fr").say(text) == "12\u202f345 2,0 Lion, Dove et Bear"
        assert words("it").say(text) == "12.345 2,0 Lion, Dove e Bear"
        assert words("ja").say(text) == "12,345 2.0 Lion、Dove、Bear"


def test_contexts_and_notes_reach_the_translator():
    code = """
# Note: a button
# Note: of the lobby
Text("Start", ctx="the game")
x = Texts("one", "{n} many", n=2)  # Note: cards
Text(name)
call(
    Text("a " "b", who=1),
)
"""
    assert [found[1:] for found in sentences(code)] == [
        (("Start",), "the game", ("Note: a button", "Note: of the lobby")),
        (("one", "{n} many"), "", ("Note: cards",)),
        (("a b",), "", ()),
    ]
    with pytest.raises(ValueError, match="literal"):
        list(sentences("Text('a', ctx=b)"))


def texts_in(part):
    """Yield every Text inside a page, a label or a decision."""
    if isinstance(part, Text):
        yield part
        yield from texts_in(tuple(value for _, value in part.args))
    elif isinstance(part, tuple | list):
        for inner in part:
            yield from texts_in(inner)
    elif hasattr(part, "__dataclass_fields__"):
        for name in part.__dataclass_fields__:
            yield from texts_in(getattr(part, name))


@pytest.mark.parametrize("key", sorted(GAMES))
def test_every_sentence_met_in_random_games_is_in_the_template(key):
    known = {
        id for message in today() for id in ([message.id] if isinstance(message.id, str) else message.id)
    }
    game, met = GAMES[key], set()
    for n, options in enumerate([(), *((o.key,) for o in all_options(game))]):
        for i, step in enumerate(walk(game, game.SEATS[-1], f"words/{n}", options)):
            if i % 5 and step.move:
                continue
            for viewer in (None, *range(game.SEATS[-1])):
                view = game.view(step.state, viewer)
                met |= {text.id for text in texts_in(game.page(view))}
                asked = offer(game, step.state, viewer) if viewer is not None else None
                if asked:
                    met |= {text.id for text in texts_in(asked)}
                    met |= {t.id for move in asked.moves[:60] for t in texts_in(game.label(view, move))}
    assert met - known == set()
    assert len(met) > 4, "hardly a sentence was met"


def test_no_sentence_hides_in_an_f_string():
    """Babel does not see it there before Python 3.12, so it could never be translated."""
    for folder in FOLDERS:
        for path in (ROOT / folder).rglob("*.py"):
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                if isinstance(node, ast.JoinedStr):
                    calls = [n for n in ast.walk(node) if isinstance(n, ast.Call)]
                    names = {getattr(call.func, "id", "") for call in calls}
                    assert not names & set(OURS), f"{path.relative_to(ROOT)}:{node.lineno}"


def test_the_template_in_the_repository_is_up_to_date():
    stored = (LOCALES / "campanile.pot").read_bytes()
    assert written(today()) == stored, "run `make messages`"


def test_every_placeholder_has_an_example_for_translators():
    """Run `make examples`, or write one into locales/examples.json."""
    assert [(m.id, names) for m, names in unexplained(today()) if not in_a_new_game(m)] == []
    told = {message.id: message.auto_comments for message in today() if message.id}
    assert (
        "e.g. This table is gone. Open a new one with /play."
        in told["This table is gone. Open a new one with {play}."]
    )


def in_a_new_game(message):
    """A game that nobody has translated yet asks for no examples."""
    games = {place.split("/")[1] for place, _ in message.locations if place.startswith("games/")}
    return bool(games) and not games & {"towers", "lucca", "guilds", "tuir"}
