"""The page's own words stand in one dictionary, and each of them is used."""

import json
import re
from pathlib import Path

import pytest

from bot.playground.backend import REFUSABLE
from bot.playground.web import Web
from bot.playground.world import PERMISSIONS

STATIC = Path(__file__).parents[3] / "bot/playground/static"
PAGE_WORDS = re.compile(r"words(\.[\w-]+)?\.js")
KEYS = set(re.findall(r'^  "([\w.-]+)":', (STATIC / "words.js").read_text(encoding="utf-8"), re.M))
PAGE = {p.name: p.read_text(encoding="utf-8") for p in STATIC.iterdir() if p.suffix in (".js", ".html")}
CODE = "\n".join(text for name, text in PAGE.items() if not PAGE_WORDS.fullmatch(name))
OTHERS = sorted(name for name in PAGE if PAGE_WORDS.fullmatch(name) and name != "words.js")


def test_every_word_that_is_asked_for_is_there():
    asked = set(re.findall(r'\bt\(\s*"([\w.-]+)"', CODE)) | set(re.findall(r'data-words="([\w.-]+)"', CODE))
    assert len(asked) > 60 and asked <= KEYS, asked - KEYS


def test_no_word_is_there_in_vain():
    built = {f"hint.{step}.rest" for step in ("learn", "open", "seat", "follow")} | {"message.thread"}
    built |= {f"stage.clock.{step}" for step in ("quarter", "hour", "day")}
    built |= {f"stage.{permission}" for permission in PERMISSIONS}
    built |= {f"stage.pictures.{kind}" for kind in REFUSABLE}
    assert {key for key in KEYS - built if f'"{key}"' not in CODE} == set()
    assert built <= KEYS


def test_no_sentence_stands_outside_the_dictionary():
    """A label or a text in the code that begins like a sentence would never be translated."""
    loose = re.compile(r'"(?:aria-label|title|placeholder)": "[A-Z]|, "[A-Z][a-z]+ [a-z]|\}, "[A-Z][a-z]+"\)')
    found = {
        name: loose.findall(text)
        for name, text in PAGE.items()
        if name.endswith(".js") and not PAGE_WORDS.fullmatch(name)
    }
    assert not {name: hits for name, hits in found.items() if hits}


def entries(name):
    """Return the words of a language by key; what depends on a number as one text."""
    return dict(re.findall(r'^  "([\w.-]+)": (.+),$', PAGE[name], re.M))


async def test_the_page_is_told_which_languages_it_has():
    answer = await Web.languages(None, None)
    assert json.loads(answer.text.removeprefix("export default ").strip(";\n")) == [
        name.split(".")[1] for name in OTHERS
    ]


@pytest.mark.parametrize("name", OTHERS)
def test_every_language_of_the_page_has_every_word_with_its_placeholders(name):
    english, other = entries("words.js"), entries(name)
    assert PAGE[name].count("export default {") == 1
    assert other.keys() == KEYS == english.keys()
    for key in KEYS:
        wanted, found = (set(re.findall(r"\{(\w+)\}", words[key])) for words in (english, other))
        assert found == wanted, key
