"""The one palette of every picture: theme colours, their mixes, and the ramps of the materials."""

from functools import lru_cache

from PIL import Image, ImageChops

from rendering import theme
from rendering.scene import Colour

Rgb = tuple[int, int, int]

# The six hours of a day, each from the zenith down to the horizon: twelve colours a sky.
SKIES: tuple[tuple[Colour, ...], ...] = (
    ("#6f9fd0", "#9dbfe0", "#c9d9e2", "#f0e2d0", "#fbd6ac"),
    ("#4f8fcc", "#7db0dc", "#aecfe6", "#d8e6e8", "#f4eedd"),
    ("#5a8fc8", "#8bb4d8", "#bccfd6", "#ead9ba", "#f9d79a"),
    ("#46599a", "#8d86b4", "#cf9ba8", "#f3b78a", "#fbd59c", "#fdecc4"),
    ("#2b3a6b", "#4f5a93", "#8d7fa8", "#cf93a0", "#f2b48c"),
    ("#131a38", "#1d2850", "#2b3968", "#414f80", "#5d6894"),
)
SKY_STEPS = 12
RAMPS: dict[str, tuple[tuple[Colour, ...], int]] = {  # from dark to light, and in how many steps
    "stone": (("#2a221f", "#54443a", "#7d6750", "#a58a68", "#c9ae84", "#e6d0a6", "#f8ebcb"), 22),
    "moonlit stone": (("#1b1c2b", "#3c4058", "#6b7190", "#a0a6bd"), 8),
    "roof": (("#4a2318", "#8e3f25", "#c9683c", "#ee9f68"), 8),
    "green": (("#22301f", "#46573a", "#7f8553", "#c3b26c"), 7),
    "wood": (("#3f2817", "#6e4526", "#a8743f", "#d0a066"), 6),
}
SHADED = (theme.BRICK, theme.SANDSTONE, theme.GRANITE, theme.LIMESTONE, theme.MARBLE)  # façades in shade
NEAREST = 11  # of the three parts added up: a colour of a ramp that is nearer to another is left out


def rgb(colour: Colour) -> Rgb:
    """Return the three parts of a colour."""
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


def ramp(stops: tuple[Colour, ...], steps: int) -> list[Rgb]:
    """Return so many colours along some stops."""
    marks, made = [rgb(stop) for stop in stops], list[Rgb]()
    for n in range(steps):
        way = n / (steps - 1) * (len(marks) - 1)
        at = min(int(way), len(marks) - 2)
        red, green, blue = (
            round(a + (b - a) * (way - at)) for a, b in zip(marks[at], marks[at + 1], strict=True)
        )
        made.append((red, green, blue))
    return made


@lru_cache(maxsize=1)
def palette() -> Image.Image:
    """Return the palette as an image that others are brought onto."""
    named = {v for v in vars(theme).values() if isinstance(v, str) and v.startswith("#")}
    base = sorted(rgb(c) for c in named | set(theme.SEAT_COLOURS))
    ink, paper = rgb(theme.INK), rgb(theme.PAPER)
    colours = base + [_mix(c, other) for other in (ink, paper) for c in base]
    colours += [_mix(_mix(ink, paper), ink), _mix(_mix(ink, paper), paper)]  # the edges of every numeral
    colours = list(dict.fromkeys(colours))
    for colour in _of_materials():
        if min(sum(abs(a - b) for a, b in zip(colour, other, strict=True)) for other in colours) > NEAREST:
            colours.append(colour)
    assert len(colours) <= 256, f"{len(colours)} colours: a palette holds 256"
    image = Image.new("P", (1, 1))
    image.putpalette([part for colour in colours for part in colour])
    return image


def _of_materials() -> list[Rgb]:
    """Return the colours of all materials: the skies last, they lie closest to each other."""
    ramps = [ramp(*each) for each in RAMPS.values()]
    ramps += [[_shaded(rgb(stone), part) for part in (0.85, 0.7)] for stone in SHADED]
    ramps += [ramp(sky, SKY_STEPS) for sky in SKIES]
    return [colour for each in ramps for colour in each]


def _shaded(colour: Rgb, part: float) -> Rgb:
    return round(colour[0] * part), round(colour[1] * part), round(colour[2] * part)


def _mix(a: Rgb, b: Rgb) -> Rgb:
    return (a[0] + b[0]) // 2, (a[1] + b[1]) // 2, (a[2] + b[2]) // 2


# --- dither ------------------------------------------------------------------------------------------

TILE = 8  # the side of a threshold matrix


@lru_cache(maxsize=1)
def thresholds() -> list[int]:
    """Return Bayer's matrix, row by row: each number from 0 to 63 once."""
    cells = [[0]]
    for _ in range(3):
        four = [[4 * v for v in row] for row in cells]
        cells = [row + [v + 2 for v in row] for row in four]
        cells += [[v + 3 for v in row] + [v + 1 for v in row] for row in four]
    return [v for row in cells for v in row]


@lru_cache(maxsize=32)
def grid(w: int, h: int, strength: float) -> Image.Image:
    """Return the matrix laid over a picture, as grey around 128; `strength` lies between its ends."""
    tile = Image.frombytes(
        "L", (TILE, TILE), bytes(round(128 + (v / 63 - 0.5) * strength) for v in thresholds())
    )
    whole = Image.new("L", (w, h))
    row = Image.new("L", (w, TILE))
    for x in range(0, w, TILE):
        row.paste(tile, (x, 0))
    for y in range(0, h, TILE):
        whole.paste(row, (0, y))
    return whole


def dithered(picture: Image.Image, strength: float = 8) -> Image.Image:
    """Bring a true-colour picture onto the palette, dithered in order; what is clear stays clear.

    Ordered dither repeats, so it packs well; made smaller by Discord it is a smooth tone again.
    """
    raster = grid(*picture.size, strength)
    moved = ImageChops.add(picture.convert("RGB"), Image.merge("RGB", (raster,) * 3), 1, -128)
    met = moved.quantize(palette=palette(), dither=Image.Dither.NONE).convert("RGB")
    if picture.mode == "RGBA":
        met.putalpha(picture.getchannel("A"))
    return met
