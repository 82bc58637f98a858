"""What reaches a viewer, whole, so that two worlds can be compared; and how they differ, in one line."""

from typing import Any

from games.core import Decision, Game, Held, Seat, knows, offer

State = Any
AnyGame = Game[Any, Any]


def public_information(decision: Decision) -> tuple[Any, ...]:
    """Return what everyone may notice of a question: who, what, and its flags."""
    d = decision
    moves = (d.moves, d.idle) if d.open else ()
    return d.seat, d.prompt, d.open, d.settled, d.advance, d.help, moves


def information_set(game: AnyGame, state: State, viewer: Seat | None) -> tuple[Any, ...]:
    """Return all that reaches a viewer: view, page, who is asked, own offer."""
    view = game.view(state, viewer)
    asked = tuple(public_information(d) for d in game.decisions(state))
    own = offer(game, state, viewer) if viewer is not None else None
    return view, game.page(view), asked, own


def difference(mine: Any, theirs: Any, where: str = "") -> str:
    """Say where two sights first differ, and how: `.sides[1].rule: 'R20' or 'R11'`."""
    if type(mine) is not type(theirs) or len(parts(mine)) != len(parts(theirs)):
        return f"{where}: {mine!r} or {theirs!r}"
    for (name, one), (_, other) in zip(parts(mine), parts(theirs), strict=True):
        if one != other:
            return difference(one, other, where + name)
    return "" if mine == theirs else f"{where}: {mine!r} or {theirs!r}"


def parts(thing: Any) -> list[tuple[str, Any]]:
    """Return the named parts of a tuple or a record; none for a plain value."""
    if isinstance(thing, tuple) and not hasattr(thing, "_fields"):
        return [(f"[{n}]", part) for n, part in enumerate(thing)]
    names = getattr(thing, "_fields", getattr(thing, "__dataclass_fields__", ()))
    return [(f".{name}", getattr(thing, name)) for name in names]


def viewers(game: AnyGame, state: State) -> list[Seat | None]:
    return [None, *range(len(game.score(state)))]


def hidden(part: Any, viewer: Seat | None) -> list[str]:
    """Return every card in a state that a viewer does not know, in order."""
    if isinstance(part, Held):
        return [] if knows(part.seen, viewer) else [part.card]
    return [card for _, inner in parts(part) for card in hidden(inner, viewer)]
