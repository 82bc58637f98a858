"""What playing a noble means to the one who may play it."""

from games.core import Label, Text, Texts, Who
from games.towers import scoring
from games.towers.answers import answered, may_joust
from games.towers.cards import Card, back
from games.towers.menus import Path
from games.towers.names import called, height, listed
from games.towers.state import FREELY
from games.towers.view import View


def noble_label(view: View, args: list[str], path: Path) -> Label:
    """Say what playing a noble means."""
    if args == ["palazzo"]:
        return Label(Text("Palazzo: too late, return nothing"), TOO_LATE)
    if args[0] != "palazzo":
        effect, answer = _effect(view, args[0]), may_joust(view, 1, view.seat)
        return Label(NOBLE_EFFECTS[args[0]], answered(effect, answer, 1 - view.seat))
    _, lower, upper = args
    if back(lower) == back(upper) and lower != upper:
        # Note: two cards that go under the decks, in this order
        text = Text("{lower} lowest, {upper} on it", lower=called(lower), upper=called(upper))
    else:
        text = Text("{cards} under the decks", cards=listed((lower, upper)))
    return Label(text, _palace(view), path)


TOO_LATE = Text("Too late: it leaves the game")
NOBLE_EFFECTS = {
    "via": Text("Via Francigena: draw to a full hand"),
    "monumento": Text("Monumento: 7 points at the end"),
    "cappella": Text("Cappella: 5 a tower of 5+ stories"),
    "mura": Text("Mura: hold nine cards"),
}


def _effect(view: View, noble: Card) -> Text:
    """Say what a noble would do as things stand."""
    own = view.sides[view.seat]
    match noble:
        case "via":
            room = own.limit - len(own.hand) + 1  # T25: it frees its own place
            room = min(room, len(view.deck) + len(view.nobles))
            return Texts("You draw one card", "You draw {n} cards", n=room)
        case "cappella":
            worth = 5 * scoring.chapel_towers(own.towers)
            return Texts("{n} point as your towers stand", "{n} points as your towers stand", n=worth)
        case "mura":
            return Text("Two cards more than now, to the end of the deal")
    return Text("Whatever becomes of your towers")


def _palace(view: View) -> Text:
    """Say how high the rival may then build (T24)."""
    if "noble:palazzo" in view.offer:
        return TOO_LATE
    most = max(FREELY, view.sides[view.seat].highest)
    bars = Text("{who} may not go above {height}", who=Who(1 - view.seat), height=height(most))
    return answered(bars, may_joust(view, 1, view.seat), 1 - view.seat)
