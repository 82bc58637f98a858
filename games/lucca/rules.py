"""What happens in a game of Lucca: the opening choice, the turns and the City's cards."""

from collections.abc import Sequence
from typing import Any

from games.core import NOBODY, PUBLIC, Held, Move, Seat, Seen, shuffled
from games.lucca.cards import CARDS, CardId, by_number, deck
from games.lucca.quarter import Quarter, city_start, completed, laid, size
from games.lucca.rounds import begin_round, end_round
from games.lucca.scoring import party
from games.lucca.state import (
    CITY,
    COUNTS,
    EXTRA,
    Choosing,
    Over,
    Placing,
    Points,
    Serving,
    State,
    Turn,
    swapped,
    told,
)

# --- setting up ------------------------------------------------------------------------------------


def setup(seats: int, seed: str, options: Sequence[str] = ()) -> State:
    """Deal four palaces each and lay out the first triplets; L14: `first:N` has nothing to decide."""
    celebration = "celebration" in options
    pile = shuffled(deck(celebration), seed, "opening")
    palaces = [card for card in pile if not CARDS[card].bastion]
    dealt = palaces[: 4 * seats]
    # L2: bastions met while dealing are set aside, and go back before cards are removed.
    met = pile.index(dealt[-1]) + 1
    aside, rest = tuple(card for card in pile[:met] if CARDS[card].bastion), pile[met:]
    hands = tuple(tuple(Held(c, frozenset({s})) for c in dealt[4 * s : 4 * s + 4]) for s in range(seats))
    laid_out = COUNTS[seats].triplets
    return State(
        seed, celebration, Choosing(hands, ((),) * seats),
        quarters=(Quarter(),) * seats, points=(Points(),) * seats, city=Quarter() if seats == 2 else None,
        deck=tuple(Held(card) for card in (*rest[3 * laid_out :], *aside)),
        triplets=tuple(rest[3 * i : 3 * i + 3] for i in range(laid_out)), takers=(CITY,) * laid_out,
    )  # fmt: skip


# --- what happens ----------------------------------------------------------------------------------


def apply(state: State, seat: Seat, move: Move) -> State:
    """Make a move that is on offer."""
    match state.phase, move.split(":"):
        case Placing() as phase, ["play", card, *way]:
            return _turn_on(state, phase, card, _play(state, seat, card, way))
        case Turn(at), ["take", number]:
            return _take(state, at, int(number))
        case Turn(), ["open", colour]:
            return party(state, seat, colour, "open")
        case Serving() as phase, ["city", *gift]:
            return _give(state, phase, seat, gift)
        case Choosing() as phase, ["keep", under, top]:
            return _keep(state, phase, seat, (under, top))
    raise ValueError(f"{move!r} has no meaning now")


def _keep(state: State, phase: Choosing, seat: Seat, pair: tuple[CardId, CardId]) -> State:
    kept = swapped(phase.kept, seat, pair)
    if not all(kept):
        return state._replace(phase=phase._replace(kept=kept))
    return _reveal(state, phase.hands, kept)


def _reveal(state: State, hands: tuple[tuple[Held, ...], ...], kept: tuple[tuple[CardId, ...], ...]) -> State:
    """Turn all choices up, put back what goes back, remove cards unseen and begin (L2)."""
    put_back = [
        held.card for hand, pair in zip(hands, kept, strict=True) for held in hand if held.card not in pair
    ]
    for seat, (under, top) in enumerate(kept):
        first = CARDS[under].colour
        quarter = laid(state.quarters[seat], under, first, state.counts.need)
        quarter = laid(quarter, top, CARDS[top].colour or first, state.counts.need)
        quarters, news = swapped(state.quarters, seat, quarter), told(state, "keep", seat, more=(under, top))
        state = state._replace(quarters=quarters, news=news)
    if state.city is not None:  # L12: with two players the discards are the City
        city = city_start(put_back, state.counts.need)
        state = state._replace(city=city, news=told(state, "city", CITY, more=tuple(by_number(put_back))))
        put_back = []
    cards = shuffled([*(held.card for held in state.deck), *put_back], state.seed, "deck")
    gone = state.counts.removed + EXTRA * state.celebration
    hidden = tuple(Held(card) for card in cards)
    return begin_round(state._replace(removed=hidden[:gone], deck=hidden[gone:]), state.triplets)


def _take(state: State, at: int, number: int) -> State:
    seat, cards = state.order[at], state.triplets[number]
    return state._replace(
        triplets=swapped(state.triplets, number, ()),
        takers=swapped(state.takers, number, seat),
        phase=Placing(at, number, cards),
        news=told(state, "take", seat, n=number + 1, more=cards),
    )


def _play(state: State, seat: Seat, card: CardId, way: list[str]) -> dict[str, Any]:
    """Play one card of the triplet (L7); return what becomes of the state."""
    quarter = state.quarters[seat]
    match way:
        case ["wall"]:
            built = quarter._replace(walls=(*quarter.walls, card))
        case ["bastion"]:
            built = quarter._replace(bastions=(*quarter.bastions, card))
        case ["discard"]:
            return {"discards": (*state.discards, card), "news": told(state, "discard", seat, card)}
        case [how, *colour]:
            return _lay(state, seat, card, how, colour[0] if colour else CARDS[card].colour)
    return {"quarters": swapped(state.quarters, seat, built), "news": told(state, way[0], seat, card)}


def _lay(state: State, seat: Seat, card: CardId, how: str, colour: str) -> dict[str, Any]:
    """Lay a card on a palace; one that is now complete scores its windows (L7)."""
    before, own = state.quarters[seat], state.points[seat]
    after = laid(before, card, colour, state.counts.need)
    quarters = swapped(state.quarters, seat, after)
    palace = completed(before, after)
    if palace is None:
        return {"quarters": quarters, "news": told(state, how, seat, card, colour, size(after, colour))}
    worth = palace.windows
    return {
        "quarters": quarters,
        "points": swapped(state.points, seat, own._replace(windows=own.windows + worth)),
        "news": told(state, "complete", seat, card, colour, worth),
    }


def _turn_on(state: State, phase: Placing, card: CardId, played: dict[str, Any]) -> State:
    """Go on: the next card, the next player, the City's cards or the next round."""
    rest = tuple([other for other in phase.cards if other != card])
    if rest:
        return state._replace(phase=Placing(phase.at, phase.triplet, rest), **played)
    if phase.at + 1 < state.seats:
        return state._replace(turn=state.turn + 1, phase=Turn(phase.at + 1), **played)
    if state.city is not None:
        return state._replace(turn=state.turn + 1, phase=Serving(0, CITY), **played)
    return end_round(state._replace(turn=state.turn + 1, **played))


def _give(state: State, phase: Serving, seat: Seat, gift: list[str]) -> State:
    """Give the City a card of a triplet that is left (L12)."""
    match gift:
        case [number, card, *colour]:
            used = int(number)
            state = _to_city(state, seat, used, card, colour[0] if colour else CARDS[card].colour)
        case _:
            used = CITY
            state = state._replace(turn=state.turn + 1, news=told(state, "city none", seat))
    if phase.at == 0:
        return state._replace(phase=Serving(1, used))
    return end_round(state)  # L12: the last round too serves the City first


def _to_city(state: State, seat: Seat, number: int, card: CardId, colour: str) -> State:
    """Lay a card of this triplet on one of the City's palaces, or build its bastion (L12)."""
    assert state.city is not None
    if CARDS[card].bastion:
        city, verb = state.city._replace(bastions=(*state.city.bastions, card)), "city bastion"
    else:
        city = laid(state.city, card, colour, state.counts.need)
        verb = "city complete" if completed(state.city, city) else "city add"
    left = tuple([other for other in state.triplets[number] if other != card])
    return state._replace(
        city=city,
        triplets=swapped(state.triplets, number, left),
        turn=state.turn + 1,
        news=told(state, verb, seat, card, colour, size(city, colour)),
    )


# --- what is seen ----------------------------------------------------------------------------------


def shows(state: State, seat: Seat, move: Move) -> Seen:
    """Say who learns something hidden: everyone, when choices or new triplets are turned up or all ends."""
    after = apply(state, seat, move)
    return PUBLIC if after.round != state.round or isinstance(after.phase, Over) else NOBODY
