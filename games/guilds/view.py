"""What a viewer may know: all but the order of the hexes in the box."""

from typing import NamedTuple

from games.core import Seat, deal_anew
from games.fast_tuples import once
from games.guilds.board import Board, Guilds, Place, ways
from games.guilds.state import Ending, Phase, Site, State, Turn, story


class Known(NamedTuple):
    """What a viewer may know."""

    viewer: Seat | None
    component: bool
    seat: Seat
    phase: Phase
    board: Board
    sites: tuple[Site, ...]  # three a tile
    hands: tuple[tuple[str, ...], ...]
    pool: tuple[str, ...]
    boxed: int  # hexes in the box
    story: tuple[tuple[Seat, Turn], ...]  # the latest turn of every seat, oldest first
    number: int
    ending: Ending
    left: tuple[int, ...]  # tokens each seat still holds
    towers: tuple[int, ...]
    own: tuple[Guilds, ...]  # the guilds with tokens of each seat
    room: Guilds  # the guilds where a token may still come
    places: tuple[Place, ...]  # where the hexes of the player to move fit: number 1, 2, 3 ...


class View(Known):
    """The table as one viewer sees it; it knows its hash: the words of every move ask what is remembered."""

    def __hash__(self) -> int:
        return self._hash

    def __getstate__(self) -> None:
        """Travel without the hash: another process has other ones."""

    @once
    def _hash(self) -> int:
        return super().__hash__()

    @property
    def seats(self) -> int:
        return len(self.hands)


def view(state: State, viewer: Seat | None) -> View:
    """Return all that `viewer` may know; None is the public."""
    fitting = ways(state.board, state.hands[state.seat]) if state.phase == "hex" else ()
    return View(
        viewer=viewer,
        component=state.component,
        seat=state.seat,
        phase=state.phase,
        board=state.board,
        sites=state.sites,
        hands=state.hands,
        pool=state.pool,
        boxed=len(state.box),
        story=story(state),
        number=state.number,
        ending=state.ending,
        left=tuple(state.tokens_left(seat) for seat in range(state.seats)),
        towers=tuple(state.towers(seat) for seat in range(state.seats)),
        own=tuple(family.own for family in state.families),
        room=state.room,
        places=tuple(dict.fromkeys((way.q, way.r) for way in fitting)),
    )


def redeal(state: State, viewer: Seat | None, seed: str) -> State:
    """Mix the hexes in the box anew."""
    return state._replace(box=deal_anew(state.box, viewer, seed))
