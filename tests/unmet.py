"""Assertions that were never met: below an `if`, a loop or a handler that no run of their test has entered.

A test is traced line by line only until each such assertion has been met: most for a moment. What was not met
although all runs of a test passed fails the build; a part of a test (`-k`, `::test[x]`) is not judged.
"""

import ast
import sys
from collections import Counter
from functools import cache
from inspect import unwrap
from pathlib import Path
from types import FrameType
from typing import Any, NamedTuple

import pytest

BRANCHES = (ast.If, ast.For, ast.AsyncFor, ast.While, ast.ExceptHandler, ast.match_case)
FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)


class Assertion(NamedTuple):
    """An assertion that a test may pass by."""

    file: str
    line: int
    last: int


@cache
def assertions(file: str) -> dict[int, tuple[Assertion, ...]]:
    """Return the assertions below a branch, by the line on which their test function begins."""
    tree = ast.parse(Path(file).read_text(encoding="utf-8"))
    tests = [node for node in ast.walk(tree) if isinstance(node, FUNCTIONS) and node.name.startswith("test_")]
    found = {_begin(node): tuple(_below(file, node, False)) for node in tests}
    return {line: asserts for line, asserts in found.items() if asserts}


def _begin(node: ast.FunctionDef | ast.AsyncFunctionDef) -> int:
    """Return the first line of a function, as its code knows it: that of its decorators."""
    return min(part.lineno for part in (node, *node.decorator_list))


def _below(file: str, node: ast.AST, branched: bool) -> list[Assertion]:
    found = list[Assertion]()
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.Assert) and branched:
            found.append(Assertion(file, child.lineno, child.end_lineno or child.lineno))
        found += _below(file, child, branched or isinstance(child, BRANCHES))
    return found


class Trace:
    """A trace of one run of a test, which ends with the last of its assertions."""

    def __init__(self, file: str, open: set[Assertion]) -> None:
        self._file, self._open = file, open

    def __call__(self, frame: FrameType, event: str, arg: object) -> Any:
        return self._line if frame.f_code.co_filename == self._file else None

    def _line(self, frame: FrameType, event: str, arg: object) -> Any:
        if event == "line":
            line = frame.f_lineno
            self._open -= {one for one in self._open if one.line <= line <= one.last}
            if not self._open:
                sys.settrace(None)
                return None
        return self._line


class Unmet:
    """The pytest plugin: traces, gathers what the workers of xdist have seen, and judges at the end."""

    def __init__(self, config: pytest.Config) -> None:
        self._config = config
        self._part = any("::" in argument for argument in config.args)
        self._open = dict[str, set[Assertion]]()  # by test function: not met yet
        self._wanted, self._passed = Counter[str](), Counter[str]()
        self._left = set[str]()  # functions of which runs were left out
        self._never = list[str]()

    @pytest.hookimpl(trylast=True)
    def pytest_deselected(self, items: list[pytest.Item]) -> None:
        self._left |= {_name(item) for item in items}

    def pytest_collection_finish(self, session: pytest.Session) -> None:
        for item in session.items:
            if asserts := _asserts(item):
                self._open.setdefault(_name(item), set(asserts))
                self._wanted[_name(item)] += 1

    @pytest.hookimpl(wrapper=True)
    def pytest_pyfunc_call(self, pyfuncitem: pytest.Function) -> Any:
        open = self._open.get(_name(pyfuncitem))
        if not open or sys.gettrace():
            return (yield)
        sys.settrace(Trace(next(iter(open)).file, open))
        try:
            return (yield)
        finally:
            sys.settrace(None)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.when == "call" and report.passed and not hasattr(report, "wasxfail"):
            self._passed[report.nodeid.partition("[")[0]] += 1

    # --- at the end --------------------------------------------------------------------------------

    @pytest.hookimpl(optionalhook=True)
    def pytest_testnodedown(self, node: Any, error: object) -> None:
        """Take over what a worker has met; without its word nothing is judged."""
        told = getattr(node, "workeroutput", {}).get("unmet")
        if told is None:
            self._part = True
            return
        self._left |= set(told["left"])
        for name, (wanted, open) in told["tests"].items():
            mine = {Assertion(*one) for one in open}
            self._open[name] = self._open.get(name, mine) & mine
            self._wanted[name] = wanted

    @pytest.hookimpl(tryfirst=True)
    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        output = getattr(self._config, "workeroutput", None)
        if output is not None:
            tests = {
                name: (self._wanted[name], [tuple(one) for one in open]) for name, open in self._open.items()
            }
            output["unmet"] = {"left": sorted(self._left), "tests": tests}
        elif not self._part:
            whole = {n for n, wanted in self._wanted.items() if self._passed[n] == wanted} - self._left
            never = sorted(one for name in whole for one in self._open[name])
            self._never = [f"{Path(one.file).relative_to(self._config.rootpath)}:{one.line}" for one in never]
            if self._never:
                session.exitstatus = pytest.ExitCode.TESTS_FAILED

    def pytest_terminal_summary(self, terminalreporter: Any) -> None:
        for where in self._never:
            terminalreporter.write_line(f"{where}: this assertion was never met", red=True)


def _name(item: pytest.Item) -> str:
    return item.nodeid.partition("[")[0]


def _asserts(item: pytest.Item) -> tuple[Assertion, ...]:
    """Return the assertions below a branch in the function of a test."""
    if not isinstance(item, pytest.Function):
        return ()
    code = unwrap(item.obj).__code__
    return assertions(code.co_filename).get(code.co_firstlineno, ())
