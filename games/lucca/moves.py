"""What is asked in a game of Lucca: every question and every legal answer."""

from functools import cache
from itertools import combinations

from games.core import Decision, Held, Move, Seat, Text
from games.lucca.cards import CARDS, COLOURS, CardId
from games.lucca.quarter import Quarter, owns, site
from games.lucca.state import Choosing, Over, Placing, Serving, State, Turn

ADD, NEW, SPARE = ("add", "wall", "discard"), ("new", "wall", "discard"), ("wall", "discard")

# The words of the questions, made once: a search asks thousands of times a second.
KEEP = Text("Keep two of your four cards")
KEEP_HELP = Text(
    "These two start your palaces, the other two go back. All choose at the same time, in secret."
)
TAKE = Text("Take a triplet")
OPEN_OR_TAKE = Text("Open palaces if you like, then take a triplet")
TAKE_HELP = Text(
    "You play all three cards of a triplet. Opening a palace scores once: 1 point for each card of "
    "its colour that others have under construction, 2 for each completed palace not yet opened."
)
PLACE = Text("Place a card, in any order you like")
PLACE_LAST = Text("Place your last card")
PLACE_HELP = Text(
    "A complete palace scores its windows. Walls score at the end, one point for each palace you "
    "have opened, if two shields under construction carry each wall."
)
SERVE = Text("Give the City of Lucca a card")
SERVE_HELP = Text(
    "The City never opens palaces, but its cards count at your parties and in the street numbers."
)


def decisions(state: State) -> tuple[Decision, ...]:
    """Return the open questions; legality is written here, once."""
    match state.phase:
        case Placing(at, _, cards):
            return (_place(state, state.order[at], cards),)
        case Turn(at):
            return (_open_or_take(state, state.order[at]),)
        case Serving(at, used):
            return (_serve(state, state.order[at], used),)
        case Choosing(hands, kept):
            return tuple(_keep_two(seat, hands[seat], bool(kept[seat])) for seat in range(state.seats))
        case Over():
            return ()


def _keep_two(seat: Seat, hand: tuple[Held, ...], settled: bool) -> Decision:
    moves = tuple(f"keep:{under}:{top}" for under, top in keeps(tuple(held.card for held in hand)))
    return Decision(seat, KEEP, moves, moves[0], settled=settled, help=KEEP_HELP)


def keeps(hand: tuple[CardId, ...]) -> list[tuple[CardId, CardId]]:
    """Return the pairs that may be kept; the second lies on top where the two form one palace."""
    pairs = []
    for a, b in combinations(hand, 2):
        if CARDS[a].wild and CARDS[b].wild:
            continue  # L11: a wild never lies first
        if CARDS[a].wild:
            a, b = b, a
        pairs.append((a, b))
        if CARDS[a].colour == CARDS[b].colour:
            pairs.append((b, a))  # L3: the owner chooses which lies on top
    return pairs


def _open_or_take(state: State, seat: Seat) -> Decision:
    takes = tuple([f"take:{i}" for i, cards in enumerate(state.triplets) if cards])
    opens = tuple([f"open:{palace.colour}" for palace in state.quarters[seat].complete])
    return Decision(seat, OPEN_OR_TAKE if opens else TAKE, opens + takes, takes[0], open=True, help=TAKE_HELP)


def _place(state: State, seat: Seat, cards: tuple[CardId, ...]) -> Decision:
    moves = plays(state.quarters[seat], cards)
    prompt = PLACE_LAST if len(cards) == 1 else PLACE
    return Decision(seat, prompt, moves, f"play:{cards[0]}:discard", open=True, help=PLACE_HELP)


def plays(quarter: Quarter, cards: tuple[CardId, ...]) -> tuple[Move, ...]:
    """Return every way to play these cards, card by card."""
    sites = [palace.colour for palace in quarter.building]
    taken = [palace.colour for palace in quarter.complete + quarter.opened]
    moves = tuple[Move, ...]()
    for card in cards:
        colour = CARDS[card].colour
        if colour:
            moves += _words(card, ADD if colour in sites else SPARE if colour in taken else NEW)
        else:
            moves += _words(card, ways(quarter, card))
    return moves


@cache
def _words(card: CardId, ways: tuple[str, ...]) -> tuple[Move, ...]:
    return tuple(f"play:{card}:{way}" for way in ways)


def ways(quarter: Quarter, card: CardId) -> tuple[str, ...]:
    """Return the ways to play a card: L7, for wilds L11, for bastions L1."""
    face = CARDS[card]
    if face.bastion:
        return "bastion", "discard"
    if face.wild:
        sites = [f"add:{colour}" for colour in COLOURS if site(quarter, colour)]
        return (*sites, "wall", "discard")
    if site(quarter, face.colour):
        return ADD
    return SPARE if owns(quarter, face.colour) else NEW


def _serve(state: State, seat: Seat, used: int) -> Decision:
    assert state.city is not None
    moves = [
        f"city:{i}:{card}{colour}"
        for i, cards in enumerate(state.triplets)
        if i != used
        for card in cards
        for colour in city_sites(state.city, card)
    ]
    moves = moves or ["city:none"]  # L12: only a wild may find no place
    return Decision(seat, SERVE, tuple(moves), moves[0], open=True, help=SERVE_HELP)


def city_sites(city: Quarter, card: CardId) -> list[str]:
    """Return the endings of the moves that give the City a card: a palace for a wild, else nothing."""
    if CARDS[card].wild:
        return [f":{colour}" for colour in COLOURS if site(city, colour)]
    return [""]
