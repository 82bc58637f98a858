"""What players are worth: ratings after every game, in the order in which games ended; pure.

The same results in the same order always come to the same numbers, to the last bit: `Reckoner` is what both
the end of a game and `campanile ratings --recompute` ask.
"""

import time
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from openskill.models import BradleyTerryPart

from bot.base.units import SECONDS_PER_DAY
from bot.domain.computers import is_computer
from bot.domain.records import ALL_TIME, COMPUTERS, PEOPLE

MODEL = BradleyTerryPart()
CAREFUL = 3.0  # sigmas below the mean: hardly anybody is worse than that
UNCERTAIN = 6.25  # sigma above which a rating is shown with a mark: about ten games
SCALE = 40  # a newcomer's 25 is shown as 1000
OFTEN = 5  # games a day between the same people that count
COUNTING = ("score", "resign", "alone", "claim")  # endings that somebody has won


class Rating(NamedTuple):
    """What a player is worth, and after how many games."""

    mu: float = MODEL.mu
    sigma: float = MODEL.sigma
    games: int = 0
    wins: int = 0

    @property
    def worth(self) -> float:
        """What the player surely reaches: by this they are ranked."""
        return self.mu - CAREFUL * self.sigma


NEWCOMER = Rating()


class Played(NamedTuple):
    """How one seat fared, as far as ratings ask for it."""

    user: int
    place: int
    decisions: int = 0
    clocked: int = 0


class Game(NamedTuple):
    """A finished game, as far as ratings ask for it."""

    guild: int
    game: str
    how: str
    at: int
    seats: tuple[Played, ...]

    @property
    def users(self) -> frozenset[int]:
        return frozenset(played.user for played in self.seats)

    @property
    def ladder(self) -> str:
        """Where it would count."""
        return COMPUTERS if any(map(is_computer, self.users)) else PEOPLE

    @property
    def seasons(self) -> tuple[str, str]:
        return (ALL_TIME, season_of(self.at))


def rated_as(user: int) -> int:
    """Return under which number somebody is rated: all computers of one strength are one player."""
    return -(-user // 10 * 10) if is_computer(user) else user


def season_of(at: float) -> str:
    """Return the quarter of a moment: "2026Q4", by UTC."""
    when = time.gmtime(at)
    return f"{when.tm_year}Q{(when.tm_mon + 2) // 3}"


def day_of(at: int) -> int:
    return at // SECONDS_PER_DAY


def why_unrated(game: Game, before: int) -> str:
    """Return why a game does not count; nothing if it does. `before`: of the same people on that day."""
    if game.how not in COUNTING or len(game.seats) < 2:
        return "ended"
    if any(played.clocked * 3 > played.decisions for played in game.seats):
        return "clock"
    return "often" if before >= OFTEN else ""


def rate(ratings: Sequence[Rating], places: Sequence[int]) -> list[Rating]:
    """Return everybody's rating after a game; equal places are ties."""
    teams = [[MODEL.rating(mu=rating.mu, sigma=rating.sigma)] for rating in ratings]
    after = MODEL.rate(teams, ranks=[float(place) for place in places])
    return [
        Rating(new.mu, new.sigma, old.games + 1, old.wins + (place == 1))
        for old, [new], place in zip(ratings, after, places, strict=True)
    ]


def won_by(game: Game, user: int) -> bool:
    """Say whether somebody has won, under the number by which they are rated."""
    return any(played.place == 1 for played in game.seats if rated_as(played.user) == user)


Found = Mapping[tuple[str, int], Rating]  # by season and user


def after(game: Game, found: Found) -> dict[tuple[str, int], Rating]:
    """Return the ratings after a game that counts, of all time and of its season."""
    reckoned: dict[tuple[str, int], Rating] = {}
    for season in game.seasons:
        before = [found.get((season, rated_as(played.user)), NEWCOMER) for played in game.seats]
        now = rate(before, [played.place for played in game.seats])
        own: dict[int, list[Rating]] = {}
        for played, rating in zip(game.seats, now, strict=True):
            own.setdefault(rated_as(played.user), []).append(rating)
        reckoned |= {(season, user): _mean(ratings) for user, ratings in own.items()}
    return reckoned


def _mean(ratings: Sequence[Rating]) -> Rating:
    """Return what two computers of one strength at a table come to: it is one game for both of them."""
    if len(ratings) == 1:
        return ratings[0]
    mu, sigma = (sum(numbers) / len(ratings) for numbers in list(zip(*ratings, strict=True))[:2])
    return Rating(mu, sigma, ratings[0].games, max(rating.wins for rating in ratings))


def shown(mu: float) -> int:
    """Return a rating as people see it: a round number."""
    return round(mu * SCALE / 10) * 10


def uncertain(sigma: float) -> bool:
    return sigma > UNCERTAIN


class Key(NamedTuple):
    """Whose rating, where, on which ladder and in which season."""

    guild: int
    game: str
    ladder: str
    season: str
    user: int


class Reckoner:
    """All ratings, reckoned anew from the first game on."""

    def __init__(self) -> None:
        self.ratings: dict[Key, Rating] = {}
        self._places: dict[tuple[str, str, str, int], set[int]] = {}  # the servers of a rating
        self._today: dict[tuple[int, frozenset[int]], int] = {}

    def add(self, game: Game) -> tuple[str, dict[int, Rating]]:
        """Count the next game; return why it does not, and the ratings of all time after it."""
        day = (day_of(game.at), game.users)
        if why := why_unrated(game, self._today.get(day, 0)):
            return why, {}
        self._today[day] = self._today.get(day, 0) + 1
        found = {
            (season, user): self.ratings[key]
            for season in game.seasons
            for user in map(rated_as, game.users)
            if (key := Key(0, game.game, game.ladder, season, user)) in self.ratings
        }
        now = after(game, found)
        for (season, user), rating in now.items():
            self._set(game, season, user, rating, won_by(game, user))
        return "", {user: rating for (season, user), rating in now.items() if season == ALL_TIME}

    def _set(self, game: Game, season: str, user: int, rating: Rating, won: bool) -> None:
        """Keep a rating, and its copies in the servers where the player is known."""
        self.ratings[Key(0, game.game, game.ladder, season, user)] = rating
        guilds = self._places.setdefault((game.game, game.ladder, season, user), set())
        if game.guild:
            guilds.add(game.guild)
        for guild in guilds:
            key = Key(guild, game.game, game.ladder, season, user)
            games, wins = self.ratings.get(key, NEWCOMER)[2:]
            here = guild == game.guild
            counts = (games + here, wins + (here and won))
            self.ratings[key] = Rating(rating.mu, rating.sigma, *counts)
