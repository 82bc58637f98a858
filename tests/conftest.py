"""What holds for all tests."""

from pathlib import Path


def pytest_terminal_summary(terminalreporter):
    from tests.browser.visitor import CHROMIUM

    if not Path(CHROMIUM).exists():
        terminalreporter.write_line(
            f"No Chromium at {CHROMIUM}: browser tests were skipped. Install it, or set CHROMIUM to its path."
        )
