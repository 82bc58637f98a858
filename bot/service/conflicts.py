"""Optimistic locking between processes: when another one was faster, look again and try again."""

from collections.abc import Awaitable, Callable, Coroutine
from contextlib import suppress
from functools import wraps
from typing import Any, ParamSpec, TypeVar

from bot.base.errors import Stale, StaleQuestion

P = ParamSpec("P")
T = TypeVar("T")
CONFLICT_TRIES = 8  # a table has at most five people and a clock: so many may be faster than we


def retry_on_conflict(act: Callable[P, Awaitable[T]]) -> Callable[P, Coroutine[Any, Any, T]]:
    """When another process was faster: look at the table as it is now, and do it again if it still can be."""

    @wraps(act)
    async def tried(*args: P.args, **kwargs: P.kwargs) -> T:
        for _ in range(CONFLICT_TRIES):
            with suppress(Stale):
                return await act(*args, **kwargs)
        raise StaleQuestion

    return tried
