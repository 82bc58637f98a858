"""Túir keeps the promises of the house: secrets, menus, tables and old logs."""

import json
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import combinations
from pathlib import Path
from random import Random

import pytest

from bot.text.words import words
from bot.views.menus import Offer, Picks, grow
from games import tuir
from games.contract import AnyGame, check_game, check_picture, check_questions, check_views
from games.core import Move, Seat, Text, replay
from games.data_tables import BadTable
from games.tuir.cards import FOLDER, load_rules, load_sections
from games.tuir.state import State
from games.tuir.view import View
from tests.kit import caught, leaky
from tests.limits import fits_discord

GAME: AnyGame = tuir
LOGS = sorted((Path(__file__).parent.parent / "logs").glob("tuir-*.json"))


def cards(state: State) -> list[str]:
    """Every section and rule card of a game, wherever it lies."""
    held = [h for p in state.players for h in (*p.cards, p.rule, *p.dropped)]
    held += [h for deck in state.decks for h in deck] + [*state.stock, state.hidden]
    standing = [card for p in state.players for tower in p.towers for card in tower.sections]
    return sorted([h.card for h in held] + standing + [*state.spent, *state.open])


OPTION_SETS = [
    (), ("short",), ("first:1",), ("first:0", "short"), ("both",), ("twice",), ("both", "short", "twice"),
]  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("options", OPTION_SETS)
def test_it_keeps_every_promise(options: tuple[str, ...]) -> None:
    counts = Counter[str]()
    for seed in range(6):
        _, compared = check_game(GAME, 2, f"promise/{seed}", options, conserved=cards)
        counts += compared
    assert all(counts[verb] > 20 for verb in ("build", "look", "rule", "swap", "move", "take")), counts


# --- planted leaks: each must be caught ------------------------------------------------------------


def view_with(**parts: Callable[[State, Seat | None], object]) -> Callable[[State, Seat | None], View]:
    def view(state: State, viewer: Seat | None) -> View:
        return tuir.view(state, viewer)._replace(
            **{name: part(state, viewer) for name, part in parts.items()}
        )

    return view


def known_hands(state: State, viewer: Seat | None) -> object:
    """Everybody's hand, as if it lay open."""
    sides = tuir.view(state, viewer).sides
    return tuple(
        side._replace(hand=tuple(held.card for held in player.cards))
        for side, player in zip(sides, state.players, strict=True)
    )


@pytest.mark.parametrize(
    "view",
    [
        view_with(
            decks=lambda state, viewer: tuple(tuple(held.card for held in deck) for deck in state.decks)
        ),
        view_with(hidden=lambda state, viewer: state.hidden.card),
        view_with(sides=known_hands),
        view_with(open=lambda state, viewer: (*state.open, state.stock[0].card)),
    ],
    ids=["the decks", "the hidden rule", "the hands", "the rule deck"],
)
def test_a_view_that_shows_too_much_is_caught(view: Callable[[State, Seat | None], View]) -> None:
    assert "leaks" in caught(leaky(tuir, view=view, page=lambda view: ""))


def test_news_that_tell_a_looked_at_rule_are_caught() -> None:
    def apply(state: State, seat: Seat, move: Move) -> State:
        after = tuir.apply(state, seat, move)
        if not move.startswith("look:hidden"):
            return after
        told = after.deeds[-1]._replace(result=(state.hidden.card,))
        return after._replace(deeds=(*after.deeds[:-1], told))

    assert "leaks to" in caught(leaky(tuir, apply=apply))


def test_a_swap_that_turns_the_old_rule_up_is_caught() -> None:
    def apply(state: State, seat: Seat, move: Move) -> State:
        after = tuir.apply(state, seat, move)
        told = after.deeds[-1]._replace(result=(state.players[seat].rule.card,))
        return after._replace(deeds=(*after.deeds[:-1], told)) if move.startswith("rule") else after

    assert "leaks to" in caught(leaky(tuir, apply=apply))


def test_a_question_that_depends_on_a_hidden_card_is_caught() -> None:
    def decisions(state: State) -> object:
        asked = tuir.decisions(state)
        marble = any(held.card == "T17" for held in state.players[state.seat].cards)
        return tuple(
            d.__class__(d.seat, Text("Marble!") if marble else d.prompt, d.moves, d.idle) for d in asked
        )

    assert "Marble!" in caught(leaky(tuir, decisions=decisions))


def test_the_honest_game_is_not_caught() -> None:
    assert caught(tuir) == ""


# --- menus and pages -------------------------------------------------------------------------------


def builders(seed: str) -> Iterator[State]:
    """Yield the states of a game in which both build nearly always: the largest tableaux."""
    dice, state = Random(seed), tuir.setup(2, seed)
    wide = dice.random()
    while asked := tuir.decisions(state):
        yield state
        moves = asked[0].moves
        builds = [m for m in moves if m.startswith("build")]
        new = [m for m in builds if m.endswith(("left", "right"))]
        pool = builds if dice.random() < wide or not new else new
        move = dice.choice(pool if pool and dice.random() < 0.95 else moves)
        state = tuir.apply(state, asked[0].seat, move)
    yield state


@pytest.mark.slow
async def test_the_largest_tableaux_fit_discord_within_three_presses() -> None:
    largest = 0
    for seed in range(2):
        for state in builders(f"menus/{seed}"):
            fits_discord(GAME, state)
            largest = max(largest, *(len(sum(player.tableau, ())) for player in state.players))
    assert largest == 9


def test_any_two_sections_picked_mean_one_swap() -> None:
    swaps = 0
    for state in builders("picks"):
        for decision in tuir.decisions(state):
            view = tuir.view(state, decision.seat)
            offer = Offer(decision, tuple(tuir.label(view, move) for move in decision.moves), words("en").say)
            for group in range(len(grow(offer.labels))):
                for control in offer.controls(group):
                    if isinstance(control, Picks):
                        pairs = list(combinations(range(len(control.items)), 2))
                        found = {offer.picked(control.level, pair) for pair in pairs}
                        assert None not in found and len(found) == len(pairs)
                        assert offer.picked(control.level, [0]) is None
                        swaps += len(found)
    assert swaps > 100


def test_the_largest_tableaux_keep_the_promises_too() -> None:
    for seed in range(4):
        for n, state in enumerate(builders(f"large/{seed}")):
            check_questions(GAME, state)
            check_views(GAME, state, f"{seed}/{n}")
            check_picture(GAME, state)


# --- tables ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("file", "old", "new", "line", "reason"),
    [
        ("towers.csv", "T02,red_brick,sharp,4", "T02,pink_brick,sharp,4", 3, "no such section"),
        ("towers.csv", "T17,white_marble,none,0", "T17,white_marble,none,2", 18, "no such section"),
        ("towers.csv", "T03,red_brick,round,2", "T03,red_brick,flat,1", 4, "twice"),
        ("towers.csv", "T03,red_brick,round,2", "T03,red_brick,round,3", 19, "four times"),
        ("towers.csv", "T04,", "T03,", 5, "used twice"),
        ("towers.csv", "T18,black_obsidian,none,0,fact", "", 18, "17 sections"),
        ("towers.csv", "id,colour", "card,colour", 1, "columns"),
        ("rules.csv", "R24,matching,colour,tower,3", "R24,matching,colour,tower,4", 25, "no such rule"),
        ("rules.csv", "R01,most,height,tower,,3", "R01,most,height,tower,,5", 2, "points"),
        ("rules.csv", "R02,least,", "R02,most,", 3, "twice"),
        ("rules.csv", "R35,matching,type,diagonal,2,1/section,", "R35,matching,type,", 36, "cells"),
    ],
)
def test_a_broken_table_says_where_and_why(
    tmp_path: Path, file: str, old: str, new: str, line: int, reason: str
) -> None:
    text = (FOLDER / file).read_text(encoding="utf-8")
    assert old in text
    broken = tmp_path / file
    broken.write_text(text.replace(old, new), encoding="utf-8")
    with pytest.raises(BadTable, match=f"{file}, line {line}: .*{reason}"):
        (load_sections if file == "towers.csv" else load_rules)(broken)


def test_a_game_needs_enough_rules(tmp_path: Path) -> None:
    short = tmp_path / "rules.csv"
    short.write_text("".join((FOLDER / "rules.csv").read_text(encoding="utf-8").splitlines(True)[:20]))
    with pytest.raises(BadTable, match="a game needs 24"):
        load_rules(short)


# --- golden logs -----------------------------------------------------------------------------------


def test_there_are_golden_logs_with_and_without_options() -> None:
    kept = [json.loads(path.read_text()) for path in LOGS]
    assert len(kept) >= 4
    assert {"short", "first:1", "both", "twice"} <= {option for log in kept for option in log["options"]}
    verbs = {move.partition(":")[0] for log in kept for _, move in log["log"]}
    assert verbs == {"build", "look", "rule", "swap", "move", "take", "deal"}


@pytest.mark.parametrize("path", LOGS, ids=lambda path: path.stem)
def test_a_golden_log_replays_for_ever(path: Path) -> None:
    kept = json.loads(path.read_text())
    assert (kept["game"], kept["edition"]) == (tuir.KEY, tuir.EDITION)
    start = tuir.setup(kept["seats"], kept["seed"], tuple(kept["options"]))
    end = replay(GAME, start, [(seat, move) for seat, move in kept["log"]])
    assert not tuir.decisions(end)
    assert [list(score) for score in tuir.score(end)] == kept["scores"]
