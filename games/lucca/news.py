"""News of Lucca as a story: one sentence a turn, with the points it gained."""

from itertools import groupby

from games.core import Text, Texts, points
from games.lucca.cards import CARDS
from games.lucca.names import COLOUR, card_name, owner
from games.lucca.scoring import GIFT, extremes
from games.lucca.state import CITY, News
from games.lucca.view import View


def stories(view: View) -> tuple[Text, ...]:
    """Return the news as sentences, oldest first."""
    lines: list[Text] = []
    for (_, kind), group in groupby(view.news, key=lambda news: (news.turn, _kind(news))):
        lines += _tell(view, kind, list(group))
    return tuple(lines)


KINDS = {
    "keep": "keep", "city": "keep", "round": "round", "city add": "city", "city bastion": "city",
    "city complete": "city", "city none": "city", "party": "party", "walls": "walls", "numbers": "numbers",
}  # fmt: skip


def _kind(news: News) -> str:
    return KINDS.get(news.verb, "turn")


def _tell(view: View, kind: str, group: list[News]) -> list[Text]:
    match kind:
        case "keep":
            return [_kept(news) for news in group] if view.turn <= 1 else []
        case "round":
            return [_round(news) for news in group if news.n == view.round]
        case "city":
            return [_city(news, view.counts.need) for news in group]
        case "party":
            return _parties(group)
        case "walls":
            return [_walls(view, news) for news in group if _fortified(view, news)]
        case "numbers":
            return [_numbers(view), *_tie(view)]
        case _:
            return _turn(group, view.counts.need)


def _kept(news: News) -> Text:
    cards = tuple(card_name(card) for card in news.more)
    if news.verb == "city":
        return Text("The City of Lucca begins with {cards}.", cards=cards)
    return Text("{who} kept {cards}.", who=owner(news.seat), cards=cards)


def _round(news: News) -> Text:
    return Text("Round {round}: {who} plays first.", round=news.n, who=owner(news.seat))


def _turn(group: list[News], need: int) -> list[Text]:
    """Tell a turn: a line for the openings, one for the triplet and, card by card, what became of it."""
    who = owner(group[0].seat)
    opens = _opens([news for news in group if news.verb == "open"])
    number = next((news.n for news in group if news.verb == "take"), 0)
    deeds = tuple(_deed(news, need) for news in group if news.verb not in ("open", "take"))
    lines = [Text("{who} opened {opens}.", who=who, opens=opens)] if opens else []
    if deeds:
        return [*lines, Text("{who}: {deeds}.", who=who, deeds=deeds)]
    return [*lines, Text("{who} took triplet {number}.", who=who, number=number)] if number else lines


def _deed(news: News, need: int) -> Text:
    """Tell what became of one card, in a word or two: three of them share a line."""
    facts = {"card": card_name(news.card), "size": news.n, "need": need}
    match news.verb:
        case "complete":
            palace = COLOUR[news.colour]
            # Note: one of three deeds in a list
            return Text("{card} completes {palace} (+{n})", card=facts["card"], palace=palace, n=news.n)
        case "new":
            # Note: one of three deeds in a list: a palace was begun with this card
            return Text("{card} started", card=facts["card"])
        case "add" if CARDS[news.card].wild:
            return Text("{card} on {palace} ({size}/{need})", palace=COLOUR[news.colour], **facts)
        case "add":
            return Text("{card} ({size}/{need})", **facts)
        case "wall":
            # Note: one of three deeds in a list: the card became a city wall
            return Text("{card} as wall", card=facts["card"])
        case "bastion":
            return Text("bastion", ctx="news")  # Note: one of three deeds in a list: a bastion was built
        case _:
            # Note: one of three deeds in a list
            return Text("{card} discarded", card=facts["card"])


def _city(news: News, need: int) -> Text:
    """Tell what the City was given."""
    who = owner(news.seat)
    if news.verb == "city none":
        return Text("{who} found no card that fits the City.", who=who)
    facts = {"who": who, "card": card_name(news.card), "size": news.n, "need": need}
    match news.verb:
        case "city bastion":
            return Text("{who} gave the City a bastion.", who=who)
        case "city complete":
            return Text(
                "{who} gave the City {card}, which completes {palace}.", palace=COLOUR[news.colour], **facts
            )
        case _ if CARDS[news.card].wild:
            palace = COLOUR[news.colour]
            return Text("{who} gave the City {card} for {palace} ({size} of {need}).", palace=palace, **facts)
        case _:
            return Text("{who} gave the City {card} ({size} of {need}).", **facts)


def _parties(group: list[News]) -> list[Text]:
    """Tell what each family opened at the end and what it gained, in order."""
    return [
        Text("At the end {who} opened {opens}.", who=owner(seat), opens=_opens(list(parties)))
        for seat, parties in groupby(group, key=lambda news: news.seat)
    ]


def _opens(group: list[News]) -> tuple[Text, ...]:
    # Note: in a list: a palace that was opened, and what the party gave
    return tuple(Text("{palace} (+{points})", palace=COLOUR[n.colour], points=n.n) for n in group)


def _fortified(view: View, news: News) -> bool:
    quarter = view.quarters[news.seat]
    return bool(quarter.walls or quarter.bastions)


def _walls(view: View, news: News) -> Text:
    """Tell what a family's walls and bastions were worth, and why if nothing."""
    quarter = view.quarters[news.seat]
    if quarter.supported:
        built, opened = len(quarter.walls) + len(quarter.bastions), len(quarter.opened)
        facts = {"who": owner(news.seat), "points": news.n, "built": built, "opened": opened}
        return Text("Walls of {who}: +{points} ({built} × {opened} opened).", **facts)
    facts = {"who": owner(news.seat), "shields": quarter.shields}
    return Texts(
        "Walls of {who}: nothing ({shields} of {n} shield).",
        "Walls of {who}: nothing ({shields} of {n} shields).",
        n=2 * len(quarter.walls),
        **facts,
    )


def _numbers(view: View) -> Text:
    """Tell who gave points to whom for which street numbers."""
    (low, loser), (high, winner) = extremes(view.quarters, view.city)
    facts = {"low": low, "loser": owner(loser), "high": high, "winner": owner(winner), "points": points(GIFT)}
    if loser == winner == CITY:
        return Text("The City has both street numbers, {low} and {high}: nobody pays.", **facts)
    if loser == winner:
        return Text("{winner} has both street numbers, {low} and {high}: nobody pays.", **facts)
    if loser == CITY:
        return Text("Highest number {high}: {winner} gains {points}; the City has {low}.", **facts)
    if winner == CITY:
        return Text("Lowest number {low}: {loser} loses {points}; the City has {high}.", **facts)
    return Text("Lowest number {low}: {loser} gives {points} to {winner} ({high}).", **facts)


def _tie(view: View) -> list[Text]:
    """Say what settled a tie for the win (L10)."""
    best = max(tally.total for tally in view.points)
    tied = [view.quarters[seat].highest for seat, tally in enumerate(view.points) if tally.total == best]
    if len(tied) == 1:
        return []
    return [
        Text(
            "The tie at {points} goes to the highest number, {number}.",
            points=points(best),
            number=str(max(tied)),
        )
    ]
