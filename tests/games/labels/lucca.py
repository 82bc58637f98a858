"""What comes of the moves of Lucca, as the sentences of its labels should say it."""

from typing import Any

from games.lucca import apply, decisions
from games.lucca.cards import CARDS, CardId
from games.lucca.names import card_face
from games.lucca.quarter import Quarter
from games.lucca.state import CITY, Choosing, State
from tests.games.labels.truth import SAYS, Args, Asked, Check, fact

NEED = {2: 5, 3: 5, 4: 4, 5: 3}  # cards that complete a palace


def chosen(state: State) -> State:
    """Return the table when everybody has chosen two cards."""
    while isinstance(state.phase, Choosing):
        decision = next(d for d in decisions(state) if not d.settled)
        state = apply(state, decision.seat, decision.moves[0])
    return state


def own(state: Any, asked: Asked) -> Quarter:
    """Return the mover's quarter as things stand: without the openings of the very end."""
    opened = asked.state.quarters[asked.seat].opened
    return state.quarters[asked.seat]._replace(opened=opened)


def shields(quarter: Quarter) -> int:
    return sum(CARDS[card].shields for palace in quarter.building for card in palace.cards)


def worth(quarter: Quarter) -> int:
    """Return what walls and bastions bring by the rulesheet: a point each for every opened one, or none."""
    carried = shields(quarter) >= 2 * len(quarter.walls)
    return (len(quarter.walls) + len(quarter.bastions)) * len(quarter.opened) * carried


def guests(quarter: Quarter, colour: str) -> int:
    building = sum(len(p.cards) for p in quarter.building if p.colour == colour)
    return building + 2 * len([p for p in quarter.complete if p.colour == colour])


def change(asked: Asked, part: str) -> int:
    """Return by how many points of one kind the move changes the score."""
    before, after = asked.state.points[asked.seat], asked.after.points[asked.seat]
    return getattr(after, part) - getattr(before, part)


# --- checks ------------------------------------------------------------------------------------------


def kept(asked: Asked, args: Args) -> Args:
    """The shields under construction and the highest number at the start of the first round."""
    after = own(chosen(asked.after), asked)
    numbers = [CARDS[palace.cards[-1]].number for palace in after.building]
    cards = [len(palace.cards) for palace in after.building]
    truth: Args = {"shields": shields(after), "number": str(max(numbers))}
    return truth | {SAYS: (1, 2) if cards == [2] else (2,) if cards == [1, 1] else ()}


def party(asked: Asked, args: Args) -> Args:
    others = [q for seat, q in enumerate(asked.state.quarters) if seat != asked.seat]
    others += [asked.state.city] if asked.state.city else []
    told = sum(guests(quarter, asked.args[0]) for quarter in others)
    came = change(asked, "openings")
    return {"points": came if came == told else (came, told)}


def guest(asked: Asked, args: Args) -> Args:
    """What one quarter adds to the party."""
    seat = args["who"].seat if hasattr(args["who"], "seat") else CITY
    quarter = asked.state.city if seat == CITY else asked.state.quarters[seat]
    return {"points": guests(quarter, asked.args[0])}


def nobody(asked: Asked, args: Args) -> Args:
    return {SAYS: (change(asked, "openings"),)}


def walls(asked: Asked, args: Args) -> Args:
    """How many walls there are then, what they need, and what the new one adds to all."""
    before, after = own(asked.state, asked), own(asked.after, asked)
    count, gain = len(after.walls), worth(after) - worth(before)
    truth = {"n": count, "need": 2 * count, "shields": shields(after), "gain": gain, "points": worth(after)}
    ones = {SAYS: (count - len(before.walls),)} if "gain" in args else {}
    return {name: truth[name] for name in args} | ones


def lost(asked: Asked, args: Args) -> Args:
    before, after = own(asked.state, asked), own(asked.after, asked)
    lost = {"points": worth(before) - worth(after), SAYS: (1, worth(after))}
    return walls(asked, args) | lost


def idle_wall(asked: Asked, args: Args) -> Args:
    after = own(asked.after, asked)
    return walls(asked, args) | {SAYS: (max(worth(after), worth(own(asked.state, asked))),)}


def bastion(asked: Asked, args: Args) -> Args:
    before, after = own(asked.state, asked), own(asked.after, asked)
    gain = worth(after) - worth(before)
    added = len(after.bastions) - len(before.bastions)
    return {"gain": gain, "points": worth(after), SAYS: (added,)} if "gain" in args else {SAYS: (gain,)}


def unchanged(asked: Asked, args: Args) -> Args:
    """A discard: no points, and the shields stay."""
    before, after = own(asked.state, asked), own(asked.after, asked)
    truth = {"shields": shields(after), "need": 2 * len(after.walls)}
    scored = change(asked, "windows") or worth(after) - worth(before)
    return {name: truth[name] for name in args} | {SAYS: (scored,)}


def shielded(asked: Asked, args: Args) -> Args:
    after = own(asked.after, asked)
    truth = {"shields": shields(after), "need": 2 * len(after.walls)}
    return {name: truth[name] for name in args}


def short(asked: Asked, args: Args) -> Args:
    after = own(asked.after, asked)
    return shielded(asked, args) | fact(shields(after) < 2 * len(after.walls))


def laid(asked: Asked, args: Args) -> Args:
    """How many cards the palace has after a card was laid, of how many."""
    quarter = asked.after.city if asked.verb == "city" else own(asked.after, asked)
    (palace,) = [p for p in quarter.building if p.cards[-1] == moved(asked)]
    return {"size": len(palace.cards), "need": NEED[len(asked.state.quarters)]}


def moved(asked: Asked) -> CardId:
    """Return the card that a move names."""
    return next(arg for arg in asked.args if arg in CARDS)


def completing(asked: Asked, args: Args) -> Args:
    return {"points": change(asked, "windows")}


def uses(asked: Asked) -> list[tuple[str, str, int]]:
    """Return what becomes of the cards of a triplet if each is laid where it may: colour, what, how much."""
    state, found = asked.after, []
    for card in asked.state.triplets[int(asked.args[0])]:
        offered = next(d for d in decisions(state) if d.seat == asked.seat).moves
        if CARDS[card].bastion or CARDS[card].wild:
            continue
        way = next((w for w in ("new", "add") if f"play:{card}:{w}" in offered), "discard")
        after = apply(state, asked.seat, f"play:{card}:{way}")
        done = after.points[asked.seat].windows - state.points[asked.seat].windows
        sizes = [len(p.cards) for p in own(after, asked).building if p.cards[-1] == card]
        found.append((CARDS[card].colour, way if sizes else "done", sizes[0] if sizes else done))
        state = after
    return found


def use(asked: Asked, args: Args) -> Args:
    """A use of a card of a triplet: one of them has this colour and comes to this."""
    colour = args["palace"].id.lower()
    need = NEED[len(asked.state.quarters)]
    came = [n for c, what, n in uses(asked) if c == colour and (what == "done") == ("points" in args)]
    name = "points" if "points" in args else "size"
    truth = {name: args[name] if args[name] in came else came, "need": need}
    return {key: truth[key] for key in args if key != "palace"}


def city(asked: Asked, args: Args) -> Args:
    colour = asked.args[2] if len(asked.args) > 2 else CARDS[asked.args[1]].colour
    return {"points": guests(asked.after.city, colour)}


def numbered(asked: Asked, args: Args) -> Args:
    """A card by its number: it is among those that the move is about."""
    mine = {arg for arg in asked.args if arg in CARDS}
    if asked.verb == "take":
        mine |= set(asked.state.triplets[int(asked.args[0])])
    numbers = {str(CARDS[card].number) for card in mine}
    return {"number": args["number"] if args["number"] in numbers else numbers}


def signs(asked: Asked, args: Args) -> Args:
    """A card with its windows and shields."""
    return fact(any(dict(card_face(card).args) == args for card in CARDS if not CARDS[card].bastion))


def told_bastion(asked: Asked, args: Args) -> Args:
    """Which of several bastions, in the order of their triplet."""
    among = asked.state.triplets[int(asked.args[0])] if asked.verb == "city" else asked.state.phase.cards
    alike = [card for card in among if CARDS[card].bastion]
    return {"number": alike.index(moved(asked)) + 1}


def real(asked: Asked) -> tuple[Quarter, Quarter]:
    """Return the mover's quarter before and after a move that does not end the game."""
    return asked.state.quarters[asked.seat], asked.after.quarters[asked.seat]


def two_palaces(asked: Asked, args: Args) -> Args:
    return {SAYS: (len(own(chosen(asked.after), asked).building),)}


def own_shields(asked: Asked, args: Args) -> Args:
    return {"n": shields(own(chosen(asked.after), asked))}


def may_complete(asked: Asked, args: Args) -> Args:
    colour = args["palace"].id.lower()
    came = [n for c, what, n in uses(asked) if c == colour and what == "done"]
    return {"n": args["n"] if args["n"] in came else came}


def by_walls(asked: Asked, args: Args) -> Args:
    before, after = real(asked)
    return {"n": abs(worth(after) - worth(before))}


def for_party(asked: Asked, args: Args) -> Args:
    """What a card adds to the next parties of one family, from the mover's quarter or from the City."""
    host = args["who"].seat if "who" in args else asked.seat
    pair = (asked.state.city, asked.after.city) if asked.verb == "city" else real(asked)
    colours = [palace.colour for palace in asked.state.quarters[host].complete]
    return {"n": sum(guests(pair[1], colour) - guests(pair[0], colour) for colour in colours)}


def new_windows(asked: Asked, args: Args) -> Args:
    return {"n": CARDS[moved(asked)].windows} | palace_of_card(asked, args)


def cards_left(asked: Asked, args: Args) -> Args:
    (palace,) = [p for p in real(asked)[1].building if p.cards[-1] == moved(asked)]
    return {"n": NEED[len(asked.state.quarters)] - len(palace.cards)} | palace_of_card(asked, args)


def palace_of_card(asked: Asked, args: Args) -> Args:
    (palace,) = [p for p in real(asked)[1].building if p.cards[-1] == moved(asked)]
    return fact(args["palace"].id.lower() == palace.colour)


def too_few(asked: Asked, args: Args) -> Args:
    before, after = real(asked)
    return fact(shields(after) < 2 * len(after.walls) and shields(before) >= 2 * len(before.walls))


def enough(asked: Asked, args: Args) -> Args:
    before, after = real(asked)
    return fact(shields(after) >= 2 * len(after.walls) and shields(before) < 2 * len(before.walls))


LIKED = r"open|.*:(add|new)|.*:bastion"  # so that palaces are completed and opened
COLOURS = ("Red", "Orange", "Yellow", "Green", "Blue", "Purple")
CHECKS: dict[str, Check] = {
    **{f"{colour} {{number}}": numbered for colour in (*COLOURS, "Wild")},
    "{card} {signs}": signs,
    "Bastion {number}": told_bastion,
    "take letter": lambda asked, args: {"letter": str(int(asked.args[0]) + 1)},
    # the start
    "Keep two of your four cards":
        lambda asked, args: {SAYS: (len(asked.args), len(asked.state.phase.hands[asked.seat]))},
    "One palace of two cards, {shields} 🛡️, number {number}": kept,
    "Two palaces, {shields} 🛡️, highest number {number}": kept,
    # a turn
    "Open {palace}: +{points} now": party,
    "{who} {points}": guest,
    "Nobody else has this colour now": nobody,
    "completes {palace} +{points}": use,
    "{palace} {size}/{need}": use,
    # cards
    "{n} wall needs {need} 🛡️, you have {shields}: +{gain} by this one, {points} in all": walls,
    "{n} wall needs {need} 🛡️, you have {shields}: −{points} by this one, 0 in all": lost,
    "{n} wall needs {need} 🛡️, you have {shields}: worth nothing yet": idle_wall,
    "Needs no 🛡️: +{gain} by this one, {points} in all": bastion,
    "Needs no 🛡️: worth nothing yet": bastion,
    "Scores nothing; you keep {shields} 🛡️, your walls need {need}": unchanged,
    "Scores nothing; you keep {shields} 🛡️": unchanged,
    "You then have {shields} 🛡️ under construction": shielded,
    "You then have {shields} 🛡️, your walls need {need}": shielded,
    "Only {shields} 🛡️ then, your walls need {need}": short,
    "{card}: completes {palace}, +{points}": completing,
    "{card}: add to {palace}, {size} of {need}": laid,
    # the City
    "From triplet {number}": lambda asked, args: {"number": int(asked.args[0]) + 1},
    "It scores for nobody":
        lambda asked, args: {SAYS: (sum(p.windows for p in asked.after.points)
                                    - sum(p.windows for p in asked.state.points),)},
    "The City then adds {points} to a party in {palace}": city,
    # reasons
    "starts two palaces": two_palaces,
    "gives you {n} shield": own_shields,
    "can complete {palace} for {n} point": may_complete,
    "scores {n} point at the party": lambda asked, args: {"n": change(asked, "openings")},
    "scores {n} point for windows": lambda asked, args: {"n": change(asked, "windows")},
    "adds {n} point for walls": by_walls,
    "costs {n} point for walls": by_walls,
    "gives {who} {n} point at a party": for_party,
    "brings you {n} point at a party": for_party,
    "adds {n} window to {palace}": new_windows,
    "leaves {n} card to complete {palace}": cards_left,
    "leaves too few shields for your walls": too_few,
    "gives your walls enough shields": enough,
    "Nothing fits: give no card":
        lambda asked, args: {SAYS: (sum(p.cards != q.cards for p, q in zip(
            asked.after.city.building, asked.state.city.building, strict=True)),)},
}  # fmt: skip
