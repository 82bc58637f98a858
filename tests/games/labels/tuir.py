"""What comes of the moves of Túir, as the sentences of its labels should say it."""

from games.core import knows
from games.tuir.cards import SECTIONS
from games.tuir.state import State
from tests.games.labels.truth import Args, Asked, Check, fact
from tests.games.tuir_referee import second_opinion


def known(state: State, seat: int) -> list[str]:
    """Return the rules in play that a player knows."""
    secret = [state.hidden, *(player.rule for player in state.players)]
    return [*state.open, *(held.card for held in secret if knows(held.seen, seat))]


def scored(rules: list[str], state: State) -> list[int]:
    tableaux = [player.tableau for player in state.players]
    return [sum(points) for points in zip(*(second_opinion(rule, tableaux) for rule in rules), strict=True)]


def then(asked: Asked, args: Args) -> Args:
    """What the rules that the mover knows give after the move."""
    points = scored(known(asked.state, asked.seat), asked.after)
    return {"mine": points[asked.seat], "theirs": points[1 - asked.seat]}


def old_rule(asked: Asked, args: Args) -> Args:
    """What the own rule gives that goes."""
    points = scored([asked.state.players[asked.seat].rule.card], asked.state)
    return {"mine": points[asked.seat], "theirs": points[1 - asked.seat]}


def section(asked: Asked, args: Args) -> Args:
    """A section by its windows: it is in the hand, on a deck or on the mover's table."""
    me = asked.state.players[asked.seat]
    near = [held.card for held in me.hand if held] + [card for tower in me.tableau for card in tower]
    near += [deck[0].card for deck in asked.state.decks if deck]
    return {"n": args["n"] if args["n"] in {SECTIONS[card].windows for card in near} else near}


def level(asked: Asked, args: Args) -> Args:
    """A section by its tower and its level."""
    towers = {tower.letter: tower.sections for tower in asked.state.players[asked.seat].towers}
    lying = dict(enumerate(towers[args["tower"]], 1))
    if args["level"] not in lying:
        return {"level": sorted(lying)}
    name = SECTIONS[lying[args["level"]]].name
    moved = {SECTIONS[card].name for move in asked.below or [asked.move] for card in move.split(":")[2:4]
             if card in SECTIONS}  # fmt: skip
    return {"level": args["level"]} | fact(args["card"] == name and name in moved)


def first_tower(asked: Asked, args: Args) -> Args:
    return {"says": (len(asked.after.players[asked.seat].towers),)}


def one_new_rule(asked: Asked, args: Args) -> Args:
    """The own rule goes, and one that was in nobody's hands comes."""
    old, new = (state.players[asked.seat].rule.card for state in (asked.state, asked.after))
    return {"says": (int(old != new and new not in known(asked.state, asked.seat)),)}


def two_swapped(asked: Asked, args: Args) -> Args:
    """Every move of the menu lets two sections change places."""
    return {"says": tuple({len(move.split(":")[2:]) for move in asked.below})}


def action(asked: Asked, args: Args) -> Args:
    """Every answer uses up one section of the hand."""
    held = [sum(map(bool, s.players[asked.seat].hand)) for s in (asked.state, asked.after)]
    return {"says": (held[0] - held[1],)}


LIKED = r"build|look|swap|rule"
CHECKS: dict[str, Check] = {
    "Build a section, or sacrifice one": action,
    "{slot}: swap your rule for a new one": one_new_rule,
    "{slot}: swap two of your sections": two_swapped,
    **{f"{stone} {{n}} {windows}": section
       for stone in ("red brick", "yellow sandstone", "blue granite", "green limestone")
       for windows in ("sharp", "flat", "round", "square")},
    "Your first tower": first_tower,
    "Rules you know, then: you {mine}, {rival} {theirs}": then,
    "Yours now gives you {mine}, {rival} {theirs}. Sacrifices {card}": old_rule,
    "{tower}{level}: {card}": level,
    "The last card of its deck":
        lambda asked, args: fact(not asked.after.decks[int(asked.args[0]) - 1]),
    "Its deck then shows a new card": lambda asked, args: fact(asked.after.decks[int(asked.args[0]) - 1]),
}  # fmt: skip
