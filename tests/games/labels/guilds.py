"""What comes of the moves of guilds, as the sentences of its labels should say it."""

from collections.abc import Sequence
from functools import lru_cache

from games.guilds.state import State
from tests.games.guilds_referee import HEXES, Guild, Laid, colour, neighbours, tower_guilds
from tests.games.labels.truth import SAYS, Args, Asked, Check, fact

Four = frozenset[Guild]
LETTERS = "ABCDEFGHIJKLMNOP"


# --- the town as the referee sees it -----------------------------------------------------------------


def town(state: State) -> tuple[Laid, ...]:
    return tuple((tile.hex, tile.q, tile.r, tile.turn) for tile in state.board)


@lru_cache(maxsize=4096)
def fours(board: tuple[Laid, ...], guild: Guild) -> frozenset[Four]:
    """Return every four guilds of four colours that hang together, this one among them."""
    found = {frozenset([guild])}
    for _ in range(3):
        found = {
            some | {near}
            for some in found
            for one in some
            for near in neighbours(board)[one]
            if colour(board, near) not in {colour(board, other) for other in some}
        }
    return frozenset(found)


def tokens(state: State, seat: int) -> set[Guild]:
    """Return the guilds with a token of a seat."""
    return {divmod(n, 3) for n, site in enumerate(state.sites) if seat in site.tokens}


def room(state: State) -> set[Guild]:
    return {divmod(n, 3) for n, site in enumerate(state.sites) if len(site.tokens) < 2 and site.tower < 0}


def guild_of(asked: Asked) -> Guild:
    """Return the guild that a move names by the letter of its tile and its colour."""
    tile = LETTERS.index(asked.args[0])
    return tile, HEXES[asked.state.board[tile].hex].index(asked.args[1])


def best(state: State, seat: int, guilds: Sequence[Guild]) -> tuple[int, set[Guild]]:
    """Return the most tokens that a seat has in four guilds with one of these, and what those fours lack."""
    own, board = tokens(state, seat), town(state)
    possible = own | room(state)
    found = {four for guild in guilds for four in fours(board, guild) if four <= possible}
    most = max((len(four & own) for four in found), default=0)
    return most, {guild for four in found if len(four & own) == most for guild in four - own}


def ready(state: State, seat: int) -> set[Guild]:
    """Return the guilds where a seat could build."""
    return tower_guilds(town(state), tokens(state, seat), state.component)


def back(asked: Asked, seat: int) -> int:
    """Return how many tokens come home to a seat."""
    return asked.after.tokens_left(seat) - asked.state.tokens_left(seat)


# --- checks ------------------------------------------------------------------------------------------


def progress(asked: Asked, args: Args) -> Args:
    """How many of four tokens there are with this one, and which guilds are then lacking."""
    n, lacks = best(asked.after, asked.seat, [guild_of(asked)])
    numbers = (n, 4, 1) if "n" in args else (n, 4)
    more = {"n": len(lacks)} if "n" in args else {}
    names = sum(name in args for name in ("one", "other", "guild")) if n == 3 else 0
    return {SAYS: numbers} | more | fact(not names or names == len(lacks))


def hopeless(asked: Asked, args: Args) -> Args:
    n, _ = best(asked.after, asked.seat, [guild_of(asked)])
    return {SAYS: (4,) if n == 0 else (n,)}


def completes(asked: Asked, args: Args) -> Args:
    """The token makes a group with which a tower can be built, and without it there was none there."""
    guild = guild_of(asked)
    here = guild in ready(asked.after, asked.seat) and guild not in ready(asked.state, asked.seat)
    return fact(here and blocks(asked, args)) | ({"n": wide(asked, guild)} if "n" in args else {})


def wide(asked: Asked, guild: Guild) -> int:
    """Return how many guilds hang together in the group with this one."""
    own, edges = tokens(asked.after, asked.seat), neighbours(town(asked.after))
    part, edge = set[Guild](), {guild}
    while edge:
        part |= edge
        edge = {near for one in edge for near in edges[one] if near in own} - part
    return len(part) if asked.state.component else 4


def blocks(asked: Asked, args: Args) -> bool:
    """Say whether each seat that is named would have completed a group here and now cannot."""
    guild, before = guild_of(asked), asked.state
    for who in args.get("who", ()):
        own = tokens(before, who.seat) | {guild}
        wanted = guild in tower_guilds(town(before), own, before.component)
        if not (wanted and before.tokens_left(who.seat) and guild not in room(asked.after)):
            return False
    return True


def blocking(asked: Asked, args: Args) -> Args:
    n, _ = best(asked.after, asked.seat, [guild_of(asked)])
    return fact(blocks(asked, args))


def blocking_three(asked: Asked, args: Args) -> Args:
    n, _ = best(asked.after, asked.seat, [guild_of(asked)])
    return {SAYS: (n, 4)} | fact(blocks(asked, args))


def near(asked: Asked, args: Args) -> Args:
    """The best groups that could come to lie on a new hex."""
    tile = len(asked.state.board)
    reach = [best(asked.after, seat, [(tile, n) for n in range(3)])[0] for seat in range(asked.state.seats)]
    if "who" in args:
        return {"n": reach[args["who"].seat]}
    others = sum(n for seat, n in enumerate(reach) if seat != asked.seat)
    return {"n": reach[asked.seat], SAYS: (4,) if "others" in args else (4, others)}


def places(asked: Asked) -> list[tuple[str, ...]]:
    """Return the places of all moves on offer, in their order."""
    return list(dict.fromkeys(tuple(move.split(":")[2:4]) for move in asked.decision.moves))


def place(asked: Asked, args: Args) -> Args:
    return {"number": places(asked).index(tuple(asked.args[1:3])) + 1}


def turned(asked: Asked, args: Args) -> Args:
    """The number of a rotation: as it comes among all that fit at this place."""
    here = [m for m in asked.decision.moves if m.split(":")[2:4] == asked.args[1:3]]
    return {"letter": str(here.index(asked.move) + 1)}


def like(hex: str, pool: Sequence[str]) -> int:
    """Return how many hexes of a pool have the same colours in the same turn."""
    a, b, c = HEXES[hex]
    return sum(HEXES[other] in {(a, b, c), (b, c, a), (c, a, b)} for other in pool)


def another(asked: Asked, args: Args) -> Args:
    return {SAYS: (like(asked.args[0], asked.after.pool),)}


def tenth(asked: Asked, args: Args) -> Args:
    over = not asked.game.decisions(asked.after)
    return {SAYS: (asked.after.towers(asked.seat),)} | fact(over)


def stays_ready(asked: Asked, args: Args) -> Args:
    """One group is gone and another stands; who is named takes a token back."""
    rival = args["who"].seat if "who" in args else None
    taken = rival is None or back(asked, rival) == 1
    return fact(ready(asked.after, asked.seat) and taken)


def loses(asked: Asked, args: Args) -> Args:
    rival = args["who"].seat
    lost = ready(asked.state, rival) and not ready(asked.after, rival)
    stays = "ready" not in asked.label.detail.id or ready(asked.after, asked.seat)
    return fact(lost and back(asked, rival) == 1 and stays)


def both_back(asked: Asked, args: Args) -> Args:
    return fact(back(asked, asked.seat) == back(asked, args["who"].seat) == 1)


def completing_places(asked: Asked, args: Args) -> Args:
    """Where one more token makes a group that was none, after the move."""
    state, seat = asked.after, args["who"].seat if "who" in args else asked.seat
    own, board, edges = tokens(state, seat), town(state), neighbours(town(state))
    done = tower_guilds(board, own, state.component)
    found = set[Guild]()
    for guild in room(state) - own:
        if state.component and edges[guild] & done:
            continue  # a wide group there is complete already
        if guild in tower_guilds(board, own | {guild}, state.component):
            found.add(guild)
    return {"n": len(found)}


def joined(asked: Asked, args: Args) -> Args:
    return {"n": best(asked.after, asked.seat, [guild_of(asked)])[0] - 1}


def together(asked: Asked, args: Args) -> Args:
    tile = len(asked.state.board)
    return {"n": best(asked.after, asked.seat, [(tile, n) for n in range(3)])[0]}


def more_for_others(asked: Asked, args: Args) -> Args:
    tile = [(len(asked.state.board), n) for n in range(3)]
    own = best(asked.after, asked.seat, tile)[0]
    return fact(all(best(asked.after, who.seat, tile)[0] > own for who in args["who"]))


def robbed(asked: Asked, args: Args) -> Args:
    rival = args["who"].seat
    return fact(ready(asked.state, rival) and not ready(asked.after, rival))


def in_front(asked: Asked, args: Args) -> Args:
    towers = [asked.after.towers(seat) for seat in range(asked.state.seats)]
    return fact(towers.count(max(towers)) == 1 and towers.index(max(towers)) == asked.seat)


LIKED = r"tower|token|hex|draft"
CHECKS: dict[str, Check] = {
    "Another one like it stays on offer": another,
    "The last of its kind on offer":
        lambda asked, args: fact(not like(asked.args[0], asked.after.pool)),
    "The last pick: the game begins": lambda asked, args: fact(asked.after.phase != "draft"),
    # tokens
    "Completes a group: tower; blocks {who}": completes,
    "Completes a group of {n} guild: tower": completes,
    "Completes a group: tower, with {guilds}": completes,
    "Blocks {who}, a token short of a group; 3 of 4 for you": blocking_three,
    "Blocks {who}, a token short of a group": blocking,
    "3 of 4: {n} guild completes it": progress,
    "3 of 4: needs {one} or {other}": progress,
    "3 of 4: needs {guild}": progress,
    "2 of 4, with {guild}": progress,
    "1 of 4: begins a group": progress,
    "No group of four is possible here yet": hopeless,
    "Your second token here: takes the last place":
        lambda asked, args: {SAYS: (asked.after.sites[3 * guild_of(asked)[0] + guild_of(asked)[1]]
                                    .tokens.count(asked.seat),)},
    # hexes
    "Groups on it: you {n} of 4, {others}": near,
    "Groups on it: you {n} of 4, nobody else any": near,
    "{who} {n}": near,
    "Place {number}, beside {tiles}": place,
    "hex letter": turned,
    # towers
    "Your tenth tower: it ends the game": tenth,
    "Both your tokens here come back": lambda asked, args: {SAYS: (back(asked, asked.seat),)},
    "Your token here comes back": lambda asked, args: fact(back(asked, asked.seat) == 1),
    "You stay ready to build another": stays_ready,
    "{who} takes a token back; you stay ready to build": stays_ready,
    "{who} loses a complete group; you stay ready to build": loses,
    "{who} takes a token back and loses a complete group": loses,
    "You and {who} take a token back": both_back,
    # reasons
    "completes a group for a tower": completes,
    "blocks {who}": blocking,
    "gives you {n} place for a group": completing_places,
    "gives {who} {n} place for a group": completing_places,
    "joins {n} token of yours": joined,
    "brings {n} of your tokens together": together,
    "adds nothing to your groups":
        lambda asked, args: {SAYS: (len(tokens(asked.after, asked.seat) - tokens(asked.state, asked.seat)),)},
    "serves {who} more than you": more_for_others,
    "robs {who} of a complete group": robbed,
    "puts you ahead in towers": in_front,
    "keeps you ready to build again": lambda asked, args: fact(ready(asked.after, asked.seat)),
    "brings {n} token home": lambda asked, args: {"n": back(asked, asked.seat)},
}  # fmt: skip
