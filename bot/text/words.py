"""From a Text to words in the reader's language; `bot.text.template` collects them for translators."""

import re
import runpy
from collections.abc import Sequence
from functools import lru_cache
from typing import Protocol

from babel import Locale
from babel.lists import format_list
from babel.numbers import format_decimal

from bot.base.references import Command, OnBoard, is_command_name, mention
from bot.text import catalogue, rules
from bot.text.languages import PSEUDO, SOURCE, languages, locale_of, spoken_for
from games.core import SEAT_NAMES, Arg, Text, Texts, Who

GROUPED = 1000  # smaller whole numbers are written alike everywhere

_ACCENTS = str.maketrans("aeiouncyAEIOU", "áéíóúñçýÁÉÍÓÚ")
_FIELD = re.compile(r"(\{[^}]*\}|<[^>]*>|`[^`]*`)")


class Sentences(Protocol):
    """The sentences of a language."""

    def sentence(self, text: Text) -> str: ...


class Words:
    """One language: puts a Text into words.

    For one reader also the locales of their client, which names the commands, and of the server, whose public
    messages name the buttons.
    """

    def __init__(self, language: str, client: str = "", public: str = "") -> None:
        self.language = language
        self._client, self._public = client, public
        self._locale = locale_of(language) or Locale.parse(SOURCE)
        self._catalogue: Sentences = _catalogue_of(language)

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
            case Command():
                return self._command(arg)
            case str():
                return arg
            case int() | float():
                return self.number(arg)
            case Text():
                return self.say(arg)
            case Who():
                return self.say(SEAT_NAMES[arg.seat])
            case OnBoard():
                return words(arg.locale or self._public or self.language).say(arg.label)
            case tuple():
                return self.listed([self._argument(part) for part in arg])
            case _:
                return str(arg)

    def _command(self, name: str) -> str:
        """Name a command as the reader's client does, or so that everybody can find it."""
        if not self._client:
            return mention(name)
        shown = words(self._client).say(Text(name, ctx="command"))
        return f"/{shown if is_command_name(shown) else name}"


class Pseudo:
    """The made-up language: every word 40 % longer, placeholders untouched."""

    def sentence(self, text: Text) -> str:
        message = text.many if isinstance(text, Texts) and text.n != 1 else text.id
        return "".join(part if i % 2 else _longer(part) for i, part in enumerate(_FIELD.split(message)))


def _longer(part: str) -> str:
    letters = sum(character.isalpha() for character in part)
    return part.translate(_ACCENTS) + "~" * round(letters * 0.4)


@lru_cache(maxsize=64)
def words(locale: str) -> Words:
    """Return the words for a Discord locale: the language itself, a relative, its parent, or English."""
    return _speaking(spoken_for(locale))


@lru_cache(maxsize=256)
def words_for(locale: str, client: str, public: str) -> Words:
    """Return the words for one reader: their locale, that of their client, and that of public messages."""
    return Words(spoken_for(locale), spoken_for(client), spoken_for(public))


@lru_cache(maxsize=64)
def _speaking(language: str) -> Words:
    return Words(language)


@lru_cache(maxsize=64)
def _catalogue_of(language: str) -> Sentences:
    return Pseudo() if language == PSEUDO else catalogue.load(language)


def read_anew() -> None:
    """Forget the catalogues, so that they are read again."""
    for remembered in (languages, catalogue.share, words, words_for, _speaking, _catalogue_of):
        remembered.cache_clear()
    rules.read_anew()


if __name__ == "__main__":  # as `make messages` once called it
    runpy.run_module("bot.text.template", run_name="__main__")
