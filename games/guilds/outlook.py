"""How well a family stands in the city: towers that stand, towers that are sure, groups that grow."""

from functools import lru_cache
from typing import NamedTuple

from games.core import Seat
from games.guilds.board import Board, Guilds
from games.guilds.lanes import lanes, union
from games.guilds.state import State

READY, READY_LATER = 0.95, 0.8  # a complete group is a tower on one's own turn, and nearly one on another's
MORE_READY = 0.25  # further complete groups must wait, and may share the guild that the tower takes
NEXT, NEXT_LATER = 0.8, 0.45  # one token completes a group: on one's own turn, or once it comes
SECOND, MORE = 0.2, 0.1  # a second place that does so, and further ones
TWO, THREE = 0.03, 0.01  # groups that lack two tokens, or three


class Hopes(NamedTuple):
    """What a family's tokens may become."""

    ready: int  # groups that are complete
    places: int  # where one token completes a group
    twos: int  # groups that lack two tokens
    threes: int


@lru_cache(maxsize=1 << 16)
def hopes(board: Board, mine: Guilds, room: Guilds) -> Hopes:
    """Return what a family's tokens may become: groups in the way of which nobody stands."""
    all_four = lanes(board)
    hope, lack = all_four.empty(all_four.lacking(mine | room)), all_four.lacking(mine)
    within = []  # the groups that lack no token, at most one, two, three
    for _ in range(4):
        within.append(all_four.empty(lack) & hope)
        lack = all_four.fewer(lack)
    ready, one, two, three = [flags.bit_count() for flags in within]
    places = union(all_four.lacking(mine), within[1]).bit_count() if one > ready else 0
    return Hopes(ready, places, two - one, three - two)


def standing(state: State, seat: Seat, room: Guilds) -> float:
    """Return a family's towers, with those to come."""
    ready, places, twos, threes = hopes(state.board, state.families[seat].own, room)
    turn = state.seat == seat
    towers = state.towers(seat) + TWO * min(twos, 40) + THREE * min(threes, 60)
    if ready:
        towers += (READY if turn else READY_LATER) + MORE_READY * min(ready - 1, 3)
    if places:
        now = turn and state.phase == "token"
        towers += (NEXT if now else NEXT_LATER) + SECOND * (places > 1) + MORE * min(max(places - 2, 0), 3)
    return towers


def outlook(state: State, seat: Seat) -> float:
    """Return how many towers a family will be ahead of its best rival, as far as one can see."""
    if state.phase == "over":
        own = [state.towers(s) + 0.01 * state.families[s].placed for s in range(state.seats)]
    else:
        room = state.room
        own = [standing(state, s, room) for s in range(state.seats)]
    return own[seat] - max(own[:seat] + own[seat + 1 :])
