"""What is kept of finished games, as values: a game, its seats, a line of a leaderboard."""

from typing import NamedTuple

from bot.domain.kinds import EndingKind

PEOPLE, COMPUTERS = "people", "computers"  # the ladders: among people alone, and with computers at the table
LADDERS = (PEOPLE, COMPUTERS)
ALL_TIME = ""  # the season that never ends


class LeaderboardPage(NamedTuple):
    """A leaderboard: of a server (0: everywhere), a game, a ladder and a season ("": of all time)."""

    guild: int
    game: str
    ladder: str = PEOPLE
    season: str = ALL_TIME


class Finished(NamedTuple):
    """A finished game, as it is kept."""

    table_id: int
    ended: int
    guild: int
    game: str
    edition: int
    options: str
    pace: str
    seats: int
    computers: int
    how: EndingKind
    ladder: str
    why: str
    grid: str
    seal: str
    decisions: int
    began: int
    at: int
    kept: int


class Seated(NamedTuple):
    """How one seat of a finished game fared."""

    seat: int
    user: int
    place: int
    score: str
    decisions: int
    clocked: int
    mu: float
    sigma: float


class Past(NamedTuple):
    """A line of a history: a game, and how its players fared."""

    game: Finished
    seats: tuple[Seated, ...]
    channel: int
    message: int
    home: int = 0  # the channel of its thread, if it stood in one of ours


class Tally(NamedTuple):
    """What a player has done in one game of the house."""

    game: str
    games: int
    wins: int
    best: int | None  # points; None without a game that was played out


class LeaderboardRow(NamedTuple):
    """A line of the leaderboard."""

    user: int
    wins: int
    games: int
    mu: float
    sigma: float


class RatingChange(NamedTuple):
    """What a finished game makes of a player's rating, of all time or in a season."""

    season: str
    user: int
    mu: float
    sigma: float
    worth: float
    won: int
    listed: bool  # whether they stand on leaderboards in any case
