"""Why a move is good or bad, from what its family sees before and after it."""

from collections.abc import Iterator

from games.core import Move, Seat, Text, Texts, Who
from games.guilds.board import Guild, Tile, guild_named
from games.guilds.chances import chances, needs, reach
from games.guilds.groups import groups
from games.guilds.view import View
from games.reasons import MOST


def reasons(before: View, move: Move, after: View) -> tuple[Text, ...]:
    """Say what differs between two worlds."""
    if (seat := before.viewer) is None:
        return ()
    match move.split(":"):
        case ["token", letter, colour]:
            found = _placed(before, after, guild_named(before.board, letter, colour), seat)
        case ["hex", hex, q, r, turn]:
            found = _laid(before, after, Tile(hex, int(q), int(r), int(turn)), seat)
        case ["tower", letter, colour]:
            found = _built(before, after, guild_named(before.board, letter, colour), seat)
        case _:
            return ()
    return tuple(found)[:MOST]


def _placed(before: View, after: View, guild: Guild, seat: Seat) -> Iterator[Text]:
    """Say what a token completes, whom it blocks, and how many places then complete a group."""
    chance = chances(before)[guild]
    if chance.completes:
        yield Text("completes a group for a tower")
    if chance.blocks:
        yield Text("blocks {who}", who=tuple(map(Who, chance.blocks)))
    if not chance.completes:
        yield from _chances(before, after, seat)
        if chance.of_four > 1:
            yield Texts("joins {n} token of yours", "joins {n} tokens of yours", n=chance.of_four - 1)
        elif before.own[seat] >> guild & 1:
            yield Text("adds nothing to your groups")


def _chances(before: View, after: View, seat: Seat) -> Iterator[Text]:
    """Say where one more token completes a group of one's own, if there are more such places."""
    n = needs(after, seat).bit_count()
    if n > needs(before, seat).bit_count():
        yield Texts("gives you {n} place for a group", "gives you {n} places for a group", n=n)


def _laid(before: View, after: View, way: Tile, seat: Seat) -> Iterator[Text]:
    """Say whose tokens a new hex brings together."""
    yield from _chances(before, after, seat)
    tokens = reach(before, way)
    if tokens[seat] > 1:
        yield Text("brings {n} of your tokens together", n=tokens[seat])
    ahead = tuple(Who(rival) for rival, n in enumerate(tokens) if n > tokens[seat])
    if ahead:
        yield Text("serves {who} more than you", who=ahead)
    for rival in range(before.seats):
        n = needs(after, rival).bit_count()
        if rival != seat and n > needs(before, rival).bit_count():
            yield Texts(
                "gives {who} {n} place for a group", "gives {who} {n} places for a group", n=n, who=Who(rival)
            )


def _built(before: View, after: View, guild: Guild, seat: Seat) -> Iterator[Text]:
    """Say whose group a tower breaks up, and whether one stays ready to build."""
    for rival in dict.fromkeys(before.sites[guild].tokens):
        if rival != seat and _ready(before, rival) and not _ready(after, rival):
            yield Text("robs {who} of a complete group", who=Who(rival))
    if _ahead(after, seat) and not _ahead(before, seat):
        yield Text("puts you ahead in towers")
    if after.phase != "over" and _ready(after, seat):
        yield Text("keeps you ready to build again")
    home = after.left[seat] - before.left[seat]
    if home:
        yield Texts("brings {n} token home", "brings {n} tokens home", n=home)


def _ready(view: View, seat: Seat) -> bool:
    return bool(groups(view.board, view.own[seat], view.component))


def _ahead(view: View, seat: Seat) -> bool:
    return all(view.towers[seat] > n for other, n in enumerate(view.towers) if other != seat)
