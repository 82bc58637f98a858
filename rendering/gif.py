"""Scenes one after the other as a moving picture: a GIF of one palette, narrow enough for any channel."""

from collections.abc import Callable, Iterable
from io import BytesIO

from PIL import Image

from rendering import theme
from rendering.paint import painted
from rendering.palette import palette
from rendering.scene import Scene

GIF_WIDTH = 600
STEP, LAST = 700, 4000  # milliseconds that a step is shown at most, and the last one
WHOLE = 20_000  # milliseconds that a film lasts at most
HEAVIEST = 700_000  # bytes of a film: then it has fewer pictures
AIM = 0.97  # of that, when it is made again: pictures further apart have less in common


def film(scenes: Iterable[Scene], drawn: Callable[[int], None] = lambda n: None) -> bytes:
    """Return scenes as a GIF; `drawn` is told how many are."""
    frames = []
    for n, scene in enumerate(scenes, 1):
        frames.append(_frame(scene))
        drawn(n)
    size = max(frame.width for frame in frames), max(frame.height for frame in frames)
    frames = [frame if frame.size == size else _on(frame, size) for frame in frames]
    moving = _moving(frames)
    while len(moving) > HEAVIEST and len(frames) > 2:
        frames = _fewer(frames, max(2, int(len(frames) * AIM * HEAVIEST / len(moving))))
        moving = _moving(frames)
    return moving


def _fewer(frames: list[Image.Image], count: int) -> list[Image.Image]:
    """Return so many pictures of a film, evenly spread: its day keeps its course; the last one stays."""
    last = len(frames) - 1
    return [frames[round(n * last / (count - 1))] for n in range(count)]


def _moving(frames: list[Image.Image]) -> bytes:
    """Return pictures of one size as a GIF; the last one stays longest."""
    out = BytesIO()
    steps = len(frames) - 1
    times = [min(STEP, (WHOLE - LAST) // max(1, steps))] * steps + [LAST]
    frames[0].save(out, "GIF", save_all=True, append_images=frames[1:], duration=times, loop=0, optimize=True)
    return out.getvalue()


def _frame(scene: Scene) -> Image.Image:
    picture = painted(scene)
    height = round(picture.height * GIF_WIDTH / picture.width)
    small = picture.resize((GIF_WIDTH, height), Image.Resampling.BOX, reducing_gap=None)
    return small.quantize(palette=palette(), dither=Image.Dither.NONE)


def _on(frame: Image.Image, size: tuple[int, int]) -> Image.Image:
    """Set a frame on the page, as large as the largest: no bars in the colour of its edge."""
    ground = Image.new("RGB", (1, 1), theme.GROUND).quantize(palette=palette(), dither=Image.Dither.NONE)
    whole = ground.resize(size)
    whole.paste(frame, (0, (size[1] - frame.height) // 2))
    return whole
