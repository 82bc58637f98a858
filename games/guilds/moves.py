"""Every question, every legal answer."""

from games.core import Decision, Move, Text
from games.guilds.board import FEW, Board, Guilds, laid, named, places
from games.guilds.cards import one_of_each
from games.guilds.state import State

TILES = (1 << 3 * FEW) - 1  # the guilds whose moves are remembered together

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


# --- the answers -----------------------------------------------------------------------------------


def draft_moves(state: State) -> tuple[Move, ...]:
    return tuple(f"draft:{hex}" for hex in one_of_each(state.pool))


def token_moves(state: State) -> tuple[Move, ...]:
    """Return every guild with room, those that complete a group first."""
    board, nearly = state.board, state.nearly
    rest = _chosen(board, "token", state.room & ~nearly)
    return _chosen(board, "token", nearly) + rest if nearly else rest


def hex_moves(state: State) -> tuple[Move, ...]:
    hexes, moves = one_of_each(state.hands[state.seat]), list[Move]()
    for place, sides in places(state.board):
        for hex in hexes:
            moves += laid(hex, place, sides)
    return tuple(moves)


def tower_moves(state: State) -> tuple[Move, ...]:
    union = 0  # G4: only the chosen guild matters
    for group in state.groups:
        union |= group
    return _chosen(state.board, "tower", union)


def _chosen(board: Board, verb: str, guilds: Guilds) -> tuple[Move, ...]:
    """Return the moves for the guilds of a set, in their order."""
    moves = tuple[Move, ...]()
    for words in named(board, verb):
        if some := guilds & TILES:
            moves += words[some]
        guilds >>= 3 * FEW
    return moves
