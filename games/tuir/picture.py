"""The table as a picture: six rules, four decks, two skylines, two hands."""

from collections.abc import Iterator
from functools import cache

from games.core import Move, Seat
from games.tuir.names import NUMERALS, SLOTS
from games.tuir.picture_marks import Marks, marks, touched
from games.tuir.picture_rules import H as RULE_H
from games.tuir.picture_rules import W as RULE_W
from games.tuir.picture_rules import rule_back, rule_card
from games.tuir.pieces import back, height, section
from games.tuir.scoring import total
from games.tuir.skyline import LEFT, RIGHT
from games.tuir.view import View
from rendering import heraldry, theme
from rendering.marks import halo, letter, plate
from rendering.pieces import slot
from rendering.place import centred, in_a_row, stack
from rendering.scene import Box, Disc, Glyph, Item, Line, Placed, Poly, Scene, Sprite

CARD = 112  # a section in a hand or on a deck
PAD = 22
RULE_GAP = (theme.W - 2 * PAD - 6 * RULE_W) / 5
RULES_Y, DECKS_Y, SKY_Y = 26, 178, 290
LOWEST_SKY = 3  # levels that are always kept free, so that the picture seldom grows
Drawing = Iterator[Item]


def scene(view: View, offer: tuple[Move, ...] = ()) -> Scene:
    """Draw the table for this viewer, with marks for the moves on screen."""
    show, over = marks(offer), view.phase == "over"
    storey = _storey(view)
    tallest = max((len(tower) for row in view.tableaux for tower in row), default=0)
    ground = SKY_Y + max(LOWEST_SKY, tallest) * storey[1]
    middle = _results(view) if over else _decks(view, show)
    people = (
        part for seat in range(2) for part in (*_banner(view, seat), *_hand(view, seat, ground + 82, show))
    )
    foot = ground + (62 if over else 100 + height(CARD))
    items = (*_rules(view), *middle, *_ground(ground), *_skylines(view, storey, ground, show), *people)
    return Scene(theme.W, foot, theme.GROUND, items)


# --- rules and decks -------------------------------------------------------------------------------


def _rules(view: View) -> Drawing:
    """Lay out Lion's secret rule, the three open ones, the hidden one and Dove's secret rule."""
    lion, dove = view.sides
    cards = (lion.rule, *view.open, view.hidden, dove.rule)
    row = in_a_row((rule_card(rule) if rule else rule_back() for rule in cards), PAD, RULES_Y, RULE_GAP)
    yield from row
    for i, card in enumerate(row[1:4]):
        yield Placed(card.x - 12, RULES_Y - 18, letter(str(i + 1), live=False))
    for seat, card in enumerate((row[0], row[5])):
        yield Placed(card.x - 8, RULES_Y - 14, heraldry.shield(seat, 40))
    if view.phase != "over":
        yield from _eyes(row[0].x, (1,) if lion.rivals_eye else ())
        yield from _eyes(row[4].x, view.eyes)
        yield from _eyes(row[5].x, (0,) if dove.rivals_eye else ())


def _eyes(x: float, seats: tuple[Seat, ...]) -> Drawing:
    """Show who has looked at a rule: an eye and their shields."""
    y = RULES_Y + RULE_H
    if seats:
        yield Placed(x + 4, y - 22, _eye())
    for n, seat in enumerate(seats):
        yield Placed(x + 46 + 38 * n, y - 26, heraldry.shield(seat, 34))


@cache
def _eye() -> Sprite:
    lids = ((1, 13), (10, 4), (20, 1), (30, 4), (39, 13), (30, 22), (20, 25), (10, 22))
    pupil = Disc(20, 13, 8, theme.INK)
    return Sprite(40, 26, (Poly(lids, theme.WHITE, theme.INK, 2.5), pupil))


def _decks(view: View, show: Marks) -> Drawing:
    h = height(CARD)
    for i, (top, left) in enumerate(view.decks):
        x = 188 + i * 166
        if not left:
            yield Placed(x, DECKS_Y, slot(CARD, h))
        else:
            yield from stack([section(top, CARD, h), *[back(CARD)] * (left - 1)], x, DECKS_Y, 6, 5)
            yield Glyph(x + CARD + 27, DECKS_Y + h / 2, str(left), 32, theme.INK)
        yield Placed(x - 32, DECKS_Y - 24, letter(NUMERALS[i], live=str(i + 1) in show.decks))


def _results(view: View) -> Drawing:
    """Write what each rule gave, Lion first, under its card."""
    lion, dove = (side.rule for side in view.sides)
    for i, rule in enumerate((lion, *view.open, view.hidden, dove)):
        points = total((rule,), view.tableaux)
        sign = f"{points[0]}:{points[1]}"
        yield Glyph(PAD + i * (RULE_W + RULE_GAP) + RULE_W / 2, RULES_Y + RULE_H + 24, sign, 36, theme.INK)


# --- people ----------------------------------------------------------------------------------------


def _banner(view: View, seat: Seat) -> Drawing:
    """Show a player's shield, lit when it is their turn; at the end their points, lit for the winner."""
    x: float = 74 if seat == 0 else theme.W - 74
    if view.phase == "over":
        points = total(view.known_rules, view.tableaux)
        x, y = theme.W / 2 + (90 if seat else -90), DECKS_Y + 54
        if points[seat] == max(points):
            yield plate(x - 74, y - 46, 148, 92, seat, live=False, won=True)
        yield Placed(x - 60, y - 28, heraldry.shield(seat, 56))
        yield Glyph(x + 32, y, str(points[seat]), 52, theme.INK)
        return
    y, size = DECKS_Y + 36, 76 if seat == view.seat else 56
    if seat == view.seat:
        yield plate(x - 66, y - 46, 132, 92, seat, live=True)
        yield Poly(((x - 20, y + 54), (x + 20, y + 54), (x, y + 74)), theme.SEATS[seat], theme.INK, 2)
    yield centred(heraldry.shield(seat, size), x, y)


def _hand(view: View, seat: Seat, y: float, show: Marks) -> Drawing:
    """Lay out a hand: faces that the viewer knows, then backs."""
    side, step = view.sides[seat], CARD + 38
    x = (theme.W / 4 if seat == 0 else theme.W * 3 / 4) - step - CARD / 2
    fresh = touched(view)
    for i, card in enumerate((*side.hand, *("?" * side.backs))):
        at = x + i * step
        if card:
            yield Placed(at, y, back(CARD) if card == "?" else section(card, CARD, height(CARD)))
        if card in fresh:
            yield from halo(at, y, CARD, height(CARD))
        if card and seat == view.viewer:
            yield Placed(at - 32, y - 26, letter(SLOTS[i], live=card in show.cards))


# --- skylines --------------------------------------------------------------------------------------


def _storey(view: View) -> tuple[int, int]:
    """Return a section's width and height: both skylines must fit side by side."""
    towers = sum(len(row) for row in view.tableaux)
    w = min(CARD, (theme.W - 8 * PAD) // max(1, towers))
    return w, round(height(w) * (2 - w / CARD))  # narrow ones stand a little taller


def _ground(y: float) -> Drawing:
    yield Box(0, y, theme.W, 48, theme.SHADE)
    yield Line(((0, y), (theme.W, y)), theme.SOFT, 5)


def _skylines(view: View, storey: tuple[int, int], ground: float, show: Marks) -> Drawing:
    needs = [len(row) * storey[0] + 4 * PAD for row in view.tableaux]
    split = max(min(theme.W / 2, theme.W - needs[1]), needs[0])
    for seat, middle in enumerate((split / 2, (split + theme.W) / 2)):
        yield from _skyline(view, seat, middle, storey, ground, show)
    yield Line(((split, ground - 40), (split, ground + 48)), theme.EDGE, 3)


def _skyline(
    view: View, seat: Seat, middle: float, storey: tuple[int, int], ground: float, show: Marks
) -> Drawing:
    towers, (wide, h) = view.sides[seat].towers, storey
    left = middle - len(towers) * wide / 2
    mine, rings = seat == view.viewer, list[Item]()
    fresh = touched(view)
    for i, tower in enumerate(towers):
        x = round(left + i * wide)
        for level, card in enumerate(tower.sections, 1):
            y = round(ground - level * h)
            yield Placed(x, y, section(card, wide, h))
            if mine and card in show.sections:
                rings.append(Box(x + 1, y + 1, wide - 2, h - 2, "", theme.MARK, 7))
            elif card in fresh:
                rings += halo(x, y, wide, h)
        live = mine and tower.letter in show.places
        yield Placed(x + wide / 2 - 22, ground + 4, letter(tower.letter, live=live))
    yield from rings
    if mine:
        yield from _ends(left, left + len(towers) * wide, ground + 4, show)


def _ends(left: float, right: float, y: float, show: Marks) -> Drawing:
    """Mark where a new tower may stand."""
    spots = {LEFT: left - 44, RIGHT: right} if right > left else {LEFT: left - 22}
    for end, x in spots.items():
        if end in show.places:
            yield Placed(x, y, letter("+"))
