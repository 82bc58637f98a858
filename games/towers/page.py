"""The words of a table: seat lines, stakes, secrets, and everything for those who read instead of look."""

from games.core import Page, Row, Seat, Text, Texts, Who, points
from games.towers import scoring
from games.towers.cards import HIDDEN, Card
from games.towers.effects import LONGEST_DEAL
from games.towers.names import ITEMS, NOBLES, Word, cards_held, height, listed, stacked, tower_line
from games.towers.news import news
from games.towers.state import BOUNDLESS, Interval, Over, Parts
from games.towers.view import Part, View

SOON = 20  # turns before T28 that it is told


def page(view: View) -> Page:
    """Put the table into words for this viewer."""
    return Page(
        title=_title(view),
        seats=(_seat_line(view, 0), _seat_line(view, 1)),
        news=news(view),
        stakes=_stakes(view),
        secrets=_secrets(view, view.viewer) if view.viewer is not None else (),
        alt=_alt(view),
        table=_table(view),
        grid=_grid(view) if isinstance(view.phase, (Interval, Over)) else (),
    )


def _title(view: View) -> Text:
    game, deal, turn = Text("The Towers of San Gimignano"), len(view.results) + 1, view.turns + 1
    match view.phase:
        case Over():
            return Text("{game}: the end", game=game)
        case Interval():
            return Text("{game}: end of deal {deal}", game=game, deal=deal - 1)
    if view.match:
        return Text("{game}: deal {deal}, turn {turn}", game=game, deal=deal, turn=turn)
    return Text("{game}: turn {turn}", game=game, turn=turn)


def _seat_line(view: View, seat: Seat) -> Text:
    side = view.sides[seat]
    told = {
        "cards": cards_held(len(side.hand), side.nobles),
        "towers": Texts("one tower", "{n} towers", n=len(side.towers)),
        "complete": sum(tower.complete for tower in side.towers),
        "points": points(sum(view.parts[seat])),
    }
    if view.match and view.results:
        return Text(
            "{cards}; {towers}, {complete} complete; {points}, {total} in all",
            **told,
            total=view.totals[seat],
        )
    return Text("{cards}; {towers}, {complete} complete; {points}", **told)


# --- what is at stake --------------------------------------------------------------------------------


STAKES = 2  # lines: the table read aloud has the others


def _stakes(view: View) -> tuple[Text, ...]:
    """Say what is at stake, the most urgent first."""
    pointless = view.marker is None and isinstance(view.phase, (Interval, Over))
    marker = [] if pointless else [_marker(view)]
    return tuple([*_hurry(view), *_palace(view), *marker, *_deals(view)][:STAKES])


def _deals(view: View) -> list[Text]:
    if not (view.match and view.results):
        return []
    return [Text("Deals so far: {deals}", deals=tuple(f"{sum(one)}–{sum(two)}" for one, two in view.results))]


def _marker(view: View) -> Text:
    if view.marker is None:
        return Text("Highest Marker: for the first tower, 10 points")
    highest = max(side.highest for side in view.sides)
    if not highest:
        return Text("Highest Marker: {who}, 10 points", who=Who(view.marker))
    who = Who(view.marker)
    return Text("Highest Marker: {who}; the highest tower has {height}", who=who, height=height(highest))


def _hurry(view: View) -> list[Text]:
    if isinstance(view.phase, (Interval, Over)):
        return []
    if view.passes:
        return [Text("{who} has passed: another pass ends the deal.", who=Who(1 - view.seat))]
    if view.ending:
        return [Text("Ending Phase: two passes in a row end the deal.")]
    late = view.turns >= LONGEST_DEAL - SOON  # T28
    return [Text("The Ending Phase begins after turn {n} at the latest.", n=LONGEST_DEAL)] if late else []


def _palace(view: View) -> list[Text]:
    for seat, side in enumerate(view.sides):
        if side.ceiling < BOUNDLESS and not isinstance(view.phase, (Interval, Over)):
            told = {"who": Who(1 - seat), "height": height(side.ceiling)}
            return [Text("Palazzo Comunale: {who} may not go above {height}.", **told)]
    return []


# --- what only one may read --------------------------------------------------------------------------


def _secrets(view: View, seat: Seat) -> tuple[Text, ...]:
    own, other = view.sides[seat], view.sides[1 - seat]
    lines = [_hand(own)]
    if known := [card for card in other.hand if card not in HIDDEN]:
        lines.append(Text("You know in {who}'s hand: {cards}", who=Who(1 - seat), cards=listed(known)))
    if under := _known_below(view.deck):
        lines.append(Text("You know deep in the deck: {cards}", cards=listed(under)))
    if buried := [card for card in view.nobles if card not in HIDDEN]:
        lines.append(Text("You know in the noble deck: {cards}", cards=listed(buried)))
    if own.nobles and len(own.used) > len(other.used):
        lines.append(_ahead(len(own.used) - len(other.used), Who(1 - seat)))
    return tuple(lines)


def _ahead(n: int, other: Who) -> Text:
    return Texts(
        "You may use a noble again after {who} has used one.",
        "You may use a noble again after {who} has used {n}.",
        n=n,
        who=other,
    )


def _hand(own: Part) -> Text:
    if not own.hand:
        return Text("Your hand is empty.")
    cards = tuple(ITEMS[card] for card in own.hand)
    return Text("Your hand ({n} of {limit}): {cards}", n=len(own.hand), limit=own.limit, cards=cards)


def _face_up(deck: tuple[Card, ...]) -> list[Card]:
    """Return the known cards on top of a deck."""
    hidden = next((i for i, card in enumerate(deck) if card in HIDDEN), len(deck))
    return list(deck[:hidden])


def _known_below(deck: tuple[Card, ...]) -> list[Card]:
    return [card for card in deck[len(_face_up(deck)) :] if card not in HIDDEN]


# --- everything --------------------------------------------------------------------------------------


def _table(view: View) -> tuple[Text, ...]:
    """Return all that the picture shows, in words."""
    lines = [line for seat in (0, 1) for line in _side(view, seat)]
    lines += [*_decks(view), _marker(view), *_palace(view), *_hurry(view), *_deals(view)]
    if view.gone:
        # Note: nobles that were cancelled
        lines.append(Text("Out of the game: {cards}", cards=listed(view.gone)))
    return tuple(lines)


def _side(view: View, seat: Seat) -> list[Text]:
    side, who = view.sides[seat], Who(seat)
    lines = [Text("{who}: {cards}", who=who, cards=cards_held(len(side.hand), side.nobles))]
    if known := [card for card in side.hand if card not in HIDDEN]:
        lines.append(Text("{who} holds {cards}", who=who, cards=listed(known)))
    if side.towers:
        lines.append(Text("{who}'s towers: {towers}", who=who, towers=tuple(map(tower_line, side.towers))))
    else:
        lines.append(Text("{who} has no tower.", who=who))
    if side.used:
        lines.append(
            Text("{who} has used {nobles}", who=who, nobles=tuple(NOBLES[card] for card in side.used))
        )
    lines.append(_sum(view.parts[seat], who))
    return lines


def _sum(parts: Parts, who: Who) -> Text:
    told = parts._asdict() | {"who": who, "total": sum(parts)}
    if told.pop("closing"):
        return Text(
            "{who} scores {total}: completion {completion}, blessing {blessing}, plain {plain}, "
            "colourful {colourful}, marker {marker}, nobles {nobles}, less 10 for closing without winning",
            **told,
        )
    return Text(
        "{who} would score {total}: completion {completion}, blessing {blessing}, plain {plain}, "
        "colourful {colourful}, marker {marker}, nobles {nobles}",
        **told,
    )


def _decks(view: View) -> list[Text]:
    top, below = _face_up(view.deck), _known_below(view.deck)
    lines = (
        [Text("Market: {cards}", cards=stacked(view.market))]
        if view.market
        else [Text("The market is empty.")]
    )
    lines.append(Texts("One card in the deck", "{n} cards in the deck", n=len(view.deck)))
    if top:
        lines.append(Text("Next in the deck: {cards}", cards=listed(top)))
    if below:
        lines.append(Text("Known deeper in the deck: {cards}", cards=listed(below)))
    if view.with_nobles:
        lines.append(Texts("One noble in their deck", "{n} nobles in their deck", n=len(view.nobles)))
    return lines


def _alt(view: View) -> tuple[Text, ...]:
    """Describe the picture, the most important first."""
    lines = [_alt_towers(view, seat) for seat in (0, 1)]
    lines += [_marker(view), *_decks(view)]
    for seat in (0, 1):
        held = view.sides[seat]
        lines.append(Text("{who}: {cards}", who=Who(seat), cards=cards_held(len(held.hand), held.nobles)))
    return tuple(lines)


def _alt_towers(view: View, seat: Seat) -> Text:
    towers: tuple[Word, ...] = tuple(map(tower_line, view.sides[seat].towers))
    if not towers:
        return Text("{who} has no tower.", who=Who(seat))
    return Text("{who}'s towers: {towers}", who=Who(seat), towers=towers)


# --- the score ---------------------------------------------------------------------------------------


def _grid(view: View) -> tuple[Row, ...]:
    """Return the score of the last deal in parts, then the deals of a match, then the total."""
    last = view.results[-1]
    one, two = view.sides
    sums = (_reckoning(one, two, last[0]), _reckoning(two, one, last[1]))
    rows = [Row(name, (sums[0][i], sums[1][i])) for i, name in enumerate(ROWS)]
    if not view.with_nobles:
        rows.pop()
    if any(parts.closing for parts in last):
        rows.append(Row(Text("Closing", ctx="score"), (str(last[0].closing), str(last[1].closing))))
    if view.match:
        for n, (left, right) in enumerate(view.results, 1):
            rows.append(Row(Text("Deal {n}", n=n), (str(sum(left)), str(sum(right)))))
    return (*rows, Row(Text("Total", ctx="score"), (str(view.totals[0]), str(view.totals[1]))))


ROWS = (
    Text("Completion", ctx="score"),
    Text("Blessing", ctx="score"),
    Text("Plain", ctx="score"),  # Note: points for plain towers
    Text("Colourful", ctx="score"),  # Note: points for colourful towers
    Text("Marker", ctx="score"),  # Note: points for the Highest Marker, a wooden tower
    Text("Nobles", ctx="score"),
)


def _reckoning(own: Part, other: Part, parts: Parts) -> tuple[str, ...]:
    """Return the cells of one player, each with how it comes about, narrow enough for a phone."""
    heights = [tower.height for tower in own.towers if tower.colourful]
    won = scoring.won_ranks(own.towers, other.towers)
    return (
        _cell(parts.completion, f"{parts.completion // 5}×5"),
        _cell(parts.blessing, f"{parts.blessing // 2}×2"),
        _cell(parts.plain, "+".join(map(str, reversed(won)))),
        _cell(parts.colourful, f"{len(heights)}×{sum(heights)}"),
        str(parts.marker),
        str(parts.nobles),
    )


def _cell(points: int, sum_of: str) -> str:
    return f"{points} = {sum_of}" if points and str(points) != sum_of else str(points)
