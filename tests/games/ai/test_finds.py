"""The search searches: it finds moves that are known to be the best, and does not when it is planted broken.

Known by pencil (tests/games/ai/toys.py), or by trying every end of a real game in many worlds.
"""

import inspect
import textwrap
from random import Random
from typing import NamedTuple

import pytest

from games import GAMES
from games.ai import search
from games.ai.outlook import shares
from games.ai.patience import Budget
from games.ai.search import STEERING, Search
from games.ai.strengths import ARCHITECT, MASON, PODESTA, thought
from games.ai.tree import Node
from games.contract import walk
from tests.games.ai.toys import TOYS, Bait, Bet, Dare, HideAndSeek, Margin, SketchedDare

SIMULATIONS = 200
DICE = range(5)
FROM_MASON_UP = (MASON, ARCHITECT, PODESTA)


def with_time(strength):
    """A strength whose mind does not wander, with a fixed number of simulations and no clock."""
    return strength._replace(budget=Budget(SIMULATIONS), lapse=0.0)


def moves(game, state, decision, strength, dice=DICE):
    """What a strength answers, with several dice; it knows a dealt world and no truth."""
    worlds = [game.redeal(state, decision.seat, f"world/{n}") for n in dice]
    rolls = [Random(f"finds/{n}") for n in dice]
    thinking = zip(rolls, worlds, strict=True)
    return [thought(strength, game, world, decision, roll, Budget()) for roll, world in thinking]


def asked(toy):
    game = toy()
    state = game.setup(2, "finds")
    return game, state, game.decisions(state)[0]


@pytest.mark.parametrize("toy", TOYS)
@pytest.mark.parametrize("strength", FROM_MASON_UP, ids=lambda strength: strength.key)
def test_every_strength_finds_what_a_pencil_proves(toy, strength):
    game, state, decision = asked(toy)
    assert set(moves(game, state, decision, with_time(strength))) <= game.best


def test_mason_who_does_not_search_sees_by_two_worlds_that_a_bet_is_a_gamble():
    """Two worlds are alike one time in four: then it bets."""
    game, state, decision = asked(Bet)
    steady = MASON._replace(lapse=0.0)
    assert moves(game, state, decision, steady, range(60)).count("pass") > 35


# --- planted broken: where, what stands there, what takes its place, and the toys that must notice

BROKEN = {
    "others see a simultaneous choice": (
        Search, "simulate", "len(asked) > 1 and decision.seat != seat", "False", {HideAndSeek},
    ),
    "one world only": (
        Search, "deal", "self.game.redeal(self.world, self.seat, str(self.dice.random()))", "self.world",
        {Bet},
    ),
    "visits do not count": (search, "learn", "edge.visits += 1", "pass", {Bait}),
    "nothing is learned": (search, "learn", "edge.total += rewards[seat]", "pass", {Bait}),
    "every mover learns what we got": (search, "learn", "rewards[seat]", "rewards[0]", {Bait}),
    "winning is worth nothing": (
        Search, "_ended", "glory * share + (1 - glory) * ", "", {Dare, SketchedDare},
    ),
    "winning a finished game is worth nothing": (Search, "_final", "self.steering.glory", "0.0", {Dare}),
    "the margin of a finished game is worth nothing": (
        Search, "_final", "leads = [self.outlook(state, seat) for", "leads = [0.0 for", {Margin},
    ),
    "winning a sketched game is worth nothing": (
        Search, "_leaf", "self.steering.sketched", "0.0", {SketchedDare},
    ),
}  # fmt: skip


def plant(monkeypatch, place, name, old, new):
    """Put a fault into a function of the search."""
    source = textwrap.dedent(inspect.getsource(getattr(place, name)))
    assert old in source, f"{name} does not say {old!r} any more: plant the fault where that is done now"
    made = dict(vars(search))
    exec(source.replace(old, new), made)
    monkeypatch.setattr(place, name, made[name])


@pytest.mark.parametrize("fault", BROKEN)
def test_a_search_that_is_planted_broken_does_not_find_it(fault, monkeypatch):
    *where, noticed_by = BROKEN[fault]
    plant(monkeypatch, *where)
    for toy in noticed_by:
        game, state, decision = asked(toy)
        for strength in FROM_MASON_UP:
            found = moves(game, state, decision, with_time(strength))
            assert not set(found) <= game.best, f"{toy.__name__}: {strength.key} finds it all the same"


def test_a_first_look_at_one_world_only_does_not_see_the_gamble(monkeypatch):
    plant(monkeypatch, Search, "_look", "range(steering.worlds)", "range(1)")
    game, state, decision = asked(Bet)
    assert moves(game, state, decision, MASON._replace(lapse=0.0), range(60)).count("pass") == 0


def test_the_move_that_was_tried_most_is_made_and_not_one_that_was_lucky_once():
    node = Node()
    node.judge(("tried", "lucky", "also"), (0.5, 0.5, 0.5))
    node.tempt(("tried", "lucky", "also"), 3, STEERING.heat)
    for move, visits, total in (("tried", 40, 24.0), ("lucky", 2, 2.0), ("also", 40, 20.0)):
        node.edges[move].visits, node.edges[move].total = visits, total
    assert node.edges["lucky"].value(STEERING.trust) > node.edges["tried"].value(STEERING.trust)
    assert node.best(STEERING.trust).move == "tried", "of two that were tried as often, the better one"


# --- real games near their end, where every end can be tried


class Ending(NamedTuple):
    """A question of a random game, and the answer that wins most."""

    key: str
    seats: int
    seed: int
    step: int
    seat: int
    best: str


TUIR = (Ending("tuir", 2, 74, 29, 1, "rule:T15"), Ending("tuir", 2, 301, 29, 1, "rule:T05"))
GUILDS = (
    Ending("guilds", 2, 22, 90, 1, "tower:H:ochre"),
    Ending("guilds", 3, 31, 90, 2, "token:H:brown"),
)
LUCCA = (Ending("lucca", 3, 11, 86, 1, "play:P87:new"), Ending("lucca", 2, 19, 69, 1, "play:P95:new"))
ENDINGS = (*TUIR, *GUILDS, *LUCCA)
WORLDS = 12
BETTER = 0.15  # of a win, than any other answer


def question(ending):
    game = GAMES[ending.key]
    state = list(walk(game, ending.seats, f"finds/{ending.seed}"))[ending.step].state
    return game, state, next(d for d in game.decisions(state) if d.seat == ending.seat)


def best_for_all(game, state):
    """Return each seat's share of the win and its points when everybody does what is best for them."""
    asked = game.decisions(state)
    if not asked:
        return list(zip(shares(game, state), game.score(state), strict=True))
    decision = next((d for d in asked if not d.settled), asked[0])
    ends = [best_for_all(game, game.apply(state, decision.seat, move)) for move in decision.moves]
    return max(ends, key=lambda end: end[decision.seat])


@pytest.mark.parametrize("ending", ENDINGS, ids=lambda ending: f"{ending.key}{ending.seed}")
def test_what_is_called_best_is_best_by_trying_every_end_in_many_worlds(ending):
    game, state, decision = question(ending)
    assert len(decision.moves) > 2
    won = dict.fromkeys(decision.moves, 0.0)
    for n in range(WORLDS):
        world = game.redeal(state, ending.seat, f"ends/{n}")
        for move in decision.moves:
            won[move] += best_for_all(game, game.apply(world, ending.seat, move))[ending.seat][0] / WORLDS
    best, second = sorted(won.values(), reverse=True)[:2]
    assert won[ending.best] == best >= second + BETTER, won


@pytest.mark.parametrize("strength", FROM_MASON_UP, ids=lambda strength: strength.key)
@pytest.mark.parametrize("ending", ENDINGS, ids=lambda ending: f"{ending.key}{ending.seed}")
def test_every_strength_finds_the_end_that_wins(ending, strength):
    assert set(moves(*question(ending), with_time(strength), range(2))) == {ending.best}


@pytest.mark.parametrize(
    ("fault", "endings"),
    [
        ("visits do not count", TUIR),
        ("nothing is learned", TUIR),
        ("one world only", TUIR[1:]),
        ("every mover learns what we got", (*GUILDS, *LUCCA)),
    ],
)
def test_a_search_that_is_planted_broken_loses_these_ends(fault, endings, monkeypatch):
    plant(monkeypatch, *BROKEN[fault][:-1])
    for ending in endings:
        for strength in FROM_MASON_UP:
            found = set(moves(*question(ending), with_time(strength), range(1)))
            assert ending.best not in found, (ending, strength.key)
