"""The table in words: title, seats, news, and all that the picture shows."""

from collections.abc import Iterator
from functools import lru_cache

from games.core import SEAT_NAMES, Page, Row, Seat, Text, Texts, Who
from games.guilds.board import LETTERS, Board, Guild, bits, colour_of, touching
from games.guilds.chances import needs
from games.guilds.groups import groups
from games.guilds.names import COLOUR_NAMES, guild_names, short_hex_name
from games.guilds.news import news
from games.guilds.state import TOKENS, Site
from games.guilds.view import View

TOUCH = Text(
    "The three guilds of a hex touch each other, and the guilds of other hexes that they lie beside."
)


def page(view: View) -> Page:
    """Put the table into words."""
    seats, told, stakes = range(view.seats), news(view), _stakes(view)
    return Page(
        title=_title(view),
        seats=tuple(_seat(view, seat) for seat in seats),
        news=told,
        stakes=stakes,
        alt=(*_alt(view), *told, *stakes),
        table=(TOUCH, *_tiles(view.board, view.sites), *_hands(view)),
        grid=(
            # Note: a row of the score: what decides between equal towers
            Row(Text("Ties: tokens on the board"), tuple(str(TOKENS - view.left[s]) for s in seats)),
            Row(Text("Towers", ctx="score"), tuple(str(view.towers[s]) for s in seats)),
        ),
    )


def _title(view: View) -> Text:
    match view.phase:
        case "draft":
            return Text("San Gimignano, the City of Towers: the draft")
        case "over":
            return Texts(
                "San Gimignano, the City of Towers: the end after {n} turn",
                "San Gimignano, the City of Towers: the end after {n} turns",
                n=view.number,
            )
    return Text("San Gimignano, the City of Towers: turn {n}", n=view.number)


def _seat(view: View, seat: Seat) -> Text:
    towers = Texts("{n} tower", "{n} towers", n=view.towers[seat])
    tokens = Texts("{n} token left", "{n} tokens left", n=view.left[seat])
    if not view.hands[seat]:
        return Text("{towers}, {tokens}", towers=towers, tokens=tokens)
    hexes = Texts("{n} hex", "{n} hexes", n=len(view.hands[seat]))
    return Text("{towers}, {tokens}, {hexes}", towers=towers, tokens=tokens, hexes=hexes)


def _stakes(view: View) -> tuple[Text, ...]:
    """Say who could build now, and who is one token short."""
    if view.phase in ("draft", "over"):
        return ()
    ready = tuple(s for s in range(view.seats) if groups(view.board, view.own[s], view.component))
    close = tuple(s for s in range(view.seats) if s not in ready and view.left[s] and needs(view, s))
    lines = []
    if ready:
        lines.append(Text("Has a complete group: {who}", who=tuple(map(Who, ready))))
    if close:
        lines.append(Text("One token from a group: {who}", who=tuple(map(Who, close))))
    return tuple(lines)


# --- the picture in words --------------------------------------------------------------------------


def _alt(view: View) -> tuple[Text, ...]:
    last = LETTERS[len(view.board) - 1]
    board = Texts(
        "{n} hex on the table, A to {last}.",
        "{n} hexes on the table, A to {last}.",
        n=len(view.board),
        last=last,
    )
    return (board, *(_towers(view, seat) for seat in range(view.seats) if view.towers[seat]))


def _towers(view: View, seat: Seat) -> Text:
    guilds = tuple(n for n, site in enumerate(view.sites) if site.tower == seat)
    return Text("Towers of {who}: {guilds}.", who=Who(seat), guilds=guild_names(view.board, guilds))


def _tiles(board: Board, sites: tuple[Site, ...]) -> Iterator[Text]:
    return (_tile(board, n, sites[3 * n : 3 * n + 3]) for n in range(len(board)))


@lru_cache(maxsize=1024)  # most tiles stay as they are from turn to turn
def _tile(board: Board, tile: int, sites: tuple[Site, ...]) -> Text:
    one, two, three = (_guild(board, 3 * tile + n, site) for n, site in enumerate(sites))
    return Text("{tile}: {one}; {two}; {three}.", tile=LETTERS[tile], one=one, two=two, three=three)


def _guild(board: Board, guild: Guild, site: Site) -> Text:
    """Describe a guild: its colour, what stands on it, and the guilds of other tiles that it touches."""
    colour, stands, others = COLOUR_NAMES[colour_of(board, guild)], _stands(site), _beside(board)[guild]
    if not others:
        # Note: a guild, and in brackets who has tokens there
        return Text("{colour} {stands}", colour=colour, stands=stands)
    return Text("{colour} {stands} beside {others}", colour=colour, stands=stands, others=others)


@lru_cache(maxsize=128)  # a city stays as it is while tokens come and go
def _beside(board: Board) -> tuple[tuple[Text, ...], ...]:
    """Return for each guild the names of those of other tiles that it touches."""
    near = [(n // 3, bits(guilds)) for n, guilds in enumerate(touching(board))]
    return tuple(guild_names(board, tuple(n for n in guilds if n // 3 != tile)) for tile, guilds in near)


def _stands(site: Site) -> Text:
    if site.tower >= 0:
        return Text("(tower of {who})", who=SEAT_NAMES[site.tower])  # Note: whose tower stands on a guild
    if site.tokens:
        # Note: whose tokens lie on a guild
        return Text("({who})", who=tuple(SEAT_NAMES[seat] for seat in site.tokens))
    return Text("(empty)")  # Note: a guild without tokens or a tower


def _hands(view: View) -> tuple[Text, ...]:
    held = [
        Text("{who} holds {hexes}.", who=Who(seat), hexes=tuple(map(short_hex_name, hand)))
        for seat, hand in enumerate(view.hands)
        if hand
    ]
    if view.pool:
        held.append(Text("Open for the draft: {hexes}.", hexes=tuple(map(short_hex_name, view.pool))))
    if view.boxed:
        held.append(Texts("{n} hex is in the box.", "{n} hexes are in the box.", n=view.boxed))
    return tuple(held)
