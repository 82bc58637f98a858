"""Ratings: what openskill says, in the order in which games ended, reckoned anew to the last bit."""

import asyncio
import random
import sqlite3

import pytest
from openskill.models import BradleyTerryPart

from bot import cli
from bot.domain import ratings
from bot.domain.computers import computer
from bot.domain.entities import LogRow, NewTable, Result
from bot.domain.ratings import NEWCOMER, OFTEN, Game, Played, Rating, Reckoner, rate, season_of, why_unrated
from bot.domain.records import COMPUTERS, PEOPLE
from bot.domain.results import Ending
from bot.service.services import build_services
from bot.storage.engine import MIGRATIONS, Step
from bot.storage.stores import open_stores

NOW = 1_790_000_000  # a day in the third quarter of 2026
DAY = 86_400


@pytest.fixture
async def stores(address):
    stores = await open_stores(address)
    yield stores
    await stores.close()


async def end(stores, places, *, at=NOW, guild=1, game="tuir", how="score", clocked=0, channel=[0]):  # noqa: B006
    """Let a game end: users and their places, in seat order."""
    channel[0] += 1
    users = list(places)
    saved = await stores.lobby.new_table(NewTable(guild, channel[0], game, users[0], "en"))
    await stores.lobby.start(saved.id, "seed", 1, "data", (), users)
    results = [
        Result(user, place, (5,), seat, 9, clocked if seat == 0 else 0)
        for seat, (user, place) in enumerate(places.items())
    ]
    row = LogRow(1, "move", 0, "a", "person", at)
    await stores.tables.append(saved.id, row, None, results, ending=Ending(how))
    return saved.id


# --- the numbers ---


@pytest.mark.parametrize("places", [(1, 2), (1, 1), (2, 1, 3), (1, 2, 2, 4), (5, 4, 3, 2, 1), (1,) * 5])
def test_ratings_are_those_of_openskill(places):
    dice, model = random.Random(str(places)), BradleyTerryPart()
    before = [Rating(25 + dice.random() * 9, 2 + dice.random() * 6, 4, 2) for _ in places]
    teams = [[model.rating(mu=r.mu, sigma=r.sigma)] for r in before]
    theirs = [(team[0].mu, team[0].sigma) for team in model.rate(teams, ranks=list(places))]
    ours = rate(before, places)
    assert [(r.mu, r.sigma) for r in ours] == theirs
    assert [(r.games, r.wins) for r in ours] == [(5, 2 + (place == 1)) for place in places]


def test_a_newcomer_stands_at_1000_with_a_mark_and_is_ranked_carefully():
    assert (ratings.shown(NEWCOMER.mu), ratings.uncertain(NEWCOMER.sigma)) == (1000, True)
    assert NEWCOMER.worth == pytest.approx(0)
    rating = NEWCOMER
    for _ in range(30):
        rating, _ = rate([rating, NEWCOMER], (1, 2))
    assert ratings.shown(rating.mu) > 1500 and not ratings.uncertain(rating.sigma)


def test_a_season_is_a_quarter():
    moments = {1_767_225_599: "2025Q4", 1_767_225_600: "2026Q1", 1_775_001_600: "2026Q2", NOW: "2026Q3"}
    assert {at: season_of(at) for at in moments} == moments


def played(*users, how="score", clocked=0, decisions=9):
    seats = [Played(user, n + 1, decisions, clocked if n == 0 else 0) for n, user in enumerate(users)]
    return Game(1, "tuir", how, NOW, tuple(seats))


def test_what_does_not_count():
    assert why_unrated(played(1, 2), 0) == ""
    assert why_unrated(played(1, 2), OFTEN - 1) == ""
    assert why_unrated(played(1, 2), OFTEN) == "often"
    assert why_unrated(played(1, 2, clocked=3), 0) == "", "a third is not more than a third"
    assert why_unrated(played(1, 2, clocked=4), 0) == "clock"
    assert {why_unrated(played(1, 2, how=how), 0) for how in ("stop", "close", "early")} == {"ended"}
    assert {why_unrated(played(1, 2, how=how), 0) for how in ("resign", "alone")} == {""}


def test_all_computers_of_one_strength_are_one_player():
    mason, other = computer("mason"), computer("mason", 1)
    reckoner = Reckoner()
    why, now = reckoner.add(played(7, mason, other))
    assert why == "" and set(now) == {7, mason}
    assert now[mason].games == 1
    assert played(7, mason).ladder == COMPUTERS and played(7, 8).ladder == PEOPLE


# --- in the database ---


async def test_a_game_is_rated_with_its_last_move_of_all_time_and_for_its_season(stores):
    await end(stores, {7: 1, 8: 2})
    expected = rate([NEWCOMER, NEWCOMER], (1, 2))
    for season in ("", "2026Q3"):
        [first, second] = await stores.records.leaderboard(1, "tuir", season=season)
        assert [(r.user, r.mu, r.sigma) for r in (first, second)] == [
            (7, *expected[0][:2]),
            (8, *expected[1][:2]),
        ]
    assert await stores.records.leaderboard(1, "tuir", season="2026Q2") == []
    assert await stores.records.leaderboard(2, "tuir") == [], "another server"
    assert await stores.records.course(7, "tuir") == [expected[0].mu]


async def test_a_game_with_a_computer_counts_on_a_ladder_of_its_own(stores):
    mason = computer("mason")
    await end(stores, {7: 1, mason: 2})
    assert await stores.records.leaderboard(1, "tuir") == []
    board = await stores.records.leaderboard(1, "tuir", ladder=COMPUTERS)
    assert [(rank.user, rank.games) for rank in board] == [(7, 1), (mason, 1)]


async def test_a_rating_is_the_same_in_all_servers_and_games_are_counted_in_each(stores):
    await end(stores, {7: 1, 8: 2}, guild=1)
    await end(stores, {7: 1, 9: 2}, guild=2)
    [one], [two] = [
        [rank for rank in await stores.records.leaderboard(guild, "tuir") if rank.user == 7]
        for guild in (1, 2)
    ]
    assert (one.mu, one.sigma, one.games) == (two.mu, two.sigma, 1)
    assert (await stores.records.rating(7, "tuir")).games == 2


async def test_more_than_five_games_a_day_between_the_same_people_do_not_count(stores):
    ids = [await end(stores, {7: 1, 8: 2}, at=NOW + n) for n in range(OFTEN + 1)]
    await end(stores, {7: 1, 8: 2, 9: 3})
    await end(stores, {7: 1, 8: 2}, at=NOW + DAY)
    assert [(await stores.records.finished(id)).game.why for id in ids] == [""] * OFTEN + ["often"]
    assert (await stores.records.rating(7, "tuir")).games == OFTEN + 2
    last = await stores.records.finished(ids[-1])
    assert [(s.user, s.place) for s in last.seats] == [(7, 1), (8, 2)], "the result itself is kept"


async def test_only_who_allows_it_is_seen_everywhere(stores):
    await end(stores, {7: 1, 8: 2})
    assert await stores.records.leaderboard(0, "tuir") == []
    settings = await stores.settings.user_settings(8)
    await stores.settings.save_user_settings(8, settings._replace(everywhere=True))
    await stores.settings.save_user_settings(9, settings._replace(everywhere=True))
    await end(stores, {9: 1, 8: 2})
    assert [rank.user for rank in await stores.records.leaderboard(0, "tuir")] == [9, 8]
    await stores.settings.save_user_settings(9, settings)
    assert [rank.user for rank in await stores.records.leaderboard(0, "tuir")] == [8]


async def everything(stores):
    """Return all that ratings say."""
    return [
        await stores.engine.rows(f"SELECT {columns} FROM {table} ORDER BY 1, 2, 3, 4, 5")
        for columns, table in (
            ('guild, game, ladder, season, "user", mu, sigma, worth, games, wins, listed', "ratings"),
            ('ended, seat, "user", ladder, mu, sigma', "results"),
            ("ended, table_id, ladder, why, at", "finished"),
        )
    ]


async def season_of_games(stores, games=60):
    dice = random.Random(5)
    people = [*range(100, 112), computer("mason"), computer("mason", 1), computer("podesta")]
    for n in range(games):
        users = dice.sample(people, dice.randint(2, 5))
        users = users if any(user > 0 for user in users) else [*users[:-1], 100]
        places = {user: dice.randint(1, len(users)) for user in users}
        at = NOW + dice.randint(0, 100 * DAY) if n % 3 else NOW  # the clock may have been set back
        how = dice.choice(["score"] * 6 + ["resign", "alone"])
        await end(
            stores, places, at=at, guild=dice.choice([0, 1, 2]), game=dice.choice(["tuir", "lucca"]),
            how=how, clocked=dice.choice([0] * 5 + [5]),
        )  # fmt: skip


@pytest.mark.slow
async def test_reckoned_anew_everything_comes_to_the_same_to_the_last_bit(stores):
    await season_of_games(stores)
    before = await everything(stores)
    found = await build_services(stores).ratings.rebuild()
    assert (found.games, found.changed) == (60, 0) and found.ratings == len(before[0])
    await stores.engine.write(
        Step("UPDATE ratings SET mu = mu + 1 WHERE guild = 1"),
        Step("DELETE FROM ratings WHERE guild = 0 AND season = ''"),
        Step("UPDATE results SET sigma = 3 WHERE seat = 0"),
        Step("UPDATE finished SET why = 'x', ladder = ''"),
    )
    assert (await build_services(stores).ratings.rebuild()).changed > 100, (
        "and what was stored otherwise is noticed and mended"
    )
    assert await everything(stores) == before


async def test_results_of_an_older_version_are_reckoned_once(stores):
    await season_of_games(stores, 12)
    before = await everything(stores)
    await stores.engine.write(
        Step("DELETE FROM ratings"), Step("UPDATE results SET ladder = '', mu = 0, sigma = 0")
    )
    await build_services(stores).ratings.rebuild_once()
    assert await everything(stores) == before
    await stores.engine.write(Step("DELETE FROM ratings"))
    await build_services(stores).ratings.rebuild_once()
    assert await stores.records.leaderboard(1, "tuir") == [], "only once"


async def test_games_that_end_at_the_same_moment_count_one_after_the_other(address):
    opened = [await open_stores(address)]
    opened.append(await open_stores(address) if opened[0].processes.shared else opened[0])
    tables = []
    for n in range(16):
        users = (7, 8) if n % 2 else (8, 9)
        saved = await opened[0].lobby.new_table(NewTable(1, 500 + n, "tuir", users[0], "en"))
        await opened[0].lobby.start(saved.id, "seed", 1, "data", (), users)
        tables.append((saved.id, users))

    def ending(n):
        id, users = tables[n]
        row = LogRow(1, "move", 0, "a", "person", NOW + n * DAY)
        results = [Result(user, place, (5,), place - 1, 9) for place, user in enumerate(users, 1)]
        return opened[n % 2].tables.append(id, row, 1000 + n, results, ending=Ending())

    await asyncio.gather(*map(ending, range(16)))
    numbers = [row[0] for row in await opened[0].engine.rows("SELECT ended FROM finished ORDER BY ended")]
    assert numbers == list(range(1, 17))
    assert (await build_services(opened[0]).ratings.rebuild()).changed == 0, (
        "nobody read a rating that was about to change"
    )
    assert (await opened[0].records.rating(8, "tuir")).games == 16
    for stores in set(opened):
        await stores.close()


# --- the command, and files of older versions ---


async def test_the_command_says_whether_everything_is_stored_as_it_is_reckoned(tmp_path, monkeypatch, capsys):
    path = tmp_path / "db.sqlite3"
    monkeypatch.setenv("DATABASE_URL", f"sqlite:///{path}")
    stores = await open_stores(path)
    await season_of_games(stores, 8)
    before = await everything(stores)
    await stores.close()
    typed = ["ratings", "--recompute"]
    assert await asyncio.to_thread(cli.main, typed) == 0 and "to the last bit" in capsys.readouterr().out
    with sqlite3.connect(path) as db:
        db.execute("UPDATE ratings SET mu = mu + 1")
    assert await asyncio.to_thread(cli.main, typed) == 1 and "mended" in capsys.readouterr().out
    assert await asyncio.to_thread(cli.main, typed) == 0
    assert await asyncio.to_thread(cli.main, ["ratings"]) == 2
    stores = await open_stores(path)
    assert await everything(stores) == before
    await stores.close()


OLD = """
INSERT INTO tables (id, guild, channel, game, host, locale, phase, seed, edition, data, created) VALUES
  (1, 5, 1, 'tuir', 7, 'en', 'done', 's', 1, 'x', 1), (2, 5, 2, 'tuir', 7, 'en', 'done', 's', 1, 'x', 1),
  (3, 5, 3, 'tuir', 7, 'en', 'done', 's', 1, 'x', 1), (4, 5, 4, 'tuir', 7, 'en', 'play', 's', 1, 'x', 1);
INSERT INTO seats (table_id, seat, user) VALUES
  (1, 0, 8), (1, 1, 7), (2, 0, 7), (2, 1, 8), (3, 0, 7), (3, 1, 8);
INSERT INTO rows (table_id, row, kind, seat, text, by, at) VALUES
  (1, 1, 'move', 0, 'a', 'person', 50), (1, 2, 'move', 1, 'a', 'clock', 90),
  (2, 1, 'move', 0, 'a', 'person', 20), (2, 2, 'end', 1, 'resign', 'person', 30),
  (3, 1, 'end', -1, 'stop', 'person', 40);
INSERT INTO results (table_id, user, guild, game, seats, place, score, at) VALUES
  (1, 7, 5, 'tuir', 2, 1, '12,3', 90), (1, 8, 5, 'tuir', 2, 2, '-3,1', 90),
  (2, 7, 5, 'tuir', 2, 1, '1', 30), (2, 8, 5, 'tuir', 2, 2, '0', 30);
PRAGMA user_version = 6;
"""


async def test_results_of_an_older_file_are_taken_over_and_rated_in_the_order_in_which_games_ended(tmp_path):
    path = tmp_path / "db.sqlite3"
    with sqlite3.connect(path) as db:
        for step in sorted((MIGRATIONS / "sqlite").iterdir())[:6]:
            db.executescript(step.read_text())
        db.executescript(OLD)
    stores = await open_stores(path)
    games = await stores.engine.rows(
        "SELECT table_id, ended, how, began, at, seats FROM finished ORDER BY ended"
    )
    assert games == [(2, 1, "resign", 20, 30, 2), (3, 2, "stop", 40, 40, 2), (1, 3, "score", 50, 90, 2)]
    results = await stores.engine.rows(
        "SELECT table_id, user, seat, score, points, decisions, clocked FROM results ORDER BY table_id, seat"
    )
    assert results == [
        (1, 8, 0, "-3,1", -3, 1, 0),
        (1, 7, 1, "12,3", 12, 1, 1),
        (2, 7, 0, "", None, 1, 0),
        (2, 8, 1, "", None, 0, 0),
    ]
    await build_services(stores).ratings.rebuild_once()
    whys = await stores.engine.rows("SELECT table_id, ladder, why FROM finished ORDER BY ended")
    assert whys == [(2, "people", ""), (3, "", "ended"), (1, "", "clock")]
    expected = rate([NEWCOMER, NEWCOMER], (1, 2))
    assert [rank.mu for rank in await stores.records.leaderboard(5, "tuir")] == [
        rating.mu for rating in expected
    ]
    assert (await stores.records.finished(1)).game.seal == "", "it does not replay: no score in parts"
    await stores.close()
