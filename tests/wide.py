"""A made-up Japanese: every letter is twice as wide, and no spaces part the words."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from unittest.mock import patch

from babel.messages.catalog import Catalog

from bot.text import catalogue, words
from bot.text.catalogue import forms_of
from bot.text.template import template, updated, written

WIDE = "ja"  # as Babel counts and lists
MADE_UP = "wide"
_LETTERS = "アイウエオカキクケコサシスセソタチツテトナニヌネノハヒフヘホマミムメモヤユヨラリルレロワヲンガギ"
_FIELD = re.compile(r"(\{[^}]*\}|<[^>]*>|`[^`]*`|/[a-z]+)")


def widened(sentence: str) -> str:
    """Return a sentence in wide letters, one for each, placeholders and commands untouched."""
    parts = enumerate(_FIELD.split(sentence))
    return "".join(part if i % 2 else "".join(map(_wide, part)) for i, part in parts) or "ー"


def _wide(letter: str) -> str:
    if letter == " ":
        return ""
    if letter.isascii() and letter.isalpha():
        return _LETTERS[ord(letter.lower()) - ord("a") + 20 * letter.isupper()]
    return letter


@cache
def today() -> Catalog:
    """Return every sentence of the code, collected once."""
    return template()


@cache
def wide_po() -> bytes:
    """Return the whole catalogue of the made-up language."""
    with patch.object(catalogue, "LOCALES", Path("/nowhere")):
        made = updated(WIDE, template())  # its messages are changed below
    for message in made:
        if message.id:
            forms = tuple(map(widened, forms_of(message.id)))
            message.string = forms[-1:] if len(forms) > 1 else forms[0]
    return written(made)


@contextmanager
def speaking(folder: Path, **files: bytes) -> Iterator[None]:
    """Let the bot have these catalogues and no others."""
    for language, po in files.items():
        path = folder / language / "LC_MESSAGES" / "campanile.po"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(po)
    with patch.object(catalogue, "LOCALES", folder):
        words.read_anew()
        try:
            yield
        finally:
            words.read_anew()


@contextmanager
def reading(language: str, folder: Path) -> Iterator[str]:
    """Let the bot speak a shipped language, or for `MADE_UP` the wide one; yield its name."""
    if language != MADE_UP:
        yield language
        return
    with speaking(folder, **{WIDE: wide_po()}):
        yield WIDE
