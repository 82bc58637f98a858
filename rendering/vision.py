"""How far apart two colours are, for every eye: Machado, Oliveira and Fernandes 2009, and CIELAB."""

from functools import cache
from math import atan2, cos, degrees, exp, hypot, radians, sin

from rendering.scene import Colour

Triple = tuple[float, float, float]
Matrix = tuple[Triple, Triple, Triple]

# Full severity, on linear RGB; "" is the usual eye.
EYES: dict[str, Matrix] = {
    "": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}
# Linear sRGB to XYZ, each row divided by the white of daylight (D65).
TO_XYZ: Matrix = (
    (0.4124564 / 0.95047, 0.3575761 / 0.95047, 0.1804375 / 0.95047),
    (0.2126729, 0.7151522, 0.0721750),
    (0.0193339 / 1.08883, 0.1191920 / 1.08883, 0.9503041 / 1.08883),
)


def linear(part: int) -> float:
    """Return a part of a colour (0 to 255) as light."""
    v = part / 255
    return v / 12.92 if v <= 0.04045 else float(((v + 0.055) / 1.055) ** 2.4)


def encoded(light: float) -> int:
    """Return light as a part of a colour (0 to 255)."""
    v = min(1.0, max(0.0, light))
    return round(255 * (12.92 * v if v <= 0.0031308 else 1.055 * v ** (1 / 2.4) - 0.055))


def seen(light: Triple, eye: str) -> Triple:
    """Return linear RGB as an eye sees it."""
    red, green, blue = (sum(a * b for a, b in zip(row, light, strict=True)) for row in EYES[eye])
    return min(1.0, max(0.0, red)), min(1.0, max(0.0, green)), min(1.0, max(0.0, blue))


def _root(t: float) -> float:
    return float(t ** (1 / 3)) if t > 0.008856 else 7.787 * t + 16 / 116


@cache
def lab(colour: Colour, eye: str = "") -> Triple:
    """Return a colour in CIELAB, as an eye sees it."""
    red, green, blue = (linear(int(colour[i : i + 2], 16)) for i in (1, 3, 5))
    light = seen((red, green, blue), eye)
    x, y, z = (_root(sum(a * b for a, b in zip(row, light, strict=True))) for row in TO_XYZ)
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def distance(one: Colour, other: Colour, eye: str = "") -> float:
    """Return how far apart an eye sees two colours (CIE76)."""
    pairs = zip(lab(one, eye), lab(other, eye), strict=True)
    return float(sum((a - b) ** 2 for a, b in pairs) ** 0.5)


def ciede2000(one: Colour, other: Colour, eye: str = "") -> float:
    """Return how far apart an eye sees two colours (CIEDE2000, Sharma, Wu and Dalal 2005)."""
    return lab_difference(lab(one, eye), lab(other, eye))


def lab_difference(one: Triple, other: Triple) -> float:
    """Return the CIEDE2000 difference of two places in CIELAB."""
    (l1, a1, b1), (l2, a2, b2) = one, other
    mean7 = ((hypot(a1, b1) + hypot(a2, b2)) / 2) ** 7
    stretch = 1.5 - 0.5 * (mean7 / (mean7 + 25**7)) ** 0.5
    c1, c2 = hypot(a1 * stretch, b1), hypot(a2 * stretch, b2)
    h1, h2 = (degrees(atan2(b, a * stretch)) % 360 for a, b in ((a1, b1), (a2, b2)))
    turn = 0.0 if c1 * c2 == 0 else (h2 - h1 + 180) % 360 - 180
    hue = h1 + h2 if c1 * c2 == 0 else (h1 + turn / 2) % 360
    l, c = (l1 + l2) / 2, (c1 + c2) / 2  # noqa: E741 as the formula has it
    t = 1 - 0.17 * _cos(hue - 30) + 0.24 * _cos(2 * hue) + 0.32 * _cos(3 * hue + 6) - 0.2 * _cos(4 * hue - 63)
    light = (l2 - l1) / (1 + 0.015 * (l - 50) ** 2 / (20 + (l - 50) ** 2) ** 0.5)
    chroma = (c2 - c1) / (1 + 0.045 * c)
    tint = 2 * (c1 * c2) ** 0.5 * sin(radians(turn / 2)) / (1 + 0.015 * c * t)
    blue = 60 * exp(-(((hue - 275) / 25) ** 2))
    bent = -2 * (c**7 / (c**7 + 25**7)) ** 0.5 * sin(radians(blue))
    return float((light**2 + chroma**2 + tint**2 + bent * chroma * tint) ** 0.5)


def _cos(angle: float) -> float:
    return cos(radians(angle))


def least_distance(one: Colour, other: Colour) -> float:
    """Return how far apart two colours are for the eye that tells them apart worst."""
    return min(distance(one, other, eye) for eye in EYES)
