"""Every golden game can be painted from its beginning to its end, for everybody who looks."""

import json
from pathlib import Path

import pytest

from games import GAMES
from games.core import replay
from games.editions import by_edition
from rendering.masonry import window
from rendering.paint import paint
from rendering.scene import Box, inside

LOGS = sorted((Path(__file__).parent.parent / "logs").glob("*.json"))


@pytest.mark.parametrize("path", LOGS, ids=lambda path: path.stem)
def test_a_game_is_painted_in_its_middle_and_at_its_end(path):
    game = json.loads(path.read_text())
    rules = by_edition(GAMES[game["game"]], game["edition"])
    start, log = rules.setup(game["seats"], game["seed"], game["options"]), game["log"]
    for length in (len(log) // 3, len(log) * 2 // 3, len(log)):
        state = replay(rules, start, log[:length])
        for viewer in (None, 0):
            scene = rules.scene(rules.view(state, viewer))
            shapes = [shape for _, _, shape in inside(scene.everything)]
            assert not [box for box in shapes if isinstance(box, Box) and (box.w <= 0 or box.h <= 0)]
        assert paint(scene).startswith(b"\x89PNG")


@pytest.mark.parametrize("kind", ["sharp", "round", "square", "flat"])
@pytest.mark.parametrize("wide", [3, 4, 6, 9, 14, 30])
def test_a_lit_window_has_a_pane_however_narrow_it_is(kind, wide):
    parts = window(kind, 50, 50, wide, 32, lit=True)
    assert all(part.w > 0 and part.h > 0 for part in parts if isinstance(part, Box))
