"""How much room a text takes: a Japanese letter is as wide as two others, a sign may have no width at all."""

import re
import unicodedata
from collections.abc import Iterator

SPACE = "\u3000"  # as wide as a Japanese letter
JOINERS = {"\u200d", "\ufe0f"}  # what makes several signs one
CLOSING = frozenset("、。，．）」』】〕〉》・：；！？ー々ぁぃぅぇぉっゃゅょァィゥェォッャュョヶ,.:;!?)]}…")
LOOSE = " ,;:+·、；：＋"  # what no shortened text ends with
_PARTS = re.compile(
    r"\s+|[^\s\u1100-\U0010ffff]+|.", re.DOTALL
)  # a space, a word, or a letter that stands alone


def width(text: str) -> int:
    """Return the columns that a text takes where every letter has one width."""
    return len(text) if text.isascii() else sum(map(_columns, text))


def _columns(letter: str) -> int:
    if letter in JOINERS or unicodedata.combining(letter):
        return 0
    return 2 if unicodedata.east_asian_width(letter) in "WF" else 1


def wide_letters(text: str) -> int:
    """Return how many letters of a text take two columns."""
    return sum(_columns(letter) == 2 for letter in text)


def blanks(text: str, columns: int, wide: int = 0) -> str:
    """Return what fills a text up to so many columns.

    A line with as many wide letters as the others (`wide`) stands straight even where a font has
    them a little narrower than two columns, so that wide spaces come first.
    """
    room = max(0, columns - width(text))
    broad = min(max(0, wide - wide_letters(text)), room // 2)
    return SPACE * broad + " " * (room - 2 * broad)


def wrapped(text: str, columns: int, indent: str = "") -> list[str]:
    """Break a text into lines: between words, and between letters of languages that have no spaces."""
    lines, line = list[str](), ""
    for part in _parts(text, columns - width(indent)):
        if width((line + part).rstrip()) > columns and line.strip():
            lines.append(line.rstrip())
            line = indent + part.lstrip()
        else:
            line += part
    return [*lines, line.rstrip()] if line.strip() or not lines else lines


def _parts(text: str, columns: int) -> Iterator[str]:
    """Yield what must stay together; no line begins with a closing mark, and a long word is cut."""
    kept = ""
    for part in _PARTS.findall(text):
        if kept and (part[0] in CLOSING or _columns(part[0]) == 0):
            kept += part
            continue
        yield from _cut(kept, columns)
        kept = part
    yield from _cut(kept, columns)


def _cut(part: str, columns: int) -> Iterator[str]:
    while width(part) > columns > 1:
        piece = shortened(part, columns, "")
        yield piece
        part = part[len(piece) :]
    if part:
        yield part


def shortened(text: str, columns: int, mark: str = "…") -> str:
    """Shorten a text to so many columns."""
    if width(text) <= columns:
        return text
    room, kept = columns - width(mark), ""
    for letter in text:
        if width(kept + letter) > room:
            break
        kept += letter
    return kept + mark


def at_word(text: str, columns: int, mark: str = "…") -> str:
    """Shorten a text to so many columns at the end of a word, or of a letter where words have no spaces."""
    if width(text) <= columns:
        return text
    line = wrapped(text, columns - width(mark))[0].rstrip(LOOSE)
    return line + mark if width(line) > columns // 2 else shortened(text, columns, mark)
