"""Which languages there are: tags as Discord writes them, and whose words a reader gets when theirs lack."""

import logging
import re
from functools import lru_cache

from babel import Locale, UnknownLocaleError

from bot.text import catalogue

log = logging.getLogger(__name__)

SOURCE = "en"
PSEUDO = "en-XA"  # 40 % longer words with accents: shows what does not fit, and what is not translated
RELATIVES = {"es-419": "es-ES", "es-ES": "es-419"}  # as Discord itself falls back
_TAGS = (
    "bg cs da de el en en-GB en-US es es-419 es-ES fi fr hi hr hu id it ja ko lt nl no pl pt pt-BR ro ru"
    " sv sv-SE th tr uk vi zh zh-CN zh-TW"
)
DISCORD_TAGS = frozenset(_TAGS.split())  # Discord's locales, and the languages of which they are kinds
_TAG = re.compile(r"[a-z]{2,3}(-(?:[A-Z]{2}|\d{3}))?")


def locale_of(tag: str) -> Locale | None:
    """Return how a language counts and lists, if there is such a language."""
    if not _TAG.fullmatch(tag):
        return None
    try:
        return Locale.parse(tag, sep="-")
    except (ValueError, UnknownLocaleError):
        return None


@lru_cache(maxsize=1)
def languages() -> tuple[str, ...]:
    """Return the languages that have a catalogue, and English; a folder that is no language is left out."""
    there = catalogue.LOCALES.glob(f"*/LC_MESSAGES/{catalogue.DOMAIN}.po")
    named = {path.parent.parent.name for path in there}
    for name in sorted(name for name in named if locale_of(name) is None):
        log.warning("locales/%s is no language that Discord has: nobody is offered it", name)
    return tuple(sorted({SOURCE, *(name for name in named if locale_of(name) is not None)}))


def spoken_for(tag: str) -> str:
    """Return the language whose words somebody gets: their own, a relative, its parent, or English."""
    known = {*languages(), PSEUDO}
    kin = (tag, RELATIVES.get(tag, tag), tag.split("-")[0])
    return next((name for name in kin if name in known), SOURCE)


def own_name(tag: str) -> str:
    """Return what a language calls itself, and how much of it is there if that is not all."""
    locale = locale_of(tag)
    name = ((locale and locale.get_display_name(locale)) or tag).capitalize()
    percent = 100 if tag == SOURCE else int(100 * catalogue.share(tag))
    return name if percent == 100 else f"{name} ({percent} %)"
