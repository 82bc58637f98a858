"""A second opinion on every offer: the umpire plays along and must agree at every step."""

from collections import Counter
from random import Random

import pytest

from games import towers
from games.core import Held
from games.editions import by_edition
from games.towers.state import Interval, Over, Parry
from tests.games.towers_umpire import Umpire, stories

LIKING = {"pass": 0.15, "close": 0.3, "complete": 0.4, "exchange": 0.6, "noble": 3, "plain": 3}


def walk(dice, state):
    """Yield (state, decision, move) of one deal in which players like to build and to play nobles."""
    while not isinstance(state.phase, (Interval, Over)):
        (asked,) = towers.decisions(state)
        kinds = sorted({move.partition(":")[0] for move in asked.moves})
        (kind,) = dice.choices(kinds, [LIKING.get(kind, 1) for kind in kinds])
        move = dice.choice([m for m in asked.moves if m.partition(":")[0] == kind])
        yield state, asked, move
        state = towers.apply(state, asked.seat, move)
    yield state, None, ""


def scarce(dice, state):
    """Return a start with nobles in the hands, few cards in the decks and many on the market."""
    nobles, sides, left = list(state.nobles), [], dice.randint(1, 9)
    for seat, side in enumerate(state.sides):
        own = [
            Held(nobles.pop().card, frozenset({seat})) for _ in range(min(len(nobles), dice.randint(0, 2)))
        ]
        sides.append(side._replace(hand=(*side.hand, *own)))
    keep = dice.randint(0, len(nobles))
    lying = (held.card for held in (*state.deck[left:], *nobles[keep:]))
    return state._replace(
        sides=tuple(sides),
        deck=state.deck[:left],
        nobles=tuple(nobles[:keep]),
        market=(*state.market, *lying),
        turns=dice.choice((0, 100, 145)),
    )


def taken(before, after):
    """Return what a Trade took between two states: chance that only the game knows."""
    told = after.before if after.turns != before.turns else after.news
    return next(([h.card for h in item.cards] for item in told if item.verb == "trade"), [])


def games_table(state):
    """Return what lies on the table, and what everyone knows of it."""
    return {
        "hands": [Counter(h.card for h in side.hand) for side in state.sides],
        "deck": [(h.card, None in h.seen) for h in state.deck],
        "nobles": [h.card for h in state.nobles],
        "market": Counter(state.market),
        "gone": Counter(state.gone),
        "towers": [{t.number: (stories(t), t.complete) for t in side.towers} for side in state.sides],
        "used": [Counter(side.used) for side in state.sides],
        "known": [Counter(h.card for h in side.hand if None in h.seen) for side in state.sides],
        "rest": (state.seat, state.marker, state.ending, state.closer, state.turns, state.passes),
    }


def umpires_table(u):
    return {
        "hands": [Counter(hand) for hand in u.hands],
        "deck": u.deck,
        "nobles": u.nobles,
        "market": Counter(u.market),
        "gone": Counter(u.gone),
        "towers": u.towers,
        "used": [Counter(used) for used in u.used],
        "known": u.known,
        "rest": (u.seat, u.marker, u.ending, u.closer, u.turns, u.passes),
    }


def compare(dice, start):
    """Play one deal twice, by the game and by the umpire; return how often each verb was met.

    `shown` is a fine stone shown as a Guard, `parried` an answer to it.
    """
    umpire, before, last, met = Umpire(start), None, "", Counter()
    for state, asked, move in walk(dice, start):
        if before is not None:
            umpire.play(last, taken(before, state))
        if asked is None:
            assert umpire.over
            return met
        assert umpires_table(umpire) == games_table(state), last
        seat, moves = umpire.asked()
        assert (seat, moves) == (asked.seat, set(asked.moves)), last
        assert all(len(side.hand) <= side.limit for side in state.sides)
        met[move.partition(":")[0]] += 1
        met["shown"] += move == "guard:*"
        met[f"parried by {move}"] += isinstance(state.phase, Parry)
        before, last = state, move
    raise AssertionError("the deal did not end")


BASIC = "purchase draw exchange plain run extend complete pass guard bear fell give"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("options", "verbs"),
    [((), BASIC), (("nobles",), f"{BASIC} noble giostra allow back")],
    ids=["basic", "nobles"],
)
def test_the_umpire_agrees_on_every_offer_and_every_table(options, verbs):
    met = Counter()
    for seed in range(25):
        met += compare(Random(f"umpire/{seed}"), towers.setup(2, f"umpire/{seed}", options))
    for seed in range(60):
        dice = Random(f"scarce/{seed}")
        met += compare(dice, scarce(dice, towers.setup(2, f"scarce/{seed}", options)))
    assert {verb for verb in verbs.split() if met[verb] < 3} == set()


def test_t11_t21_the_umpire_agrees_on_fine_stones_that_are_shown_as_guards():
    met = Counter()
    for seed in range(150):
        dice = Random(f"stones/{seed}")
        met += compare(dice, trading(dice, towers.setup(2, f"stones/{seed}", ("nobles",))))
    assert min(met["shown"], met["parried by giostra"], met["parried by allow"]) > 5, met


def trading(dice, state):
    """Return a start in which both hold cards to strike with, and fine stones or Giostra."""
    held = [h.card for side in state.sides for h in side.hand] + list(state.market)
    stones = sorted([*held, *(h.card for h in state.deck)], key=int)
    sides, nobles = [], dice.sample([h.card for h in state.nobles], len(state.nobles))
    nobles.sort(key=lambda card: card in ("pietra", "giostra") and dice.random() < 0.7)
    for seat, side in enumerate(state.sides):
        cards = [stones.pop() if dice.random() < 0.5 else stones.pop(-12) for _ in range(4)]
        cards += [nobles.pop() for _ in range(2)]
        sides.append(side._replace(hand=tuple(Held(card, frozenset({seat})) for card in cards)))
    dice.shuffle(stones)
    deck = tuple(map(Held, stones[4:]))
    return state._replace(
        sides=tuple(sides), market=tuple(stones[:4]), deck=deck, nobles=tuple(map(Held, nobles))
    )


def test_the_umpire_agrees_on_games_of_the_former_edition():
    former = by_edition(towers, 1)
    for seed in range(25):
        dice = Random(f"former/{seed}")
        met = compare(dice, scarce(dice, former.setup(2, f"former/{seed}", ("nobles",))))
        assert not met["shown"]
