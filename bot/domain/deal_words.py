"""A word that somebody types in a lobby: which ones there may be; pure."""

import re
import unicodedata

from bot.base.errors import Refused
from games.core import Text

LONGEST_WORD = 24  # characters
JOINERS = "-'’"
UNSEEN = re.compile(  # letters and marks that show nothing: two words that look alike must be alike
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u3164\ufe00-\ufe0f\uffa0\U000e0100-\U000e01ef]"
)
HEAPED = re.compile("^M|M{4}")  # marks without a letter, or so many above one that they cover other lines
BAD_WORD = Text(
    "One word, please, of at most {most} letters and digits, without spaces. Nothing was changed.",
    most=LONGEST_WORD,
)


def proper(typed: str) -> str:
    """Return a word as it is kept, "" for none; what could be anything else in a message is refused."""
    word = unicodedata.normalize("NFC", typed.strip())
    kinds = "".join("J" if sign in JOINERS else unicodedata.category(sign)[0] for sign in word)
    seen = not (set(kinds) - set("LNMJ") or UNSEEN.search(word) or HEAPED.search(kinds))
    if len(word) > LONGEST_WORD or not seen or (word and not set(kinds) & set("LN")):
        raise Refused(BAD_WORD)
    return word
