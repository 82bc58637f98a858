"""What the words of every game keep to, so that a phone shows them and no choice is blind."""

from collections.abc import Iterator
from importlib import import_module

import pytest

from bot.text.words import words
from games.contract import AnyGame, walk
from games.core import LINE, Decision, Label, Page

say = words("en").say

TABLES = [
    ("guilds", 2, ("component",)),
    ("guilds", 4, ()),
    ("guilds", 3, ("draft",)),
    ("lucca", 2, ("celebration",)),
    ("lucca", 5, ()),
    ("tuir", 2, ()),
    ("towers", 2, ("nobles",)),
    ("towers", 2, ("deals:2",)),
    ("towers", 2, ("close:free", "nobles", "to:200")),
    ("tuir", 2, ("both",)),
    ("tuir", 2, ("both", "short", "twice")),
]
PLAIN = {"purchase", "draw"}  # a card's name says all; the last stone has its warning
NEWS, STAKES = 70, 2  # characters of a line, as a rule; lines

Asked = tuple[Decision, list[Label]]


def questions(game: AnyGame, seats: int, options: tuple[str, ...]) -> Iterator[Asked]:
    """Every question of a few random games, with the labels that the one who is asked reads."""
    for seed in range(2):
        for step in walk(game, seats, f"words/{seed}", options):
            for asked in game.decisions(step.state):
                view = game.view(step.state, asked.seat)
                yield asked, [game.label(view, move) for move in asked.moves]


def pages(game: AnyGame, seats: int, options: tuple[str, ...]) -> Iterator[Page]:
    for seed in range(2):
        for step in walk(game, seats, f"pages/{seed}", options):
            yield game.page(game.view(step.state, None))


@pytest.mark.parametrize(("key", "seats", "options"), TABLES)
def test_no_choice_is_blind_and_no_two_read_alike(key: str, seats: int, options: tuple[str, ...]) -> None:
    """A move says its consequence in a second line; where it stands, no other move has its words."""
    for asked, labels in questions(import_module(f"games.{key}"), seats, options):
        read = [(label.path, label.text, label.picks) for label in labels]
        assert len(set(read)) == len(read), say(asked.prompt)
        for move, label in zip(asked.moves, labels, strict=True):
            told = say(label.detail) if label.detail else ""
            assert told or label.danger or move.partition(":")[0] in PLAIN, (say(asked.prompt), move)
            assert len(told) <= LINE / 1.2, told


@pytest.mark.parametrize(("key", "seats", "options"), TABLES)
def test_news_are_short_and_stakes_are_few(key: str, seats: int, options: tuple[str, ...]) -> None:
    lengths = list[int]()
    for page in pages(import_module(f"games.{key}"), seats, options):
        assert len(page.stakes) <= STAKES, [say(line) for line in page.stakes]
        lengths += [len(say(line)) for line in page.news]
    assert max(lengths) <= 1.3 * NEWS
    assert sum(length > NEWS for length in lengths) <= len(lengths) / 10
