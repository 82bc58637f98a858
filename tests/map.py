"""`make map`: docs/map.md, a line for every module, from the first lines of their docstrings."""

import ast
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
MAP = ROOT / "docs" / "map.md"
FOLDERS = {  # in the order in which one reads them: what a folder is for
    "bot": "the composition root",
    "cogs": "slash commands: parse, and ask a handler",
    "bot/handlers": "what each press and command does",
    "bot/delivery": "shown, and kept current",
    "bot/views": "what a message looks like; pure",
    "bot/service": "what can be done to a table",
    "bot/storage": "SQL; one store a subject",
    "bot/domain": "rules around a game; pure",
    "bot/processes": "painters and thinkers in processes of their own",
    "bot/client": "the Discord client's own plumbing",
    "bot/base": "everybody's",
    "bot/text": "sentences in the reader's language",
    "bot/ops": "health, doctor, backups",
    "bot/cli": "what a host types",
    "bot/playground": "a Discord of our own for the browser; the bot does not know it",
    "games": "what a game is, and the tools around it",
    "games/ai": "computer players for any game",
    "rendering": "a scene becomes a picture",
}
HEAD = """\
# The map

Written by `make map` from the first line of every module's docstring; do not edit it. Who may import whom:
[design.md](design.md). All files of a subject: `ls bot/*/clocks.py cogs/clocks.py`. Every game's folder has
the same files: [adding-a-game.md](adding-a-game.md).
"""


def modules(folder: str) -> Iterator[Path]:
    """Yield the modules of a folder and of those in it that have no heading of their own."""
    home = ROOT / folder
    for path in sorted(home.rglob("*.py")):
        inner = path.parent.relative_to(ROOT).as_posix()
        if path.name in ("__init__.py", "__main__.py") or _is_a_game(path) or "__pycache__" in path.parts:
            continue
        if inner == folder or not any(
            inner == known or inner.startswith(f"{known}/") for known in _deeper(folder)
        ):
            yield path


def _deeper(folder: str) -> list[str]:
    return [known for known in FOLDERS if known.startswith(f"{folder}/")]


def _is_a_game(path: Path) -> bool:
    """Say whether a module is a part of one game: adding-a-game.md tells of those."""
    inner = path.relative_to(ROOT).parts
    return inner[0] == "games" and len(inner) > 2 and inner[1] != "ai"


def line_of(path: Path) -> str:
    """Return what a module says of itself: the first line of its docstring."""
    told = ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))) or ""
    return told.partition("\n")[0].replace("|", "\\|")


def written() -> str:
    parts = [HEAD]
    for folder, told in FOLDERS.items():
        rows = [
            f"| `{path.relative_to(ROOT / folder).with_suffix('').as_posix()}` | {line_of(path)} |"
            for path in modules(folder)
        ]
        if rows:
            parts.append(
                "\n".join([f"## {folder}: {told}\n", "| module | what it is |", "|---|---|", *rows]) + "\n"
            )
    return "\n".join(parts)


if __name__ == "__main__":
    MAP.write_text(written(), encoding="utf-8")
    print(f"{MAP.relative_to(ROOT)}: {sum(len([*modules(folder)]) for folder in FOLDERS)} modules")
