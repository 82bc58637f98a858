"""What becomes of a move of Towers: the course of its action, played on to the end."""

from typing import Any

from games.towers import apply, decisions
from games.towers.cards import PIETRA
from games.towers.state import Choose, Draw, Give, Joust, Parry, State, Ward
from tests.games.labels.truth import Asked
from tests.games.towers_referee import points, stories

PASSIVE = ("allow", "bear")  # the rival lets everything happen
ASKING = (Joust, Ward, Parry, Choose, Draw, Give)


# --- playing on --------------------------------------------------------------------------------------


def course(state: State) -> list[State]:
    """Return the states from here to the end of the action; rivals let it happen, choices are the first."""
    found = [state]
    while isinstance(found[-1].phase, ASKING):
        (asked,) = decisions(found[-1])
        move = next((move for move in PASSIVE if move in asked.moves), asked.moves[0])
        found.append(apply(found[-1], asked.seat, move))
    return found


def to_the_end(state: State) -> State:
    """Return the deal after both have passed."""
    deals = len(state.results)
    while len(state.results) == deals:
        state = apply(state, state.seat, "pass")
    return state


def met(asked: Asked, phase: type) -> list[Any]:
    """Return the moments of one kind in the course of a move."""
    return [state.phase for state in course(asked.after) if isinstance(state.phase, phase)]


def drawn(asked: Asked) -> int:
    """Return how many cards come into the mover's hand by draws."""
    first = isinstance(asked.state.phase, Draw) or asked.verb == "purchase"
    return len(met(asked, Draw)) + first


def built(asked: Asked) -> State:
    """Return the table with the tower or extension alone, as in the Ending Phase: no effect and no draws."""
    return course(apply(asked.state._replace(ending=True), asked.seat, asked.move))[-1]


def gain(asked: Asked) -> int:
    before, after = (sum(points(state, asked.seat)) for state in (asked.state, built(asked)))
    return after - before


def own_towers(state: State, seat: int) -> dict[int, Any]:
    return {tower.number: tower for tower in state.sides[seat].towers}


def new_tower(asked: Asked) -> Any:
    """Return the tower that the move has built or extended."""
    towers = own_towers(built(asked), asked.seat)
    return towers[int(asked.args[0]) if asked.verb == "extend" else max(towers)]


def as_said(tower: Any, most: int | None = None) -> str:
    pairs = list(zip(stories(tower), tower.stones, strict=True))[:most]
    return "-".join(f"◇{rank}" if card == PIETRA else str(rank) for rank, card in pairs)


def added(asked: Asked) -> int:
    """Return how many stories an extension adds."""
    return len(asked.args) - 1


def fine(asked: Asked) -> int:
    return new_tower(asked).stones.count(PIETRA)


def handed(asked: Asked) -> tuple[int, int]:
    """Return how many cards a Trade takes, and how many go back."""
    rival = 1 - asked.state.seat
    hands = [len(state.sides[rival].hand) for state in (asked.state, *course(asked.after))]
    return hands[0] - min(hands), hands[-1] - min(hands)


def fallen(asked: Asked) -> tuple[int, str, int, bool]:
    """Return which tower falls, its cards on the deck, lost fine stones, and that it is gone."""
    seat, number = aim(asked)
    tower, last = own_towers(asked.state, seat)[number], course(asked.after)[-1]
    real = [card for card in tower.stones if card != PIETRA]
    deck = list(last.deck)
    lying = [held.card for held in deck[: len(real)] if None in held.seen]
    if last.market and not asked.state.market:  # the refill took the first ones
        lying = [*last.market, *lying][: len(real)]
    lost = last.gone.count(PIETRA) - asked.state.gone.count(PIETRA)
    return number + 1, "-".join(lying), lost, number not in own_towers(last, seat)


def aim(asked: Asked) -> tuple[int, int]:
    """Return whose tower an answer is about, and which."""
    if asked.verb == "fell":
        seat, number = map(int, asked.args)
        return seat, number
    return asked.state.phase.target, asked.state.phase.tower


def struck(asked: Asked) -> list[tuple[int, int]]:
    """Return the towers that a Conspiracy may bring down."""
    if choices := met(asked, Choose):
        return list(choices[0].targets)
    if wards := met(asked, Ward):
        return [(wards[0].target, wards[0].tower)]
    last = course(asked.after)[-1]
    before = [(s, n) for s in (0, 1) for n in own_towers(built(asked), s)]
    return [(s, n) for s, n in before if n not in own_towers(last, s)]


def used(state: State, seat: int) -> int:
    return sum(points(state, seat))


def between_the_two(asked: Asked) -> bool:
    """Say whether the cards that were given are in the rival's hand, and the public has not seen them."""
    held = [h for h in asked.after.sides[1 - asked.seat].hand if {0, 1} <= (h.seen or {0, 1})]
    return set(asked.args) <= {h.card for h in held}
