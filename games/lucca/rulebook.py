"""The pictures of the rules, and what each card is."""

from games.core import Text, Texts
from games.data_tables import statuses
from games.lucca import pieces
from games.lucca.cards import CARDS, COLUMNS, FILE, Card
from games.lucca.names import card_face, card_name, faces
from games.lucca.picture_palace import BUILDS, built
from games.rulebook import Entry, Figure, group, in_rows, side_by_side, sign
from rendering import heraldry
from rendering.layout import centred, in_a_column
from rendering.marks import letter
from rendering.scene import Scene, Sprite

STRIP = (208, 54)  # a card in a figure
PALACE_HEIGHT = BUILDS[4].height


# --- what each card means --------------------------------------------------------------------------


def glossary() -> tuple[Entry, ...]:
    """Return every card once; the four bastions are all alike."""
    bastions = [card for card in CARDS.values() if card.bastion][:1]
    others = [card for card in CARDS.values() if not card.bastion]
    return tuple(
        Entry(
            card.id.lower() if not card.bastion else "bastion", card_name(card.id), _lines(card), _lone(card)
        )
        for card in (*[c for c in others if c.special], *bastions, *[c for c in others if not c.special])
    )


def _lines(card: Card) -> tuple[Text, ...]:
    if card.bastion:
        return (BASTION, BASTION_WORTH)
    windows = Texts("{n} window", "{n} windows", n=card.windows)
    shields = Texts("{n} shield", "{n} shields", n=card.shields)
    has = Text("It has {windows} and {shields}.", windows=windows, shields=shields)
    kind = (WILD,) if card.wild else ()
    use = (*([WINDOWS] if card.windows else []), *([SHIELDS] if card.shields else []))
    when = (*([FESTIVE] if card.special else []), *([LEAVES] if card.leaves else []))
    return (*kind, has, *use, *when, *_source(card))


def _source(card: Card) -> tuple[Text, ...]:
    """Say what of a card is a reconstruction, as its row in the table has it."""
    status = STATUS[card.id]
    if "reconstruction" not in status:
        return ()
    return (OURS,) if status.startswith("reconstruction") else (SIGNS_OURS,)


BASTION = Text("Build it or discard it; it cannot be a wall. It has no colour, windows, shields or number.")
BASTION_WORTH = Text(
    "At the end it is worth 1 point for each palace you have opened, unless you have walls that your "
    "shields cannot carry."
)
WILD = Text(
    "It goes onto any of your palaces under construction and counts as its colour. It never starts a palace. "
    "You may also build it as a wall or discard it."
)
WINDOWS = Text("Its windows score when its palace is complete.")
SHIELDS = Text("While under construction, shields decide the order of play; two of them carry a city wall.")
OURS = Text(
    "Its windows, shields and number are our reconstruction: the rulesheet does not list them. "
    "Whoever runs this bot can put in the printed ones ({file}).",
    file="`games/lucca/deck.csv`",
)
SIGNS_OURS = Text(
    "Its number is printed, its windows and shields are our reconstruction. "
    "Whoever runs this bot can put in the printed ones ({file}).",
    file="`games/lucca/deck.csv`",
)
STATUS = statuses(FILE, COLUMNS)
FESTIVE = Text("It is only in the game with the Celebration.")
LEAVES = Text("With the Celebration it is not in the game.")


def _lone(card: Card) -> Scene:
    return side_by_side([pieces.card(card.id, 240, 110)])


# --- the pictures of the rules ---------------------------------------------------------------------


def figures() -> dict[str, Figure]:
    """Return a picture for each page that has one."""
    return {"areas": _areas(), "triplets": _triplets(), "uses": _uses(), "party": _party(), "walls": _walls(),
            "city": _city(), "wild": _wild()}  # fmt: skip


def _palace(
    colour: str, number: int, windows: int, shields: int, size: int, area: str = "building", need: int = 4
) -> Sprite:
    """Return a palace with so many windows and shields, spread over its floors; Lion's if it is opened."""
    signs = ("w" * windows + "s" * shields).ljust(3 * size)
    floors = [signs[n : n + 3] for n in range(0, 3 * size, 3)]
    faces = [Card("", False, colour, f.count("w"), f.count("s"), number, False, False, False) for f in floors]
    return built(colour, tuple(faces), need, area, 0)


def near(colour: str, number: int) -> int:
    """Return a number that a card of this colour has in the table, the nearest one: hosts may change it."""
    found = [card.number for card in CARDS.values() if card.colour == colour and not card.special]
    return min(found, key=lambda other: abs(other - number), default=number)


def _areas() -> Figure:
    first, last = near("red", 34), near("red", 71)
    building = _palace("red", first, 3, 6, 3)
    complete, opened = (_palace("red", last, 5, 7, 4, area) for area in ("complete", "opened"))
    arrow = sign("→", 52, PALACE_HEIGHT)
    return Figure(
        side_by_side([building, arrow, complete, arrow, opened]),
        (
            Text(
                "One palace, three times. First under construction: three of four cards, {number} on top.",
                number=str(first),
            ),
            Text(
                "Then complete under a roof, with {number}, that of its last card, 5 windows and 7 shields.",
                number=str(last),
            ),
            Text("At last opened, with a flag."),
        ),
    )


def _triplets() -> Figure:
    """Show four triplets; whichever cards the table has."""
    palaces = [card.id for card in CARDS.values() if card.colour and not card.special]
    laid = palaces[::7][:12]
    piles = [laid[n::4] for n in range(4)]
    told = [Text("{n}: {cards}.", n=n, cards=faces(pile)) for n, pile in enumerate(piles, 1)]
    two = [_triplet(n, pile) for n, pile in enumerate(piles, 1)]
    return Figure(in_rows([two[:2], two[2:]]), (Text("Four triplets of three cards each."), *told))


def _triplet(number: int, cards: list[str]) -> Sprite:
    w, h = STRIP
    strips = in_a_column((pieces.card(card, w, h) for card in cards), 52, 0, 3)
    return group(w + 52, 3 * h + 6, (centred(letter(str(number), 44, live=False), 22, 1.5 * h), *strips))


def _uses() -> Figure:
    """Show what may become of a card: whichever the table has first."""
    card = next(card for card in CARDS.values() if card.colour and not card.special)
    started = _palace(card.colour, card.number, card.windows, card.shields, 1)
    added = _palace(card.colour, card.number, card.windows + 2, card.shields + 4, 3)
    return Figure(
        in_rows([[pieces.card(card.id, 260, 64)], [started, added, pieces.wall(96), pieces.bastion(96)]], 30),
        (
            Text("Above, a card: {card}.", card=card_face(card.id)),
            Text(
                "Below, a palace it starts, one it is added to, and a wall; a bastion card becomes a bastion."
            ),
        ),
    )


def _party() -> Figure:
    host = _palace("green", near("green", 52), 6, 6, 4, "opened")
    three, one = _palace("green", near("green", 8), 4, 5, 3), _palace("green", near("green", 63), 2, 1, 1)
    done = _palace("green", near("green", 29), 7, 5, 4, "complete")
    guests = [three, sign("+", 48, PALACE_HEIGHT), one, sign("+", 48, PALACE_HEIGHT), done]
    points = [sign("3+1+2", 46), sign("=6", 46)]
    return Figure(
        in_rows([[heraldry.shield(0, 70), host], guests, points], 22),
        (
            Text("Lion's green palace has a flag: it is opened."),
            Text("The others have green palaces too: one with three cards, one with one card, one complete."),
            Text("That makes 3 + 1 + 2 = 6 points."),
        ),
    )


def _walls() -> Figure:
    walls, bastions = [pieces.wall(64)] * 3, [pieces.bastion(64)] * 2
    opened = [
        _palace(colour, near(colour, number), windows, 12 - windows, 4, "opened")
        for colour, number, windows in (("blue", 18, 6), ("yellow", 80, 5))
    ]
    return Figure(
        in_rows([[*walls, *bastions, sign("×", 50, PALACE_HEIGHT), *opened], [pieces.shield(52)] * 6], 16),
        (
            Text("Three walls and two bastions, times two opened palaces with flags."),
            Text("Below them six shields, which carry the three walls."),
        ),
    )


def _city() -> Figure:
    small = _palace("purple", near("purple", 41), 1, 2, 1, need=5)
    large = _palace("orange", near("orange", 77), 4, 5, 3, need=5)
    return Figure(
        side_by_side([pieces.city(96), small, large, pieces.bastion(80)], 26),
        (Text("The coat of arms of Lucca, two palaces under construction, and a bastion."),),
    )


def _wild() -> Figure:
    special = [card.id for card in CARDS.values() if card.special]
    strips = [pieces.card(card, 300, 70) for card in special]
    return Figure(
        in_rows([strips[n : n + 2] for n in range(0, len(strips), 2)]),
        (Text("The special cards: {cards}. The wild ones show five dots.", cards=faces(special)),),
    )
