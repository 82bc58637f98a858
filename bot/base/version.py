"""Which Campanile this is: the version stands in pyproject.toml alone, the commit in git.

An installed package has the version in its metadata, which were made from the same file.
"""

import json
import os
import subprocess
import tomllib
from functools import cache
from importlib import metadata
from pathlib import Path

from bot.base.own_folder import PACKAGE, is_installed

ROOT = Path(__file__).resolve().parents[2]


@cache
def version() -> str:
    """Return the version as pyproject.toml says it, or the installed package's metadata."""
    if is_installed():
        return metadata.version(PACKAGE)
    with (ROOT / "pyproject.toml").open("rb") as file:
        return str(tomllib.load(file)["project"]["version"])


@cache
def commit() -> str:
    """Return the commit that is checked out, or that an image was built from; nothing if nobody knows."""
    return os.environ.get("CAMPANILE_COMMIT", "")[:12] or (
        _installed_from() if is_installed() else _checked_out()
    )


def _installed_from() -> str:
    """Return the commit that an installer noted: it does so when it builds from a repository."""
    noted = metadata.distribution(PACKAGE).read_text("direct_url.json")
    return str(json.loads(noted or "{}").get("vcs_info", {}).get("commit_id", ""))[:12]


def _checked_out() -> str:
    trusted = f"safe.directory={ROOT}"  # the bot's user need not own the code
    ask = ("git", "-C", str(ROOT), "-c", trusted, "rev-parse", "--show-toplevel", "--short=12", "HEAD")
    try:
        told = subprocess.run(ask, capture_output=True, text=True, timeout=5, check=True)
    except (OSError, subprocess.SubprocessError):
        return ""
    top, number = told.stdout.splitlines()
    return number if Path(top) == ROOT else ""  # else we lie in somebody else's repository


def release() -> str:
    """Return both, as `--version` and the log say them."""
    return f"{version()} ({commit()})" if commit() else version()
