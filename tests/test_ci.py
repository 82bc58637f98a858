"""What runs around the code: the subjects of commits, local hooks, the workflow of CI."""

import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
SUBJECT = "Let a table pause when all its players agree"


def refused(tmp_path, message):
    """Return what the hook says of a message; "" if it lets it pass."""
    (tmp_path / "message").write_text(message, encoding="utf-8")
    hook = [sys.executable, str(ROOT / ".ci" / "commit-msg"), str(tmp_path / "message")]
    run = subprocess.run(hook, capture_output=True, text=True, check=False)
    assert bool(run.returncode) == bool(run.stderr), run
    return run.stderr


@pytest.mark.parametrize(
    "message",
    [SUBJECT, f"{SUBJECT}\n\nBecause.", "x" * 72, f"{SUBJECT}\n# a comment", "é" * 72, "Merge " + "x" * 99],
)
def test_a_good_subject_passes(tmp_path, message):
    assert refused(tmp_path, message) == ""


@pytest.mark.parametrize(
    ("message", "said"),
    [
        ("x" * 73, "the subject has 73 characters, at most 72"),
        ("", "is empty"),
        ("# only a comment", "is empty"),
        (f"{SUBJECT}\nno gap", "the second line of the message must be empty"),
    ],
)
def test_a_subject_that_nobody_would_read_whole_is_refused(tmp_path, message, said):
    assert said in refused(tmp_path, message)


def test_all_hooks_are_local_and_what_they_start_is_there():
    text = (ROOT / ".pre-commit-config.yaml").read_text(encoding="utf-8")
    assert set(re.findall(r"repo: (\S+)", text)) == {"local"}
    assert set(re.findall(r"language: (\S+)", text)) == {"system"}
    started = [path for path in re.findall(r"\S+", text) if path.startswith(("tests/", ".ci/"))]
    assert len(started) == 3 and all((ROOT / path).is_file() for path in started)


def test_ci_lints_and_tests_on_every_python_that_we_promise():
    text = (ROOT / ".github" / "workflows" / "ci.yml").read_text(encoding="utf-8")
    jobs = re.findall(r"^  (\w+):$", text.partition("\njobs:\n")[2], re.MULTILINE)
    (matrix,) = re.findall(r"python: \[(.*)\]", text)
    least = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["requires-python"]
    assert jobs == ["lint", "tests"] and least == ">=3.11"
    assert matrix == '"3.11", "3.12", "3.13", "3.14"'
