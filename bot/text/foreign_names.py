"""Names that others have chosen, of servers, people and threads, made safe to stand in our own words."""

import re
import unicodedata

from bot.text.shortening import truncated

SERVER_NAME = 50  # characters shown of a server's name
PERSON_NAME = 40  # and of a person's
NAMELESS = "?"  # stands for a name of which nothing can be seen

MARKS = 2  # accents that may stand on one letter; more of them run over the lines above and below
UNSEEN = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")  # blank, but no spaces for Unicode
UNWANTED = (
    "Cc",
    "Cf",
    "Cs",
    "Co",
    "Cn",
)  # control, bidi and zero-width characters, and those without a meaning
CALLS = re.compile("@(?=everyone|here)", re.IGNORECASE)
MARKDOWN = re.compile(r"([!-/:-@\[-`{-~])")  # whatever is neither letter, digit nor space may be markdown


def safe_name(name: str, most: int, *, markdown: bool = True) -> str:
    """Return somebody else's name on one line, to be read: no link, no mention, nothing hidden, not long.

    `markdown`: it stands in a message; in the name of a thread nothing needs to be escaped.
    """
    seen = truncated(" ".join(_visible(unicodedata.normalize("NFC", name)).split()), most) or NAMELESS
    seen = CALLS.sub("\uff20", seen)  # looks the same, and calls nobody
    return MARKDOWN.sub(r"\\\1", seen) if markdown else seen


def _visible(name: str) -> str:
    """Leave out what cannot be seen, or changes how the rest is seen; line ends are spaces."""
    kept, marks = [], 0
    for sign in name:
        kind = unicodedata.category(sign)
        marks = marks + 1 if kind in ("Mn", "Me") else 0
        if kind.startswith("Z") or sign.isspace():
            kept.append(" ")
        elif kind not in UNWANTED and sign not in UNSEEN and marks <= MARKS:
            kept.append(sign)
    return "".join(kept)
