"""The tree of a search: what was tried in each position, and which move to try next."""

import math
from collections.abc import Sequence

from games.core import Move, Seat


class Edge:
    """One move of one position: how promising it looked, how often it was tried, what it brought."""

    __slots__ = ("guess", "move", "node", "total", "visits")

    def __init__(self, move: Move, guess: float) -> None:
        self.move, self.guess = move, guess
        self.visits, self.total = 0, 0.0
        self.node: Node | None = None

    def value(self, trust: float) -> float:
        """Return what the move seems worth; the guess counts like so many tries."""
        return (self.total + trust * self.guess) / (self.visits + trust)


class Node:
    """One position as its mover knows it: the moves met so far, in whatever world they were possible."""

    __slots__ = ("edges", "offer", "tempting", "weights")

    def __init__(self) -> None:
        self.edges: dict[Move, Edge] = {}
        self.offer: tuple[Move, ...] = ()  # the offer that `tempting` was chosen from
        self.tempting: list[Edge] = []
        self.weights: list[float] = []

    def knows(self, moves: tuple[Move, ...]) -> bool:
        """Say whether every move on offer has been judged."""
        return moves == self.offer or self.edges.keys() >= set(moves)

    def judge(self, moves: Sequence[Move], guesses: Sequence[float]) -> None:
        """Remember how promising moves look; what is known already stays."""
        for move, guess in zip(moves, guesses, strict=True):
            if move not in self.edges:
                self.edges[move] = Edge(move, guess)

    def tempt(self, moves: tuple[Move, ...], wide: int, heat: float) -> None:
        """Keep the most promising moves of this offer in mind, each with its weight."""
        edges = self.edges
        known = [edges[move] for move in moves]
        if len(known) > wide:
            tried = sorted(known, key=lambda edge: -edge.guess)
            known = tried[:wide]
        top = max([edge.guess for edge in known])
        weights = [math.exp((edge.guess - top) / heat) for edge in known]
        whole = sum(weights)
        self.offer, self.tempting = moves, known
        self.weights = [weight / whole for weight in weights]

    def best(self, trust: float) -> Edge:
        """Return the edge that was tried most; of equal ones, the better one."""
        return max(self.tempting, key=lambda edge: (edge.visits, edge.value(trust)))

    def pick(self, reach: float, trust: float) -> Edge:
        """Return the edge to try: good so far, or promising and little tried."""
        edges, weights = self.tempting, self.weights
        far = reach * math.sqrt(1 + sum([edge.visits for edge in edges]))
        best, chosen = -1e9, edges[0]
        for edge, weight in zip(edges, weights, strict=True):
            n = edge.visits
            value = (edge.total + trust * edge.guess) / (n + trust) + far * weight / (1 + n)
            if value > best:
                best, chosen = value, edge
        return chosen


Path = list[tuple[Seat, Edge]]


def learn(path: Path, rewards: Sequence[float]) -> None:
    """Tell every move of a path what came of it, to the one who made it."""
    for seat, edge in path:
        edge.visits += 1
        edge.total += rewards[seat]
