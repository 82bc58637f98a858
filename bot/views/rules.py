"""The rules of a game, page by page."""

from functools import lru_cache
from typing import Any, NamedTuple

from discord import ui

from bot.text.languages import PSEUDO, SOURCE
from bot.text.rules import Page, pages_in
from bot.text.shortening import truncated
from bot.text.words import Words
from bot.views.lessons import LEARN
from bot.views.parts import custom_ids
from bot.views.parts.items import Pick, Press, option
from bot.views.parts.screen import Screen, alt_text, layout, lines_of, picture, row
from games import GAMES
from games.core import MENU, TEXT, Text
from games.lessons import lessons_of
from games.rulebook import Figure, Leaf, appendix_of, box_of, figures_of, heading, pictured, shown


class RulesPage(NamedTuple):
    """A page of the rules as one reader sees it."""

    title: str
    text: str
    figure: Figure | None = None


@lru_cache(maxsize=64)
def rulebook(key: str, words: Words) -> tuple[RulesPage, ...]:
    """Return the pages of the rules text, each with its picture, and those that the game adds."""
    game = GAMES[key]
    figures = figures_of(game)
    pages = [
        RulesPage(
            heading(page.text),
            shown(page.text) + _said_of(page, words),
            next((figures[name] for name in pictured(page.text)), None),
        )
        for page in pages_in(words.language, key)
    ]
    if not pages[0].figure:
        pages[0] = pages[0]._replace(figure=box_of(game))
    return (*pages, *(_leaf(leaf, words) for leaf in appendix_of(game)))


def _said_of(page: Page, words: Words) -> str:
    """Say of a page that is not translated whole why it is in English."""
    if page.translated or words.language in (SOURCE, PSEUDO):
        return ""
    why = Text("This page is in English: nobody has translated all of it yet.")
    return f"\n\n-# {words.say(why)}"


def _leaf(leaf: Leaf, words: Words) -> RulesPage:
    title = words.say(leaf.title)
    return RulesPage(title, f"## {title}\n{lines_of(leaf.lines, words)}", leaf.figure)


def rules_screen(key: str, page: int, words: Words) -> Screen:
    """Show one page with its picture, the contents, and the way to the pages beside it."""
    pages = rulebook(key, words)
    page = min(max(page, 0), len(pages) - 1)
    here, place = pages[page], Text("Page {page} of {pages}", page=page + 1, pages=len(pages))
    items: list[ui.Item[Any]] = [ui.TextDisplay(truncated(here.text, TEXT))]
    if here.figure:
        items.append(picture(alt_text(words, here.figure.alt)))
    items += [ui.TextDisplay(f"-# {words.say(place)}"), row(_contents(key, page, words))]
    back = Press(
        custom_ids.rules(key, max(page - 1, 0)), words.say(Text("Previous page")), disabled=page == 0
    )
    on = Press(
        custom_ids.rules(key, page + 1),
        words.say(Text("Next page")),
        "plain",
        disabled=page == len(pages) - 1,
    )
    learn = [_learn(key, words)] if page == 0 and lessons_of(GAMES[key]) else []
    return Screen(layout(*items, row(back, on, *learn)), here.figure.scene if here.figure else None)


def _learn(key: str, words: Words) -> Press:
    first = next(iter(lessons_of(GAMES[key])))
    return Press(custom_ids.lesson(key, first, "learn"), words.say(LEARN), "good")


def _contents(key: str, here: int, words: Words) -> Pick:
    """Return the menu of contents; the page on the screen is the one that is chosen."""
    titles = [page.title for page in rulebook(key, words)][:MENU]
    options = [option(custom_ids.rules(key, n), title, default=n == here) for n, title in enumerate(titles)]
    title = Text("Contents", ctx="menu: the pages of the rules")
    return Pick(custom_ids.contents(key, here), words.say(title), options)
