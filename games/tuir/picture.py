"""The table as a picture: six wishes, four decks, two cities in the light of the hour, two hands."""

from collections.abc import Iterator
from functools import cache, lru_cache

from games.core import Move, Seat
from games.tuir.names import NUMERALS, SLOTS
from games.tuir.picture_city import SECTION_SIZE, Lay, choices, cities, free_sky, landscape, lay_out
from games.tuir.picture_marks import Marks, marks, steps
from games.tuir.picture_rules import H as RULE_H
from games.tuir.picture_rules import W as RULE_W
from games.tuir.picture_rules import initial, rule_back, rule_card, standing
from games.tuir.pieces import back, height, section
from games.tuir.progress import progress
from games.tuir.scoring import total
from games.tuir.state import TURNS
from games.tuir.view import UNKNOWN, View
from rendering import theme
from rendering.heraldry import shield
from rendering.layout import stack
from rendering.marks import badge, banner, corner, family, frame, halo, letter, plate, ribbon, ticks
from rendering.material.light import hour_of, lit
from rendering.pieces import slot
from rendering.places import DESK_HEIGHT, desk, table
from rendering.scene import Box, Disc, Glyph, Item, Placed, Poly, Scene, Sprite

PAD = 20
PLATE = 148  # shield and points beside the decks
RULE_GAP = (theme.W - 2 * PAD - 6 * RULE_W) / 5
RULES_Y, DECKS_Y, SKY_Y = 22, 186, 276
HANDS_HEIGHT = height(SECTION_SIZE) + 30  # the strip with both hands
Drawing = Iterator[Item]


def scene(view: View, offer: tuple[Move, ...] = ()) -> Scene:
    """Draw the table for this viewer, with marks for the moves on screen."""
    base, lay, show = _base(_public(view)), lay_out(view, SKY_Y), marks(offer)
    items = [*_secrets(view)]
    if view.phase != "over":
        items += [*choices(view, lay, show), *_offered_decks(view, show)]
        for seat in range(2):
            items += _hand(view, seat, lay.foot + 20, show)
    return Scene(base.w, base.h, theme.GROUND, tuple(items), base)


def _public(view: View) -> View:
    """Return what every viewer knows: hands and letters are laid on top of it."""
    if view.phase == "over":
        return view._replace(viewer=None)
    sides = tuple(side._replace(hand=(), backs=0, rule=UNKNOWN, dropped=()) for side in view.sides)
    return view._replace(viewer=None, sides=sides, hidden=UNKNOWN)


@lru_cache(maxsize=16)
def _base(view: View) -> Scene:
    """Draw what everybody sees; equal tables give the same scene, which is painted once."""
    over, now = view.phase == "over", hour_of(progress(view))
    lay = lay_out(view, SKY_Y)
    high = round(lay.foot + (16 if over else HANDS_HEIGHT + 8))
    wishes = (*view.open, view.hidden, *(side.rule for side in view.sides)) if over else view.open
    items = (
        *landscape(lay, now),
        Placed(0, SKY_Y - DESK_HEIGHT, desk(now)),
        *(Box(0, SKY_Y - n, theme.W, n, ink) for n, ink in ((7, lit("#4a2f1c", now)), (3, theme.INK))),
        *_wishes(view),
        *_banners(view, lay),
        *cities(view, lay, wishes, now),
        *(() if over else (Placed(0, lay.foot, table(now)),)),
        *(_ending(view) if over else (*_decks(view), *_families(view))),
        *(() if over else corner(theme.W / 2 + 58, SKY_Y + 10, None, _moment(view))),
        *frame(theme.W, high),
    )
    return Scene(theme.W, high, theme.GROUND, items)


def _moment(view: View) -> str:
    """Say which turn it is; those of two games are counted through."""
    games = 2 if view.game else 1
    return f"{view.turn + 1 + TURNS * (view.game == 2)}/{TURNS * games}"


# --- wishes ----------------------------------------------------------------------------------------


def _leaf_x(place: int) -> float:
    """Return where a leaf lies: Lion's, the three open ones, the hidden one, Dove's."""
    return PAD + place * (RULE_W + RULE_GAP)


def _wishes(view: View) -> Drawing:
    """Lay out the open leaves, each with its number and what it gives now."""
    for place, rule in enumerate(view.open, 1):
        yield from _leaf(view, rule, place, place)
        yield _tab(view, rule, place)


def _leaf(view: View, rule: str, place: int, number: int = 0, seat: Seat | None = None) -> Drawing:
    x, line = _leaf_x(place), theme.EDGE if seat is None else theme.SEAT_COLOURS[seat]
    yield Placed(x, RULES_Y, rule_card(rule, line))
    if number:
        yield Placed(x - 9, RULES_Y - 9, initial(number))


def _tab(view: View, rule: str, place: int, aside: bool = False) -> Placed:
    """Hang what a wish gives now below its leaf; aside, if an eye must stand there too."""
    tab = standing("{}:{}".format(*total((rule,), view.tableaux)))
    return Placed(_leaf_x(place) + (RULE_W - tab.w) / (1 if aside else 2), RULES_Y + RULE_H - 4, tab)


def _secrets(view: View) -> Drawing:
    """Lay out the three letters: Lion's, the hidden one, Dove's."""
    yield from _letter(view, 0, view.sides[0].rule, _looked(view, 0), 0)
    yield from _letter(view, 4, view.hidden, view.eyes, None)
    yield from _letter(view, 5, view.sides[1].rule, _looked(view, 1), 1)


def _letter(view: View, place: int, rule: str, eyes: tuple[Seat, ...], seat: Seat | None) -> Drawing:
    """Draw a letter, opened for whoever knows it; with who has looked, and in gold if that was just now."""
    x, over, fresh = _leaf_x(place), view.phase == "over", steps(view)
    others = tuple(eye for eye in eyes if eye != view.viewer) if not over else ()
    if rule:
        yield from _leaf(view, rule, place, {0: 5, 4: 4, 5: 6}[place] if over else 0, seat)
    else:
        yield Placed(x, RULES_Y, rule_back(seat))
    if (name := "hidden" if seat is None else f"rule:{seat}") in fresh and not over:
        yield from halo(x, RULES_Y, RULE_W, RULE_H, fresh[name])
    if rule:
        yield _tab(view, rule, place, bool(others))
    if rule and seat is not None:
        yield Placed(x - 8, RULES_Y + (RULE_H - 36 if over else -8), shield(seat, 40))
    yield from _eyes(x if rule else x + (RULE_W - 42 - 34 * len(others)) / 2, others)


def _looked(view: View, seat: Seat) -> tuple[Seat, ...]:
    return (1 - seat,) if view.sides[seat].rivals_eye else ()


def _eyes(x: float, seats: tuple[Seat, ...]) -> Drawing:
    """Show who has looked at a letter: an eye and their shields, below it."""
    y = RULES_Y + RULE_H - 2
    if seats:
        yield Placed(x, y + 5, _eye())
    for n, seat in enumerate(seats):
        yield Placed(x + 42 + 34 * n, y, shield(seat, 34))


@cache
def _eye() -> Sprite:
    lids = ((1, 13), (10, 4), (20, 1), (30, 4), (39, 13), (30, 22), (20, 25), (10, 22))
    return Sprite(40, 26, (Poly(lids, theme.WHITE, theme.INK, 2.5), Disc(20, 13, 8, theme.INK)))


# --- decks and families ----------------------------------------------------------------------------


def _deck_x(deck: int) -> float:
    return 204 + deck * 160


def _decks(view: View) -> Drawing:
    h = height(SECTION_SIZE)
    for i, (top, left) in enumerate(view.decks):
        x = _deck_x(i)
        if not left:
            yield Placed(x, DECKS_Y, slot(SECTION_SIZE, h))
        else:
            yield from stack(
                [section(top, SECTION_SIZE, h), *[back(SECTION_SIZE)] * (left - 1)], x, DECKS_Y, 5, 4
            )
            yield _left(x, left)
        yield Placed(x - 26, DECKS_Y - 14, letter(NUMERALS[i], live=False))


def _left(x: float, cards: int) -> Placed:
    """Put how many cards a deck has at its lower right corner."""
    return Placed(x + SECTION_SIZE - 20, DECKS_Y + height(SECTION_SIZE) - 30, badge(str(cards), 42))


def _offered_decks(view: View, show: Marks) -> Drawing:
    for i in range(len(view.decks)):
        if str(i + 1) in show.decks:
            x = _deck_x(i)
            yield from ticks(x, DECKS_Y, SECTION_SIZE, height(SECTION_SIZE))
            yield Placed(x - 26, DECKS_Y - 14, letter(NUMERALS[i]))
            yield _left(x, view.decks[i][1])  # ticks never cover a count


def _families(view: View) -> Drawing:
    """Show both shields with what the open wishes give by now; a ribbon hangs from who is to move."""
    for seat, points in enumerate(total(view.open, view.tableaux)):
        yield from _plate(PAD if seat == 0 else theme.W - PAD - PLATE, PLATE, seat, points, seat == view.seat)


def _plate(x: float, w: float, seat: Seat, points: int, live: bool, won: bool = False) -> Drawing:
    """Draw a plate with shield and points; laurel for the winner."""
    y, middle = DECKS_Y - 8, x + (w + 68) / 2
    if live:
        yield Placed(x + 24, y + 70, ribbon(seat, round(w) - 30, 32))
    yield Box(x + 4, y + 4, w, 80, theme.INK, radius=13)
    yield plate(x, y, w, 80, seat, live, won)
    yield from family(seat, x + 8, y + 9, 62, won=won)
    yield Glyph(middle, y + 40, str(points), theme.GRAND if won or w > PLATE else 48, theme.INK)


# --- hands -----------------------------------------------------------------------------------------


def _hand(view: View, seat: Seat, y: float, show: Marks) -> Drawing:
    """Lay out a hand: faces that the viewer knows, then backs."""
    side, step, fresh = view.sides[seat], SECTION_SIZE + 40, steps(view)
    x = PAD + 22 if seat == 0 else theme.W - PAD - 3 * SECTION_SIZE - 80
    for i, card in enumerate((*side.hand, *("?" * side.backs))):
        at = x + i * step
        if card:
            yield Placed(
                at,
                y,
                back(SECTION_SIZE) if card == "?" else section(card, SECTION_SIZE, height(SECTION_SIZE)),
            )
        if card in fresh:
            yield from halo(at, y, SECTION_SIZE, height(SECTION_SIZE), fresh[card])
        if card and seat == view.viewer:
            live = card in show.cards
            yield from ticks(at, y, SECTION_SIZE, height(SECTION_SIZE)) if live else ()
            yield Placed(at - 24, y - 18, letter(SLOTS[i], live=live))


# --- the end ---------------------------------------------------------------------------------------


def _ending(view: View) -> Drawing:
    """Put both sums between the decks' places, the winner's in laurel; each leaf has its part below it."""
    points = view.sums
    for seat, x in enumerate((theme.W / 2 - 250, theme.W / 2 + 30)):
        yield from _plate(x, 220, seat, points[seat], False, seat in _winners(view))


def _banners(view: View, lay: Lay) -> Drawing:
    """Hang the winner's banner from the sky, where it is seen."""
    for seat in _winners(view):
        yield Placed(free_sky(view, seat, lay, 100), lay.top, banner(seat, 100, 140))


def _winners(view: View) -> tuple[Seat, ...]:
    """Return who has won, once all games are over."""
    sums = view.sums
    return tuple(s for s in range(2) if view.phase == "over" and not view.more and sums[s] == max(sums))
