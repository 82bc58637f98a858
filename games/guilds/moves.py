"""Every question, every legal answer."""

from collections.abc import Iterable
from itertools import compress

from games.core import Decision, Move, Text
from games.guilds.board import Guilds, fits_anywhere, named, ways
from games.guilds.cards import one_of_each
from games.guilds.groups import completing, groups, sites_for_tower
from games.guilds.state import State

DRAFT = Text("Take a hex")
TOKEN = Text("Put a token on a guild")
HEX = Text("Lay a hex")
TOWER = Text("Build a tower, or not")

DRAFT_HELP = Text("Take one of the open hexes. You will lay it later; nobody else can.")
TOKEN_HELP = Text(
    "A guild holds two tokens, whoever owns them. Guilds of all four colours that hang together win a tower."
)
HEX_HELP = Text(
    "A hex must touch two others, and equal colours must not touch. Choose a place, then a rotation."
)
TOWER_HELP = Text(
    "A tower goes on a guild of your group. All tokens there go home; the guild is dead for everybody."
)


def decisions(state: State) -> tuple[Decision, ...]:
    """Return the one open question; everything in it follows from public knowledge."""
    match state.phase:
        case "draft":
            return (_question(state, DRAFT, draft_moves(state), DRAFT_HELP),)
        case "token":
            return (_question(state, TOKEN, token_moves(state), TOKEN_HELP),)
        case "hex":
            return (_question(state, HEX, hex_moves(state), HEX_HELP),)
        case "tower":
            return (_question(state, TOWER, (*tower_moves(state), "rest"), TOWER_HELP),)
        case "over":
            return ()


def _question(state: State, prompt: Text, moves: tuple[Move, ...], help: Text) -> Decision:
    return Decision(state.seat, prompt, moves, moves[-1], open=True, help=help)


# --- is there anything to ask? (G3: token and hex are compulsory while possible) --------------------


def can_place(state: State) -> bool:
    return state.tokens_left(state.seat) > 0 and state.room > 0


def can_lay(state: State) -> bool:
    return fits_anywhere(state.board, state.hands[state.seat])


def can_build(state: State) -> bool:
    return bool(groups(state.board, state.mine, state.component))


# --- the answers -----------------------------------------------------------------------------------


def draft_moves(state: State) -> tuple[Move, ...]:
    return tuple(f"draft:{hex}" for hex in one_of_each(state.pool))


def token_moves(state: State) -> tuple[Move, ...]:
    """Return every guild with room, those that complete a group first."""
    if not can_place(state):
        return ()
    room, words = state.room, named(state.board, "token")
    ready = completing(state.board, state.mine, room, state.component)
    return (*_chosen(words, ready), *_chosen(words, room & ~ready))


def hex_moves(state: State) -> tuple[Move, ...]:
    found = ways(state.board, state.hands[state.seat])
    return tuple([f"hex:{hex}:{q}:{r}:{turn}" for hex, q, r, turn in found])


def tower_moves(state: State) -> tuple[Move, ...]:
    union = sites_for_tower(state.board, state.mine, state.component)
    return tuple(_chosen(named(state.board, "tower"), union))


def _chosen(words: tuple[Move, ...], guilds: Guilds) -> Iterable[Move]:
    """Return the moves for the guilds of a set, in their order."""
    return compress(words, map(int, reversed(f"{guilds:b}")))
