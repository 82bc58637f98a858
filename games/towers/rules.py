"""The deal and every move of The Towers of San Gimignano; what T1 to T33 mean stands in docs/rulings.md."""

from collections.abc import Sequence

from games.core import (
    NOBODY,
    PUBLIC,
    Held,
    Move,
    Seat,
    Seen,
    first_seat,
    knows,
    shuffled,
)
from games.towers import effects, nobles, scoring
from games.towers.actions import PURCHASE
from games.towers.cards import NOBLE_CARDS, STONE_CARDS, back
from games.towers.effects import BOTH, MARKET
from games.towers.state import (
    Choose,
    Draw,
    Give,
    Interval,
    Joust,
    News,
    Over,
    Parry,
    Parts,
    Phase,
    Relay,
    Side,
    State,
    Turn,
    Ward,
)

HAND_SIZE = 5


# --- the start ---------------------------------------------------------------------------------------


Results = tuple[tuple[Parts, Parts], ...]


def setup(seats: int, seed: str, options: Sequence[str] = ()) -> State:
    first = first_seat(options, seats, seed)  # T1: the dealer is the other one
    match = next((option for option in options if option.startswith(("deals:", "to:"))), "")
    return deal(seed, first, match, "nobles" in options)._replace(fined="close:free" not in options)


def deal(seed: str, first: Seat, match: str, with_nobles: bool, results: Results = ()) -> State:
    """Deal a fresh table; over several deals the dealer alternates (T1)."""
    pile = shuffled(STONE_CARDS, seed, "deck", len(results))
    extra = shuffled(NOBLE_CARDS, seed, "nobles", len(results)) if with_nobles else ()
    starter = (first + len(results)) % 2
    hands = [
        tuple(Held(card, frozenset({seat})) for card in pile[HAND_SIZE * seat :][:HAND_SIZE])
        for seat in (0, 1)
    ]
    market, deck = pile[2 * HAND_SIZE :][:MARKET], pile[2 * HAND_SIZE + MARKET :]
    return State(
        seed=seed,
        first=first,
        match=match,
        with_nobles=with_nobles,
        sides=(Side(hands[0]), Side(hands[1])),
        deck=tuple(map(Held, deck)),
        nobles=tuple(map(Held, extra)),
        market=market,
        seat=starter,
        results=results,
        news=(News("deal", starter, notes=(len(results) + 1,)),),
    )


# --- moves -------------------------------------------------------------------------------------------


def apply(state: State, seat: Seat, move: Move) -> State:
    """Return the state after a move that is on offer."""
    verb, _, rest = move.partition(":")
    match state.phase:
        case Turn():
            return _act(state, verb, rest, move)
        case Draw() as draw:
            return effects.draw_card(state, draw, rest)
        case Joust() as asked:
            return nobles.joust(state, asked) if verb == "giostra" else _allowed(state, asked)
        case Relay() as relay:
            return nobles.take_back(state, relay.laid) if verb == "back" else effects.stand(state, move)
        case Choose():
            return effects.aim(state, *map(int, rest.split(":")))
        case Ward() as ward:
            return _warded(state, ward, move)
        case Parry(ward):
            return nobles.joust_stone(state, ward) if verb == "giostra" else nobles.parried(state, ward)
        case Give():
            return effects.give(state, tuple(rest.split(":")))
    return _next_deal(state)


def _next_deal(state: State) -> State:
    """Deal again as the match was begun, and remember what stood."""
    stood = tuple([side.towers for side in state.sides])
    fresh = deal(state.seed, state.first, state.match, state.with_nobles, state.results)
    return fresh._replace(fined=state.fined, skylines=(*state.skylines, stood), edition=state.edition)


def _warded(state: State, ward: Ward, move: Move) -> State:
    match move:
        case "guard":
            return effects.guard(state, ward)
        case "guard:*":
            return nobles.show_stone(state, ward)
    return effects.strike(state, ward)


def _act(state: State, verb: str, rest: str, move: Move) -> State:
    """Carry out an action."""
    if verb == "pass":
        return _pass(state)
    state = state._replace(passes=0) if state.passes else state
    match verb:
        case "purchase":
            return effects.draw_card(state, PURCHASE, rest)
        case "exchange":
            return effects.exchange(state, move)
        case "complete":
            return _complete(state, set(map(int, rest.split(":"))))
        case "close":
            state = state._replace(ending=True, closer=state.seat)
            return effects.finish(state.tell("close", state.seat))
        case "noble":
            card, *paid = rest.split(":")
            return nobles.play_noble(state, card, tuple(paid))
    return effects.lay(state, move)


def _pass(state: State) -> State:
    news = (*state.news, News("pass", state.seat))
    state = state._replace(passes=state.passes + 1, news=news)
    return _end_deal(state) if state.passes == 2 else effects.finish(state)


def _complete(state: State, chosen: set[int]) -> State:
    own = state.sides[state.seat]
    towers = tuple([t._replace(complete=True) if t.number in chosen else t for t in own.towers])
    state = state.with_side(state.seat, own._replace(towers=towers))
    return effects.finish(state.tell("complete", state.seat, *sorted(chosen)))


def _allowed(state: State, asked: Joust) -> State:
    if asked.laid:
        return effects.stand(state, asked.move)
    return nobles.honour(state, asked.move.split(":")[1])


def _end_deal(state: State) -> State:
    """Count a deal that two passes have ended."""
    state = state._replace(results=(*state.results, scoring.deal_result(state)))
    phase: Phase = Over() if scoring.match_over(state) else Interval()
    points = [sum(part) for part in state.results[-1]]
    return state.tell("result", state.seat, len(state.results), *points)._replace(phase=phase)


# --- knowledge ---------------------------------------------------------------------------------------


def shows(state: State, seat: Seat, move: Move) -> Seen:
    """Return who learns something hidden by this move."""
    verb, *args = move.split(":")
    if verb == "deal":
        return PUBLIC
    if verb == "give":
        return frozenset({state.rival})
    after = apply(state, seat, move)
    if isinstance(after.phase, (Interval, Over)):
        return PUBLIC  # the end of a deal cannot be taken back
    told = after.before if after.turns != state.turns else after.news
    fresh = {item.verb for item in told} - {item.verb for item in state.news}
    if "refill" in fresh:
        return PUBLIC
    if "trade" in fresh:
        return _trade_shows(state)
    if verb in ("purchase", "draw") and args[0] != "market":
        top = (state.deck if args[0] == "deck" else state.nobles)[0]
        return NOBODY if knows(top.seen, seat) else frozenset({seat})
    return NOBODY


def _trade_shows(state: State) -> Seen:
    """Return who learns from a Trade: both players, and everyone if a noble's back may have moved."""
    hand = state.sides[state.rival].hand
    mixed = len({back(held.card) for held in hand}) > 1
    return PUBLIC if mixed else BOTH
