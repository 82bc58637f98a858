"""Scenes one after the other as a moving picture: a GIF of one palette, narrow enough for any channel."""

from collections.abc import Callable, Iterable
from io import BytesIO

from PIL import Image

from rendering.paint import painted, palette
from rendering.scene import Scene

GIF_WIDTH = 600
STEP, LAST = 700, 4000  # milliseconds that a step is shown, and the last one


def film(scenes: Iterable[Scene], drawn: Callable[[int], None] = lambda n: None) -> bytes:
    """Return scenes as a GIF; `drawn` is told how many are."""
    frames = []
    for n, scene in enumerate(scenes, 1):
        frames.append(_frame(scene))
        drawn(n)
    size = max(frame.width for frame in frames), max(frame.height for frame in frames)
    frames = [frame if frame.size == size else _on(frame, size) for frame in frames]
    out = BytesIO()
    times = [STEP] * (len(frames) - 1) + [LAST]
    frames[0].save(out, "GIF", save_all=True, append_images=frames[1:], duration=times, loop=0, optimize=True)
    return out.getvalue()


def _frame(scene: Scene) -> Image.Image:
    picture = painted(scene)
    height = round(picture.height * GIF_WIDTH / picture.width)
    small = picture.resize((GIF_WIDTH, height), Image.Resampling.BOX, reducing_gap=None)
    return small.quantize(palette=palette(), dither=Image.Dither.NONE)


def _on(frame: Image.Image, size: tuple[int, int]) -> Image.Image:
    """Set a frame on one that is as large as the largest."""
    whole = Image.new("P", size, frame.getpixel((0, 0)))
    whole.putpalette(frame.getpalette() or [])
    whole.paste(frame, (0, 0))
    return whole
