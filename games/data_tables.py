"""The data tables of all games: one reader for files that hosts may edit, and plain words for broken ones."""

import csv
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from io import StringIO
from pathlib import Path
from typing import NoReturn

DIGITS = 4  # no number on a card has more
Sheets = Mapping[str, str]  # the text of each data file of a game, by the file's name

_stored: ContextVar[Sheets | None] = ContextVar("stored", default=None)


class BadTable(ValueError):
    """A data file that breaks a promise; says which game, which file, which line and why."""

    def __init__(self, path: Path, line: int, reason: str) -> None:
        where = f"games/{path.parent.name}/{path.name}"
        super().__init__(f"{where}, line {line}: {reason}" if line else f"{where}: {reason}")


@dataclass(frozen=True, slots=True)
class DataLine:
    """One line of a table: its cells by column, and how to say what is wrong with them."""

    path: Path
    number: int  # as an editor counts lines
    cells: dict[str, str]

    def __getitem__(self, column: str) -> str:
        return self.cells[column]

    def count(self, column: str) -> int:
        """Return a cell that must be a number, from 0 on."""
        cell = self.cells[column]
        if not (cell.isascii() and cell.isdecimal() and len(cell) <= DIGITS):
            self.wrong(f"{column} must be a number up to {'9' * DIGITS}, not {cell!r}")
        return int(cell)

    def one_of(self, column: str, choices: Collection[str]) -> str:
        """Return a cell that must be one of a few words."""
        cell = self.cells[column]
        if cell not in choices:
            self.wrong(f"{column} must be {either(choices)}, not {cell!r}")
        return cell

    def expect(self, holds: object, reason: str) -> None:
        """Refuse the line unless something holds."""
        if not holds:
            self.wrong(reason)

    def wrong(self, reason: str) -> NoReturn:
        raise BadTable(self.path, self.number, reason)


class DataTable(tuple[DataLine, ...]):
    """The lines of one file. Loop over it, then check what must hold for all lines together."""

    path: Path

    def expect(self, holds: object, reason: str) -> None:
        """Refuse the table unless something holds; the last line stands for all."""
        if not holds:
            raise BadTable(self.path, self[-1].number, reason)


def statuses(path: Path, columns: Sequence[str]) -> dict[str, str]:
    """Return what each row says of itself, by its id: a fact of the rulesheet, or our reconstruction."""
    return {line["id"]: line["status"] for line in read(path, columns)}


def either(words: Collection[str]) -> str:
    """Return "a", "a or b", "a, b or c"."""
    *first, last = [word or "empty" for word in words]
    return f"{', '.join(first)} or {last}" if first else last


def read(path: Path, columns: Sequence[str], key: str = "id") -> DataTable:
    """Read a table with exactly these columns, in any order; no two lines have the same `key`."""
    rows = _rows(path)
    start, header = next(rows, (1, []))
    _check_header(path, start, header, columns)
    lines, known = list[DataLine](), dict[str, int]()
    for number, row in rows:
        line = _line(path, number, header, row)
        line.expect(line[key], f"the {key} is missing")
        line.expect(
            line[key] not in known,
            f"the {key} {line[key]!r} is used twice, in line {known.get(line[key])} too",
        )
        known[line[key]] = number
        lines.append(line)
    if not lines:
        raise BadTable(path, start, "no line follows the names of the columns")
    table = DataTable(lines)
    table.path = path
    return table


def _rows(path: Path) -> Iterator[tuple[int, list[str]]]:
    """Yield every row with the number of its line; empty lines at the end are no rows."""
    reader = csv.reader(StringIO(_text(path).rstrip("\r\n"), newline=""), strict=True)
    while True:
        number = reader.line_num + 1  # where the row begins: a cell in quotes may hold line breaks
        try:
            row = next(reader)
        except StopIteration:
            return
        except csv.Error as error:
            raise BadTable(path, number, f"the quotation marks do not match ({error})") from None
        yield number, row


@contextmanager
def stored(sheets: Sheets) -> Iterator[None]:
    """Let a game that loads meanwhile read these sheets, from which a table was dealt, and no file."""
    token = _stored.set(sheets)
    try:
        yield
    finally:
        _stored.reset(token)


def _text(path: Path) -> str:
    """Return a table's text; a mark of UTF-8 at its start, as spreadsheets write it, is no fault."""
    sheets = _stored.get()
    if sheets is not None and path.name not in sheets:
        raise BadTable(path, 0, "was not there when the game was dealt")
    return (sheet(path) if sheets is None else sheets[path.name]).removeprefix("\ufeff")


def sheet(path: Path) -> str:
    """Return a file as it is, or say that it cannot be read."""
    try:
        data = path.read_bytes()
    except OSError as error:
        raise BadTable(path, 0, f"cannot be read: {error.strerror}") from None
    try:
        return data.decode()
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise BadTable(path, line, "not UTF-8: save the table as CSV in UTF-8") from None


def _check_header(path: Path, line: int, header: list[str], columns: Sequence[str]) -> None:
    """Refuse names of columns that are missing, unknown or there twice, all in one sentence."""
    faults = (
        ("columns missing", [column for column in columns if column not in header]),
        ("unknown columns", [repr(column) for column in header if column not in columns]),
        ("columns named twice", [column for column in columns if header.count(column) > 1]),
    )
    reasons = [f"{what}: {', '.join(names)}" for what, names in faults if names]
    if not any(header):
        reasons = [f"the first line must name the columns: {', '.join(columns)}"]
    elif len(header) == 1 < len(columns):
        reasons = [f"the columns must stand with commas between them: {','.join(columns)}"]
    if reasons:
        raise BadTable(path, line, "; ".join(reasons))


def _line(path: Path, number: int, header: list[str], row: list[str]) -> DataLine:
    if not any(cell.strip() for cell in row):
        raise BadTable(path, number, "an empty row: take it out")
    if len(row) != len(header):
        raise BadTable(path, number, f"{len(row)} cells instead of {len(header)}")
    return DataLine(path, number, dict(zip(header, row, strict=True)))
