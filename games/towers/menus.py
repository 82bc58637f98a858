"""What a move means to the one who may make it."""

from collections.abc import Iterable

from games.core import Label, Move, Seat, Text, Texts, Who
from games.towers import effects, legal, scoring
from games.towers.cards import PIETRA, RANKS, Card, back
from games.towers.layout import Path, layout
from games.towers.table import Draw, Tower
from games.towers.view import View
from games.towers.words import ITEMS, called, listed, stories, tower_item, tower_stories


def label(view: View, move: Move) -> Label:
    """Say what a move means to the one who may make it."""
    verb, *args = move.split(":")
    path = layout(view.offer).get(move, ())
    match verb:
        case "purchase" | "draw":
            return Label(_source(view, args), _last_stone(view, verb, args), path)
        case "exchange":
            return _picked(Text("Exchange {cards}", cards=listed(args)), args, path)
        case "give":
            return _picked(Text("Give {cards}", cards=listed(args)), args, path)
        case "plain" | "run":
            return _build(view, move, path)
        case "extend":
            return _extend(view, move, path)
        case "complete":
            return _complete(view, args, path)
        case "noble":
            return _noble(view, args, path)
        case "fell":
            return _fell(view, int(args[0]), int(args[1]))
        case "pass":
            return _pass(view)
        case "close":
            return Label(CLOSING if view.match else Text("Close: start the Ending Phase"))
    return Label(PLAIN_MOVES[verb], path=path)


CLOSING = Text("Close: -10 unless you are first")
PLAIN_MOVES = {
    "guard": Text("Play a Guard"),
    "bear": Text("No Guard this time"),
    "giostra": Text("Play Giostra"),
    "allow": Text("No Giostra this time"),
    "back": Text("Take all cards back"),
    "deal": Text("Deal"),
}


def _source(view: View, args: list[str]) -> Text:
    match args:
        case ["deck"] if view.deck and view.deck[0] in RANKS:
            return Text("Deck: {card} on top ({n} left)", card=ITEMS[view.deck[0]], n=len(view.deck))
        case ["deck"]:
            return Text("Deck ({n} left)", n=len(view.deck))
        case ["noble"] if view.nobles and view.nobles[0] in ITEMS:
            return Text("Nobles: {card} on top ({n} left)", card=ITEMS[view.nobles[0]], n=len(view.nobles))
        case ["noble"]:
            return Text("Nobles ({n} left)", n=len(view.nobles))
    card, n = ITEMS[args[1]], view.market.count(args[1])
    return Text("Market: {card} ({n} there)", card=card, n=n) if n > 1 else Text("Market: {card}", card=card)


def _last_stone(view: View, verb: str, args: list[str]) -> Text | None:
    """Warn of the card with which the deck runs out (T2, T6)."""
    if args != ["deck"] or len(view.deck) > 1:
        return None
    bought = verb == "purchase" or view.phase == Draw("purchase", 1)
    return LAST_BUY if bought else LAST_DRAW


LAST_BUY = Text("The last stone: it ends the purchase, the Ending Phase begins")
LAST_DRAW = Text("The last stone: after this action the Ending Phase begins")


def _picked(text: Text, cards: Iterable[Card], path: Path) -> Label:
    return Label(text, path=path, picks=tuple(ITEMS[card] for card in cards))


def _build(view: View, move: Move, path: Path) -> Label:
    tower = effects.planned(move, -1)
    fine = tower.stones.count(PIETRA)
    if tower.colourful:
        text = Text("Colourful {stories}", stories=tower_stories(tower))
    elif fine:
        text = Texts(
            "Plain {rank}, {height} stories, one fine stone",
            "Plain {rank}, {height} stories, {n} fine stones",
            n=fine,
            rank=tower.top,
            height=tower.height,
        )
    else:
        text = Text("Plain {rank}, {n} stories", rank=tower.top, n=tower.height)
    things = [*_gains(view, None, tower), *_donazione(view, tower)]
    return Label(text, _brings(things), path)


def _extend(view: View, move: Move, path: Path) -> Label:
    _, number, *tokens = move.split(":")
    old = next((t for t in view.sides[view.seat].towers if t.number == int(number)), None)
    if old is None:
        return Label(Text("Extend tower {number}", number=int(number) + 1), path=path)
    added = tuple(PIETRA if token == "*" else token for token in tokens)
    new = old._replace(stones=added[::-1] + old.stones, top=old.top - len(added) * old.colourful)
    laid = stories(new.ranks[: len(added)], new.stones[: len(added)])
    text = Text("Tower {number}: add {stories}", number=old.number + 1, stories=laid)
    draws = [] if view.ending else [Texts("one card", "{n} cards", n=len(added))]
    return Label(text, _brings([*_gains(view, old, new), *draws]), path)


def _brings(things: list[Text]) -> Text | None:
    return Text("Brings {things}", things=tuple(things)) if things else None


def _gains(view: View, old: Tower | None, new: Tower) -> list[Text]:
    """Return the points that a tower adds now, and the marker if it wins it."""
    own, other = view.sides[view.seat], view.sides[1 - view.seat]
    towers = (*(tower for tower in own.towers if tower != old), new)
    rest = (*other.towers, *(tower for tower in own.towers if tower != old))
    crowned = new.height > max((tower.height for tower in rest), default=0) and view.marker != view.seat
    before = scoring.tally(own.towers, other.towers, own.used, False)
    more = sum(scoring.tally(towers, other.towers, own.used, crowned)) - sum(before)
    if crowned:
        return [Text("{n} points with the Highest Marker", n=more)]
    return [Texts("one point", "{n} points", n=more)] if more > 0 else []


def _donazione(view: View, tower: Tower) -> list[Text]:
    """Return what the Donazione of a new tower would do."""
    if tower.colourful or view.ending:
        return []
    match tower.top:
        case 6:
            return [Text("safety from Conspiracy")]
        case 8:
            return [Text("Income of {n} cards", n=tower.height)]
        case 9:
            return [Text("Trade: take up to {n}, give {back}", n=tower.height, back=tower.height - 1)]
        case 10:
            skyline = (view.sides[0].towers, view.sides[1].towers)
            return _conspiracy(legal.victims(skyline, view.seat, tower), view.seat)
    return []


def _conspiracy(victims: tuple[tuple[Seat, int], ...], own: Seat) -> list[Text]:
    match victims:
        case ():
            return []
        case ((seat, number),) if seat == own:
            return [Text("Conspiracy against your own tower {number}", number=number + 1)]
        case ((seat, number),):
            return [Text("Conspiracy against {who} {number}", who=Who(seat), number=number + 1)]
    if all(seat == own for seat, _ in victims):
        return [Text("Conspiracy, one of your own")]
    return [Text("Conspiracy, one of {n} towers", n=len(victims))]


def _complete(view: View, args: list[str], path: Path) -> Label:
    towers = [tower for tower in view.sides[view.seat].towers if str(tower.number) in args]
    if path:
        return Label(Text("Complete towers"), path=path, picks=tuple(map(tower_item, towers)))
    gain = 5 * len(args)  # a button has no second line: what it brings stands in its words
    if len(args) == 1:
        return Label(Text("Complete tower {number}: +{gain}, safe", number=int(args[0]) + 1, gain=gain))
    return Label(Text("Complete all {n} towers: +{gain}, safe", n=len(args), gain=gain))


def _noble(view: View, args: list[str], path: Path) -> Label:
    late = Text("Too late: it leaves the game") if "noble:palazzo" in view.offer else None
    match args:
        case ["palazzo", lower, upper] if back(lower) == back(upper) and lower != upper:
            text = Text("{lower} lowest, {upper} on it", lower=called(lower), upper=called(upper))
            return Label(text, late, path)
        case ["palazzo", lower, upper]:
            return Label(Text("{cards} under the decks", cards=listed((lower, upper))), late, path)
        case ["palazzo"]:
            return Label(Text("Palazzo: too late, return nothing"), late)
    return Label(NOBLE_EFFECTS[args[0]])


NOBLE_EFFECTS = {
    "via": Text("Via Francigena: draw to a full hand"),
    "monumento": Text("Monumento: 7 points at the end"),
    "cappella": Text("Cappella: 5 a tower of 5+ stories"),
    "mura": Text("Mura: hold nine cards"),
}


def _fell(view: View, seat: int, number: int) -> Label:
    tower = next((t for t in view.sides[seat].towers if t.number == number), None)
    told = tower_stories(tower) if tower else ""
    text = Text("{who} {number}: {stories}", who=Who(seat), number=number + 1, stories=told)
    return Label(text, danger=seat == view.viewer)


def _pass(view: View) -> Label:
    if not view.passes:
        return Label(Text("Pass"))
    result = scoring.fined(view.parts, view.closer if view.match else None, view.marker)  # T18
    own, other = sum(result[view.seat]), sum(result[1 - view.seat])
    return Label(Text("Pass: ends the deal, {own} to {other}", own=own, other=other), danger=True)
