"""The rules of Túir: two architects build towers for an abbot with secret tastes."""

from collections.abc import Iterator, Sequence
from typing import Literal, NamedTuple

from games.core import (
    NOBODY,
    PUBLIC,
    Decision,
    Held,
    Move,
    Option,
    Score,
    Seat,
    Seen,
    Text,
    first_seat,
    shuffled,
)
from games.tuir.cards import RULES, SECTIONS
from games.tuir.scoring import Tableau, total
from games.tuir.skyline import ENDS, LEFT, LETTERS, RIGHT, Skyline, lifted, pairs, put, sites, swapped, ways

KEY = "tuir"
NAME = Text("Túir")
TAGLINE = Text("Two architects, one abbot, secret tastes. 2 players, 15 minutes.")
SEATS = range(2, 3)
OPTIONS: tuple[Option, ...] = (Option("short", Text("32 rule cards: without the three diagonal ones")),)
EDITION = 1

TURNS = len(SECTIONS)  # each card is played once, nine by each player


class Player(NamedTuple):
    """What one architect has."""

    hand: tuple[Held | None, ...]  # three fixed places
    rule: Held
    dropped: tuple[Held, ...] = ()  # rules swapped out, face down; knowledge of them is old (U5)
    towers: Skyline = ()
    founded: int = 0  # letters used so far

    @property
    def tableau(self) -> Tableau:
        return tuple(tower.sections for tower in self.towers)

    @property
    def cards(self) -> tuple[Held, ...]:
        return tuple(held for held in self.hand if held)


class Deed(NamedTuple):
    """Something that was done, as everybody saw it."""

    turn: int
    seat: Seat
    move: Move
    result: tuple[str, ...] = ()  # the tower's letter; the card taken and the one turned up


class State(NamedTuple):
    """A game of Túir."""

    first: Seat
    players: tuple[Player, ...]
    decks: tuple[tuple[Held, ...], ...]  # the top card comes first
    open: tuple[str, ...]  # the three rules that everybody sees
    hidden: Held
    stock: tuple[Held, ...]  # the rule deck; the top card comes first
    spent: tuple[str, ...] = ()  # sacrificed sections
    deeds: tuple[Deed, ...] = ()  # of this turn and the two before
    turn: int = 0
    phase: Literal["act", "take", "over"] = "act"

    @property
    def seat(self) -> Seat:
        return (self.first + self.turn) % 2


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
    return tuple(Held(held.card, PUBLIC if i == 0 else held.seen) for i, held in enumerate(deck))


# --- what may be done ------------------------------------------------------------------------------


def decisions(state: State) -> tuple[Decision, ...]:
    match state.phase:
        case "act":
            return (_act(state),)
        case "take":
            return (_take(state),)
    return ()


def _act(state: State) -> Decision:
    me = state.players[state.seat]
    builds = [f"build:{held.card}:{site}" for held in me.cards for site in sites(me.towers)]
    gifts = [move for held in me.cards for move in _sacrifices(me, held.card)]
    return Decision(
        state.seat,
        Text("Build a section, or sacrifice one"),
        (*builds, *gifts),
        idle=f"build:{me.cards[0].card}:{RIGHT if me.towers else LEFT}",
        help=Text(
            "Put a section on one of your towers or start a new tower at an end of your row. Or give up a "
            "section: look at the hidden rule or your rival's rule, swap your own rule for a new one, "
            "swap two of your sections, or move the top of a tower. Then you take a new section."
        ),
    )


def _sacrifices(me: Player, card: str) -> Iterator[Move]:
    """Yield what a given-up section buys (U4)."""
    yield from (f"look:hidden:{card}", f"look:rival:{card}", f"rule:{card}")
    yield from (f"swap:{card}:{one}:{other}" for one, other in pairs(me.towers))
    yield from (f"move:{card}:{section}:{where}" for section, where in ways(me.towers))


def _take(state: State) -> Decision:
    moves = tuple(f"take:{n}" for n, deck in enumerate(state.decks, 1) if deck)
    return Decision(
        state.seat,
        Text("Take the top card of a deck"),
        moves,
        idle=moves[0],
        open=True,  # the decks lie open: a single one left is no secret
        help=Text("Everybody sees the card you take, and the next card of that deck is turned up."),
    )


# --- what it does ----------------------------------------------------------------------------------


def apply(state: State, seat: Seat, move: Move) -> State:
    me = state.players[seat]
    match move.split(":"):
        case ["take", number]:
            return _end_turn(_taken(state, seat, int(number) - 1))
        case ["build", card, where]:
            me, letter = _set(_without(me, card), card, where)
            return _acted(state, seat, me, Deed(state.turn, seat, move, (letter,)))
        case ["look", "hidden", card]:
            hidden = Held(state.hidden.card, state.hidden.seen | {seat})
            return _given(state._replace(hidden=hidden), seat, me, card, move)
        case ["look", "rival", card]:
            rival = state.players[1 - seat]
            seen = rival._replace(rule=Held(rival.rule.card, rival.rule.seen | {seat}))
            return _given(_with(state, 1 - seat, seen), seat, me, card, move)
        case ["rule", card]:
            fresh = Held(state.stock[0].card, frozenset({seat}))
            me = me._replace(rule=fresh, dropped=(*me.dropped, me.rule))
            return _given(state._replace(stock=state.stock[1:]), seat, me, card, move)
        case ["swap", card, one, other]:
            return _given(state, seat, me._replace(towers=swapped(me.towers, one, other)), card, move)
        case ["move", card, section, where]:
            me, letter = _set(me._replace(towers=lifted(me.towers, section)), section, where)
            return _given(state, seat, me, card, move, letter)
    raise ValueError(move)


def _taken(state: State, seat: Seat, at: int) -> State:
    me, (card, *rest) = state.players[seat], state.decks[at]
    deck = _turned_up(tuple(rest))
    free = me.hand.index(None)
    me = me._replace(hand=(*me.hand[:free], card, *me.hand[free + 1 :]))
    deed = Deed(state.turn, seat, f"take:{at + 1}", (card.card, deck[0].card if deck else ""))
    decks = (*state.decks[:at], deck, *state.decks[at + 1 :])
    return _with(state, seat, me)._replace(decks=decks, deeds=(*state.deeds, deed))


def _without(me: Player, card: str) -> Player:
    """Take a card out of the hand; its place stays free."""
    return me._replace(hand=tuple(None if held and held.card == card else held for held in me.hand))


def _set(me: Player, card: str, where: str) -> tuple[Player, str]:
    """Set a section on a tower or found one; return the tower's letter too."""
    letter = LETTERS[me.founded] if where in ENDS else where
    towers = put(me.towers, card, where, letter)
    return me._replace(towers=towers, founded=me.founded + (where in ENDS)), letter


def _given(state: State, seat: Seat, me: Player, card: str, move: Move, letter: str = "") -> State:
    """Give up a section: it is shown and leaves the game (U4)."""
    state = state._replace(spent=(*state.spent, card))
    return _acted(state, seat, _without(me, card), Deed(state.turn, seat, move, (letter,)))


def _acted(state: State, seat: Seat, me: Player, deed: Deed) -> State:
    """Go on to the taking of a card, while any is left (U2)."""
    state = _with(state, seat, me)._replace(deeds=(*state.deeds, deed))
    return state._replace(phase="take") if any(state.decks) else _end_turn(state)


def _with(state: State, seat: Seat, player: Player) -> State:
    players = state.players
    return state._replace(players=(player, players[1]) if seat == 0 else (players[0], player))


def _end_turn(state: State) -> State:
    if state.turn == TURNS - 1:
        return _revealed(state)
    turn = state.turn + 1
    kept = tuple(deed for deed in state.deeds if deed.turn >= turn - 2)
    return state._replace(turn=turn, phase="act", deeds=kept)


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


def score(state: State) -> tuple[Score, ...]:
    """Return the points for all six rules, secrets included (U6); equal totals are a draw (U13)."""
    rules = (*state.open, state.hidden.card, *(player.rule.card for player in state.players))
    return tuple((points,) for points in total(rules, [player.tableau for player in state.players]))
