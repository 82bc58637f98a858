"""How the moves of Lucca read, and where they stand in the menus."""

from games.core import Label, Move, Seat, Text, Texts
from games.lucca.cards import CARDS, CardId
from games.lucca.names import COLOUR, card_face, card_name, faces, owner
from games.lucca.quarter import Quarter, completed, laid, owns, site, size
from games.lucca.scoring import guests, walls_worth
from games.lucca.state import CITY
from games.lucca.view import View


def label(view: View, move: Move) -> Label:
    """Say what a move means to the one who may make it."""
    match move.split(":"):
        case ["keep", under, top]:
            return _keep(view, under, top)
        case ["open", colour]:
            return _open(view, colour)
        case ["take", number]:
            return _take(view, int(number))
        case ["play", card, *way]:
            return _play(view, card, way)
        case ["city", "none"]:
            return Label(Text("Nothing fits: give no card"), Text("No palace of the City takes a wild card"))
        case ["city", number, card, *colour]:
            return _city(view, int(number), card, colour[0] if colour else CARDS[card].colour)
    return Label(Text("Unknown"))  # Note: a move that cannot be read; nobody should ever see it


def _quarter(view: View) -> Quarter:
    """Return the quarter of the one whose question this is."""
    seat = view.mover if view.viewer is None else view.viewer
    return view.quarters[seat] if seat is not None else Quarter()


def _keep(view: View, under: CardId, top: CardId) -> Label:
    a, b = CARDS[under], CARDS[top]
    together = b.wild or a.colour == b.colour
    pair = {"under": card_face(under), "top": card_face(top)}
    # Note: two cards of one palace, or two palaces ("+")
    text = Text("{top} on {under}", **pair) if together else Text("{under} + {top}", **pair)
    facts = {
        "shields": a.shields + b.shields,
        "number": str(b.number if together else max(a.number, b.number)),
    }
    if together:
        start = Text("One palace of two cards, {shields} 🛡️, number {number}", **facts)
    else:
        start = Text("Two palaces, {shields} 🛡️, highest number {number}", **facts)
    # Note: what is chosen so far
    return Label(Text("✓ {pair}", pair=text) if view.kept == (under, top) else text, start)


def guest_list(view: View, host: Seat, colour: str) -> tuple[tuple[Seat, int], ...]:
    """Return who would add how much to a party, the City last."""
    all_quarters = [*enumerate(view.quarters), *([(CITY, view.city)] if view.city else [])]
    return tuple((s, n) for s, q in all_quarters if s != host and (n := guests(q, colour)))


def _open(view: View, colour: str) -> Label:
    host = view.mover if view.mover is not None else 0
    comers = guest_list(view, host, colour)
    # Note: open a palace (by its colour) and give a party in it
    text = Text("Open {palace}: +{points} now", palace=COLOUR[colour], points=sum(n for _, n in comers))
    # Note: in a list: a family and its points
    who = tuple(Text("{who} {points}", who=owner(seat), points=n) for seat, n in comers)
    # Note: who would add how many points to a party: "From Dove 2 and Bear 1"
    return Label(text, Text("From {who}", who=who) if who else Text("Nobody else has this colour now"))


def _take(view: View, number: int) -> Label:
    cards = view.triplets[number]
    # Note: a list of cards
    text = Text("{cards}", cards=faces(cards))
    # Note: a list of what three cards are good for
    detail = Text("{uses}", uses=uses(_quarter(view), cards, view.counts.need))
    return Label(text, detail, (Text("Take a triplet"),), letter=str(number + 1))


def uses(quarter: Quarter, cards: tuple[CardId, ...], need: int) -> tuple[Text, ...]:
    """Return what a triplet could do for a quarter, card after card."""
    result = []
    for card in cards:
        face = CARDS[card]
        if face.bastion:
            result.append(Text("bastion", ctx="use of a card"))
        elif face.wild:
            result.append(Text("wild", ctx="use of a card"))  # Note: counts as any colour
        elif owns(quarter, face.colour) and not site(quarter, face.colour):
            result.append(Text("wall only", ctx="use of a card"))  # Note: can only become a city wall
        else:
            after = laid(quarter, card, face.colour, need)
            result.append(_use(quarter, after, face.colour, need))
            quarter = after
    return tuple(result)


def _use(before: Quarter, after: Quarter, colour: str, need: int) -> Text:
    if palace := completed(before, after):
        # Note: what a card of a triplet would do, in a list
        return Text("completes {palace} +{points}", palace=COLOUR[colour], points=palace.windows)
    cards = size(after, colour)
    if cards == 1:
        return Text("starts {palace}", palace=COLOUR[colour])
    # Note: a palace by its colour, with 2 of 4 cards
    return Text("{palace} {size}/{need}", palace=COLOUR[colour], size=cards, need=need)


def _play(view: View, card: CardId, way: list[str]) -> Label:
    name, path = _told_apart(card, view.placing), (_told_apart(card, view.placing, face=True),)
    match way:
        case ["wall"]:
            return Label(Text("{card}: city wall", card=name), _carried(_quarter(view)), path)
        case ["bastion"]:
            return Label(Text("{card}: build it", card=name), _fortified(_quarter(view)), path)
        case ["discard"]:
            return Label(Text("{card}: discard", card=name), _unchanged(_quarter(view)), path)
    colour = way[1] if len(way) > 1 else CARDS[card].colour
    return Label(*_lay(_quarter(view), card, colour, view.counts.need), path)


def _told_apart(card: CardId, among: tuple[CardId, ...], face: bool = False) -> Text:
    """Return a card's name, or its face; bastions look alike, so that several are counted."""
    alike = [other for other in among if CARDS[other].bastion]
    if card in alike and len(alike) > 1:
        return Text("Bastion {number}", number=alike.index(card) + 1)
    return card_face(card) if face else card_name(card)


def _carried(quarter: Quarter) -> Text:
    """Say whether the shields carry one more wall, and what it then brings, as things stand (L9)."""
    after = quarter._replace(walls=(*quarter.walls, ""))
    gain = walls_worth(after) - walls_worth(quarter)
    facts = {"n": len(after.walls), "need": 2 * len(after.walls), "shields": quarter.shields}
    if gain > 0:
        # Note: at the end, as things stand: what this wall adds, and what all walls and bastions bring
        return Texts(
            "{n} wall needs {need} 🛡️, you have {shields}: +{gain} by this one, {points} in all",
            "{n} walls need {need} 🛡️, you have {shields}: +{gain} by this one, {points} in all",
            **facts,
            gain=gain,
            points=walls_worth(after),
        )
    if gain < 0:
        # Note: with this wall the shields carry none: what walls and bastions would have brought is gone
        return Texts(
            "{n} wall needs {need} 🛡️, you have {shields}: −{points} by this one, 0 in all",
            "{n} walls need {need} 🛡️, you have {shields}: −{points} by this one, 0 in all",
            **facts,
            points=-gain,
        )
    return Texts(
        "{n} wall needs {need} 🛡️, you have {shields}: worth nothing yet",
        "{n} walls need {need} 🛡️, you have {shields}: worth nothing yet",
        **facts,
    )


def _fortified(quarter: Quarter) -> Text:
    """Say what one bastion more brings, as things stand (L9)."""
    after = quarter._replace(bastions=(*quarter.bastions, ""))
    points, gain = walls_worth(after), walls_worth(after) - walls_worth(quarter)
    if not gain:
        return Text("Needs no 🛡️: worth nothing yet")
    # Note: at the end, as things stand: what this bastion adds, and what all walls and bastions bring
    return Text("Needs no 🛡️: +{gain} by this one, {points} in all", gain=gain, points=points)


def _unchanged(quarter: Quarter) -> Text:
    """Say how shields and walls stay."""
    if quarter.walls:
        facts = {"shields": quarter.shields, "need": 2 * len(quarter.walls)}
        return Text("Scores nothing; you keep {shields} 🛡️, your walls need {need}", **facts)
    return Text("Scores nothing; you keep {shields} 🛡️", shields=quarter.shields)


def _shields(quarter: Quarter) -> Text:
    """Say what the shields would be; a palace that completes takes its own away from the walls (L9)."""
    need = 2 * len(quarter.walls)
    if not need:
        return Text("You then have {shields} 🛡️ under construction", shields=quarter.shields)
    if quarter.supported:
        return Text("You then have {shields} 🛡️, your walls need {need}", shields=quarter.shields, need=need)
    return Text("Only {shields} 🛡️ then, your walls need {need}", shields=quarter.shields, need=need)


def _lay(quarter: Quarter, card: CardId, colour: str, need: int) -> tuple[Text, Text]:
    """Return what laying a card on a palace does, and how the shields then stand."""
    after = laid(quarter, card, colour, need)
    name, palace = card_name(card), COLOUR[colour]
    shields = _shields(after)
    if done := completed(quarter, after):
        return Text(
            "{card}: completes {palace}, +{points}", card=name, palace=palace, points=done.windows
        ), shields
    cards = size(after, colour)
    if cards == 1:
        return Text("{card}: start {palace}", card=name, palace=palace), shields
    return Text(
        "{card}: add to {palace}, {size} of {need}", card=name, palace=palace, size=cards, need=need
    ), shields


def _city(view: View, number: int, card: CardId, colour: str) -> Label:
    # Note: title of a menu: the card comes from this triplet
    path = (Text("From triplet {number}", number=number + 1),)
    if CARDS[card].bastion or view.city is None:
        name = _told_apart(card, view.triplets[number])
        # Note: a bastion of the City
        return Label(Text("{card}: for the City", card=name), Text("It scores for nobody"), path)
    text, _ = _lay(view.city, card, colour, view.counts.need)
    if completed(view.city, laid(view.city, card, colour, view.counts.need)):
        text = Text("{card}: completes {palace}", card=card_name(card), palace=COLOUR[colour])
    after = guests(laid(view.city, card, colour, view.counts.need), colour)
    detail = Text("The City then adds {points} to a party in {palace}", points=after, palace=COLOUR[colour])
    return Label(text, detail, path)
