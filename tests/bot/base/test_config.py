"""Settings: every one explained, the environment wins, mistakes are named."""

import re
from pathlib import Path

import pytest

from bot.base.config import BadSetting, Config, load
from bot.base.env_file import read_env_file
from bot.base.logs import Discreet

EXAMPLE = Path(__file__).resolve().parents[3] / ".env.example"


def test_everything_has_a_default(tmp_path):
    settings = load({}, tmp_path / ".env")
    assert settings == Config()
    assert settings.database == "sqlite:///campanile.sqlite3"
    assert settings.playground == "sqlite:///playground.sqlite3"
    assert settings.host == "127.0.0.1"


def test_the_environment_wins_over_the_file(tmp_path):
    file = tmp_path / ".env"
    file.write_text('# a comment\nDISCORD_TOKEN="from file"\nexport PORT=9000\n\nLOG_LEVEL=debug\n')
    settings = load({"PORT": "9001"}, file)
    assert (settings.token, settings.port, settings.log_level) == ("from file", 9001, "DEBUG")


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("PORT", "many"),
        ("PORT", "70000"),
        ("LOG_LEVEL", "loud"),
        ("DATABASE_URL", "mysql://x"),
        ("DEV_GUILD", "x"),
        ("LIVE_TABLES", "x"),
        ("KEEP_DAYS", "some"),
        ("THINKERS", "257"),
        ("THINKER_MEMORY", "64"),
        ("HEALTH_PORT", "70000"),
        ("LOG_FORMAT", "xml"),
        ("PRESSES", "many"),
        ("PRESSES", "10/0"),
    ],
)
def test_a_bad_setting_is_named_with_what_to_do(tmp_path, name, value):
    with pytest.raises(BadSetting, match=f"{name}.*use"):
        load({name: value}, tmp_path / ".env")


def test_a_line_without_equals_is_named(tmp_path):
    (tmp_path / ".env").write_text("PORT=1\nwhat is this\n")
    with pytest.raises(BadSetting, match="line 2"):
        load({}, tmp_path / ".env")


def test_the_example_explains_every_setting_and_works_as_it_is():
    text = EXAMPLE.read_text(encoding="utf-8")
    names = set(re.findall(r"^([A-Z_]+)=", text, re.M))
    assert names == {
        *("DISCORD_TOKEN", "DATABASE_URL", "HOST", "PORT", "ALLOWED_HOSTS", "LOG_LEVEL", "DEV_GUILD"),
        *("DISCORD_TOKEN_FILE", "LOG_FORMAT", "BACKUPS", "HEALTH_HOST", "HEALTH_PORT", "PRESSES"),
        *("COMPOSE_PROFILES", "POSTGRES_PASSWORD", "LIVE_TABLES", "SHARDS", "THINKERS", "THINKER_MEMORY"),
        *("KEEP_DAYS", "REQUESTS", "CAMPANILE_API", "CAMPANILE_GATEWAY", "CAMPANILE_PROXY"),
        *("PYTHON_IMAGE", "POSTGRES_IMAGE"),
    }
    assert load({}, EXAMPLE) == Config()
    for name in names:
        before = text[: text.index(f"{name}=")].rstrip("\n").splitlines()
        assert before[-1].startswith("#") or "=" in before[-1], f"{name} is not explained"


@pytest.mark.parametrize("form", ["text", "json"])
def test_the_token_stays_out_of_logs(form):
    import logging

    formatter = Discreet("abc.def.ghi", form)
    record = logging.LogRecord(
        "x", 20, "f", 1, "token abc.def.ghi /webhooks/123/aW50ZXJhY3Rpb24 end", (), None
    )
    line = formatter.format(record)
    assert "abc.def.ghi" not in line
    assert "aW50ZXJhY3Rpb24" not in line
    assert "abc" not in repr(Config(token="abc"))


def test_games_may_be_kept_on_a_server_whose_password_is_never_told(tmp_path):
    url = "postgresql://campanile:s3cret@db.example:5433/games?sslmode=require"
    settings = load({"DATABASE_URL": url}, tmp_path / ".env")
    assert settings.database == url
    assert "s3cret" not in repr(settings) and "db.example:5433/games" in repr(settings)
    with pytest.raises(BadSetting) as bad:
        load({"DATABASE_URL": "mysql://campanile:s3cret@db/games"}, tmp_path / ".env")
    assert "s3cret" not in str(bad.value)


def test_a_line_of_json_has_its_parts_and_its_trace_inside():
    import json
    import logging
    import sys

    try:
        raise OSError("token abc.def.ghi in a trace")
    except OSError:
        record = logging.LogRecord(
            "bot.x", 40, "f", 1, "incident %s\nframe /webhooks/1/aW50", ("1a2b",), sys.exc_info()
        )
    line = Discreet("abc.def.ghi", "json").format(record)
    told = json.loads(line)
    assert "\n" not in line and "abc.def" not in line and "aW50" not in line
    assert (told["level"], told["logger"], told["message"]) == ("ERROR", "bot.x", "incident 1a2b")
    assert told["trace"].startswith("frame") and "OSError" in told["trace"]
    assert told["at"].endswith("+00:00")


# --- .env


def sets(tmp_path, text, environ=None):
    """What a file sets, in bytes as an editor writes it."""
    file = tmp_path / ".env"
    file.write_bytes(text if isinstance(text, bytes) else text.encode())
    return read_env_file(file, environ or {})


@pytest.mark.parametrize(
    ("line", "value"),
    [
        ("DISCORD_TOKEN=abc # mine", "abc"),
        ("DISCORD_TOKEN=abc\t# mine", "abc"),
        ("DISCORD_TOKEN=", ""),
        ("DISCORD_TOKEN= # not yet", ""),
        ("DISCORD_TOKEN = abc", "abc"),
        ("DISCORD_TOKEN=ab#c", "ab#c"),
        ('DISCORD_TOKEN="ab # c" # mine', "ab # c"),
        ("DISCORD_TOKEN='ab # c' # mine", "ab # c"),
        ("DISCORD_TOKEN='a$b${HOME}'", "a$b${HOME}"),
        ('DISCORD_TOKEN="a\\"b"', 'a"b'),
        ("DISCORD_TOKEN=x${HOME}y${NOT_SET:-z}${NOT_SET}", "x/home/ady" + "z"),
        ("export DISCORD_TOKEN=abc", "abc"),
        ("  DISCORD_TOKEN=abc  \r", "abc"),
    ],
)
def test_a_line_of_the_file_is_read_as_compose_reads_it(tmp_path, line, value):
    assert sets(tmp_path, f"PORT=1\n{line}\n", {"HOME": "/home/ad"})["DISCORD_TOKEN"] == value


def test_a_byte_order_mark_and_lines_of_windows_hide_nothing(tmp_path):
    read = sets(tmp_path, b"\xef\xbb\xbfDISCORD_TOKEN=abc # mine\r\nPORT=9000\r\n")
    assert read == {"DISCORD_TOKEN": "abc", "PORT": "9000"}
    assert load({}, tmp_path / ".env").token == "abc"


def test_a_name_without_a_value_is_left_to_the_environment(tmp_path):
    assert sets(tmp_path, "DISCORD_TOKEN\nPORT=1\n") == {"PORT": "1"}
    assert load({"DISCORD_TOKEN": "x"}, tmp_path / ".env").token == "x"


@pytest.mark.parametrize("line", ["DATABASE_URL=postgresql://u:pa$word@h/d", 'LOG_LEVEL="s3cret', "x s3cret"])
def test_what_compose_would_read_otherwise_is_refused_by_its_line_and_not_repeated(tmp_path, line):
    (tmp_path / ".env").write_text(f"\n# first\n\nPORT=1\n\n{line}\n")
    with pytest.raises(BadSetting, match=r"\.env, line 6: ") as bad:
        load({}, tmp_path / ".env")
    assert "s3cret" not in str(bad.value) and "word" not in str(bad.value)


def test_a_file_that_cannot_be_read_is_named(tmp_path):
    (tmp_path / ".env").write_bytes(b"DISCORD_TOKEN=\xff\xfe\n")
    with pytest.raises(BadSetting, match=r"\.env cannot be read \(UnicodeDecodeError\)"):
        load({}, tmp_path / ".env")


def test_a_host_says_how_much_goes_to_discord_and_whether_a_proxy_stands_before_it(tmp_path):
    def told(**given):
        return load(given, tmp_path / ".env")

    assert told().requests == 45 and told(REQUESTS="0").requests == 0
    (tmp_path / ".env").write_text("CAMPANILE_API=http://10.0.0.5:8080/api/v10\nCAMPANILE_PROXY=yes\n")
    assert told().elsewhere == ("http://10.0.0.5:8080/api/v10", "", True)
    assert told(CAMPANILE_PROXY="0").elsewhere[2] is False
    for wrong in ({"REQUESTS": "many"}, {"CAMPANILE_PROXY": "perhaps"}):
        with pytest.raises(BadSetting, match=next(iter(wrong))):
            told(**wrong)
