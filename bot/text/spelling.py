"""Names as they are compared: without accents and capitals, and as they are read aloud where that differs.

A language may have `locales/<language>/readings.csv`: what is written, and how it is read. Japanese writes
one word in three ways (赤煉瓦, 赤レンガ, あかれんが); all of them come to the same reading.
"""

import csv
import unicodedata
from functools import lru_cache

from bot.text import catalogue

READINGS = "readings.csv"  # beside the catalogue; columns: written, reading
LIGATURES = str.maketrans({"œ": "oe", "æ": "ae"})
_HIRAGANA = {katakana: katakana - 0x60 for katakana in range(ord("ァ"), ord("ヶ") + 1)}


def spellings(text: str) -> tuple[str, ...]:
    """Return a name as it is written and as it is read; nothing comes twice."""
    return tuple(dict.fromkeys((plain(text), plain(read_aloud(text)))))


def plain(text: str) -> str:
    """Return a text as it is compared: no accents, no capitals, no commas, one kind of kana."""
    folded = unicodedata.normalize("NFKC", text).casefold().translate(LIGATURES).translate(_HIRAGANA)
    letters = [c for c in unicodedata.normalize("NFKD", folded) if not unicodedata.combining(c)]
    return " ".join("".join(c if c.isalnum() or c == "+" else " " for c in letters).split())


def read_aloud(text: str) -> str:
    """Return a text with every word that has a reading replaced by it, the longest words first."""
    if text.isascii():
        return text
    text = unicodedata.normalize("NFKC", text)
    for written, reading in _readings():
        text = text.replace(written, reading)
    return text


@lru_cache(maxsize=1)
def _readings() -> tuple[tuple[str, str], ...]:
    """Return the readings of all languages, the longest words first."""
    found = dict[str, str]()
    for path in sorted(catalogue.LOCALES.glob(f"*/{READINGS}")):
        with path.open(encoding="utf-8", newline="") as file:
            found |= {row["written"]: row["reading"] for row in csv.DictReader(file)}
    return tuple(sorted(found.items(), key=lambda pair: (-len(pair[0]), pair)))
