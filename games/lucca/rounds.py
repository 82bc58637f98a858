"""Rounds of Lucca: new triplets and the order of play, until the deck has run out."""

from games.core import Held
from games.lucca.cards import CardId
from games.lucca.scoring import final
from games.lucca.state import CARD, CITY, TURNS, State, changing, order_of_play, told


def begin_round(
    state: State,
    triplets: tuple[tuple[CardId, ...], ...],
    deck: tuple[Held, ...],
    discards: tuple[CardId, ...],
) -> State:
    """Fix the order for the round and put the first player on turn."""
    order, number = order_of_play(state), state.round + 1
    return _begun(
        state,
        triplets,
        deck,
        discards,
        (CITY,) * len(triplets),
        order,
        number,
        state.turn or 1,  # the choice at the start was turn 0
        TURNS[0],
        told(state, "round", order[0], n=number),
    )


_begun = changing("triplets", "deck", "discards", "takers", "order", "round", "turn", "phase", "news")


def end_round(state: State) -> State:
    """Discard the unused triplet; lay out new ones, or score when the deck has run out."""
    discards = (*state.discards, *[card for cards in state.triplets for card in cards])
    size = 3 * state.counts.triplets
    if not state.deck:
        return final(state._replace(discards=discards))
    drawn = map(CARD, state.deck[:size])
    triplets = tuple(zip(drawn, drawn, drawn, strict=True))  # three at a time
    return begin_round(state, triplets, state.deck[size:], discards)
