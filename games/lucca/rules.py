"""What happens in a game of Lucca: the opening choice, the turns and the City's cards."""

from collections.abc import Callable, Sequence
from functools import lru_cache

from games.core import NOBODY, PUBLIC, Held, Move, Seat, Seen, shuffled
from games.lucca.cards import CARDS, COLOUR_OF, CardId, by_number, deck
from games.lucca.quarter import Quarter, begun, city_start, fortified, grown
from games.lucca.rounds import begin_round, end_round
from games.lucca.scoring import party
from games.lucca.state import (
    CITY,
    COUNTS,
    EXTRA,
    TURNS,
    Choosing,
    News,
    Over,
    Placing,
    Points,
    Serving,
    State,
    Turn,
    changing,
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
    moment, deed, words = _meaning(move)
    phase = state.phase
    if type(phase) is not moment:
        raise ValueError(f"{move!r} has no meaning now")
    return deed(state, phase, seat, *words)


@lru_cache(maxsize=1 << 13)  # the same moves are made again and again
def _meaning(move: Move) -> tuple[type, Callable[..., State], tuple[str, ...]]:
    """Return when a move can be made, what is done, and with what: of a card that is played, see how."""
    verb, *words = move.split(":")
    deed = DEEDS.get(words[1] if verb == "play" and len(words) > 1 else verb)
    if deed is None:
        raise ValueError(f"{move!r} has no meaning")
    return (*deed, tuple(words))


def _keep(state: State, phase: Choosing, seat: Seat, under: CardId, top: CardId) -> State:
    kept = swapped(phase.kept, seat, (under, top))
    if not all(kept):
        return state._replace(phase=phase._replace(kept=kept))
    return _reveal(state, phase.hands, kept)


def _reveal(state: State, hands: tuple[tuple[Held, ...], ...], kept: tuple[tuple[CardId, ...], ...]) -> State:
    """Turn all choices up, put back what goes back, remove cards unseen and begin (L2)."""
    put_back = [
        held.card for hand, pair in zip(hands, kept, strict=True) for held in hand if held.card not in pair
    ]
    for seat, pair in enumerate(kept):
        quarters = swapped(state.quarters, seat, begun(pair, state.counts.need))
        state = state._replace(quarters=quarters, news=told(state, "keep", seat, more=pair))
    if state.city is not None:  # L12: with two players the discards are the City
        city = city_start(put_back, state.counts.need)
        state = state._replace(city=city, news=told(state, "city", CITY, more=tuple(by_number(put_back))))
        put_back = []
    cards = shuffled([*(held.card for held in state.deck), *put_back], state.seed, "deck")
    gone = state.counts.removed + EXTRA * state.celebration
    hidden = tuple(Held(card) for card in cards)
    return begin_round(state._replace(removed=hidden[:gone]), state.triplets, hidden[gone:], state.discards)


def _open(state: State, _: Turn, seat: Seat, colour: str) -> State:
    return party(state, seat, colour, "open")


def _take(state: State, phase: Turn, seat: Seat, triplet: str) -> State:
    number = int(triplet)
    cards = state.triplets[number]
    return _taken(
        state,
        swapped(state.triplets, number, ()),
        swapped(state.takers, number, seat),
        Placing(phase.at, number, cards),
        told(state, "take", seat, n=number + 1, more=cards),
    )


_taken = changing("triplets", "takers", "phase", "news")


def _fortify(state: State, phase: Placing, seat: Seat, card: CardId, how: str) -> State:
    """Play a card as a wall or a bastion (L7)."""
    quarters = swapped(state.quarters, seat, fortified(state.quarters[seat], card))
    news = told(state, how, seat, card)
    return _turn_on(state, phase, card, quarters, state.points, state.discards, news)


def _discard(state: State, phase: Placing, seat: Seat, card: CardId, how: str) -> State:
    discards, news = (*state.discards, card), told(state, how, seat, card)
    return _turn_on(state, phase, card, state.quarters, state.points, discards, news)


def _lay(state: State, phase: Placing, seat: Seat, card: CardId, how: str, colour: str = "") -> State:
    """Lay a card on a palace, a wild on that of a colour; one that is complete scores its windows (L7)."""
    quarters, points, need = state.quarters, state.points, state.counts.need
    colour = colour or COLOUR_OF[card]
    quarter, palace = grown(quarters[seat], card, colour, need)
    if len(palace.cards) < need:
        news = told(state, how, seat, card, colour, len(palace.cards))
    else:
        worth, own = palace.windows, points[seat]
        points = swapped(points, seat, own._replace(windows=own.windows + worth))
        news = told(state, "complete", seat, card, colour, worth)
    return _turn_on(state, phase, card, swapped(quarters, seat, quarter), points, state.discards, news)


def _turn_on(
    state: State,
    phase: Placing,
    card: CardId,
    quarters: tuple[Quarter, ...],
    points: tuple[Points, ...],
    discards: tuple[CardId, ...],
    news: tuple[News, ...],
) -> State:
    """Go on after a card: with the next one, the next player, the City's cards or the next round."""
    at, triplet, cards = phase
    if len(cards) > 1:
        rest = Placing(at, triplet, tuple([other for other in cards if other != card]))
        return _played(state, rest, state.turn, quarters, points, discards, news)
    then = TURNS[at + 1] if at + 1 < len(quarters) else Serving(0, CITY)
    after = _played(state, then, state.turn + 1, quarters, points, discards, news)
    return after if at + 1 < len(quarters) or state.city else end_round(after)


_played = changing("phase", "turn", "quarters", "points", "discards", "news")


def _give(
    state: State, phase: Serving, seat: Seat, number: str, card: CardId = "", colour: str = ""
) -> State:
    """Give the City a card of a triplet that is left (L12)."""
    if number == "none":
        news = told(state, "city none", seat)
        after = state._replace(phase=Serving(1, CITY), turn=state.turn + 1, news=news)
    else:
        after = _to_city(state, seat, int(number), card, colour or CARDS[card].colour)
    return end_round(after) if phase.at else after  # L12: the last round too serves the City first


def _to_city(state: State, seat: Seat, number: int, card: CardId, colour: str) -> State:
    """Lay a card of this triplet on one of the City's palaces, or build its bastion (L12)."""
    assert state.city is not None
    need = state.counts.need
    if CARDS[card].bastion:
        city, verb, size = fortified(state.city, card), "city bastion", 0
    else:
        city, palace = grown(state.city, card, colour, need)
        verb, size = "city add", len(palace.cards)
        if size == need:
            verb, size = "city complete", 0
    left = tuple([other for other in state.triplets[number] if other != card])
    triplets, news = swapped(state.triplets, number, left), told(state, verb, seat, card, colour, size)
    return _served(state, Serving(1, number), city, triplets, state.turn + 1, news)


_served = changing("phase", "city", "triplets", "turn", "news")


DEEDS: dict[str, tuple[type, Callable[..., State]]] = {
    "keep": (Choosing, _keep),
    "open": (Turn, _open),
    "take": (Turn, _take),
    "wall": (Placing, _fortify),
    "bastion": (Placing, _fortify),
    "discard": (Placing, _discard),
    "add": (Placing, _lay),
    "new": (Placing, _lay),
    "city": (Serving, _give),
}


# --- what is seen ----------------------------------------------------------------------------------


def shows(state: State, seat: Seat, move: Move) -> Seen:
    """Say who learns something hidden: everyone, when choices or new triplets are turned up or all ends."""
    after = apply(state, seat, move)
    return PUBLIC if after.round != state.round or isinstance(after.phase, Over) else NOBODY
