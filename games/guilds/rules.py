"""The rules of San Gimignano: The City of Towers, as pure functions over an immutable state."""

from games.core import NOBODY, PUBLIC, Decision, Held, Move, Option, Score, Seat, Seen, T, Text, deal_anew
from games.guilds.board import LETTERS, Board, Guild, Tile, colour_of, guild_named, ways
from games.guilds.cards import one_of_each
from games.guilds.groups import (
    Site,
    as_set,
    can_ever_build,
    completing,
    free,
    groups,
    own,
    sites_for_tower,
)
from games.guilds.state import HAND, TOKENS, TOWERS, Ending, State, Turn, picker

KEY = "guilds"
NAME = Text("San Gimignano: The City of Towers")
TAGLINE = Text("Win four guilds, raise a tower. For 2 to 4 players, 30 minutes.")
SEATS = range(2, 5)
EDITION = 1
OPTIONS: tuple[Option, ...] = (
    Option("component", Text("Wide groups: any connected guilds with all four colours")),
    Option("draft", Text("Draft: choose your hexes in turn")),
)

# --- questions -------------------------------------------------------------------------------------


def name(board: Board, guild: Guild) -> str:
    """Return a guild as moves name it: "C:brown"."""
    return f"{LETTERS[guild // 3]}:{colour_of(board, guild)}"


def decisions(state: State) -> tuple[Decision, ...]:
    """Return the one open question; everything in it follows from public knowledge."""
    match state.phase:
        case "draft":
            return (_question(state, Text("Take a hex"), draft_moves(state), DRAFT_HELP),)
        case "token":
            return (_question(state, Text("Put a token on a guild"), token_moves(state), TOKEN_HELP),)
        case "hex":
            return (_question(state, Text("Lay a hex"), hex_moves(state), HEX_HELP),)
        case "tower":
            return (
                _question(state, Text("Build a tower, or not"), (*tower_moves(state), "rest"), TOWER_HELP),
            )
        case "over":
            return ()


DRAFT_HELP = Text("Take one of the open hexes. You will lay it later; nobody else can.")
TOKEN_HELP = Text(
    "A guild holds two tokens, whoever owns them. Touching guilds of all four colours win a tower."
)
HEX_HELP = Text(
    "A hex must touch two others, and equal colours must not touch. Choose a place, then a rotation."
)
TOWER_HELP = Text(
    "A tower goes on a guild of your group. All tokens there go home; the guild is dead for everybody."
)


def _question(state: State, prompt: Text, moves: tuple[Move, ...], help: Text) -> Decision:
    return Decision(state.seat, prompt, moves, moves[-1], open=True, help=help)


def draft_moves(state: State) -> tuple[Move, ...]:
    return tuple(f"draft:{hex}" for hex in one_of_each(state.pool))


def token_moves(state: State) -> tuple[Move, ...]:
    """Return every guild with room, those that complete a group first (G3)."""
    if not state.tokens_left(state.seat):
        return ()
    room = free(state.sites)
    ready = completing(state.board, own(state.sites, state.seat), room, state.component)
    open_guilds = [guild for guild, site in enumerate(state.sites) if site.free]
    open_guilds.sort(key=lambda guild: not ready >> guild & 1)
    return tuple(f"token:{name(state.board, guild)}" for guild in open_guilds)


def hex_moves(state: State) -> tuple[Move, ...]:
    found = ways(state.board, state.hands[state.seat])
    return tuple(f"hex:{way.hex}:{way.q}:{way.r}:{way.turn}" for way in found)


def tower_moves(state: State) -> tuple[Move, ...]:
    mine = own(state.sites, state.seat)
    union = sites_for_tower(state.board, mine, state.component)
    return tuple(f"tower:{name(state.board, n)}" for n in range(len(state.sites)) if union >> n & 1)


# --- moves -----------------------------------------------------------------------------------------


def apply(state: State, seat: Seat, move: Move) -> State:
    """Make a move that is on offer, and go on to the next question."""
    match move.split(":"):
        case ["draft", hex]:
            return _drafted(state, hex)
        case ["token", letter, colour]:
            return _after_token(_token(state, guild_named(state.board, letter, colour)))
        case ["hex", hex, q, r, turn]:
            return _after_hex(_hex(state, Tile(hex, int(q), int(r), int(turn))))
        case ["tower", letter, colour]:
            return _end_turn(_tower(state, guild_named(state.board, letter, colour)))
        case ["rest"]:
            return _end_turn(state)
    raise ValueError(f"guilds does not know {move!r}")


def _drafted(state: State, hex: str) -> State:
    hand = tuple(sorted((*state.hands[state.seat], hex)))
    state = state._replace(
        hands=_put(state.hands, state.seat, hand),
        pool=tuple(h for h in state.pool if h != hex),
        turns=_put(state.turns, state.seat, Turn(took=hex)),
    )
    picks = sum(map(len, state.hands))
    if picks < HAND[state.seats] * state.seats:
        return state._replace(seat=picker(state.first, state.seats, picks))
    box = tuple(Held(hex, PUBLIC) for hex in state.pool)  # everyone saw what was left
    return _begin(state._replace(seat=state.first, pool=(), box=box))


def _token(state: State, guild: Guild) -> State:
    site = state.sites[guild]
    sites = _put(state.sites, guild, Site((*site.tokens, state.seat)))
    return state._replace(sites=sites, now=state.now._replace(token=guild))


def _hex(state: State, tile: Tile) -> State:
    hand = tuple(hex for hex in state.hands[state.seat] if hex != tile.hex)
    return state._replace(
        now=state.now._replace(tile=len(state.board)),
        board=(*state.board, tile),
        sites=state.sites + (Site(),) * 3,
        hands=_put(state.hands, state.seat, hand),
    )


def _tower(state: State, guild: Guild) -> State:
    """Raise a tower; all tokens on its guild go home, everyone's (G4)."""
    back = tuple(sorted(state.sites[guild].tokens))
    turn = state.now._replace(tower=guild, group=_reason(state, guild), back=back)
    return state._replace(now=turn, sites=_put(state.sites, guild, Site(tower=state.seat)))


def _reason(state: State, guild: Guild) -> tuple[Guild, ...]:
    """Return the group that made a tower possible: one with this turn's token if there is one."""
    mine, fresh = own(state.sites, state.seat), as_set({state.now.token} - {-1})
    found = [g for g in groups(state.board, mine, state.component) if g >> guild & 1]
    group = min(found, key=lambda g: not g & fresh)
    return tuple(n for n in range(len(state.sites)) if group >> n & 1)


def _put(items: tuple[T, ...], index: int, item: T) -> tuple[T, ...]:
    return (*items[:index], item, *items[index + 1 :])


# --- the course of a turn: token, hex, tower (G3) --------------------------------------------------


def _begin(state: State) -> State:
    state = state._replace(now=Turn())
    return state._replace(phase="token") if token_moves(state) else _after_token(state)


def _after_token(state: State) -> State:
    return state._replace(phase="hex") if hex_moves(state) else _after_hex(state)


def _after_hex(state: State) -> State:
    return state._replace(phase="tower") if tower_moves(state) else _end_turn(state)


def _end_turn(state: State) -> State:
    still, turns = state.still + 1 if state.now.still else 0, _put(state.turns, state.seat, state.now)
    state = state._replace(still=still, turns=turns)
    if ending := _ending(state):
        return state._replace(phase="over", ending=ending)
    following = (state.seat + 1) % state.seats
    return _begin(state._replace(seat=following, number=state.number + 1))


def _ending(state: State) -> Ending:
    """Say how the game ends with this turn, if it does (G7)."""
    if state.towers(state.seat) == TOWERS:
        return "tenth"
    if state.still == state.seats:
        return "still"
    return "" if any_can_ever_build(state) else "never"


def any_can_ever_build(state: State) -> bool:
    """Say whether a held hex still fits, or somebody can still make a group (G7, G9)."""
    if any(ways(state.board, hand) for hand in state.hands):
        return True
    room = free(state.sites)
    return any(
        can_ever_build(state.board, own(state.sites, seat), room, state.tokens_left(seat), state.component)
        for seat in range(state.seats)
    )


# --- standing and knowledge ------------------------------------------------------------------------


def score(state: State) -> tuple[Score, ...]:
    """Return towers, then tokens on the board (G8)."""
    return tuple((state.towers(seat), TOKENS - state.tokens_left(seat)) for seat in range(state.seats))


def shows(state: State, seat: Seat, move: Move) -> Seen:
    """Nothing hidden ever comes to light: the box stays closed."""
    return NOBODY


def redeal(state: State, viewer: Seat | None, seed: str) -> State:
    """Mix the hexes in the box anew."""
    return state._replace(box=deal_anew(state.box, viewer, seed))
