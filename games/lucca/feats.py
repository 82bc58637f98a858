"""What a family of Lucca may be proud of."""

from games.core import Seat, Text
from games.feats import Feat
from games.lucca.state import State


def _host(state: State, seat: Seat) -> bool:
    return state.points[seat].openings >= 20


def _mason(state: State, seat: Seat) -> bool:
    return state.points[seat].walls >= 15


def _open_house(state: State, seat: Seat) -> bool:
    return len(state.quarters[seat].opened) >= 3


FEATS = (
    # Note: a title, said of one whose parties everybody talks about; use an idiom of your own
    Feat("host", Text("The talk of the town"), Text("score 20 points with parties"), _host),
    Feat("mason", Text("Behind high walls"), Text("score 15 points with walls and bastions"), _mason),
    # Note: a title: one who opens palaces to everybody, as on a day of open doors
    Feat("open", Text("Open house"), Text("open three palaces in one game"), _open_house),
)
