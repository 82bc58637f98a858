"""What cards, colours and owners are called; each card is one whole message."""

from collections.abc import Iterable

from games.core import Arg, Seat, Text, Who
from games.lucca.cards import CARDS, CardId
from games.lucca.quarter import Palace
from games.lucca.state import CITY

WINDOW, SHIELD = "🪟", "🛡️"

COLOUR = {
    "red": Text("Red", ctx="a palace by its colour"),
    "orange": Text("Orange", ctx="a palace by its colour"),
    "yellow": Text("Yellow", ctx="a palace by its colour"),
    "green": Text("Green", ctx="a palace by its colour"),
    "blue": Text("Blue", ctx="a palace by its colour"),
    "purple": Text("Purple", ctx="a palace by its colour"),
}

# The same colours as signs, for lines that must be short: the table read aloud has the words.
SQUARE = {"red": "🟥", "orange": "🟧", "yellow": "🟨", "green": "🟩", "blue": "🟦", "purple": "🟪"}


def card_name(card: CardId) -> Text:
    """Return a card's name: "Red 34", "Wild 500", "Bastion"."""
    face = CARDS[card]
    if face.bastion:
        return Text("Bastion", ctx="card")
    if face.wild:
        return Text("Wild {number}", number=str(face.number))  # Note: a card that counts as any colour
    return numbered(face.colour, face.number)


def numbered(colour: str, number: int) -> Text:
    """Return a colour and a street number as one name; a number on a door is not grouped by thousands."""
    match colour:
        case "red":
            return Text(
                "Red {number}", number=str(number)
            )  # Note: a card or palace by colour and street number
        case "orange":
            return Text(
                "Orange {number}", number=str(number)
            )  # Note: a card or palace by colour and street number
        case "yellow":
            return Text(
                "Yellow {number}", number=str(number)
            )  # Note: a card or palace by colour and street number
        case "green":
            return Text(
                "Green {number}", number=str(number)
            )  # Note: a card or palace by colour and street number
        case "blue":
            return Text(
                "Blue {number}", number=str(number)
            )  # Note: a card or palace by colour and street number
        case _:
            return Text(
                "Purple {number}", number=str(number)
            )  # Note: a card or palace by colour and street number


def card_face(card: CardId) -> Text:
    """Return a card's name with its windows and shields as signs."""
    face = CARDS[card]
    if face.bastion:
        return card_name(card)
    return Text("{card} {signs}", card=card_name(card), signs=WINDOW * face.windows + SHIELD * face.shields)


def faces(cards: Iterable[CardId]) -> tuple[Text, ...]:
    return tuple(card_face(card) for card in cards)


def palace_face(palace: Palace, need: int) -> Text:
    """Return a palace in a few words: colour, number, cards, windows, shields."""
    return Text(
        "{palace} {size}/{need} 🪟{windows} 🛡️{shields}",
        palace=numbered(palace.colour, palace.number),
        size=len(palace.cards),
        need=need,
        windows=palace.windows,
        shields=palace.shields,
    )


def owner(seat: Seat) -> Arg:
    """Return a seat, or the City, for a sentence."""
    # Note: a dummy player, where a seat's name may stand: "Order of play: Lion, the City of Lucca"
    return Text("the City of Lucca") if seat == CITY else Who(seat)
