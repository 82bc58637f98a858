"""What a family of San Gimignano may be proud of."""

from games.core import Seat, Text
from games.feats import Feat
from games.towers.state import State, Tower


def _rows(state: State, seat: Seat) -> list[tuple[Tower, ...]]:
    """Return a family's towers at the end of each deal."""
    return [*(stood[seat] for stood in state.skylines), state.sides[seat].towers]


def _tall(state: State, seat: Seat) -> bool:
    return any(tower.height >= 6 for row in _rows(state, seat) for tower in row)


def _finisher(state: State, seat: Seat) -> bool:
    return any(sum(tower.complete for tower in row) >= 4 for row in _rows(state, seat))


def _gardener(state: State, seat: Seat) -> bool:
    return any(sum(tower.colourful for tower in row) >= 3 for row in _rows(state, seat))


FEATS = (
    Feat("tall", Text("Above the roofs"), Text("end a deal with a tower of six stories"), _tall),
    # Note: a title: four towers with roofs gladden those who make them; use an idiom of your own
    Feat("finisher", Text("Roofers' delight"), Text("end a deal with four complete towers"), _finisher),
    Feat("colours", Text("Every colour"), Text("end a deal with three colourful towers"), _gardener),
)
