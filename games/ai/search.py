"""Look ahead: many worlds that the seat thinks possible, one tree of its moves and the others' answers.

Information-set Monte-Carlo tree search. Each simulation deals the unknown anew, walks down the tree by what
was learned and by what looks promising, and asks the outlook how everybody stands where it leaves the tree.
The tree is the searcher's: positions it cannot tell apart are one node.
"""

import math
from collections.abc import Sequence
from random import Random
from typing import NamedTuple

from games.ai.outlook import AnyGame, Outlook, State, Usual, outlook_of, shares, sketch_of, usual_of, waiting
from games.ai.patience import Budget, Patience
from games.ai.tree import Node, Path, learn
from games.core import MENU, Decision, Move, Seat, chance

LAPSE = 3.0  # how much more tempting lesser moves are at first sight
LEAST_SCALE = 0.5  # points; where all moves look alike, half a point is a difference


class Steering(NamedTuple):
    """How a search is steered; the same for all games."""

    worlds: int = 4  # in which the moves at the root are judged
    reach: float = 1.0  # how far it goes for a promising move that was little tried
    heat: float = 0.1  # how far below the best guess a move may lie and still tempt
    trust: float = 2.0  # a guess counts like so many tries
    wide: int = 16  # moves that a position deeper down is thought through for
    glory: float = 0.85  # of a finished game, the part that winning is worth; the rest is the margin
    tries: int = 4  # moves that are compared for a quick one
    sketched: float = 0.2  # of an end that was only sketched, the part that winning is worth


STEERING = Steering()


class Search:
    """One decision of one seat, thought through."""

    def __init__(
        self,
        game: AnyGame,
        dice: Random,
        steering: Steering = STEERING,
        outlook: Outlook | None = None,
        usual: Usual | None = None,
    ) -> None:
        self.game, self.dice, self.steering = game, dice, steering
        self.outlook, self.usual = outlook or outlook_of(game), usual or usual_of(game)
        self.sketch = sketch_of(game) if outlook is None else None
        self.plies = 0  # quick moves before the outlook is asked: the speed of the rules is measured by them
        self.root, self.done = Node(), 0

    def think(self, world: State, decision: Decision, budget: Budget) -> Node:
        """Return the root after as many simulations as the budget allows; `world` is a redealt one."""
        self.seat, self.world, self.root = decision.seat, world, Node()
        patience = Patience(budget)
        self._look(decision)
        while patience.lasts():
            self.simulate(self.deal(), self.root, [])
            self.done += 1
        return self.root

    def insist(self, decision: Decision, move: Move, times: int) -> None:
        """Try one move of the root until it has had a fair look, whatever it promises."""
        edge = self.root.edges[move]
        while edge.visits < times:
            edge.node = edge.node or Node()
            path: Path = [(decision.seat, edge)]
            self.simulate(self.game.apply(self.deal(), decision.seat, move), edge.node, path)

    def first_sight(self, world: State, decision: Decision) -> Move:
        """Return a move that looks good in one world, and not always the one that looks best."""
        self.seat, self.world, self.root = decision.seat, world, Node()
        self._look(decision)
        edges, steering = self.root.tempting, self.steering
        weights = [math.exp((edge.guess - 1) / (LAPSE * steering.heat)) for edge in edges]
        return self.dice.choices(edges, weights)[0].move

    def deal(self) -> State:
        """Return a world that looks the same to the searcher."""
        return self.game.redeal(self.world, self.seat, str(self.dice.random()))

    # --- judging ------------------------------------------------------------------------------------

    def _look(self, decision: Decision) -> None:
        """Judge the moves at the root over several worlds: one world alone tempts to gamble."""
        seat, steering = self.seat, self.steering
        worlds = [self.deal() for _ in range(steering.worlds)]
        seats = range(len(self.game.score(self.world)))
        self.base = [sum([self.outlook(world, s) for world in worlds]) / len(worlds) for s in seats]
        looks = [self.usual(world, decision) for world in worlds]
        sums = [sum(column) / len(looks) for column in zip(*looks, strict=True)]
        mean = sum(sums) / len(sums)
        squares = [(points - mean) ** 2 for look in looks for points in look]
        self.scale = max(LEAST_SCALE, math.sqrt(sum(squares) / len(squares)))
        self.root.judge(decision.moves, [self._squeeze(points, seat) for points in sums])
        self.root.tempt(decision.moves, 2 * steering.wide, steering.heat)

    def _squeeze(self, points: float, seat: Seat) -> float:
        """Turn an outlook into a number from 0 to 1; half: as it was when the search began."""
        return chance((points - self.base[seat]) / self.scale)

    def _judge(self, state: State, decision: Decision, node: Node) -> None:
        moves, steering = decision.moves, self.steering
        if not node.knows(moves):
            guesses = self.usual(state, decision)
            node.judge(moves, [self._squeeze(points, decision.seat) for points in guesses])
        node.tempt(moves, steering.wide, steering.heat)

    # --- one simulation -----------------------------------------------------------------------------

    def simulate(self, state: State, node: Node, path: Path) -> None:
        """Walk down the tree in one world until a move is new, then ask how everybody stands."""
        game, seat, reach, trust = self.game, self.seat, self.steering.reach, self.steering.trust
        asked = game.decisions(state)
        while asked:
            decision = asked[0] if len(asked) == 1 else waiting(asked, seat, again=node is self.root)
            moves = decision.moves
            if len(moves) == 1:
                move = moves[0]
            elif self.sketch and path and decision.seat != seat:
                break  # what the others will do is part of the sketch
            elif len(asked) > 1 and decision.seat != seat:
                move = self.glance(state, decision)  # chosen at the same time: they do not see our choice
            else:
                if node.offer != moves:
                    self._judge(state, decision, node)
                edge = node.pick(reach, trust)
                path.append((decision.seat, edge))
                move = edge.move
                if edge.node is None:
                    edge.node = Node()
                    learn(path, self._leaf(game.apply(state, decision.seat, move)))
                    return
                node = edge.node
            state = game.apply(state, decision.seat, move)
            asked = game.decisions(state)
        learn(path, self._leaf(state) if asked else self._final(state))

    def glance(self, state: State, decision: Decision) -> Move:
        """Return the best of a few moves by the outlook right after them."""
        moves = decision.moves
        few = tuple({self._any(moves): None for _ in range(self.steering.tries)})
        if len(few) == 1:
            return few[0]
        guesses = self.usual(state, Decision(decision.seat, decision.prompt, few, few[0]))
        return few[max(range(len(few)), key=guesses.__getitem__)]

    def _any(self, moves: tuple[Move, ...]) -> Move:
        """Return any move, those that stand first in the menu more often."""
        roll = self.dice.random() ** (2 if len(moves) <= MENU else 3)
        return moves[int(roll * len(moves))]

    def _leaf(self, state: State) -> Sequence[float]:
        """Return how everybody stands: at the end of a sketch, or after all moves that are forced."""
        if self.sketch:
            return self._ended(self.sketch(state, self.dice.random), self.steering.sketched)
        game, left = self.game, self.plies
        asked = game.decisions(state)
        while asked:
            decision = asked[0] if len(asked) == 1 else waiting(asked, self.seat)
            if len(decision.moves) == 1:
                move = decision.moves[0]
            elif left > 0:
                move, left = self.glance(state, decision), left - 1
            else:
                return [self._squeeze(self.outlook(state, s), s) for s in range(len(self.base))]
            state = game.apply(state, decision.seat, move)
            asked = game.decisions(state)
        return self._final(state)

    def _final(self, state: State) -> list[float]:
        """Return what a finished game was worth: winning above all, and the margin a little."""
        leads = [self.outlook(state, seat) for seat in range(len(self.base))]
        return self._ended(leads, self.steering.glory, shares(self.game, state))

    def _ended(self, leads: Sequence[float], glory: float, won: Sequence[float] | None = None) -> list[float]:
        won = won or [0.5 + 0.5 * ((lead > 0) - (lead < 0)) for lead in leads]
        return [
            glory * share + (1 - glory) * self._squeeze(lead, seat)
            for seat, (lead, share) in enumerate(zip(leads, won, strict=True))
        ]
