"""How a move reads, and where it stands in the menus."""

from games.core import Label, Move, Seat, Text, Who
from games.tuir.cards import SECTIONS
from games.tuir.names import NUMERALS, SLOTS
from games.tuir.scoring import total
from games.tuir.skyline import ENDS, LEFT, Skyline, lifted, put, stands_in, swapped, tableau_of
from games.tuir.view import View

SACRIFICE = Text("Sacrifice", ctx="menu")  # Note: give up a section for one of five things


def name(card: str) -> Text:
    return SECTIONS[card].name


def label(view: View, move: Move) -> Label:
    """Say what a move means to the one who may make it."""
    match move.split(":"):
        case ["take", number]:
            return _take(view, int(number) - 1)
        case ["build", card, where]:
            return _build(view, card, where)
        case ["look", "hidden", card]:
            words = Text("{slot}: look at the hidden rule", slot=slot(view, card))
            return _sacrifice(words, card, known=bool(view.hidden))
        case ["look", "rival", card]:
            rival = Who(1 - view.seat)
            words = Text("{slot}: look at the rule of {rival}", slot=slot(view, card), rival=rival)
            return _sacrifice(words, card, known=bool(view.sides[1 - view.seat].rule))
        case ["rule", card]:
            return _new_rule(view, card)
        case ["swap", card, one, other]:
            return _swap(view, card, one, other)
        case ["move", card, section, where]:
            return _move(view, card, section, where)
        case ["deal"]:
            sums = dict(zip("ld", view.sums, strict=True))
            return Label(SECOND, Text("So far {lion} {l}, {dove} {d}", lion=Who(0), dove=Who(1), **sums))
    raise ValueError(move)


SECOND = Text("Begin the second game")


def slot(view: View, card: str) -> str:
    """Return the letter of a hand card's place."""
    return SLOTS[view.sides[view.seat].hand.index(card)]


def _take(view: View, at: int) -> Label:
    card, left = view.decks[at]
    after = Text("The last card of its deck") if left == 1 else Text("Its deck then shows a new card")
    return Label(name(card), after, letter=NUMERALS[at])


def _build(view: View, card: str, where: str) -> Label:
    menu = Text("Build {slot}: {card}", slot=slot(view, card), card=name(card))
    towers = view.sides[view.seat].towers
    after = {view.seat: put(towers, card, where, "")}
    return Label(_place(towers, where), _outcome(view, after), (menu,))


def _place(towers: Skyline, where: str) -> Text:
    """Say where a section goes."""
    if not towers:
        return Text("Your first tower")
    if where in ENDS:
        return Text("New tower at the left") if where == LEFT else Text("New tower at the right")
    tower = next(tower for tower in towers if tower.letter == where)
    # Note: a section goes on tower A, above this one
    return Text("On {tower}: over {card}", tower=where, card=name(tower.sections[-1]))


def _outcome(view: View, after: dict[Seat, Skyline]) -> Text:
    """Say what the rules that the viewer knows would then give."""
    tableaux = list(view.tableaux)
    for seat, towers in after.items():
        tableaux[seat] = tableau_of(towers)
    points = total(view.known_rules, tableaux)
    rival = 1 - view.seat
    return Text(
        "Rules you know, then: you {mine}, {rival} {theirs}",
        mine=points[view.seat],
        theirs=points[rival],
        rival=Who(rival),
    )


def _sacrifice(words: Text, card: str, known: bool = False) -> Label:
    price = Text("Sacrifices {card}", card=name(card))  # Note: what the move costs; a section
    if known:  # U4: still on offer, to get rid of a section
        price = Text("You know it already. Sacrifices {card}", card=name(card))
    return Label(words, price, (SACRIFICE,))


def _new_rule(view: View, card: str) -> Label:
    """Say what the rule that would go gives now: the new one is drawn unseen."""
    words = Text("{slot}: swap your rule for a new one", slot=slot(view, card))
    me, rival = view.seat, 1 - view.seat
    points = total((view.sides[me].rule,), view.tableaux)
    facts = {"mine": points[me], "rival": Who(rival), "theirs": points[rival], "card": name(card)}
    detail = Text("Yours now gives you {mine}, {rival} {theirs}. Sacrifices {card}", **facts)
    return Label(words, detail, (SACRIFICE,))


def _swap(view: View, card: str, one: str, other: str) -> Label:
    menu = Text("{slot}: swap two of your sections", slot=slot(view, card))
    if view.both:
        menu = Text("{slot}: swap any two sections", slot=slot(view, card))
    items = (_section(view, one), _section(view, other))
    words = Text("Swap {one} and {other}", one=items[0], other=items[1])
    rows = {seat: swapped(side.towers, one, other) for seat, side in enumerate(view.sides)}
    return Label(words, _outcome(view, rows), (SACRIFICE, menu), picks=items)


def owner(view: View, section: str) -> Seat:
    """Return in whose row a section stands."""
    return next(seat for seat in range(2) if stands_in(view.sides[seat].towers, section))


def _section(view: View, section: str) -> Text:
    """Name a section by its tower and its level, as in the picture."""
    seat = owner(view, section)
    tower = next(tower for tower in view.sides[seat].towers if section in tower.sections)
    level = tower.sections.index(section) + 1
    told = {"tower": tower.letter, "level": level, "card": name(section)}
    if seat != view.seat:
        # Note: a section of somebody's by tower and level: Dove A2
        return Text("{who} {tower}{level}: {card}", who=Who(seat), **told)
    # Note: a section by tower and level: A2
    return Text("{tower}{level}: {card}", **told)


def _move(view: View, card: str, section: str, where: str) -> Label:
    seat = owner(view, section)
    towers = view.sides[seat].towers
    menu = Text("{slot}: move the top of a tower", slot=slot(view, card))
    after = {seat: put(lifted(towers, section), section, where, "")}
    path = (SACRIFICE, menu, _section(view, section))
    return Label(_place(towers, where), _outcome(view, after), path)
