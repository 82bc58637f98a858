"""Where things stand: around a point, in a row, in a fan, in a stack."""

from collections.abc import Iterable

from rendering.scene import Placed, Sprite


def centred(sprite: Sprite, x: float, y: float) -> Placed:
    """Put a sprite around a point."""
    return Placed(x - sprite.w / 2, y - sprite.h / 2, sprite)


def around(thing: Placed) -> tuple[float, float, float, float]:
    """Return where a sprite stands: left, top, width, height; what a frame or a halo asks for."""
    return thing.x, thing.y, thing.sprite.w, thing.sprite.h


def in_a_row(sprites: Iterable[Sprite], x: float, y: float, gap: float = 10) -> list[Placed]:
    """Put sprites side by side, from the left."""
    row: list[Placed] = []
    for sprite in sprites:
        row.append(Placed(x, y, sprite))
        x += sprite.w + gap
    return row


def in_a_column(sprites: Iterable[Sprite], x: float, y: float, gap: float = 0) -> list[Placed]:
    """Put sprites one below the other, from the top."""
    column: list[Placed] = []
    for sprite in sprites:
        column.append(Placed(x, y, sprite))
        y += sprite.h + gap
    return column


def fan(sprites: Iterable[Sprite], x: float, y: float, width: float, gap: float = 10) -> list[Placed]:
    """Put sprites of one width side by side; too many overlap, so that they keep within a width."""
    row = list(sprites)
    if len(row) < 2:
        return in_a_row(row, x, y)
    step = min(row[0].w + gap, (width - row[-1].w) / (len(row) - 1))
    return [Placed(x + n * step, y, sprite) for n, sprite in enumerate(row)]


def stack(sprites: Iterable[Sprite], x: float, y: float, dx: float = 6, dy: float = -6) -> list[Placed]:
    """Put sprites onto each other, the first on top and in its place, each further one a little aside."""
    pile = [Placed(x + n * dx, y + n * dy, sprite) for n, sprite in enumerate(sprites)]
    return pile[::-1]
