"""What is asked in a game of Lucca: every question and every legal answer."""

from collections.abc import Callable
from functools import cache, lru_cache
from itertools import combinations
from typing import Any

from games.core import Decision, Move, Seat, Text
from games.lucca.cards import CARDS, COLOUR_OF, COLOURS, CardId
from games.lucca.quarter import Quarter, site
from games.lucca.state import Choosing, Over, Placing, Serving, State, Turn

ADD, NEW, SPARE = ("add", "wall", "discard"), ("new", "wall", "discard"), ("wall", "discard")
BASTION, ANYWHERE = ("bastion", "discard"), ("",)

# The moves of cards whose ways do not differ with the palaces at hand, written once.
PLAYS: dict[CardId, dict[tuple[str, ...], tuple[Move, ...]]] = {
    card: {how: tuple(f"play:{card}:{way}" for way in how) for how in (ADD, NEW, SPARE, BASTION)}
    for card in CARDS
}

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
    return QUESTIONS[type(state.phase)](state, state.phase)


def _keep_two(_: State, phase: Choosing) -> tuple[Decision, ...]:
    asked = []
    for seat, (hand, kept) in enumerate(zip(phase.hands, phase.kept, strict=True)):
        moves = tuple(f"keep:{under}:{top}" for under, top in keeps(tuple(held.card for held in hand)))
        asked.append(Decision(seat, KEEP, moves, moves[0], settled=bool(kept), help=KEEP_HELP))
    return tuple(asked)


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


def _open_or_take(state: State, phase: Turn) -> tuple[Decision, ...]:
    seat = state.order[phase.at]
    ready = tuple([colour for colour, _ in state.quarters[seat].complete])
    return _turn(seat, ready, tuple([i for i, cards in enumerate(state.triplets) if cards]))


@lru_cache(maxsize=1 << 12)  # a search meets few different ones
def _turn(seat: Seat, ready: tuple[str, ...], left: tuple[int, ...]) -> tuple[Decision, ...]:
    opens, takes = tuple(f"open:{colour}" for colour in ready), tuple(f"take:{i}" for i in left)
    prompt = OPEN_OR_TAKE if opens else TAKE
    return (Decision(seat, prompt, opens + takes, takes[0], open=True, help=TAKE_HELP),)


def _place(state: State, phase: Placing) -> tuple[Decision, ...]:
    at, _, cards = phase
    seat = state.order[at]
    moves = plays(state.quarters[seat], cards)
    prompt = PLACE_LAST if len(cards) == 1 else PLACE
    return (Decision(seat, prompt, moves, f"play:{cards[0]}:discard", open=True, help=PLACE_HELP),)


def plays(quarter: Quarter, cards: tuple[CardId, ...]) -> tuple[Move, ...]:
    """Return every way to play these cards, card by card."""
    moves: tuple[Move, ...] = ()
    for card in cards:
        how = ways(quarter, card)
        moves += PLAYS[card].get(how) or tuple([f"play:{card}:{way}" for way in how])
    return moves


def ways(quarter: Quarter, card: CardId) -> tuple[str, ...]:
    """Return the ways to play a card: L7, for wilds L11, for bastions L1."""
    colour = COLOUR_OF[card]
    if not colour:
        return BASTION if CARDS[card].bastion else _wild(quarter)
    for palace in quarter.building:
        if palace.colour == colour:
            return ADD
    for palace in quarter.complete + quarter.opened:
        if palace.colour == colour:
            return SPARE
    return NEW


def _wild(quarter: Quarter) -> tuple[str, ...]:
    sites = [f"add:{colour}" for colour in COLOURS if site(quarter, colour)]
    return (*sites, "wall", "discard")


def _serve(state: State, phase: Serving) -> tuple[Decision, ...]:
    city = state.city
    assert city is not None
    moves: tuple[Move, ...] = ()
    for i, cards in enumerate(state.triplets):
        if i != phase.used:
            for card in cards:
                moves += GIFTS[i, card] if COLOUR_OF[card] else _gift(i, card, city_sites(city, card))
    moves = moves or ("city:none",)  # L12: only a wild may find no place
    return (Decision(state.order[phase.at], SERVE, moves, moves[0], open=True, help=SERVE_HELP),)


@cache
def _gift(triplet: int, card: CardId, sites: tuple[str, ...]) -> tuple[Move, ...]:
    return tuple(f"city:{triplet}:{card}{colour}" for colour in sites)


def city_sites(city: Quarter, card: CardId) -> tuple[str, ...]:
    """Return the endings of the moves that give the City a card: a palace for a wild, else nothing."""
    if CARDS[card].wild:
        return tuple(f":{colour}" for colour in COLOURS if site(city, colour))
    return ANYWHERE


GIFTS = {(i, card): (f"city:{i}:{card}",) for i in range(4) for card in CARDS}
QUESTIONS: dict[type, Callable[[State, Any], tuple[Decision, ...]]] = {
    Choosing: _keep_two,
    Turn: _open_or_take,
    Placing: _place,
    Serving: _serve,
    Over: lambda state, phase: (),
}
