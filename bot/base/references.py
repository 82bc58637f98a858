"""What a sentence names of the screen: commands as the reader's client has them, buttons as they stand."""

import re
from collections.abc import Mapping
from dataclasses import dataclass

from games.core import Text

_COMMAND_NAME = re.compile(r"[-_'\w]{1,32}")  # what Discord takes; and no capitals


class Command(str):
    """A slash command in a sentence, by its English name."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class OnBoard:
    """A button of a public message: named in the language of that message, whatever the reader's is."""

    label: Text
    locale: str = ""  # of the message, where it is known; else that of the server


_ids: dict[str, int] = {}  # as Discord gave them to the commands


def is_command_name(name: str) -> bool:
    """Say whether Discord takes a name for a command."""
    return _COMMAND_NAME.fullmatch(name) is not None and name == name.lower()


def learn_ids(ids: Mapping[str, int]) -> None:
    """Remember under which ids Discord has the commands: a mention of one can be pressed."""
    _ids.clear()
    _ids.update(ids)


def mention(name: str) -> str:
    """Return a command as everybody can read it: a mention where its id is known, else its English name."""
    return f"</{name}:{_ids[name]}>" if name in _ids else f"/{name}"
