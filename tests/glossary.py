"""The words of docs/glossary.md, and where a translation does without them."""

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from babel.messages.catalog import Catalog, Message

from bot.text.catalogue import ROOT, forms_of, sound
from bot.text.languages import DISCORD_TAGS, locale_of

GLOSSARY = ROOT / "docs" / "glossary.md"
_TITLE = re.compile(r"\((\w+)\)$")  # "## Lucca (lucca)"


class Term(NamedTuple):
    """One row: an English term, where it holds, and the words that must stand for it."""

    game: str  # "" for everywhere
    english: tuple[str, ...]
    words: dict[str, tuple[str, ...]]

    def met(self, sentence: str) -> bool:
        return any(re.search(rf"\b{re.escape(one)}s?\b", sentence, re.IGNORECASE) for one in self.english)


@cache
def terms(path: Path = GLOSSARY) -> tuple[Term, ...]:
    """Read the tables; each names its columns by what the languages call themselves."""
    found, game, columns = list[Term](), "", tuple[str, ...]()
    for line in path.read_text(encoding="utf-8").splitlines():
        if line.startswith("## "):
            title = _TITLE.search(line)
            game = title[1] if title else ""
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if line.startswith("| English |"):
            columns = tuple(map(tag_of, cells[1:]))
        elif line.startswith("| ") and columns:
            said = dict(zip(columns, map(_words, cells[1:]), strict=True))
            found.append(Term(game, _words(cells[0]), said))
        elif not line.startswith("|"):
            columns = ()
    return tuple(found)


@cache
def tag_of(name: str) -> str:
    """Return the tag of a language that calls itself so."""
    for tag in sorted(DISCORD_TAGS):
        locale = locale_of(tag)
        if locale and (locale.get_display_name(locale) or "").casefold() == name.casefold():
            return tag
    raise ValueError(f"a column of docs/glossary.md is called {name!r}, as no language calls itself")


def covered() -> list[str]:
    """Return the languages that have a column in any table."""
    return sorted({tag for term in terms() for tag in term.words})


def _words(cell: str) -> tuple[str, ...]:
    return () if cell == "–" else tuple(word.strip(" …°").casefold() for word in cell.split(" / "))


def misses(language: str, catalogue: Catalog) -> Iterator[str]:
    """Yield every translation that lacks a word of the glossary, with the word."""
    for message in catalogue:
        if not (message.id and sound(message)):
            continue
        english, said = bare(message.id), bare(message.string).casefold()
        for term in terms():
            wanted = term.words.get(language, ())
            holds = wanted and about(message, term.game) and term.met(english)
            if holds and not any(word in said for word in wanted):
                yield f"{english!r}: {said!r} has no {' / '.join(wanted)}"


def bare(text: Any) -> str:
    """Return a sentence in all its forms, without placeholders, whose names are for us."""
    return re.sub(r"\{[^}]*\}", "", " ".join(forms_of(text)))


def about(message: Message, game: str) -> bool:
    """Say whether a sentence belongs to a game; a button is a verb of its own ("Deal")."""
    if (message.context or "").startswith("button"):
        return False
    return not game or any(place.startswith(f"games/{game}/") for place, _ in message.locations)


TURN = re.compile(r"\bturns?\b", re.IGNORECASE)
TOWER = re.compile(r"\btowers?\b|\bThe Towers of San Gimignano\b|\bTúir\b", re.IGNORECASE)
BARE = re.compile(r"\btours?\b(?! de jeu)", re.IGNORECASE)


def bare_turns(catalogue: Catalog) -> Iterator[str]:
    """Yield the French sentences in which a turn would read as a tower."""
    for message in catalogue:
        if message.id and sound(message):
            for english, said in zip(forms_of(message.id), forms_of(message.string), strict=False):
                if TURN.search(english) and len(BARE.findall(said)) > len(TOWER.findall(english)):
                    yield f"{english!r}: {said!r}"
