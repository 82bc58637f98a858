"""The table in words: title, seat lines, news, secrets, and the score grid."""

from games.core import Page, Row, Seat, Text, Texts, Who
from games.tuir.cards import RULES
from games.tuir.labels import NUMERALS, SLOTS, name
from games.tuir.rules import TURNS, Deed
from games.tuir.scoring import Tally, tally, total
from games.tuir.skyline import ENDS
from games.tuir.view import Side, View

NOTHING = Text("nothing yet")


def page(view: View) -> Page:
    """Put the table into words for this viewer."""
    over = view.phase == "over"
    recent = [deed for deed in view.deeds if deed.turn >= view.turn - 1]
    return Page(
        title=Text("Túir, the end") if over else _turn(view),
        seats=tuple(_seat_line(view, seat) for seat in range(2)),
        news=tuple(_story(deed) for deed in recent),
        stakes=_stakes(view),
        secrets=_secrets(view, view.viewer) if view.viewer is not None else (),
        alt=(*_alt(view), *_rows(view), *_open_rules(view)),
        table=_table(view),
        grid=_grid(view) if over else (),
    )


def _turn(view: View) -> Text:
    return Text("Túir, turn {turn} of {turns}", turn=view.turn + 1, turns=TURNS)


# --- what was done ---------------------------------------------------------------------------------


def _story(deed: Deed) -> Text:
    """Tell a deed as news."""
    who = Who(deed.seat)
    match deed.move.split(":"):
        case ["build", card, where] if where in ENDS:
            return Text(
                "{who} started tower {tower} with {card}.", who=who, tower=deed.result[0], card=name(card)
            )
        case ["build", card, where]:
            return Text("{who} built {card} on {tower}.", who=who, card=name(card), tower=where)
        case ["take", number]:
            return _taking(deed, NUMERALS[int(number) - 1])
        case ["look", "hidden", card]:
            return Text("{who} gave up {card} and looked at the hidden rule.", who=who, card=name(card))
        case ["look", _, card]:
            rival = Who(1 - deed.seat)
            return Text(
                "{who} gave up {card} and looked at the rule of {rival}.",
                who=who,
                card=name(card),
                rival=rival,
            )
        case ["rule", card]:
            return Text(
                "{who} gave up {card} and swapped their rule for a new one.", who=who, card=name(card)
            )
        case ["swap", card, one, other]:
            pair = {"one": name(one), "other": name(other)}
            return Text(
                "{who} gave up {card} and swapped {one} with {other}.", who=who, card=name(card), **pair
            )
        case ["move", card, section, where]:
            words = {"who": who, "card": name(card), "section": name(section), "tower": deed.result[0]}
            if where in ENDS:
                return Text("{who} gave up {card} and moved {section} to a new tower {tower}.", **words)
            return Text("{who} gave up {card} and moved {section} onto {tower}.", **words)
    raise ValueError(deed.move)


def _taking(deed: Deed, deck: str) -> Text:
    card, shown = deed.result
    words = {"who": Who(deed.seat), "card": name(card), "deck": deck}
    if not shown:
        return Text("{who} took {card}, the last of deck {deck}.", **words)
    return Text("{who} took {card}; deck {deck} now shows {shown}.", shown=name(shown), **words)


def _brief(deed: Deed) -> Text:
    """Tell a deed as the end of its seat's line."""
    match deed.move.split(":"):
        case ["build", card, _]:
            return Text("Built {card} on {tower}.", card=name(card), tower=deed.result[0])
        case ["look", "hidden", _]:
            return Text("Looked at the hidden rule.")
        case ["look", *_]:
            return Text("Looked at the rule of {rival}.", rival=Who(1 - deed.seat))
        case ["rule", *_]:
            return Text("Swapped their rule.")
        case ["swap", *_]:
            return Text("Swapped two sections.")
        case ["move", _, section, _]:
            return Text("Moved {card} to {tower}.", card=name(section), tower=deed.result[0])
    return Text("Took {card}.", card=name(deed.result[0]))


def _seat_line(view: View, seat: Seat) -> Text:
    side = view.sides[seat]
    deeds = [deed for deed in view.deeds if deed.seat == seat]
    last = tuple(_brief(deed) for deed in deeds if deed.turn == deeds[-1].turn)
    words = {"cards": _cards(side), "towers": _towers(side)}
    match last:
        case (one, other):
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
    """Return the open rules, numbered as in the picture, with what they would give now."""
    if view.phase == "over":
        return ()
    return (*_open_rules(view), _sum(view.open, view))


def _open_rules(view: View) -> tuple[Text, ...]:
    return tuple(
        Text("{number}. {rule}", number=number, rule=_standing(rule, view))
        for number, rule in enumerate(view.open, 1)
    )


def _standing(rule: str, view: View) -> Text:
    """Name a rule with what it is worth and what it gives now."""
    points = total((rule,), view.tableaux)
    words = {"rule": RULES[rule].name, "lion": Who(0), "dove": Who(1), "l": points[0], "d": points[1]}
    if RULES[rule].contest:
        return Text("{rule}: 3 points (now {lion} {l}, {dove} {d})", **words)
    return Text("{rule}: 1 point a section (now {lion} {l}, {dove} {d})", **words)


def _sum(rules: tuple[str, ...], view: View) -> Text:
    lion, dove = total(rules, view.tableaux)
    words = {"lion": Who(0), "dove": Who(1), "l": lion, "d": dove}
    return Text("The open rules give now: {lion} {l}, {dove} {d}.", **words)


# --- what only one may read ------------------------------------------------------------------------


def _secrets(view: View, me: Seat) -> tuple[Text, ...]:
    side, rival = view.sides[me], view.sides[1 - me]
    if view.phase == "over":
        return ()
    hand = tuple(
        Text("{slot}: {card}", slot=SLOTS[i], card=name(card)) for i, card in enumerate(side.hand) if card
    )
    lines = [Text("Your hand: {cards}", cards=hand)] if hand else []
    lines.append(Text("Your secret rule: {rule}", rule=_standing(side.rule, view)))
    if side.rivals_eye:
        lines.append(Text("{rival} has seen it.", rival=Who(1 - me)))
    if view.hidden:
        lines.append(Text("The hidden rule: {rule}", rule=_standing(view.hidden, view)))
    if rival.rule:
        lines.append(Text("The rule of {rival}: {rule}", rival=Who(1 - me), rule=_standing(rival.rule, view)))
    old = tuple(RULES[rule].name for rule in rival.dropped if rule)
    if old:  # U5: knowledge of a swapped-out rule stays, marked as old
        lines.append(Text("Old: {rival} has swapped away {rules}", rival=Who(1 - me), rules=old))
    own = tuple(RULES[rule].name for rule in side.dropped)
    if own:
        lines.append(Text("Old: you have swapped away {rules}", rules=own))
    return tuple(lines)


# --- everything in words ---------------------------------------------------------------------------


def _alt(view: View) -> tuple[Text, ...]:
    if view.phase == "over":
        return (Text("The game is over."),)
    return (
        Text("Turn {turn} of {turns}: {who} to move.", turn=view.turn + 1, turns=TURNS, who=Who(view.seat)),
    )


def _rows(view: View) -> tuple[Text, ...]:
    """Describe both skylines, tower by tower."""
    return tuple(line for seat in range(2) for line in _row(view.sides[seat], seat))


def _row(side: Side, seat: Seat) -> tuple[Text, ...]:
    if not side.towers:
        return (Text("{who} has built nothing yet.", who=Who(seat)),)
    towers = tuple(
        Text("{tower} ({sections})", tower=tower.letter, sections=tuple(map(name, tower.sections)))
        for tower in side.towers
    )
    return (
        Text(
            "Towers of {who}, from the left and from the ground up: {towers}.", who=Who(seat), towers=towers
        ),
    )


def _table(view: View) -> tuple[Text, ...]:
    return (
        *_alt(view),
        *_open_rules(view),
        *_hidden_rules(view),
        *_rows(view),
        *(_deck(NUMERALS[i], *deck) for i, deck in enumerate(view.decks)),
        *(_hand(view, seat) for seat in range(2) if view.phase != "over"),
        Text("Sacrificed: {cards}.", cards=tuple(map(name, view.spent)) or Text("nothing")),
    )


def _hidden_rules(view: View) -> tuple[Text, ...]:
    """Say who may know which of the secret rules; at the end, what they are (U6)."""
    lines = [_hidden_rule(view)]
    for seat, side in enumerate(view.sides):
        words = {"who": Who(seat), "rival": Who(1 - seat)}
        if view.phase == "over":
            lines.append(Text("Secret rule of {who}: {rule}", who=Who(seat), rule=_standing(side.rule, view)))
        elif side.rivals_eye:
            lines.append(Text("{who} has a secret rule that {rival} has seen.", **words))
        else:
            lines.append(Text("{who} has a secret rule.", who=Who(seat)))
        if side.dropped:
            times = Texts(
                "{who} has swapped rules once.",
                "{who} has swapped rules {n} times.",
                n=len(side.dropped),
                who=Who(seat),
            )
            lines.append(times)
    return tuple(lines)


def _hidden_rule(view: View) -> Text:
    if view.phase == "over":
        return Text("Hidden rule: {rule}", rule=_standing(view.hidden, view))
    if not view.eyes:
        return Text("Nobody has seen the hidden rule.")
    return Text("The hidden rule has been seen by {who}.", who=tuple(map(Who, view.eyes)))


def _deck(numeral: str, top: str, left: int) -> Text:
    if not left:
        return Text("Deck {deck} is used up.", deck=numeral)
    if left == 1:
        return Text("Deck {deck}: {card}, the last one.", deck=numeral, card=name(top))
    return Texts(
        "Deck {deck}: {card}, {n} card below.",
        "Deck {deck}: {card}, {n} cards below.",
        n=left - 1,
        deck=numeral,
        card=name(top),
    )


def _hand(view: View, seat: Seat) -> Text:
    """Say what everybody may know of a hand: cards taken from the decks were seen."""
    side, who = view.sides[seat], Who(seat)
    cards = tuple(map(name, side.cards))
    if not side.backs:
        return Text("Hand of {who}: {cards}.", who=who, cards=cards or Text("empty"))
    if not cards:
        return Texts(
            "Hand of {who}: {n} unknown card.", "Hand of {who}: {n} unknown cards.", n=side.backs, who=who
        )
    return Texts(
        "Hand of {who}: {cards}, and {n} unknown card.",
        "Hand of {who}: {cards}, and {n} unknown cards.",
        n=side.backs,
        who=who,
        cards=cards,
    )


# --- the score -------------------------------------------------------------------------------------


def _grid(view: View) -> tuple[Row, ...]:
    """Return six rules by two players, each with its groups, and the total (U14)."""
    rows = [
        _score_row(Text("{number}. {rule}", number=n, rule=RULES[rule].name), rule, view)
        for n, rule in enumerate(view.open, 1)
    ]
    rows.append(_score_row(Text("Hidden: {rule}", rule=RULES[view.hidden].name), view.hidden, view))
    for seat, side in enumerate(view.sides):
        rows.append(
            _score_row(Text("{who}: {rule}", who=Who(seat), rule=RULES[side.rule].name), side.rule, view)
        )
    sums = total(view.known_rules, view.tableaux)
    return (*rows, Row(Text("Total"), tuple(map(str, sums))))


def _score_row(words: Text, rule: str, view: View) -> Row:
    return Row(words, tuple(map(_cell, tally(rule, view.tableaux))))


def _cell(tally: Tally) -> str:
    if len(tally.groups) < 2:
        return str(tally.points)
    return f"{tally.points} = {' + '.join(map(str, tally.groups))}"
