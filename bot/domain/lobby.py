"""A table before its game: who sits down, for whom a seat is kept, with which options; pure."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

from bot.base.errors import Refused
from bot.base.references import Command
from bot.domain.computers import DEFAULT_STRENGTH, is_computer, next_computer, strength_of
from bot.domain.entities import NewTable, TableRecord
from bot.domain.pace import PACES
from bot.domain.privacy import is_forgotten
from bot.domain.table import Table
from games import GAMES
from games.core import BadOption, Game, Text, Texts, first_seat, settle_options

REMATCH_SEATS_KEPT_SECONDS = 600  # seconds for which the seats of a rematch are kept for those who played
INVITED = 3600  # seconds for which a seat is kept for somebody who was invited
HOST_QUIET_SECONDS = 300  # seconds without a press of the host, after which any player may start

NOT_HOST = Text("Only the host of the table can choose its options.")


@dataclass(frozen=True, slots=True)
class Lobby:
    """An open table: a host, a game, and people in the order they joined."""

    rules: Game[Any, Any]
    host: int
    users: tuple[int, ...]
    options: tuple[str, ...] = ()
    reserved: tuple[int, ...] = ()  # those for whom a seat is kept, in seat order
    pace: str = ""  # one of `pace.PACES`

    @property
    def full(self) -> bool:
        return len(self.users) >= self.rules.SEATS[-1]

    @property
    def people(self) -> tuple[int, ...]:
        return tuple(user for user in self.users if not is_computer(user))

    @property
    def computers(self) -> tuple[int, ...]:
        return tuple(user for user in self.users if is_computer(user))

    @property
    def awaited(self) -> tuple[int, ...]:
        """Those for whom a seat is kept, and who may come: no computer, and nobody who was forgotten."""
        people = (user for user in self.reserved if not is_computer(user) and not is_forgotten(user))
        return tuple(user for user in people if user not in self.users)

    @property
    def has_guests(self) -> bool:
        """Whether seats are kept for people who were invited, not for those of the game before."""
        return bool(self.reserved) and self.host not in self.reserved

    def join(self, user: int) -> "Lobby":
        if user in self.users:
            return self
        if self.full and self.computers:  # people come first: the one that came last makes room
            return replace(self, users=tuple(user if u == self.computers[-1] else u for u in self.users))
        if self.full:
            raise Refused(
                Text(
                    "This table is full. You can watch it here, or open another with {play}.",
                    play=Command("play"),
                )
            )
        kept = [other for other in self.awaited if other != user]
        if user not in self.reserved and len(self.users) + len(kept) >= self.rules.SEATS[-1]:
            played = Text("The free seats are kept for those who played before, for ten minutes.")
            guests = Text("The free seats are kept for those who were invited, for an hour.")
            raise Refused(guests if self.has_guests else played)
        return replace(self, users=(*self.users, user))

    def leave(self, user: int) -> "Lobby":
        """Get up; who was invited and does not sit here yet says no, and the seat is free."""
        if user not in self.users and user in self.reserved and self.has_guests:
            return replace(self, reserved=tuple(other for other in self.reserved if other != user))
        if user not in self.users:
            raise Refused(Text("You do not sit at this table."))
        people = tuple(other for other in self.people if other != user)
        users = tuple(other for other in self.users if other != user) if people else ()
        host = self.host if self.host in users or not users else people[0]
        reserved = tuple(other for other in self.reserved if other != user)
        return replace(self, users=users, host=host, reserved=reserved)

    # --- computers ---

    def add_computer(self, user: int, key: str) -> "Lobby":
        """Let a computer sit down; the host says so."""
        self._check_host(user)
        if self.full:
            raise Refused(Text("This table is full. Take a computer away first, or start the game."))
        return replace(self, users=(*self.users, next_computer(self.users, key)))

    def take_away(self, user: int) -> "Lobby":
        """Let the computer go that came last."""
        self._check_host(user)
        if not self.computers:
            raise Refused(Text("No computer sits at this table."))
        return replace(self, users=tuple(u for u in self.users if u != self.computers[-1]))

    def filled(self, user: int) -> "Lobby":
        """Let computers take all free seats: as strong as the last one, or of the usual strength."""
        lobby, key = self, strength_of(self.computers[-1]).key if self.computers else DEFAULT_STRENGTH
        self._check_host(user)
        while not lobby.full:
            lobby = lobby.add_computer(user, key)
        return lobby

    def met_again(self) -> "Lobby":
        """Let the computers of the game before sit down at once: nobody waits for them."""
        return replace(self, users=(*self.users, *(u for u in self.reserved if is_computer(u))))

    def _check_host(self, user: int) -> None:
        if user != self.host:
            raise Refused(Text("Only the host of the table can ask computers to play."))

    def seated(self) -> "Lobby":
        """Return the lobby as it is dealt: the same people as before keep their seats and who begins."""
        if self.reserved and set(self.users) == set(self.reserved):
            return replace(self, users=self.reserved)
        return replace(self, options=tuple(o for o in self.options if not o.startswith("first:")))

    def missing(self) -> int:
        """Return how many people are still needed."""
        return max(0, self.rules.SEATS[0] - len(self.users))

    def choose(self, user: int, number: int, key: str) -> "Lobby":
        """Choose one option of a setting, or its usual way; what excludes another replaces it."""
        if user != self.host:
            raise Refused(NOT_HOST)
        if not 0 <= number < len(self.rules.SETTINGS):
            raise Refused(Text("This game has no such option."))
        own = {option.key for option in self.rules.SETTINGS[number].options}
        kept = tuple(other for other in self.options if other not in own)
        return replace(self, options=(*kept, key) if key in own else kept)

    def choose_pace(self, user: int, pace: str) -> "Lobby":
        """Choose how long a decision may take."""
        if user != self.host:
            raise Refused(Text("Only the host of the table can choose its options."))
        if pace not in PACES:
            raise Refused(Text("This game has no such option."))
        return replace(self, pace=pace)

    def check_start(self, user: int, *, host_is_quiet: bool) -> None:
        """Refuse a start by a stranger, with too few people, or over the head of a host who is there."""
        if user not in self.users:
            raise Refused(Text("Join the table first; then you can start it."))
        if missing := self.missing():
            raise Refused(Texts("One more player is needed.", "{n} more players are needed.", n=missing))
        if user != self.host and not self.full and not host_is_quiet:
            raise Refused(Text("The host starts the game. After five quiet minutes any player can."))

    def check_cancel(self, user: int, *, moderator: bool) -> None:
        if user != self.host and not moderator:
            raise Refused(Text("Only the host of the table or a moderator can cancel it."))

    def agreed(self) -> tuple[str, ...]:
        """Return the options as they are stored; refuse those that exclude each other."""
        try:
            return settle_options(self.rules, self.rules.SEATS[-1], self.options)
        except BadOption:
            raise Refused(Text("These options do not go together. Nothing was changed.")) from None


def lobby_of(saved: TableRecord, now: float = 0.0) -> Lobby:
    """Return a stored lobby; its kept seats are free after their time."""
    reserved = saved.reserved if now < saved.kept_until else ()
    return Lobby(GAMES[saved.game], saved.host, saved.users, saved.options, reserved, saved.pace)


def invited(game: str, host: int, users: Iterable[int]) -> tuple[int, ...]:
    """Return those for whom a new table keeps seats; refuse more than it has."""
    guests, room = tuple(dict.fromkeys(user for user in users if user != host)), GAMES[game].SEATS[-1] - 1
    if len(guests) > room:
        raise Refused(
            Texts(
                "This game has room for one other player besides you. Please invite fewer.",
                "This game has room for {n} other players besides you. Please invite fewer.",
                n=room,
            )
        )
    return guests


def rematch(table: Table, saved: TableRecord, host: int, now: float) -> NewTable:
    """Return the lobby of another game: same people, same options, the next one begins."""
    options = tuple(option for option in saved.options if not option.startswith("first:"))
    seats = len(saved.users)
    first = (first_seat(saved.options, seats, table.seed) + 1) % seats
    kept_until = int(now) + REMATCH_SEATS_KEPT_SECONDS
    place = (saved.guild, saved.channel, saved.game, host, saved.locale)
    return NewTable(*place, (*options, f"first:{first}"), saved.users, kept_until, saved.pace, saved.home)
