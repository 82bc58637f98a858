"""Where a move stands in the menus: no level above 25 entries, no move deeper than three presses."""

from collections import defaultdict
from functools import lru_cache

from games.core import Move, Text, Texts
from games.towers.building import planned
from games.towers.cards import COPIES, PIETRA
from games.towers.names import called

MENU = 25  # entries that one level may hold
MENUS = ("purchase", "build", "extend", "complete", "exchange", "palazzo")
# All six do not fit at once: then building and extending share a menu.
Path = tuple[Text, ...]

# Note: title of a menu: deck or market
BUY = Text("Buy two, the first from")
BUY_LAST = Text("Buy the last stone")
COMPLETE = Text("Complete some of the towers")
EXCHANGE = Text("Exchange two cards or more")
PALAZZO = Text("Palazzo Comunale: two cards under the decks")


@lru_cache(maxsize=32)
def layout(offer: tuple[Move, ...]) -> dict[Move, Path]:
    """Return the menus above every move on offer; what is not named here is a button."""
    kinds: dict[str, list[Move]] = defaultdict(list)
    for move in offer:
        kinds[_kind(move)].append(move)
    paths: dict[Move, Path] = {}
    crowded = all(kinds[kind] for kind in MENUS) and len(kinds["complete"]) > 1
    building, adding = len(kinds["build"]), len(kinds["extend"])
    top: Path = (Text("Build or extend ({n})", n=building + adding),) if crowded else ()
    last = kinds["purchase"] == ["purchase:deck"]  # T2: room for one card, and one is left
    paths |= dict.fromkeys(kinds["purchase"], (BUY_LAST if last else BUY,))
    # Note: title of a menu with so many entries
    paths |= _builds(kinds["build"], top or (Text("Build ({n})", n=building),), MENU - crowded)
    paths |= _extensions(kinds["extend"], (*top, Text("Extend ({n})", n=adding)))
    paths |= dict.fromkeys(kinds["complete"][1:], (COMPLETE,))  # the first one completes all
    paths |= dict.fromkeys(kinds["exchange"], (EXCHANGE,))
    return paths | _burials(kinds["palazzo"])


def _kind(move: Move) -> str:
    if move.startswith("noble:palazzo:"):
        return "palazzo"
    verb = move.partition(":")[0]
    return "build" if verb in ("plain", "run") else verb


def _builds(moves: list[Move], top: Path, room: int) -> dict[Move, Path]:
    if len(moves) <= room:
        return dict.fromkeys(moves, top)
    plain = [move for move in moves if move.startswith("plain")]
    paths: dict[Move, Path] = dict.fromkeys(plain, (*top, Text("Plain towers ({n})", n=len(plain))))
    for fine in range(COPIES[PIETRA] + 1):
        alike = [move for move in moves if move.startswith("run") and move.count("*") == fine]
        at = (*top, _colourful(fine, len(alike)))
        paths |= {move: at if len(alike) <= MENU else (*at, _span(move)) for move in alike}
    return paths


def _colourful(fine: int, n: int) -> Text:
    match fine:
        case 0:
            return Text("Colourful towers ({n})", n=n)
        case 1:
            return Text("Colourful, one fine stone ({n})", n=n)
        case 2:
            return Text("Colourful, two fine stones ({n})", n=n)
    return Text("Colourful, three fine stones ({n})", n=n)


def _span(move: Move) -> Text:
    ranks = planned(move, 0).ranks
    # Note: title of a menu: colourful towers from rank 5 to 8
    return Text("{top} to {bottom}", top=ranks[0], bottom=ranks[-1])


def _extensions(moves: list[Move], top: Path) -> dict[Move, Path]:
    if len(moves) <= MENU:
        return dict.fromkeys(moves, top)
    towers: dict[str, list[Move]] = defaultdict(list)
    for move in moves:
        towers[move.split(":")[1]].append(move)
    paths: dict[Move, Path] = {}
    for number, some in towers.items():
        at = (*top, Text("Tower {number}", number=int(number) + 1))
        paths |= {move: at if len(some) <= MENU else (*at, _added(move.count("*"))) for move in some}
    return paths


def _added(fine: int) -> Text:
    return Texts("One fine stone", "{n} fine stones", n=fine) if fine else Text("No fine stone")


def _burials(moves: list[Move]) -> dict[Move, Path]:
    if len(moves) <= MENU:
        return dict.fromkeys(moves, (PALAZZO,))
    # Note: title of a menu: this card goes undermost in the deck
    return {move: (PALAZZO, Text("{card} lowest", card=called(move.split(":")[2]))) for move in moves}
