"""Rounds of Lucca: new triplets and the order of play, until the deck has run out."""

from games.lucca.cards import CardId
from games.lucca.scoring import final
from games.lucca.state import CITY, State, Turn, order_of_play, told


def begin_round(state: State, triplets: tuple[tuple[CardId, ...], ...]) -> State:
    """Fix the order for the round and put the first player on turn."""
    order, number = order_of_play(state), state.round + 1
    return state._replace(
        triplets=triplets,
        takers=(CITY,) * len(triplets),
        order=order,
        round=number,
        turn=state.turn or 1,  # the choice at the start was turn 0
        phase=Turn(0),
        news=told(state, "round", order[0], n=number),
    )


def end_round(state: State) -> State:
    """Discard the unused triplet; lay out new ones, or score when the deck has run out."""
    unused = tuple([card for cards in state.triplets for card in cards])
    size = 3 * state.counts.triplets
    drawn = tuple([held.card for held in state.deck[:size]])
    state = state._replace(discards=state.discards + unused, deck=state.deck[size:])
    if not drawn:
        return final(state)
    return begin_round(state, tuple([drawn[i : i + 3] for i in range(0, size, 3)]))
