"""Every question, every legal answer."""

from functools import lru_cache
from itertools import compress

from games.core import Decision, Move, Text
from games.guilds.board import LETTERS, NUMBER, TURNED, Board, Guilds, Place, Sides, before, places
from games.guilds.cards import CARDS, COLOURS, one_of_each
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


# --- the moves by name -----------------------------------------------------------------------------

VERBS = ("token", "tower")
NAMED = {
    (verb, letter, hex): tuple(f"{verb}:{letter}:{colour}" for colour in card.guilds)
    for verb in VERBS
    for letter in LETTERS
    for hex, card in CARDS.items()
}
MEANT = {
    f"{verb}:{letter}:{colour}": (verb, tile, colour)
    for verb in VERBS
    for letter, tile in NUMBER.items()
    for colour in COLOURS
}
DIGITS = bytes.maketrans(b"01", b"\0\1")  # as numbers, which are false and true


@lru_cache(maxsize=4096)
def named(board: Board, verb: str) -> tuple[Move, ...]:
    """Return the move that does something with each guild: "token:C:brown"."""
    if not board:
        return ()
    return named(before(board), verb) + NAMED[verb, LETTERS[len(board) - 1], board[-1].hex]


def _chosen(board: Board, verb: str, guilds: Guilds) -> tuple[Move, ...]:
    """Return the moves for the guilds of a set, in their order."""
    first_to_last = f"{guilds:b}"[::-1].encode()
    return tuple(compress(named(board, verb), first_to_last.translate(DIGITS)))


@lru_cache(maxsize=1 << 14)
def laid(hex: str, place: Place, sides: Sides) -> tuple[Move, ...]:
    """Return the moves that lay a hex at a place that faces these colours, in each rotation that fits."""
    q, r = place
    return tuple([f"hex:{hex}:{q}:{r}:{turn}" for turn, shown in enumerate(TURNED[hex]) if not shown & sides])
