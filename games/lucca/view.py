"""What a viewer may know of a game of Lucca, built up from nothing; and the unknown dealt anew."""

from typing import NamedTuple

from games.core import Held, Seat, deal_anew, knows, shuffled
from games.lucca.cards import CARDS, CardId
from games.lucca.moves import keeps
from games.lucca.quarter import Quarter
from games.lucca.state import (
    CARD,
    Choosing,
    Counts,
    News,
    Over,
    Phase,
    Placing,
    Points,
    Serving,
    State,
    Turn,
    changing,
)

FACE_DOWN = {card: Held(card) for card in CARDS}


class View(NamedTuple):
    """The table as one viewer sees it; walls lie face down, but everyone saw the card before (L8)."""

    viewer: Seat | None
    counts: Counts
    celebration: bool
    round: int
    turn: int
    over: bool
    quarters: tuple[Quarter, ...]
    points: tuple[Points, ...]
    city: Quarter | None
    triplets: tuple[tuple[CardId, ...], ...]
    takers: tuple[Seat, ...]
    order: tuple[Seat, ...]
    news: tuple[News, ...]
    deck: int  # cards left
    discards: tuple[CardId, ...]
    choosing: tuple[Seat, ...]  # who has not chosen yet
    hand: tuple[CardId, ...]  # the viewer's own four
    kept: tuple[CardId, ...]  # the viewer's own choice so far
    at: int  # place in the order of who is on turn; -1 nobody
    placing: tuple[CardId, ...]  # cards of the taken triplet that are still to be placed
    triplet: int  # where they came from, or which triplet has served the City; -1 none
    serving: bool

    @property
    def mover(self) -> Seat | None:
        return self.order[self.at] if self.at >= 0 else None


def view(state: State, viewer: Seat | None) -> View:
    """Return all that `viewer` may know; None is the public."""
    choosing, hand, kept = _choice(state.phase, viewer)
    at, placing, triplet = _at(state.phase)
    return View(
        viewer, state.counts, state.celebration, state.round, state.turn, isinstance(state.phase, Over),
        state.quarters, state.points, state.city, state.triplets, state.takers, state.order, state.news,
        len(state.deck), state.discards, choosing, hand, kept, at, placing, triplet,
        isinstance(state.phase, Serving),
    )  # fmt: skip


def _choice(
    phase: Phase, viewer: Seat | None
) -> tuple[tuple[Seat, ...], tuple[CardId, ...], tuple[CardId, ...]]:
    """Return who is still choosing, and the viewer's own cards and choice."""
    if not isinstance(phase, Choosing):
        return (), (), ()
    choosing = tuple(seat for seat, pair in enumerate(phase.kept) if not pair)
    if viewer is None:
        return choosing, (), ()
    hand = tuple(held.card for held in phase.hands[viewer] if knows(held.seen, viewer))
    return choosing, hand, phase.kept[viewer]


def _at(phase: Phase) -> tuple[int, tuple[CardId, ...], int]:
    match phase:
        case Turn(at):
            return at, (), -1
        case Placing(at, triplet, cards):
            return at, cards, triplet
        case Serving(at, used):
            return at, (), used
        case _:
            return -1, (), -1


def redeal(state: State, viewer: Seat | None, seed: str) -> State:
    """Return a state that looks the same to `viewer`, with hands, deck and removed cards dealt anew."""
    if isinstance(state.phase, Choosing):
        return _redeal_hands(state, state.phase, viewer, seed)
    # After the choice the only hidden cards lie face down, and nobody knows any of them.
    pile = shuffled(map(CARD, state.removed + state.deck), seed, "redeal")
    dealt, gone = tuple(map(FACE_DOWN.__getitem__, pile)), len(state.removed)
    return _dealt(state, seed, dealt[:gone], dealt[gone:])


_dealt = changing("seed", "removed", "deck")


def _redeal_hands(state: State, phase: Choosing, viewer: Seat | None, seed: str) -> State:
    """Deal the others' fours anew, with choices that these allow, and the deck."""
    places = 4 * state.seats

    def fits(place: int, card: CardId) -> bool:
        return place >= places or not CARDS[card].bastion  # L2: no bastion in an opening four

    held = (*(held for hand in phase.hands for held in hand), *state.deck)
    dealt = deal_anew(held, viewer, seed, fits=fits)
    hands = tuple(dealt[4 * seat : 4 * seat + 4] for seat in range(state.seats))
    kept = tuple(_guess(pair, hands[s], s == viewer, seed, s) for s, pair in enumerate(phase.kept))
    return state._replace(seed=seed, deck=dealt[places:], phase=Choosing(hands, kept))


def _guess(
    pair: tuple[CardId, ...], hand: tuple[Held, ...], own: bool, seed: str, seat: Seat
) -> tuple[CardId, ...]:
    """Return a choice that another hand allows, for a seat that has made one."""
    if own or not pair:
        return pair
    return shuffled(keeps(tuple(held.card for held in hand)), seed, "keep", seat)[0]
