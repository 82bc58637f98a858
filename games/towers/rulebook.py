"""The pictures of the rules, and what each stone and each noble does."""

from games.core import Text, Texts
from games.rulebook import Entry, Figure, group, in_rows, side_by_side
from games.towers import picture_tower, pieces
from games.towers.cards import COPIES, NOBLES, RANKS, STONE_BACK, Card
from games.towers.names import ITEMS
from games.towers.picture_tower import CROWN_EAVES, CROWN_HEIGHT
from rendering import heraldry, theme
from rendering.layout import in_a_column
from rendering.scene import Glyph, Item, Placed, Scene, Sprite

FACE = (120, 160)  # a card in a figure
STORY = (104, 46)  # a story of a tower

DONAZIONI: dict[Card, Text] = {
    "5": Text(
        "Guard: a 5 in your hand turns away a Trade or a Conspiracy that is aimed at you. "
        "It goes face down under the deck."
    ),
    "6": Text("Contract: plain towers of 6 never fall to a Conspiracy."),
    "7": Text("Blessing: plain towers of 7 bring 2 more points a story at the end."),
    "8": Text("Income: when you build a plain tower of 8, draw as many cards as you built with."),
    "9": Text(
        "Trade: when you build a plain tower of 9, take as many cards as you built with from your rival's "
        "hand, blindly, and give back one fewer, of your choice."
    ),
    "10": Text(
        "Conspiracy: when you build a plain tower of 10, the highest other unfinished tower that is no "
        "higher than the new one falls, yours or your rival's. Plain 6s never fall; of equally high towers "
        "the builder chooses one."
    ),
}
EFFECTS: dict[Card, Text] = {
    "pietra": Text(
        "A fine stone: it stands for any rank when you build or extend, and you may show it as a Guard. "
        "A tower needs one real card."
    ),
    "via": Text("Your turn: draw from the two decks until your hand is full."),
    "monumento": Text("Your turn: 7 points at the end."),
    "giostra": Text(
        "An answer, no turn: cancel a noble that your rival has just played. It leaves the game and does "
        "not count as used."
    ),
    "cappella": Text("Your turn: 5 points at the end for each of your towers with five or more stories."),
    "palazzo": Text(
        "Your turn: put two other cards under their decks. From now on your rival may not build higher "
        "than your highest tower; three stories are always allowed. It is too late once your rival's highest "
        "tower is higher than yours."
    ),
    "mura": Text("Your turn: from now on your hand may hold nine cards."),
}
LEVEL = Text("You may use a noble while you have used no more of them than your rival.")


# --- what each card means --------------------------------------------------------------------------


def glossary() -> tuple[Entry, ...]:
    """Return the six stones and the seven nobles."""
    stones = (Entry(KEYS[card], ITEMS[card], (DONAZIONI[card], _copies(card)), _lone(card)) for card in RANKS)
    nobles = (Entry(card, ITEMS[card], (EFFECTS[card], LEVEL, _copies(card)), _lone(card)) for card in NOBLES)
    return (*stones, *nobles)


KEYS = dict(zip(RANKS, ("guard", "contract", "blessing", "income", "trade", "conspiracy"), strict=True))


def _copies(card: Card) -> Text:
    if card in RANKS:
        return Texts("There is {n} stone of this rank.", "There are {n} stones of this rank.", n=int(card))
    return Texts("There is one such noble.", "There are {n} such nobles.", n=COPIES[card])


def _lone(card: Card) -> Scene:
    return side_by_side([pieces.face(card, 180, 240)])


# --- the pictures of the rules ---------------------------------------------------------------------


def figures() -> dict[str, Figure]:
    """Return a picture for each page that has one."""
    return {
        "families": Figure(
            side_by_side([tower("8888", True), pieces.highest(90), tower("789"), tower("10 10 10")], 40),
            (
                Text("A complete tower of four 8s under a roof, beside it the golden Highest Marker."),
                Text("Then a colourful tower of 7, 8 and 9, and a plain one of three 10s."),
            ),
        ),
        "market": Figure(
            side_by_side([pieces.reverse(STONE_BACK, *FACE), *map(_face, ("6", "8", "8", "10"))]),
            (Text("The deck, face down, and beside it a market of four open cards: 6, 8, 8 and 10."),),
        ),
        "kinds": Figure(
            side_by_side([tower("888"), _grown("888", "8"), tower("8 9 10"), _grown("8 9 10", "7")], 40),
            (
                Text("A plain tower of three 8s, and how it grows: another 8 on top."),
                Text("A colourful tower with 8, 9 and 10 from top to bottom; a 7 comes on top of it."),
            ),
        ),
        "donazioni": Figure(
            in_rows([[_face(card) for card in RANKS[:3]], [_face(card) for card in RANKS[3:]]]),
            (Text("The six stones with their signs: {stones}.", stones=tuple(ITEMS[c] for c in RANKS)),),
        ),
        "score": Figure(
            in_rows([_skyline(0, LION), _skyline(1, DOVE)], 34),
            (
                Text("Lion: complete 9-9-9 and 7-8-9-10, unfinished 5-6-7, and the Highest Marker."),
                Text("Dove: complete 7-7-7, unfinished 9-9-9 and 6-6-6."),
            ),
        ),
        "nobles": Figure(
            in_rows([[_face(card) for card in NOBLES[:4]], [_face(card) for card in NOBLES[4:]]]),
            (Text("The nobles with their signs: {nobles}.", nobles=tuple(ITEMS[c] for c in NOBLES)),),
        ),
    }


# The example of the rules: each tower from top to bottom, and whether it is complete.
LION = (("9 9 9", True), ("7 8 9 10", True), ("5 6 7", False))
DOVE = (("7 7 7", True), ("9 9 9", False), ("6 6 6", False))


def _face(card: Card) -> Sprite:
    return pieces.face(card, *FACE)


def _cards(stories: str) -> list[Card]:
    """Read the stories of a tower from top to bottom: "888", or "9 10" with spaces."""
    return stories.split() if " " in stories else list(stories)


def tower(stories: str, complete: bool = False) -> Sprite:
    """Return a tower as the table shows it."""
    w, h = STORY
    cards = _cards(stories)
    walls = in_a_column(
        (picture_tower.story(int(card), card, w, h) for card in cards), CROWN_EAVES, CROWN_HEIGHT
    )
    roof: list[Item] = [Placed(0, 0, picture_tower.crown(w))] if complete else []
    return group(w + 2 * CROWN_EAVES, CROWN_HEIGHT + h * len(cards), (*walls, *roof))


def _grown(stories: str, added: Card) -> Sprite:
    """Return a card above a tower, on its way down."""
    (w, h), old = STORY, tower(stories)
    card, plus = picture_tower.story(int(added), added, w, h), Glyph(old.w / 2, h * 1.6, "+", 46, theme.INK)
    return group(old.w, old.h + 2 * h, (Placed(CROWN_EAVES, 0, card), plus, Placed(0, 2 * h, old)))


def _skyline(seat: int, towers: tuple[tuple[str, bool], ...]) -> list[Sprite]:
    marker = [pieces.highest(80)] if seat == 0 else []
    return [heraldry.shield(seat, 80), *(tower(*each) for each in towers), *marker]
