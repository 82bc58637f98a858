"""Why a move is good or bad, by the rules that its seat knew before it."""

from collections.abc import Iterator

from games.core import Move, Seat, Text, Texts, Who
from games.reasons import MOST
from games.tuir.cards import RULES
from games.tuir.prospects import grown
from games.tuir.scoring import total
from games.tuir.skyline import put, sites, tableau_of
from games.tuir.view import View


def reasons(before: View, move: Move, after: View) -> tuple[Text, ...]:
    """Say what differs between two worlds; what the move itself has shown is left out."""
    if (seat := before.viewer) is None:
        return ()
    match move.split(":"):
        case ["take", number]:
            found = _taken(before, seat, before.decks[int(number) - 1][0])
        case ["look", what, _]:
            found = _looked(before.hidden if what == "hidden" else before.sides[1 - seat].rule, after)
        case ["rule", _]:
            found = _dropped(before, seat)
        case ["build" | "swap" | "move", *_]:
            found = _rebuilt(before, after, seat)
        case _:
            return ()
    return tuple(found)[:MOST]


def _taken(view: View, seat: Seat, card: str) -> Iterator[Text]:
    """Say what the section of a deck would bring at its best place."""
    rules, towers = view.known_rules, view.sides[seat].towers
    now, best = total(rules, view.tableaux)[seat], 0
    for where in sites(towers):
        rows = list(view.tableaux)
        rows[seat] = tableau_of(put(towers, card, where, ""))
        best = max(best, total(rules, rows)[seat] - now)
    if best:
        yield Texts("would bring {n} point if built now", "would bring {n} points if built now", n=best)


def _looked(known: str, after: View) -> Iterator[Text]:
    if known:
        yield Text("tells you nothing new")
    elif after.phase == "over":
        yield Text("comes too late to help")
    else:
        yield Text("shows a rule that counts for both")


def _dropped(view: View, seat: Seat) -> Iterator[Text]:
    """Say whom the own rule serves that goes."""
    points = total((view.sides[seat].rule,), view.tableaux)
    if points[seat] > points[1 - seat]:
        yield Text("gives up a rule that pays you")
    elif points[seat] < points[1 - seat]:
        yield Text("drops a rule that pays {who}", who=Who(1 - seat))


def _rebuilt(before: View, after: View, seat: Seat) -> Iterator[Text]:
    """Say what other rows bring: points, contests, groups that lack a section."""
    rules, rival = before.known_rules, 1 - seat
    old, new = (total(rules, view.tableaux) for view in (before, after))
    gain, theirs = new[seat] - old[seat], new[rival] - old[rival]
    if gain > 0:
        yield Texts("brings {n} point", "brings {n} points", n=gain)
    elif gain < 0:
        yield Texts("costs you {n} point", "costs you {n} points", n=-gain)
    yield from _rival(theirs, Who(rival))
    yield from _by_rule(before, after, seat)
    if not gain and _nearer(before, after, seat):
        yield Text("prepares a further group")


def _rival(more: int, who: Who) -> Iterator[Text]:
    if more > 0:
        yield Texts("gives {who} {n} point", "gives {who} {n} points", n=more, who=who)
    elif more < 0:
        yield Texts("takes {n} point from {who}", "takes {n} points from {who}", n=-more, who=who)


def _by_rule(before: View, after: View, seat: Seat) -> Iterator[Text]:
    """Say which contest is won or lost, and when several rules pay at once."""
    paid = 0
    for rule in before.known_rules:
        then, now = (total((rule,), view.tableaux)[seat] for view in (after, before))
        paid += then > now
        if RULES[rule].contest and then != now:
            name = RULES[rule].name
            yield (
                Text("wins a contest ({rule})", rule=name)
                if then > now
                else Text("loses a contest ({rule})", rule=name)
            )
    if paid > 1:
        yield Texts("pays by {n} rule together", "pays by {n} rules together", n=paid)


def _nearer(before: View, after: View, seat: Seat) -> bool:
    """Say whether more groups lack a single section than before."""
    old, new = (view.sides[seat].tableau for view in (before, after))
    wishes = [RULES[id] for id in before.known_rules if not RULES[id].contest]
    return sum([grown(rule, new, 1.0) - grown(rule, old, 1.0) for rule in wishes]) > 0
