"""Fine stones shown as Guards (T21), in games in which they are met often: secrets, computers, reviews."""

from collections import Counter
from random import Random

import pytest

from games import towers
from games.ai.review import review
from games.ai.strengths import move_of
from games.contract import Step, check_twins, check_views
from games.core import offer
from games.towers import actions
from games.towers.state import Choose, Joust, Over, Parry, Turn, Ward
from tests.games.test_towers_umpire import trading, walk
from tests.games.towers_positions import run, table
from tests.games.towers_referee import DECK, NOBLES, cards
from tests.kit import caught
from tests.limits import fits_discord


def steps(seed):
    """Yield the questions about Guards and what answers them, of one deal that is full of them."""
    dice = Random(f"stones/{seed}")
    for state, asked, move in walk(dice, trading(dice, towers.setup(2, f"stones/{seed}", ("nobles",)))):
        if move and isinstance(state.phase, Ward | Parry):
            yield Step(state, asked.seat, move)


def test_no_answer_about_fine_stones_tells_more_than_it_shows():
    counts, met = Counter(), Counter()
    for seed in range(80):
        for n, step in enumerate(steps(seed)):
            check_views(towers, step.state, f"{seed}/{n}")
            check_twins(towers, step, f"{seed}/{n}", counts)
            met[step.move] += 1
    assert min(met["guard:*"], met["guard"], met["bear"], met["giostra"], met["allow"]) > 3, met
    assert min(counts["guard"], counts["bear"], counts["allow"]) > 3, counts


def test_a_question_that_only_owners_of_giostra_are_asked_is_caught(monkeypatch):
    def leaky(state, seat):
        held = [card.card for card in state.sides[seat].hand]
        return "giostra" in held and actions.may_use(state, seat) > 0

    monkeypatch.setattr(actions, "could_cancel", leaky)
    assert "leaks" in caught(towers, walks=(steps(seed) for seed in range(40)))


def test_a_question_that_is_put_without_a_5_only_to_owners_of_a_fine_stone_is_caught(monkeypatch):
    def leaky(state, seat):
        held = [card.card for card in state.sides[seat].hand]
        return actions.could_hold(state, seat, "5") or (
            "pietra" in held and actions.shows_stones(state, seat)
        )

    monkeypatch.setattr(actions, "could_guard", leaky)
    full = "5 5 5 5 5"  # all of them lie open: only a fine stone could be a Guard
    walks = []
    for noble, other in (("mura", "pietra"), ("pietra", "mura")):
        struck = {"theirs": ["7 8 9"], "market": full, "deck": "6 6 7"}
        state = table("10 10 10 6", f"{noble} 7 8", nobles=f"{other} via giostra", **struck)
        walks.append([Step(state, 0, "plain:10:10:10")])
    assert "leaks" in caught(towers, walks=walks)


def test_a_computer_saves_a_fine_tower_with_its_fine_stone():
    """Five stories of 9 against a card that stands idle in the hand."""
    state = table(
        "10 10 10 10 10", "pietra", theirs=["9 9 9 9 9"], nobles="via", marker=1, deck="6 7 8 9 6 7"
    )
    state = run(state, "plain:10:10:10:10:10")
    asked = offer(towers, state, 1)
    moves = {move_of("outlook", towers, towers.redeal(state, 1, str(n)), asked, Random(n)) for n in range(6)}
    assert moves == {"guard:*"}


def test_a_computer_answers_every_question_about_fine_stones():
    for seed in range(12):
        for step in steps(seed):
            asked = offer(towers, step.state, step.seat)
            world = towers.redeal(step.state, step.seat, f"{seed}")
            for strength in ("mason", "greedy"):
                assert move_of(strength, towers, world, asked, Random(seed)) in asked.moves


@pytest.mark.parametrize("options", [("close:free", "deals:3", "nobles"), ("to:200",)], ids="+".join)
def test_a_match_is_reviewed_as_any_game(options):
    dice, state, log = Random("review"), towers.setup(2, "review", options), []
    while asked := towers.decisions(state):
        (decision,) = asked
        quick = "pass" in decision.moves and dice.random() < 0.5
        log.append((decision.seat, "pass" if quick else dice.choice(decision.moves)))
        state = towers.apply(state, *log[-1])
    assert isinstance(state.phase, Over)
    looked = review(towers, 2, "review", options, log, seconds=4, simulations=2)
    assert len(looked.chances) == len(log) + 1
    assert all(abs(sum(chances) - 1) < 1e-6 for chances in looked.chances)


def test_t12_t21_a_cancelled_stone_leaves_a_trade_with_the_rest_of_the_hand():
    """The stone was the whole hand: nothing is taken, and nothing can go back."""
    state = run(table("9 9 9 giostra", "pietra", deck="6", nobles="via"), "plain:9:9:9", "guard:*", "giostra")
    assert (state.seat, state.phase, [len(side.hand) for side in state.sides]) == (1, Turn(), [0, 0])


async def test_the_questions_about_fine_stones_fit_discord_in_every_language():
    state = run(table("9 9 9 giostra", "5 pietra 7 8", nobles="via"), "plain:9:9:9")
    fits_discord(towers, state)
    fits_discord(towers, run(state, "guard:*"))
    plot = run(
        table("10 10 10 giostra", "pietra", theirs=["7 * 9"], nobles="via", spent="pietra"), "plain:10:10:10"
    )
    fits_discord(towers, plot)


def test_t21_no_card_is_lost_whatever_becomes_of_a_shown_stone():
    cancelled = 0
    for seed in range(60):
        dice = Random(f"stones/{seed}")
        start = trading(dice, towers.setup(2, f"stones/{seed}", ("nobles",)))
        for state, _, move in walk(dice, start):
            assert cards(state) == DECK + NOBLES, move
            cancelled += isinstance(state.phase, Parry) and move == "giostra"
    assert cancelled > 2


def test_t11_t21_who_may_answer_is_promised_only_where_the_question_is_put():
    promised = 0
    for seed in range(12):
        dice = Random(f"stones/{seed}")
        start = trading(dice, towers.setup(2, f"stones/{seed}", ("nobles",)))
        for state, asked, _ in walk(dice, start):
            for move in asked.moves if asked and isinstance(state.phase, Turn) else ():
                if move.startswith(("plain:9", "plain:10")):
                    label = towers.label(towers.view(state, asked.seat), move)
                    after = towers.apply(state, asked.seat, move).phase
                    if "may answer" in repr(label.detail) and not isinstance(after, Choose):
                        assert isinstance(after, Ward | Joust), move
                        promised += isinstance(after, Ward)
    assert promised > 20
