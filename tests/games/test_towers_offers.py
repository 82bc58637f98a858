"""What the nobles allow, tried out by brute force over every selection and every meaning of a fine stone."""

from collections import Counter
from random import Random

import pytest

from games import towers
from games.towers.state import Turn, Ward
from tests.games import towers_offers as rules
from tests.games.test_towers_contract import OPTION_SETS
from tests.games.test_towers_umpire import scarce, trading, walk
from tests.games.towers_positions import table, tower

LAID = ("plain", "run", "extend")


def seen_by(state, seat):
    """Return a table as the brute force knows it: plain cards and ranks."""
    rows = [
        {t.number: (ranks(t.stones), t.complete) for t in state.sides[s].towers} for s in (seat, 1 - seat)
    ]
    hand = [held.card for held in state.sides[seat].hand]
    used = [state.sides[s].used for s in (seat, 1 - seat)]
    return rules.Table(hand, *rows, *used, state.ending)


def ranks(stones):
    """Work out from its real cards what a tower's stories stand for; one real rank: it is plain."""
    real = [(n, int(card)) for n, card in enumerate(stones) if card != "pietra"]
    step = len({rank for _, rank in real}) > 1
    return [real[0][1] + (n - real[0][0]) * step for n in range(len(stones))]


def agree(state):
    """Compare an offer with the brute force; return what was compared."""
    (asked,) = towers.decisions(state)
    seen, offered = seen_by(state, asked.seat), set(asked.moves)
    assert len(offered) == len(asked.moves), "nothing stands twice"
    if isinstance(state.phase, Ward):
        assert offered == rules.guards(seen)
        return Counter(offered)
    assert {m for m in offered if m.partition(":")[0] in LAID} == set(rules.laid(seen))
    buries = {m for m in offered if m.startswith("noble:palazzo:")}
    assert {m for m in offered if m.startswith("noble")} - buries == set(rules.nobles(seen))
    if "palazzo" in seen.hand and seen.spare > 0 and not seen.ending:
        ways = dict(map(reversed, rules.buried(seen.hand)))
        assert sorted(ways[move] for move in buries) == sorted(set(ways.values())), "each outcome once"
    else:
        assert not buries
    verbs = Counter(m.split(":")[1] if m.startswith("noble") else m.partition(":")[0] for m in offered)
    return verbs + Counter(wild=sum("*" in m for m in offered))


def lone(state):
    """Say whether a tower's real cards leave open what it is: a single real one under fine stones."""
    stones = [[c for c in t.stones if c != "pietra"] for side in state.sides for t in side.towers]
    return any(len(real) == 1 for real in stones)


@pytest.mark.parametrize("start", [scarce, trading, None], ids=["scarce", "trading", "plain"])
def test_t20_t21_t24_t25_every_offer_of_nobles_is_the_one_of_a_brute_force(start):
    met = Counter()
    for seed in range(12):
        dice = Random(f"offers/{seed}")
        state = towers.setup(2, f"offers/{seed}", ("nobles",))
        for now, _, move in walk(dice, start(dice, state) if start else state):
            if move and isinstance(now.phase, Turn | Ward) and not lone(now):
                met += agree(now)
    assert start is not trading or min(met["guard:*"], met["guard"], met["bear"]) > 3, met
    assert start is None or min(met[noble] for noble in ("palazzo", "via", "mura", "wild")) > 5, met


@pytest.mark.parametrize("options", [o for o in OPTION_SETS if "nobles" in o], ids="+".join)
def test_t18_no_length_of_a_match_changes_what_nobles_allow(options):
    for seed in range(2):
        for now, _, move in walk(Random(f"match/{seed}"), towers.setup(2, f"match/{seed}", options)):
            if move and isinstance(now.phase, Turn | Ward) and not lone(now):
                agree(now)


CROWDED = [
    table("5 6 7 8 9 10 pietra pietra pietra", used="mura", spent="via via via", towers=["7 8 9", "8 8 8"]),
    table("5 7 8 palazzo pietra pietra mura", spent="via", towers=["7 8 9"], theirs=["6 7 8 9"]),
    table("9 9 10 pietra pietra", towers=["10 10 10", tower(1, "8 8 8", True)], spent="palazzo", used=""),
    table("palazzo 5 5 mura via", theirs=["7 8 9"], nobles="giostra"),
    table("palazzo via monumento cappella pietra 6 6", ending=True, spent="via"),
]


@pytest.mark.parametrize("state", CROWDED, ids=range(len(CROWDED)))
def test_t21_t24_crowded_hands_are_tried_out_too(state):
    assert agree(state).total() > 3


def test_a_planted_error_is_noticed(monkeypatch):
    """The former Palazzo, which was never too late before four stories."""
    monkeypatch.setattr(rules, "late", lambda t: rules.highest(t.other.values()) > 3)
    with pytest.raises(AssertionError):
        agree(table("palazzo 5 6", theirs=["7 8 9"], nobles="via"))
