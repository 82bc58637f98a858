"""The words of a table of Lucca: seat lines, news, stakes, secrets, the table read aloud, the grid."""

from games.core import Page, Row, Seat, Text, Texts, points
from games.lucca.names import SQUARE, card_face, card_name, faces, numbered, owner, palace_face
from games.lucca.news import stories
from games.lucca.quarter import Quarter
from games.lucca.scoring import GIFT, extremes
from games.lucca.state import CITY
from games.lucca.view import View


def page(view: View) -> Page:
    """Put the table into words for this viewer."""
    table = (*_order(view), *_triplets(view), *_quarters(view), *_numbers(view), _piles(view))
    return Page(
        title=_title(view),
        seats=tuple(_seat(view, seat) for seat in range(len(view.quarters))),
        news=stories(view),
        stakes=() if view.over else (*_order(view), *_numbers(view)),
        secrets=_secrets(view),
        alt=_alt(view),
        table=table,
        grid=_grid(view),
    )


def _title(view: View) -> Text:
    if view.over:
        return Text("Lucca, the end")
    if not view.round:
        return Text("Lucca, everyone keeps two of four cards")
    return Text("Lucca, round {round} of {rounds}", round=view.round, rounds=view.counts.rounds)


def _seat(view: View, seat: Seat) -> Text:
    """Say how a family stands, without its name."""
    if not view.round:
        # Note: said of a family, behind its name
        return Text("still choosing") if seat in view.choosing else Text("has chosen")
    quarter = view.quarters[seat]
    standing = Texts(
        "{n} point · 🛡️ {shields} · walls {walls}",
        "{n} points · 🛡️ {shields} · walls {walls}",
        n=view.points[seat].total,
        shields=quarter.shields,
        walls=len(quarter.walls),
    )
    return _with_palaces(standing, quarter)


def _with_palaces(line: Text, quarter: Quarter) -> Text:
    """Add to a seat's line what is being built, card by card, and how many palaces are done."""
    sites = " ".join(f"{SQUARE[palace.colour]}{len(palace.cards)}" for palace in quarter.building)
    if sites:
        line = Text("{line} · {sites}", line=line, sites=sites)
    if quarter.complete:
        # Note: a family's line goes on: number of completed palaces
        line = Text("{line} · complete {n}", line=line, n=len(quarter.complete))
    if quarter.opened:
        # Note: a family's line goes on: number of opened palaces
        line = Text("{line} · opened {n}", line=line, n=len(quarter.opened))
    return line


def _order(view: View) -> tuple[Text, ...]:
    if not view.order:
        return ()
    who = tuple(owner(seat) for seat in view.order)
    if view.over:
        return (Text("Order of play at the end: {who}.", who=who),)
    return (Text("Order of play: {who}.", who=who),)


def _numbers(view: View) -> tuple[Text, ...]:
    """Say who would pay 3 points to whom if the game ended now."""
    if not view.round or view.over:
        return ()
    (low, loser), (high, winner) = extremes(view.quarters, view.city)
    facts = {"low": low, "loser": owner(loser), "high": high, "winner": owner(winner), "points": points(GIFT)}
    if loser == winner == CITY:
        return (Text("Street numbers: the City has both {low} and {high}, nobody would pay.", **facts),)
    if loser == winner:
        return (Text("Street numbers: {winner} has both {low} and {high}, nobody would pay.", **facts),)
    if loser == CITY:
        return (Text("Street numbers: {winner} ({high}) would gain {points}, the City has {low}.", **facts),)
    if winner == CITY:
        return (Text("Street numbers: {loser} ({low}) would lose {points}, the City has {high}.", **facts),)
    return (Text("Street numbers: {loser} ({low}) would pay {winner} ({high}) {points}.", **facts),)


def _areas(quarter: Quarter, need: int) -> tuple[Text, ...]:
    """List a quarter's palaces, a line an area."""
    building, complete, opened = (
        tuple(palace_face(palace, need) for palace in area)
        for area in (quarter.building, quarter.complete, quarter.opened)
    )
    lines = (
        # Note: a line below a family: what it is building
        (building, Text("· building {palaces}", palaces=building)),
        # Note: a line below a family: its completed palaces
        (complete, Text("· complete {palaces}", palaces=complete)),
        # Note: a line below a family: its opened palaces
        (opened, Text("· opened {palaces}", palaces=opened)),
    )
    return tuple(line for palaces, line in lines if palaces)


def _city(view: View) -> tuple[Text, ...]:
    """Say what the City could add to a party; its windows and shields never matter."""
    if view.city is None or not view.round:
        return ()
    building, complete = (
        tuple(Text("{palace} ({size})", palace=numbered(p.colour, p.number), size=len(p.cards)) for p in area)
        for area in (view.city.building, view.city.complete)
    )
    lines = (
        (building, Text("The City of Lucca builds {palaces}.", palaces=building)),
        (complete, Text("The City of Lucca has completed {palaces}.", palaces=complete)),
    )
    return tuple(line for palaces, line in lines if palaces)


def _quarters(view: View) -> tuple[Text, ...]:
    lines: list[Text] = []
    for seat, quarter in enumerate(view.quarters if view.round else ()):
        facts = {
            "who": owner(seat), "shields": quarter.shields,
            "walls": len(quarter.walls), "bastions": len(quarter.bastions),
        }  # fmt: skip
        standing = Texts(
            "{who}: {n} point, 🛡️ {shields}, walls {walls}, bastions {bastions}",
            "{who}: {n} points, 🛡️ {shields}, walls {walls}, bastions {bastions}",
            n=view.points[seat].total,
            **facts,
        )
        lines.append(standing)
        lines += _areas(quarter, view.counts.need)
    if view.city and view.city.bastions:
        lines.append(Text("Bastions of the City of Lucca: {bastions}.", bastions=len(view.city.bastions)))
    return (*lines, *_city(view))


def _triplets(view: View) -> tuple[Text, ...]:
    lines = []
    for number, (cards, taker) in enumerate(zip(view.triplets, view.takers, strict=True)):
        if view.over:
            break
        if cards:
            lines.append(Text("Triplet {number}: {cards}.", number=number + 1, cards=faces(cards)))
        elif number == view.triplet and view.placing:
            facts = {"number": number + 1, "who": owner(taker), "cards": faces(view.placing)}
            lines.append(Text("Triplet {number}: {who} still places {cards}.", **facts))
        elif taker != CITY:
            lines.append(Text("Triplet {number}: taken by {who}.", number=number + 1, who=owner(taker)))
    return tuple(lines)


def _piles(view: View) -> Text:
    return Texts(
        "Deck {n} card, discards {discards}.",
        "Deck {n} cards, discards {discards}.",
        n=view.deck,
        discards=len(view.discards),
    )


def _secrets(view: View) -> tuple[Text, ...]:
    if not view.hand:
        return ()
    hand = Text("Your four cards: {cards}.", cards=faces(view.hand))
    if not view.kept:
        return (hand,)
    under, top = (card_name(card) for card in view.kept)
    return (hand, Text("You keep {under} and {top}, unless you change your mind.", under=under, top=top))


def _alt(view: View) -> tuple[Text, ...]:
    """Describe the picture: whose turn, the scores, the triplets, then the rest."""
    lines = []
    if view.placing and view.mover is not None:
        lines.append(
            Text(
                "{who} is placing {cards}.",
                who=owner(view.mover),
                cards=tuple(card_face(c) for c in view.placing),
            )
        )
    elif view.serving and view.mover is not None:
        lines.append(Text("{who} gives the City of Lucca a card.", who=owner(view.mover)))
    elif view.mover is not None:
        lines.append(Text("{who} takes a triplet.", who=owner(view.mover)))
    elif view.choosing:
        lines.append(Text("Still choosing: {who}.", who=tuple(owner(seat) for seat in view.choosing)))
    scores = tuple(
        Text("{who} {points}", who=owner(seat), points=tally.total) for seat, tally in enumerate(view.points)
    )
    return (
        *lines,
        Text("Points: {scores}.", scores=scores),
        *_order(view),
        *_triplets(view),
        *_numbers(view),
    )


def _grid(view: View) -> tuple[Row, ...]:
    """Show where points came from (L13)."""
    rows = (
        (Text("Windows", ctx="score"), tuple(str(p.windows) for p in view.points)),
        (Text("Openings", ctx="score"), tuple(str(p.openings) for p in view.points)),
        (Text("Walls", ctx="score"), tuple(str(p.walls) for p in view.points)),
        (Text("Numbers", ctx="score"), tuple(f"{p.numbers:+d}" if p.numbers else "0" for p in view.points)),
        (Text("Total", ctx="score"), tuple(str(p.total) for p in view.points)),
    )
    return tuple(Row(name, cells) for name, cells in rows)
