"""Where our files lie: in the current folder from a checkout, in the user's data folder once installed."""

import os
import sys
from collections.abc import Mapping
from pathlib import Path

PROJECT_ROOT = Path(__file__).resolve().parents[2]
PACKAGE = "campanile"


class NoFolder(RuntimeError):
    """There is no place for our files; says what to do."""


def is_installed() -> bool:
    """Say whether this code was installed as a package: its metadata lie beside it.

    A checkout and an image have a pyproject.toml instead; so may a folder of packages, by somebody's mistake.
    """
    beside = any(PROJECT_ROOT.glob(f"{PACKAGE}-*.dist-info"))
    return beside or not (PROJECT_ROOT / "pyproject.toml").is_file()


def own_folder() -> Path:
    """Return the folder of `.env`, databases and everything that is named without a folder."""
    return data_folder(os.environ, sys.platform) if is_installed() else Path()


def data_folder(environ: Mapping[str, str], platform: str) -> Path:
    """Return where a user's data of ours belong on a platform; CAMPANILE_HOME names another place."""
    if ours := environ.get("CAMPANILE_HOME", ""):
        return Path(ours).absolute()
    home = Path.home()
    if platform == "win32":
        return Path(environ.get("LOCALAPPDATA", "") or home / "AppData" / "Local") / PACKAGE
    if platform == "darwin":
        return home / "Library" / "Application Support" / PACKAGE
    given = Path(environ.get("XDG_DATA_HOME", ""))  # a relative one is to be ignored, says its standard
    return (given if given.is_absolute() else home / ".local" / "share") / PACKAGE


def make_own_folder() -> Path:
    """Make the folder if it is lacking, for its owner alone, and return it; NoFolder says what to do."""
    try:
        folder = own_folder()
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except (OSError, RuntimeError) as error:  # RuntimeError: there is no home
        raise NoFolder(
            f"The folder for games and settings cannot be made ({error})."
            " Set CAMPANILE_HOME to one that can be written."
        ) from None
    return folder


def how_to_install(extra: str) -> str:
    """Say in a few words how an optional part is installed."""
    if is_installed():
        return f'install it with `pip install "campanile[{extra}]"`'
    return "run `make setup`" if extra == "playground" else "run `pip install -r requirements-host.lock`"
