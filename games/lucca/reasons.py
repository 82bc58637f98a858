"""Why a move is good or bad, from what its family sees before and after it."""

from collections.abc import Iterator

from games.core import Move, Seat, Text, Texts, Who
from games.lucca.cards import CARDS, CardId
from games.lucca.names import COLOUR
from games.lucca.quarter import Quarter, begun, completed, laid, owns, site, size
from games.lucca.scoring import extremes, guests, walls_worth
from games.lucca.view import View
from games.reasons import MOST


def reasons(before: View, move: Move, after: View) -> tuple[Text, ...]:
    """Say what differs between two worlds; what a new round lays out was unknown before, and is left out."""
    if (seat := before.viewer) is None:
        return ()
    match move.split(":"):
        case ["keep", under, top]:
            found = _kept(begun((under, top), before.counts.need))
        case ["take", number]:
            found = _taken(before, int(number), seat)
        case ["open", _]:
            found = _opened(before, after, seat)
        case ["play", *_]:
            found = _played(before, after, seat)
        case ["city", _, card, *colour]:
            found = _given(before, after, colour[0] if colour else CARDS[card].colour, seat)
        case _:
            return ()
    return tuple(found)[:MOST]


def _kept(quarter: Quarter) -> Iterator[Text]:
    if len(quarter.building) == 2:
        yield Text("starts two palaces")
    if quarter.shields:
        yield Texts("gives you {n} shield", "gives you {n} shields", n=quarter.shields)


# --- a triplet -------------------------------------------------------------------------------------


def _taken(view: View, number: int, seat: Seat) -> Iterator[Text]:
    """Say what the cards complete, and what becomes of the palaces of those who take later."""
    cards, own = view.triplets[number], view.quarters[seat]
    for colour, windows in _completing(own, cards, view.counts.need):
        palace = COLOUR[colour]
        yield Texts(
            "can complete {palace} for {n} point",
            "can complete {palace} for {n} points",
            n=windows,
            palace=palace,
        )
    left = [card for n, triplet in enumerate(view.triplets) if n != number for card in triplet]
    yield from _later(view, cards, left)


def _completing(quarter: Quarter, cards: tuple[CardId, ...], need: int) -> Iterator[tuple[str, int]]:
    """Yield each palace that these cards complete, laid one after another, with its windows."""
    for card in cards:
        colour = CARDS[card].colour
        if colour and (site(quarter, colour) or not owns(quarter, colour)):
            before, quarter = quarter, laid(quarter, card, colour, need)
            if palace := completed(before, quarter):
                yield colour, palace.windows


def _later(view: View, cards: tuple[CardId, ...], left: list[CardId]) -> Iterator[Text]:
    """Say whose palace the triplet denies, and what it leaves to the next one to take."""
    mine, theirs = ({CARDS[card].colour for card in some} for some in (cards, left))
    wild = any(CARDS[card].wild for card in left)
    for place, rival in enumerate(view.order[view.at + 1 :]):
        for palace in view.quarters[rival].building:
            if len(palace.cards) + 1 < view.counts.need:
                continue
            who, name = Who(rival), COLOUR[palace.colour]
            if palace.colour in mine - theirs and not wild:
                yield Text("keeps {who} from completing {palace}", who=who, palace=name)
            elif palace.colour in theirs and not place:
                yield Text("lets {who} complete {palace}", who=who, palace=name)


# --- cards and parties -----------------------------------------------------------------------------


def _opened(before: View, after: View, seat: Seat) -> Iterator[Text]:
    points = after.points[seat].openings - before.points[seat].openings
    if points:
        yield Texts("scores {n} point at the party", "scores {n} points at the party", n=points)
    yield from _walls(before.quarters[seat], after.quarters[seat])


def _played(before: View, after: View, seat: Seat) -> Iterator[Text]:
    """Say what a card does for palaces, walls, parties, the order of play and the street numbers."""
    points = after.points[seat].windows - before.points[seat].windows
    if points:
        yield Texts("scores {n} point for windows", "scores {n} points for windows", n=points)
    if after.over:  # the rest is counted already, and tells nothing of this card alone
        return
    old, new = before.quarters[seat], after.quarters[seat]
    yield from _walls(old, new)
    yield from _guests(before, old, new, seat)
    yield from _numbers(before, after, seat)
    yield from _order(before, after, seat)
    for palace in new.building:
        if palace not in old.building:
            below = site(old, palace.colour)
            if windows := palace.windows - (below.windows if below else 0):
                name = COLOUR[palace.colour]
                yield Texts(
                    "adds {n} window to {palace}", "adds {n} windows to {palace}", n=windows, palace=name
                )
            yield Texts(
                "leaves {n} card to complete {palace}",
                "leaves {n} cards to complete {palace}",
                n=before.counts.need - size(new, palace.colour),
                palace=COLOUR[palace.colour],
            )


def _walls(old: Quarter, new: Quarter) -> Iterator[Text]:
    """Say what becomes of walls and bastions, as things stand (L9)."""
    gain = walls_worth(new) - walls_worth(old)
    if gain > 0:
        yield Texts("adds {n} point for walls", "adds {n} points for walls", n=gain)
    elif gain < 0:
        yield Texts("costs {n} point for walls", "costs {n} points for walls", n=-gain)
    if old.supported and not new.supported:
        yield Text("leaves too few shields for your walls")
    elif new.supported and not old.supported:
        yield Text("gives your walls enough shields")


def _guests(view: View, old: Quarter, new: Quarter, seat: Seat) -> Iterator[Text]:
    """Say to whose party the cards of this quarter add more than before."""
    for rival, quarter in enumerate(view.quarters):
        if rival != seat:
            more = sum([guests(new, p.colour) - guests(old, p.colour) for p in quarter.complete])
            if more > 0:
                yield _for_party(rival, more)


def _for_party(rival: Seat, more: int) -> Text:
    return Texts(
        "gives {who} {n} point at a party", "gives {who} {n} points at a party", n=more, who=Who(rival)
    )


def _numbers(before: View, after: View, seat: Seat) -> Iterator[Text]:
    (lowest, highest), (lowest_then, highest_then) = (
        extremes(view.quarters, view.city) for view in (before, after)
    )
    if highest_then[1] == seat != highest[1]:
        yield Text("gives you the highest street number")
    if lowest_then[1] == seat != lowest[1]:
        yield Text("gives you the lowest street number")
    elif lowest[1] == seat != lowest_then[1]:
        yield Text("rids you of the lowest street number")


def _order(before: View, after: View, seat: Seat) -> Iterator[Text]:
    """Say how the shields change the order of the next round, as things stand (L5)."""
    if not before.deck:
        return
    old, new = (_place(view.quarters, seat) for view in (before, after))
    if new < old:
        yield Text("moves you up in the order of play")
    elif new > old:
        yield Text("moves you down in the order of play")


def _place(quarters: tuple[Quarter, ...], seat: Seat) -> int:
    own = quarters[seat]
    return sum((other.shields, other.highest) > (own.shields, own.highest) for other in quarters)


def _given(before: View, after: View, colour: str, seat: Seat) -> Iterator[Text]:
    """Say at whose party the new card of the City counts."""
    if before.city is None or after.city is None or not colour:
        return
    more = guests(after.city, colour) - guests(before.city, colour)
    for host, quarter in enumerate(before.quarters):
        if more > 0 and colour in [palace.colour for palace in quarter.complete]:
            if host == seat:
                yield Texts("brings you {n} point at a party", "brings you {n} points at a party", n=more)
            else:
                yield _for_party(host, more)
