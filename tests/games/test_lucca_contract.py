"""What Lucca promises over whole games: cards conserved, secrets kept, scores that a referee confirms."""

import pickle
from collections import Counter
from collections.abc import Iterator
from random import Random

import pytest

from games import lucca
from games.contract import Step, check_game, check_picture, check_questions, check_twins, check_views
from games.core import Decision, Move, offer
from games.lucca.cards import deck
from games.lucca.quarter import Quarter
from games.lucca.state import Choosing, Over, Placing, State, Turn, changing
from tests.games.lucca_referee import Referee
from tests.kit import caught, leaky
from tests.limits import fits_discord

TABLES = [(seats, options) for seats in (2, 3, 4, 5) for options in ((), ("celebration",))]


def every_card(state: State) -> Counter[str]:
    """Count the cards wherever they lie."""
    hidden = [held.card for held in (*state.deck, *state.removed)]
    quarters = [*state.quarters, *([state.city] if state.city else [])]
    laid = [card for q in quarters for p in q.palaces for card in p.cards]
    built = [card for q in quarters for card in (*q.walls, *q.bastions)]
    open_ = [card for cards in state.triplets for card in cards]
    match state.phase:
        case Choosing(hands, _):
            held = [h.card for hand in hands for h in hand]
        case Placing(_, _, cards):
            held = list(cards)
        case _:
            held = []
    return Counter([*hidden, *laid, *built, *open_, *state.discards, *held])


def built(dice: Random, decision: Decision) -> Move:
    """Play as people do: build and open mostly, sometimes anything."""
    if dice.random() < 0.15:
        return dice.choice(decision.moves)
    wanted = [m for m in decision.moves if ":add" in m or m.startswith("open")]
    wanted = wanted or [m for m in decision.moves if m.endswith((":new", ":bastion"))]
    return dice.choice(wanted or decision.moves)


def game(seats: int, seed: str, options: tuple[str, ...]) -> Iterator[Step]:
    """Yield the steps of a game in which palaces are completed and opened."""
    dice, state = Random(f"{seed}/{seats}/{options}"), lucca.setup(seats, seed, options)
    while asked := lucca.decisions(state):
        decision = dice.choice([d for d in asked if not d.settled] if dice.random() < 0.8 else asked)
        move = built(dice, decision)
        yield Step(state, decision.seat, move)
        state = lucca.apply(state, decision.seat, move)
    yield Step(state, -1, "")


def one_palace_a_colour(state: State) -> bool:
    return all(len({p.colour for p in q.palaces}) == len(q.palaces) for q in state.quarters)


@pytest.mark.slow
@pytest.mark.parametrize(("seats", "options"), TABLES)
def test_random_games_keep_every_promise(seats, options):
    """Contract 1 to 6; the twins have compared every verb that came up."""
    total = Counter()
    for seed in ("1", "2", "3"):
        steps, counts = check_game(lucca, seats, seed, options, conserved=every_card, every=7)
        total += counts
        assert every_card(steps[0].state) == Counter(deck(bool(options)))
    assert total["keep"] and total["take"] > 20 and total["play"] > 60
    assert bool(total["city"]) == (seats == 2)


@pytest.mark.parametrize(("seats", "options"), TABLES)
def test_built_games_conserve_cards_and_colours_and_a_referee_confirms_every_score(seats, options):
    """The running score equals one recomputed from the log by a function that knows only the rules."""
    opened = 0
    for seed in map(str, range(8)):
        steps = list(game(seats, seed, options))
        log = [(step.seat, step.move) for step in steps[:-1]]
        hands = [[held.card for held in hand] for hand in steps[0].state.phase.hands]
        second = Referee(hands).follow(log)
        for step, points in zip(steps[1:], second, strict=True):
            assert every_card(step.state) == Counter(deck(bool(options)))
            assert one_palace_a_colour(step.state)
            assert [p._asdict() for p in step.state.points] == points
        opened += sum(len(q.opened) for q in steps[-1].state.quarters)
        assert isinstance(steps[-1].state.phase, Over)
    assert opened > 10, "the games were worth checking"


@pytest.mark.slow
@pytest.mark.parametrize(("seats", "options"), TABLES)
async def test_built_games_fit_discord_and_keep_secrets_and_the_twins_compare_openings_too(seats, options):
    counts = Counter()
    for seed in "ab":
        for n, step in enumerate(game(seats, seed, options)):
            check_questions(lucca, step.state)
            if n % 10 == 0 or not step.move:
                fits_discord(lucca, step.state)
            if n % 6 == 0 or step.move.startswith(("open", "keep")):
                check_views(lucca, step.state, f"{seed}/{n}")
                check_picture(lucca, step.state)
                if step.move:
                    check_twins(lucca, step, f"{seed}/{n}", counts)
    verbs = {"keep", "open", "take", "play"} | ({"city"} if seats == 2 else set())
    assert set(counts) == verbs and min(counts.values()) >= 4


@pytest.mark.parametrize("seats", (2, 5))
def test_a_quarter_knows_its_shields_and_its_highest_number_however_it_came_about(seats):
    """Cards change both counts step by step; counted anew, and after a journey, they are the same."""
    covered = 0
    for seed in "abc":
        highest = [0] * seats
        for step in game(seats, seed, ("celebration",)):
            for quarter in (*step.state.quarters, *([step.state.city] if step.state.city else [])):
                assert quarter == Quarter(*quarter[:5]) == pickle.loads(pickle.dumps(quarter))
                assert quarter.shields == sum(palace.shields for palace in quarter.building)
                assert quarter.highest == max((palace.number for palace in quarter.palaces), default=0)
            now = [quarter.highest for quarter in step.state.quarters]
            covered += any(after < before for before, after in zip(highest, now, strict=True))
            highest = now
    assert covered, "somewhere the highest number was covered"


def test_a_state_that_is_changed_in_one_step_is_the_one_that_replace_makes():
    state = lucca.setup(3, "one step")
    after = changing("turn", "phase", "news")(state, 7, Turn(1), ())
    assert after == state._replace(turn=7, phase=Turn(1), news=()) and type(after) is State


@pytest.mark.parametrize("move", ("take:0", "play:P01:wall", "city:none", "dance", "play", ""))
def test_a_move_of_another_moment_has_no_meaning(move):
    with pytest.raises(ValueError, match="no meaning"):
        lucca.apply(lucca.setup(2, "choosing"), 0, move)


def test_a_redealt_hand_is_one_that_could_have_been_dealt():
    """L2, L11: no bastion in another's four, and a choice that those four allow."""
    state = lucca.setup(5, "anew", ("celebration",))
    for seat in (1, 2):
        state = lucca.apply(state, seat, offer(lucca, state, seat).moves[0])
    changed = 0
    for seed in map(str, range(60)):
        twin = lucca.redeal(state, 0, seed)
        assert every_card(twin) == every_card(state)
        assert twin.phase.hands[0] == state.phase.hands[0]
        for seat in (1, 2):
            again = "keep:{}:{}".format(*twin.phase.kept[seat])
            assert again in offer(lucca, twin, seat).moves
            changed += twin.phase.kept[seat] != state.phase.kept[seat]
        assert not any(held.card.startswith("B") for hand in twin.phase.hands for held in hand)
    assert changed > 100


# --- planted leaks ---------------------------------------------------------------------------------


def test_a_choice_shown_before_all_have_chosen_is_caught():
    def view(state: State, viewer: int | None) -> lucca.View:
        seen = lucca.view(state, viewer)
        return seen._replace(kept=state.phase.kept[0]) if isinstance(state.phase, Choosing) else seen

    assert "view of" in caught(leaky(lucca, view=view), 3)


def test_a_question_that_carries_the_kept_cards_is_caught():
    def decisions(state: State) -> tuple[Decision, ...]:
        asked = lucca.decisions(state)
        if not isinstance(state.phase, Choosing):
            return asked
        return tuple(
            Decision(d.seat, d.prompt, d.moves, d.idle, settled=d.settled, advance=":".join(kept))
            for d, kept in zip(asked, state.phase.kept, strict=True)
        )

    assert "who is asked" in caught(leaky(lucca, decisions=decisions), 3)


def test_an_opening_four_shown_to_others_is_caught():
    def view(state: State, viewer: int | None) -> lucca.View:
        seen = lucca.view(state, viewer)
        if not isinstance(state.phase, Choosing):
            return seen
        return seen._replace(discards=tuple(held.card for held in state.phase.hands[1]))

    assert "view of" in caught(leaky(lucca, view=view), 2)


def test_a_removed_card_in_the_open_is_caught():
    def view(state: State, viewer: int | None) -> lucca.View:
        seen = lucca.view(state, viewer)
        return seen._replace(discards=tuple(held.card for held in state.removed[:1]))

    assert "view of" in caught(leaky(lucca, view=view), 3)


def test_new_triplets_that_claim_to_show_nothing_are_caught():
    """The twin test: the move that ends a round turns up cards that nobody could know."""
    assert "leaks to" in caught(leaky(lucca, shows=lambda state, seat, move: frozenset()), 3)
