"""The news, told like a story."""

from games.core import Text, Texts, Who
from games.towers.building import laid_cards, planned
from games.towers.cards import HIDDEN, PIETRA, Card
from games.towers.names import Word, called, height, listed, tower_stories
from games.towers.state import Tower
from games.towers.view import Tale, View

LINES = 8


def news(view: View) -> tuple[Text, ...]:
    """Return the sentences of this turn and the one before, oldest first."""
    told = [
        tell(view, tale) for part in (view.before, view.news) for tale in part if not _told_again(tale, part)
    ]
    return tuple(told[-LINES:])


def _told_again(tale: Tale, part: tuple[Tale, ...]) -> bool:
    """Say whether what was announced has come about as announced."""
    after = {other.verb for other in part}
    if tale.verb == "declare":
        return bool(after & {"build", "extend"}) and "giostra" not in after
    if tale.verb == "show":
        return "parry" in after
    return tale.verb == "aim" and bool(after & {"guard", "show", "trade", "fall"})


def tell(view: View, tale: Tale) -> Text:
    """Put one piece of news into words."""
    who = Who(tale.seat)
    match tale.verb:
        case "build":
            return _built(tale)
        case "extend":
            return _extended(tale)
        case "draw":
            return _drew(tale)
        case "trade" | "give":
            return _traded(tale)
        case "declare":
            return _declared(who, str(tale.notes[0]))
        case "complete":
            numbers = tuple(str(int(number) + 1) for number in tale.notes)
            return Texts(
                "{who} completes tower {towers}.",
                "{who} completes towers {towers}.",
                n=len(numbers),
                who=who,
                towers=numbers,
            )
        case "exchange":
            return Text("{who} puts {cards} on the market.", who=who, cards=listed(tale.cards))
        case "fall":
            return _fell(tale)
        case "back":
            return Text("{who} takes {cards} back.", who=who, cards=listed(tale.cards))
        case "refill":
            return Text("New on the market: {cards}.", cards=listed(tale.cards))
        case "bury":
            return _buried(tale)
        case "deal":
            return _dealt(view, tale)
        case "result":
            return Text("The deal ends {one} to {two}.", one=tale.notes[1], two=tale.notes[2])
    return _simple(tale)


def _simple(tale: Tale) -> Text:
    who = Who(tale.seat)
    match tale.verb:
        case "noble":
            return Text("{who} plays {noble}.", who=who, noble=called(str(tale.notes[0])))
        case "giostra":
            noble = called(str(tale.notes[0]))
            return Text("{who} answers with Giostra and cancels {noble}.", who=who, noble=noble)
        case "show":
            return Text("{who} shows a fine stone as a Guard.", who=who)
        case "aim" | "guard" | "parry":
            return _warded(tale, who, int(tale.notes[0]) + 1)
        case "late":
            return Text("It comes too late and leaves the game.")
        case "close":
            return Text("{who} closes the construction: the Ending Phase begins.", who=who)
        case "ending" if tale.notes[0]:
            return Text("The deck is empty: the Ending Phase begins.")
        case "ending":
            return Text("The deal has lasted long enough: the Ending Phase begins.")
    return Text("{who} passes.", who=who)


def _warded(tale: Tale, who: Who, tower: int) -> Text:
    """Tell of an effect that may be turned away, or has been; tower 0 stands for a Trade."""
    match tale.verb, tower:
        case "aim", 0:
            return Text("A Trade is aimed at {who}.", who=who)
        case "aim", _:
            return Text("A Conspiracy is aimed at {who}'s tower {number}.", who=who, number=tower)
        case "parry", 0:
            return Text("{who} shows a fine stone and turns the Trade away.", who=who)
        case "parry", _:
            return Text("{who} shows a fine stone and saves tower {number}.", who=who, number=tower)
        case _, 0:
            return Text("{who} plays a Guard and turns the Trade away; it goes under the deck.", who=who)
    return Text(
        "{who} plays a Guard and saves tower {number}; it goes under the deck.", who=who, number=tower
    )


def _standing(tale: Tale) -> tuple[Tower, bool, dict[str, Word | int | Who]]:
    number, colourful, top, crowned = (int(note) for note in tale.notes[:4])
    tower = Tower(number, bool(colourful), top, tale.cards)
    told: dict[str, Word | int | Who] = {"who": Who(tale.seat)}
    return tower, bool(crowned), told


def _built(tale: Tale) -> Text:
    tower, crowned, told = _standing(tale)
    match tower.colourful, crowned:
        case True, True:
            told["stories"] = tower_stories(tower)
            return Text("{who} builds Colourful {stories} and takes the Highest Marker.", **told)
        case True, False:
            told["stories"] = tower_stories(tower)
            return Text("{who} builds a Colourful tower: {stories}.", **told)
    told |= {"rank": tower.top, "height": height(tower.height)}
    if crowned:
        return Text("{who} builds a Plain tower of {rank}, {height}, and takes the Highest Marker.", **told)
    return Text("{who} builds a Plain tower of {rank}, {height}.", **told)


def _extended(tale: Tale) -> Text:
    tower, crowned, told = _standing(tale)
    told |= {"tower": tower.number + 1, "stories": tower_stories(tower)}
    if crowned:
        return Text("{who} extends tower {tower} to {stories} and takes the Highest Marker.", **told)
    return Text("{who} extends tower {tower} to {stories}.", **told)


def _declared(who: Who, move: str) -> Text:
    fine = laid_cards(move).count(PIETRA)
    if move.startswith("extend"):
        tower = int(move.split(":")[1]) + 1
        return Texts(
            "{who} wants to extend tower {tower} with one fine stone.",
            "{who} wants to extend tower {tower} with {n} fine stones.",
            n=fine,
            who=who,
            tower=tower,
        )
    return Texts(
        "{who} wants to build {stories} with one fine stone.",
        "{who} wants to build {stories} with {n} fine stones.",
        n=fine,
        who=who,
        stories=tower_stories(planned(move, 0)),
    )


def _drew(tale: Tale) -> Text:
    why, *places = tale.notes
    drawn = tuple(zip(places, tale.cards, strict=True))
    cards = tuple(text for place in ("market", "deck", "noble") for text in _drawn(place, drawn))
    if why == "purchase":
        return Text("{who} buys {cards}.", who=Who(tale.seat), cards=cards)
    return Text("{who} draws {cards}.", who=Who(tale.seat), cards=cards)


def _drawn(place: str, drawn: tuple[tuple[str | int, Card], ...]) -> list[Text]:
    """Return what was drawn from one place: the cards that the viewer saw, and how many others."""
    cards = [card for source, card in drawn if source == place]
    seen, hidden = (
        [card for card in cards if card not in HIDDEN],
        len([card for card in cards if card in HIDDEN]),
    )
    match place:
        case "deck":
            told = [Text("{cards} from the deck", cards=listed(seen))] if seen else []
            return [
                *told,
                *([Texts("a card from the deck", "{n} cards from the deck", n=hidden)] if hidden else []),
            ]
        case "noble":
            told = [Text("{cards} from the nobles", cards=listed(seen))] if seen else []
            return [*told, *([Texts("a noble", "{n} nobles", n=hidden)] if hidden else [])]
    return [Text("{cards} from the market", cards=listed(seen))] if seen else []


def _traded(tale: Tale) -> Text:
    who, other = Who(tale.seat), Who(1 - tale.seat)
    hidden = any(card in HIDDEN for card in tale.cards)
    told = {"who": who, "other": other}
    match tale.verb, hidden:
        case "trade", _ if not tale.cards:
            return Text("{who} trades, but {other} has no cards.", **told)
        case "trade", False:
            return Text("Trade: {who} takes {cards} from {other}.", **told, cards=listed(tale.cards))
        case "trade", _:
            return Texts(
                "Trade: {who} takes a card from {other}.",
                "Trade: {who} takes {n} cards from {other}.",
                n=len(tale.cards),
                **told,
            )
        case _, False:
            return Text("{who} gives {cards} to {other}.", **told, cards=listed(tale.cards))
    return Texts(
        "{who} gives a card to {other}.", "{who} gives {n} cards to {other}.", n=len(tale.cards), **told
    )


def _fell(tale: Tale) -> Text:
    number, colourful, top = (int(note) for note in tale.notes)
    tower = Tower(number, bool(colourful), top, tale.cards)
    told = {"who": Who(tale.seat), "number": number + 1, "stories": tower_stories(tower)}
    if fine := tale.cards.count(PIETRA):  # T21: these do not come back
        return Texts(
            "Conspiracy: {who}'s tower {number} ({stories}) falls; one fine stone leaves the game.",
            "Conspiracy: {who}'s tower {number} ({stories}) falls; {n} fine stones leave the game.",
            n=fine,
            **told,
        )
    return Text("Conspiracy: {who}'s tower {number} ({stories}) falls onto the deck.", **told)


def _buried(tale: Tale) -> Text:
    who = Who(tale.seat)
    if any(card in HIDDEN for card in tale.cards):
        return Text("{who} puts two cards under the decks.", who=who)
    return Text("{who} puts {cards} under the decks.", who=who, cards=listed(tale.cards))


def _dealt(view: View, tale: Tale) -> Text:
    if view.match:
        return Text("Deal {n}: {who} starts.", n=tale.notes[0], who=Who(tale.seat))
    return Text("{who} starts.", who=Who(tale.seat))
