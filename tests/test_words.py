"""Words: plurals, lists, seats, the pseudo-language, and a template that is complete."""

import ast
import re

import pytest

from bot.words import FOLDERS, KEYWORDS, LOCALES, PSEUDO, ROOT, template, words
from games import GAMES
from games.contract import walk
from games.core import Text, Texts, Who, all_options, offer


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


def test_a_translation_is_used(tmp_path, monkeypatch):
    folder = tmp_path / "xx" / "LC_MESSAGES"
    folder.mkdir(parents=True)
    header = 'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=utf-8\\n"\n'
    plural = '"Plural-Forms: nplurals=2; plural=(n != 1);\\n"\n\n'
    (folder / "campanile.po").write_text(
        header + plural + 'msgid "Join"\nmsgstr "Iunge"\n\nmsgid "{n} card"\nmsgid_plural "{n} cards"\n'
        'msgstr[0] "{n} charta"\nmsgstr[1] "{n} chartae"\n'
    )
    monkeypatch.setattr("bot.words.LOCALES", tmp_path)
    words.cache_clear()
    try:
        assert words("xx").say(Text("Join")) == "Iunge"
        assert words("xx").say(Texts("{n} card", "{n} cards", n=2)) == "2 chartae"
    finally:
        words.cache_clear()


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
        id for message in template() for id in ([message.id] if isinstance(message.id, str) else message.id)
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
                    assert not names & set(KEYWORDS), f"{path.relative_to(ROOT)}:{node.lineno}"


def test_the_template_in_the_repository_is_up_to_date():
    stored = (LOCALES / "campanile.pot").read_text(encoding="utf-8")
    ids = {m.id if isinstance(m.id, str) else m.id[0] for m in template() if m.id}
    flat = re.sub(r'"\n"', "", stored)
    missing = [
        id for id in ids if id.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n") not in flat
    ]
    assert not missing, f"run `make messages`: {missing[:5]}"
