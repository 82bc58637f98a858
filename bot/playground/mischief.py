"""What comes about around a game: time passes, people leave, a permission is taken, Discord is down."""

from collections.abc import Callable, Mapping
from typing import Any

from bot.base import timers
from bot.playground.actions import Refused
from bot.playground.backend import REFUSABLE
from bot.playground.own_file import SERVER
from bot.playground.wire import Wire
from bot.playground.world import CHANNELS, PERMISSIONS, Person, World

OUTAGE = 60.0
MAX_SECONDS_AHEAD = 400 * 86_400.0  # ids carry the time: they must stay within what an id can hold


class Mischief:
    """The stage manager's hands; everything done here can be undone here."""

    def __init__(self, world: World, wire: Wire, tell: Callable[[], None]) -> None:
        self._world, self._wire, self._tell = world, wire, tell
        self._back: timers.Timer | None = None  # when Discord comes back

    def do(self, wish: Mapping[str, Any]) -> None:
        match wish["what"]:
            case "clock":
                self._advance(float(wish["seconds"]))
            case "down":
                self._go_down(OUTAGE, gateway=bool(wish.get("gateway")))
            case "up":
                self._go_down(0)
            case "limits":
                self._wire.limits.enforced = bool(wish["on"])
            case "member":
                self._member(self._world.people[wish["person"]], left=bool(wish["left"]))
            case "deny":
                self._deny(int(wish["channel"]), list(wish["permissions"]))
            case "pictures":
                self._refuse_pictures(str(wish["kind"]), refused=bool(wish["refused"]))
            case other:
                raise Refused(f"The stage manager cannot {other}.")
        self._tell()

    def _advance(self, seconds: float) -> None:
        """Let time pass, or return to the real time."""
        ahead = timers.ahead() + seconds if seconds else 0.0
        if not 0 <= ahead <= MAX_SECONDS_AHEAD:
            raise Refused("The clock goes forward, and not by years.")
        self._world.set_clock(ahead)

    def _go_down(self, seconds: float, *, gateway: bool = False) -> None:
        self.close()
        self._wire.go_down(seconds, gateway=gateway)
        if seconds:
            self._back = timers.call_later(seconds + 0.05, self._tell)

    def _member(self, person: Person, *, left: bool) -> None:
        if self._world.discord.guilds[SERVER].owner_id == person.id:
            raise Refused(f"{person.name} owns the server and stays.")
        self._world.set_membership(person, left=left)

    def _deny(self, channel: int, permissions: list[str]) -> None:
        if channel not in CHANNELS or set(permissions) - set(PERMISSIONS):
            raise Refused("That permission is not given here.")
        self._world.deny(channel, permissions)

    def _refuse_pictures(self, kind: str, *, refused: bool) -> None:
        if kind not in REFUSABLE:
            raise Refused("Pictures do not go that way.")
        before = self._world.discord.refused_pictures
        self._world.refuse_pictures(before | {kind} if refused else before - {kind})

    def close(self) -> None:
        if self._back is not None:
            self._back.cancel()
