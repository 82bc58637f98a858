"""Which moves are legal: the only place that says so."""

from functools import lru_cache
from itertools import chain, combinations

from games.core import Move, Seat
from games.towers.building import Hand, builds, completions, extensions, laid_cards
from games.towers.cards import (
    CAPPELLA,
    CONTRACT,
    GIOSTRA,
    GUARD,
    MONUMENTO,
    MURA,
    PALAZZO,
    PIETRA,
    RANKS,
    VIA,
    Card,
    back,
    ordered,
)
from games.towers.state import FREELY, Choose, Draw, Give, Relay, Side, State, Tower, Ward, names

CLOSING = 4  # completed towers that a Close needs
PURCHASE = Draw("purchase", 2)
FROM_BOTH_DECKS = ("purchase", "exchange", "via")  # T19: what may draw nobles from their deck


def turn_moves(state: State) -> tuple[Move, ...]:
    """Return every action of the player whose turn it is."""
    seat, own = state.seat, state.sides[state.seat]
    hand, towers = ordered(names(own.hand)), open_towers(own)
    fine = min(hand.count(PIETRA), may_use(state, seat))
    building = buildings(hand, towers, fine, state.sides[1 - seat].ceiling)
    if state.ending:  # T16
        return (*building, *noble_moves(state, hand), "pass")
    closing = ("close",) if len(own.towers) - len(towers) >= CLOSING else ()
    return (
        *purchases(state),
        *building,
        *completions(tuple([tower.number for tower in towers])),
        *exchanges(hand, state.market, len(state.deck) + len(state.nobles)),
        *noble_moves(state, hand),
        *closing,
        "pass",
    )


def buildings(hand: Hand, towers: tuple[Tower, ...], fine: int, cap: int) -> tuple[Move, ...]:
    """Return every tower and every extension of these cards, with so many fine stones at most."""
    stones = hand if not hand or hand[-1] in RANKS else tuple([card for card in hand if card in RANKS])
    return builds(stones, fine, cap) + (extensions(towers, stones, fine, cap) if towers else ())


def open_towers(side: Side) -> tuple[Tower, ...]:
    return tuple([tower for tower in side.towers if not tower.complete])


def may_use(state: State, seat: Seat) -> int:
    """Return how many nobles a player may use now (T20)."""
    return max(0, len(state.sides[1 - seat].used) - len(state.sides[seat].used) + 1)


# --- drawing -----------------------------------------------------------------------------------------


def purchases(state: State) -> tuple[Move, ...]:
    """Return the first draws of a Purchase (T2)."""
    own = state.sides[state.seat]
    room = own.limit - len(own.hand)
    if room == 1 and len(state.deck) == 1:
        return ("purchase:deck",)
    return draws(state, PURCHASE, "purchase") if room >= 2 else ()


def draws(state: State, draw: Draw, verb: str = "draw") -> tuple[Move, ...]:
    """Return where the next card of a draw may come from (T19)."""
    market = () if draw.why == "via" else state.market
    nobles = bool(state.nobles) and draw.why in FROM_BOTH_DECKS
    return sources(verb, bool(state.deck), nobles, market, draw.barred)


@lru_cache(maxsize=1024)
def sources(verb: str, deck: bool, nobles: bool, market: Hand, barred: Hand) -> tuple[Move, ...]:
    """Return the decks that may be drawn from, then the cards of the market, each once."""
    decks = [f"{verb}:deck"] * deck + [f"{verb}:noble"] * nobles
    lying = ordered(tuple(set(market).difference(barred)))
    return (*decks, *[f"{verb}:market:{card}" for card in lying])


def can_draw(state: State, draw: Draw) -> bool:
    """Say whether a draw goes on: a card is due, and there is one (T6, T7).

    A market of barred cards alone need not be thought of: T5 has counted what an Exchange can draw.
    """
    if draw.left <= 0:
        return False
    decks = state.deck or (state.nobles and draw.why in FROM_BOTH_DECKS)
    return bool(decks or (state.market and draw.why != "via"))


def still_drawn(state: State, draw: Draw) -> int:
    """Return how many cards a draw will still bring: what is due, or what there is (T6, T7)."""
    decks = len(state.deck) + (len(state.nobles) if draw.why in FROM_BOTH_DECKS else 0)
    market = 0 if draw.why == "via" else sum(card not in draw.barred for card in state.market)
    return min(draw.left, decks + market)


def subsets(hand: Hand, least: int, most: int) -> tuple[Hand, ...]:
    """Return every different selection of so many cards, small ones first."""
    sizes = range(least, min(most, len(hand)) + 1)
    return tuple(chain.from_iterable([dict.fromkeys(combinations(hand, n)) for n in sizes]))


@lru_cache(maxsize=1024)
def placings(hand: Hand) -> tuple[Move, ...]:
    """Return every Exchange of a hand, as if there were always enough to draw."""
    return tuple(map("exchange:".__add__, map(":".join, subsets(hand, 2, len(hand)))))


def exchanges(hand: Hand, market: tuple[Card, ...], decks: int) -> tuple[Move, ...]:
    """Return the Exchanges for which enough cards can be drawn (T5)."""
    if decks >= len(hand):  # enough for the whole hand, whatever lies on the market
        return placings(hand)
    pairs = zip(placings(hand), subsets(hand, 2, len(hand)), strict=True)
    return tuple(
        move
        for move, placed in pairs
        if len(placed) <= decks or len(placed) <= decks + sum([card not in placed for card in market])
    )


# --- nobles ------------------------------------------------------------------------------------------


def noble_moves(state: State, hand: Hand) -> tuple[Move, ...]:
    """Return the nobles that can be played as an action (T16, T20, T25)."""
    if not hand or hand[-1] in RANKS or not may_use(state, state.seat):  # nobles stand last
        return ()
    # T25: a Via Francigena frees its own place, so even a full hand can play it
    simple = [MONUMENTO, CAPPELLA] if state.ending else [VIA, MONUMENTO, CAPPELLA, MURA]
    moves = [f"noble:{card}" for card in simple if card in hand]
    if PALAZZO in hand and not state.ending:
        moves += palazzo_moves(hand, overtopped(state))
    return tuple(moves)


def overtopped(state: State) -> bool:
    """Say whether a Palazzo played now would come too late (T24); by edition 1 it never was below four."""
    least = FREELY if state.edition == 1 else 0
    return state.sides[state.rival].highest > max(least, state.sides[state.seat].highest)


@lru_cache(maxsize=512)
def palazzo_moves(hand: Hand, too_late: bool) -> tuple[Move, ...]:
    """Return which two cards go under their decks, and in which order; the first goes lower (T24)."""
    others = list(hand)
    others.remove(PALAZZO)
    pairs = [
        pair
        for a, b in subsets(tuple(others), 2, 2)
        for pair in ([(a, b), (b, a)] if a != b and back(a) == back(b) else [(a, b)])
    ]
    return (*(["noble:palazzo"] if too_late else []), *(f"noble:palazzo:{a}:{b}" for a, b in pairs))


def could_hold(state: State, seat: Seat, card: Card) -> bool:
    """Say whether, for all the public knows, a player may hold this card (T11, T23)."""
    hand = state.sides[seat].hand
    if any(held.card == card and None in held.seen for held in hand):
        return True
    covered = any(None not in held.seen and back(held.card) == back(card) for held in hand)
    piles = (state.sides[0].hand, state.sides[1].hand, state.deck, state.nobles)
    return covered and any(held.card == card and None not in held.seen for pile in piles for held in pile)


def could_joust(state: State) -> bool:
    """Say whether the rival may answer with Giostra; the nobles just played count already (T20, T23)."""
    return could_cancel(state, state.rival)


def could_cancel(state: State, seat: Seat) -> bool:
    """Say whether, for all the public knows, a player may answer with Giostra (T20, T23)."""
    return may_use(state, seat) > 0 and could_hold(state, seat, GIOSTRA)


def could_guard(state: State, seat: Seat) -> bool:
    """Say whether, for all the public knows, a player may show a 5 or a usable fine stone (T11, T21)."""
    return could_hold(state, seat, GUARD) or (shows_stones(state, seat) and could_hold(state, seat, PIETRA))


def shows_stones(state: State, seat: Seat) -> bool:
    """Say whether a player may show a fine stone as a Guard now; by edition 1 nobody may (T20, T21)."""
    return state.edition > 1 and may_use(state, seat) > 0


# --- answers -----------------------------------------------------------------------------------------


def relays(state: State, relay: Relay) -> tuple[Move, ...]:
    """Return what can be built of all the cards left after a Giostra (T22)."""
    cards, cap = ordered(relay.laid), state.sides[state.rival].ceiling
    fine, towers = cards.count(PIETRA), open_towers(state.sides[state.seat])
    laid = buildings(cards, towers, fine, cap)
    return (*(move for move in laid if len(laid_cards(move)) == len(cards)), "back")


def gifts(state: State, give: Give) -> tuple[Move, ...]:
    hand = ordered(names(state.sides[state.seat].hand))
    return tuple("give:" + ":".join(cards) for cards in subsets(hand, give.count, give.count))


def victims(skyline: tuple[tuple[Tower, ...], ...], seat: Seat, new: Tower) -> tuple[tuple[Seat, int], ...]:
    """Return the towers that a Conspiracy from a new tower may bring down, the rival's first (T13)."""
    fragile = [
        (tower.height, owner, tower.number)
        for owner in (1 - seat, seat)
        for tower in skyline[owner]
        if not tower.complete
        and tower.height <= new.height
        and (owner, tower.number) != (seat, new.number)
        and (tower.colourful or tower.top != int(CONTRACT))
    ]
    most = max((height for height, _, _ in fragile), default=0)
    return tuple((owner, number) for height, owner, number in fragile if height == most)


def fellings(choose: Choose) -> tuple[Move, ...]:
    return tuple(f"fell:{seat}:{tower}" for seat, tower in choose.targets)


def ward_moves(state: State, ward: Ward) -> tuple[Move, ...]:
    """Return the answers to a Trade or a Conspiracy; `*` is a fine stone, which costs more than a 5 (T21)."""
    held = names(state.sides[ward.target].hand)
    fine = PIETRA in held and shows_stones(state, ward.target)
    return (*["guard"] * (GUARD in held), *["guard:*"] * fine, "bear")


def joust_moves(state: State, seat: Seat) -> tuple[Move, ...]:
    return ("giostra", "allow") if GIOSTRA in names(state.sides[seat].hand) else ("allow",)
