"""What a family of the city of towers may be proud of."""

from games.core import Seat, Text
from games.feats import Feat
from games.guilds.state import TOWERS, State


def _ten(state: State, seat: Seat) -> bool:
    return state.towers(seat) >= TOWERS


def _lone(state: State, seat: Seat) -> bool:
    others = [state.towers(other) for other in range(state.seats) if other != seat]
    return state.towers(seat) >= 2 * max(others) > 0


def _early(state: State, seat: Seat) -> bool:
    return state.towers(seat) >= 5


FEATS = (
    Feat("five", Text("A skyline of one's own"), Text("build five towers in one game"), _early),
    Feat("ten", Text("The tenth tower"), Text("build all ten towers"), _ten),
    Feat("double", Text("Twice as high"), Text("build twice as many towers as anybody else"), _lone),
)
