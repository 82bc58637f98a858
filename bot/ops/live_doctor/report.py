"""What a trial found, ready to paste into an issue: no token, no id and no name is in it."""

import platform
import re
from collections.abc import Iterable
from enum import StrEnum
from typing import NamedTuple

import discord

from bot.base.version import release

LONG_NUMBER = re.compile(r"\d{5,}")  # an id
LONG_WORD = re.compile(r"[\w.%-]{24,}")  # a token, of the bot or of an interaction
MOST_FIELDS = 4  # refused fields that are told
WIDTH = 52  # columns for the kind


class Kind(StrEnum):
    """Everything that we send, in the order in which it is tried."""

    COMMANDS = "commands, in all languages"
    EMOJI = "emoji of the application"
    POST = "message with picture, buttons and menus"
    WORDS = "message without a picture"
    EDIT = "its edit with another picture"
    KEPT = "its edit in which the picture stays"
    THREAD = "thread on it"
    IN_THREAD = "message in the thread"
    DEFER = "press 1: deferred private answer"
    DEFER_WORDS = "press 1: its edit in words"
    DEFER_EDIT = "press 1: its edit with a picture"
    FOLLOW_UP = "press 1: private follow-up with picture and menus"
    FOLLOW_EDIT = "press 1: the follow-up edited with a picture"
    ANSWER = "press 2: private answer with a picture"
    FILM = "press 2: public follow-up with a moving picture"
    DM = "press 2: direct message with a picture"
    DM_EDIT = "press 2: the direct message edited"
    MEMBER = "press 2: the person added to the thread"
    FORM = "press 3: form"
    IN_PLACE = "form sent back: acknowledged in place"
    IN_PLACE_EDIT = "form sent back: the message edited with a picture"


OPTIONAL = {Kind.WORDS, Kind.IN_PLACE, Kind.IN_PLACE_EDIT}  # a trial without them is complete
TAKEN, REFUSED, UNTRIED = "taken", "refused", "untried"
OTHERS_FIRST = {40060, 10062}  # answered already, or unknown by now


class Outcome(NamedTuple):
    """What came of one kind."""

    how: str
    told: str


class Report:
    """The outcomes so far; what was not tried is told as well, with the reason."""

    def __init__(self) -> None:
        self._outcomes: dict[Kind, Outcome] = {}
        self._ended = ""  # why the trial ended early
        self._left: list[str] = []  # what could not be taken away

    def took(self, kind: Kind, told: str = "") -> None:
        self._outcomes[kind] = Outcome(TAKEN, told)

    def refused(self, kind: Kind, told: str) -> None:
        self._outcomes[kind] = Outcome(REFUSED, told)

    def untried(self, kind: Kind, why: str) -> None:
        self._outcomes[kind] = Outcome(UNTRIED, why)

    def end(self, why: str) -> None:
        """Note why the trial ended early."""
        self._ended = why

    def leave(self, things: Iterable[str]) -> None:
        """Note what could not be taken away."""
        self._left += things

    def of(self, kind: Kind) -> Outcome:
        """Return what came of a kind, or why nothing did."""
        why = "" if self._ended else "what comes before it was refused, or not done"
        return self._outcomes.get(kind) or Outcome(UNTRIED, why)

    @property
    def complete(self) -> bool:
        """Whether everything was tried and taken."""
        return all(self.of(kind).how == TAKEN for kind in Kind if kind not in OPTIONAL)

    def lines(self, limits: Iterable[str], seconds: float) -> list[str]:
        """Return the report, line by line."""
        python, system = platform.python_version(), platform.system()
        head = f"Campanile {release()}, Python {python}, discord.py {discord.__version__}, {system}"
        outcomes = [
            (kind, self.of(kind)) for kind in Kind if kind is not Kind.WORDS or kind in self._outcomes
        ]
        counts = {how: sum(o.how == how for _, o in outcomes) for how in (TAKEN, REFUSED, UNTRIED)}
        return [
            f"{head}: tried on Discord in {seconds:.0f} s",
            *(f"{how:<8} {kind:<{WIDTH}} {told}".rstrip() for kind, (how, told) in outcomes),
            *(f"left     {what}" for what in self._left),
            *([f"ended    {self._ended}"] if self._ended else []),
            ", ".join(f"{count} {how}" for how, count in counts.items()),
            *limits,
        ]


def refusal(error: BaseException, seconds: float) -> str:
    """Say why something was not taken: Discord's status, code and fields, without what they held."""
    match error:
        case discord.HTTPException(code=code) if code in OTHERS_FIRST:
            return f"{error.status}, code {code}: another process with this token was faster, or we were slow"
        case discord.HTTPException():
            return f"{error.status}, code {error.code}: {discreet(fields(error.text))}"
        case discord.RateLimited():
            return f"429: asked to wait {error.retry_after:.0f} s"
        case TimeoutError():
            return f"no answer within {seconds:.0f} s"
    return type(error).__name__


def fields(text: str) -> str:
    """Put what discord.py makes of refused fields in one line: "Invalid Form Body; components.0: ..."."""
    said = [line.removeprefix("In ").strip() for line in text.splitlines() if line.strip()]
    more = [f"and {len(said) - 1 - MOST_FIELDS} more"] if len(said) > 1 + MOST_FIELDS else []
    return "; ".join(said[: 1 + MOST_FIELDS] + more)


def discreet(text: str) -> str:
    """Take ids and tokens out of a text, also those that Discord repeats; field names stay."""
    return " ".join(_discreet(word) for word in text.split())


def _discreet(word: str) -> str:
    if re.fullmatch(r"[a-z_]+(\.([a-z_]+|\d{1,3}))*:?", word):  # components.0.items.2.media.url:
        return word
    return LONG_WORD.sub("…", LONG_NUMBER.sub("…", word))
