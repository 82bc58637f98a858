"""A rating over time as a picture: a line over a few level ones, with numbers beside them; pure."""

from collections.abc import Sequence

from bot.domain.ratings import shown
from games.core import Text, Texts
from rendering import theme
from rendering.scene import Box, Disc, Glyph, Item, Line, Scene

W, H = 1000, 360
MARGIN_LEFT, MARGIN_RIGHT, MARGIN_TOP, MARGIN_BOTTOM = 120, 40, 40, 40
LEVEL_STEP = 50  # points between two level lines, or a multiple of it
LEVELS = 5  # at most


def chart_scene(course: Sequence[float]) -> Scene:
    """Draw the ratings after a player's last games, oldest first."""
    numbers = [shown(mu) for mu in course]
    levels = levels_of(min(numbers), max(numbers))
    low, high = levels[0], levels[-1]

    def at(n: int, number: int) -> tuple[float, float]:
        x = MARGIN_LEFT + (W - MARGIN_LEFT - MARGIN_RIGHT) * n / max(1, len(numbers) - 1)
        return round(x, 1), round(
            H - MARGIN_BOTTOM - (H - MARGIN_TOP - MARGIN_BOTTOM) * (number - low) / (high - low), 1
        )

    items: list[Item] = [Box(6, 6, W - 12, H - 12, theme.PAPER, theme.TERRACOTTA, 3, 12)]
    for level in levels:
        (_, y) = at(0, level)
        items += [
            Line(((MARGIN_LEFT, y), (W - MARGIN_RIGHT, y)), theme.SHADE, 3),
            Glyph(MARGIN_LEFT / 2 + 6, y, str(level), 34, theme.SOFT),
        ]
    points = [at(n, number) for n, number in enumerate(numbers)]
    if len(points) > 1:
        items.append(Line(tuple(points), theme.SEAT_COLOURS[1], 6))
    items += [Disc(*point, 7, theme.SEAT_COLOURS[1]) for point in points[:-1]]
    return Scene(W, H, theme.GROUND, (*items, Disc(*points[-1], 13, theme.GOLD, theme.INK, 3)))


def levels_of(least: int, most: int) -> range:
    """Return round numbers around all ratings, few enough to be read."""
    step = LEVEL_STEP
    while (most // step + 1) - least // step >= LEVELS:
        step *= 2
    return range(least // step * step, (most // step + 1) * step + 1, step)


def chart_alt(course: Sequence[float]) -> tuple[Text, ...]:
    """Say in words what the picture shows."""
    numbers = [shown(mu) for mu in course]
    games = Texts("The rating after the last game.", "The ratings after the last {n} games.", n=len(numbers))
    run = Text(
        "It went from {first} to {last}; the lowest was {least}, the highest {most}.",
        first=numbers[0], last=numbers[-1], least=min(numbers), most=max(numbers),
    )  # fmt: skip
    return (games, run)
