"""The pieces of Lucca as small pictures: windows, shields, cards, palaces, walls."""

from functools import cache

from games.lucca.cards import CARDS, CardId
from rendering import pieces, theme
from rendering.heraldry import Drawing
from rendering.place import in_a_row
from rendering.scene import Box, Disc, Glyph, Line, Placed, Poly, Sprite


@cache
def window(size: int) -> Sprite:
    """Return an arched, lit window; a small one does without the bars, which would only blur."""
    arch = (Disc(50, 42, 36, theme.INK), Box(14, 42, 72, 56, theme.INK))
    pane = (Disc(50, 42, 25, theme.YELLOW), Box(25, 42, 50, 45, theme.YELLOW))
    bars = (Box(46, 17, 8, 70, theme.INK), Box(25, 50, 50, 8, theme.INK)) if size >= 26 else ()
    return Sprite(size, size, theme.scaled((*arch, *pane, *bars), size * 0.01))


@cache
def shield(size: int) -> Sprite:
    """Return a dark shield."""
    outline = ((12, 8), (88, 8), (88, 50), (71, 80), (50, 97), (29, 80), (12, 50))
    bend = Line(((28, 24), (68, 66)), theme.PAPER, 10)
    return Sprite(size, size, theme.scaled((Poly(outline, theme.INK), bend), size * 0.01))


@cache
def wall(size: int) -> Sprite:
    """Return a piece of the city wall."""
    teeth = tuple(Box(x, 18, 20, 24, theme.SOFT) for x in (6, 40, 74))
    body = (*teeth, Box(6, 40, 88, 44, theme.SOFT))
    joints = (
        Box(6, 60, 88, 4, theme.PAPER),
        Box(34, 40, 4, 20, theme.PAPER),
        Box(62, 64, 4, 20, theme.PAPER),
    )
    return Sprite(size, size, theme.scaled((*body, *joints), size * 0.01))


@cache
def bastion(size: int) -> Sprite:
    """Return a bastion: a tower with battlements and a gate."""
    teeth = tuple(Box(x, 4, 14, 20, theme.BROWN) for x in (20, 43, 66))
    body = (*teeth, Box(20, 20, 60, 16, theme.BROWN), Box(28, 34, 44, 60, theme.BROWN))
    gate = (Disc(50, 68, 10, theme.PAPER), Box(40, 68, 20, 26, theme.PAPER))
    return Sprite(size, size, theme.scaled((*body, *gate), size * 0.01))


@cache
def city(size: int) -> Sprite:
    """Return the coat of arms of the City of Lucca: two halves, as the real one has."""
    outline = Box(0, 0, size, size, theme.PAPER, theme.INK, 2, size * 0.22)
    half = Box(size * 0.06, size * 0.5, size * 0.88, size * 0.43, theme.RED, "", 0, size * 0.16)
    return Sprite(size, size, (outline, half, Placed(size * 0.2, size * 0.2, bastion(round(size * 0.6)))))


@cache
def card(id: CardId, w: int, h: int, marked: bool = False) -> Sprite:
    """Return a card as a strip: colour, street number, windows, shields."""
    face = CARDS[id]
    line, width = (theme.MARK, 5) if marked else (theme.EDGE, 2)
    if face.bastion:
        return pieces.card(w, h, (Placed((w - h) / 2, 3, bastion(h - 6)),), theme.PAPER, line, width)
    side, size = h - 12, h * (0.68 if face.number < 1000 else 0.52)
    digits = max(2, len(str(face.number))) * size * 0.6
    number = Glyph(side + 9 + digits / 2, h / 2, str(face.number), size, theme.INK)
    signs = [window] * face.windows + [shield] * face.shields
    step = min(h - 14, int((w - side - 15 - digits) / max(len(signs), 3)))
    row = in_a_row((sign(step) for sign in signs), w - 5 - step * len(signs), (h - step) / 2, 0)
    drawn: Drawing = (Placed(6, 6, pieces.field(face.colour, side)), number, *row)
    return pieces.card(w, h, drawn, theme.PAPER, line, width)


PALACE_W, PALACE_H = 114, 118
ROOF = 30  # the height of roof and flag above the body
DIGITS = {1: 33, 2: 33, 3: 29, 4: 25}  # the size of a street number beside its sign


@cache
def palace(colour: str, number: int, windows: int, shields: int, size: int, need: int, area: str) -> Sprite:
    """Return a palace: open while building, walled and roofed when complete, with a flag when opened."""
    w, h, paint = PALACE_W, PALACE_H, pieces.COLOURS[colour]
    done = area != "building"
    body = Box(3, ROOF, w - 6, h - ROOF - 1, paint, theme.INK if done else paint, 2.5, 4)
    inset = 9 if done else 6
    inner = Box(inset, ROOF + 3, w - 2 * inset, h - ROOF - inset, theme.PAPER, "", 0, 2)
    street = Glyph(77, ROOF + 25, str(number), DIGITS[len(str(number))], theme.INK)
    counts = (*_count(window(26), windows, 11), *_count(shield(26), shields, 58))
    sign = Placed(13, ROOF + 8, pieces.field(colour, 34))
    return Sprite(w, h, (*_roof(colour, size, need, area), body, inner, sign, street, *counts))


def _count(sign: Sprite, count: int, x: float) -> Drawing:
    size = 28 if count < 10 else 21
    return Placed(x, ROOF + 48, sign), Glyph(x + 36, ROOF + 62, str(count), size, theme.INK)


def _roof(colour: str, size: int, need: int, area: str) -> Drawing:
    """Return what stands on the body: pips for the cards, a roof, or a roof with a flag."""
    w, paint = PALACE_W, pieces.COLOURS[colour]
    if area == "building":
        left, there, lacking = w / 2 - 10 * (need - 1), (paint, theme.INK), (theme.PAPER, theme.EDGE)
        return tuple(Disc(left + 20 * i, 17, 8, *(there if i < size else lacking), 2) for i in range(need))
    roof = Poly(((1, ROOF + 2), (24, 13), (w - 24, 13), (w - 1, ROOF + 2)), paint, theme.INK, 2.5)
    if area == "complete":
        return (roof,)
    pole = Line(((w / 2 - 18, 24), (w / 2 - 18, 1)), theme.INK, 5)
    cloth = ((w / 2 - 18, 2), (w / 2 + 34, 2), (w / 2 + 22, 11), (w / 2 + 34, 20), (w / 2 - 18, 20))
    return (roof, pole, Poly(cloth, theme.OCHRE, theme.INK, 2.5))


@cache
def more(colour: str, count: int) -> Sprite:
    """Return a small roofed house with a number: further completed palaces of the City's colour."""
    body = Box(5, 16, 34, 26, theme.PAPER, theme.INK, 2.5, 3)
    roof = Poly(((0, 18), (12, 3), (32, 3), (44, 18)), pieces.COLOURS[colour], theme.INK, 2.5)
    return Sprite(46, 44, (body, roof, Glyph(22, 30, str(count), 24, theme.INK)))
