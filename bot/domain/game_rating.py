"""How one finished game is rated, step by step as the unit asks that stores it; pure."""

from collections.abc import Mapping, Sequence
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
from bot.domain.records import ALL_TIME, RatingChange


class GameRating(NamedTuple):
    """A game, and what its rating must know: who played together on its day, and what they were worth."""

    game: Game

    def why_unrated(self, before: int) -> str:
        """Return why it does not count; "" if it does. `before`: games of the same people on that day."""
        return why_unrated(self.game, before)

    @property
    def users(self) -> frozenset[int]:
        return self.game.users

    @property
    def anchor(self) -> int:
        """By whose games those of the same people are found: a person's, since computers play a lot."""
        return min(self.users, key=lambda user: (is_computer(user), user))

    @property
    def day(self) -> tuple[int, int]:
        """The day on which it ended, from and until."""
        start = day_of(self.game.at) * SECONDS_PER_DAY
        return start, start + SECONDS_PER_DAY

    @property
    def ladder(self) -> str:
        return self.game.ladder

    @property
    def season(self) -> str:
        return self.game.seasons[1]

    @property
    def players(self) -> list[int]:
        """The numbers under which they are rated."""
        return sorted({*map(rated_as, self.users)})

    def changes(self, found: Mapping[tuple[str, int], tuple[float, float, int, int]]) -> list[RatingChange]:
        """Return what changes, by what each season and player had: mu, sigma, games and wins."""
        now = after(self.game, {key: Rating(*rating) for key, rating in found.items()})
        return [
            RatingChange(
                *(season, user, rating.mu, rating.sigma, rating.worth),
                *(int(won_by(self.game, user)), is_computer(user)),  # computers hide from nobody
            )
            for (season, user), rating in now.items()
        ]

    def standing(self, changes: Sequence[RatingChange]) -> dict[int, tuple[float, float]]:
        """Return everybody's mu and sigma of all time after the game, by the number at the table."""
        now = {change.user: (change.mu, change.sigma) for change in changes if change.season == ALL_TIME}
        return {user: now.get(rated_as(user), NEWCOMER[:2]) for user in self.users}


def rating_of(guild: int, game: str, how: str, at: int, results: Sequence[Result]) -> GameRating:
    """Return how a game is rated that came out so."""
    seats = tuple(Played(r.user, r.place, r.decisions, r.clocked) for r in results)
    return GameRating(Game(guild, game, how if seats else "", at, seats))
