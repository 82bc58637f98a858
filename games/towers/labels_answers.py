"""What an answer means to the one who may give it: Guard, Giostra, cards taken back, the next deal."""

from games.core import Move, Text, Texts, Who
from games.towers.answers import answered, may_joust
from games.towers.cards import PIETRA, Card
from games.towers.labels_effects import falling, traded
from games.towers.names import called, listed
from games.towers.state import Joust, Parry, Relay, Ward
from games.towers.view import View

ANSWERS = {
    "guard": Text("Play a Guard"),
    "guard:*": Text("Show a fine stone as a Guard"),
    "bear": Text("No Guard this time"),
    "giostra": Text("Play Giostra"),
    "allow": Text("No Giostra this time"),
    "back": Text("Take all cards back"),
    "deal": Text("Deal the cards", ctx="button: the next deal"),
}


def answer(view: View, move: Move) -> Text:
    """Say what comes of an answer."""
    match view.phase:
        case Ward() as ward if move == "guard:*":
            return answered(_shown(ward), may_joust(view, 1, ward.target), 1 - ward.target)
        case Ward() as ward:
            return _warded(view, ward, move)
        case Parry(ward):
            return _parried(view, ward, move)
        case Joust() as joust:
            return _jousted(PIETRA if joust.laid else joust.move.split(":")[1], move)
        case Relay(laid):
            return Text("Your turn ends; in your hand again: {cards}", cards=listed(laid))
    return Text(
        "Deal {n} begins; so far {one} to {two}",
        n=len(view.results) + 1,
        one=view.totals[0],
        two=view.totals[1],
    )


def _warded(view: View, ward: Ward, move: Move) -> Text:
    if ward.trade and move == "guard":
        return Text("You keep your cards; the 5 goes under the deck")
    if ward.trade:
        taken, back = traded(view, ward.trade, len(view.sides[view.seat].hand))
        return Texts(
            "{who} takes one of your cards and gives {back}",
            "{who} takes {n} of your cards and gives {back}",
            n=taken,
            who=Who(view.seat),
            back=back,
        )
    if move == "guard":
        return Text("Tower {number} stays; the 5 goes under the deck", number=ward.tower + 1)
    return falling(next(t for t in view.sides[ward.target].towers if t.number == ward.tower))


def _shown(ward: Ward) -> Text:
    """Say what a fine stone shown as a Guard saves."""
    if ward.trade:
        return Text("You keep your cards; the fine stone counts as used")
    return Text("Tower {number} stays; the fine stone counts as used", number=ward.tower + 1)


def _parried(view: View, ward: Ward, move: Move) -> Text:
    """Say what comes of a Giostra against a fine stone shown as a Guard."""
    if move == "giostra" and ward.trade:
        return Text("Cancels Buona Pietra: the Trade goes on; Giostra counts as used")
    if move == "giostra":
        number = ward.tower + 1
        return Text("Cancels Buona Pietra: tower {number} falls; Giostra counts as used", number=number)
    if ward.trade:
        return Text("Buona Pietra turns the Trade away")
    return Text("Buona Pietra saves tower {number}", number=ward.tower + 1)


def _jousted(card: Card, move: Move) -> Text:
    if move == "giostra":
        return Text("Cancels {noble}; Giostra counts as used", noble=called(card))
    return Text("{noble} takes effect", noble=called(card))
