"""`make gallery`: all that is painted, on sheets for docs/pictures.md; `make golden` renews the goldens."""

import sys
from collections.abc import Iterable, Sequence
from io import BytesIO
from pathlib import Path

from PIL import Image

from bot.client.application_emoji import all_emblems
from games import GAMES
from games.rulebook import box_of, glossary_of
from rendering import theme
from rendering.campanile import avatar
from rendering.paint import icon, paint
from rendering.scene import Scene
from rendering.sign_sheet import grammar
from rendering.vision import EYES, encoded, linear, seen
from tests.moments import Moment, moments

ROOT = Path(__file__).resolve().parent.parent
SHELF = ROOT / "docs" / "gallery"
GOLDEN = ROOT / "tests" / "golden"
SMALL = 200  # pixels a golden picture is wide
GAP = 12


def main() -> None:
    if sys.argv[1:] == ["golden"]:
        return renew()
    SHELF.mkdir(exist_ok=True)
    hang("grammar", pictured(grammar()))
    hang("avatar", pictured(avatar()))
    hang("emoji", emoji_sheet())
    for key in GAMES:
        sheets(key)
    return None


def sheets(key: str) -> None:
    """Hang the box, the cards, the fullest table with its hand and end, phones and eyes of one game."""
    game = GAMES[key]
    if box := box_of(game):
        hang(f"{key}-box", pictured(box.scene))
    hang(f"{key}-cards", in_columns([pictured(entry.scene) for entry in glossary_of(game)], 6, 200))
    early, full, end = moments(key, game.SEATS[-1])
    for moment in (early, full, end):
        hang(f"{key}-{moment.name}", pictured(moment.table()))
    hang(f"{key}-hand", pictured(hand(full)))
    phones = [pictured(scene) for seats in game.SEATS for scene in shown(moments(key, seats))]
    hang(f"{key}-phone", in_columns(phones, 4, theme.PHONE))
    eyes = [through(pictured(scene), eye) for scene in (full.table(), end.table()) for eye in EYES]
    hang(f"{key}-eyes", in_columns(eyes, len(EYES), theme.PHONE))


def emoji_sheet() -> Image.Image:
    """Lay out the application's emoji as large as a menu shows them twice over."""
    side, columns, drawn = 44, 15, [Image.open(BytesIO(icon(each.sprite, 128))) for each in all_emblems()]
    rows = -(-len(drawn) // columns)
    sheet = Image.new("RGB", (columns * (side + GAP) + GAP, rows * (side + GAP) + GAP), theme.GROUND)
    for n, each in enumerate(drawn):
        small = each.resize((side, side), Image.Resampling.LANCZOS)
        sheet.paste(small, (GAP + n % columns * (side + GAP), GAP + n // columns * (side + GAP)), small)
    return sheet


def shown(each: Sequence[Moment]) -> list[Scene]:
    """Return what a sheet shows of a game: early, full, the hand of whoever is asked, the end."""
    early, full, end = each
    return [early.table(), full.table(), hand(full), end.table()]


def hand(moment: Moment) -> Scene:
    asked = moment.asked
    assert asked, "nobody is asked anything"
    return moment.hand(asked.seat)


def pictured(scene: Scene) -> Image.Image:
    return Image.open(BytesIO(paint(scene)))


def through(picture: Image.Image, eye: str) -> Image.Image:
    """Return a picture as an eye sees it: every colour of its palette is turned."""
    palette = picture.getpalette() or []
    turned: list[int] = []
    for i in range(0, len(palette), 3):
        red, green, blue = map(linear, palette[i : i + 3])
        turned += map(encoded, seen((red, green, blue), eye))
    result = picture.copy()
    result.putpalette(turned)
    return result


def scaled(picture: Image.Image, width: int) -> Image.Image:
    """Return a picture as a small screen shows it."""
    size = (width, round(width * picture.height / picture.width))
    return picture.convert("RGB").resize(size, Image.Resampling.LANCZOS)


def in_columns(pictures: Iterable[Image.Image], columns: int, width: int) -> Image.Image:
    """Lay pictures out row by row, all as wide as asked."""
    tiles = [scaled(picture, width) for picture in pictures]
    rows = [tiles[i : i + columns] for i in range(0, len(tiles), columns)]
    high = GAP + sum(max(tile.height for tile in row) + GAP for row in rows)
    sheet, y = Image.new("RGB", (GAP + columns * (width + GAP), high), theme.SHADE), GAP
    for row in rows:
        for n, tile in enumerate(row):
            sheet.paste(tile, (GAP + n * (width + GAP), y))
        y += max(tile.height for tile in row) + GAP
    return sheet


def hang(name: str, picture: Image.Image) -> None:
    path = SHELF / f"{name}.png"
    small = picture if picture.mode == "P" else picture.quantize(256, dither=Image.Dither.NONE)
    small.save(path, optimize=True)
    print(f"{path.relative_to(ROOT)} ({path.stat().st_size // 1024} KB)")


# --- goldens -----------------------------------------------------------------------------------------


def golden(moment: Moment) -> Image.Image:
    """Return a table as small as its golden picture."""
    return scaled(pictured(moment.table()), SMALL)


def renew() -> None:
    """Paint the golden pictures anew: look at them before they are committed."""
    GOLDEN.mkdir(exist_ok=True)
    for key, game in GAMES.items():
        for moment in moments(key, game.SEATS[-1]):
            path = GOLDEN / f"{key}-{moment.name}.webp"
            golden(moment).save(path, lossless=True)
            print(path.relative_to(ROOT))


if __name__ == "__main__":
    main()
