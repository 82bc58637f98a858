"""One language's sentences, as translators wrote them; a slip costs one sentence, never a press."""

import gettext
import logging
import re
from collections.abc import Callable, Mapping
from contextlib import redirect_stdout
from functools import lru_cache
from io import BytesIO, StringIO
from pathlib import Path
from string import Formatter

from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import read_po

from games.core import Text, Texts

log = logging.getLogger(__name__)

ROOT = Path(__file__).resolve().parents[2]
LOCALES = ROOT / "locales"
DOMAIN = "campanile"
_EMPTY = re.compile(r'^msgstr(?:\[\d\])? ""$(?!\n")', re.MULTILINE)
_PLURALS = re.compile(rb'^"Plural-Forms:.*\n', re.MULTILINE)

Key = tuple[str, str]  # context and sentence


class Catalogue:
    """The sentences of one language; what it lacks is said in English."""

    def __init__(self, found: Mapping[Key, tuple[str, ...]], plural: Callable[[int], int]) -> None:
        self._found = found
        self._plural = plural

    def sentence(self, text: Text) -> str:
        """Return the sentence with its placeholders."""
        forms = self._found.get((text.ctx, text.id))
        if forms is None:
            return text.many if isinstance(text, Texts) and text.n != 1 else text.id
        return forms[self._plural(abs(text.n))] if isinstance(text, Texts) else forms[0]


ENGLISH = Catalogue({}, lambda n: 0)


def path_of(language: str, domain: str = DOMAIN) -> Path:
    return LOCALES / language / "LC_MESSAGES" / f"{domain}.po"


def load(language: str) -> Catalogue:
    """Return a language's catalogue; what is wrong with it goes to the log, and its readers get English."""
    path = path_of(language)
    if not path.is_file():
        return ENGLISH
    try:
        with redirect_stdout(StringIO()) as complaints:  # Babel prints what it cannot read
            catalog = read(path, language)
    except (OSError, ValueError, LookupError) as error:
        log.error("%s cannot be read (%s): its readers get English", path.name, error)
        return ENGLISH
    if complaints.getvalue():
        log.warning("%s: %s", language, " ".join(complaints.getvalue().split()))
    return Catalogue(_sound(language, catalog), gettext.c2py(catalog.plural_expr))


@lru_cache(maxsize=64)
def share(language: str) -> float:
    """Return how much of a catalogue is translated; its file is only skimmed."""
    try:
        text = path_of(language).read_text(encoding="utf-8")
    except (OSError, ValueError):
        return 0.0
    entries = [entry for entry in text.split("\n\n")[1:] if "\nmsgid " in f"\n{entry}"]
    done = sum(_EMPTY.search(entry) is None and "#, fuzzy" not in entry for entry in entries)
    return done / len(entries) if entries else 0.0


def read(path: Path, language: str) -> Catalog:
    """Read a catalogue; how a language counts is Babel's to say, not the file's."""
    text = _PLURALS.sub(b"", path.read_bytes())
    return read_po(BytesIO(text), locale=language.replace("-", "_"), charset="utf-8")


def _sound(language: str, catalog: Catalog) -> dict[Key, tuple[str, ...]]:
    """Return the translations that can be said."""
    found: dict[Key, tuple[str, ...]] = {}
    for message in catalog:
        if not translated(message):
            continue
        if wrong := slip(message):
            log.warning("%s: %s in %r: its readers get English", language, wrong, forms_of(message.id)[0])
        else:
            found[message.context or "", forms_of(message.id)[0]] = forms_of(message.string)
    return found


# --- one message -----------------------------------------------------------------------------------


def forms_of(text: str | list[str] | tuple[str, ...] | None) -> tuple[str, ...]:
    """Return a sentence's forms: one, or as many as the language has plurals."""
    return (text,) if isinstance(text, str) else tuple(text or ())


def translated(message: Message) -> bool:
    """Say whether a message counts: a fuzzy one is a guess, and nobody has read it."""
    return bool(message.id) and not message.fuzzy and any(forms_of(message.string))


def sound(message: Message) -> bool:
    """Say whether a translation is said: it is there, and nothing is wrong with it."""
    return translated(message) and not slip(message)


def fields(sentence: str) -> frozenset[str]:
    """Return the placeholders of a sentence; raise ValueError for braces that do not match."""
    parts = [part for part in Formatter().parse(sentence) if part[1] is not None]
    return frozenset(f"{name}{spec and f':{spec}'}{f'!{how}' if how else ''}" for _, name, spec, how in parts)


def slip(message: Message) -> str:
    """Return what is wrong with a translation; "" if nothing is."""
    english, forms = forms_of(message.id), forms_of(message.string)
    if not all(forms):
        return "a plural form is missing"
    try:
        found = [fields(form) for form in forms]
    except ValueError as error:
        return str(error)
    wanted = frozenset[str]().union(*map(fields, english))
    number = frozenset({"n"}) if len(english) > 1 else frozenset[str]()
    if any(form - number != wanted - number for form in found):
        return "the placeholders differ"
    return "the number is missing" if number and "n" in fields(english[-1]) and "n" not in found[-1] else ""
