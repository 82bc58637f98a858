"""What goes to a process that thinks, as bytes; also for tables that are played by the rules of another day.

A table may have been dealt from data files that a host has edited since. Its rules are then a copy of the
game's modules that `sys.modules` does not know: the files go along, and the other side makes the same copy.
"""

import io
import pickle
from typing import Any, NamedTuple

from games import GAMES, mark_of
from games.ai.outlook import AnyGame
from games.ai.request import MoveRequest, ReviewRequest
from games.data_tables import Sheets
from games.editions import by_edition, over

COPY = "games@"  # how the names of such modules begin


class Job(NamedTuple):
    """Something to think about: a question, or a finished game."""

    kind: str  # move, hint, review
    errand: MoveRequest | ReviewRequest
    sheets: Sheets | None = None  # the data files of the table, if they are not those of today

    def rules(self) -> AnyGame:
        """Return the rules that it is played by; raise for those that are not there."""
        game = over(self.errand.game, self.sheets) if self.sheets is not None else GAMES[self.errand.game]
        return by_edition(game, self.errand.edition)


class _Packer(pickle.Pickler):
    """Names the classes of a copied game by the copy's name."""

    def reducer_override(self, obj: Any) -> Any:
        if isinstance(obj, type) and obj.__module__.startswith(COPY):
            return _part, (obj.__module__, obj.__qualname__)
        return NotImplemented


_copies: dict[str, AnyGame] = {}  # by the names of their packages; at most one, that of the parcel at hand


def packed(job: Job) -> bytes:
    """Return a job as bytes."""
    errand = io.BytesIO()
    _Packer(errand, pickle.HIGHEST_PROTOCOL).dump(job.errand)
    sheets = dict(job.sheets) if job.sheets is not None else None
    whole = (job.kind, job.errand.game, sheets, errand.getvalue())
    return pickle.dumps(whole, pickle.HIGHEST_PROTOCOL)


def unpacked(parcel: bytes) -> Job:
    """Return the job in a parcel; the rules of another day are made here first."""
    kind, game, sheets, errand = pickle.loads(parcel)
    if sheets is not None:
        _copies.clear()
        _copies[f"{COPY}{mark_of(sheets)}.{game}"] = over(game, sheets)
    return Job(kind, pickle.loads(errand), sheets)


def _part(module: str, name: str) -> Any:
    """Return a class of a copied game."""
    mark, key, *inner = module.split(".")
    found: Any = _copies[f"{mark}.{key}"]
    for step in (*inner, *name.split(".")):
        found = getattr(found, step)
    return found
