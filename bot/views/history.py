"""Games that were played: how they came out, and the ways to them."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from discord import ui

from bot.base.references import Command
from bot.domain.entities import message_link
from bot.domain.records import Past
from bot.text.words import Words
from bot.views.parts import custom_ids
from bot.views.parts.items import Pick, Press, option
from bot.views.parts.player_names import player
from bot.views.parts.screen import EMOJI, Screen, layout, row
from bot.views.records.leaderboard import NEXT_PAGE, PREVIOUS_PAGE
from games import GAMES
from games.core import Text

GAMES_PER_PAGE = 10
MEDALS = ("🥇", "🥈", "🥉")
WITHOUT_WINNER = {
    "missed": Text("the others did not come back: nobody won"),
    "early": Text("given up early: nobody won"),
    "stop": Text("stopped: nobody won"),
    "close": Text("closed: nobody won"),
}


class Whose(NamedTuple):
    """Whose history: a user's ("u") or a server's ("g"), and the page."""

    kind: str
    number: int
    page: int = 0

    def id(self, act: str) -> str:
        return custom_ids.archive("past", self.kind, self.number, act=act, number=self.page)


def history_screen(whose: Whose, pasts: Sequence[Past], more: bool, words: Words) -> Screen:
    """Show a page of games, newest first, with a menu to play them again."""
    title = Text("Games of this server")
    head = words.say(title) if whose.kind == "g" else player(whose.number, words)
    lines = [_past(past, words) for past in pasts]
    nothing = Text("No finished game yet. Open a table with {play}.", play=Command("play"))
    texts = [f"## {head}", "\n".join(lines) or words.say(nothing)]
    items: list[ui.Item[Any]] = [ui.TextDisplay(text) for text in texts]
    if playable := [past for past in pasts if past.game.kept]:
        items.append(row(_menu(whose, playable, words)))
    back = whose._replace(page=max(whose.page - 1, 0)).id("back")
    on = whose._replace(page=whose.page + 1).id("next")
    if whose.page or more:
        items.append(
            row(
                Press(back, words.say(PREVIOUS_PAGE), disabled=not whose.page),
                Press(on, words.say(NEXT_PAGE), "plain", disabled=not more),
            )
        )
    return Screen(layout(*items))


def _past(past: Past, words: Words) -> str:
    """Return a game in two short lines: which and when, and how it came out."""
    game = words.say(GAMES[past.game.game].NAME) if past.game.game in GAMES else past.game.game
    link = message_link(past.game.guild, past.channel, past.message) if past.message else ""
    name = f"[{game}]({link})" if link and past.game.guild else game
    return f"**{name}** <t:{past.game.at}:d>\n-# {_outcome(past, words)}"


def _outcome(past: Past, words: Words) -> str:
    if past.game.how in WITHOUT_WINNER:
        return words.say(WITHOUT_WINNER[past.game.how])
    return " ".join(_seat(s.place, s.seat, s.score, player(s.user, words)) for s in past.seats)


def _seat(place: int, seat: int, score: str, who: str) -> str:
    medal = MEDALS[place - 1] if place <= len(MEDALS) else f"{place}."
    points = f" {score.partition(',')[0]}" if score else ""
    return f"{medal} {EMOJI[seat] if seat >= 0 else ''}{who}{points}"


def _menu(whose: Whose, pasts: Sequence[Past], words: Words) -> Pick:
    """Return the menu of games to be played again."""
    entries = []
    for past in pasts:
        known = past.game.game in GAMES
        name = words.say(GAMES[past.game.game].NAME) if known else past.game.game
        table = Text("Table {number}", number=str(past.game.table_id))
        entries.append(option(str(past.game.table_id), name, words.say(table)))
    return Pick(whose.id(custom_ids.MENU), words.say(Text("Watch one of them again")), entries)
