"""Names of servers, people and threads are read as names: no link, no mention, nothing hidden, one line."""

import pytest

from bot.text.foreign_names import NAMELESS, safe_name
from bot.text.words import words
from bot.views.cards import unknown
from bot.views.threads import thread_name

EN = words("en")
HOSTILE = (
    "[Free Nitro](https://evil.example/x) @everyone",
    "@here <@123> <@&5> <#7> <:x:1> </rules:1> <t:0:R> <id:guide>",
    "# big\n-# small\n> quoted\n- listed\n1. numbered",
    "**b** __u__ ~~s~~ ||hidden|| `code` ```block```",
    "ab\u202edcba\u2066\u2069\u200f",
    "z\u200be\u200cr\u200do\ufeff\u2060\u00ad\U000e0041",
    "line\r\nbreak\u2028and\u2029tab\t\x00\x1b[31m",
    "\u3164\u2800\u115f",
    "Z" + "\u0301" * 60,
    "\\[a](https://evil.example)",
    "discord.gg/evil",
    "x" * 300,
)


def read(said):
    """Return what a reader sees of escaped words."""
    import re

    return re.sub(r"\\([^0-9A-Za-z\s])", r"\1", said)


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_name_is_only_read(name):
    import unicodedata

    for safe in (safe_name(name, 40), safe_name(name, 40, markdown=False)):
        assert safe == safe.strip() and safe.splitlines() == [safe]
        assert not [sign for sign in safe if unicodedata.category(sign) in ("Cc", "Cf", "Zl", "Zp")]
        assert "@everyone" not in safe and "@here" not in safe
        assert len(read(safe)) <= 40
    bare = safe_name(name, 40).replace("\\\\", "")
    for n, sign in enumerate(bare):
        assert sign not in "*_~|`[]()<>#@:/" or bare[n - 1] == "\\", "every mark is escaped"


def test_a_harmless_name_stays_as_it_is():
    for name in ("Túir & Co.", "Bob's café", "町の鐘楼", "Θεία Ἑλένη", "Tiệm cà phê", "❤️ hearts", "नमस्ते"):
        assert read(safe_name(name, 40)) == name and safe_name(name, 40, markdown=False) == name


def test_a_name_of_nothing_that_can_be_seen_has_a_stand_in():
    assert safe_name("\u200b\u3164 \n", 40, markdown=False) == NAMELESS
    assert safe_name("", 40) == "\\?"


def test_a_clipped_name_is_not_cut_within_an_escape():
    assert read(safe_name("*" * 50, 10)) == "*" * 9 + "…"


def test_a_thread_is_named_after_its_host_on_one_line():
    assert thread_name("tuir", "Bob\n\u202e@everyone", EN) == "Túir · Bob \uff20everyone"


def test_what_somebody_has_typed_is_no_markdown():
    said = EN.say(unknown("[x](https://evil.example)\n# big", EN))
    assert "](" not in said and "https://" not in said and "\n" not in said
