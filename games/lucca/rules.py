"""What happens in a game of Lucca: the opening choice, the turns and the City's cards."""

from collections.abc import Sequence

from games.core import NOBODY, PUBLIC, Held, Move, Score, Seat, Seen, shuffled
from games.lucca.cards import CARDS, CardId, by_number, deck
from games.lucca.quarter import Points, Quarter, city_start, completed, guests, laid, opened, site
from games.lucca.rounds import begin_round, end_round
from games.lucca.state import (
    CITY,
    COUNTS,
    EXTRA,
    Choosing,
    Over,
    Placing,
    Serving,
    State,
    Turn,
    others,
    told,
    with_points,
    with_quarter,
)

# --- setting up ------------------------------------------------------------------------------------


def setup(seats: int, seed: str, options: Sequence[str] = ()) -> State:
    """Deal four palaces each and lay out the first triplets; L14: `first:N` has nothing to decide."""
    celebration = "celebration" in options
    pile = shuffled(deck(celebration), seed, "opening")
    palaces = [card for card in pile if not CARDS[card].bastion]
    dealt = palaces[: 4 * seats]
    # L2: bastions met while dealing are set aside, and go back before cards are removed.
    rest = pile[pile.index(dealt[-1]) + 1 :]
    aside = tuple(card for card in pile if card not in dealt and card not in rest)
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
        case Choosing() as phase, ["keep", under, top]:
            return _keep(state, phase, seat, (under, top))
        case Turn(), ["open", colour]:
            return _open(state, seat, colour)
        case Turn(at), ["take", number]:
            return _take(state, at, int(number))
        case Placing() as phase, ["play", card, *way]:
            return _turn_on(_play(state, seat, card, way), phase, card)
        case Serving() as phase, ["city", *gift]:
            return _give(state, phase, seat, gift)
    raise ValueError(f"{move!r} has no meaning now")


def _keep(state: State, phase: Choosing, seat: Seat, pair: tuple[CardId, CardId]) -> State:
    kept = (*phase.kept[:seat], pair, *phase.kept[seat + 1 :])
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
        state = told(with_quarter(state, seat, quarter), "keep", seat, more=(under, top))
    if state.city is not None:  # L12: with two players the discards are the City
        city = city_start(put_back, state.counts.need)
        state = told(state._replace(city=city), "city", CITY, more=tuple(by_number(put_back)))
        put_back = []
    cards = shuffled([*(held.card for held in state.deck), *put_back], state.seed, "deck")
    gone = state.counts.removed + EXTRA * state.celebration
    hidden = tuple(Held(card) for card in cards)
    return begin_round(state._replace(removed=hidden[:gone], deck=hidden[gone:]), state.triplets)


def _open(state: State, seat: Seat, colour: str) -> State:
    """Open a completed palace: the others' cards of its colour are the party (L6)."""
    points = sum(guests(quarter, colour) for quarter in others(state, seat))
    state = with_quarter(state, seat, opened(state.quarters[seat], colour))
    return told(with_points(state, seat, openings=points), "open", seat, colour=colour, n=points)


def _take(state: State, at: int, number: int) -> State:
    seat, cards = state.order[at], state.triplets[number]
    triplets = (*state.triplets[:number], (), *state.triplets[number + 1 :])
    takers = (*state.takers[:number], seat, *state.takers[number + 1 :])
    state = state._replace(triplets=triplets, takers=takers, phase=Placing(at, number, cards))
    return told(state, "take", seat, n=number + 1, more=cards)


def _play(state: State, seat: Seat, card: CardId, way: list[str]) -> State:
    """Play one card of the triplet (L7)."""
    quarter = state.quarters[seat]
    match way:
        case ["wall"]:
            walled = quarter._replace(walls=(*quarter.walls, card))
            return told(with_quarter(state, seat, walled), "wall", seat, card)
        case ["bastion"]:
            built = quarter._replace(bastions=(*quarter.bastions, card))
            return told(with_quarter(state, seat, built), "bastion", seat, card)
        case ["discard"]:
            return told(state._replace(discards=(*state.discards, card)), "discard", seat, card)
    colour = way[1] if len(way) > 1 else CARDS[card].colour
    after = laid(quarter, card, colour, state.counts.need)
    state = with_quarter(state, seat, after)
    if palace := completed(quarter, after):
        state = with_points(state, seat, windows=palace.windows)
        return told(state, "complete", seat, card, colour, palace.windows)
    size = len(laid_on.cards) if (laid_on := site(after, colour)) else 0
    return told(state, way[0], seat, card, colour, size)


def _turn_on(state: State, phase: Placing, card: CardId) -> State:
    """Go on: the next card, the next player, the City's cards or the next round."""
    rest = tuple(other for other in phase.cards if other != card)
    if rest:
        return state._replace(phase=phase._replace(cards=rest))
    state = state._replace(turn=state.turn + 1)
    if phase.at + 1 < state.seats:
        return state._replace(phase=Turn(phase.at + 1))
    if state.city is not None:
        return state._replace(phase=Serving(0, CITY))
    return end_round(state)


def _give(state: State, phase: Serving, seat: Seat, gift: list[str]) -> State:
    """Give the City a card of a triplet that is left (L12)."""
    used = CITY
    if gift == ["none"]:
        state = told(state, "city none", seat)
    else:
        used = int(gift[0])
        state = _to_city(state, seat, gift[1], gift[2] if len(gift) > 2 else CARDS[gift[1]].colour)
        left = tuple(tuple(c for c in cards if c != gift[1]) for cards in state.triplets)
        state = state._replace(triplets=left)
    state = state._replace(turn=state.turn + 1)
    if phase.at == 0:
        return state._replace(phase=Serving(1, used))
    return end_round(state)  # L12: the last round too serves the City first


def _to_city(state: State, seat: Seat, card: CardId, colour: str) -> State:
    assert state.city is not None
    if CARDS[card].bastion:
        city = state.city._replace(bastions=(*state.city.bastions, card))
        return told(state._replace(city=city), "city bastion", seat, card)
    city = laid(state.city, card, colour, state.counts.need)
    verb = "city complete" if completed(state.city, city) else "city add"
    size = len(laid_on.cards) if (laid_on := site(city, colour)) else 0
    return told(state._replace(city=city), verb, seat, card, colour, size)


# --- what is seen and what it is worth -------------------------------------------------------------


def shows(state: State, seat: Seat, move: Move) -> Seen:
    """Say who learns something hidden: everyone, when choices or new triplets are turned up or all ends."""
    after = apply(state, seat, move)
    return PUBLIC if after.round != state.round or isinstance(after.phase, Over) else NOBODY


def score(state: State) -> tuple[Score, ...]:
    """Return points, then the highest visible number, which decides a tie (L10)."""
    return tuple((p.total, q.highest) for p, q in zip(state.points, state.quarters, strict=True))
