"""The words that are stored: phases, who moved, kinds of rows and events, endings; each has a type."""

from collections.abc import Container, Iterable
from typing import Any, Literal, get_args

Phase = Literal["lobby", "play", "done", "aside", "gone"]
Mover = Literal["person", "clock", "computer", "house"]
RowKind = Literal["move", "back", "end"]
EndingKind = Literal["score", "resign", "alone", "claim", "missed", "early", "stop", "close"]
VoteKind = Literal["wait", "house", "finish"]  # what the others may say about somebody who does not answer
AgreementKind = Literal[
    "stop", "go", "ask", "allow", "deny", "pace", "paced"
]  # to end, take back, change pace
PresenceKind = Literal["leave", "missing", "waited", "here", "absent", "stray"]  # who is gone, and back
HandoverKind = Literal["wish", "agree", "grant", "refuse", "declined", "former", "substitute"]  # of a seat
EventKind = AgreementKind | PresenceKind | VoteKind | HandoverKind | Literal["time", "hint", "word"]

PHASES: tuple[Phase, ...] = get_args(Phase)
MOVERS: tuple[Mover, ...] = get_args(Mover)
ROW_KINDS: tuple[RowKind, ...] = get_args(RowKind)
VOTE_KINDS: tuple[VoteKind, ...] = get_args(VoteKind)
EVENT_KINDS: frozenset[str] = frozenset(kind for kinds in get_args(EventKind) for kind in get_args(kinds))


class UnknownWord(ValueError):
    """A stored word that this version does not know: a newer one may have written it."""


def known(word: Any, words: Container[Any]) -> Any:
    """Return a stored word that is one of some; UnknownWord if it is none of them."""
    if word not in words:
        raise UnknownWord(f"unknown word {word!r}")
    return word


def all_known(found: Iterable[str], words: Container[Any]) -> None:
    """Refuse stored words of which one is none of some."""
    for word in found:
        known(word, words)
