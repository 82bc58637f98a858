"""The table in words."""

from games.core import Page, Row, Seat, Text, Texts, Who
from games.skeleton.cards import Card
from games.skeleton.names import LETTERS, storey
from games.skeleton.news import told
from games.skeleton.scoring import worth
from games.skeleton.state import FLOORS, Lot
from games.skeleton.view import View


def page(view: View) -> Page:
    """Put the table into words for this viewer."""
    left = sum(len(lot) < FLOORS for lot in view.lots)
    named = list(zip(LETTERS, view.lots, view.roofs, strict=False))
    lots = tuple(_lot(*each) for each in named)
    rows = tuple(_row(*each, len(view.hands)) for each in named)
    hands = tuple(_hand(seat, hand) for seat, hand in enumerate(view.hands))
    deck = Texts("{n} card in the deck.", "{n} cards in the deck.", n=view.deck)
    piles = (*(Text("Open card: {card}.", card=storey(card)) for card in view.open), deck)
    return Page(
        Texts("Skeleton: {n} lot to finish", "Skeleton: {n} lots to finish", n=left),
        seats=tuple(Texts("{n} point", "{n} points", n=points) for points in view.points),
        news=tuple(told(seat, move) for seat, move in view.news),
        stakes=piles,
        secrets=() if view.viewer is None else (hands[view.viewer],),
        alt=(*lots, *piles),
        table=(*lots, *piles, *hands),
        grid=(*rows, Row(Text("Total", ctx="score"), tuple(map(str, view.points)))),
    )


def _lot(letter: str, lot: Lot, roof: int) -> Text:
    storeys = tuple(Text("{card} by {who}", card=storey(card), who=Who(seat)) for card, seat in lot)
    if roof:
        return Text("Lot {letter}: {storeys}; die: {roof}.", letter=letter, storeys=storeys, roof=roof)
    return Text("Lot {letter}: {storeys}.", letter=letter, storeys=storeys or Text("empty", ctx="a lot"))


def _hand(seat: Seat, hand: tuple[Card, ...]) -> Text:
    return Text(
        "{who} holds {cards}.", who=Who(seat), cards=tuple(map(storey, hand)) or Text("nothing", ctx="a hand")
    )


def _row(letter: str, lot: Lot, roof: int, seats: int) -> Row:
    return Row(Text("Lot {letter}", letter=letter), tuple(str(worth(lot, roof, s)) for s in range(seats)))
