"""Túir with sections of both players (U4, U18), and two games added up (U17)."""

from bot.text.words import words
from games import tuir
from games.contract import AnyGame
from games.core import Move, offer, play
from games.feats import feats_of
from games.tuir.outlook import outlook, usual
from games.tuir.picture_marks import marks
from games.tuir.sketch import sketch
from games.tuir.skyline import LETTERS, Tower
from games.tuir.state import Match, State
from rendering.scene import Glyph, Placed
from tests.games.test_tuir import deal, on_offer, run, towers

GAME: AnyGame = tuir
say = words("en").say


def rows(lion: list[str], dove: list[str], **match: bool) -> State:
    """Lion's turn with these towers: rows(["A:T07,T08"], ["A:T09"])."""
    state = deal(match=Match(**{"both": True, **match}), decks=((), (), (), ()))
    players = [
        player._replace(towers=tuple(Tower(t[0], tuple(t[2:].split(","))) for t in row), founded=len(row))
        for player, row in zip(state.players, (lion, dove), strict=True)
    ]
    return state._replace(players=tuple(players))


def finished(seed: str, options: tuple[str, ...]) -> State:
    """The moment when the first game is over: everything is built, in a row of lone sections."""
    state = tuir.setup(2, seed, options)
    while state.phase not in ("interval", "over"):
        (decision,) = tuir.decisions(state)
        state = play(GAME, state, decision.seat, decision.moves[0])
    return state


def label(state: State, move: Move) -> tuple[list[str], str, str]:
    shown = tuir.label(tuir.view(state, state.seat), move)
    return [say(part) for part in shown.path], say(shown.text), say(shown.detail) if shown.detail else ""


# --- sections of both -------------------------------------------------------------------------------


def test_u4_both_a_swap_takes_any_two_sections_of_one_row_or_of_both() -> None:
    state = rows(["A:T07,T08"], ["A:T09,T10"])
    pairs = ["T07:T08", "T07:T09", "T07:T10", "T08:T09", "T08:T10", "T09:T10"]
    assert on_offer(state, "swap:T01") == [f"swap:T01:{pair}" for pair in pairs]
    after = run(state, "swap:T01:T08:T09")
    assert (towers(after, 0), towers(after, 1)) == (["A:T07,T09"], ["A:T08,T10"])
    after = run(state, "swap:T01:T09:T10")
    assert (towers(after, 0), towers(after, 1)) == (["A:T07,T08"], ["A:T10,T09"])


def test_u4_without_the_option_only_own_sections_are_offered() -> None:
    state = rows(["A:T07,T08"], ["A:T09,T10"], both=False)
    assert on_offer(state, "swap:T01") == ["swap:T01:T07:T08"]
    assert not [move for move in on_offer(state, "move:T01") if "T10" in move]


def test_u4_both_a_top_section_of_either_row_moves_within_its_row() -> None:
    state = rows(["A:T07,T08"], ["A:T09,T10", "B:T11"])
    moves = [f"move:T01:{way}" for way in ("T08:left", "T08:right", "T10:B", "T10:left", "T10:right")]
    assert on_offer(state, "move:T01") == [*moves, "move:T01:T11:A", "move:T01:T11:left"]
    after = run(state, "move:T01:T10:B")
    assert (towers(after, 0), towers(after, 1)) == (["A:T07,T08"], ["A:T09", "B:T11,T10"])
    assert towers(run(state, "move:T01:T11:A"), 1) == ["A:T09,T10,T11"]


def test_u4_both_a_rivals_section_obeys_every_other_condition() -> None:
    """A lone one cannot move, and a tower of one section leaves only from an end."""
    assert not on_offer(rows(["A:T07"], ["A:T09"]), "move")
    middle = rows(["A:T07"], ["A:T09", "B:T10", "C:T11"])
    assert not on_offer(middle, "move:T01:T10")
    assert on_offer(middle, "move:T01:T09") == [f"move:T01:T09:{place}" for place in ("B", "C", "right")]


def test_u4_both_the_section_given_up_comes_from_the_own_hand_and_the_rival_keeps_theirs() -> None:
    after = run(rows(["A:T07,T08"], ["A:T09,T10"]), "move:T01:T10:left")
    assert after.spent == ("T01",)
    assert [len(player.cards) for player in after.players] == [2, 3]


def test_u18_a_new_tower_in_a_row_has_the_next_letter_of_its_owner() -> None:
    after = run(rows(["A:T07,T08", "B:T12"], ["A:T09,T10"]), "move:T01:T10:left")
    assert towers(after, 1) == ["B:T10", "A:T09"]
    assert [player.founded for player in after.players] == [2, 2]


def test_u18_there_are_letters_for_every_tower_that_both_can_found_in_a_row() -> None:
    assert len(LETTERS) == len(set(LETTERS)) == 18
    assert not set(LETTERS) & set("PQR"), "the places of a hand"
    assert LETTERS.startswith("ABCDEFGHI"), "as in games that were begun before"


def test_u4_both_the_menus_say_whose_section_it_is() -> None:
    state = rows(["A:T07,T08"], ["A:T09,T10"])
    path, text, _ = label(state, "swap:T01:T08:T10")
    assert path == ["Sacrifice", "P: swap any two sections"]
    assert text.startswith("Swap A2: ") and " and Dove A2: " in text
    path, text, _ = label(state, "move:T01:T10:left")
    assert path[-1].startswith("Dove A2: ") and text == "New tower at the left"
    path, _, _ = label(state, "move:T01:T08:left")
    assert path[-1].startswith("A2: ")


def test_u4_both_the_consequence_told_is_the_one_that_comes() -> None:
    """Every swap and move says what the rules that Lion knows would then give both of them."""
    state = rows(["A:T07,T08", "B:T13"], ["A:T09,T10", "B:T11"])._replace(open=("R01", "R24", "R30"))
    for move in [*on_offer(state, "swap:T01"), *on_offer(state, "move:T01")]:
        _, _, told = label(state, move)
        after = tuir.view(run(state, move), 0)
        lion, dove = after.sums
        assert told == f"Rules you know, then: you {lion}, Dove {dove}", move


def test_u4_both_the_news_say_in_whose_row_something_was_moved() -> None:
    state = rows(["A:T07,T08"], ["A:T09,T10", "B:T11"])
    for move, sentence in (("move:T01:T10:B", "onto B of Dove."), ("move:T01:T10:left", "tower C of Dove.")):
        after = tuir.page(tuir.view(run(state, move), None))
        assert any(say(line).endswith(sentence) for line in after.news)
        assert "of Dove." in say(after.seats[0])
    own = tuir.page(tuir.view(run(state, "move:T01:T08:left"), None))
    assert not any("of Dove" in say(line) for line in own.news)


def test_u4_both_the_picture_marks_the_places_of_the_row_in_which_a_section_moves() -> None:
    state = rows(["A:T07,T08"], ["A:T09,T10", "B:T11"])
    view, moves = tuir.view(state, 0), tuple(on_offer(state, "move:T01:T10"))
    assert marks(moves).moves == {("T10", "B"), ("T10", "left"), ("T10", "right")}
    items = tuir.scene(view, moves).items
    placed = [item for item in items if isinstance(item, Placed)]
    letters = [item.x for item in placed if any(_is_letter(part, "B+") for part in item.sprite.items)]
    assert letters and min(letters) > 400, "all of them in Dove's row, on the right"


def _is_letter(part: object, wanted: str) -> bool:
    return isinstance(part, Glyph) and part.text in wanted


def test_u4_both_the_outlook_of_a_move_is_the_outlook_after_it() -> None:
    """Computers see that a section moved in the rival's row changes what the rival gets."""
    state = rows(["A:T07,T08", "B:T13"], ["A:T09,T10", "B:T11"])._replace(turn=16, first=0)
    (decision,) = tuir.decisions(state)
    promised = dict(zip(decision.moves, usual(state, decision), strict=True))
    theirs = [m for m in decision.moves if m.startswith(("swap:T01", "move:T01")) and "T1" in m[9:]]
    assert len({promised[move] for move in theirs}) > 1
    for move in theirs:
        after = tuir.apply(state, 0, move)._replace(turn=16)
        assert abs(outlook(after, 0) - promised[move] - 0.8) < 1e-9, move


# --- two games --------------------------------------------------------------------------------------


def test_u17_two_games_are_added_up_and_the_other_player_begins_the_second() -> None:
    first = finished("two", ("twice", "first:1"))
    assert first.phase == "interval" and first.first == 1
    assert offer(GAME, first, 1) is None
    asked = offer(GAME, first, 0)
    assert asked and asked.moves == ("deal",) and not asked.open
    points = tuir.score(first)
    second = play(GAME, first, 0, "deal")
    assert (second.first, second.turn, second.phase) == (0, 0, "act")
    assert [point for (point,) in points] == list(second.match.points)
    assert [len(player.towers) for player in second.players] == [0, 0]
    dealt = {held.card for player in second.players for held in player.cards}
    assert dealt != {h.card for p in tuir.setup(2, "two", ("twice", "first:1")).players for h in p.cards}
    end = second
    while asked_now := tuir.decisions(end):
        end = play(GAME, end, asked_now[0].seat, asked_now[0].moves[0])
    alone = end._replace(match=end.match._replace(games=()))
    sums = [one + two for (one,), (two,) in zip(points, tuir.score(alone), strict=True)]
    assert [sum_ for (sum_,) in tuir.score(end)] == sums and end.phase == "over"


def test_u17_one_game_ends_as_ever() -> None:
    assert finished("one", ()).phase == "over"
    assert not tuir.decisions(finished("one", ("both",)))


def test_u17_the_first_game_is_shown_when_it_is_over() -> None:
    view = tuir.view(finished("shown", ("twice",)), None)
    page = tuir.page(view)
    assert say(page.title) == "Túir, end of the first game"
    assert len(page.grid) == 7 and len(view.known_rules) == 6
    assert say(page.alt[0]).startswith("The first game is over: ")


def test_u17_the_second_game_tells_what_the_first_one_gave() -> None:
    first = finished("told", ("twice",))
    before = [point for (point,) in tuir.score(first)]
    second = play(GAME, first, 1 - first.first, "deal")
    page = tuir.page(tuir.view(second, None))
    assert say(page.title) == f"Túir, second game (so far {before[0]} : {before[1]}), turn 1 of 18"
    assert f"The first game gave Lion {before[0]}, Dove {before[1]}." in [say(line) for line in page.table]
    while asked := tuir.decisions(second):
        second = play(GAME, second, asked[0].seat, asked[0].moves[0])
    page, sums = tuir.page(tuir.view(second, None)), [str(point) for (point,) in tuir.score(second)]
    assert [say(row.name) for row in page.grid[-3:]] == ["Game 1", "Game 2", "Total"]
    assert list(page.grid[-1].cells) == sums
    assert f"{sums[0]} in all" in say(page.seats[0])


def test_u17_nothing_of_the_second_deal_is_known_before_it() -> None:
    first = finished("secret", ("twice",))
    assert "secret" not in repr(tuir.view(first, None))
    assert tuir.redeal(first, None, "other").match.seed == "other"
    assert tuir.shows(first, 1 - first.first, "deal") == {None}


def test_u17_computers_count_the_first_game_too() -> None:
    first = finished("ahead", ("twice",))
    lion, dove = (point for (point,) in tuir.score(first))
    assert sketch(first, lambda: 0.5) == (lion - dove, dove - lion)
    second = play(GAME, first, 1 - first.first, "deal")
    alone = second._replace(match=second.match._replace(games=()))
    assert outlook(second, 0) == outlook(alone, 0) + lion - dove
    assert sketch(second, lambda: 0.5)[0] == sketch(alone, lambda: 0.5)[0] + lion - dove


def test_u17_feats_of_either_game_count() -> None:
    first = finished("proud", ("twice",))
    tall = first.players[0]._replace(towers=(Tower("A", ("T01", "T02", "T03", "T04", "T05")),))
    low = first.players[1]._replace(towers=(Tower("A", ("T06", "T07")),))
    second = play(GAME, first._replace(players=(tall, low)), 1 - first.first, "deal")
    assert "tuir:spire" in feats_of(tuir, second)[0]
    assert "tuir:spire" not in feats_of(tuir, second)[1]
