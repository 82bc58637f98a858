"""What a family of San Gimignano may be proud of."""

from games.core import Seat, Text
from games.feats import Feat
from games.towers.state import State


def _tall(state: State, seat: Seat) -> bool:
    return state.sides[seat].highest >= 6


def _finisher(state: State, seat: Seat) -> bool:
    return sum(tower.complete for tower in state.sides[seat].towers) >= 4


def _gardener(state: State, seat: Seat) -> bool:
    return sum(tower.colourful for tower in state.sides[seat].towers) >= 3


FEATS = (
    Feat("tall", Text("Above the roofs"), Text("end a deal with a tower of six stories"), _tall),
    # Note: a title: four towers with roofs gladden those who make them; use an idiom of your own
    Feat("finisher", Text("Roofers' delight"), Text("end a deal with four complete towers"), _finisher),
    Feat("colours", Text("Every colour"), Text("end a deal with three colourful towers"), _gardener),
)
