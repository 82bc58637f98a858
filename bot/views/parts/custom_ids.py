"""The ids of buttons and menus: made and read here and nowhere else.

An id says everything that a press means, so that it outlives restarts. It holds numbers and marks only,
never a card. Last stands an act, some with a number: `m12` chooses the move 12, `undo7` goes back to row 7.

    l:{table}:{act}                      a lobby
    p:{table}:{act}                      the fixed buttons of a table
    t:{table}:{stamp}:{render}:{act}     the question on a panel; the render is new each time it is shown
    r:{game}:{page}                      the rules
    b:{game}:share                       a leaderboard of an older version that everyone is to see
    z:{what}:{...}:{act}                 what has been played: leaderboards, profiles, histories, replays
    a:me:back                            somebody who was away is back
    r:{game}:s{page}                     their contents, as shown on a page; its values are ids of pages
    c:me:{act}                           what a person chooses for themselves
    c:here:{act}                         what a server chooses, by those who may manage it
    g:{act}                              the greeting of a server, and the games to choose from
    x:{run}:{act}                        `campanile doctor --live`, which answers its own presses
    n:{game}:{people}:thread             a new table in a thread of its own; those invited, to the base of 36
"""

import re
import secrets
import string
from collections.abc import Sequence
from typing import NamedTuple

from bot.base.numbers import MAX_INTEGER
from games import GAMES

# Acts of a question: a move, a group of moves to open, one menu, one selection of several, the level above,
# and a move about which one was asked once more.
MOVE, GROUP, MENU, PICKS, UP, SURE = "m", "g", "s", "x", "back", "sure"
OPTIONS = "o"  # a menu of a lobby, or of settings
PACE_MENU = 90  # the number of the menu in which a pace is chosen: no setting of a game has it
TIME = "time"  # more time for a question
AWAY_BACK = "a:me:back"
CHANNELS = "h"  # a menu of a server's channels

_DIGITS = string.digits + string.ascii_lowercase
_PEOPLE = re.compile(r"(?:[0-9a-z]{1,13}(?:-[0-9a-z]{1,13}){0,3})?")
_LONG = re.compile(r"\d{19,}")
_ACT = re.compile(r"([a-z]+!?)(\d{0,9})")


class Act(NamedTuple):
    """What is to be done, and the number that belongs to it (-1: none)."""

    name: str
    number: int = -1


class LobbyId(NamedTuple):
    """A press in a lobby."""

    table_id: int
    act: Act


class TableId(NamedTuple):
    """A press on one of a table's fixed buttons."""

    table_id: int
    act: Act


class QuestionId(NamedTuple):
    """A press that answers the question on the screen, or opens a part of it."""

    table_id: int
    stamp: str
    act: Act


class RulesId(NamedTuple):
    """A press that turns a page of the rules."""

    game: str
    page: int


class ContentsId(NamedTuple):
    """A choice in the contents of the rules."""

    game: str


class ShareId(NamedTuple):
    """A press that shows a leaderboard to everyone."""

    game: str


class ArchiveId(NamedTuple):
    """A press about what has been played: what it is about, of whom or which, and the act."""

    what: str
    of: tuple[str, ...]
    act: Act


class AwayId(NamedTuple):
    """A press of somebody who is back."""


class MineId(NamedTuple):
    """A choice that somebody makes for themselves."""

    act: Act


class ServerId(NamedTuple):
    """A choice that is made for a server."""

    act: Act


class GreetingId(NamedTuple):
    """A press on the greeting of a server, or a choice that followed."""

    act: Act


class OpeningId(NamedTuple):
    """A press that opens a table in a thread of its own."""

    game: str
    invited: tuple[int, ...]


Asked = LobbyId | TableId | QuestionId | RulesId | ContentsId | ShareId
Id = Asked | MineId | ServerId | AwayId | OpeningId | ArchiveId | GreetingId


def lobby(table_id: int, act: str, number: int = -1) -> str:
    return f"l:{table_id}:{value(act, number)}"


def table(table_id: int, act: str, number: int = -1) -> str:
    return f"p:{table_id}:{value(act, number)}"


class Question(NamedTuple):
    """Makes the ids of one question as it is shown once; fresh each time.

    Discord sends nothing when an option is chosen again that is chosen already: a new render has new ids.
    """

    table_id: int
    stamp: str
    render: str

    def id(self, act: str, number: int = -1) -> str:
        return f"t:{self.table_id}:{self.stamp}:{self.render}:{value(act, number)}"


def question(table_id: int, stamp: str) -> Question:
    return Question(table_id, stamp, secrets.token_hex(3))


def rules(game: str, page: int) -> str:
    return f"r:{game}:{page}"


def share(game: str) -> str:
    return f"b:{game}:share"


def archive(what: str, *of: int | str, act: str, number: int = -1) -> str:
    return ":".join(("z", what, *map(str, of), value(act, number)))


def mine(act: str, number: int = -1) -> str:
    return f"c:me:{value(act, number)}"


def server(act: str, number: int = -1) -> str:
    return f"c:here:{value(act, number)}"


def greeting(act: str) -> str:
    return f"g:{act}"


def opening(game: str, invited: Sequence[int] = ()) -> str:
    return f"n:{game}:{'-'.join(map(_short, invited))}:thread"


def _short(number: int) -> str:
    """Write a number to the base of 36: four people have room in one id."""
    digits = ""
    while number:
        number, digit = divmod(number, 36)
        digits = _DIGITS[digit] + digits
    return digits


def trial(run: str, act: str) -> str:
    return f"x:{run}:{act}"


def trial_act(id: str, run: str = "") -> str:
    """Return what is pressed in a trial, in this run of it or in any; "" for everything else."""
    match id.split(":"):
        case ["x", found, act] if not run or found == run:
            return act
    return ""


def contents(game: str, page: int) -> str:
    """Return the id of the contents; another on each page, so that no choice is a repeated one."""
    return f"r:{game}:{MENU}{page}"


def value(act: str, number: int = -1) -> str:
    """Return an act with its number, as the end of an id or as an option's value."""
    return act if number < 0 else f"{act}{number}"


def read_value(text: str) -> Act | None:
    """Read the end of an id, or an option's value."""
    found = _ACT.fullmatch(text)
    return Act(found[1], int(found[2] or -1)) if found else None


def read(text: str) -> Id | None:
    """Read an id; None for one that we do not know (any more), or with numbers that nothing has."""
    if any(int(number) > MAX_INTEGER for number in _LONG.findall(text)):
        return None
    match text.split(":"):
        case ["a", "me", "back"]:
            return AwayId()
        case ["r", game, page] if game in GAMES and page.isdecimal():
            return RulesId(game, int(page[:3]))
        case ["z", what, *of, last] if act := read_value(last):
            return ArchiveId(what, tuple(of), act)
        case ["b", game, "share"] if game in GAMES:
            return ShareId(game)
        case ["r", game, page] if game in GAMES and (act := read_value(page)) and act.name == MENU:
            return ContentsId(game)
        case ["n", game, people, "thread"] if game in GAMES and _PEOPLE.fullmatch(people):
            invited = tuple(int(user, 36) for user in people.split("-") if user)
            return OpeningId(game, invited) if max(invited, default=0) <= MAX_INTEGER else None
        case ["g", last] if act := read_value(last):
            return GreetingId(act)
        case ["c", "me", last] if act := read_value(last):
            return MineId(act)
        case ["c", "here", last] if act := read_value(last):
            return ServerId(act)
        case [kind, table_id, *between, last] if table_id.isdecimal() and (act := read_value(last)):
            return _read(kind, int(table_id), between, act)
    return None


def _read(kind: str, table_id: int, between: list[str], act: Act) -> Id | None:
    match kind, between:
        case "l", []:
            return LobbyId(table_id, act)
        case "p", []:
            return TableId(table_id, act)
        case "t", [stamp, _]:
            return QuestionId(table_id, stamp, act)
    return None
