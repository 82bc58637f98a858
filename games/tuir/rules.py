"""The rules of Túir: two architects build towers for an abbot with secret tastes."""

from collections.abc import Sequence
from typing import Any

from games.core import NOBODY, PUBLIC, Held, Move, Seat, Seen, first_seat, shuffled
from games.tuir.cards import RULES, SECTIONS
from games.tuir.skyline import ENDS, LETTERS, Skyline, lifted, put, swapped
from games.tuir.state import TURNS, Deed, Player, State


def setup(seats: int, seed: str, options: Sequence[str] = ()) -> State:
    """Deal three sections each and four decks of three; six rules (U1)."""
    sections = shuffled(SECTIONS, seed, "sections")
    usable = [rule.id for rule in RULES.values() if rule.scope != "diagonal" or "short" not in options]
    rules = shuffled(usable, seed, "rules")
    players = tuple(
        Player(
            tuple(_dealt(card, seat) for card in sections[3 * seat : 3 * seat + 3]),
            _dealt(rules[3 + seat], seat),
        )
        for seat in range(seats)
    )
    return State(
        first_seat(options, seats, seed),
        players,
        tuple(_turned_up(tuple(map(Held, sections[i : i + 3]))) for i in range(6, TURNS, 3)),
        rules[:3],
        Held(rules[5]),
        tuple(map(Held, rules[6:])),
    )


def _dealt(card: str, seat: Seat) -> Held:
    """Deal a card that only its owner sees."""
    return Held(card, frozenset({seat}))


def _turned_up(deck: tuple[Held, ...]) -> tuple[Held, ...]:
    """Show a deck's top card to everybody; whoever takes it is known to hold it."""
    return (Held(deck[0].card, PUBLIC), *deck[1:]) if deck else ()


# --- what it does ----------------------------------------------------------------------------------


def apply(state: State, seat: Seat, move: Move) -> State:
    me = state.players[seat]
    match move.split(":"):
        case ["take", number]:
            return _taken(state, seat, me, int(number) - 1)
        case ["build", card, where]:
            me, letter = _set(me, me.towers, card, where, card)
            return _acted(state, seat, me, move, letter)
        case ["look", "hidden", card]:
            hidden = Held(state.hidden.card, state.hidden.seen | {seat})
            return _given(state, seat, me._replace(hand=_without(me, card)), card, move, hidden=hidden)
        case ["look", "rival", card]:
            rival = state.players[1 - seat]
            seen = rival._replace(rule=Held(rival.rule.card, rival.rule.seen | {seat}))
            state = state._replace(players=_with(state, 1 - seat, seen))
            return _given(state, seat, me._replace(hand=_without(me, card)), card, move)
        case ["rule", card]:
            fresh = Held(state.stock[0].card, frozenset({seat}))
            hand, dropped = _without(me, card), (*me.dropped, me.rule)
            me = me._replace(hand=hand, rule=fresh, dropped=dropped)
            return _given(state, seat, me, card, move, stock=state.stock[1:])
        case ["swap", card, one, other]:
            me = me._replace(hand=_without(me, card), towers=swapped(me.towers, one, other))
            return _given(state, seat, me, card, move)
        case ["move", card, section, where]:
            me, letter = _set(me, lifted(me.towers, section), section, where, card)
            return _given(state, seat, me, card, move, letter)
    raise ValueError(move)


def _taken(state: State, seat: Seat, me: Player, at: int) -> State:
    """Put a deck's top card into the free place of the hand, and turn up the next one."""
    card, deck = state.decks[at][0], _turned_up(state.decks[at][1:])
    free = me.hand.index(None)
    me = me._replace(hand=(*me.hand[:free], card, *me.hand[free + 1 :]))
    deed = Deed(state.turn, seat, f"take:{at + 1}", (card.card, deck[0].card if deck else ""))
    decks = (*state.decks[:at], deck, *state.decks[at + 1 :])
    return _end_turn(state, deed, players=_with(state, seat, me), decks=decks)


def _without(me: Player, card: str) -> tuple[Held | None, ...]:
    """Return the hand with a card's place free."""
    return tuple([None if held and held.card == card else held for held in me.hand])


def _set(me: Player, towers: Skyline, section: str, where: str, card: str) -> tuple[Player, str]:
    """Set a section on a tower or found one, for a card of the hand; return the tower's letter too."""
    founds = where in ENDS
    letter = LETTERS[me.founded] if founds else where
    towers = put(towers, section, where, letter)
    return Player(_without(me, card), me.rule, me.dropped, towers, me.founded + founds), letter


def _given(
    state: State, seat: Seat, me: Player, card: str, move: Move, letter: str = "", **changes: Any
) -> State:
    """Give up a section: it is shown and leaves the game (U4)."""
    return _acted(state, seat, me, move, letter, spent=(*state.spent, card), **changes)


def _acted(state: State, seat: Seat, me: Player, move: Move, letter: str, **changes: Any) -> State:
    """Go on to the taking of a card, while any is left (U2)."""
    players, deed = _with(state, seat, me), Deed(state.turn, seat, move, (letter,))
    if any(state.decks):
        return state._replace(players=players, deeds=(*state.deeds, deed), phase="take", **changes)
    return _end_turn(state, deed, players=players, **changes)


def _with(state: State, seat: Seat, player: Player) -> tuple[Player, ...]:
    return (player, state.players[1]) if seat == 0 else (state.players[0], player)


def _end_turn(state: State, deed: Deed, **changes: Any) -> State:
    turn = state.turn + 1
    if turn == TURNS:
        return _revealed(state._replace(deeds=(*state.deeds, deed), **changes))
    kept = [old for old in state.deeds if old.turn >= turn - 2]
    return state._replace(turn=turn, phase="act", deeds=(*kept, deed), **changes)


def _revealed(state: State) -> State:
    """Show all six rules (U6); swapped-out ones stay face down (U4)."""
    players = tuple(p._replace(rule=Held(p.rule.card, PUBLIC)) for p in state.players)
    return state._replace(players=players, hidden=Held(state.hidden.card, PUBLIC), phase="over")


def shows(state: State, seat: Seat, move: Move) -> Seen:
    """Return who learns something hidden: a look, a new rule, a card turned up, the end."""
    verb, *where = move.split(":")
    if verb == "take":
        return PUBLIC if len(state.decks[int(where[0]) - 1]) > 1 else NOBODY
    if state.turn == TURNS - 1:
        return PUBLIC
    return frozenset({seat}) if verb in ("look", "rule") else NOBODY
