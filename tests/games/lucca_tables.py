"""Tables of Lucca to test with: cards by colour, quarters, and moments of a game."""

from games import lucca
from games.core import offer, play
from games.lucca.cards import CARDS
from games.lucca.quarter import Palace, Quarter
from games.lucca.state import CITY, Placing, Serving, State, Turn

PLAIN = [card for card in CARDS if card.startswith("P")]


def of(colour: str, count: int = 1, skip: int = 0) -> tuple[str, ...]:
    """Return some plain cards of a colour."""
    return tuple(card for card in PLAIN if CARDS[card].colour == colour)[skip : skip + count]


def palace(*cards: str) -> Palace:
    return Palace(CARDS[cards[0]].colour, cards)


def of_colour(colour: str, count: int, skip: int = 0) -> Palace:
    return palace(*of(colour, count, skip))


def table(*quarters: Quarter, city: Quarter | None = None, **fields: object) -> State:
    """Return a table in the middle of a game, with these quarters; seat 0 is on turn."""
    seats = len(quarters)
    start = lucca.setup(seats, "table")
    rest = {"phase": Turn(0), "order": tuple(range(seats)), "round": 2, "turn": 4, "city": city, **fields}
    return start._replace(quarters=quarters, **rest)


def moves(state: State, seat: int = 0) -> tuple[str, ...]:
    decision = offer(lucca, state, seat)
    return decision.moves if decision else ()


def placing(quarter: Quarter, *cards: str, **fields: object) -> State:
    """Return a table of five where seat 0 has these cards to place."""
    others = [Quarter((palace(card),)) for card in ("P91", "P92", "P93", "P94")]
    return table(quarter, *others, phase=Placing(0, 0, cards), **fields)


def choose_all(state: State) -> State:
    """Let everyone keep the first pair on offer."""
    for seat in range(state.seats):
        state = play(lucca, state, seat, moves(state, seat)[0])
    return state


def city_table(city: Quarter, *triplets: tuple[str, ...], **fields: object) -> State:
    """Return a table of two players who have both played; these triplets are left."""
    mine, yours = Quarter((palace("P30"),)), Quarter((palace("P33"),))
    left = (*triplets, *((),) * (4 - len(triplets)))
    return table(mine, yours, city=city, triplets=left, takers=(CITY,) * 4, phase=Serving(0, CITY), **fields)
