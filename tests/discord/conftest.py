import pytest

from tests.discord import sim


@pytest.fixture
def database(tmp_path):
    return tmp_path / "campanile.sqlite3"


@pytest.fixture(autouse=True)
def no_hidden_errors(request):
    """Fail when anything was logged as an error: discord.py and our guard swallow exceptions."""
    with sim.logged_errors() as records:
        yield records
    if "expects_errors" not in request.keywords:
        assert not records, [(r.getMessage(), r.exc_info) for r in records]


@pytest.fixture(autouse=True)
def no_pause(monkeypatch):
    """A computer pauses before it moves; tests need not wait for it."""
    monkeypatch.setattr("bot.service.pending_turns.COMPUTER_MOVE_DELAY", (0.0, 0.0))
