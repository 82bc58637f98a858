"""What the last turn touched, for the gold halos: by step, and the same for every viewer."""

from typing import NamedTuple

from games.core import Seat
from games.towers.cards import PIETRA, Card
from games.towers.view import Tale, View


class Touched(NamedTuple):
    """One thing on the table: stories of a tower, a battlement, a used noble, a stall, a deck."""

    kind: str  # "stories", "crown", "noble", "market", "deck", "nobles"
    seat: Seat = 0
    number: int = 0  # of the tower
    stories: int = 0  # from the top; 0: all of them
    card: Card = ""


def steps(view: View) -> dict[Touched, int]:
    """Return what was touched with the number of its step; 0 when there is only one."""
    told = view.news or view.before
    found = [things for tale in told if (things := _touched(tale))]
    return {thing: n if len(found) > 1 else 0 for n, things in enumerate(found, 1) for thing in things}


def _touched(tale: Tale) -> tuple[Touched, ...]:
    match tale.verb:
        case "build":
            return (Touched("stories", tale.seat, int(tale.notes[0])),)
        case "extend":
            return (Touched("stories", tale.seat, int(tale.notes[0]), int(tale.notes[4])),)
        case "complete":
            return tuple(Touched("crown", tale.seat, int(number)) for number in tale.notes)
        case "noble":
            return (Touched("noble", tale.seat, card=str(tale.notes[0])),)
        case "show":
            return (Touched("noble", tale.seat, card=PIETRA),)
        case "exchange":
            return tuple(Touched("market", card=card) for card in dict.fromkeys(tale.cards))
        case "draw":
            return _drawn(tale)
    return ()


def _drawn(tale: Tale) -> tuple[Touched, ...]:
    """Return the decks that were drawn from, and the stalls: what is taken from a stall, all have seen."""
    things = dict[Touched, None]()
    for place, card in zip(tale.notes[1:], tale.cards, strict=True):
        kind = {"deck": "deck", "noble": "nobles"}.get(str(place), "market")
        things[Touched(kind, card=card if kind == "market" else "")] = None
    return tuple(things)
