"""What actions do to the table: drawing, building, and the Donazioni."""

from functools import lru_cache

from games.core import PUBLIC, Held, Move, Seat, Seen, shuffled
from games.towers import actions
from games.towers.building import laid_cards, planned
from games.towers.cards import GUARD, PIETRA, RANKS, Card, back
from games.towers.state import (
    Choose,
    Draw,
    Give,
    Joust,
    News,
    Side,
    State,
    Tower,
    Turn,
    Ward,
    names,
    open_cards,
    part_with,
    stones,
)

MARKET = 4
LONGEST_DEAL = 150  # turns (T28)
BOTH: frozenset[Seat | None] = frozenset({0, 1})
TURN = Turn()


# --- drawing -----------------------------------------------------------------------------------------


def start_draw(state: State, draw: Draw) -> State:
    """Ask for the next card, or end the action when there is none left to draw (T6, T7)."""
    return state._replace(phase=draw) if actions.can_draw(state, draw) else finish(state)


def draw_card(state: State, draw: Draw, source: str) -> State:
    """Take one card into the hand of the player whose turn it is."""
    place, _, card = source.partition(":")
    seat, deck, nobles, market = state.seat, state.deck, state.nobles, state.market
    if place == "deck":
        (card, seen), deck = deck[0], deck[1:]
    elif place == "noble":
        (card, seen), nobles = nobles[0], nobles[1:]
    else:
        at = market.index(card)
        seen, market = PUBLIC, market[:at] + market[at + 1 :]
    held, why = _taken(card, seen, seat), draw.why
    hand, towers, used, founded, shown = state.sides[seat]
    sides = state.sides_with(seat, Side((*hand, held), towers, used, founded, shown))
    news = _draw_news(state, why, place, held)
    ended = why == "purchase" and not deck  # T2: the last card ends a Purchase
    draw = Draw(why, 0 if ended else draw.left - 1, draw.barred)
    state = state._replace(sides=sides, deck=deck, nobles=nobles, market=market, news=news, phase=draw)
    return state if actions.can_draw(state, draw) else finish(state)


@lru_cache(maxsize=256)
def _taken(card: Card, seen: Seen, seat: Seat) -> Held:
    """Return a card in the hand of the player who has drawn it."""
    return Held(card, seen | {seat})


def _draw_news(state: State, why: str, place: str, held: Held) -> tuple[News, ...]:
    """Return the news with a draw, in one sentence with the draws just before it."""
    news = state.news
    if not news or news[-1].verb != "draw":
        return (*news, News("draw", state.seat, (held,), (why, place)))
    verb, seat, cards, notes = news[-1]
    return (*news[:-1], News(verb, seat, (*cards, held), (*notes, place)))


def exchange(state: State, move: Move) -> State:
    """Put cards on the market, then draw as many (T5)."""
    draw, told = _exchanged(state.seat, move)
    hand, towers, used, founded, shown = state.sides[state.seat]
    own = Side(part_with(hand, draw.barred), towers, used, founded, shown)
    return state._replace(
        sides=state.sides_with(state.seat, own),
        market=state.market + draw.barred,
        news=(*state.news, told),
        phase=draw,  # there is something to draw, or this would not have been on offer
    )


@lru_cache(maxsize=1024)
def _exchanged(seat: Seat, move: Move) -> tuple[Draw, News]:
    """Return the draw that an Exchange brings, and what is told of it."""
    cards = tuple(move.split(":")[1:])
    return Draw("exchange", len(cards), cards), News("exchange", seat, open_cards(cards))


# --- building ----------------------------------------------------------------------------------------


def lay(state: State, move: Move) -> State:
    """Declare a tower or an extension; fine stones in it may be answered with Giostra (T26)."""
    cards = laid_cards(move)
    own, fine = state.sides[state.seat], cards.count(PIETRA)
    own = own._replace(hand=part_with(own.hand, cards), used=own.used + (PIETRA,) * fine)
    state = state.with_side(state.seat, own)
    if fine and actions.could_joust(state):
        return state.tell("declare", state.seat, move)._replace(phase=Joust(move, cards))
    return stand(state, move)


def stand(state: State, move: Move) -> State:
    """Let the declared tower stand, move the marker, and go on with draws or the Donazione."""
    verb, *tokens = move.split(":")
    if verb == "extend":
        state, added = extend(state, int(tokens[0]), stones(tokens[1:])), len(tokens) - 1
        return finish(state) if state.ending else start_draw(state, Draw("extend", added))
    tower = planned(move, state.sides[state.seat].founded)
    state = found(state, tower)
    if state.ending or tower.colourful:  # T10
        return finish(state)
    return donate(state, tower)


def found(state: State, tower: Tower) -> State:
    own = state.sides[state.seat]
    own = own._replace(towers=(*own.towers, tower), founded=tower.number + 1)
    return crown(state, own, tower, "build")


def extend(state: State, number: int, added: tuple[Card, ...]) -> State:
    own = state.sides[state.seat]
    old = next(tower for tower in own.towers if tower.number == number)
    new = old._replace(stones=added[::-1] + old.stones, top=old.top - len(added) * old.colourful)
    own = own._replace(towers=tuple([new if tower is old else tower for tower in own.towers]))
    return crown(state, own, new, "extend", len(added))


def crown(state: State, own: Side, tower: Tower, verb: str, *notes: int) -> State:
    """Show a side with a new height; a tower higher than every one of the rival brings the marker (T14)."""
    seat = state.seat
    others = [len(t.stones) for t in own.towers if t is not tower] if state.edition == 1 else []
    won = state.marker != seat and tower.height > max([state.sides[1 - seat].highest, *others])
    told = (tower.number, int(tower.colourful), tower.top, int(won), *notes)
    return state._replace(
        sides=state.sides_with(seat, own),
        marker=seat if won else state.marker,
        news=(*state.news, News(verb, seat, open_cards(tower.stones), told)),
    )


# --- Donazioni ---------------------------------------------------------------------------------------


def donate(state: State, tower: Tower) -> State:
    """Carry out the Donazione of a plain tower just built (T10)."""
    match tower.top:
        case 8:
            return start_draw(state, Draw("income", tower.height))
        case 9:
            return warded(state, Ward(state.rival, trade=tower.height))
        case 10:
            return conspire(state, tower)
    return finish(state)


def warded(state: State, ward: Ward) -> State:
    """Ask the target for a Guard if, for all the public knows, there may be one (T11)."""
    if actions.could_guard(state, ward.target):
        return state.tell("aim", ward.target, ward.tower)._replace(phase=ward)
    return strike(state, ward)


def strike(state: State, ward: Ward) -> State:
    return trade(state, ward.trade) if ward.trade else fell(state, ward.target, ward.tower)


def guard(state: State, ward: Ward) -> State:
    """Turn the effect away; the Guard goes under the deck, and everyone knows it there (T11)."""
    own = state.sides[ward.target]
    state = state.with_side(ward.target, own._replace(hand=part_with(own.hand, (GUARD,))))
    state = state._replace(deck=(*state.deck, Held(GUARD, PUBLIC)))
    return finish(state.tell("guard", ward.target, ward.tower))


def trade(state: State, n: int) -> State:
    """Take cards from the rival's hand at random, then ask which ones go back (T12)."""
    own, other = state.sides[state.seat], state.sides[state.rival]
    moment = 1000 * len(state.results) + state.turns
    places = shuffled(range(len(other.hand)), state.seed, "trade", moment)
    taken = tuple(other.hand[i].card for i in places[:n])
    got = tuple(Held(card, BOTH) for card in taken)
    state = state.with_side(state.rival, other._replace(hand=_after_trade(other.hand, taken)))
    state = state.with_side(state.seat, own._replace(hand=own.hand + got)).tell(
        "trade", state.seat, cards=got
    )
    count = min(n - 1, len(own.hand) + len(got))
    return state._replace(phase=Give(count)) if count else finish(state)


def _after_trade(hand: tuple[Held, ...], moved: tuple[Card, ...]) -> tuple[Held, ...]:
    """Return what stays of a hand; of those with the backs that moved only the two players know (T27)."""
    backs = {back(card) for card in moved}
    left = part_with(hand, moved)
    return tuple(Held(h.card, BOTH) if None in h.seen and back(h.card) in backs else h for h in left)


def give(state: State, cards: tuple[Card, ...]) -> State:
    own, other = state.sides[state.seat], state.sides[state.rival]
    given = tuple(Held(card, BOTH) for card in cards)
    state = state.with_side(state.seat, own._replace(hand=_after_trade(own.hand, cards)))
    state = state.with_side(state.rival, other._replace(hand=other.hand + given))
    return finish(state.tell("give", state.seat, cards=given))


def conspire(state: State, tower: Tower) -> State:
    """Find the highest tower that the new one can bring down; the builder chooses among equals (T13)."""
    targets = actions.victims(tuple(side.towers for side in state.sides), state.seat, tower)
    if not targets:
        return finish(state)
    return state._replace(phase=Choose(targets)) if len(targets) > 1 else aim(state, *targets[0])


def aim(state: State, seat: Seat, number: int) -> State:
    return warded(state, Ward(seat, tower=number))


def fell(state: State, seat: Seat, number: int) -> State:
    """Bring a tower down: its cards go face up on the deck, fine stones leave play (T13, T21)."""
    side = state.sides[seat]
    tower = next(tower for tower in side.towers if tower.number == number)
    kept = tuple(card for card in tower.stones if card in RANKS)
    side = side._replace(towers=tuple(t for t in side.towers if t != tower))
    gone = state.gone + (PIETRA,) * tower.stones.count(PIETRA)
    state = state.with_side(seat, side)._replace(deck=open_cards(kept) + state.deck, gone=gone)
    told = (number, int(tower.colourful), tower.top)
    return finish(state.tell("fall", seat, *told, cards=open_cards(tower.stones)))


# --- the end of an action ----------------------------------------------------------------------------


def finish(state: State) -> State:
    """End an action: refill the market, start the Ending Phase if it is time, pass the turn on."""
    if not state.market and state.deck and not state.ending:  # T4
        fresh = names(state.deck[:MARKET])
        state = state._replace(market=fresh, deck=state.deck[MARKET:])
        state = state.tell("refill", state.seat, cards=open_cards(fresh))
    turns = state.turns + 1
    if not state.ending and (not state.deck or turns >= LONGEST_DEAL):  # T6, T28
        state = state._replace(ending=True).tell("ending", state.seat, int(not state.deck))
    return state._replace(turns=turns, seat=1 - state.seat, phase=TURN, before=state.news, news=())
