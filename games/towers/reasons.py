"""Why a move is good or bad, from what its player sees before and after it."""

from collections.abc import Iterator

from games.core import Move, Seat, Text, Texts, Who
from games.reasons import MOST
from games.towers.cards import RANKS, Card
from games.towers.scoring import won_ranks
from games.towers.state import Interval, Over
from games.towers.view import View


def reasons(before: View, move: Move, after: View) -> tuple[Text, ...]:
    """Say what differs between two worlds; cards that the move has shown were unknown, and are left out."""
    if (seat := before.viewer) is None:
        return ()
    match move.split(":"):
        case ["deal"]:
            return ()
        case ["pass"]:
            found = _passed(before, after, seat)
        case ["close"]:
            found = _closed(before, seat)
        case ["purchase" | "draw", *source]:
            found = _drawn(before, source, seat)
        case _:
            found = _built(before, after, seat)
    return tuple(found)[:MOST]


# --- the end of a deal -----------------------------------------------------------------------------


def _closed(view: View, seat: Seat) -> Iterator[Text]:
    if ahead := _lead(view, seat):
        rival = Who(1 - seat)
        yes = Text("starts the Ending Phase while you lead")
        yield yes if ahead > 0 else Text("starts the Ending Phase while {who} leads", who=rival)


def _passed(before: View, after: View, seat: Seat) -> Iterator[Text]:
    """Say who leads when a deal ends, or may end with another pass."""
    rival = Who(1 - seat)
    if isinstance(after.phase, Interval | Over):
        if ahead := _lead(after, seat):
            yes = Text("ends the deal while you lead")
            yield yes if ahead > 0 else Text("ends the deal while {who} leads", who=rival)
    elif _lead(before, seat) < 0:
        yield Text("lets {who} end the deal ahead", who=rival)
    else:
        yield Text("gives a turn away")


def _lead(view: View, seat: Seat) -> int:
    """Return by how many points of this deal a player leads."""
    return sum(view.parts[seat]) - sum(view.parts[1 - seat])


# --- cards -----------------------------------------------------------------------------------------


def _drawn(view: View, source: list[str], seat: Seat) -> Iterator[Text]:
    """Say what a card is good for, if the player knows it before they take it."""
    card = source[1] if source[0] == "market" else view.deck[0] if source == ["deck"] else ""
    if card not in RANKS:
        return
    hand, rank = view.sides[seat].hand, int(card)
    for tower in view.sides[seat].towers:
        if not tower.complete and tower.top - tower.colourful == rank:
            yield Text("fits on your tower {number}", number=tower.number + 1)
    if card in hand:
        yield Texts(
            "gives you {n} stone of rank {rank}",
            "gives you {n} stones of rank {rank}",
            n=hand.count(card) + 1,
            rank=rank,
        )
    if card not in hand and _in_a_row({*hand, card}) > _in_a_row({*hand}):
        yield Text("gives you three ranks in a row")


def _in_a_row(hand: set[Card]) -> int:
    """Return how many rows of three ranks a hand holds."""
    return sum({*RANKS[at : at + 3]} <= hand for at in range(len(RANKS) - 2))


# --- towers ----------------------------------------------------------------------------------------


def _built(before: View, after: View, seat: Seat) -> Iterator[Text]:
    """Say what comes of other towers, nobles and the marker."""
    rival = Who(1 - seat)
    gain, theirs = (after.totals[side] - before.totals[side] for side in (seat, 1 - seat))
    if gain > 0:
        yield Texts("brings {n} point", "brings {n} points", n=gain)
    elif gain < 0:
        yield Texts("costs you {n} point", "costs you {n} points", n=-gain)
    if after.marker == seat != before.marker:
        yield Text("takes the Marker")
    if theirs < 0:
        yield Texts("takes {n} point from {who}", "takes {n} points from {who}", n=-theirs, who=rival)
    elif theirs > 0:
        yield Texts("gives {who} {n} point", "gives {who} {n} points", n=theirs, who=rival)
    yield from _towers(before, after, seat)


def _towers(before: View, after: View, seat: Seat) -> Iterator[Text]:
    """Say which towers are safe, which all gain by a new one, and which are the highest now."""
    (old, others), (new, others_then) = (
        (view.sides[seat].towers, view.sides[1 - seat].towers) for view in (before, after)
    )
    if more := sum(t.complete for t in new) - sum(t.complete for t in old):
        yield Texts("puts {n} tower out of danger", "puts {n} towers out of danger", n=more)
    colourful = sum(tower.colourful for tower in old)
    if colourful and sum(tower.colourful for tower in new) > colourful:
        yield Text("makes every colourful tower worth more")
    for rank in won_ranks(new, others_then):
        if rank not in won_ranks(old, others):
            yield Text("makes yours the highest plain {rank}", rank=rank)
