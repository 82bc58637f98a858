"""A second opinion on whole games of guilds: whose turn, every legal answer, the end; calls no game code."""

from collections.abc import Iterator, Sequence

from tests.games import guilds_referee as referee
from tests.games.guilds_referee import Guild, Laid

LETTERS = "ABCDEFGHIJKLMNOP"
HAND = {2: 4, 3: 3, 4: 3}


def looks(way: Laid) -> frozenset[tuple[tuple[float, float], str]]:
    """How a laid hex looks: equal hexes look the same (G12)."""
    return frozenset((middle, colour) for middle, colour, _ in referee.outer_edges(way))


class Umpire:
    """Keeps a table of its own from the log alone."""

    def __init__(
        self,
        board: Sequence[Laid],
        hands: Sequence[Sequence[str]],
        pool: Sequence[str],
        first: int,
        component: bool,
        supply: int = 20,
    ) -> None:
        self.board, self.hands, self.pool = list(board), [list(hand) for hand in hands], list(pool)
        self.first, self.component, self.seats = first, component, len(hands)
        self.supply = supply  # tokens a family
        self.tokens: dict[Guild, list[int]] = {}
        self.towers: dict[Guild, int] = {}
        self.queue = list(self.snake()) if pool else []
        self.seat, self.stage = (self.queue[0], "draft") if pool else (first, "token")
        self.did, self.still, self.ending, self.passed = False, 0, "", 0

    def snake(self) -> Iterator[int]:
        """G10, G13: last to first, first to last, and so on."""
        order = [(self.first + n) % self.seats for n in range(self.seats)]
        for lap in range(HAND[self.seats]):
            yield from order if lap % 2 else reversed(order)

    # --- what may be answered ----------------------------------------------------------------------

    def held(self, seat: int) -> int:
        return self.supply - sum(here.count(seat) for here in self.tokens.values())

    def own(self, seat: int) -> set[Guild]:
        return {guild for guild, here in self.tokens.items() if seat in here}

    def free(self) -> set[Guild]:
        everywhere = {(tile, guild) for tile in range(len(self.board)) for guild in range(3)}
        return {g for g in everywhere - set(self.towers) if len(self.tokens.get(g, ())) < 2}

    def ways(self, seat: int) -> list[Laid]:
        return list(referee.all_ways(self.board, self.hands[seat]))

    def sites(self) -> set[Guild]:
        return referee.tower_guilds(tuple(self.board), self.own(self.seat), self.component)

    def word(self, guild: Guild) -> str:
        return f"{LETTERS[guild[0]]}:{referee.colour(self.board, guild)}"

    def asked(self) -> set[object]:
        """The legal answers: moves, and how a hex would look."""
        match self.stage:
            case "draft":
                return {looks((hex, 0, 0, turn)) for hex in self.pool for turn in range(6)}
            case "token":
                return {f"token:{self.word(g)}" for g in self.free()} if self.held(self.seat) else set()
            case "hex":
                return {looks(way) for way in self.ways(self.seat)}
            case "tower":
                sites = self.sites()
                return {f"tower:{self.word(g)}" for g in sites} | {"rest"} if sites else set()
        return set()

    # --- what comes of it --------------------------------------------------------------------------

    def make(self, move: str) -> None:
        verb, *args = move.split(":")
        if verb == "draft":
            self.drafted(args[0])
            return
        if verb == "hex":
            hex, *rest = args
            q, r, turn = map(int, rest)
            self.hands[self.seat].remove(hex)
            self.board.append((hex, q, r, turn))
        elif verb != "rest":
            tile = LETTERS.index(args[0])
            self.put(verb, (tile, referee.HEXES[self.board[tile][0]].index(args[1])))
        self.did |= verb != "rest"
        self.stage = {"token": "hex", "hex": "tower"}.get(verb, "end")
        self.go_on()

    def drafted(self, hex: str) -> None:
        self.pool.remove(hex)
        self.hands[self.queue.pop(0)].append(hex)
        self.seat, self.stage = (self.queue[0], "draft") if self.queue else (self.first, "token")

    def put(self, verb: str, guild: Guild) -> None:
        if verb == "token":
            self.tokens.setdefault(guild, []).append(self.seat)
        else:
            self.tokens.pop(guild)
            self.towers[guild] = self.seat

    def go_on(self) -> None:
        """G3, G14: skip what cannot be done; G7: end, or the next player clockwise."""
        following = {"token": "hex", "hex": "tower", "tower": "end"}
        while not self.ending and (self.stage == "end" or not self.asked()):
            if self.stage != "end":
                self.stage = following[self.stage]
                continue
            self.still = 0 if self.did else self.still + 1
            self.passed += not self.did
            self.ending = self.end()
            if not self.ending:
                self.seat, self.stage, self.did = (self.seat + 1) % self.seats, "token", False

    def end(self) -> str:
        if list(self.towers.values()).count(self.seat) == 10:
            return "tenth"
        if self.still == self.seats:
            return "still"
        if any(self.ways(seat) for seat in range(self.seats)):
            return ""
        return "" if any(self.hopes(seat) for seat in range(self.seats)) else "never"

    def hopes(self, seat: int) -> bool:
        """G7, G9: a set of guilds, own or free, with all colours, that the seat can fill in time."""
        edges, mine, free = referee.neighbours(tuple(self.board)), self.own(seat), self.free()
        possible, left = mine | free, [self.held(other) for other in range(self.seats)]
        places, following = sum(2 - len(self.tokens.get(g, ())) for g in free), (self.seat + 1) % self.seats
        todo = [frozenset({guild}) for guild in possible]
        seen = set(todo)
        while todo:
            group = todo.pop()
            if not referee.can_fill(left, places, following, seat, len(group - mine)):
                continue
            colours = {referee.colour(self.board, guild) for guild in group}
            if colours == referee.COLOURS:
                return True
            for guild in {n for g in group for n in edges[g]} & possible - group:
                wanted = self.component or referee.colour(self.board, guild) not in colours
                if wanted and (grown := group | {guild}) not in seen and len(grown) <= 9:
                    seen.add(grown)
                    todo.append(grown)
        return False

    def scores(self) -> list[tuple[int, int]]:
        """G8: towers, then tokens on the board."""
        return [(list(self.towers.values()).count(s), self.supply - self.held(s)) for s in range(self.seats)]
