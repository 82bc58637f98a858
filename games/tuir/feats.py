"""What an architect of Túir may be proud of."""

from games.core import Seat, Text
from games.feats import Feat
from games.tuir.scoring import score, total
from games.tuir.skyline import Tableau, tableau_of
from games.tuir.state import State


def _games(state: State) -> list[tuple[str, tuple[Tableau, ...]]]:
    """Return the abbot's rule and both rows of each game."""
    before = [(game.hidden, tuple(map(tableau_of, game.rows))) for game in state.match.games]
    return [*before, (state.hidden.card, tuple(player.tableau for player in state.players))]


def _spire(state: State, seat: Seat) -> bool:
    return any(len(tower) >= 5 for _, rows in _games(state) for tower in rows[seat])


def _abbot(state: State, seat: Seat) -> bool:
    """Say whether the rule that nobody saw gave points to this seat alone."""
    worths = [total((hidden,), rows) for hidden, rows in _games(state)]
    return any(worth[seat] > 0 == worth[1 - seat] for worth in worths)


def _ahead(state: State, seat: Seat) -> bool:
    points = [own for (own,) in score(state)]
    return points[seat] - points[1 - seat] >= 10


FEATS = (
    Feat("spire", Text("The spire"), Text("end with a tower of five sections"), _spire),
    Feat("abbot", Text("The abbot's friend"), Text("be alone in scoring the hidden rule"), _abbot),
    Feat("ahead", Text("A taste of one's own"), Text("win by ten points"), _ahead),
)
