"""Materials in true colour, one sun for all: from the left, so right sides lie in shade.

A `Surface` names a material and what it is told; the painter asks for it here when it is first needed.
"""

from collections.abc import Callable

from PIL import Image

from rendering.material.country import country
from rendering.material.ground import meadow, square, table, wood
from rendering.material.light import facade, glow, shade
from rendering.material.panorama import panorama
from rendering.material.stone import battlement, stone
from rendering.scene import Surface

Maker = Callable[..., Image.Image]
MATERIALS: dict[str, Maker] = {
    "battlement": battlement,
    "country": country,
    "facade": facade,
    "glow": glow,
    "meadow": meadow,
    "panorama": panorama,
    "shade": shade,
    "square": square,
    "stone": stone,
    "table": table,
    "wood": wood,
}


def material(surface: Surface, fine: int) -> Image.Image:
    """Draw a surface so many times larger."""
    w, h = round(surface.w * fine), round(surface.h * fine)
    return MATERIALS[surface.material](w, h, surface.unit * fine, *surface.kind)
