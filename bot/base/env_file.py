"""`.env`, read by python-dotenv and alike by `docker compose`: quotes, comments behind values, a BOM."""

from collections.abc import Mapping
from io import StringIO
from pathlib import Path

from dotenv.parser import Binding, parse_stream
from dotenv.variables import Literal, parse_variables


class BadLine(ValueError):
    """A line that cannot be read, or that compose would read otherwise; never tells what stands in it."""


def read_env_file(path: Path, environ: Mapping[str, str]) -> dict[str, str]:
    """Return what a file sets; a name without a value is left to the environment."""
    values: dict[str, str] = {}
    if not path.is_file():
        return values
    text = path.read_text(encoding="utf-8-sig")  # editors on Windows begin files with a byte-order mark
    for line in parse_stream(StringIO(text)):
        where = f"{path}, line {line.original.line + _blank_lines(line)}"
        if line.error:
            raise BadLine(f"{where}: write KEY=value")
        if line.key is not None and line.value is not None:
            values[line.key] = _filled_in(line, {**values, **environ}, where)
    return values


def _blank_lines(line: Binding) -> int:
    """Return how many empty lines python-dotenv takes for a part of this one."""
    said = line.original.string
    return said[: len(said) - len(said.lstrip())].count("\n")


def _filled_in(line: Binding, known: Mapping[str, str], where: str) -> str:
    """Return a value with what ${NAME} stands for; between single quotes everything stands for itself."""
    value = line.value or ""
    if line.original.string.partition("=")[2].lstrip().startswith("'"):
        return value
    parts = list(parse_variables(value))
    if any(isinstance(part, Literal) and "$" in part.value for part in parts):
        raise BadLine(f"{where}: docker compose would read the $ otherwise; put the value in single quotes")
    return "".join(part.resolve(known) for part in parts)
