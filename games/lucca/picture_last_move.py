"""The last move in Lucca's picture: gold around what the latest turn has built and opened, step by step."""

from games.core import Seat
from games.lucca.picture_palace import BUILDS
from games.lucca.picture_rows import EDGE, RIGHT, Spot, Street
from games.lucca.picture_walls import GATE, MAX_WALLS_SHOWN, PIECE, WALL_HEIGHT
from games.lucca.state import CITY, News
from games.lucca.view import View
from rendering import theme
from rendering.marks import halo as ring
from rendering.marks import step_sign
from rendering.scene import Item, Placed

CITY_VERBS = ("city add", "city complete")
SEEN = {"new", "add", "complete", "open", "wall", "bastion", *CITY_VERBS}


def latest(view: View) -> list[News]:
    """Return what the latest turn has built and opened."""
    turn = max((news.turn for news in view.news if news.verb in SEEN), default=-1)
    return [news for news in view.news if news.turn == turn and news.verb in SEEN]


def changed(view: View) -> frozenset[tuple[Seat, str]]:
    """Return the palaces that the latest turn has changed."""
    return frozenset((_whose(news), news.colour) for news in latest(view))


def _whose(news: News) -> Seat:
    return CITY if news.verb in CITY_VERBS else news.seat


def last_move(view: View, street: Street) -> list[Item]:
    """Ring in gold what the latest turn has built and opened, step by step."""
    steps = latest(view)
    items, signs = list[Item](), list[Placed]()
    for n, news in enumerate(steps, 1):
        if _whose(news) not in street.seats:
            continue
        spot = _changed(view, street, news, steps[n:])
        items += ring(*spot)
        signs += [_numbered(spot, news, n, signs)] if len(steps) > 1 else []
    return [*items, *signs]


def _numbered(spot: Spot, news: News, step: int, others: list[Placed]) -> Placed:
    """Number a step at the right of it, where no door is, and beside the other numbers."""
    x, y, w, h = spot
    sign = step_sign(x + w, y if news.verb in ("bastion", "open") else y + h / 2, step)
    while any(abs(sign.x - other.x) < 34 and abs(sign.y - other.y) < 34 for other in others):
        y -= 34  # up between the palaces
        sign = step_sign(x + w, y, step)
    return sign


def _changed(view: View, street: Street, news: News, later: list[News]) -> Spot:
    """Return where a deed is seen: a floor, the flag over a palace, a piece of wall, the gate."""
    row = street.row(_whose(news))
    match news.verb:
        case "open":
            x, y, w, _ = street.house(row, news.colour)
            return x + 9, y + 9, w - 18, BUILDS[street.need].roof + 6
        case "wall":
            after = sum(other.verb == "wall" for other in later)
            index = min(len(view.quarters[news.seat].walls), MAX_WALLS_SHOWN) - after
            x = theme.W - EDGE - RIGHT - index * PIECE
            return x + 2, street.ground(row) + 10, PIECE - 4, WALL_HEIGHT - 11
        case "bastion":
            return theme.W - EDGE - RIGHT + 12, row + street.tall - 46, GATE - 18, 38
        case "complete" | "city complete":
            return street.floor(row, news.colour, street.need - 1)
    return street.floor(row, news.colour, news.n - 1)
