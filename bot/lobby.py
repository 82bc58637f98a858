"""A table before its game: who sits down, with which options; pure."""

from dataclasses import dataclass, replace
from typing import Any

from games.core import Game, Text, Texts

OLD = Text("This button is from an older time. /hand shows your panel, /table the table.")


class Refused(Exception):
    """A wish that cannot be granted, with a kind sentence for the person who had it."""

    def __init__(self, reason: Text) -> None:
        super().__init__(reason.id)
        self.reason = reason


@dataclass(frozen=True, slots=True)
class Lobby:
    """An open table: a host, a game, and people in the order they joined."""

    game: Game[Any, Any]
    host: int
    users: tuple[int, ...]
    options: tuple[str, ...] = ()

    def join(self, user: int) -> "Lobby":
        if user in self.users:
            return self
        if len(self.users) >= self.game.SEATS[-1]:
            raise Refused(Text("This table is full. You can watch it here, or open another with /play."))
        return replace(self, users=(*self.users, user))

    def leave(self, user: int) -> "Lobby":
        if user not in self.users:
            raise Refused(Text("You do not sit at this table."))
        users = tuple(other for other in self.users if other != user)
        host = self.host if self.host in users or not users else users[0]
        return replace(self, users=users, host=host)

    def missing(self) -> int:
        """Return how many people are still needed."""
        return max(0, self.game.SEATS[0] - len(self.users))

    def with_options(self, user: int, options: tuple[str, ...]) -> "Lobby":
        if user != self.host:
            raise Refused(Text("Only the host of the table can choose its options."))
        return replace(self, options=options)

    def check_start(self, user: int) -> None:
        """Refuse a start by a stranger or with too few people."""
        if user not in self.users:
            raise Refused(Text("Join the table first; then you can start it."))
        if missing := self.missing():
            raise Refused(Texts("One more player is needed.", "{n} more players are needed.", n=missing))

    def check_cancel(self, user: int, *, moderator: bool) -> None:
        if user != self.host and not moderator:
            raise Refused(Text("Only the host of the table or a moderator can cancel it."))
