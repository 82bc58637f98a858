"""Records that a search changes a hundred thousand times a second."""

from collections.abc import Callable
from typing import Any, Generic, NamedTuple, TypeVar, cast, overload

R = TypeVar("R")
V = TypeVar("V")

make = tuple.__new__  # what a record's own name does in the end, without the library's detour


def quick(kind: type[R]) -> type[R]:
    """Let a NamedTuple's `_replace` do without the library's detour; it means exactly the same."""
    places = {name: n for n, name in enumerate(cast(type[NamedTuple], kind)._fields)}

    def replace(self: Any, /, **changes: Any) -> Any:
        values = list(self)
        for name, value in changes.items():
            values[places[name]] = value
        return make(kind, values)  # type: ignore[type-var]

    kind._replace = replace  # type: ignore[attr-defined]
    return kind


class once(Generic[R, V]):  # noqa: N801  it reads as `property` does
    """A property of a record that never changes: asked again, it is remembered, and no method is called.

    The record needs a `__dict__`, so it is a class of its own over its NamedTuple; it should travel without
    what it remembers: `__getstate__` returns None.
    """

    def __init__(self, ask: Callable[[R], V]) -> None:
        self._ask, self._name, self.__doc__ = ask, ask.__name__, ask.__doc__

    @overload
    def __get__(self, record: None, kind: type[R]) -> "once[R, V]": ...
    @overload
    def __get__(self, record: R, kind: type[R]) -> V: ...
    def __get__(self, record: R | None, kind: type[R]) -> "once[R, V] | V":
        if record is None:
            return self
        answer = record.__dict__[self._name] = self._ask(record)
        return answer
