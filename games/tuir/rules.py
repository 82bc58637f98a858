"""The rules of Túir: two architects build towers for an abbot with secret tastes."""

from collections.abc import Sequence
from functools import lru_cache

from games.core import NOBODY, PUBLIC, Held, Move, Seat, Seen, first_seat, shuffled
from games.fast_tuples import make
from games.tuir.cards import RULES, SECTIONS
from games.tuir.scoring import present
from games.tuir.skyline import ENDS, LETTERS, Skyline, lifted, put, stands_in, swapped
from games.tuir.state import THEIRS, TURNS, Deed, Finished, Match, Player, State


def setup(seats: int, seed: str, options: Sequence[str] = ()) -> State:
    twice = "twice" in options
    match = Match("both" in options, twice, "short" in options, seed if twice else "")
    return _deal(seed, first_seat(options, seats, seed), match)


def _deal(seed: str, first: Seat, match: Match) -> State:
    """Deal three sections each and four decks of three; six rules (U1)."""
    sections = shuffled(SECTIONS, seed, "sections", len(match.games))
    usable = [rule.id for rule in RULES.values() if rule.scope != "diagonal" or not match.short]
    rules = shuffled(usable, seed, "rules", len(match.games))
    players = tuple(
        Player(
            tuple(_dealt(card, seat) for card in sections[3 * seat : 3 * seat + 3]),
            _dealt(rules[3 + seat], seat),
        )
        for seat in range(2)
    )
    return State(
        first,
        players,
        tuple(_turned_up(tuple(map(Held, sections[i : i + 3]))) for i in range(6, TURNS, 3)),
        rules[:3],
        Held(rules[5]),
        tuple(map(Held, rules[6:])),
        match=match,
    )


def _second_game(state: State) -> State:
    """Deal again; the other player begins (U17)."""
    rows = tuple([player.towers for player in state.players])
    done = Finished(present(state), rows, state.hidden.card)
    match = state.match._replace(games=(*state.match.games, done))
    return _deal(match.seed, 1 - state.first, match)


def _dealt(card: str, seat: Seat) -> Held:
    """Deal a card that only its owner sees."""
    return Held(card, frozenset({seat}))


def _turned_up(deck: tuple[Held, ...]) -> tuple[Held, ...]:
    """Show a deck's top card to everybody; whoever takes it is known to hold it."""
    return (Held(deck[0].card, PUBLIC), *deck[1:]) if deck else ()


# --- what it does ----------------------------------------------------------------------------------


def apply(state: State, seat: Seat, move: Move) -> State:
    me = state.players[seat]
    match words(move):
        case "build", card, where:
            me, letter = _set(me, me.towers, card, where, card)
            return _acted(state, seat, me, move, letter)
        case "take", number:
            return _taken(state, seat, me, move, int(number) - 1)
        case "look", "hidden", card:
            hidden = Held(state.hidden.card, state.hidden.seen | {seat})
            return _acted(state, seat, _without(me, card), move, given=card, hidden=hidden)
        case "look", "rival", card:
            theirs = state.players[1 - seat]
            rival = theirs._replace(rule=Held(theirs.rule.card, theirs.rule.seen | {seat}))
            return _acted(state, seat, _without(me, card), move, given=card, rival=rival)
        case "rule", card:
            dropped, fresh = (*me.dropped, me.rule), _dealt(state.stock[0].card, seat)
            me = make(Player, (_rest(me, card), fresh, dropped, me.towers, me.founded))
            return _acted(state, seat, me, move, given=card, stock=state.stock[1:])
        case "swap", card, one, other:
            towers, rival = swapped(me.towers, one, other), state.players[1 - seat]
            if state.match.both:
                rival = rival._replace(towers=swapped(rival.towers, one, other))
            me = make(Player, (_rest(me, card), me.rule, me.dropped, towers, me.founded))
            return _acted(state, seat, me, move, given=card, rival=rival)
        case "move", card, section, where:
            if state.match.both and not stands_in(me.towers, section):
                return _moved_theirs(state, seat, move, card, section, where)
            me, letter = _set(me, lifted(me.towers, section), section, where, card)
            return _acted(state, seat, me, move, letter, given=card)
        case ("deal",):
            return _second_game(state)
    raise ValueError(move)


def _moved_theirs(state: State, seat: Seat, move: Move, card: str, section: str, where: str) -> State:
    """Move a top section of the rival's row; a tower founded so has the rival's next letter (U4, U18)."""
    theirs = state.players[1 - seat]
    theirs, letter = _set(theirs, lifted(theirs.towers, section), section, where, "")
    me = _without(state.players[seat], card)
    return _acted(state, seat, me, move, letter, THEIRS, given=card, rival=theirs)


@lru_cache(maxsize=1 << 12)  # a search makes the same moves in many worlds
def words(move: Move) -> tuple[str, ...]:
    """Return a move's verb and what it names."""
    return tuple(move.split(":"))


def _rest(me: Player, card: str) -> tuple[Held | None, ...]:
    """Return the hand with a card's place free."""
    return tuple([None if held and held.card == card else held for held in me.hand])


def _without(me: Player, card: str) -> Player:
    return make(Player, (_rest(me, card), me.rule, me.dropped, me.towers, me.founded))


def _set(me: Player, towers: Skyline, section: str, where: str, card: str) -> tuple[Player, str]:
    """Set a section on a tower or found one, for a card of the hand; return the tower's letter too."""
    founds = where in ENDS
    letter = LETTERS[me.founded] if founds else where
    towers = put(towers, section, where, letter)
    return make(Player, (_rest(me, card), me.rule, me.dropped, towers, me.founded + founds)), letter


# --- how a turn goes on ----------------------------------------------------------------------------
# A search makes a hundred thousand states a second: they are written out, field by field.


def _acted(
    state: State,
    seat: Seat,
    me: Player,
    move: Move,
    *result: str,  # the letter of a tower, and in whose row it is
    given: str = "",  # a section that leaves the game, for all to see (U4)
    rival: Player | None = None,
    hidden: Held | None = None,
    stock: tuple[Held, ...] | None = None,
) -> State:
    """Go on to the taking of a card, while any is left (U2)."""
    first, players, decks, rules, secret, rest, spent, deeds, turn, _, match = state
    fields = (
        first,
        _pair(seat, me, rival or players[1 - seat]),
        decks,
        rules,
        hidden or secret,
        rest if stock is None else stock,
        (*spent, given) if given else spent,
        (*deeds, make(Deed, (turn, seat, move, result or ("",)))),
        turn,
        "take",
        match,
    )
    acted = make(State, fields)
    return acted if any(decks) else _end_turn(acted, acted.players, decks, acted.deeds)


def _pair(seat: Seat, me: Player, rival: Player) -> tuple[Player, ...]:
    return (rival, me) if seat else (me, rival)


def _taken(state: State, seat: Seat, me: Player, move: Move, at: int) -> State:
    """Put a deck's top card into the free place of the hand, and turn up the next one."""
    hand, decks = list(me.hand), list(state.decks)
    card, deck = decks[at][0], _turned_up(decks[at][1:])
    hand[hand.index(None)], decks[at] = card, deck
    me = make(Player, (tuple(hand), me.rule, me.dropped, me.towers, me.founded))
    deed = make(Deed, (state.turn, seat, move, (card.card, deck[0].card if deck else "")))
    return _end_turn(state, _pair(seat, me, state.players[1 - seat]), tuple(decks), (*state.deeds, deed))


def _end_turn(
    state: State, players: tuple[Player, ...], decks: tuple[tuple[Held, ...], ...], deeds: tuple[Deed, ...]
) -> State:
    first, _, _, rules, hidden, stock, spent, _, turn, _, match = state
    if turn == TURNS - 1:
        return _revealed(state._replace(players=players, decks=decks, deeds=deeds))
    kept = tuple([deed for deed in deeds if deed.turn >= turn - 1])
    return make(State, (first, players, decks, rules, hidden, stock, spent, kept, turn + 1, "act", match))


def _revealed(state: State) -> State:
    """Show all six rules (U6); swapped-out ones stay face down (U4)."""
    players = tuple([p._replace(rule=Held(p.rule.card, PUBLIC)) for p in state.players])
    shown = state._replace(players=players, hidden=Held(state.hidden.card, PUBLIC), phase="over")
    more = state.match.twice and not state.match.games
    return shown._replace(phase="interval") if more else shown


def shows(state: State, seat: Seat, move: Move) -> Seen:
    """Return who learns something hidden: a look, a new rule, a card turned up, the end."""
    verb, *where = move.split(":")
    if verb == "take":
        return PUBLIC if len(state.decks[int(where[0]) - 1]) > 1 else NOBODY
    if state.turn == TURNS - 1 or verb == "deal":
        return PUBLIC
    return frozenset({seat}) if verb in ("look", "rule") else NOBODY
