"""The rules of a game, page by page, and the leaderboard of a server."""

from collections.abc import Sequence
from functools import cache
from pathlib import Path

from discord import ui

import games
from bot.screens import TEXT, Screen, layout, person, row
from bot.store import Standing
from bot.ui import Press, clip
from bot.words import Words
from games import GAMES
from games.core import Text, Texts


@cache
def rules_pages(key: str, language: str) -> list[str]:
    """Return a game's rules text, one page a `## ` heading, in the reader's language if there is one."""
    folder = Path(games.__file__).parent / key
    path = next(p for p in (folder / f"rules.{language}.md", folder / "rules.md") if p.is_file())
    first, *rest = path.read_text(encoding="utf-8").split("\n## ")
    return [first.strip(), *(f"## {page.strip()}" for page in rest)]


def rules_screen(key: str, page: int, words: Words) -> Screen:
    pages = rules_pages(key, words.language)
    page = min(max(page, 0), len(pages) - 1)
    buttons = row(
        Press(f"r:{key}:{max(page - 1, 0)}", words.say(Text("Previous page")), disabled=page == 0),
        Press(f"r:{key}:{page + 1}", words.say(Text("Next page")), "plain", disabled=page == len(pages) - 1),
    )
    place = Text("Page {page} of {pages}", page=page + 1, pages=len(pages))
    return Screen(
        layout(ui.TextDisplay(clip(pages[page], TEXT)), ui.TextDisplay(f"-# {words.say(place)}"), buttons)
    )


def leaderboard_screen(key: str, standings: Sequence[Standing], words: Words) -> Screen:
    title = f"## {words.say(GAMES[key].NAME)}"
    lines = [
        words.say(
            Texts(
                "{rank}. {who}: {wins} of {n} game won, average place {average}",
                "{rank}. {who}: {wins} of {n} games won, average place {average}",
                n=s.games,
                rank=rank,
                who=person(s.user),
                wins=s.wins,
                average=f"{s.average_place:.1f}",
            )
        )
        for rank, s in enumerate(standings, 1)
    ]
    nobody = words.say(Text("Nobody has finished a game here yet. Be the first: /play"))
    return Screen(layout(ui.TextDisplay(title), ui.TextDisplay("\n".join(lines) or nobody)))
