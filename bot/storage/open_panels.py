"""The private panels that are open, as they are stored for the process that comes after this one."""

from collections.abc import Iterable
from typing import NamedTuple

from bot.base.shards import EVERYWHERE, Shards
from bot.storage.engine import Engine, Step
from bot.storage.table_statements import MINE


class OpenPanel(NamedTuple):
    """A private message that can be edited until its token dies."""

    table_id: int
    seat: int
    user: int  # who it was shown to
    message: int
    sealed: str  # the token; never a plain one
    locale: str
    asked: int  # the press that it answered
    until: int
    told: int = 0  # the version of its table that it shows; 0: nobody knows
    look: str = ""  # what it shows, as `views/panels.look_of` names it; "": nobody knows


class Closed(NamedTuple):
    """A panel that is kept current no more; asked: only if it still answers this press, 0: whichever."""

    table_id: int
    seat: int
    asked: int = 0


ERASE = ("PRAGMA secure_delete=ON", "DELETE FROM open_panels")  # in a copy of a file of SQLite
NAMED = "SELECT 1 FROM sqlite_master WHERE name = 'open_panels'"
NAMES = ", ".join(OpenPanel._fields).replace("user", '"user"')
NEWER = ", ".join(f"{name} = excluded.{name}" for name in NAMES.split(", ")[2:])
KEEP = (
    f"INSERT INTO open_panels ({NAMES}) VALUES ({', '.join('?' * len(OpenPanel._fields))})"
    f" ON CONFLICT (table_id, seat) DO UPDATE SET {NEWER} WHERE open_panels.asked <= excluded.asked"
)
CLOSE = "DELETE FROM open_panels WHERE table_id = ? AND seat = ? AND (asked = ? OR ? = 0)"


class OpenPanelStore:
    """What is needed to keep panels alive; it dies with their tokens."""

    def __init__(self, db: Engine) -> None:
        self._db = db

    async def note_panels(self, panels: Iterable[OpenPanel | Closed], at: int) -> None:
        """Remember some panels, forget others, and all that are dead by now: one unit."""
        steps = [
            Step(KEEP, tuple(panel)) if isinstance(panel, OpenPanel) else Step(CLOSE, (*panel, panel.asked))
            for panel in panels
        ]
        await self._db.write(*steps, Step("DELETE FROM open_panels WHERE until <= ?", (at,)))

    async def living_panels(
        self, at: int, after: int = 0, mine: Shards = EVERYWHERE
    ) -> list[tuple[OpenPanel, int]]:
        """Return the panels of some servers whose tokens live, with their tables' versions.

        `after`: only those that answered a later press.
        """
        columns = ", ".join(f"open_panels.{name}" for name in NAMES.split(", "))
        rows = await self._db.rows(
            f"SELECT {columns}, tables.version FROM open_panels JOIN tables ON tables.id = table_id"
            f" WHERE until > ? AND asked > ? AND phase IN ('play', 'done') AND {MINE} ORDER BY asked",
            (at, after, *mine),
        )
        return [(OpenPanel(*row[:-1]), row[-1]) for row in rows]
