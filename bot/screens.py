"""The public messages of a game: table, turn notice, the table in words; as Discord layouts."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import discord
from discord import ui

from bot.grid import grid
from bot.table import Table
from bot.ui import Press, clip
from bot.words import Words
from games.core import SEAT_NAMES, Page, Row, Seat, Text, Texts, winners
from rendering import theme
from rendering.scene import Scene

EMOJI = ("🦁", "🕊️", "🐻", "🐟", "🦌")
PICTURE = "table.png"
ALT = 1024
NOTICE = 200  # characters of news in a turn notice
TEXT = 3900  # characters of text in one message; Discord takes 4,000
ACCENT = int(theme.OCHRE[1:], 16)


@dataclass(frozen=True, slots=True)
class Screen:
    """A message to be shown: its layout, and the picture that goes with it."""

    view: ui.LayoutView
    scene: Scene | None = None


def layout(*items: ui.Item[Any]) -> ui.LayoutView:
    """Return a fresh view with one container; never sent twice, never times out."""
    view = ui.LayoutView(timeout=None)
    container: ui.Container[Any] = ui.Container(*items, accent_colour=ACCENT)
    view.add_item(container)
    return view


def layout_of(screen: Screen) -> list[dict[str, Any]]:
    """Return a screen as Discord receives it; equal layouts look the same."""
    components: list[dict[str, Any]] = screen.view.to_components()  # type: ignore[no-untyped-call]
    return components


def row(*items: ui.Item[Any]) -> ui.ActionRow[Any]:
    return ui.ActionRow(*items)


def rows(items: Sequence[ui.Item[Any]]) -> list[ui.ActionRow[Any]]:
    """Set buttons in rows of five, the most that Discord takes."""
    return [row(*items[i : i + 5]) for i in range(0, len(items), 5)]


def picture(alt: str) -> ui.MediaGallery[Any]:
    """Return the gallery; alt text must stand there, an embed would drop it."""
    return ui.MediaGallery(discord.MediaGalleryItem(f"attachment://{PICTURE}", description=clip(alt, ALT)))


def alt_text(words: Words, sentences: Sequence[Text]) -> str:
    """Join as many whole sentences as fit, most important first."""
    text = ""
    for sentence in map(words.say, sentences):
        longer = f"{text} {sentence}".strip()
        if len(longer) > ALT:
            break
        text = longer
    return text


def seat_name(words: Words, seat: Seat) -> str:
    return f"{EMOJI[seat]} **{words.say(SEAT_NAMES[seat])}**"


def person(user: int) -> str:
    return f"<@{user}>"


# --- table -----------------------------------------------------------------------------------------


def table_screen(table: Table, words: Words, told: int | None = None) -> Screen:
    """Show the table to everyone; no choices here, their number alone could tell.

    `told` is how many rows of the final score are told so far; None: all of them, and who won.
    """
    game = table.game
    view = game.view(table.state, None)
    page = game.page(view)
    body = [_seats(table, page, words), lines_of(page.stakes, words), news_of(page, words)]
    items: list[ui.Item[Any]] = [ui.TextDisplay(f"## {words.say(page.title)}")]
    items.append(picture(alt_text(words, page.alt)))
    items += [ui.TextDisplay(text) for text in fitted([*body, *_foot(table, page, words, told)])]
    return Screen(layout(*items, _table_row(table, words)), game.scene(view))


def _foot(table: Table, page: Page, words: Words, told: int | None) -> list[str]:
    if not table.over:
        return [awaited_line(table, words), _fair(table, words)]
    if told is not None:
        return [_counted(page.grid[:told], words, len(table.users))]
    return [_score(table, page, words), _fair(table, words)]


def _counted(rows: Sequence[Row], words: Words, seats: int) -> str:
    """Show the part of the score that is told so far."""
    counting = words.say(Text("The points are being counted ..."))
    return f"{counting}\n{score_grid(rows, words, seats)}"


def fitted(texts: Sequence[str], most: int = TEXT - 200) -> list[str]:
    """Drop empty texts and shorten the last ones that would not fit one message."""
    result: list[str] = []
    for text in filter(None, texts):
        if most < 2:
            break
        result.append(clip(text, most))
        most -= len(result[-1])
    return result


def _seats(table: Table, page: Page, words: Words) -> str:
    awaited = table.awaited()
    lines = []
    for seat, user in enumerate(table.users):
        sign = "▶" if seat in awaited else "▫️"
        lines.append(f"{sign} {seat_name(words, seat)} {person(user)}  {words.say(page.seats[seat])}")
    return "\n".join(lines)


def lines_of(lines: Sequence[Text], words: Words) -> str:
    return "\n".join(map(words.say, lines))


def news_of(page: Page, words: Words) -> str:
    return "\n".join(f"> {words.say(line)}" for line in page.news)


def awaited_line(table: Table, words: Words) -> str:
    """Say whom the game waits for, and since when."""
    names = tuple(SEAT_NAMES[seat] for seat in table.awaited())
    if table.moved_at:
        since = f"<t:{table.moved_at}:R>"
        return words.say(
            Texts(
                "**{who}** to move since {since}",
                "**{who}** to move since {since}",
                n=len(names),
                who=names,
                since=since,
            )
        )
    return words.say(Texts("**{who}** to move", "**{who}** to move", n=len(names), who=names))


def _fair(table: Table, words: Words) -> str:
    mark = table.fair_mark
    sentence = Text("Fair deal: {mark}", mark=mark)
    if table.over:
        proof = f"{table.id}:{table.seed}"
        sentence = Text("Fair deal: SHA-256 of `{proof}` is {mark}", proof=proof, mark=mark)
    return f"-# {words.say(sentence)}"


def _table_row(table: Table, words: Words) -> ui.ActionRow[Any]:
    say, id = words.say, f"p:{table.id}"
    read, rules = Press(f"{id}:read", say(Text("Read the table"))), Press(f"{id}:rules", say(Text("Rules")))
    if table.over:
        return row(rules, read)
    hand, more = Press(f"{id}:hand", say(Text("Your hand")), "plain"), Press(f"{id}:more", say(Text("More")))
    return row(hand, rules, read, more)


def _score(table: Table, page: Page, words: Words) -> str:
    """Say who won, and show the score in parts."""
    won = f"**{words.say(outcome(table))}**"
    return f"{won}\n{score_grid(page.grid, words, len(table.users))}" if table.ended is None else won


def score_grid(rows: Sequence[Row], words: Words, seats: int) -> str:
    return f"```\n{grid(rows, words, seats)}\n```" if rows else ""


def outcome(table: Table) -> Text:
    """Say how a game came out."""
    if table.ended is not None:
        return _early_end(table)
    best = tuple(SEAT_NAMES[seat] for seat in winners(table.game.score(table.state)))
    return Texts("{who} wins!", "A shared win: {who}.", n=len(best), who=best)


def _early_end(table: Table) -> Text:
    seat, _ = table.ended or (-1, "")
    if seat < 0:
        return Text("The table was closed before the end. Nobody wins, and the game does not count.")
    others = tuple(SEAT_NAMES[other] for other in range(len(table.users)) if other != seat)
    return Text("{loser} resigned. {who} wins!", loser=SEAT_NAMES[seat], who=others)


def read_screen(table: Table, words: Words, viewer: Seat | None) -> Screen:
    """Tell everything the picture shows, in words."""
    page = table.game.page(table.game.view(table.state, viewer))
    people = [f"{seat_name(words, seat)} {person(user)}" for seat, user in enumerate(table.users)]
    texts = [
        f"### {words.say(page.title)}",
        "\n".join(people),
        "\n".join(f"- {words.say(t)}" for t in page.table),
    ]
    return Screen(layout(*(ui.TextDisplay(text) for text in fitted(texts))))


# --- turn notice -----------------------------------------------------------------------------------


def _latest(table: Table, words: Words) -> str:
    """Return the last one or two pieces of news, as far as a short message holds them."""
    news = [words.say(line) for line in table.game.page(table.game.view(table.state, None)).news[-2:]]
    both = " ".join(news)
    return both if len(both) <= NOTICE else news[-1]


def notice_screen(table: Table, words: Words) -> Screen:
    """Call those the game waits for, in one new message: edits never ping."""
    users = tuple(person(table.users[seat]) for seat in table.awaited())
    secret = any(d.standing for d in table.asked if not d.settled)  # what is asked could tell what is held
    news = _latest(table, words)
    if secret:
        sentence: Text = Text("{who}, a question for you.", who=users)
    elif news:
        sentence = Text("{who}, your turn. {news}", who=users, news=news)
    else:
        sentence = Text("{who}, your turn.", who=users)
    hand = Press(f"p:{table.id}:hand", words.say(Text("Your hand")), "plain")
    view = ui.LayoutView(timeout=None)
    view.add_item(ui.TextDisplay(words.say(sentence)))
    view.add_item(row(hand))
    return Screen(view)
