"""From a Text to words in the reader's language; `python -m bot.words` updates the catalogues."""

import gettext
import re
from collections.abc import Sequence
from functools import lru_cache
from io import BytesIO
from pathlib import Path

from babel import Locale, UnknownLocaleError
from babel.lists import format_list
from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

from games.core import SEAT_NAMES, Arg, Text, Texts, Who

ROOT = Path(__file__).resolve().parent.parent
LOCALES = ROOT / "locales"
DOMAIN = "campanile"
SOURCE = "en"
PSEUDO = "en-XA"  # 40 % longer words with accents: shows what does not fit, and what is not translated
KEYWORDS: dict[str, tuple[int, ...] | None] = {"Text": None, "Texts": (1, 2), "locale_str": None}
METHODS = [("skeleton/**.py", "ignore"), ("**.py", "python")]  # the skeleton is nobody's game
FOLDERS = ("bot", "cogs", "games", "rendering")

_ACCENTS = str.maketrans("aeiouncyAEIOU", "áéíóúñçýÁÉÍÓÚ")
_FIELD = re.compile(r"(\{[^}]*\}|<[^>]*>|`[^`]*`)")


class Words:
    """One language: puts a Text into words."""

    def __init__(self, language: str) -> None:
        self.language = language
        self._list = _locale(language)
        self._catalogue = _catalogue(language)

    def say(self, text: Text) -> str:
        """Return the sentence with its arguments filled in."""
        if isinstance(text, Texts):
            sentence = self._catalogue.ngettext(text.id, text.many, text.n)
        else:
            sentence = self._catalogue.gettext(text.id)
        return sentence.format_map({name: self._argument(arg) for name, arg in text.args})

    def listed(self, parts: Sequence[str]) -> str:
        """Return "a, b and c"."""
        return format_list(list(parts), locale=self._list)

    def _argument(self, arg: Arg) -> str:
        match arg:
            case Text():
                return self.say(arg)
            case Who():
                return self.say(SEAT_NAMES[arg.seat])
            case tuple():
                return self.listed([self._argument(part) for part in arg])
            case _:
                return str(arg)


class Pseudo(gettext.NullTranslations):
    """The made-up language: every word 40 % longer, placeholders untouched."""

    def gettext(self, message: str) -> str:
        return "".join(part if i % 2 else _longer(part) for i, part in enumerate(_FIELD.split(message)))

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return self.gettext(msgid1 if n == 1 else msgid2)


def _longer(part: str) -> str:
    letters = sum(character.isalpha() for character in part)
    return part.translate(_ACCENTS) + "~" * round(letters * 0.4)


def _locale(language: str) -> Locale:
    try:
        return Locale.parse(language, sep="-")
    except (ValueError, UnknownLocaleError):
        return Locale.parse(SOURCE)


def _catalogue(language: str) -> gettext.NullTranslations:
    if language == PSEUDO:
        return Pseudo()
    path = LOCALES / language / "LC_MESSAGES" / f"{DOMAIN}.po"
    if not path.is_file():
        return gettext.NullTranslations()
    compiled = BytesIO()
    with path.open("rb") as file:
        write_mo(compiled, read_po(file))
    compiled.seek(0)
    return gettext.GNUTranslations(compiled)


def languages() -> tuple[str, ...]:
    """Return the languages that have a catalogue, and English."""
    return tuple(sorted({SOURCE, *(path.parent.parent.name for path in LOCALES.glob("*/*/*.po"))}))


@lru_cache(maxsize=64)
def words(locale: str) -> Words:
    """Return the words for a Discord locale: the language itself, its parent, or English."""
    known = {*languages(), PSEUDO}
    return Words(next((name for name in (locale, locale.split("-")[0]) if name in known), SOURCE))


def template() -> Catalog:
    """Collect every sentence in the code."""
    catalogue = Catalog(project="Campanile", charset="utf-8")
    for folder in FOLDERS:
        found = extract_from_dir(ROOT / folder, METHODS, keywords=KEYWORDS)
        for file, line, message, comments, context in found:
            if message:
                place = (f"{folder}/{file}", line)
                catalogue.add(message, locations=[place], auto_comments=comments, context=context)
    return catalogue


def main() -> None:
    """Write the template and bring every catalogue up to date."""
    fresh = template()
    with (LOCALES / f"{DOMAIN}.pot").open("wb") as file:
        write_po(file, fresh, omit_header=True, width=110, sort_output=True, include_lineno=False)
    for path in LOCALES.glob("*/LC_MESSAGES/*.po"):
        with path.open("rb") as file:
            catalogue = read_po(file, locale=path.parent.parent.name.replace("-", "_"))
        catalogue.update(fresh)
        with path.open("wb") as file:
            write_po(file, catalogue, width=110, sort_output=True, include_lineno=False)
    print(f"{len(fresh)} sentences in locales/{DOMAIN}.pot")


if __name__ == "__main__":
    main()
