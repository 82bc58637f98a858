"""What comes of the moves of Towers, as the sentences of its labels should say it."""

from collections.abc import Callable

from games.towers.cards import PIETRA
from games.towers.names import ITEMS, called
from games.towers.state import Draw, Give, Joust, Parry, State, Ward
from tests.games.labels.towers_course import (
    added,
    as_said,
    between_the_two,
    built,
    course,
    drawn,
    fallen,
    fine,
    gain,
    handed,
    met,
    new_tower,
    own_towers,
    struck,
    to_the_end,
    used,
)
from tests.games.labels.truth import SAYS, Args, Asked, Check, fact
from tests.games.towers_referee import points, stories

# --- checks ------------------------------------------------------------------------------------------


def stone(rank: int) -> Check:
    """Return the check of a card's name: the move, or the top of the deck, is about such a card."""

    def check(asked: Asked, args: Args) -> Args:
        top = [pile[0].card for pile in (asked.state.deck, asked.state.nobles) if pile]
        return {SAYS: (rank,) if str(rank) in (*asked.args, *top) else ()}

    return check


def says(*numbers: int, when: Callable[[Asked], object]) -> Check:
    """Return the check of a sentence whose own numbers are true under a condition."""
    return lambda asked, args: {SAYS: numbers if when(asked) else ("not true",)}


def counted(*numbers: int) -> Check:
    """Return the check of a menu's title that says how many moves lie below it."""
    return lambda asked, args: {"n": len(asked.below)} | ({SAYS: numbers} if numbers else {})


def cards(asked: Asked, args: Args) -> Args:
    """The cards that a move names are those that leave the hand."""
    after, before = (sorted(h.card for h in s.sides[asked.seat].hand) for s in (asked.after, asked.state))
    named = asked.args[1:] if asked.verb == "noble" else asked.args
    gone = list(before)
    for card in after:
        if card in gone:
            gone.remove(card)
    left = sorted([*named, *(["palazzo"] if asked.verb == "noble" else [])])
    return {"cards": tuple(map(called, named)) if sorted(gone) == left else ()}


def source(asked: Asked, args: Args) -> Args:
    """A deck with its size and what lies on top; the market with the copies of a card."""
    place, *card = asked.args
    if place == "market":
        held, n = card[0], asked.state.market.count(card[0])
    else:
        pile = asked.state.deck if place == "deck" else asked.state.nobles
        held, n = pile[0].card, len(pile)
    truth = {"n": n, "card": ITEMS[held]}
    return {name: truth[name] for name in args}


def result(asked: Asked, args: Args) -> Args:
    """Both sides' points if nothing else is built before two passes."""
    end = to_the_end(asked.after) if asked.verb == "close" or not _ended(asked) else asked.after
    both = [sum(part) for part in end.results[-1]]
    return {"own": both[asked.seat], "other": both[1 - asked.seat]}


def _ended(asked: Asked) -> bool:
    return len(asked.after.results) > len(asked.state.results)


def closing(asked: Asked, args: Args) -> Args:
    """Closing costs 10 for one who is not first in this deal, and nothing for one who is."""
    end = to_the_end(asked.after).results[-1]
    mine, theirs = (sum(end[seat][:-1]) for seat in (asked.seat, 1 - asked.seat))
    marker = asked.after.marker
    first = mine > theirs or (mine == theirs and marker in (asked.seat, None))
    return {SAYS: (10, 1) if end[asked.seat].closing == (0 if first else -10) else ()}


def deal(asked: Asked, args: Args) -> Args:
    sums = [sum(sum(deal[seat]) for deal in asked.state.results) for seat in (0, 1)]
    return {"n": len(asked.after.results) + 1, "one": sums[0], "two": sums[1]}


def story(asked: Asked, args: Args) -> Args:
    """How high a tower is, or how high a rival may build."""
    if asked.verb == "noble":
        return {"n": course(asked.after)[-1].sides[asked.seat].ceiling}
    if asked.verb == "complete":
        heights = [len(own_towers(asked.after, asked.seat)[int(n)].stones) for n in asked.args]
        return {"n": args["n"] if args["n"] in heights else heights}
    return {"n": len(new_tower(asked).stones)}


def complete(asked: Asked, args: Args) -> Args:
    before, after = (points(state, asked.seat)[0] for state in (asked.state, asked.after))
    truth = {"gain": after - before, "n": len(asked.args), "number": int(asked.args[0]) + 1}
    return {name: truth[name] for name in args}


def item(asked: Asked, args: Args) -> Args:
    """A tower among those that the move completes."""
    towers = {
        n + 1: tower for n, tower in own_towers(asked.after, asked.seat).items() if str(n) in asked.args
    }
    if (number := args["number"]) not in towers or not towers[number].complete:
        return {"number": sorted(towers), "stories": "", "rank": 0}
    tower = towers[number]
    truth = {"number": number, "stories": as_said(tower), "rank": stories(tower)[0]}
    return {name: truth[name] for name in args if name != "height"}


def nothing(asked: Asked, args: Args) -> Args:
    """A tower or extension that brings no points, draws, Trade or Conspiracy."""
    effects = met(asked, Draw) or met(asked, Give) or met(asked, Ward) or struck(asked)
    return {SAYS: (0,) if not effects and gain(asked) <= 0 else (1,)}


def marked(asked: Asked, args: Args) -> Args:
    return {"n": gain(asked)} | fact(built(asked).marker == asked.seat != asked.state.marker)


def conspiracy(asked: Asked, args: Args) -> Args:
    towers = struck(asked)
    return {"n": len(towers), SAYS: (1,)} if "n" in args else {"number": towers[0][1] + 1}


def trade(asked: Asked, args: Args) -> Args:
    taken, back = handed(asked)
    return {"n": taken, "back": back} if "n" in args else {SAYS: (taken,), "back": back}


def taken_of_you(asked: Asked, args: Args) -> Args:
    taken, back = handed(asked)
    return {"n": taken, "back": back}


def falls(asked: Asked, args: Args) -> Args:
    number, cards, lost, gone = fallen(asked)
    truth = {"number": number, "cards": cards, "n": lost}
    return {name: truth[name] for name in args} | fact(gone and (lost > 0) == ("n" in args))


def felled(asked: Asked, args: Args) -> Args:
    """One of several towers that a Conspiracy may bring down, by its stories."""
    tower = own_towers(asked.state, int(asked.args[0]))[int(asked.args[1])]
    return {"number": tower.number + 1, "stories": as_said(tower)}


def span(asked: Asked, args: Args) -> Args:
    """All the towers of a menu have these ranks."""
    spans = set()
    for move in asked.below:
        tower = new_tower(Asked(asked.game, asked.state, asked.decision, move, asked.labels))
        spans.add((stories(tower)[0], stories(tower)[-1]))
    ((top, bottom),) = spans
    return {"top": top, "bottom": bottom}


def laid_fine(asked: Asked, args: Args) -> Args:
    """All extensions of a menu use so many fine stones."""
    (n,) = {move.count("*") for move in asked.below}
    return {"n": n}


def of_tower(asked: Asked, args: Args) -> Args:
    (number,) = {int(move.split(":")[1]) for move in asked.below}
    return {"number": number + 1}


def two(asked: Asked) -> bool:
    """Two cards come of a purchase, unless its label warns of the last stone."""
    return drawn(asked) == 2 or "last stone" in str(asked.label.detail)


def buried(asked: Asked, args: Args) -> Args:
    lower, upper = asked.args[1:]
    pile = asked.after.deck if asked.after.deck[-1].card == lower else asked.after.nobles
    truth = {"lower": pile[-1].card, "upper": pile[-2].card, "card": lower}
    return {name: called(truth[name]) for name in args}


def chapel(asked: Asked) -> bool:
    high = [tower for tower in asked.state.sides[asked.seat].towers if len(tower.stones) >= 5]
    return used(course(asked.after)[-1], asked.seat) - used(asked.state, asked.seat) == 5 * len(high)


def more_points(asked: Asked) -> int:
    return used(course(asked.after)[-1], asked.seat) - used(asked.state, asked.seat)


def limit(state: State, seat: int) -> int:
    return state.sides[seat].limit


def ward(asked: Asked, args: Args) -> Args:
    """The question to the target of a Trade or a Conspiracy; the move looked at first may be the Guard."""
    phase = asked.state.phase
    if not phase.trade:
        return {"n": phase.tower + 1}
    bear = Asked(asked.game, asked.state, asked.decision, "bear", asked.labels)
    return {"n": handed(bear)[0]}


def under_the_deck(asked: Asked) -> bool:
    return course(asked.after)[-1].deck[-1].card == "5" or not asked.after.deck


def changed(sign: int) -> Check:
    """By how many points the table changes at once, before anybody answers."""

    def check(asked: Asked, args: Args) -> Args:
        side = args["who"].seat if "who" in args else asked.seat
        before, after = (sum(points(firm(state), side)) for state in (asked.state, asked.after))
        return {"n": sign * (after - before)}

    return check


def firm(state: State) -> State:
    """Return the table without a noble that Giostra may still cancel: it is the last one used."""
    if not isinstance(state.phase, Joust) or state.phase.laid:
        return state
    own_side = state.sides[state.seat]
    return state.with_side(state.seat, own_side._replace(used=own_side.used[:-1]))


def safe(asked: Asked, args: Args) -> Args:
    done = [sum(t.complete for t in s.sides[asked.seat].towers) for s in (asked.state, asked.after)]
    return {"n": done[1] - done[0]}


def highest_plain(asked: Asked, args: Args) -> Args:
    """The rank counts for the mover now, as the referee reckons: with ties, and not before."""
    ranks = [rank for rank in range(5, 11) if _best_of(asked.after, asked.seat, rank)
             and not _best_of(asked.state, asked.seat, rank)]  # fmt: skip
    return {"rank": args["rank"] if args["rank"] in ranks else ranks}


def _best_of(state: State, seat: int, rank: int) -> bool:
    own, other = (
        max([len(t.stones) for t in state.sides[s].towers if {*stories(t)} == {rank}], default=0)
        for s in (seat, 1 - seat)
    )
    return bool(own) and own >= other


def taken_card(asked: Asked) -> int:
    """Return the rank of the stone that the mover sees and takes."""
    return int(asked.args[1] if asked.args[0] == "market" else asked.state.deck[0].card)


def fitting(asked: Asked, args: Args) -> Args:
    """The stone goes on top of an own tower: its rank again, or the next lower one."""
    found = []
    for tower in asked.state.sides[asked.seat].towers:
        top = stories(tower)[0]
        if not tower.complete and taken_card(asked) == (top - 1 if len({*stories(tower)}) > 1 else top):
            found.append(tower.number + 1)
    return {"number": args["number"] if args["number"] in found else found}


def alike(asked: Asked, args: Args) -> Args:
    held = [held.card for held in asked.after.sides[asked.seat].hand]
    return {"n": held.count(str(taken_card(asked))), "rank": taken_card(asked)}


def a_row(asked: Asked, args: Args) -> Args:
    held, rank = {held.card for held in asked.after.sides[asked.seat].hand}, taken_card(asked)
    rows = [range(low, low + 3) for low in range(rank - 2, rank + 1)]
    return {SAYS: (3,) if any({*map(str, row)} <= held for row in rows) else ()}


LIKED = r"(?!pass|close|exchange)"  # so that decks run out and towers fall


def struck_at(asked: Asked) -> Ward:
    """Return the Trade or Conspiracy that a Guard, or the answer to one, is about."""
    phase = asked.state.phase
    return phase.ward if isinstance(phase, Parry) else phase


def shown(asked: Asked, args: Args) -> Args:
    """A fine stone shown as a Guard saves the tower, unless Giostra cancels it."""
    ward, last = struck_at(asked), course(asked.after)[-1]
    stands = ward.tower in own_towers(last, ward.target)
    used = last.sides[ward.target].used.count(PIETRA)
    kept = used if asked.verb == "giostra" else used - asked.state.sides[ward.target].used.count(PIETRA)
    return {"number": ward.tower + 1} | fact(stands == (asked.verb != "giostra") and kept >= 0)


def stones_asked(asked: Asked, args: Args) -> Args:
    laid = 1 if isinstance(asked.state.phase, Parry) else asked.state.phase.laid.count(PIETRA)
    return {"n": laid, SAYS: (1,)}


CHECKS: dict[str, Check] = {
    "Tower {number} stays; the fine stone counts as used": shown,
    "Cancels Buona Pietra: tower {number} falls; Giostra counts as used": shown,
    "Buona Pietra saves tower {number}": shown,
    # cards
    **{f"{rank} {name}": stone(rank) for rank, name in enumerate(
        ("Guard", "Contract", "Blessing", "Income", "Trade", "Conspiracy"), 5)},
    "Exchange {cards}": cards,
    "Give {cards}": cards,
    "{cards} under the decks": cards,
    "{lower} lowest, {upper} on it": buried,
    "{card} lowest": buried,
    "Deck: {card} on top ({n} left)": source,
    "Deck ({n} left)": source,
    "Nobles: {card} on top ({n} left)": source,
    "Nobles ({n} left)": source,
    "Market: {card} ({n} there)": source,
    "Market: {card}": source,
    "The last stone: it ends the purchase, the Ending Phase begins":
        lambda asked, args: fact(asked.after.ending and not isinstance(asked.after.phase, Draw)),
    "The last stone: after this action the Ending Phase begins":
        lambda asked, args: fact(course(asked.after)[-1].ending),
    "They go on the market; you draw another": lambda asked, args: {"n": drawn(asked)},
    "Your turn ends; in your hand again: {cards}":
        lambda asked, args: {"cards": tuple(map(called, asked.state.phase.laid))}
        | fact(asked.after.seat != asked.state.seat),
    "{who} gets them; only you two see them": says(2, when=between_the_two),
    # towers
    "Colourful {stories}": lambda asked, args: {"stories": as_said(new_tower(asked))},
    "Plain {rank}, {height}": lambda asked, args: {"rank": stories(new_tower(asked))[0]},
    "Plain {rank}, {height}, one fine stone":
        lambda asked, args: {"rank": stories(new_tower(asked))[0], "n": fine(asked)},
    "Tower {number}: add {stories}":
        lambda asked, args: {"number": int(asked.args[0]) + 1,
                             "stories": as_said(new_tower(asked), added(asked))},
    "{n} story": story,
    "Tower {number}: colourful {stories}": item,
    "Tower {number}: plain {rank}, {height}": item,
    "Complete tower {number}: +{gain}, safe": complete,
    "Complete {n} tower: +{gain}, safe": complete,
    "Brings nothing now": nothing,
    "one point": lambda asked, args: {"n": gain(asked)},
    "{n} point with the Marker": marked,
    "one card": lambda asked, args: {"n": drawn(asked)},
    "Income of {n} card": lambda asked, args: {"n": drawn(asked)},
    "Trade (take {n}, give {back})": trade,
    "Trade (nothing to take, give {back})": trade,
    "Trade (nothing to take or give)": says(0, when=lambda asked: handed(asked) == (0, 0)),
    "Conspiracy on your own tower {number}": conspiracy,
    "Conspiracy on {who} {number}": conspiracy,
    "Conspiracy on {n} tower": conspiracy,
    "Conspiracy, one of your own": says(1, when=lambda asked: len(struck(asked)) > 1),
    # answers
    "{who} takes one of your cards and gives {back}": taken_of_you,
    "You keep your cards; the 5 goes under the deck": says(5, when=under_the_deck),
    "Tower {number} stays; the 5 goes under the deck":
        lambda asked, args: {"number": asked.state.phase.tower + 1, SAYS: (5,)}
        | fact(under_the_deck(asked)
               and asked.state.phase.tower in own_towers(asked.after, asked.state.phase.target)),
    "Tower {number} falls: {cards} go on the deck": falls,
    "Tower {number} falls: {cards} go on the deck, one fine stone leaves the game": falls,
    "{who} {number}: {stories}": felled,
    "Its cards go face up on the deck": falls,
    "Its stones go face up on the deck, one fine stone leaves the game": falls,
    "Deal {n} begins; so far {one} to {two}": deal,
    # the end
    "Pass: ends the deal, {own} to {other}": result,
    "If {who} passes too, it ends {own} to {other}": result,
    "No more draws or completing; {own} to {other} now": result,
    "Close: -10 unless you are first": closing,
    # nobles
    "Palazzo: too late, return nothing":
        says(0, when=lambda asked: len(asked.state.sides[asked.seat].hand)
             - len(asked.after.sides[asked.seat].hand) == 1),
    "Monumento: 7 points at the end": says(7, when=lambda asked: more_points(asked) == 7),
    "Cappella: 5 a tower of 5+ stories": says(5, 5, when=chapel),
    "{n} point as your towers stand": lambda asked, args: {"n": more_points(asked)},
    "Mura: hold nine cards":
        says(9, when=lambda asked: limit(course(asked.after)[-1], asked.seat) == 9),
    "Two cards more than now, to the end of the deal":
        says(2, when=lambda asked: limit(course(asked.after)[-1], asked.seat)
             - limit(asked.state, asked.seat) == 2),
    "You draw one card": lambda asked, args: {"n": drawn(asked)},
    # menus
    "Buy two, the first from": says(2, 1, when=two),
    "Exchange two cards or more": says(2, when=lambda asked: min(m.count(":") for m in asked.below) == 2),
    "Palazzo Comunale: two cards under the decks":
        says(2, when=lambda asked: {m.count(":") for m in asked.below} == {3}),
    "Build ({n})": counted(),
    "Build or extend ({n})": counted(),
    "Extend ({n})": counted(),
    "Plain towers ({n})": counted(),
    "Colourful towers ({n})": counted(),
    "Colourful, one fine stone ({n})": counted(1),
    "Colourful, two fine stones ({n})": counted(2),
    "Colourful, three fine stones ({n})": counted(3),
    "{top} to {bottom}": span,
    "Tower {number}": of_tower,
    "One fine stone": laid_fine,
    # reasons
    "brings {n} point": changed(1),
    "costs you {n} point": changed(-1),
    "gives {who} {n} point": changed(1),
    "takes {n} point from {who}": changed(-1),
    "puts {n} tower out of danger": safe,
    "makes yours the highest plain {rank}": highest_plain,
    "fits on your tower {number}": fitting,
    "gives you {n} stone of rank {rank}": alike,
    "gives you three ranks in a row": a_row,
    # questions
    "Draw one card: where from?": lambda asked, args: {"n": drawn(asked), SAYS: (1,)},
    "Give one card back": lambda asked, args: {"n": len(asked.args)},
    "Answer {who}'s Buona Pietra with Giostra?": stones_asked,
    "Play a Guard against a Trade for one of your cards?": ward,
    "Play a Guard to save your tower {n} from Conspiracy?": ward,
    "Play a Guard to save your tower {n} from your own Conspiracy?": ward,
}  # fmt: skip
