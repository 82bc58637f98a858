"""The words of docs/glossary.md, and where a translation does without them."""

import re
from collections.abc import Iterator
from functools import cache
from typing import Any, NamedTuple

from babel.messages.catalog import Catalog, Message

from bot.text.catalogue import ROOT, forms_of, sound

LANGUAGES = ("ja", "fr", "it")  # the columns
_TITLE = re.compile(r"\((\w+)\)$")  # "## Lucca (lucca)"


class Term(NamedTuple):
    """One row: an English term, where it holds, and the words that must stand for it."""

    game: str  # "" for everywhere
    english: tuple[str, ...]
    words: dict[str, tuple[str, ...]]

    def met(self, sentence: str) -> bool:
        return any(re.search(rf"\b{re.escape(one)}s?\b", sentence, re.IGNORECASE) for one in self.english)


@cache
def terms() -> tuple[Term, ...]:
    """Read the tables."""
    found, game = list[Term](), ""
    for line in (ROOT / "docs" / "glossary.md").read_text(encoding="utf-8").splitlines():
        if line.startswith("## "):
            title = _TITLE.search(line)
            game = title[1] if title else ""
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if line.startswith("| ") and len(cells) == 1 + len(LANGUAGES) and cells[0] != "English":
            found.append(
                Term(game, _words(cells[0]), dict(zip(LANGUAGES, map(_words, cells[1:]), strict=True)))
            )
    return tuple(found)


def _words(cell: str) -> tuple[str, ...]:
    return () if cell == "–" else tuple(word.strip(" …°").casefold() for word in cell.split(" / "))


def misses(language: str, catalogue: Catalog) -> Iterator[str]:
    """Yield every translation that lacks a word of the glossary, with the word."""
    for message in catalogue:
        if not (message.id and sound(message)):
            continue
        english, said = bare(message.id), bare(message.string).casefold()
        for term in terms():
            wanted = term.words[language]
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
