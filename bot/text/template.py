"""Every sentence of the code for translators: `make messages` writes the template and the catalogues."""

import ast
import io
import json
import sys
import tokenize
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from string import Formatter
from typing import NamedTuple

from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import write_po

from bot.text import catalogue as shelf
from bot.text import rules
from bot.text.catalogue import DOMAIN, ROOT, fields, forms_of, path_of, read, sound
from bot.text.languages import DISCORD_TAGS
from games import GAMES

FOLDERS = ("bot", "cogs", "games", "rendering")
OURS = {"Text": 1, "Texts": 2, "locale_str": 1}  # what makes a sentence, and how many forms it has
NOTE = "# Note:"  # a comment that translators read: above the sentence, or behind it
EXAMPLES = shelf.LOCALES / "examples.json"  # what stood in the placeholders when a test said a sentence
LINE_WIDTH = 110
SHOWN = 12  # untranslated sentences of a language that are printed
HEADER = """\
# Campanile, in the words of PROJECT.
# How to translate: docs/translating.md. Which words to use: docs/glossary.md.
# This file is kept in order by `make messages`; translations are what stands behind msgstr.
#"""
UNTOLD = tuple(  # lines of Babel's header that would only change from day to day
    f'"{name}'.encode()
    for name in ("Report-", "POT-", "PO-Revision", "Last-", "Language-Team", "Generated", "Project-Id")
)


class Found(NamedTuple):
    """A sentence as it stands in the code."""

    line: int
    forms: tuple[str, ...]
    context: str
    notes: tuple[str, ...]


# --- collecting ------------------------------------------------------------------------------------


def template() -> Catalog:
    """Collect every sentence in the code."""
    catalogue = Catalog(charset="utf-8", fuzzy=False)
    catalogue.header_comment = HEADER.replace("PROJECT", "its code")
    for folder in FOLDERS:
        for path in sorted((ROOT / folder).rglob("*.py")):
            code = path.read_text(encoding="utf-8")
            if "skeleton" in path.parts or not any(name in code for name in OURS):  # nobody's game
                continue
            for found in sentences(code):
                add(catalogue, found, path.relative_to(ROOT).as_posix())
    for message, example in explained(catalogue):
        message.auto_comments.append(f"e.g. {example}")
    return catalogue


def add(catalogue: Catalog, found: Found, file: str) -> None:
    """Add a sentence to a catalogue, or one more place where it stands."""
    id = found.forms if len(found.forms) > 1 else found.forms[0]
    catalogue.add(
        id, locations=[(file, found.line)], auto_comments=found.notes, context=found.context or None
    )


def sentences(code: str) -> Iterator[Found]:
    """Yield every literal sentence of a module."""
    notes = _notes(code) if NOTE in code else {}
    for node in ast.walk(ast.parse(code)):
        if isinstance(node, ast.Call) and (forms := _forms(node)):
            lines = range(node.lineno, (node.end_lineno or node.lineno) + 1)
            told = _above(notes, node.lineno) + [notes[n][1] for n in lines if n in notes]
            yield Found(node.lineno, forms, _context(node), tuple(dict.fromkeys(told)))


def _forms(call: ast.Call) -> tuple[str, ...]:
    name = getattr(call.func, "id", getattr(call.func, "attr", ""))
    given = [part.value for part in call.args[: OURS.get(name, 0)] if isinstance(part, ast.Constant)]
    forms = tuple(value for value in given if isinstance(value, str) and value)
    return forms if len(forms) == OURS.get(name) else ()


def _context(call: ast.Call) -> str:
    """Return the context of a sentence, which must stand there in plain words too."""
    given = [word.value for word in call.keywords if word.arg == "ctx"]
    if given and not (isinstance(given[0], ast.Constant) and isinstance(given[0].value, str)):
        raise ValueError(f"line {call.lineno}: the context of a sentence must be literal")
    return str(given[0].value) if given and isinstance(given[0], ast.Constant) else ""


def _notes(code: str) -> dict[int, tuple[bool, str]]:
    """Return the notes by their lines, and whether they have the line for themselves."""
    found = {}
    for token in tokenize.generate_tokens(io.StringIO(code).readline):
        if token.type == tokenize.COMMENT and token.string.startswith(NOTE):
            alone = token.line.lstrip().startswith("#")
            found[token.start[0]] = (alone, token.string.removeprefix("# ").strip())
    return found


def _above(notes: dict[int, tuple[bool, str]], line: int) -> list[str]:
    told = list[str]()
    while (line := line - 1) in notes and notes[line][0]:
        told.insert(0, notes[line][1])
    return told


# --- examples --------------------------------------------------------------------------------------


def example_key(context: str, sentence: str) -> str:
    return f"{context}|{sentence}"


@cache
def _examples() -> dict[str, dict[str, str]]:
    found: dict[str, dict[str, str]] = json.loads(EXAMPLES.read_text("utf-8")) if EXAMPLES.exists() else {}
    return found


@cache
def _usual() -> dict[str, str]:
    """Return what most often stands for a placeholder of a name."""
    met: dict[str, Counter[str]] = {}
    for values in _examples().values():
        for name, value in values.items():
            met.setdefault(name, Counter())[value] += 1
    return {name: counted.most_common(1)[0][0] for name, counted in met.items()}


def explained(catalogue: Catalog) -> Iterator[tuple[Message, str]]:
    """Yield the sentences with placeholders as they once were said, or with what their names usually hold."""
    for message in catalogue:
        forms = forms_of(message.id)
        if message.id and fields(forms[-1]):
            values = _usual() | _examples().get(example_key(message.context or "", forms[0]), {})
            if all(name in values for name in _names(forms[-1])):
                yield message, " ".join(forms[-1].format_map(values).split())


def unexplained(catalogue: Catalog) -> Iterator[tuple[Message, list[str]]]:
    """Yield the sentences that have no example, with the placeholders that nothing explains."""
    for message in catalogue:
        form = forms_of(message.id)[-1] if message.id else ""
        names = [name for name in _names(form) if name not in _usual()]
        if names and example_key(message.context or "", forms_of(message.id)[0]) not in _examples():
            yield message, names


def _names(sentence: str) -> list[str]:
    return [name for _, name, _, _ in Formatter().parse(sentence) if name]


# --- writing ---------------------------------------------------------------------------------------


def written(catalogue: Catalog, header: bytes = b"") -> bytes:
    """Return a catalogue as a file; of its header what stays alike, and what somebody else has put there."""
    out = io.BytesIO()
    write_po(out, catalogue, width=LINE_WIDTH, sort_by_file=True, include_lineno=False, ignore_obsolete=True)
    lines = [line for line in out.getvalue().splitlines(keepends=True) if not line.startswith(UNTOLD)]
    end = lines.index(b"\n")
    names = {line.partition(b":")[0] for line in lines[:end]}
    theirs = [line for line in header.splitlines(keepends=True) if line.startswith(b'"')]
    lines[end:end] = [line for line in theirs if line.partition(b":")[0] not in names]
    return b"".join(lines)


def header_of(path: Path) -> bytes:
    """Return the first entry of a catalogue's file: platforms note there who translated what and when."""
    return path.read_bytes().partition(b"\n\n")[0] + b"\n" if path.is_file() else b""


def updated(language: str, fresh: Catalog, domain: str = DOMAIN) -> Catalog:
    """Return a language's catalogue with today's sentences: new ones are empty, changed ones fuzzy."""
    path = path_of(language, domain)
    locale = language.replace("-", "_")
    catalogue = read(path, language) if path.is_file() else Catalog(locale=locale)
    catalogue.update(fresh)
    catalogue.header_comment = HEADER.replace("PROJECT", language)
    catalogue.fuzzy = False
    return catalogue


def same(one: Catalog, other: Catalog) -> bool:
    """Say whether two catalogues hold the same messages, however they are written."""
    return _messages(one) == _messages(other)


def _messages(catalogue: Catalog) -> set[tuple[str, tuple[str, ...], tuple[str, ...], bool]]:
    return {(m.context or "", forms_of(m.id), forms_of(m.string), m.fuzzy) for m in catalogue if m.id}


def lacking(language: str, fresh: Catalog) -> list[str]:
    """Return the sentences that are still said in English in a language."""
    there = {(m.context, forms_of(m.id)) for m in read(path_of(language), language) if sound(m)}
    return [forms_of(m.id)[0] for m in fresh if m.id and (m.context, forms_of(m.id)) not in there]


def _tell(language: str, fresh: Catalog) -> None:
    missing = lacking(language, fresh)
    print(f"{language}: {len(fresh) - len(missing)} of {len(fresh)} sentences are translated")
    for sentence in missing[:SHOWN]:
        print(f"    {sentence}")
    if len(missing) > SHOWN:
        print(f"    ... and {len(missing) - SHOWN} more")
    for key in GAMES:
        for title in rules.pages_behind(language, key):
            print(f"    games/{key}/rules.md: {title} is still read in English")


def main(new: tuple[str, ...] = ()) -> None:
    """Write the templates, and bring every catalogue up to date; `new` languages get theirs."""
    if strange := [tag for tag in new if tag not in DISCORD_TAGS]:
        sys.exit(f"{strange[0]!r} is no tag of Discord's: one of {' '.join(sorted(DISCORD_TAGS))}")
    fresh, pages = template(), rules.template()
    pages.header_comment = HEADER.replace("PROJECT", "the rules of its games")
    for domain, catalogue in ((DOMAIN, fresh), (rules.DOMAIN, pages)):
        (shelf.LOCALES / f"{domain}.pot").write_bytes(written(catalogue))
    print(f"{len(fresh)} sentences in locales/{DOMAIN}.pot, {len(pages)} paragraphs in {rules.DOMAIN}.pot")
    there = {path.parent.parent.name for path in shelf.LOCALES.glob(f"*/LC_MESSAGES/{DOMAIN}.po")}
    for language in sorted(there | set(new)):
        path_of(language).parent.mkdir(parents=True, exist_ok=True)
        for domain, catalogue in ((DOMAIN, fresh), (rules.DOMAIN, pages)):
            path = path_of(language, domain)
            path.write_bytes(written(updated(language, catalogue, domain), header_of(path)))
        rules.read_anew()
        _tell(language, fresh)


if __name__ == "__main__":
    main(tuple(sys.argv[1:]))
