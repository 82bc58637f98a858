"""The one font of every picture: it lies beside this module, so that no machine's fonts are asked."""

from functools import lru_cache
from pathlib import Path

from PIL import ImageFont

BOLD = str(Path(__file__).parent / "fonts" / "SourceSansPro-Bold.ttf")  # its licence: OFL.txt beside it
CAPITAL_HEIGHT = 0.70  # a numeral or capital stands so high in a sign of size 1
CAPITAL = 0.66  # and so high in the font's own measure
NO_SIGN = "\uffff"  # never a character: every font shows its empty box for it


@lru_cache(maxsize=64)
def font(size: int) -> ImageFont.FreeTypeFont:
    """Return the font in a size of its own measure; the basic layout is the one that every Pillow has."""
    return ImageFont.truetype(BOLD, size, layout_engine=ImageFont.Layout.BASIC)


def drawable(text: str) -> bool:
    """Say whether the font has every sign of a text; a lacking one would be an empty box."""
    return all(_has(sign) for sign in text)


@lru_cache(maxsize=256)
def _has(sign: str) -> bool:
    pen = font(32)
    return sign == " " or (bytes(pen.getmask(sign)) not in (b"", bytes(pen.getmask(NO_SIGN))))
