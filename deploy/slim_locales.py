"""Leave Babel only the languages that Campanile speaks: 32 MB of an image become 2.

python deploy/slim_locales.py FOLDER_WITH_PACKAGES FOLDER_WITH_OUR_CATALOGUES
"""

import sys
from pathlib import Path

ALWAYS = {"root", "en"}  # what every language builds on, and what is spoken where there is no catalogue


def spoken(catalogues: Path) -> set[str]:
    """Return the languages that have a catalogue, without their regions."""
    return {path.name.replace("-", "_").split("_")[0] for path in catalogues.iterdir() if path.is_dir()}


def slim(packages: Path, catalogues: Path) -> int:
    """Remove the data of all other languages; return how many files went."""
    kept, gone = ALWAYS | spoken(catalogues), 0
    for path in packages.glob("babel/locale-data/*.dat"):
        if path.stem.split("_")[0] not in kept:
            path.unlink()
            gone += 1
    return gone


if __name__ == "__main__":
    print(f"{slim(Path(sys.argv[1]), Path(sys.argv[2]))} languages removed")
