"""guilds: the end of the game (G7, G9) against an exhaustive search that tries every line of play."""

import json
from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import combinations
from pathlib import Path
from random import Random
from typing import NamedTuple

import pytest

from games import guilds
from games.contract import walk
from games.guilds import state as rules_state
from games.guilds.board import bits, guild_named
from games.guilds.end import any_can_ever_build, hope_lasts, in_time
from games.guilds.groups import can_ever_build
from games.guilds.moves import token_moves
from games.guilds.state import Site, State, Turn
from tests.games import guilds_referee as referee
from tests.games.guilds_positions import placed
from tests.games.guilds_referee import Guild, Laid
from tests.games.test_guilds_geometry import boards, tiles

Tokens = tuple[tuple[int, ...], ...]  # on each guild


class Search:
    """Plays a position to the end in every way; says whether anybody can ever build."""

    def __init__(self, board: tuple[Laid, ...], seats: int, supply: int, component: bool, closed: set[int]):
        self.board, self.seats, self.supply, self.component = board, seats, supply, component
        self.closed = closed  # guilds with a tower
        self.reached = cache(self._reached)

    def complete(self, tokens: Tokens) -> bool:
        for seat in range(self.seats):
            own = [self.guild(n) for n, here in enumerate(tokens) if seat in here]
            if referee.tower_guilds(self.board, own, self.component):
                return True
        return False

    def guild(self, n: int) -> Guild:
        return n // 3, n % 3

    def _reached(self, tokens: Tokens, seat: int, still: int) -> bool:
        """Whether some line of play from here leads to a complete group; tokens are compulsory (G3)."""
        if self.complete(tokens):
            return True
        if still == self.seats:
            return False
        after = (seat + 1) % self.seats
        left = self.supply - sum(here.count(seat) for here in tokens)
        free = [n for n, here in enumerate(tokens) if n not in self.closed and len(here) < 2] if left else []
        for n in free:
            here = tuple(sorted((*tokens[n], seat)))
            if self.reached((*tokens[:n], here, *tokens[n + 1 :]), after, 0):
                return True
        return not free and self.reached(tokens, after, still + 1)


class Small(NamedTuple):
    """A small city, nearly full, with few tokens left; no hexes are held."""

    board: tuple[Laid, ...]
    seats: int
    following: int  # whose turn comes next
    supply: int  # tokens a family
    tokens: Tokens
    closed: set[int]  # guilds with a tower


def small_positions(seed: str, count: int) -> Iterator[Small]:
    dice = Random(seed)
    for board in boards(seed, count, 4):
        seats, closed = dice.choice((2, 2, 3, 4)), set[int]()
        tokens: list[tuple[int, ...]] = []
        open_places, most = 0, dice.randint(2, 5)
        for n in range(3 * len(board)):
            room = dice.choice((0, 0, 0, 1, 2)) if open_places < most else 0
            room = min(room, most - open_places)
            if room == 0 and dice.random() < 0.3:
                closed.add(n)
                tokens.append(())
                continue
            open_places += room
            tokens.append(tuple(sorted(dice.randrange(seats) for _ in range(2 - room))))
        placed = max(sum(here.count(seat) for here in tokens) for seat in range(seats))
        supply = placed + dice.randint(0, 2)
        yield Small(board, seats, dice.randrange(seats), supply, tuple(tokens), closed)


def as_state(small: Small, component: bool) -> State:
    """The position after the turn of the seat before the next."""
    start = guilds.setup(small.seats, "0", ("component",) if component else ())
    start = start._replace(board=tiles(small.board), hands=((),) * small.seats)
    start = start._replace(seat=(small.following - 1) % small.seats, phase="tower", now=Turn(token=0))
    sites = [Site(tower=0) if n in small.closed else Site(here) for n, here in enumerate(small.tokens)]
    return placed(start, sites)


def enough_tokens(small: Small, component: bool) -> bool:
    """The end test without foresight: some possible set lacks no more tokens than its owner holds."""
    for seat in range(small.seats):
        mine = {(n // 3, n % 3) for n, here in enumerate(small.tokens) if seat in here}
        free = {(n // 3, n % 3) for n, h in enumerate(small.tokens) if n not in small.closed and len(h) < 2}
        held = small.supply - sum(here.count(seat) for here in small.tokens)
        for added in range(min(held, len(free - mine)) + 1):
            for more in combinations(sorted(free - mine), added):
                if referee.tower_guilds(small.board, mine | set(more), component):
                    return True
    return False


@pytest.mark.slow
@pytest.mark.parametrize("component", [False, True])
def test_g7_the_end_test_is_exact(component: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """G7 and G9: the game goes on exactly while some line of play leads to a tower."""
    met, forced, glances = Counter[bool](), 0, Counter[tuple[bool, bool]]()
    for small in small_positions(f"end/{component}", 900):
        monkeypatch.setattr(rules_state, "TOKENS", small.supply)
        search = Search(small.board, small.seats, small.supply, component, small.closed)
        goes_on = any_can_ever_build(as_state(small, component))
        assert goes_on == search.reached(small.tokens, small.following, 0), small
        glances[goes_on, hope_lasts(as_state(small, component))] += 1
        met[goes_on] += 1
        forced += not goes_on and enough_tokens(small, component)
    assert min(met.values()) > 100, "neither case may be rare"
    assert forced > 10, "cities in which the others must fill a place that somebody needs"
    assert not glances[False, True] and glances[True, True] > 20, "a glance never sees hope where none is"


@pytest.mark.parametrize("seats", guilds.SEATS)
@pytest.mark.parametrize("options", [(), ("component",)])
def test_g7_a_quiet_token_leads_where_the_long_way_does(seats: int, options: tuple[str, ...]) -> None:
    """What a state says of many tokens at once is what each of them does when the end is asked for."""
    met = Counter[bool]()
    for step in (step for n in range(4) for step in walk(guilds, seats, f"quiet/{n}", options)):
        state, slow = step.state, step.state._replace()
        vars(slow)["quiet"] = 0
        for move in token_moves(state) if state.phase == "token" else ():
            after = guilds.apply(state, state.seat, move)
            assert after == guilds.apply(slow, state.seat, move)
            met[bool(state.quiet >> guild_named(state.board, *move.split(":")[1:]) & 1)] += 1
    assert min(met.values()) > 100, "neither case may be rare"


def test_g7_a_quiet_token_never_hides_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    """G7: after a token that is all of a turn, some line of play leads to a tower."""
    met = 0
    for small in small_positions("quiet", 1200):
        monkeypatch.setattr(rules_state, "TOKENS", small.supply)
        state = as_state(small, False)._replace(seat=small.following, phase="token", now=Turn())
        search = Search(small.board, small.seats, small.supply, False, small.closed)
        for guild in bits(state.quiet):
            here = tuple(sorted((*small.tokens[guild], state.seat)))
            tokens = (*small.tokens[:guild], here, *small.tokens[guild + 1 :])
            assert search.reached(tokens, (state.seat + 1) % small.seats, 0), small
            met += 1
    assert met > 20


def test_g7_nobody_waits_for_a_place_that_others_must_fill() -> None:
    """G7: tokens are compulsory: the last place is the next player's, whoever needs it for a group."""
    state = ready()
    guild = next(n for n, site in enumerate(state.sites) if site.tokens)
    sites = [Site((0, 0)) if site.tokens else Site((1, 1)) for site in state.sites]
    sites[guild] = Site((1,))
    theirs, mine = (placed(state, sites)._replace(seat=seat, now=Turn(token=guild)) for seat in (0, 1))
    assert in_time(theirs) == [0, 1] and in_time(mine) == [1, 0]
    assert not any_can_ever_build(theirs) and any_can_ever_build(mine)


def test_g7_tokens_in_time_are_those_of_the_formula(monkeypatch: pytest.MonkeyPatch) -> None:
    """G7: a seat can place k tokens exactly if the others need not have filled the places before."""
    dice, met = Random("in time"), Counter[int]()
    for board in boards("in time", 600, 6):
        seats = dice.randint(2, 4)
        sites = [scattered(dice, seats) for _ in range(3 * len(board))]
        most = max(sum(site.tokens.count(seat) for site in sites) for seat in range(seats))
        monkeypatch.setattr(rules_state, "TOKENS", most + dice.randint(0, 3))
        state = guilds.setup(seats, "0")._replace(board=tiles(board), seat=dice.randrange(seats))
        state = placed(state, sites)
        left = [state.tokens_left(seat) for seat in range(seats)]
        free = sum(2 - len(site.tokens) for site in sites if site.tower < 0)
        for seat, count in enumerate(in_time(state)):
            asked = (left, free, (state.seat + 1) % seats, seat)
            assert all(referee.can_fill(*asked, k) for k in range(count + 1))
            assert not referee.can_fill(*asked, count + 1)
        met[sum(left) - free] += 1
    assert all(met[more] > 5 for more in range(-2, 5)), "tokens that just fit, and some that just do not"


def scattered(dice: Random, seats: int) -> Site:
    """A tower now and then, else up to two tokens, whoever owns them."""
    if dice.random() < 0.2:
        return Site(tower=dice.randrange(seats))
    return Site(tuple(dice.randrange(seats) for _ in range(dice.choice((0, 1, 2, 2, 2)))))


# --- whole games -----------------------------------------------------------------------------------


def nobody_can_build(state: State) -> bool:
    """G7 word for word: no held hex fits, and nobody has a possible set that they can still fill."""
    board: tuple[Laid, ...] = tuple((t.hex, t.q, t.r, t.turn) for t in state.board)
    if any(True for hand in state.hands for _ in referee.all_ways(board, hand)):
        return False
    left = [20 - sum(site.tokens.count(seat) for site in state.sites) for seat in range(state.seats)]
    places = sum(2 - len(site.tokens) for site in state.sites if site.tower < 0)
    for seat in range(state.seats):
        following = (state.seat + (state.phase == "over")) % state.seats
        held = max(k for k in range(21) if referee.can_fill(left, places, following, seat, k))
        mine = {(n // 3, n % 3) for n, site in enumerate(state.sites) if seat in site.tokens}
        free = {(n // 3, n % 3) for n, s in enumerate(state.sites) if s.tower < 0 and len(s.tokens) < 2}
        if any(len(set(four) - mine) <= held for four in referee.quartets(board, mine | free)):
            return False
        if state.component and referee_tree(board, mine, free, held):
            return False
    return True


def referee_tree(board: tuple[Laid, ...], mine: set[Guild], free: set[Guild], held: int) -> bool:
    """Whether `held` more tokens can make a wide group; tries the guilds one after the other."""
    if any(True for _ in referee.components(board, mine)):
        return True
    if not held:
        return False
    edges = referee.neighbours(board)
    todo, seen = {(frozenset({guild}), 0 if guild in mine else 1) for guild in mine | free}, set()
    while todo:
        group, cost = todo.pop()
        seen.add((group, cost))
        if {referee.colour(board, guild) for guild in group} == referee.COLOURS:
            return True
        for near in {n for guild in group for n in edges[guild]} & (mine | free) - group:
            grown = (group | {near}, cost + (near not in mine))
            if grown[1] <= held and len(grown[0]) <= 7 and grown not in seen:
                todo.add(grown)
    return False


def eager_game(seats: int, seed: str, options: tuple[str, ...]) -> list[State]:
    """A random game in which everybody builds whenever they can: the state after each turn, and the last."""
    dice, state = Random(seed), guilds.setup(seats, seed, options)
    turns = [state]
    while asked := guilds.decisions(state):
        moves = [move for move in asked[0].moves if move != "rest"]
        after = guilds.apply(state, asked[0].seat, dice.choice(moves))
        turns += [after] if after.number != state.number or after.phase == "over" else []
        state = after
    return turns


@pytest.mark.parametrize("options", [(), ("component",), ("draft",)])
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_g7_every_game_ends_with_the_very_turn(seats: int, options: tuple[str, ...]) -> None:
    """G7: after every turn of whole games, the game is over exactly when the referee says so."""
    for seed in range(4):
        *turns, last = eager_game(seats, f"end/{seed}", options)
        assert last.ending == "tenth" or (last.ending == "never" and nobody_can_build(last))
        assert not any(nobody_can_build(state) for state in turns[::6] + turns[-10:])


def ready(seats: int = 2, **changes: object) -> State:
    """A pair of hexes on which seat 0 has a complete group."""
    for seed in range(100):
        state = guilds.setup(seats, str(seed))
        board: tuple[Laid, ...] = tuple((t.hex, t.q, t.r, t.turn) for t in state.board)
        for four in referee.quartets(board, list(referee.neighbours(board))):
            mine = {3 * tile + guild for tile, guild in four}
            sites = tuple(Site((0,)) if n in mine else Site() for n in range(len(state.sites)))
            state = state._replace(hands=((),) * seats, seat=0, phase="tower")
            return placed(state, sites)._replace(**changes)
    raise AssertionError("no group anywhere")


def test_g7_the_tenth_tower_ends_the_game_at_once() -> None:
    """G7: the game ends at once with a tenth tower."""
    board = next(b for b in boards("tenth", 60) if len(b) > 10)
    mine = {3 * t + g for t, g in next(referee.quartets(board, list(referee.neighbours(board))))}
    others = [n for n in range(3 * len(board)) if n not in mine][:9]
    sites = tuple(
        Site((0,)) if n in mine else Site(tower=0) if n in others else Site() for n in range(3 * len(board))
    )
    state = placed(ready(board=tiles(board)), sites)
    after = guilds.apply(state, 0, guilds.decisions(state)[0].moves[0])
    assert after.ending == "tenth" and not guilds.decisions(after) and guilds.score(after)[0][0] == 10
    nine = guilds.apply(state, 0, "rest")
    assert nine.ending == "" and guilds.decisions(nine)[0].seat == 1


def test_g7_a_round_without_anything_placed_or_built_ends_the_game(monkeypatch: pytest.MonkeyPatch) -> None:
    """G7: or after a full round in which nobody placed or built anything."""
    monkeypatch.setattr(rules_state, "TOKENS", 4)
    state = ready()
    full = tuple(site if site.tokens else Site((1, 1)) for site in state.sites)
    monkeypatch.setattr(rules_state, "TOKENS", 4)
    state = placed(state, full)
    assert guilds.decisions(state)[0].moves[-1] == "rest"
    after = guilds.apply(state, 0, "rest")
    assert after.ending == "still" and not guilds.decisions(after)
    busy = state._replace(now=rules_state.Turn(token=0))
    later = guilds.apply(busy, 0, "rest")
    assert later.ending == "" and later.seat == 0 and later.phase == "tower", "seat 1 could do nothing"


def test_g7_a_tower_alone_or_a_hex_alone_breaks_a_still_round(monkeypatch: pytest.MonkeyPatch) -> None:
    """G7: nothing "placed or built" means no token, no hex and no tower."""
    monkeypatch.setattr(rules_state, "TOKENS", 8)
    wide = placed(ready(still=1), [Site((0, 1)) for _ in ready().sites])
    built = guilds.apply(wide, 0, guilds.decisions(wide)[0].moves[0])
    assert built.ending == "" and built.still == 0, "the tower alone"
    laying = wide._replace(phase="hex", hands=(("H13",), ()))
    laid = guilds.apply(laying, 0, guilds.decisions(laying)[0].moves[0])
    after = guilds.apply(laid, 0, "rest")
    assert after.ending == "" and after.still == 0, "the hex alone"
    assert guilds.apply(wide, 0, "rest").ending == "still"


def test_g7_a_held_hex_that_fits_keeps_the_game_going() -> None:
    """G7: as long as a held hex fits anywhere, nobody knows who will build."""
    state = ready()
    dead = placed(state, [Site(tower=0) for _ in state.sites])
    assert not any_can_ever_build(dead)
    assert any_can_ever_build(dead._replace(hands=((), ("H13",))))


def test_g7_a_group_must_not_lack_more_tokens_than_are_held(monkeypatch: pytest.MonkeyPatch) -> None:
    """G7: a possible set that lacks more tokens than its owner holds does not count."""
    state = ready()
    mine = next(n for n, site in enumerate(state.sites) if site.tokens)
    lonely = tuple(
        Site((0,)) if n == mine else Site((1, 1)) if not s.tokens else s for n, s in enumerate(state.sites)
    )
    guild = next(n for n, site in enumerate(state.sites) if site.tokens and n != mine)
    lacking = (*lonely[:guild], Site((1,)), *lonely[guild + 1 :])
    monkeypatch.setattr(rules_state, "TOKENS", 5)
    assert any_can_ever_build(placed(state, lacking))
    monkeypatch.setattr(rules_state, "TOKENS", 3)
    assert not any_can_ever_build(placed(state, lacking))


def test_g9_a_long_way_round_counts_with_component() -> None:
    """G9: with wide groups a set of more than four guilds keeps the game going."""
    for board in boards("long", 200, 6):
        everywhere = list(referee.neighbours(board))
        for tile in range(len(board)):
            open_guilds = set(everywhere) - {(tile, 0), (tile, 1), (tile, 2)}
            dice = Random(f"{board}")
            open_guilds = {g for g in open_guilds if dice.random() < 0.6}
            if next(referee.quartets(board, open_guilds), None) or not list(
                referee.components(board, open_guilds)
            ):
                continue
            closed = {n for n, g in enumerate(everywhere) if g not in open_guilds}
            small = Small(board, 2, 0, 20, ((),) * len(everywhere), closed)
            narrow, wide = (as_state(small, component) for component in (False, True))
            assert any_can_ever_build(wide) and not any_can_ever_build(narrow)
            return
    raise AssertionError("no such board was met")


def test_g7_a_golden_game_ends_before_the_others_have_filled_the_city() -> None:
    """G7: somebody holds the tokens for a group, but will not get them placed; the game does not drag on."""
    kept = json.loads((Path(__file__).parents[1] / "logs" / "guilds-forced.json").read_text())
    state = guilds.setup(kept["seats"], kept["seed"], kept["options"])
    for seat, move in kept["log"]:
        state = guilds.apply(state, seat, move)
    held = [state.tokens_left(seat) for seat in range(state.seats)]
    hopes = [
        can_ever_build(state.board, family.own, state.room, tokens, state.component)
        for family, tokens in zip(state.families, held, strict=True)
    ]
    assert state.ending == "never" and state.free_places and any(hopes)
