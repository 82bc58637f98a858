"""Button acts: every handler has one table of those it answers; the router merges the tables.

A key says what was pressed: the kind of its id, and the act if the kind has several. `ls bot/handlers` and
`grep '"undo"'` find the handler of a button.
"""

from collections.abc import Awaitable, Callable, Iterable, Mapping
from typing import Any

from bot.views.parts import custom_ids
from bot.views.parts.items import Interaction


class Form:
    """The kind of something typed into a form of a lobby; all else is pressed or chosen."""


Key = tuple[type[Any], str]
Handle = Callable[
    [Interaction, Any, list[str]], Awaitable[None]
]  # with the id, and the values chosen in a menu
Acts = Mapping[Key, Handle]


def key_of(id: custom_ids.Id, *, form: bool = False) -> Key:
    """Return under which key a press stands in the table of its handler."""
    match id:
        case custom_ids.LobbyId(_, act) if form:
            return Form, act.name
        case _ if form:
            return Form, ""
        case custom_ids.LobbyId() | custom_ids.TableId() | custom_ids.QuestionId():
            return type(id), id.act.name
        case custom_ids.ArchiveId():
            return type(id), id.what
    return type(id), ""


def at_table(handle: Callable[[Interaction, int], Awaitable[None]]) -> Handle:
    """Return a handle that needs to know the table alone."""
    return lambda interaction, id, _: handle(interaction, id.table_id)


def merged(tables: Iterable[Acts]) -> Acts:
    """Return all tables as one; raise ValueError if two handlers would answer the same button."""
    found: dict[Key, Handle] = {}
    for table in tables:
        if twice := found.keys() & table.keys():
            raise ValueError(f"two handlers answer {sorted((kind.__name__, act) for kind, act in twice)}")
        found.update(table)
    return found
