"""The README runs, and the files it names exist."""

import doctest
import re
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def test_the_example_in_the_readme_runs():
    failed, tried = doctest.testfile(str(ROOT / "README.md"), module_relative=False)
    assert tried >= 7
    assert failed == 0


def test_every_file_that_the_documents_name_exists():
    for page in (ROOT / "README.md", *(ROOT / "docs").glob("*.md")):
        for link in re.findall(r"\]\(([^)#:]+)\)", page.read_text(encoding="utf-8")):
            assert (page.parent / link).exists(), f"{page.name} names {link}"
