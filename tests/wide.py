"""A made-up Japanese: every letter is twice as wide, and no spaces part the words."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from io import BytesIO
from pathlib import Path
from unittest.mock import patch

from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po

from bot.text import catalogue, words
from bot.text.catalogue import forms_of
from bot.text.template import template, updated, written
from bot.text.words import Pseudo
from games.core import Text

WIDE = "ja"  # as Babel counts and lists
MADE_UP = "wide"
FIFTH = "sv-SE"  # a language that nobody has begun: a pseudo-language stands in for it
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


def filled(po: bytes) -> bytes:
    """Translate a catalogue as a stranger would in minutes: accents, and 40 % longer."""
    made, pseudo = read_po(BytesIO(po), locale="sv_SE"), Pseudo()
    for message in made:
        if message.id:
            said = [pseudo.sentence(Text(form)) for form in forms_of(message.id)]
            message.string = tuple(said) if len(said) > 1 else said[0]
    return written(made)


@cache
def fifth_po() -> bytes:
    """Return the whole catalogue of the pseudo-language, made as `make messages NEW=sv-SE` makes it."""
    with patch.object(catalogue, "LOCALES", Path("/nowhere")):
        return filled(written(updated(FIFTH, template())))


@contextmanager
def speaking(folder: Path, **files: bytes) -> Iterator[None]:
    """Let the bot have these catalogues and no others."""
    for name, po in files.items():  # "it", or "it.rules" for the rules
        language, _, domain = name.partition(".")
        path = folder / language / "LC_MESSAGES" / f"{domain or 'campanile'}.po"
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
    """Let the bot speak a shipped language, or one of the two that are made up; yield its name."""
    made = {MADE_UP: (WIDE, wide_po), FIFTH: (FIFTH, fifth_po)}
    if language not in made:
        yield language
        return
    name, po = made[language]
    with speaking(folder, **{name: po()}):
        yield name
