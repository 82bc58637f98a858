"""A game as a table knows it that was begun before a change: by an earlier edition, or other data files."""

import builtins
from collections import deque
from collections.abc import Mapping, Sequence
from importlib.util import find_spec
from types import CodeType, ModuleType, SimpleNamespace
from typing import Any, cast
from weakref import WeakValueDictionary

from games import mark_of
from games.core import Game
from games.data_tables import Sheets, stored

AnyGame = Game[Any, Any]

LATEST = 4  # copies that wait for another look; any further one lives as long as a table that needs it


class NotKept(LookupError):
    """An edition that the game does not know any more, or not yet."""


# --- editions --------------------------------------------------------------------------------------


def kept_editions(game: AnyGame) -> Mapping[int, Any]:
    """Return what differs in each earlier edition: a module whose `__all__` names functions of the game."""
    return cast(Mapping[int, Any], getattr(game, "KEPT", {}))


def by_edition(game: AnyGame, edition: int) -> AnyGame:
    """Return a game as one edition plays it; raise NotKept for an edition that is not there."""
    if edition == game.EDITION:
        return game
    if edition not in kept_editions(game):
        raise NotKept(f"{game.KEY} was played by another edition, {edition}, which is not kept")
    old = kept_editions(game)[edition]
    today = {name: getattr(game, name) for name in dir(game) if not name.startswith("__")}
    changed = {name: getattr(old, name) for name in old.__all__}
    return cast(AnyGame, SimpleNamespace(**today | changed | {"EDITION": edition, "today": game}))


# --- data files ------------------------------------------------------------------------------------

_copies: WeakValueDictionary[tuple[str, str], ModuleType] = WeakValueDictionary()
_latest: deque[ModuleType] = deque(maxlen=LATEST)


def over(key: str, sheets: Sheets) -> AnyGame:
    """Return a game over the data files that a table was dealt from."""
    mark = mark_of(sheets)
    copy = _copies.get((key, mark))
    if copy is None:
        with stored(sheets):
            copy = _copies[key, mark] = Copy(key, mark).module(f"games.{key}")
            vars(copy)["SHEETS"] = dict(sheets)
    _latest.append(copy)
    return cast(AnyGame, copy)


def sheets_under(game: AnyGame) -> Sheets | None:
    """Return the data files that a copied game stands over; None: those of today."""
    return cast(Sheets | None, getattr(game, "SHEETS", None))


class Copy:
    """The modules of a game once more, beside those of today: the same code over other data files.

    A game reads its tables into constants while it loads. So a copy loads all modules of the game anew, and
    these import each other; everything outside the game's folder is shared. `sys.modules` never hears of it.
    """

    def __init__(self, key: str, mark: str) -> None:
        self._package = f"games.{key}"
        self._name = f"games@{mark}.{key}"
        self._modules = dict[str, ModuleType]()
        self._builtins = vars(builtins) | {"__import__": self._import}

    def module(self, name: str) -> ModuleType:
        """Return a module of the copy by the name that the original has."""
        if name not in self._modules:
            self._modules[name] = module = ModuleType(name.replace(self._package, self._name, 1))
            code, module.__file__ = _code(name)
            vars(module)["__builtins__"] = self._builtins
            exec(code, vars(module))
            if name != self._package:
                setattr(self._modules[self._package], name.rpartition(".")[2], module)
        return self._modules[name]

    def _import(
        self,
        name: str,
        scope: Mapping[str, object] | None = None,
        local: Mapping[str, object] | None = None,
        wanted: Sequence[str] | None = (),
        level: int = 0,
    ) -> ModuleType:
        """Stand for `import` in the modules of the copy."""
        if level or not f"{name}.".startswith(f"{self._package}."):
            return builtins.__import__(name, scope, local, wanted or (), level)
        if not wanted:
            raise ImportError(f"a game imports its own parts by `from {name} import ...`", name=name)
        module = self.module(name)
        for part in wanted:
            if not hasattr(module, part):  # a module of the package
                self.module(f"{name}.{part}")
        return module


def _code(name: str) -> tuple[CodeType, str]:
    """Return the compiled code of a module and where its text stands."""
    spec = find_spec(name)
    if spec is None or spec.origin is None:
        raise ImportError(f"there is no {name}", name=name)
    return cast(Any, spec.loader).get_code(name), spec.origin
