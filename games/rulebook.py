"""What a game may add to its rules text: pictures for the pages, pages at the end, and what each card means.

All of it is optional. In `rules.md` comments are not shown; `<!-- picture: name -->` puts a figure on a page.
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from games.core import Text
from rendering import theme
from rendering.scene import Glyph, Item, Placed, Scene, Sprite

_PICTURE = re.compile(r"<!-- picture: ([a-z-]+) -->")
_COMMENT = re.compile(r"^<!--.*?-->\n|<!--.*?--> ?", re.MULTILINE)
FIGURE_MARGIN, FIGURE_GAP = 24, 18  # around a figure, and between its things
NARROWEST = 420  # a narrow figure would be blown up on a phone


@dataclass(frozen=True, slots=True)
class Figure:
    """A small picture in the rules, and sentences that describe it."""

    scene: Scene
    alt: tuple[Text, ...]


@dataclass(frozen=True, slots=True)
class Leaf:
    """A page that follows the rules text: it is made of the game's own tables."""

    title: Text
    lines: tuple[Text, ...]
    figure: Figure


@dataclass(frozen=True, slots=True)
class Entry:
    """A card, or another thing of the game, as `/card` explains it."""

    key: str  # as Discord keeps it: never changed
    name: Text
    lines: tuple[Text, ...]
    scene: Scene


# --- what a game has -------------------------------------------------------------------------------


def figures_of(game: Any) -> Mapping[str, Figure]:
    """Return a game's pictures by the names that its rules text gives them."""
    return getattr(game, "figures", dict[str, Figure])()


def appendix_of(game: Any) -> tuple[Leaf, ...]:
    return getattr(game, "appendix", tuple[Leaf, ...])()


def glossary_of(game: Any) -> tuple[Entry, ...]:
    return getattr(game, "glossary", tuple[Entry, ...])()


def box_of(game: Any) -> Figure | None:
    """Return the picture that stands for the whole game, in the lobby and before the rules."""
    return game.box() if hasattr(game, "box") else None


# --- a page of rules.md ----------------------------------------------------------------------------


def shown(page: str) -> str:
    """Return a page as players read it: without the comments, which name rulings and pictures."""
    return _COMMENT.sub("", page).strip()


def pictured(page: str) -> list[str]:
    """Return the names of the figures that a page asks for."""
    return _PICTURE.findall(page)


def heading(page: str) -> str:
    return page.partition("\n")[0].lstrip("# ")


# --- drawing ---------------------------------------------------------------------------------------


def side_by_side(sprites: Iterable[Sprite], gap: float = FIGURE_GAP) -> Scene:
    """Return a figure of things in a row, all standing on one ground."""
    return in_rows([list(sprites)], gap)


def in_rows(rows: Iterable[list[Sprite]], gap: float = FIGURE_GAP) -> Scene:
    """Return a figure of several rows, each in the middle."""
    found, items, y = list(rows), list[Item](), float(FIGURE_MARGIN)
    wide = max(NARROWEST - 2 * FIGURE_MARGIN, *(_width(row, gap) for row in found))
    for row in found:
        x, foot = FIGURE_MARGIN + (wide - _width(row, gap)) / 2, y + max(sprite.h for sprite in row)
        for sprite in row:
            items.append(Placed(x, foot - sprite.h, sprite))
            x += sprite.w + gap
        y = foot + gap
    return Scene(round(wide) + 2 * FIGURE_MARGIN, round(y - gap) + FIGURE_MARGIN, theme.GROUND, tuple(items))


def _width(row: list[Sprite], gap: float) -> float:
    return sum(sprite.w for sprite in row) + gap * (len(row) - 1)


def sign(text: str, size: int = 48, high: int = 0) -> Sprite:
    """Return a sign to stand between things (`+`, `=`, a count), in the middle of a height."""
    w, h = round(size * (0.4 + 0.6 * len(text))), high or size
    return Sprite(w, h, (Glyph(w / 2, h / 2, text, size, theme.INK),))


def group(w: float, h: float, items: Iterable[Item]) -> Sprite:
    """Return a drawing as one thing of a row."""
    return Sprite(round(w), round(h), tuple(items))
