"""How a move reads, and where it stands in the menus."""

from games.core import Label, Move, Text, Who
from games.tuir.cards import SECTIONS
from games.tuir.names import NUMERALS, SLOTS
from games.tuir.scoring import total
from games.tuir.skyline import ENDS, LEFT, Skyline, lifted, put, swapped
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
    raise ValueError(move)


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
    return Label(_place(towers, where), _outcome(view, put(towers, card, where, "")), (menu,))


def _place(towers: Skyline, where: str) -> Text:
    """Say where a section goes."""
    if not towers:
        return Text("Your first tower")
    if where in ENDS:
        return Text("New tower at the left") if where == LEFT else Text("New tower at the right")
    tower = next(tower for tower in towers if tower.letter == where)
    # Note: a section goes on tower A, above this one
    return Text("On {tower}: over {card}", tower=where, card=name(tower.sections[-1]))


def _outcome(view: View, towers: Skyline) -> Text:
    """Say what the rules that the viewer knows would then give."""
    tableaux = list(view.tableaux)
    tableaux[view.seat] = tuple(tower.sections for tower in towers)
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
    towers = view.sides[view.seat].towers
    menu = Text("{slot}: swap two of your sections", slot=slot(view, card))
    items = (_section(towers, one), _section(towers, other))
    words = Text("Swap {one} and {other}", one=items[0], other=items[1])
    outcome = _outcome(view, swapped(towers, one, other))
    return Label(words, outcome, (SACRIFICE, menu), picks=items)


def _section(towers: Skyline, section: str) -> Text:
    """Name a section by its tower and its level, as in the picture."""
    tower = next(tower for tower in towers if section in tower.sections)
    level = tower.sections.index(section) + 1
    # Note: a section by tower and level: A2
    return Text("{tower}{level}: {card}", tower=tower.letter, level=level, card=name(section))


def _move(view: View, card: str, section: str, where: str) -> Label:
    towers = view.sides[view.seat].towers
    menu = Text("{slot}: move the top of a tower", slot=slot(view, card))
    after = put(lifted(towers, section), section, where, "")
    path = (SACRIFICE, menu, _section(towers, section))
    return Label(_place(towers, where), _outcome(view, after), path)
