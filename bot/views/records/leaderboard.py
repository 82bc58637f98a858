"""The best players of a game: ten a page, where the reader stands, and the ways to the other lists."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from discord import ui

from bot.base.references import Command
from bot.domain.records import COMPUTERS, PEOPLE, LeaderboardRow
from bot.text.words import Words
from bot.views.parts import custom_ids
from bot.views.parts.items import Press
from bot.views.parts.player_names import UNSURE, player, rating
from bot.views.parts.screen import Screen, layout, row
from games import GAMES
from games.core import Text, Texts

RANKS_PER_PAGE = 10
SHARE = Text("Share", ctx="button: show it to everyone here")
PREVIOUS_PAGE = Text("Back", ctx="button: to the page before")
NEXT_PAGE = Text("Next", ctx="button: to the page after")


class LeaderboardQuery(NamedTuple):
    """Which leaderboard: of a game, a ladder, this season or all time, here or everywhere; and its page."""

    game: str
    ladder: str = PEOPLE
    season: bool = False
    everywhere: bool = False
    page: int = 0

    @property
    def letters(self) -> str:
        """Return what stands for it in an id."""
        ladder = "p" if self.ladder == PEOPLE else "c"
        return f"{ladder}{'s' if self.season else 'a'}{'e' if self.everywhere else 'h'}"

    def id(self, act: str = "page") -> str:
        return custom_ids.archive("board", self.game, self.letters, act=act, number=self.page)


def read_list(of: tuple[str, ...], page: int) -> LeaderboardQuery | None:
    """Return the leaderboard that an id means; None for one that is none."""
    match of:
        case (game, letters) if game in GAMES and len(letters) == 3:
            ladder = COMPUTERS if letters[0] == "c" else PEOPLE
            return LeaderboardQuery(game, ladder, letters[1] == "s", letters[2] == "e", max(page, 0))
    return None


class ReaderRank(NamedTuple):
    """Where the reader stands."""

    place: int
    rank: LeaderboardRow


def leaderboard_screen(
    which: LeaderboardQuery,
    ranks: Sequence[LeaderboardRow],
    count: int,
    words: Words,
    own: ReaderRank | None = None,
    *,
    shared: bool = False,
) -> Screen:
    """Show a page of a leaderboard; a shared one has no buttons and knows no reader."""
    first = which.page * RANKS_PER_PAGE + 1
    lines = [_line(place, rank, words, own) for place, rank in enumerate(ranks, first)]
    if own and not first <= own.place < first + RANKS_PER_PAGE:
        lines.append(_line(own.place, own.rank, words, own))
    nobody = Text("Nobody has finished a game here yet. Be the first: {play}", play=Command("play"))
    texts = [_head(which, words), "\n".join(lines) or words.say(nobody), _foot(which, words, count, own)]
    buttons = [] if shared else [*_turning(which, count, words), *_others(which, words, bool(lines))]
    items: list[ui.Item[Any]] = [ui.TextDisplay(text) for text in texts if text]
    return Screen(layout(*items, *buttons))


def _head(which: LeaderboardQuery, words: Words) -> str:
    game = words.say(GAMES[which.game].NAME)
    place = Text("Everywhere", ctx="players of all servers") if which.everywhere else Text("This server")
    period = Text("This season") if which.season else Text("All time")
    ladder = Text("Among people") if which.ladder == PEOPLE else Text("With computers")
    return f"## {game}\n-# {' · '.join(map(words.say, (place, period, ladder)))}"


def _line(place: int, rank: LeaderboardRow, words: Words, own: ReaderRank | None) -> str:
    """Return one line, short enough for a phone; the reader's own is marked."""
    won = words.say(Texts("{wins} of {n} won", "{wins} of {n} won", n=rank.games, wins=rank.wins))
    mine = "▶ " if own and own.rank.user == rank.user else ""
    return f"{mine}**{place}.** {player(rank.user, words)} **{rating(rank.mu, rank.sigma)}** · {won}"


def _foot(which: LeaderboardQuery, words: Words, count: int, own: ReaderRank | None) -> str:
    """Say how the list is made, where the reader stands, or why not."""
    if not count:
        return ""
    made = Text("Ranked by what each player surely reaches. {sign}: still uncertain.", sign=UNSURE)
    lines = [made]
    if own:
        lines.append(Text("You are here: {place} of {count}.", place=own.place, count=count))
    elif which.everywhere:
        lines.append(
            Text("Only those who allow it in {settings} stand on this list.", settings=Command("settings"))
        )
    return "\n".join(f"-# {words.say(line)}" for line in lines)


def _turning(which: LeaderboardQuery, count: int, words: Words) -> list[ui.ActionRow[Any]]:
    """Return [Back] and [Next], if there is more than a page."""
    last = max(0, (count - 1) // RANKS_PER_PAGE)
    if not last:
        return []
    back, on = which._replace(page=max(which.page - 1, 0)), which._replace(page=min(which.page + 1, last))
    return [
        row(
            Press(back.id("back"), words.say(PREVIOUS_PAGE), disabled=which.page == 0),
            Press(on.id("next"), words.say(NEXT_PAGE), "plain", disabled=which.page >= last),
        )
    ]


def _others(which: LeaderboardQuery, words: Words, any_lines: bool) -> list[ui.ActionRow[Any]]:
    """Return the ways to the lists beside this one, and to everybody's eyes."""
    which = which._replace(page=0)
    season = which._replace(season=not which.season)
    ladder = which._replace(ladder=COMPUTERS if which.ladder == PEOPLE else PEOPLE)
    place = which._replace(everywhere=not which.everywhere)
    buttons = [
        Press(season.id("when"), words.say(Text("This season") if season.season else Text("All time"))),
        Press(
            ladder.id("with"),
            words.say(Text("Among people") if ladder.ladder == PEOPLE else Text("With computers")),
        ),
        Press(
            place.id("where"),
            words.say(
                Text("Everywhere", ctx="players of all servers") if place.everywhere else Text("This server")
            ),
        ),
    ]
    share = [Press(which.id("share"), words.say(SHARE))] if any_lines else []
    return [row(*buttons, *share)]
