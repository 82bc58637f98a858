"""What is told of finished games: words that fit, a chart to be read, scores that outlive their rules."""

import pytest

from bot.domain.agreements import Agreements
from bot.domain.entities import LogRow
from bot.domain.log import begin, fold, follow, in_force
from bot.domain.results import ending_of, pack_grid, unpack_grid
from bot.text.words import PSEUDO, languages, words
from bot.views.records.profile import streaks
from bot.views.records.rating_chart import chart_alt, chart_scene, levels_of
from games import GAMES
from games.contract import walk
from games.core import Row, Text, Texts, Who
from games.feats import feats_in, feats_of, find_feat
from rendering.paint import paint
from tests.kit import OURS
from tests.limits import check_records
from tests.toy import Toy, ask


@pytest.mark.parametrize("language", [*languages(), PSEUDO])
async def test_all_that_is_told_of_finished_games_fits_discord(language):
    check_records(language)


# --- scores in parts ---


@pytest.mark.parametrize("key", sorted(GAMES))
def test_a_score_in_parts_can_be_kept_and_told_in_any_language(key):
    game = GAMES[key]
    *_, last = walk(game, game.SEATS[-1], "kept")
    grid = game.page(game.view(last.state, None)).grid
    assert grid and unpack_grid(pack_grid(grid)) == tuple(grid)


def test_words_within_words_are_kept():
    name = Texts("{n} of {who}", "{n} of {who}", n=3, who=(Who(1), Text("Dove", a=Text("x"))))
    assert unpack_grid(pack_grid([Row(name, ("1", "2 = 1 + 1"))])) == (Row(name, ("1", "2 = 1 + 1")),)
    assert unpack_grid("") == ()


def test_decisions_in_force_are_counted_and_the_clocks_among_them():
    toy = Toy(*(ask(n % 2, "a", "point") for n in range(5)))
    table = begin(1, toy, (10, 20), "s", ())
    rows = [
        LogRow(1, "move", 0, "a", "person", 5),
        LogRow(2, "back", 0, "0", "person", 6),
        LogRow(3, "move", 0, "point", "person", 7),
        LogRow(4, "move", 1, "a", "clock", 8),
        LogRow(5, "move", 0, "a", "house", 9),
        LogRow(6, "move", 1, "a", "computer", 10),
        LogRow(7, "move", 0, "point", "person", 11),
    ]
    results, ending = ending_of(fold(table, rows), rows)
    assert [row.row for row in in_force(rows)] == [3, 4, 5, 6, 7]
    assert [(r.seat, r.place, r.decisions, r.clocked) for r in results] == [(0, 1, 2, 0), (1, 2, 2, 1)]
    assert (ending.how, ending.decisions, ending.began) == ("score", 4, 5)
    early = rows[:1]
    _, stopped = ending_of(
        follow(fold(table, early), LogRow(2, "end", 0, "resign")), [*early, LogRow(2, "end", 0, "resign")]
    )
    assert (stopped.how, stopped.grid, stopped.feats) == ("resign", "", ())


# --- feats ---


@pytest.mark.parametrize("key", sorted(GAMES))
def test_the_feats_of_a_game_can_be_found_by_their_stored_names(key):
    """A game need not know any; the four know some."""
    game = GAMES[key]
    names = [f"{key}:{feat.key}" for feat in feats_in(game)]
    assert len(set(names)) == len(names) >= (3 if key in OURS else 0)
    assert [find_feat(name) for name in names] == list(feats_in(game))
    assert find_feat(f"{key}:no") is find_feat("chess:mate") is None
    *_, last = walk(game, game.SEATS[-1], "feats")
    found = feats_of(game, last.state)
    assert len(found) == game.SEATS[-1] and {f for own in found for f in own} <= set(names)


def test_a_feat_needs_its_deed():
    game = GAMES["tuir"]
    *_, last = walk(game, 2, "f0")
    players = [p._replace(towers=()) for p in last.state.players]
    card = last.state.decks[0][0].card if last.state.decks[0] else "S01"
    tower = ((0, (card,) * 5),)
    state = last.state._replace(players=(players[0]._replace(towers=tower), players[1]))
    done = {feat.key: feat.done for feat in feats_in(game)}
    assert (done["spire"](state, 0), done["spire"](state, 1)) == (True, False)


def test_who_left_has_no_feat(toy):
    game = GAMES["guilds"]
    steps = list(walk(game, 3, "x"))
    table = begin(1, game, (10, 20, 30), "x", ())
    rows = [LogRow(n, "move", s.seat, s.move) for n, s in enumerate(steps[:-1], 1)]
    over = fold(table, rows)
    feats = ending_of(over, rows)[1].feats
    from dataclasses import replace

    gone = ending_of(replace(over, beside=Agreements(left=(0, 1, 2))), rows)[1].feats
    assert gone == () and all(user in (10, 20, 30) for user, _ in feats)


# --- the chart ---


@pytest.mark.parametrize("course", [[25.0], [25.0, 30.0, 20.0], [25.0 + n for n in range(40)]])
def test_a_chart_can_be_painted_and_read(course):
    assert paint(chart_scene(course)).startswith(b"\x89PNG")
    said = " ".join(map(words("en").say, chart_alt(course)))
    assert f"{round(course[-1] * 4) * 10:,}" in said


@pytest.mark.parametrize(("least", "most"), [(1000, 1000), (990, 1010), (0, 3000), (-50, 1), (1049, 1051)])
def test_the_levels_of_a_chart_are_round_few_and_around_everything(least, most):
    levels = levels_of(least, most)
    assert 2 <= len(levels) <= 6 and levels[0] <= least and most <= levels[-1]
    assert all(level % 50 == 0 for level in levels)


def test_streaks_are_counted_up_to_now_and_at_best():
    assert streaks([]) == (0, 0)
    assert streaks([1, 1, 2, 1, 1, 1]) == (2, 3)
    assert streaks([2, 1]) == (0, 1)
