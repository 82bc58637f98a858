"""The rules texts of the games in the readers' languages: a paragraph is a message of `rules.po`.

The English pages stand beside each game (`rules.md`). A page is shown in a language once all its paragraphs
are translated: rules that are half of yesterday would be worse than English ones.
"""

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from babel.messages.catalog import Catalog

from bot.text.catalogue import forms_of, path_of, read, translated
from games import GAMES, rules_pages

DOMAIN = "rules"
_COMMENT = re.compile(r"<!--.*?-->\n?", re.DOTALL)  # names of pictures and rulings: not for readers
_PICTURES = re.compile(r"<!-- picture: .*?-->", re.DOTALL)


class Page(NamedTuple):
    """A page of the rules as a reader gets it."""

    text: str
    translated: bool


def paragraphs(page: str) -> list[str]:
    """Return what translators see of a page: its heading, and what stands between empty lines."""
    title, _, rest = page.partition("\n")
    found = re.split(r"\n\s*\n", _COMMENT.sub("", rest))
    return [title.strip(), *(part.strip() for part in found if part.strip())]


def template() -> Catalog:
    """Return the paragraphs of all rules, in their order."""
    fresh = Catalog(charset="utf-8", fuzzy=False)
    for key in GAMES:
        for n, page in enumerate(rules_pages(key), 1):
            for part in paragraphs(page):
                fresh.add(part, locations=[(f"games/{key}/rules.md", n)], context=key)
    return fresh


@lru_cache(maxsize=64)
def pages_in(language: str, key: str) -> tuple[Page, ...]:
    """Return a game's pages in a language; those that are not whole yet are in English."""
    said = _said(language)
    return tuple(_page(page, said, key) for page in rules_pages(key))


def pages_behind(language: str, key: str) -> Iterator[str]:
    """Yield the headings of the pages that are still read in English."""
    for page, english in zip(pages_in(language, key), rules_pages(key), strict=True):
        if not page.translated:
            yield english.partition("\n")[0]


def _page(english: str, said: dict[tuple[str, str], str], key: str) -> Page:
    parts = [said.get((key, part)) for part in paragraphs(english)]
    if any(part is None for part in parts):
        return Page(english, translated=False)
    title, *rest = [part or "" for part in parts]
    return Page("\n\n".join(["\n".join([title, *_PICTURES.findall(english)]), *rest]), translated=True)


@lru_cache(maxsize=16)
def _said(language: str) -> dict[tuple[str, str], str]:
    """Return the paragraphs of a language by their game and their English."""
    path = path_of(language, DOMAIN)
    if not path.is_file():
        return {}
    return {
        (message.context or "", forms_of(message.id)[0]): forms_of(message.string)[0].strip()
        for message in read(path, language)
        if translated(message)
    }


def read_anew() -> None:
    """Forget the rules, so that they are read again."""
    for remembered in (pages_in, _said):
        remembered.cache_clear()
