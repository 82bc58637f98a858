"""The table in words: title, seat lines, news, secrets, and the score grid."""

from games.core import Page, Row, Seat, Text, Texts, Who
from games.tuir.cards import RULES
from games.tuir.labels import name
from games.tuir.names import SLOTS
from games.tuir.news import brief, story
from games.tuir.page_table import alt, open_rules, rows, standing, table
from games.tuir.scoring import Tally, tally, total
from games.tuir.state import TURNS
from games.tuir.view import Side, View


def page(view: View) -> Page:
    """Put the table into words for this viewer."""
    over = view.phase == "over"
    recent = [deed for deed in view.deeds if deed.turn >= view.turn - 1]
    return Page(
        title=_title(view),
        seats=tuple(_seat_line(view, seat) for seat in range(2)),
        news=tuple(line for deed in recent for line in story(deed)),
        stakes=_stakes(view),
        secrets=_secrets(view, view.viewer) if view.viewer is not None else (),
        alt=(*alt(view), *rows(view), *open_rules(view)),
        table=table(view),
        grid=_grid(view) if over else (),
    )


def _title(view: View) -> Text:
    told = {"turn": view.turn + 1, "turns": TURNS}
    match view.phase, view.game:
        case "over", 1:
            return Text("Túir, end of the first game")
        case "over", _:
            return Text("Túir, the end")
        case _, 1:
            return Text("Túir, first game, turn {turn} of {turns}", **told)
        case _, 2:
            lion, dove = view.before
            return Text(
                "Túir, second game (so far {l} : {d}), turn {turn} of {turns}", l=lion, d=dove, **told
            )
    return Text("Túir, turn {turn} of {turns}", **told)


# --- the seats -------------------------------------------------------------------------------------


def _seat_line(view: View, seat: Seat) -> Text:
    side = view.sides[seat]
    if view.phase == "over":
        points, towers = total(view.known_rules, view.tableaux)[seat], _towers(side)
        if view.game == 2:
            return Texts(
                "{n} point, {sum} in all, {towers}.",
                "{n} points, {sum} in all, {towers}.",
                n=points,
                sum=view.sums[seat],
                towers=towers,
            )
        return Texts("{n} point, {towers}.", "{n} points, {towers}.", n=points, towers=towers)
    deeds = [deed for deed in view.deeds if deed.seat == seat]
    last = tuple(brief(deed) for deed in deeds if deed.turn == deeds[-1].turn)
    words = {"cards": _cards(side), "towers": _towers(side)}
    match last:
        case (one, other):
            # Note: a seat's line: "3 cards, 2 towers. Built ... Took ..."
            return Text("{cards}, {towers}. {deed} {taking}", deed=one, taking=other, **words)
        case (one,):
            return Text("{cards}, {towers}. {deed}", deed=one, **words)
    return Text("{cards}, {towers}.", **words)


def _cards(side: Side) -> Text:
    return Texts("{n} card", "{n} cards", n=len(side.cards) + side.backs)


def _towers(side: Side) -> Text:
    return Texts("{n} tower", "{n} towers", n=len(side.towers))


# --- what is at stake ------------------------------------------------------------------------------


def _stakes(view: View) -> tuple[Text, ...]:
    """Name the open rules, numbered as in the picture, and what they give now, rule by rule."""
    if view.phase == "over":
        return ()
    rules = tuple(Text("({number}) {rule}", number=n, rule=RULES[r].name) for n, r in enumerate(view.open, 1))
    return Text("Open rules: {rules}.", rules=rules), _sum(view.open, view)


def _sum(rules: tuple[str, ...], view: View) -> Text:
    lion, dove = zip(*(total((rule,), view.tableaux) for rule in rules), strict=True)
    words = {"lion": Who(0), "dove": Who(1), "l": _addition(lion), "d": _addition(dove)}
    return Text("They give now: {lion} {l}, {dove} {d}.", **words)


def _addition(points: tuple[int, ...]) -> str:
    """Return a sum with its parts, in the order of the rules: "5 = 3 + 0 + 2"."""
    return f"{sum(points)} = {' + '.join(map(str, points))}" if any(points) else "0"


# --- what only one may read ------------------------------------------------------------------------


def _secrets(view: View, me: Seat) -> tuple[Text, ...]:
    side, rival = view.sides[me], view.sides[1 - me]
    if view.phase == "over":
        return ()
    hand = tuple(
        # Note: a card of the hand by the letter of its place: P, Q, R
        Text("{slot} – {card}", slot=SLOTS[i], card=name(card))
        for i, card in enumerate(side.hand)
        if card
    )
    lines = [Text("Your hand: {cards}", cards=hand)] if hand else []
    lines.append(Text("Your secret rule: {rule}", rule=standing(side.rule, view)))
    if side.rivals_eye:
        lines.append(Text("{rival} has seen it.", rival=Who(1 - me)))
    if view.hidden:
        lines.append(Text("The hidden rule: {rule}", rule=standing(view.hidden, view)))
    if rival.rule:
        lines.append(Text("The rule of {rival}: {rule}", rival=Who(1 - me), rule=standing(rival.rule, view)))
    old = tuple(RULES[rule].name for rule in rival.dropped if rule)
    if old:  # U5: knowledge of a swapped-out rule stays, marked as old
        # Note: what one knew of a rule that is no longer played
        lines.append(Text("Old: {rival} has swapped away {rules}", rival=Who(1 - me), rules=old))
    own = tuple(RULES[rule].name for rule in side.dropped)
    if own:
        lines.append(Text("Old: you have swapped away {rules}", rules=own))
    return tuple(lines)


# --- the score -------------------------------------------------------------------------------------


def _grid(view: View) -> tuple[Row, ...]:
    """Return six rules by two players, each with its groups, and the total (U14)."""
    rows = [
        _score_row(Text("{number}: {rule}", number=n, rule=RULES[rule].name), rule, view)
        for n, rule in enumerate(view.open, 1)
    ]
    rows.append(_score_row(Text("Hidden: {rule}", rule=RULES[view.hidden].name), view.hidden, view))
    for seat, side in enumerate(view.sides):
        rows.append(
            _score_row(Text("{who}: {rule}", who=Who(seat), rule=RULES[side.rule].name), side.rule, view)
        )
    if view.game == 2:
        now = total(view.known_rules, view.tableaux)
        rows += [_sums_row(Text("Game {n}", n=n), both) for n, both in enumerate((view.before, now), 1)]
    return (*rows, _sums_row(Text("Total", ctx="score"), view.sums))


def _sums_row(words: Text, points: tuple[int, int]) -> Row:
    return Row(words, tuple(map(str, points)))


def _score_row(words: Text, rule: str, view: View) -> Row:
    return Row(words, tuple(map(_cell, tally(rule, view.tableaux))))


def _cell(tally: Tally) -> str:
    if len(tally.groups) < 2:
        return str(tally.points)
    return f"{tally.points} = {' + '.join(map(str, tally.groups))}"
