"""What comes of the moves of Túir, as the sentences of its labels should say it."""

from games.core import knows
from games.tuir.cards import RULES, SECTIONS
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
    """A section by its windows: it is in the own hand, on a deck or in a row of towers."""
    near = [held.card for held in asked.state.players[asked.seat].hand if held]
    near += [card for player in asked.state.players for tower in player.tableau for card in tower]
    near += [deck[0].card for deck in asked.state.decks if deck]
    return {"n": args["n"] if args["n"] in {SECTIONS[card].windows for card in near} else near}


def level(asked: Asked, args: Args) -> Args:
    """A section by its tower and its level, in the row of who is named or in the mover's own."""
    row = asked.state.players[args["who"].seat if "who" in args else asked.seat].towers
    lying = dict(enumerate({tower.letter: tower.sections for tower in row}[args["tower"]], 1))
    if args["level"] not in lying:
        return {"level": sorted(lying)}
    name = SECTIONS[lying[args["level"]]].name
    moved = {SECTIONS[card].name for move in asked.below or [asked.move] for card in move.split(":")[2:4]
             if card in SECTIONS}  # fmt: skip
    return {"level": args["level"]} | fact(args["card"] == name and name in moved)


def second(asked: Asked, args: Args) -> Args:
    """The game that begins is the second, and the points of the first are kept."""
    return {"says": (1 + len(asked.after.match.games),)}


def so_far(asked: Asked, args: Args) -> Args:
    lion, dove = asked.after.match.points
    return {"l": lion, "d": dove}


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


def paid(asked: Asked, args: Args) -> Args:
    """By how many points the move changes what the rules give that its player knew before it."""
    rules = known(asked.state, asked.seat)
    before, after = (scored(rules, state) for state in (asked.state, asked.after))
    side = args["who"].seat if "who" in args else asked.seat
    return {"n": abs(after[side] - before[side])}


def gaining(asked: Asked, args: Args) -> Args:
    return paid(asked, args) | fact(_more(asked, known(asked.state, asked.seat), args) > 0)


def losing(asked: Asked, args: Args) -> Args:
    return paid(asked, args) | fact(_more(asked, known(asked.state, asked.seat), args) < 0)


def _more(asked: Asked, rules: list[str], args: Args) -> int:
    side = args["who"].seat if "who" in args else asked.seat
    return scored(rules, asked.after)[side] - scored(rules, asked.state)[side]


def at_once(asked: Asked, args: Args) -> Args:
    return {"n": sum(_more(asked, [rule], {}) > 0 for rule in known(asked.state, asked.seat))}


def contest(sign: int) -> Check:
    """A rule that the player knew gives more, or less, than before."""

    def check(asked: Asked, args: Args) -> Args:
        rules = [rule for rule in known(asked.state, asked.seat) if RULES[rule].name == args["rule"]]
        return fact(rules and sign * _more(asked, rules, {}) > 0)

    return check


def rule_name(*numbers: int) -> Check:
    """The name of a rule that the player knew; its number of windows is that of the card."""

    def check(asked: Asked, args: Args) -> Args:
        names = [RULES[rule].name.id for rule in known(asked.state, asked.seat)]
        return {"says": numbers} if NUMBERED[numbers[0]] & {*names} else {"says": ()}

    return check


NUMBERED = {n: {f"Most sections with {n} windows"} for n in (2, 3, 4)} | {
    1: {"Most sections with 1 window", "Most windows in one tower", "Fewest windows in one tower"}
}


def learnt(asked: Asked) -> set[str]:
    """Return the rule that is looked at, if its player did not know it."""
    state = asked.state
    rule = state.hidden if asked.args[0] == "hidden" else state.players[1 - asked.seat].rule
    return {rule.card} - {*known(state, asked.seat)}


def built_now(asked: Asked, args: Args) -> Args:
    """What the section brings at its best place, if it is built at once."""
    rules, card = known(asked.state, asked.seat), asked.state.decks[int(asked.args[0]) - 1][0].card
    rows = [player.tableau for player in asked.state.players]
    own, found = rows[asked.seat], []
    for new in (
        ((card,), *own),
        (*own, (card,)),
        *((*own[:n], (*t, card), *own[n + 1 :]) for n, t in enumerate(own)),
    ):
        rows[asked.seat] = new
        found.append(sum(second_opinion(rule, rows)[asked.seat] for rule in rules))
    return {"n": max(found) - scored(rules, asked.state)[asked.seat]}


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
    "{who} {tower}{level}: {card}": level,
    "{slot}: swap any two sections": two_swapped,
    "Ready for the second game?": second,
    "Begin the second game": second,
    "So far {lion} {l}, {dove} {d}": so_far,
    "The last card of its deck":
        lambda asked, args: fact(not asked.after.decks[int(asked.args[0]) - 1]),
    # reasons
    "brings {n} point": gaining,
    "costs you {n} point": losing,
    "gives {who} {n} point": gaining,
    "takes {n} point from {who}": losing,
    "would bring {n} point if built now": built_now,
    "pays by {n} rule together": at_once,
    "tells you nothing new": lambda asked, args: {"says": (len(learnt(asked)),)},
    "shows a rule that counts for both":
        lambda asked, args: {"says": (len(asked.state.players) if learnt(asked) else 0,)},
    "wins a contest ({rule})": contest(1),
    "loses a contest ({rule})": contest(-1),
    **{name: rule_name(n) for n, names in NUMBERED.items() for name in names},
    "Its deck then shows a new card": lambda asked, args: fact(asked.after.decks[int(asked.args[0]) - 1]),
}  # fmt: skip
