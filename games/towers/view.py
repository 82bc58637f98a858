"""All that one viewer may know, built up from nothing."""

from typing import NamedTuple

from games.core import Held, Move, Seat, deal_anew, knows
from games.towers import moves, scoring
from games.towers.cards import BACKS, NOBLE_BACK, Card, back, ordered
from games.towers.state import Interval, Joust, News, Over, Parts, Phase, Side, State, Tower


class Tale(NamedTuple):
    """A piece of news as a viewer may hear it; an unseen card is its back."""

    verb: str
    seat: Seat
    cards: tuple[Card, ...]
    notes: tuple[str | int, ...]


class Part(NamedTuple):
    """One side of the table as a viewer sees it."""

    hand: tuple[Card, ...]  # ordered; an unseen card is its back
    nobles: int  # how many of them are nobles (T27)
    towers: tuple[Tower, ...]
    used: tuple[Card, ...]
    limit: int
    highest: int
    ceiling: int  # what a Palazzo leaves to the other side
    shown: int  # fine stones that were shown as a Guard


class View(NamedTuple):
    """A table as one viewer sees it."""

    viewer: Seat | None
    sides: tuple[Part, Part]
    deck: tuple[Card, ...]  # the top first; an unseen card is its back
    nobles: tuple[Card, ...]
    market: tuple[Card, ...]
    with_nobles: bool
    gone: tuple[Card, ...]
    seat: Seat  # whose turn it is
    asked: Seat | None
    marker: Seat | None
    closer: Seat | None
    ending: bool
    turns: int
    passes: int
    phase: Phase
    match: str
    results: tuple[tuple[Parts, Parts], ...]
    parts: tuple[Parts, Parts]  # this deal so far, or the one that has just ended
    totals: tuple[int, int]
    news: tuple[Tale, ...]
    before: tuple[Tale, ...]
    offer: tuple[Move, ...]  # the viewer's own moves
    fined: bool  # whether a closer who is not first loses points
    edition: int


def view(state: State, viewer: Seat | None) -> View:
    asked, firm = next(iter(moves.decisions(state)), None), _firm(state)
    return View(
        viewer=viewer,
        sides=(_part(state.sides[0], firm.sides[0], viewer), _part(state.sides[1], firm.sides[1], viewer)),
        deck=tuple(_face(held, viewer) for held in state.deck),
        nobles=tuple(_face(held, viewer) for held in state.nobles),
        market=ordered(state.market),
        with_nobles=state.with_nobles,
        gone=state.gone,
        seat=state.seat,
        asked=asked.seat if asked else None,
        marker=state.marker,
        closer=state.closer,
        ending=state.ending,
        turns=state.turns,
        passes=state.passes,
        phase=state.phase,
        match=state.match,
        results=state.results,
        parts=state.results[-1] if isinstance(state.phase, (Interval, Over)) else scoring.parts(firm),
        totals=scoring.totals(firm),
        news=tuple(_tale(item, viewer) for item in state.news),
        before=tuple(_tale(item, viewer) for item in state.before),
        offer=asked.moves if asked and asked.seat == viewer else (),
        fined=state.fined,
        edition=state.edition,
    )


def _face(held: Held, viewer: Seat | None) -> Card:
    return held.card if knows(held.seen, viewer) else back(held.card)


def _firm(state: State) -> State:
    """Return the table without the effect of a noble that Giostra may still cancel."""
    if not isinstance(state.phase, Joust) or state.phase.laid:
        return state
    own = state.sides[state.seat]
    return state.with_side(state.seat, own._replace(used=own.used[:-1]))


def _part(side: Side, firm: Side, viewer: Seat | None) -> Part:
    return Part(
        hand=ordered(tuple(_face(held, viewer) for held in side.hand)),
        nobles=sum(back(held.card) == NOBLE_BACK for held in side.hand),
        towers=side.towers,
        used=side.used,
        limit=firm.limit,
        highest=side.highest,
        ceiling=firm.ceiling,
        shown=side.shown,
    )


def _tale(item: News, viewer: Seat | None) -> Tale:
    return Tale(item.verb, item.seat, tuple(_face(held, viewer) for held in item.cards), item.notes)


def redeal(state: State, viewer: Seat | None, seed: str) -> State:
    """Return a state that looks the same to `viewer`, with the unknown dealt anew."""
    one, two = state.sides
    piles = (*one.hand, *two.hand, *state.deck, *state.nobles)
    mixed = deal_anew(piles, viewer, seed, BACKS.__getitem__)
    first, second = len(one.hand), len(one.hand) + len(two.hand)  # where a pile ends and the next begins
    third = second + len(state.deck)
    return state._replace(
        seed=seed,
        sides=(one._replace(hand=mixed[:first]), two._replace(hand=mixed[first:second])),
        deck=mixed[second:third],
        nobles=mixed[third:],
        news=tuple([_blank(item, viewer) for item in state.news]),
        before=tuple([_blank(item, viewer) for item in state.before]),
    )


def _blank(item: News, viewer: Seat | None) -> News:
    if all(knows(seen, viewer) for _, seen in item.cards):
        return item
    cards = tuple(h if knows(h.seen, viewer) else Held(back(h.card), h.seen) for h in item.cards)
    return item._replace(cards=cards)
