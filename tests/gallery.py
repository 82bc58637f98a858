"""`make gallery`: paints what docs/pictures.md shows."""

from pathlib import Path

from rendering.paint import paint
from rendering.specimen import grammar
from tests.wire.harness import ROOT

SHELF = ROOT / "docs" / "gallery"


def main() -> None:
    SHELF.mkdir(exist_ok=True)
    hang("grammar", paint(grammar()))


def hang(name: str, picture: bytes) -> None:
    path: Path = SHELF / f"{name}.png"
    path.write_bytes(picture)
    print(f"{path.relative_to(ROOT)} ({len(picture) // 1024} KB)")


if __name__ == "__main__":
    main()
