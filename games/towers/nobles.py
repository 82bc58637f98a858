"""What nobles do, and what Giostra does to them."""

from games.core import PUBLIC, Held, Seat
from games.towers import actions
from games.towers.cards import GIOSTRA, NOBLE_BACK, PALAZZO, PIETRA, STONE_BACK, VIA, Card, back
from games.towers.effects import finish, start_draw, strike
from games.towers.state import Draw, Joust, Parry, Relay, State, Ward, part_with


def play_noble(state: State, card: Card, paid: tuple[Card, ...]) -> State:
    """Play a noble as an action; its effect waits for the Giostra question (T26)."""
    own, late = state.sides[state.seat], card == PALAZZO and actions.overtopped(state)
    own = own._replace(hand=part_with(own.hand, (card,)), used=(*own.used, card))
    state = state.with_side(state.seat, own).tell("noble", state.seat, card)
    state = bury(state, paid) if paid else state
    if late:  # T24: it comes too late and leaves the game
        return finish(remove_noble(state, state.seat, card).tell("late", state.seat))
    return state._replace(phase=Joust(f"noble:{card}")) if actions.could_joust(state) else honour(state, card)


def honour(state: State, card: Card) -> State:
    """Let a noble take effect; most of them simply lie there (T25)."""
    own = state.sides[state.seat]
    return start_draw(state, Draw("via", own.limit - len(own.hand))) if card == VIA else finish(state)


def bury(state: State, cards: tuple[Card, ...]) -> State:
    """Put two cards under their decks, the first one lower; nobody else knows which (T24)."""
    own, hidden = state.sides[state.seat], frozenset({state.seat})
    backs = {back(card) for card in cards}
    left = part_with(own.hand, cards)
    left = tuple(Held(h.card, hidden) if back(h.card) in backs else h for h in left)
    under = tuple(Held(card, hidden) for card in reversed(cards))
    state = state.with_side(state.seat, own._replace(hand=left))._replace(
        deck=state.deck + tuple(h for h in under if back(h.card) == STONE_BACK),
        nobles=state.nobles + tuple(h for h in under if back(h.card) == NOBLE_BACK),
    )
    return state.tell("bury", state.seat, cards=under)


def remove_noble(state: State, seat: Seat, card: Card) -> State:
    """Take a used noble out of the game: it does not count."""
    own = state.sides[seat]
    own = own._replace(used=_less(own.used, card))
    return state.with_side(seat, own)._replace(gone=(*state.gone, card))


def _less(cards: tuple[Card, ...], card: Card) -> tuple[Card, ...]:
    at = len(cards) - 1 - cards[::-1].index(card)
    return cards[:at] + cards[at + 1 :]


def joust(state: State, asked: Joust) -> State:
    """Cancel a noble with Giostra (T20, T22)."""
    state = _cancel(state, state.seat, PIETRA if asked.laid else asked.move.split(":")[1])
    if not asked.laid:
        return finish(state)
    at = asked.laid.index(PIETRA)
    left = asked.laid[:at] + asked.laid[at + 1 :]
    return state._replace(phase=Relay(left)) if left else finish(state)


def _cancel(state: State, seat: Seat, card: Card) -> State:
    """Take a noble that a player has just used out of the game, by the other one's Giostra."""
    other = state.sides[1 - seat]
    other = other._replace(hand=part_with(other.hand, (GIOSTRA,)), used=(*other.used, GIOSTRA))
    state = remove_noble(state.with_side(1 - seat, other), seat, card)
    return state.tell("giostra", 1 - seat, card)


def show_stone(state: State, ward: Ward) -> State:
    """Show a fine stone as a Guard: a noble used, which Giostra may answer (T21)."""
    own = state.sides[ward.target]
    hand, used = part_with(own.hand, (PIETRA,)), (*own.used, PIETRA)
    state = state.with_side(ward.target, own._replace(hand=hand, used=used, shown=own.shown + 1))
    state = state.tell("show", ward.target, ward.tower)
    asked = actions.could_cancel(state, 1 - ward.target)
    return state._replace(phase=Parry(ward)) if asked else parried(state, ward)


def parried(state: State, ward: Ward) -> State:
    """Let a fine stone turn a Trade or a Conspiracy away; it stays in front of its owner (T21)."""
    return finish(state.tell("parry", ward.target, ward.tower))


def joust_stone(state: State, ward: Ward) -> State:
    """Cancel a fine stone shown as a Guard: it leaves the game, and the effect happens (T21, T23)."""
    state = _cancel(state, ward.target, PIETRA)
    own = state.sides[ward.target]
    return strike(state.with_side(ward.target, own._replace(shown=own.shown - 1)), ward)


def take_back(state: State, cards: tuple[Card, ...]) -> State:
    """Return laid cards to the hand; fine stones among them do not count as used (T22)."""
    own = state.sides[state.seat]
    for _ in range(cards.count(PIETRA)):
        own = own._replace(used=_less(own.used, PIETRA))
    seen = tuple(Held(card, PUBLIC | {state.seat}) for card in cards)
    state = state.with_side(state.seat, own._replace(hand=own.hand + seen))
    return finish(state.tell("back", state.seat, cards=seen))
