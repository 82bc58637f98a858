"""News of Lucca as a story: one sentence a turn, with the points it gained."""

from itertools import groupby

from games.core import Text
from games.lucca.cards import CARDS
from games.lucca.names import COLOUR, card_name, owner
from games.lucca.rounds import GIFT, extremes
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
            walls = tuple(_walls(view, news) for news in group if _fortified(view, news))
            return [Text("Walls and bastions: {walls}.", walls=walls)] if walls else []
        case "numbers":
            return [_numbers(view), *_tie(view)]
        case _:
            return _turn(group, view.counts.need)


def _kept(news: News) -> Text:
    cards = tuple(card_name(card) for card in news.more)
    if news.verb == "city":
        return Text("What was not kept is the City of Lucca: {cards}.", cards=cards)
    return Text("{who} kept {cards}.", who=owner(news.seat), cards=cards)


def _round(news: News) -> Text:
    return Text("Round {round}: {who} plays first.", round=news.n, who=owner(news.seat))


def _turn(group: list[News], need: int) -> list[Text]:
    """Tell a turn: openings, the triplet, its cards; in one sentence unless it grows long."""
    who = owner(group[0].seat)
    opens = _opens([news for news in group if news.verb == "open"])
    number = next((news.n for news in group if news.verb == "take"), 0)
    deeds = tuple(_deed(news, need) for news in group if news.verb not in ("open", "take"))
    if opens and (not number or len(opens) > 2):
        party = [Text("{who} opened {opens}.", who=who, opens=opens)]
        return party + _turn([news for news in group if news.verb != "open"], need) if number else party
    facts = {"who": who, "opens": opens, "number": number, "deeds": deeds}
    if opens and deeds:
        return [Text("{who} opened {opens}, took triplet {number}: {deeds}.", **facts)]
    if opens:
        return [Text("{who} opened {opens} and took triplet {number}.", who=who, opens=opens, number=number)]
    if deeds:
        return [Text("{who} took triplet {number}: {deeds}.", who=who, number=number, deeds=deeds)]
    return [Text("{who} took triplet {number}.", who=who, number=number)]


def _deed(news: News, need: int) -> Text:
    """Tell what became of one card."""
    facts = {"card": card_name(news.card), "size": news.n, "need": need}
    match news.verb:
        case "complete":
            palace = COLOUR[news.colour]
            return Text(
                "completed {palace} with {card} (+{points})", palace=palace, card=facts["card"], points=news.n
            )
        case "new":
            return Text("started {card}", card=facts["card"])
        case "add" if CARDS[news.card].wild:
            return Text("laid {card} on {palace} ({size} of {need})", palace=COLOUR[news.colour], **facts)
        case "add":
            return Text("added {card} ({size} of {need})", **facts)
        case "wall":
            return Text("built a wall with {card}", card=facts["card"])
        case "bastion":
            return Text("built a bastion")
        case _:
            return Text("discarded {card}", card=facts["card"])


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
        return Text("{who} +{points} ({built} × {opened} opened)", **facts)
    facts = {"who": owner(news.seat), "shields": quarter.shields, "need": 2 * len(quarter.walls)}
    return Text("{who} nothing ({shields} of {need} shields)", **facts)


def _numbers(view: View) -> Text:
    """Tell who gave points to whom for which street numbers."""
    (low, loser), (high, winner) = extremes(view.quarters, view.city)
    facts = {"low": low, "loser": owner(loser), "high": high, "winner": owner(winner), "points": GIFT}
    if loser == winner == CITY:
        return Text(
            "The City has both the lowest number ({low}) and the highest ({high}): nobody pays.", **facts
        )
    if loser == winner:
        return Text(
            "{winner} has both the lowest number ({low}) and the highest ({high}): nobody pays.", **facts
        )
    if loser == CITY:
        return Text(
            "{winner} gains {points} points for the highest number, {high}; the lowest, {low}, is the "
            "City's.",
            **facts,
        )
    if winner == CITY:
        return Text(
            "{loser} loses {points} points for the lowest number, {low}; the highest, {high}, is the City's.",
            **facts,
        )
    return Text(
        "{loser}, with the lowest number ({low}), gives {points} points to {winner}, with the highest "
        "({high}).",
        **facts,
    )


def _tie(view: View) -> list[Text]:
    """Say what settled a tie for the win (L10)."""
    best = max(points.total for points in view.points)
    tied = [view.quarters[seat].highest for seat, points in enumerate(view.points) if points.total == best]
    if len(tied) == 1:
        return []
    return [
        Text(
            "The tie at {points} points goes to the highest number, {number}.", points=best, number=max(tied)
        )
    ]
