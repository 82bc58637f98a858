"""The end of a game: a tenth tower, a round without a deed, or nobody who can ever build again (G7, G9)."""

from games.core import Seat
from games.guilds.board import fits_anywhere
from games.guilds.groups import can_ever_build, remembered
from games.guilds.state import TOWERS, Ending, State, Turn


def ending_of(after: State, seat: Seat, now: Turn) -> Ending:
    """Say how the game ends with this turn of a seat, if it does (G7)."""
    if now.tower >= 0 and after.towers(seat) == TOWERS:
        return "tenth"
    if after.still == len(after.hands):
        return "still"
    return "" if hope_lasts(after) or any_can_ever_build(after._replace(seat=seat)) else "never"


def hope_lasts(state: State) -> bool:
    """Say at a glance that somebody can fill the group that gave hope last, whatever the others do."""
    group, room = remembered(state.board)[0], state.room
    for seat, (firsts, seconds, _) in enumerate(state.families):
        missing = group & ~(firsts | seconds)
        if not missing & ~room:
            lacks = missing.bit_count()  # while one places so many, everyone else does
            return lacks * len(state.hands) <= room.bit_count() and lacks <= state.tokens_left(seat)
    return False


def any_can_ever_build(state: State) -> bool:
    """Say whether a held hex still fits, or somebody can still make a group (G7, G9)."""
    board, room = state.board, state.room
    for hand in state.hands:
        if hand and fits_anywhere(board, hand):
            return True
    left = [state.tokens_left(seat) for seat in range(state.seats)]
    times = left if sum(left) <= state.free_places else in_time(state)
    for (firsts, seconds, _), tokens in zip(state.families, times, strict=True):
        if can_ever_build(board, firsts | seconds, room, tokens, state.component):
            return True
    return False


def in_time(state: State) -> list[int]:
    """Return how many tokens each seat can still place, from the next turn on, until the city is full (G7).

    Exact: tokens are compulsory (G3), so that all seats place one a turn while there is room; full guilds
    never reopen, and tokens come back only when someone builds.
    """
    left, places, seat = [state.tokens_left(s) for s in range(state.seats)], state.free_places, state.seat
    if sum(left) <= places or state.edition == 1:  # edition 1 did not foresee that others fill the city
        return left
    placed = [0] * state.seats
    while sum(placed) < places:
        seat = (seat + 1) % state.seats
        placed[seat] += placed[seat] < left[seat]
    return placed
