"""Records that a search changes a hundred thousand times a second."""

from typing import Any, NamedTuple, TypeVar, cast

R = TypeVar("R")


def quick(kind: type[R]) -> type[R]:
    """Let a NamedTuple's `_replace` do without the library's detour; it means exactly the same."""
    places = {name: n for n, name in enumerate(cast(type[NamedTuple], kind)._fields)}
    make = tuple.__new__

    def replace(self: Any, /, **changes: Any) -> Any:
        values = list(self)
        for name, value in changes.items():
            values[places[name]] = value
        return make(kind, values)  # type: ignore[type-var]

    kind._replace = replace  # type: ignore[attr-defined]
    return kind
