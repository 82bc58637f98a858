"""A table as one seat sees it, for those who write a game: page and offer in words, the picture as a file."""

from collections.abc import Iterator
from itertools import groupby
from pathlib import Path

from games.contract import AnyGame, Step
from games.core import SEAT_NAMES, Arg, Decision, Label, Page, Seat, Text, Texts, Who, offer
from rendering.paint import paint


def spoken(arg: Arg) -> str:
    """Put a sentence into plain English; the bot has the other languages."""
    match arg:
        case Texts() if arg.n != 1:
            return arg.many.format_map({name: spoken(value) for name, value in arg.args})
        case Text():
            return arg.id.format_map({name: spoken(value) for name, value in arg.args})
        case Who():
            return SEAT_NAMES[arg.seat].id
        case tuple():
            *first, last = map(spoken, arg or ("",))
            return f"{', '.join(first)} and {last}" if first else last
    return str(arg)


def moment(steps: list[Step], ply: int) -> tuple[int, Step]:
    """Return a step of a game by its number, or the last one."""
    ply = min(ply, len(steps) - 1)
    return ply, steps[ply]


def told(game: AnyGame, step: Step, viewer: Seat | None) -> Iterator[str]:
    """Yield the lines of a page, and whose answer is awaited; the viewer's own offer with all its moves."""
    view = game.view(step.state, viewer)
    yield from page_lines(game.page(view))
    for decision in game.decisions(step.state):
        yield f"\n{SEAT_NAMES[decision.seat].id} is asked: {spoken(decision.prompt)}"
        if decision.seat == viewer:
            labels = [game.label(view, move) for move in decision.moves]
            yield from offer_lines(decision, labels)


def page_lines(page: Page) -> Iterator[str]:
    """Yield everything that a page says, part by part."""
    yield f"# {spoken(page.title)}"
    yield from (f"{SEAT_NAMES[seat].id}: {spoken(line)}" for seat, line in enumerate(page.seats))
    for name in ("news", "stakes", "secrets", "alt", "table"):
        lines = getattr(page, name)
        yield from ([f"\n{name}:", *(f"  {spoken(line)}" for line in lines)] if lines else [])
    if page.grid:
        yield "\ngrid:"
        yield from (f"  {spoken(row.name)}: {' | '.join(row.cells)}" for row in page.grid)


def offer_lines(decision: Decision, labels: list[Label]) -> Iterator[str]:
    """Yield the menus of a question: the path, then each entry with its move; `*` is the idle one."""
    entries = zip(decision.moves, labels, strict=True)
    for path, group in groupby(entries, key=lambda entry: entry[1].path):
        if path:
            yield f"  {' > '.join(map(spoken, path))}"
        for move, label in group:
            letter = f"{label.letter}: " if label.letter else ""
            detail = f" ({spoken(label.detail)})" if label.detail else ""
            sign = "*" if move == decision.idle else " "
            yield f"  {sign} {letter}{spoken(label.text)}{detail}  [{move}]"


def picture(game: AnyGame, step: Step, viewer: Seat | None, file: Path) -> None:
    """Paint the table into a file, with the marks of the viewer's own offer."""
    own = offer(game, step.state, viewer) if viewer is not None else None
    file.write_bytes(paint(game.scene(game.view(step.state, viewer), own.moves if own else ())))
