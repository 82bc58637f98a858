"""What may be done: every question and every legal answer."""

from functools import lru_cache

from games.core import Decision, Move, Seat, Text
from games.tuir.skyline import LEFT, RIGHT, Skyline, pairs, sites, ways
from games.tuir.state import State

# Words that never change are made once: a search asks many thousands of questions.
ACT = Text("Build a section, or sacrifice one")
ACT_HELP = Text(
    "Put a section on one of your towers or start a new tower at an end of your row. Or sacrifice "
    "a section: look at the hidden rule or your rival's rule, swap your own rule for a new one, "
    "swap two of your sections, or move the top of a tower. Then you take a new section."
)
ACT_BOTH_HELP = Text(
    "Put a section on one of your towers or start a new tower at an end of your row. Or give up a "
    "section: look at the hidden rule or your rival's rule, swap your own rule for a new one, "
    "swap any two sections, or move the top of a tower, yours or your rival's. Then you take a new section."
)
SECOND = Text("Ready for the second game?")
TAKE = Text("Take the top card of a deck")
TAKE_HELP = Text("Everybody sees the card you take, and the next card of that deck is turned up.")


def decisions(state: State) -> tuple[Decision, ...]:
    match state.phase:
        case "act":
            me = state.players[state.seat]
            theirs = state.players[1 - state.seat].towers if state.match.both else None
            return _act(state.seat, tuple([held.card for held in me.hand if held]), me.towers, theirs)
        case "take":
            return _take(state.seat, tuple([n for n, deck in enumerate(state.decks, 1) if deck]))
        case "interval":  # U17: whoever begins the second game deals it
            return (Decision(1 - state.first, SECOND, ("deal",), "deal"),)
    return ()


@lru_cache(maxsize=1 << 10)  # in all worlds that a search deals, its own question is the same
def _act(seat: Seat, hand: tuple[str, ...], towers: Skyline, theirs: Skyline | None) -> tuple[Decision, ...]:
    """Ask for a build or a sacrifice; `theirs` is the rival's row, if sacrifices may move its sections."""
    moves = (*_builds(hand, towers), *_sacrifices(hand, towers, theirs or ()))
    idle = f"build:{hand[0]}:{RIGHT if towers else LEFT}"
    return (Decision(seat, ACT, moves, idle, help=ACT_HELP if theirs is None else ACT_BOTH_HELP),)


def _builds(hand: tuple[str, ...], towers: Skyline) -> list[Move]:
    places = sites(towers)
    return [f"build:{card}:{place}" for card in hand for place in places]


def _sacrifices(hand: tuple[str, ...], towers: Skyline, theirs: Skyline) -> list[Move]:
    """Return what a given-up section buys (U4), card by card."""
    swaps = [f"{one}:{other}" for one, other in pairs(towers + theirs)]
    shifts = [f"{section}:{where}" for row in (towers, theirs) for section, where in ways(row)]
    moves = list[Move]()
    for card in hand:
        moves += (f"look:hidden:{card}", f"look:rival:{card}", f"rule:{card}")
        moves += [f"swap:{card}:{pair}" for pair in swaps]
        moves += [f"move:{card}:{shift}" for shift in shifts]
    return moves


@lru_cache(maxsize=64)
def _take(seat: Seat, decks: tuple[int, ...]) -> tuple[Decision, ...]:
    moves = tuple([f"take:{number}" for number in decks])
    # The decks lie open: a single one left is no secret.
    return (Decision(seat, TAKE, moves, idle=moves[0], open=True, help=TAKE_HELP),)
