"""How far a game has gone: the sky over Lucca goes by it."""

from games.lucca.view import View


def progress(view: View) -> float:
    """Return 0 while the families choose, 1 when the game is over: rounds, and turns of this one."""
    if view.over:
        return 1.0
    if not view.round:
        return 0.0
    turns = len(view.order)
    taken = turns - 0.5 if view.serving else max(0, view.at)  # the City is served after the last turn
    return min(0.99, (view.round - 1 + taken / turns) / view.counts.rounds)
