"""The pictures of the rules, what each section and rule card means, and pages with all rule cards."""

from collections.abc import Sequence

from games.core import Text
from games.data_tables import statuses
from games.rulebook import Entry, Figure, Leaf, group, in_rows, side_by_side, sign
from games.tuir.cards import FOLDER, RULES, SECTION_COLUMNS, SECTIONS, Rule, Section
from games.tuir.picture_rules import H, W, rule_back, rule_card
from games.tuir.pieces import block, height, section
from games.tuir.scoring import trait
from rendering import heraldry, theme
from rendering.layout import centred
from rendering.marks import halo, letter
from rendering.scene import Disc, Glyph, Item, Line, Placed, Scene, Sprite

CARD_GAP = 26  # room for the numbers between the cards
SECTION_WIDTH = 104  # a section in a figure
SECTION_HEIGHT = height(SECTION_WIDTH)

Storey = tuple[str, str, int]  # stone, window type, number of windows
Row = tuple[tuple[Storey, ...], ...]  # towers from the left, storeys from the ground up

ALONE = Text("3 points for the one who has it alone; a tie gives nothing.")
EACH = Text("1 point for each section in a group; several groups add up.")

# --- what each card means --------------------------------------------------------------------------

NONE = Text("Having none of a thing is never the most; who has built nothing claims nothing.")
BEST_TOWER = Text("Each of you competes with the tower that suits the rule best.")
HOW = {  # how a group must lie, by kind and scope
    ("matching", "tower"): Text("Anywhere in one tower: they need not touch. Every tower counts."),
    ("different", "tower"): Text(
        "As many points as the tower has different values, once for each tower. Every tower counts."
    ),
    ("matching", "horizontal"): Text("At one level in neighbouring towers, in an unbroken run."),
    ("different", "horizontal"): Text(
        "At one level in neighbouring towers, in unbroken runs without a value that comes twice. "
        "The best division is taken for you."
    ),
    ("matching", "diagonal"): Text("Corner to corner in a straight line; both directions count."),
}
BARE = Text("No windows and no window type: it is a stone of its own, and its number of windows is 0.")
COUNTED = Text("Rules about groups and about windows overall or in one tower may count it too.")
STATUS = statuses(FOLDER / "towers.csv", SECTION_COLUMNS)
OURS = Text(
    "This section is our reconstruction: the draft prints only four of the sixteen with windows. "
    "Whoever runs this bot can put in another ({file}).",
    file="`games/tuir/towers.csv`",
)
FOUR = Text("One of 16: each stone, each window type and each number of windows comes four times.")


def glossary() -> tuple[Entry, ...]:
    """Return the 18 sections and all rule cards."""
    sections = (Entry(s.id.lower(), s.name, _about(s), _lone(s)) for s in SECTIONS.values())
    rules = (Entry(r.id.lower(), r.name, _worth(r), side_by_side([rule_card(r.id)])) for r in RULES.values())
    return (*sections, *rules)


def _about(section: Section) -> tuple[Text, ...]:
    """Say what a section is, and which rule cards count just such sections."""
    traits = {f"{feature}:{trait(feature, section)}" for feature in ("colour", "type", "count")}
    counting = tuple(rule.name for rule in RULES.values() if rule.feature in traits)
    what = BARE if section.type == "none" else FOUR
    source = (OURS,) if "reconstruction" in STATUS[section.id] else ()
    return (
        (what, Text("Rules about the most that count it: {rules}.", rules=counting), COUNTED, *source)
        if counting
        else (what,)
    )


def _worth(rule: Rule) -> tuple[Text, ...]:
    if not rule.contest:
        return (EACH, HOW[rule.kind, rule.scope])
    return (ALONE, BEST_TOWER, NONE) if rule.scope == "tower" else (ALONE, NONE)


def _lone(card: Section) -> Scene:
    return side_by_side([section(card.id, 220, height(220))])


# --- the pictures of the rules ---------------------------------------------------------------------

RED, YELLOW, BLUE, GREEN = "red_brick", "yellow_sandstone", "blue_granite", "green_limestone"
MARBLE: Storey = ("white_marble", "none", 0)
OBSIDIAN: Storey = ("black_obsidian", "none", 0)

# The examples of the rules. Towers with 5, 3 and 7 windows, against a lone obsidian.
FIVE_THREE_SEVEN: Row = (
    ((YELLOW, "sharp", 1), (BLUE, "flat", 4)),
    ((RED, "square", 3),),
    ((GREEN, "flat", 3), (RED, "sharp", 4)),
)
LONE: Row = ((OBSIDIAN,),)
# Three of red brick in one tower; then runs at one level; then a diagonal.
IN_A_TOWER: Row = (((RED, "flat", 1), (BLUE, "sharp", 3), (RED, "square", 3), (RED, "round", 2)),)
SIDE_BY_SIDE: Row = (
    ((GREEN, "flat", 3), (RED, "sharp", 4)),
    ((YELLOW, "flat", 2),),
    ((BLUE, "flat", 4), (GREEN, "round", 4)),
    (OBSIDIAN,),
)
DIAGONAL: Row = (
    ((YELLOW, "square", 4),),
    ((RED, "sharp", 4), (YELLOW, "flat", 2)),
    ((BLUE, "round", 1), (GREEN, "sharp", 2), (YELLOW, "sharp", 1)),
)


def figures() -> dict[str, Figure]:
    """Return a picture for each page that has one."""
    return {"wishes": _wishes(), "building": _building(), "sacrifice": _sacrifice(), "sections": _sections(),
            "least": _least(), "tower": _in_a_tower(), "level": _side_by_side(), "diagonal": _diagonal(),
            }  # fmt: skip


def _standing(row: Row, ringed: Sequence[tuple[int, int]] = ()) -> Sprite:
    """Return a row of towers on the ground; some sections (tower, level) in a ring."""
    tall = max(map(len, row)) * SECTION_HEIGHT + 8
    items, rings = list[Item](), list[Item]()
    for n, tower in enumerate(row):
        for level, storey in enumerate(tower):
            x, y = 8 + n * SECTION_WIDTH, tall - (level + 1) * SECTION_HEIGHT
            items.append(Placed(x, y, block(*storey, SECTION_WIDTH, SECTION_HEIGHT)))
            rings += (
                halo(x + 5, y + 5, SECTION_WIDTH - 10, SECTION_HEIGHT - 10) if (n, level) in ringed else ()
            )
    w = len(row) * SECTION_WIDTH + 16
    return group(w, tall + 6, (*items, Line(((0, tall), (w, tall)), theme.SOFT, 5), *rings))


def _wishes() -> Figure:
    """Show three open rules, whichever the table has, and three backs."""
    cards = [rule_card(rule) for rule in list(RULES)[:12:4]]
    names = tuple(RULES[rule].name for rule in list(RULES)[:12:4])
    return Figure(
        in_rows([cards, [rule_back()] * 3]),
        (
            Text("Above, three open rule cards: {rules}.", rules=names),
            Text("Below, three that lie face down: one secret rule for each of you, and the hidden one."),
        ),
    )


def _sections() -> Figure:
    storeys: list[list[Storey]] = [
        [(RED, "flat", 1), (YELLOW, "square", 4), (BLUE, "sharp", 3)],
        [(GREEN, "round", 4), MARBLE, OBSIDIAN],
    ]
    wide = 150
    return Figure(
        in_rows([[block(*storey, wide, height(wide)) for storey in row] for row in storeys]),
        (
            Text("Red brick with one flat window, and yellow sandstone with four square ones."),
            Text("Blue granite with three sharp ones, and green limestone with four round ones."),
            Text("White marble with veins and black obsidian with splinters, both without windows."),
        ),
    )


def _building() -> Figure:
    row = _standing((((RED, "flat", 1), (BLUE, "sharp", 3)), ((GREEN, "round", 4),)))
    plus = [centred(letter("+"), x, y) for x, y in ((30, row.h + 2), (350, row.h + 2), (138, 22), (242, 86))]
    towers = Placed(82, 44, row)
    return Figure(
        side_by_side([group(380, row.h + 50, (towers, *plus))]),
        (
            Text("Two towers side by side, one of two sections and one of one."),
            Text("A plus marks each place for the next section: on top of either, or at either end."),
        ),
    )


def _sacrifice() -> Figure:
    arrow = sign("→", 50, H)
    given = group(
        SECTION_WIDTH,
        H,
        (Placed(0, (H - SECTION_HEIGHT) / 2, block(RED, "round", 2, SECTION_WIDTH, SECTION_HEIGHT)),),
    )
    return Figure(
        side_by_side([given, arrow, rule_back()]),
        (Text("A section is given up for a look at a rule card that lies face down."),),
    )


def _least() -> Figure:
    lion, dove = (heraldry.shield(seat, 64) for seat in range(2))
    return Figure(
        side_by_side([lion, _standing(FIVE_THREE_SEVEN), dove, _standing(LONE)]),
        (
            Text("Lion has three towers with 5, 3 and 7 windows."),
            Text("Dove has one tower: a section of obsidian, without windows."),
        ),
    )


def _in_a_tower() -> Figure:
    return Figure(
        side_by_side([_standing(IN_A_TOWER, ((0, 0), (0, 2), (0, 3)))]),
        (Text("A tower of four: red brick, blue granite, and two of red brick. The red ones have rings."),),
    )


def _side_by_side() -> Figure:
    return Figure(
        side_by_side([_standing(SIDE_BY_SIDE, ((0, 0), (1, 0), (2, 0)))]),
        (
            Text("Four towers. On the ground three sections with flat windows stand side by side, in rings."),
            Text("The fourth is obsidian. On the level above, a gap lies between two sections."),
        ),
    )


def _diagonal() -> Figure:
    return Figure(
        side_by_side([_standing(DIAGONAL, ((0, 0), (1, 1), (2, 2)))]),
        (Text("Three towers that rise like stairs; three yellow sections in rings touch corner to corner."),),
    )


# --- all rule cards --------------------------------------------------------------------------------


def appendix() -> tuple[Leaf, ...]:
    """Return the rule cards, numbered through: the contests, then the groups of sections."""
    contests = [rule for rule in RULES.values() if rule.contest]
    groups = [rule for rule in RULES.values() if not rule.contest]
    return (_contests(contests), _groups(groups, len(contests) + 1))


def _contests(rules: list[Rule]) -> Leaf:
    title = Text("Rule cards {first} to {last}: most and least", first=1, last=len(rules))
    return Leaf(title, (ALONE, *_lines(rules, 1)), _sheet(rules, 1, 4))


def _groups(rules: list[Rule], first: int) -> Leaf:
    title = Text("Rule cards {first} to {last}: groups", first=first, last=first + len(rules) - 1)
    diagonal = tuple(str(n) for n, rule in enumerate(rules, first) if rule.scope == "diagonal")
    short = (Text("A game with 32 rule cards leaves out {numbers}.", numbers=diagonal),) if diagonal else ()
    return Leaf(title, (EACH, *_lines(rules, first), *short), _sheet(rules, first, 3))


def _sheet(rules: list[Rule], first: int, columns: int) -> Figure:
    alt = Text("The rule cards {first} to {last} as pictograms.", first=first, last=first + len(rules) - 1)
    return Figure(contact_sheet(rules, first, columns), (alt,))


def _lines(rules: list[Rule], first: int) -> tuple[Text, ...]:
    return tuple(Text("{number}: {rule}", number=n, rule=rule.name) for n, rule in enumerate(rules, first))


def contact_sheet(rules: Sequence[Rule], first: int, columns: int) -> Scene:
    """Lay out cards row by row, each with its number; few columns, so that a phone shows them large."""
    items = list[Item]()
    for n, rule in enumerate(rules):
        x, y = CARD_GAP + n % columns * (W + CARD_GAP), CARD_GAP + n // columns * (H + CARD_GAP)
        items += (Placed(x, y, rule_card(rule.id)), *_number(first + n, x + 6, y + 4))
    rows = -(-len(rules) // columns)
    return Scene(
        CARD_GAP + columns * (W + CARD_GAP), CARD_GAP + rows * (H + CARD_GAP), theme.GROUND, tuple(items)
    )


def _number(n: int, x: float, y: float) -> tuple[Item, ...]:
    return (Disc(x, y, 22, theme.PAPER, theme.INK, 2), Glyph(x, y, str(n), 30, theme.INK))
