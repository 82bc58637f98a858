"""The end of a game as one unit: results and ratings, in the order in which games end, or nothing of it.

The number that counts ended games is raised first: on a server its row is held until the unit is committed,
so that no two games end at the same moment, and ratings are read after those of the game before were written.
"""

from collections.abc import Sequence
from functools import partial
from typing import NamedTuple

from bot.base.units import SECONDS_PER_DAY
from bot.domain.computers import is_computer
from bot.domain.entities import Result
from bot.domain.ratings import (
    NEWCOMER,
    Game,
    Played,
    Rating,
    after,
    day_of,
    rated_as,
    why_unrated,
    won_by,
)
from bot.domain.records import ALL_TIME
from bot.domain.results import Ending
from bot.storage.engine import DependentStep, Part, Row, Step
from bot.storage.table_statements import joined

NEXT_END = (
    "INSERT INTO counted (name, number) VALUES ('ended', 1)"
    " ON CONFLICT (name) DO UPDATE SET number = counted.number + 1"
    " RETURNING number, (SELECT guild FROM tables WHERE id = ?), (SELECT game FROM tables WHERE id = ?),"
    " (SELECT COUNT(*) FROM seats WHERE table_id = ?)"
)
FINISHED = (
    "INSERT INTO finished (table_id, ended, guild, game, edition, options, pace, seats, computers, how,"
    " ladder, why, grid, seal, decisions, began, at)"
    " SELECT id, ?, guild, game, edition, options, pace,"
    " (SELECT COUNT(*) FROM seats WHERE table_id = tables.id),"
    ' (SELECT COUNT(*) FROM seats WHERE table_id = tables.id AND "user" < 0),'
    " ?, ?, ?, ?, ?, ?, ?, ? FROM tables WHERE id = ?"
)
RESULT = (
    'INSERT INTO results (table_id, "user", guild, game, seats, place, score, at, seat, ended, ladder, mu,'
    " sigma, decisions, clocked, points) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
)
TOGETHER = (  # who sat at the games of a day that counted for one person
    'SELECT others.table_id, others."user" FROM results AS own JOIN results AS others'
    ' ON others.table_id = own.table_id WHERE own."user" = ? AND own.at >= ? AND own.at < ?'
    " AND own.ladder != ''"
)
RATINGS = (
    'SELECT season, "user", mu, sigma, games, wins FROM ratings'
    " WHERE guild = 0 AND game = ? AND ladder = ? AND season IN ('', ?) AND \"user\" IN ({})"
)
RATED = (
    'INSERT INTO ratings (guild, game, ladder, season, "user", mu, sigma, worth, games, wins, listed)'
    " VALUES (?, ?, ?, ?, ?, ?, ?, ?, 1, ?, {listed})"
    ' ON CONFLICT (guild, game, ladder, season, "user") DO UPDATE SET mu = excluded.mu,'
    " sigma = excluded.sigma, worth = excluded.worth, games = ratings.games + 1,"
    " wins = ratings.wins + excluded.wins"
)
LISTED = 'COALESCE((SELECT everywhere FROM people WHERE "user" = ?), 0)'
ELSEWHERE = (
    "UPDATE ratings SET mu = ?, sigma = ?, worth = ?"
    ' WHERE "user" = ? AND game = ? AND ladder = ? AND season = ? AND guild NOT IN (0, ?)'
)
FEAT = 'INSERT INTO feats ("user", feat, table_id, at) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING'


class FinishedGame(NamedTuple):
    """A game that ends: which, when, and how it came out."""

    table_id: int
    at: int
    results: Sequence[Result]
    ending: Ending


class GameContext(NamedTuple):
    """What only the database knows of it."""

    ended: int
    guild: int
    game: str
    seats: int


def finish_steps(end: FinishedGame) -> list[Part]:
    """Return what is stored of a game with its last row."""
    feats = [Step(FEAT, (user, feat, end.table_id, end.at)) for user, feat in end.ending.feats if user > 0]
    return [DependentStep(NEXT_END, (end.table_id,) * 3, partial(_numbered, end)), *feats]


def game_of(place: GameContext, end: FinishedGame) -> Game:
    """Return a game as ratings see it."""
    seats = tuple(Played(r.user, r.place, r.decisions, r.clocked) for r in end.results)
    return Game(place.guild, place.game, end.ending.how if seats else "", end.at, seats)


def _numbered(end: FinishedGame, rows: list[Row]) -> list[Part]:
    place = GameContext(*rows[0])
    game = game_of(place, end)
    if why_unrated(game, 0):
        return _stored(end, place, "", why_unrated(game, 0), {})
    anchor = min(game.users, key=lambda user: (is_computer(user), user))  # a person: computers play a lot
    day = day_of(end.at) * SECONDS_PER_DAY
    return [
        DependentStep(TOGETHER, (anchor, day, day + SECONDS_PER_DAY), partial(_compared, end, place, game))
    ]


def _compared(end: FinishedGame, place: GameContext, game: Game, rows: list[Row]) -> list[Part]:
    tables: dict[int, set[int]] = {}
    for table_id, user in rows:
        tables.setdefault(table_id, set()).add(user)
    why = why_unrated(game, sum(users == game.users for users in tables.values()))
    if why:
        return _stored(end, place, "", why, {})
    users = sorted({*map(rated_as, game.users)})
    query = RATINGS.format(", ".join("?" * len(users)))
    return [
        DependentStep(
            query, (game.game, game.ladder, game.seasons[1], *users), partial(_rated, end, place, game)
        )
    ]


def _rated(end: FinishedGame, place: GameContext, game: Game, rows: list[Row]) -> list[Part]:
    found = {(season, user): Rating(*rating) for season, user, *rating in rows}
    now = after(game, found)
    steps = _stored(
        end, place, game.ladder, "", {u: r for (season, u), r in now.items() if season == ALL_TIME}
    )
    for (season, user), rating in now.items():
        steps += _kept(game, season, user, rating, int(won_by(game, user)))
    return steps


def _kept(game: Game, season: str, user: int, rating: Rating, won: int) -> list[Part]:
    """Write a rating: everywhere, in this server, and the copies in the others."""
    numbers = (rating.mu, rating.sigma, rating.worth)
    name = (game.game, game.ladder, season, user)
    everyone = is_computer(user)  # computers hide from nobody
    steps: list[Part] = [
        Step(
            RATED.format(listed=1 if everyone else LISTED),
            (0, *name, *numbers, won, *([] if everyone else [user])),
        )
    ]
    if game.guild:
        steps.append(Step(RATED.format(listed=1), (game.guild, *name, *numbers, won)))
    return [*steps, Step(ELSEWHERE, (*numbers, user, game.game, game.ladder, season, game.guild))]


def _stored(
    end: FinishedGame, place: GameContext, ladder: str, why: str, now: dict[int, Rating]
) -> list[Part]:
    """Write the game and the result of everybody who sat there."""
    e = end.ending
    facts = (e.how, ladder, why, e.grid, e.seal, e.decisions, e.began or end.at, end.at)
    return [
        Step(FINISHED, (place.ended, *facts, end.table_id)),
        *(_result(end, place, ladder, now.get(rated_as(r.user)), r) for r in end.results),
    ]


def _result(end: FinishedGame, place: GameContext, ladder: str, now: Rating | None, r: Result) -> Step:
    mu, sigma = (now or NEWCOMER)[:2] if ladder else (0.0, 0.0)
    seats, seat = place.seats, r.seat if r.seat >= 0 else list(end.results).index(r)
    own = (seats, r.place, joined(r.score), end.at, seat, place.ended, ladder, mu, sigma)
    counted = (r.decisions, r.clocked, r.score[0] if r.score else None)
    return Step(RESULT, (end.table_id, r.user, place.guild, place.game, *own, *counted))
