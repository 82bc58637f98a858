"""French has a no-break space before : ; ! ? » and after «, in every sentence, page and word of the page."""

import re
from collections.abc import Iterator

import pytest

from bot.text.catalogue import ROOT, forms_of, path_of, read

NO_BREAK = "\u00a0\u202f"
PLAIN = re.compile(r"<!--.*?-->|<t:[^>]*>|https?://\S+|`[^`]*`|\{[^}]*\}", re.DOTALL)  # nothing that is read
AFTER = re.compile(rf"[^\s{NO_BREAK}][:;!?»](?=$|[\s*»)])| [:;!?»]|[^{NO_BREAK}:;!?»]»")
BEFORE = re.compile(rf"«(?![{NO_BREAK}])")
PAGE = ROOT / "bot" / "playground" / "static" / "words.fr.js"
TEXTS = re.compile(r"(?<=: )\"((?:[^\"\\]|\\.)*)\"|(?<=: )`([^`]*)`")


def slips(text: str) -> list[str]:
    """Return the places where a line could break before a sign, or where no space stands at all."""
    said = PLAIN.sub("x", text)
    ends = [match for match in AFTER.finditer(said) if not doubled(match.group())]
    return [said[max(0, m.start() - 15) : m.end() + 5] for m in (*ends, *BEFORE.finditer(said))]


def doubled(found: str) -> bool:
    """Say whether a sign follows another one: "?!" has one space."""
    return found[0] in ":;!?…" and found[-1] in ":;!?"


def sentences() -> Iterator[str]:
    for message in read(path_of("fr"), "fr"):
        if message.id:
            yield from forms_of(message.string)


def pages() -> Iterator[str]:
    for message in read(path_of("fr", "rules"), "fr"):
        if message.id:
            yield from forms_of(message.string)[0].splitlines()


def page_words() -> Iterator[str]:
    for found in TEXTS.finditer(PAGE.read_text(encoding="utf-8")):
        yield found[1] or found[2] or ""


@pytest.mark.parametrize("texts", [sentences, pages, page_words])
def test_no_line_breaks_before_a_french_sign(texts) -> None:
    told = list(texts())
    found = [slip for text in told for slip in slips(text)]
    assert len(told) > 100 and not found, "\n".join(found)


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("Tours : Ours", 1), ("Tours\u00a0: Ours", 0), ("Tours\u202f: Ours", 0), ("Tours: Ours", 1),
        ("Qui ?", 1), ("Qui\u00a0?", 0), ("Qui?", 1), ("«\u00a0Lion\u00a0»", 0), ("« Lion »", 2),
        ("«Lion»", 2),
        ("à 12:30, <t:1:R>, `a: b`, https://x.y", 0), ("**Le début\u00a0:** rien", 0), ("Fini\u00a0!", 0),
    ],
)  # fmt: skip
def test_a_missing_no_break_space_is_seen(text: str, wrong: int) -> None:
    assert len(slips(text)) == wrong
