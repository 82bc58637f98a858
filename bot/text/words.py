"""From a Text to words in the reader's language; `bot.text.template` collects them for translators."""

import re
import runpy
from collections.abc import Sequence
from functools import lru_cache
from typing import Protocol

from babel import Locale, UnknownLocaleError
from babel.lists import format_list
from babel.numbers import format_decimal

from bot.text import catalogue
from games.core import SEAT_NAMES, Arg, Text, Texts, Who

SOURCE = "en"
PSEUDO = "en-XA"  # 40 % longer words with accents: shows what does not fit, and what is not translated
GROUPED = 1000  # smaller whole numbers are written alike everywhere

_ACCENTS = str.maketrans("aeiouncyAEIOU", "áéíóúñçýÁÉÍÓÚ")
_FIELD = re.compile(r"(\{[^}]*\}|<[^>]*>|`[^`]*`)")


class Sentences(Protocol):
    """The sentences of a language."""

    def sentence(self, text: Text) -> str: ...


class Words:
    """One language: puts a Text into words."""

    def __init__(self, language: str) -> None:
        self.language = language
        self._locale = _locale(language)
        self._catalogue: Sentences = Pseudo() if language == PSEUDO else catalogue.load(language)

    def say(self, text: Text) -> str:
        """Return the sentence with its arguments filled in."""
        sentence = self._catalogue.sentence(text)
        return sentence.format_map({name: self._argument(arg) for name, arg in text.args})

    def listed(self, parts: Sequence[str]) -> str:
        """Return "a, b and c"."""
        if len(parts) == 1:  # the most frequent list by far
            return parts[0]
        return format_list(list(parts), locale=self._locale)

    def number(self, number: float) -> str:
        """Return a number as this language writes it; what is not whole by its kind has one decimal."""
        if isinstance(number, float):
            return format_decimal(number, format="#,##0.0", locale=self._locale)
        return str(number) if abs(number) < GROUPED else format_decimal(number, locale=self._locale)

    def _argument(self, arg: Arg) -> str:
        match arg:
            case str():
                return arg
            case int() | float():
                return self.number(arg)
            case Text():
                return self.say(arg)
            case Who():
                return self.say(SEAT_NAMES[arg.seat])
            case tuple():
                return self.listed([self._argument(part) for part in arg])
            case _:
                return str(arg)


class Pseudo:
    """The made-up language: every word 40 % longer, placeholders untouched."""

    def sentence(self, text: Text) -> str:
        message = text.many if isinstance(text, Texts) and text.n != 1 else text.id
        return "".join(part if i % 2 else _longer(part) for i, part in enumerate(_FIELD.split(message)))


def _longer(part: str) -> str:
    letters = sum(character.isalpha() for character in part)
    return part.translate(_ACCENTS) + "~" * round(letters * 0.4)


def _locale(language: str) -> Locale:
    try:
        return Locale.parse(language, sep="-")
    except (ValueError, UnknownLocaleError):
        return Locale.parse(SOURCE)


@lru_cache(maxsize=1)
def languages() -> tuple[str, ...]:
    """Return the languages that have a catalogue, and English."""
    there = catalogue.LOCALES.glob(f"*/LC_MESSAGES/{catalogue.DOMAIN}.po")
    return tuple(sorted({SOURCE, *(path.parent.parent.name for path in there)}))


@lru_cache(maxsize=64)
def words(locale: str) -> Words:
    """Return the words for a Discord locale: the language itself, its parent, or English."""
    known = {*languages(), PSEUDO}
    return _speaking(next((name for name in (locale, locale.split("-")[0]) if name in known), SOURCE))


@lru_cache(maxsize=64)
def _speaking(language: str) -> Words:
    return Words(language)


def read_anew() -> None:
    """Forget the catalogues, so that they are read again."""
    for remembered in (languages, words, _speaking):
        remembered.cache_clear()


if __name__ == "__main__":  # as `make messages` once called it
    runpy.run_module("bot.text.template", run_name="__main__")
