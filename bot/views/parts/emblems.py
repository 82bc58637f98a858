"""The signs that Discord has for us, by the words they stand beside; without them the words are enough."""

from collections.abc import Iterator, Mapping

from games.core import Arg, Text

_SIGNS: dict[Text | str, str] = {}  # "<:tuir_t01_1a2b3c:123>", filled once the application has its emoji


def learn(signs: Mapping[Text | str, str]) -> None:
    """Use these signs from now on, in place of those before."""
    _SIGNS.clear()
    _SIGNS.update(signs)


def emblem_of(text: Text) -> str:
    """Return the one sign that a text speaks of; "" for none, or when it speaks of several things."""
    found = set(_found(text)) if _SIGNS else set[str]()
    return found.pop() if len(found) == 1 else ""


def _found(arg: Arg) -> Iterator[str]:
    if isinstance(arg, tuple):
        for part in arg:
            yield from _found(part)
    elif isinstance(arg, Text):
        if sign := _SIGNS.get(arg) or _SIGNS.get(arg.id):
            yield sign
        for _, inner in arg.args:
            yield from _found(inner)
