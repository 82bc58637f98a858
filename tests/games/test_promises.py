"""The contract is no ornament: each promise, broken on purpose, is caught and named."""

from collections import Counter
from itertools import count
from types import SimpleNamespace

import pytest

from games import GAMES, contract, rules_pages, skeleton
from games.contract import Broken, check_game, check_home, difference, too_few_twins
from games.core import NOBODY, Decision, Text
from rendering.scene import Box, Glyph, Placed, Scene, Sprite

TUIR = GAMES["tuir"]
WORD = Glyph(5, 5, "Tower", 9, "#000000")
COVER = Box(0, 0, 9, 9, "#ffffff")


def broken(**changes):
    """Return Túir with some of its functions replaced."""
    return SimpleNamespace(**{name: getattr(TUIR, name) for name in TUIR.__all__} | changes)


def asking(change):
    """Return Túir with its questions changed."""
    return broken(decisions=lambda state: tuple(d for one in TUIR.decisions(state) for d in change(one)))


def question(d, moves=None, idle=None, **flags):
    return Decision(d.seat, d.prompt, d.moves if moves is None else moves, idle or d.idle, **flags)


def drawing(*items, w=100):
    return broken(scene=lambda view, offer=(): Scene(w, 100, "#ffffff", items))


def with_a_list():
    """Return Túir with a view that holds a list."""
    return broken(
        view=lambda state, viewer: (TUIR.view(state, viewer), [viewer]),
        page=lambda view: TUIR.page(view[0]),
        label=lambda view, move: TUIR.label(view[0], move),
        scene=lambda view, offer=(): TUIR.scene(view[0], offer),
    )


def saying(*words):
    return broken(reasons=lambda before, move, after: tuple(map(Text, words)))


FAULTS = {
    "the reasons for .* leak": broken(
        reasons=lambda before, move, after: (Text("shows {rule}", rule=after.hidden),)
    ),
    "more than 3 reasons": saying("one", "two", "three", "four"),
    "a reason twice": saying("one", "one"),
    "a reason of more than 8 words": saying("one two three four five six seven eight nine"),
    "a seat is asked twice": asking(lambda d: (d, d)),
    "a move is offered twice": asking(lambda d: (question(d, (*d.moves, d.moves[0])),)),
    "nothing on offer": asking(lambda d: (question(d, ()),)),
    "idle is not on offer": asking(lambda d: (question(d, idle="sleep"),)),
    "a move too long": asking(lambda d: (question(d, (*d.moves, "say:" + "x" * 90)),)),
    "who is asked of None leaks": asking(lambda d: (question(d, open=True),)),
    "picture too large": drawing(w=5000),
    "a word in the picture": drawing(WORD),
    r"a word in the picture \| Tower": drawing(Placed(0, 0, Sprite(9, 9, (Box(0, 0, 1, 1), WORD)))),
    r"a sign that the font lacks \| ♜": drawing(Glyph(5, 5, "♜", 9, "#000000")),
    r"a number under something else \| 7 \| at 5, 5": drawing(Glyph(5, 5, "7", 9, "#000000"), COVER),
    "a picture that can change": broken(scene=lambda view, offer=(): Scene(9, 9, "#ffffff", [WORD])),
    "a view that can change": with_a_list(),
}


@pytest.mark.parametrize(
    ("progress", "fault"),
    [
        (lambda view: 0.5 if view.viewer is None else 0.25, "depends on the viewer"),
        (lambda view: 1.5, "beyond 0 and 1"),
        (lambda view: 0.9, "over, and progress is not 1"),
    ],
)
def test_a_progress_that_breaks_its_promise_is_named(progress, fault):
    state = TUIR.setup(2, "fault")
    contract.check_progress(broken(progress=lambda view: 0.9), state, over=False)
    with pytest.raises(Broken, match=fault):
        contract.check_progress(broken(progress=progress), state, over=True)


@pytest.mark.parametrize("fault", FAULTS)
def test_a_state_that_breaks_a_promise_is_named(fault):
    game, state = FAULTS[fault], TUIR.setup(2, "fault")
    with pytest.raises(Broken, match=fault):
        contract.check_questions(game, state)
        contract.check_sights(game, state, "fault")
        contract.check_reasons(game, state, "fault")


def test_a_whole_game_is_checked_state_by_state():
    with pytest.raises(Broken, match="a word in the picture"):
        check_game(drawing(WORD), 2, "fault")
    with pytest.raises(Broken, match="idle is not on offer"):
        check_game(broken(decisions=rarely_wrong), 2, "fault", every=1000)


def rarely_wrong(state):
    """Break a promise on the third turn only."""
    return tuple(question(d, idle="sleep" if state.turn == 2 else d.idle) for d in TUIR.decisions(state))


def test_a_key_that_is_not_the_folder_is_named():
    """Data files, rules text and stored tables are found by the key."""
    for game in (broken(__name__="games.thuir"), broken(KEY="thuir", __name__="games.tuir")):
        with pytest.raises(Broken, match="KEY is not the name of the folder"):
            check_game(game, 2, "fault")
    check_home(TUIR)


OLD = SimpleNamespace(__all__=[])
RAISED = {
    "EDITION was raised and the one before is not kept": broken(EDITION=2),
    "the editions kept must be those before EDITION": broken(EDITION=3, KEPT={1: OLD}),
    "edition 1 has what no game has": broken(EDITION=2, KEPT={1: SimpleNamespace(__all__=["ending"])}),
}


@pytest.mark.parametrize("fault", RAISED)
def test_an_edition_raised_without_the_one_before_is_named(fault):
    with pytest.raises(Broken, match=fault):
        check_game(RAISED[fault], 2, "fault")


def test_a_page_of_the_rules_that_would_be_clipped_is_named(tmp_path, monkeypatch):
    (tmp_path / "tuir").mkdir()
    monkeypatch.setattr("games.HOME", tmp_path)
    monkeypatch.setattr("games.contract.HOME", tmp_path)
    with pytest.raises(Broken, match=r"no rules\.md"):
        check_home(TUIR)
    pages = ["# Túir", f"## Building\n{'x' * 3900}", "## The end\nx"]
    (tmp_path / "tuir" / "rules.md").write_text("\n\n".join(pages), encoding="utf-8")
    rules_pages.cache_clear()
    try:
        with pytest.raises(Broken, match=r"a page of rules\.md over 3900 characters . ## Building$"):
            check_home(TUIR)
    finally:
        rules_pages.cache_clear()


def test_a_rule_that_is_not_a_function_of_the_state_does_not_replay():
    calls = count()
    game = broken(apply=lambda state, *move: TUIR.apply(state, *move)._replace(spent=(str(next(calls)),)))
    with pytest.raises(Broken, match="replay differs"):
        check_game(game, 2, "fault")


def test_a_game_that_does_not_end_is_named(monkeypatch):
    monkeypatch.setattr(contract, "LONGEST", 60)
    with pytest.raises(Broken, match="does not end"):
        check_game(broken(apply=lambda state, seat, move: state), 2, "fault")


def test_a_door_that_lets_anything_through_is_named(monkeypatch):
    monkeypatch.setattr(contract, "play", lambda game, state, seat, move: state)
    with pytest.raises(Broken, match="seat 0 was allowed"):
        check_game(TUIR, 2, "fault")


def test_lost_cards_and_messages_that_do_not_fit_are_named():
    with pytest.raises(Broken, match="cards are not conserved"):
        check_game(TUIR, 2, "fault", conserved=lambda state: state.turn)

    def too_long(game, state):
        raise Broken("too long for Discord")

    with pytest.raises(Broken, match="too long for Discord"):
        check_game(TUIR, 2, "fault", fits=too_long)


def test_a_move_that_says_it_shows_nothing_and_does_is_named():
    with pytest.raises(Broken, match=r"look:rival:T14 leaks to 0 \| \[0\].sides\[1\].rule: 'R20' or 'R11'$"):
        check_game(broken(shows=lambda *_: NOBODY), 2, "fault")


def test_the_first_difference_is_told_in_one_line():
    assert difference((1, ("a", "b")), (1, ("a", "c"))) == "[1][1]: 'b' or 'c'"
    assert difference((1, (2,)), (1, (2, 3))) == "[1]: (2,) or (2, 3)"
    one, other = (Decision(0, Text("What?"), moves, "pass") for moves in (("pass",), ("go",)))
    assert difference(one, other) == ".moves[0]: 'pass' or 'go'"
    assert difference(Text("one"), Text("other")) == ": Text('one', ()) or Text('other', ())"


def test_a_redeal_that_leaves_something_where_it_lies_is_named():
    """Equal worlds look equal whatever leaks: without this, a lazy `redeal` would keep every promise."""

    def forgets_the_decks(state, viewer, seed):
        return TUIR.redeal(state, viewer, seed)._replace(decks=state.decks)

    for lazy in (lambda state, viewer, seed: state, forgets_the_decks):
        with pytest.raises(Broken, match="redeal deals nothing anew"):
            check_game(broken(redeal=lazy), 2, "fault")


def test_a_redeal_that_keeps_the_seed_is_named():
    """Dice and shuffles to come follow from it: whoever thinks in such a world would foresee them."""

    def keeps_the_seed(state, viewer, seed):
        return skeleton.redeal(state, viewer, seed)._replace(seed=state.seed)

    game = SimpleNamespace(**{name: getattr(skeleton, name) for name in skeleton.__all__})
    contract.check_redeal(game, game.setup(2, "fault"), "fault")
    game.redeal = keeps_the_seed
    with pytest.raises(Broken, match="redeal keeps the seed: what chance brings could be foretold"):
        contract.check_redeal(game, game.setup(2, "fault"), "fault")


def test_too_few_comparisons_are_told_with_their_number():
    told = too_few_twins(Counter(build=14))
    assert told == "only 14 comparisons, and more than 20 are wanted: a twin seldom offers the same move"
    assert "does every move claim to show something?" in too_few_twins(Counter())
    assert too_few_twins(Counter(build=14, draw=7)) == ""
