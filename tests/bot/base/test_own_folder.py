"""Where our files lie: the current folder from a checkout, the user's data folder once installed."""

from pathlib import Path

import pytest

from bot.base import config, own_folder
from bot.base.config import load

HOME = Path.home()


@pytest.mark.parametrize(
    ("platform", "environ", "folder"),
    [
        ("linux", {}, HOME / ".local/share/campanile"),
        ("linux", {"XDG_DATA_HOME": "/data"}, Path("/data/campanile")),
        ("linux", {"XDG_DATA_HOME": "data"}, HOME / ".local/share/campanile"),
        ("darwin", {}, HOME / "Library/Application Support/campanile"),
        ("win32", {"LOCALAPPDATA": "/local"}, Path("/local/campanile")),
        ("linux", {"CAMPANILE_HOME": "/srv/games", "XDG_DATA_HOME": "/data"}, Path("/srv/games")),
    ],
)
def test_an_installed_package_has_its_files_where_a_platform_keeps_them(platform, environ, folder):
    assert own_folder.data_folder(environ, platform) == folder


def test_from_a_checkout_everything_lies_in_the_current_folder(monkeypatch):
    monkeypatch.setenv("CAMPANILE_HOME", "/elsewhere")
    assert own_folder.own_folder() == Path() and not own_folder.is_installed()
    settings = load({"DATABASE_URL": "sqlite:///c.sqlite3", "BACKUPS": "copies"}, Path("none"))
    assert (settings.database, settings.backups) == ("sqlite:///c.sqlite3", Path("copies"))


def test_a_pyproject_that_somebody_left_among_the_packages_makes_no_checkout(monkeypatch, tmp_path):
    monkeypatch.setattr(own_folder, "PROJECT_ROOT", tmp_path)
    (tmp_path / "pyproject.toml").touch()
    assert not own_folder.is_installed()
    (tmp_path / "campanile-1.2.3.dist-info").mkdir()
    assert own_folder.is_installed()


def test_what_an_installed_package_is_told_without_a_folder_lies_in_its_own(monkeypatch, tmp_path):
    monkeypatch.setenv("CAMPANILE_HOME", str(tmp_path))
    monkeypatch.setattr(own_folder, "PROJECT_ROOT", tmp_path)
    (tmp_path / "token").write_text("abc\n")
    (tmp_path / ".env").write_text("DISCORD_TOKEN_FILE=token\nBACKUPS=copies\n")
    settings = load({})
    assert settings.token == "abc" and settings.backups == tmp_path / "copies"
    assert settings.database == f"sqlite:///{tmp_path}/campanile.sqlite3"
    assert settings.playground == f"sqlite:///{tmp_path}/playground.sqlite3"
    assert load({"DATABASE_URL": "sqlite:////data/c.sqlite3"}).database == "sqlite:////data/c.sqlite3"
    server = "postgresql://me@host/games"
    assert load({"DATABASE_URL": server}).database == server
    assert config.is_installed()
