"""Positions of The Towers of San Gimignano, put together by hand."""

from games import towers
from games.core import NOBODY, PUBLIC, Held, offer, play
from games.towers.state import Side, State, Tower


def hand(seat, text):
    """Return a hand such as "5 5 8 pietra"; a card that everyone knows has an exclamation mark."""
    seen = {True: PUBLIC | {seat}, False: frozenset({seat})}
    return tuple(Held(card.rstrip("!"), seen[card.endswith("!")]) for card in text.split())


def tower(number, stories, complete=False):
    """Return a tower such as "8 8 *" or "7 8 9", its stories from top to bottom."""
    tokens = stories.split()
    real = [(i, int(token)) for i, token in enumerate(tokens) if token != "*"]
    colourful = len({rank for _, rank in real}) > 1
    top = real[0][1] - real[0][0] * colourful
    return Tower(number, colourful, top, tuple("pietra" if t == "*" else t for t in tokens), complete)


def side(seat, cards="", towers=(), used=""):
    towers = tuple(t if isinstance(t, Tower) else tower(i, t) for i, t in enumerate(towers))
    return Side(hand(seat, cards), towers, tuple(used.split()), len(towers))


def table(
    own="", other="", *, towers=(), theirs=(), used="", spent="", deck=None, nobles="", market="5 6", **more
):
    """Return a position in which seat 0 is to move."""
    deck = "6 7 8 9 10 6 7 8 9 10" if deck is None else deck
    return State(
        seed="test",
        first=0,
        match=more.pop("match", ""),
        with_nobles=bool(nobles or used or spent),
        sides=(side(0, own, towers, used), side(1, other, theirs, spent)),
        deck=tuple(Held(card.rstrip("!"), PUBLIC if "!" in card else NOBODY) for card in deck.split()),
        nobles=tuple(map(Held, nobles.split())),
        market=tuple(market.split()),
        seat=0,
        **more,
    )


def moves(state, seat=0):
    """Return what a seat may do now."""
    asked = offer(towers, state, seat)
    return asked.moves if asked else ()


def verbs(state, seat=0):
    return {move.partition(":")[0] for move in moves(state, seat)}


def run(state, *steps):
    """Play moves through the checked door; each by the seat that is asked."""
    for move in steps:
        (asked,) = towers.decisions(state)
        state = play(towers, state, asked.seat, move)
    return state


def asked(state):
    """Return who is asked, and the answers on offer."""
    (decision,) = towers.decisions(state)
    return decision.seat, set(decision.moves)


def held(state, seat):
    """Return a hand in order."""
    return " ".join(towers.view(state, seat).sides[seat].hand)


def deck(state):
    return " ".join(card.card for card in state.deck)
