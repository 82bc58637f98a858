"""What a move means to the one who may make it."""

from collections.abc import Iterable

from games.core import Label, Move, Seat, Text, Texts, Who
from games.towers import actions, building, scoring
from games.towers.answers import answered, may_guard, may_joust
from games.towers.cards import PIETRA, RANKS, TRADE, Card
from games.towers.labels_answers import ANSWERS, answer
from games.towers.labels_effects import becomes_of_cards, stock, trade
from games.towers.labels_nobles import noble_label
from games.towers.menus import Path, layout
from games.towers.names import ITEMS, height, listed, stories, tower_item, tower_stories
from games.towers.state import Draw, Tower, Turn
from games.towers.view import View


def label(view: View, move: Move) -> Label:
    """Say what a move means to the one who may make it."""
    verb, *args = move.split(":")
    path = layout(view.offer).get(move, ())
    match verb:
        case "purchase" | "draw":
            return Label(_source(view, args), _last_stone(view, verb, args), path)
        case "exchange":
            placed = Texts(
                "They go on the market; you draw another",
                "They go on the market; you draw {n} others",
                n=len(args),
            )
            return _picked(Text("Exchange {cards}", cards=listed(args)), placed, args, path)
        case "give":
            gift = Text("{who} gets them; only you two see them", who=Who(1 - view.seat))
            return _picked(Text("Give {cards}", cards=listed(args)), gift, args, path)
        case "plain" | "run":
            return _build(view, move, path)
        case "extend":
            return _extend(view, move, path)
        case "complete":
            return _complete(view, args, path)
        case "noble":
            return noble_label(view, args, path)
        case "fell":
            return _fell(view, int(args[0]), int(args[1]))
        case "pass":
            return _pass(view)
        case "close":
            return _close(view)
    return Label(ANSWERS[move], answer(view, move), path)


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


def _picked(text: Text, detail: Text, cards: Iterable[Card], path: Path) -> Label:
    return Label(text, detail, path, picks=tuple(ITEMS[card] for card in cards))


def _build(view: View, move: Move, path: Path) -> Label:
    tower = building.planned(move, -1)
    fine = tower.stones.count(PIETRA)
    if tower.colourful:
        text = Text("Colourful {stories}", stories=tower_stories(tower))
    elif fine:
        text = Texts(
            "Plain {rank}, {height}, one fine stone",
            "Plain {rank}, {height}, {n} fine stones",
            n=fine,
            rank=tower.top,
            height=height(tower.height),
        )
    else:
        text = Text("Plain {rank}, {height}", rank=tower.top, height=height(tower.height))
    brings = _brings([*_gains(view, None, tower), *_donazione(view, tower)])
    strikes = (bool(fine) and may_joust(view, fine, view.seat)) or _guardable(view, tower)
    return Label(text, answered(brings, strikes, 1 - view.seat), path)


def _extend(view: View, move: Move, path: Path) -> Label:
    _, number, *tokens = move.split(":")
    old = next((t for t in view.sides[view.seat].towers if t.number == int(number)), None)
    if old is None:
        return Label(Text("Extend tower {number}", number=int(number) + 1), path=path)
    added = tuple(PIETRA if token == "*" else token for token in tokens)
    new = old._replace(stones=added[::-1] + old.stones, top=old.top - len(added) * old.colourful)
    laid = stories(new.ranks[: len(added)], new.stones[: len(added)])
    text = Text("Tower {number}: add {stories}", number=old.number + 1, stories=laid)
    draws = [] if view.ending else [Texts("one card", "{n} cards", n=min(len(added), stock(view)))]
    fine = added.count(PIETRA)
    brings = _brings([*_gains(view, old, new), *draws])
    jousted = bool(fine) and may_joust(view, fine, view.seat)
    return Label(text, answered(brings, jousted, 1 - view.seat), path)


def _brings(things: list[Text]) -> Text:
    # Note: a list: points, cards, a Trade ...
    return Text("Brings {things}", things=tuple(things)) if things else Text("Brings nothing now")


def _gains(view: View, old: Tower | None, new: Tower) -> list[Text]:
    """Return the points that a tower adds now, and the marker if it wins it."""
    own, other = view.sides[view.seat], view.sides[1 - view.seat]
    towers = (*(tower for tower in own.towers if tower != old), new)
    beside = [tower.height for tower in own.towers if tower != old] if view.edition == 1 else []
    crowned = new.height > max([other.highest, *beside]) and view.marker != view.seat
    before = scoring.tally(own.towers, other.towers, own.used, False)
    more = sum(scoring.tally(towers, other.towers, own.used, crowned)) - sum(before)
    if crowned:
        return [Texts("{n} point with the Marker", "{n} points with the Marker", n=more)]
    return [Texts("one point", "{n} points", n=more)] if more > 0 else []


def _donazione(view: View, tower: Tower) -> list[Text]:
    """Return what the Donazione of a new tower would do."""
    if tower.colourful or view.ending:
        return []
    match tower.top:
        case 6:
            return [Text("safety from Conspiracy")]
        case 8:
            drawn = min(tower.height, stock(view))
            return [Texts("Income of {n} card", "Income of {n} cards", n=drawn)]
        case 9:
            return [trade(view, tower)]
        case 10:
            skyline = (view.sides[0].towers, view.sides[1].towers)
            return _conspiracy(actions.victims(skyline, view.seat, tower), view.seat)
    return []


def _guardable(view: View, tower: Tower) -> bool:
    """Say whether a new tower strikes at the rival, who might have a Guard (T11)."""
    if tower.colourful or view.ending or tower.top < int(TRADE):
        return False
    skyline = (view.sides[0].towers, view.sides[1].towers)
    struck = tower.top == int(TRADE) or any(
        s != view.seat for s, _ in actions.victims(skyline, view.seat, tower)
    )
    laid = tower.stones.count(PIETRA) if isinstance(view.phase, Turn) else 0  # else they count already
    return struck and may_guard(view, laid)


def _conspiracy(victims: tuple[tuple[Seat, int], ...], own: Seat) -> list[Text]:
    match victims:
        case ():
            return []
        case ((seat, number),) if seat == own:
            return [Text("Conspiracy on your own tower {number}", number=number + 1)]
        case ((seat, number),):
            # Note: on somebody's tower with this number
            return [Text("Conspiracy on {who} {number}", who=Who(seat), number=number + 1)]
    if all(seat == own for seat, _ in victims):
        return [Text("Conspiracy, one of your own")]
    return [Texts("Conspiracy on {n} tower", "Conspiracy on one of {n} towers", n=len(victims))]


def _complete(view: View, args: list[str], path: Path) -> Label:
    towers = [tower for tower in view.sides[view.seat].towers if str(tower.number) in args]
    if path:
        return Label(Text("Complete these towers"), COMPLETED, path, picks=tuple(map(tower_item, towers)))
    gain = 5 * len(args)
    if len(args) == 1:
        text = Text("Complete tower {number}: +{gain}, safe", number=int(args[0]) + 1, gain=gain)
        return Label(text, COMPLETED)
    text = Texts(
        "Complete {n} tower: +{gain}, safe", "Complete all {n} towers: +{gain}, safe", n=len(args), gain=gain
    )
    return Label(text, COMPLETED)


COMPLETED = Text("Conspiracy cannot harm it; nor can you extend it")


def _fell(view: View, seat: int, number: int) -> Label:
    tower = next((t for t in view.sides[seat].towers if t.number == number), None)
    told = tower_stories(tower) if tower else ""
    # Note: somebody's tower by number and stories: Dove 2: 9-9-9
    text = Text("{who} {number}: {stories}", who=Who(seat), number=number + 1, stories=told)
    falls = becomes_of_cards(tower.stones.count(PIETRA) if tower else 0)
    detail = answered(falls, seat != view.seat and may_guard(view), 1 - view.seat)
    return Label(text, detail, danger=seat == view.viewer)


def _pass(view: View) -> Label:
    own, other = _result(view, view.closer)
    if view.passes:
        return Label(Text("Pass: ends the deal, {own} to {other}", own=own, other=other), danger=True)
    told = {"who": Who(1 - view.seat), "own": own, "other": other}
    return Label(
        Text("Pass", ctx="button: do nothing this turn"),
        Text("If {who} passes too, it ends {own} to {other}", **told),
    )


def _close(view: View) -> Label:
    """Say what closing stops, and how the deal would end if nothing else were built."""
    own, other = _result(view, view.seat)
    # Note: close the construction; it costs 10 points unless one wins
    fined = view.match and view.fined
    text = Text("Close: -10 unless you are first") if fined else Text("Close: start the Ending Phase")
    return Label(text, Text("No more draws or completing; {own} to {other} now", own=own, other=other))


def _result(view: View, closer: Seat | None) -> tuple[int, int]:
    """Return how the deal would end now, for the player to move and for the rival (T18)."""
    result = scoring.fined(view.parts, closer if view.match and view.fined else None, view.marker)
    return sum(result[view.seat]), sum(result[1 - view.seat])
