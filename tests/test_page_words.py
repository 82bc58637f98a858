"""The page's own words stand in one dictionary, and each of them is used."""

import re
from pathlib import Path

from bot.playground.world import PERMISSIONS

STATIC = Path(__file__).parent.parent / "bot/playground/static"
KEYS = set(re.findall(r'^  "([\w.-]+)":', (STATIC / "words.js").read_text(encoding="utf-8"), re.M))
PAGE = {p.name: p.read_text(encoding="utf-8") for p in STATIC.iterdir() if p.suffix in (".js", ".html")}
CODE = "\n".join(text for name, text in PAGE.items() if name != "words.js")


def test_every_word_that_is_asked_for_is_there():
    asked = set(re.findall(r'\bt\(\s*"([\w.-]+)"', CODE)) | set(re.findall(r'data-words="([\w.-]+)"', CODE))
    assert len(asked) > 60 and asked <= KEYS, asked - KEYS


def test_no_word_is_there_in_vain():
    built = {f"hint.{step}.rest" for step in ("open", "seat", "follow")} | {"message.thread"}
    built |= {f"stage.clock.{step}" for step in ("quarter", "hour", "day")}
    built |= {f"stage.{permission}" for permission in PERMISSIONS}
    assert {key for key in KEYS - built if f'"{key}"' not in CODE} == set()
    assert built <= KEYS


def test_no_sentence_stands_outside_the_dictionary():
    """A label or a text in the code that begins like a sentence would never be translated."""
    loose = re.compile(r'"(?:aria-label|title|placeholder)": "[A-Z]|, "[A-Z][a-z]+ [a-z]|\}, "[A-Z][a-z]+"\)')
    found = {
        name: loose.findall(text)
        for name, text in PAGE.items()
        if name.endswith(".js") and name != "words.js"
    }
    assert not {name: hits for name, hits in found.items() if hits}
