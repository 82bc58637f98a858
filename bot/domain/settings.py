"""What people and servers have chosen for themselves, as values."""

from typing import NamedTuple

NOTICES = ("channel", "dm", "none")
PLACES = ("channel", "thread")
ENDERS = ("moderators", "hosts", "players")


class UserSettings(NamedTuple):
    """What a person has chosen."""

    locale: str = ""  # '': the language of their Discord
    by_dm: bool = False  # panels open in their DMs
    notices: str = "channel"  # one of NOTICES
    large: bool = False  # larger pictures
    sure: bool = False  # asked once more before a move that cannot be taken back
    everywhere: bool = False  # may stand on leaderboards beyond their servers
    quiet_from: int = -1  # minutes of their own day; -1: no quiet hours
    quiet_until: int = -1
    utc_offset: int = 0  # minutes by which their clock is ahead of UTC


class ServerSettings(NamedTuple):
    """What a server has chosen."""

    channels: tuple[int, ...] = ()  # in which tables may be opened; none: in all
    place: str = "channel"  # one of PLACES
    pace: str = ""  # of new tables
    enders: str = "moderators"  # who may end a table: one of ENDERS
    locale: str = ""  # '': the server's own language
    gone: int = 0  # since when the bot is not there any more


class Away(NamedTuple):
    """A time in which somebody is not awaited."""

    since: int
    until: int
