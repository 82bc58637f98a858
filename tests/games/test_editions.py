"""A game goes on as it was begun: by its edition, and with the data files that it was dealt from."""

import ast
import gc
import re
import sys
from pathlib import Path
from types import FunctionType, ModuleType

import pytest

import games
from bot.views.parts import player_view
from games import GAMES, editions, fingerprint, mark_of, sheets_of
from games.contract import check_game, walk
from games.data_tables import BadTable
from games.editions import NotKept, by_edition, over
from games.information_sets import information_set
from tests.kit import edited
from tests.limits import fits_discord

HOME = Path(games.__file__).parent


def modules_of(copy):
    """Return every module that the functions of a game lead to, but for those that all games share."""
    found, todo = set(), [vars(copy)]
    while todo:
        for thing in todo.pop().values():
            if isinstance(thing, FunctionType):
                thing = thing.__globals__
            elif isinstance(thing, ModuleType):
                thing = vars(thing)
            else:
                continue
            name = thing["__name__"]
            if f".{copy.KEY}" in name and name not in found:
                found.add(name)
                todo.append(thing)
    return found


# --- over other data files -------------------------------------------------------------------------


@pytest.mark.parametrize("key", GAMES)
def test_a_game_over_equal_data_files_is_the_same_game(key):
    game, again = GAMES[key], over(key, dict(sheets_of(key)))
    assert again is not game
    for ours, theirs in zip(
        walk(game, game.SEATS[-1], "same"), walk(again, game.SEATS[-1], "same"), strict=True
    ):
        assert (ours.seat, ours.move, repr(ours.state)) == (theirs.seat, theirs.move, repr(theirs.state))
    for viewer in (None, 0):
        assert repr(information_set(game, ours.state, viewer)) == repr(
            information_set(again, theirs.state, viewer)
        )
        assert game.scene(game.view(ours.state, viewer)) == again.scene(again.view(theirs.state, viewer))


@pytest.mark.parametrize("key", [key for key in GAMES if key != "towers" and edited(key) != sheets_of(key)])
def test_other_rows_are_another_deal_and_leave_the_game_of_today_alone(key):
    game, seats = GAMES[key], GAMES[key].SEATS[0]
    before, other = game.setup(seats, "deal"), over(key, edited(key))
    assert repr(other.setup(seats, "deal")) != repr(before) == repr(game.setup(seats, "deal"))
    assert fingerprint(key) == mark_of(sheets_of(key)) != mark_of(edited(key))


@pytest.mark.parametrize("key", GAMES)
def test_no_part_of_a_copy_leads_back_to_the_game_of_today(key):
    """One function that read today's cards would deal, label or paint a running game wrongly."""
    copy = over(key, edited(key))
    led = modules_of(copy)
    assert len(led) == len(modules_of(GAMES[key])) > 10, "every module is there"
    assert all(name.startswith("games@") for name in led), led
    assert not [name for name in sys.modules if "@" in name], "nobody finds a copy by an import"


@pytest.mark.parametrize("key", GAMES)
async def test_a_game_over_edited_data_files_keeps_every_promise_and_fits_discord(key):
    game = over(key, edited(key))
    _, compared = check_game(game, game.SEATS[0], "edited", fits=fits_discord, every=20)
    assert compared.total()


def test_what_is_labelled_told_and_painted_comes_from_the_rows_that_a_game_was_dealt_from():
    """The same cards are dealt, but all of them carry other windows and shields."""
    text = sheets_of("lucca")["deck.csv"]
    flipped = re.sub(r"(palace,\w+),(\d),(\d),", r"\1,\3,\2,", text)
    sights = []
    for game in (GAMES["lucca"], over("lucca", {"deck.csv": flipped})):
        state = game.setup(3, "rows")
        view, moves = game.view(state, 0), game.decisions(state)[0].moves
        sights.append((moves, [game.label(view, move) for move in moves], game.page(view), game.scene(view)))
    (moves, labels, page, scene), (*theirs,) = sights
    assert moves == theirs[0]
    assert labels != theirs[1] and page != theirs[2] and scene != theirs[3]


@pytest.mark.slow
def test_equal_data_files_share_one_copy_and_few_copies_wait_for_another_look():
    player_view._KEPT.clear()  # sights of tables that were shown before: they hold their games for a while
    first = over("tuir", edited("tuir"))
    assert over("tuir", edited("tuir")) is first
    for n in range(3 * editions.LATEST):
        over("tuir", {name: text + "\n" * (n + 1) for name, text in sheets_of("tuir").items()})
    gc.collect()
    assert over("tuir", edited("tuir")) is first, "somebody still plays with it"
    del first
    for n in range(editions.LATEST):
        over("tuir", {name: text + "\n" * (n + 1) for name, text in sheets_of("tuir").items()})
    gc.collect()
    assert len(editions._copies) == editions.LATEST


@pytest.mark.parametrize("key", GAMES)
def test_every_data_file_is_read_while_its_game_loads(key):
    """So a broken one is named before the bot starts, and a copy needs no file when it is played."""
    for name in sheets_of(key):
        with pytest.raises(BadTable, match=f"^games/{key}/{name}, line 1: the first line must name"):
            over(key, {**sheets_of(key), name: ""})


def test_a_data_file_that_was_not_there_is_named():
    with pytest.raises(BadTable, match=r"^games/tuir/rules\.csv: was not there when the game was dealt"):
        over("tuir", {"towers.csv": sheets_of("tuir")["towers.csv"]})


@pytest.mark.parametrize("key", [*GAMES, "skeleton"])
def test_a_game_reads_and_imports_its_parts_only_while_it_loads(key):
    """A copy is complete when it is loaded: later, an import would lead to the game of today."""
    for path in (HOME / key).glob("*.py"):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        inner = [node for node in ast.walk(tree) if isinstance(node, (ast.Import, ast.ImportFrom))]
        assert all(node in tree.body for node in inner), path


# --- by an earlier edition -------------------------------------------------------------------------


def test_an_edition_is_kept_beside_the_one_of_today():
    guilds = GAMES["guilds"]
    old = by_edition(guilds, 1)
    assert (old.EDITION, guilds.EDITION, by_edition(guilds, 2)) == (1, 2, guilds)
    assert old.setup(2, "x").edition == 1 and guilds.setup(2, "x").edition == 2
    assert old.label is guilds.label, "all else is shared"


@pytest.mark.parametrize("edition", [0, 3])
def test_an_edition_that_nobody_kept_is_named(edition):
    with pytest.raises(NotKept, match=f"guilds was played by another edition, {edition}"):
        by_edition(GAMES["guilds"], edition)


def test_an_old_edition_over_old_data_files_is_both():
    old = by_edition(over("guilds", edited("guilds")), 1)
    assert old.setup(2, "x").edition == 1
    assert repr(old.setup(2, "x")) != repr(by_edition(GAMES["guilds"], 1).setup(2, "x"))
    assert old.setup.__module__.startswith("games@")
    assert by_edition(GAMES["guilds"], 1).setup.__module__ == "games.guilds.edition_1"
