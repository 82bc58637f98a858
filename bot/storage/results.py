"""The end of a game as one unit: results and ratings, in the order in which games end, or nothing of it.

The number that counts ended games is raised first: on a server its row is held until the unit is committed,
so that no two games end at the same moment, and ratings are read after those of the game before were written.
"""

from collections.abc import Mapping, Sequence
from functools import partial
from typing import NamedTuple, Protocol

from bot.domain.entities import Result
from bot.domain.records import RatingChange
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


class GameRating(Protocol):
    """The rules by which a game is rated: the unit that stores it asks them one after the other."""

    def why_unrated(self, before: int) -> str:
        """Return why it does not count; "" if it does. `before`: games of the same people on that day."""

    @property
    def users(self) -> frozenset[int]: ...

    @property
    def anchor(self) -> int:
        """By whose games those of the same people are found."""

    @property
    def day(self) -> tuple[int, int]: ...

    @property
    def ladder(self) -> str: ...

    @property
    def season(self) -> str: ...

    @property
    def players(self) -> list[int]:
        """The numbers under which they are rated."""

    def changes(self, found: Mapping[tuple[str, int], tuple[float, float, int, int]]) -> list[RatingChange]:
        """Return what changes, by what each season and player had."""

    def standing(self, changes: Sequence[RatingChange]) -> Mapping[int, tuple[float, float]]:
        """Return everybody's mu and sigma after the game."""


class GameEnding(Protocol):
    """How a game came out, and by which rules it is rated."""

    @property
    def how(self) -> str: ...

    @property
    def grid(self) -> str: ...

    @property
    def seal(self) -> str: ...

    @property
    def decisions(self) -> int: ...

    @property
    def began(self) -> int: ...

    @property
    def feats(self) -> Sequence[tuple[int, str]]: ...

    def rating(self, guild: int, game: str, at: int, results: Sequence[Result]) -> GameRating: ...


class FinishedGame(NamedTuple):
    """A game that ends: which, when, and how it came out."""

    table_id: int
    at: int
    results: Sequence[Result]
    ending: GameEnding


class GameContext(NamedTuple):
    """What only the database knows of it."""

    ended: int
    guild: int
    game: str
    seats: int


Standing = Mapping[int, tuple[float, float]]  # mu and sigma after the game, by user
UNRATED: Standing = {}


def finish_steps(end: FinishedGame) -> list[Part]:
    """Return what is stored of a game with its last row."""
    feats = [Step(FEAT, (user, feat, end.table_id, end.at)) for user, feat in end.ending.feats if user > 0]
    return [DependentStep(NEXT_END, (end.table_id,) * 3, partial(_numbered, end)), *feats]


def _numbered(end: FinishedGame, rows: list[Row]) -> list[Part]:
    place = GameContext(*rows[0])
    game = end.ending.rating(place.guild, place.game, end.at, end.results)
    if why := game.why_unrated(0):
        return _stored(end, place, "", why, UNRATED)
    return [DependentStep(TOGETHER, (game.anchor, *game.day), partial(_compared, end, place, game))]


def _compared(end: FinishedGame, place: GameContext, game: GameRating, rows: list[Row]) -> list[Part]:
    tables: dict[int, set[int]] = {}
    for table_id, user in rows:
        tables.setdefault(table_id, set()).add(user)
    if why := game.why_unrated(sum(users == game.users for users in tables.values())):
        return _stored(end, place, "", why, UNRATED)
    query = RATINGS.format(", ".join("?" * len(game.players)))
    values = (place.game, game.ladder, game.season, *game.players)
    return [DependentStep(query, values, partial(_rated, end, place, game))]


def _rated(end: FinishedGame, place: GameContext, game: GameRating, rows: list[Row]) -> list[Part]:
    changes = game.changes(
        {(season, user): (mu, sigma, n, wins) for season, user, mu, sigma, n, wins in rows}
    )
    steps = _stored(end, place, game.ladder, "", game.standing(changes))
    for change in changes:
        steps += _kept(place, game.ladder, change)
    return steps


def _kept(place: GameContext, ladder: str, change: RatingChange) -> list[Part]:
    """Write a rating: everywhere, in this server, and the copies in the others."""
    season, user, *numbers, won, listed = change
    name = (place.game, ladder, season, user)
    seen = RATED.format(listed=1 if listed else LISTED)
    steps: list[Part] = [Step(seen, (0, *name, *numbers, won, *(() if listed else (user,))))]
    if place.guild:
        steps.append(Step(RATED.format(listed=1), (place.guild, *name, *numbers, won)))
    return [*steps, Step(ELSEWHERE, (*numbers, user, place.game, ladder, season, place.guild))]


def _stored(end: FinishedGame, place: GameContext, ladder: str, why: str, now: Standing) -> list[Part]:
    """Write the game and the result of everybody who sat there."""
    e = end.ending
    facts = (e.how, ladder, why, e.grid, e.seal, e.decisions, e.began or end.at, end.at)
    return [
        Step(FINISHED, (place.ended, *facts, end.table_id)),
        *(_result(end, place, ladder, now.get(r.user, (0.0, 0.0)), r) for r in end.results),
    ]


def _result(end: FinishedGame, place: GameContext, ladder: str, now: tuple[float, float], r: Result) -> Step:
    seats, seat = place.seats, r.seat if r.seat >= 0 else list(end.results).index(r)
    own = (seats, r.place, joined(r.score), end.at, seat, place.ended, ladder, *now)
    counted = (r.decisions, r.clocked, r.score[0] if r.score else None)
    return Step(RESULT, (end.table_id, r.user, place.guild, place.game, *own, *counted))
