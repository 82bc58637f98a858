"""Everything that the picture shows, in words."""

from games.core import Seat, Text, Texts, Who
from games.tuir.cards import RULES
from games.tuir.labels import name
from games.tuir.names import NUMERALS
from games.tuir.scoring import total
from games.tuir.state import TURNS
from games.tuir.view import Side, View


def alt(view: View) -> tuple[Text, ...]:
    if view.phase == "over":
        lion, dove = view.sums
        told = {"lion": Who(0), "dove": Who(1), "l": lion, "d": dove}
        if view.more:
            return (Text("The first game is over: {lion} {l}, {dove} {d}.", **told),)
        return (Text("The game is over: {lion} {l}, {dove} {d}.", **told), *_first_game(view))
    return (
        Text("Turn {turn} of {turns}: {who} to move.", turn=view.turn + 1, turns=TURNS, who=Who(view.seat)),
        *_first_game(view),
    )


def _first_game(view: View) -> tuple[Text, ...]:
    if view.game != 2:
        return ()
    lion, dove = view.before
    told = {"lion": Who(0), "dove": Who(1), "l": lion, "d": dove}
    return (Text("The first game gave {lion} {l}, {dove} {d}.", **told),)


def rows(view: View) -> tuple[Text, ...]:
    """Describe both skylines, tower by tower."""
    return tuple(line for seat in range(2) for line in _row(view.sides[seat], seat))


def _row(side: Side, seat: Seat) -> tuple[Text, ...]:
    if not side.towers:
        return (Text("{who} has built nothing yet.", who=Who(seat)),)
    towers = tuple(
        # Note: a tower by its letter, with its sections from the ground up
        Text("{tower} ({sections})", tower=tower.letter, sections=tuple(map(name, tower.sections)))
        for tower in side.towers
    )
    return (
        Text(
            "Towers of {who}, from the left and from the ground up: {towers}.", who=Who(seat), towers=towers
        ),
    )


def table(view: View) -> tuple[Text, ...]:
    return (
        *alt(view),
        *open_rules(view),
        *_hidden_rules(view),
        *rows(view),
        *(_deck(NUMERALS[i], *deck) for i, deck in enumerate(view.decks)),
        *(_hand(view, seat) for seat in range(2) if view.phase != "over"),
        Text("Sacrificed: {cards}.", cards=tuple(map(name, view.spent)) or Text("nothing", ctx="sacrificed")),
    )


def _hidden_rules(view: View) -> tuple[Text, ...]:
    """Say who may know which of the secret rules; at the end, what they are (U6)."""
    lines = [_hidden_rule(view)]
    for seat, side in enumerate(view.sides):
        words = {"who": Who(seat), "rival": Who(1 - seat)}
        if view.phase == "over":
            lines.append(Text("Secret rule of {who}: {rule}", who=Who(seat), rule=standing(side.rule, view)))
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
        return Text("Hidden rule: {rule}", rule=standing(view.hidden, view))
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
        return Text("Hand of {who}: {cards}.", who=who, cards=cards or Text("empty", ctx="a hand"))
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


def open_rules(view: View) -> tuple[Text, ...]:
    return tuple(
        Text("Rule {number}: {rule}", number=number, rule=standing(rule, view))
        for number, rule in enumerate(view.open, 1)
    )


def standing(rule: str, view: View) -> Text:
    """Name a rule with what it is worth and what it gives now; at the end, what it gave."""
    points = total((rule,), view.tableaux)
    words = {"rule": RULES[rule].name, "lion": Who(0), "dove": Who(1), "l": points[0], "d": points[1]}
    if view.phase == "over":
        return Text("{rule} – {lion} {l}, {dove} {d}.", **words)
    if RULES[rule].contest:
        return Text("{rule} – 3 points (now {lion} {l}, {dove} {d}).", **words)
    return Text("{rule} – 1 point a section (now {lion} {l}, {dove} {d}).", **words)
