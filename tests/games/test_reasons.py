"""Reasons in words: what differs between two worlds, as a player would say it."""

import pytest

from bot.text.words import words
from games import GAMES, guilds, lucca, skeleton, tuir
from games.contract import AnyGame, State, walk
from games.core import Held, Move, Seat, offer
from games.lucca.quarter import Quarter
from games.reasons import MOST, reasons_of
from tests.games.lucca_tables import of, of_colour, placing
from tests.games.lucca_tables import table as lucca_table
from tests.games.towers_positions import table as towers_table
from tests.kit import OURS, leaky

EN = words("en")


def said(game: AnyGame, state: State, seat: Seat, move: Move) -> list[str]:
    asked = offer(game, state, seat)
    assert asked is not None and move in asked.moves
    return [EN.say(reason) for reason in reasons_of(game, state, seat, move)]


def test_the_towers_tell_points_marker_and_rivals_that_are_beaten() -> None:
    towers = GAMES["towers"]
    state = towers_table("8 8 8 8 5", theirs=("8 8 8",), marker=1, market="5 8")
    assert said(towers, state, 0, "plain:8:8:8:8") == [
        "brings 18 points", "takes the Marker", "takes 18 points from Dove",
    ]  # fmt: skip
    assert said(towers, state, 0, "purchase:market:5") == ["gives you 2 stones of rank 5"]
    assert said(towers, state, 0, "pass") == ["lets Dove end the deal ahead"]


def test_a_card_that_nobody_has_seen_is_no_reason() -> None:
    """The top of the deck fits; only who knows it is told."""
    towers = GAMES["towers"]
    hidden, known = (towers_table("7 7", deck=deck) for deck in ("7 9", "7! 9"))
    assert said(towers, hidden, 0, "purchase:deck") == []
    assert said(towers, known, 0, "purchase:deck") == ["gives you 3 stones of rank 7"]


def test_lucca_tells_windows_walls_and_what_a_triplet_leaves_to_the_next() -> None:
    blue, red = of("blue", 3), of("red", 3)
    theirs = Quarter((of_colour("blue", 2),))
    triplets = (tuple(blue[2:]) + tuple(of("green", 2)), tuple(of("yellow", 3)), tuple(of("orange", 3)))
    state = lucca_table(
        Quarter((of_colour("red", 1),)), theirs, *[Quarter((of_colour("purple", 1, n),)) for n in range(3)],
        triplets=triplets, takers=(-1,) * 3,
    )  # fmt: skip
    assert said(lucca, state, 0, "take:0") == ["keeps Dove from completing Blue"]
    assert said(lucca, state, 0, "take:1")[1:] == ["lets Dove complete Blue"]
    last = placing(Quarter((of_colour("red", 2),)), red[2])
    assert any("for windows" in reason for reason in said(lucca, last, 0, f"play:{red[2]}:add"))


def test_guilds_tell_a_group_that_is_complete_and_tokens_that_come_home() -> None:
    told = everything(guilds, 2)
    assert {"completes a group for a tower", "puts you ahead in towers", "brings 1 token home"} <= told


def test_tuir_tells_points_by_the_rules_that_were_known_before() -> None:
    told = everything(tuir, 2)
    assert any(reason.startswith("brings ") for reason in told)
    assert "shows a rule that counts for both" in told


def everything(game: AnyGame, seats: int) -> set[str]:
    """Return what is said of the moves made in a few random games."""
    steps = [step for n in range(4) for step in walk(game, seats, f"said/{n}") if step.move]
    return {EN.say(reason) for step in steps for reason in reasons_of(game, *step)}


def test_a_die_is_no_reason_before_it_has_fallen() -> None:
    """In every world the same words, though the score after the move differs."""
    lots = ((("4", 1), ("5", 1)), ())
    hands = tuple(tuple(Held(card, frozenset({seat})) for card in "346") for seat in range(2))
    worlds = [
        skeleton.setup(2, "die", ("first:0",))._replace(hands=hands, lots=lots, roofs=(0, 0), seed=seed)
        for seed in "abcdefgh"
    ]
    assert len({skeleton.apply(world, 0, "build:3:0").roofs for world in worlds}) > 1
    for world in worlds:
        assert said(skeleton, world, 0, "build:3:0") == ["scores 12 points and a die"]
    assert said(skeleton, worlds[0], 0, "build:3:1") == []


@pytest.mark.parametrize("key", OURS)
def test_every_game_of_the_house_has_reasons_for_the_seat_alone(key: str) -> None:
    """The public has no seat and gets none; a game without the function has none either."""
    game, found = GAMES[key], 0
    for step in walk(game, game.SEATS[0], "house"):
        if step.move:
            reasons = reasons_of(game, *step)
            found += bool(reasons)
            assert len(reasons) <= MOST
            public = [game.view(state, None) for state in (step.state, game.apply(*step))]
            assert game.reasons(public[0], step.move, public[1]) == ()
            assert reasons_of(leaky(game), *step) == ()
    assert found > 1
