"""The public messages people live in: lobby, table, turn notice, rules; as Discord layouts."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import discord
from discord import ui

import games
from bot.host import fair_mark, lobby_of
from bot.store import Saved, Standing
from bot.table import Table
from bot.ui import Pick, Press, clip, option
from bot.words import Words
from games.core import SEAT_NAMES, Option, Page, Row, Seat, Text, Texts, winners
from rendering import theme
from rendering.scene import Scene

EMOJI = ("🦁", "🕊️", "🐻", "🐟", "🦌")
PICTURE = "table.png"
ALT = 1024
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


# --- lobby -----------------------------------------------------------------------------------------


def lobby_screen(saved: Saved, words: Words) -> Screen:
    """Show an open table: who sits where, and what is still needed."""
    lobby = lobby_of(saved)
    lines = [
        f"{seat_name(words, seat)}  {person(saved.users[seat]) if seat < len(saved.users) else _free(words)}"
        for seat in range(lobby.game.SEATS[-1])
    ]
    head = f"# {words.say(lobby.game.NAME)}\n{words.say(lobby.game.TAGLINE)}"
    texts = [head, "\n".join(lines), _options_line(saved, words)]
    items: list[ui.Item[Any]] = [ui.TextDisplay(text) for text in texts]
    return Screen(layout(*items, *_lobby_rows(saved, words)))


def _free(words: Words) -> str:
    return words.say(Text("free"))


def _options_line(saved: Saved, words: Words) -> str:
    chosen = tuple(o.name for o in chosen_options(saved))
    sentence = Text("With: {options}", options=chosen) if chosen else Text("The usual game.")
    return f"-# {words.say(sentence)}"


def chosen_options(saved: Saved) -> list[Option]:
    return [o for o in games.GAMES[saved.game].OPTIONS if o.key in saved.options]


def _lobby_rows(saved: Saved, words: Words) -> list[ui.ActionRow[Any]]:
    say, id = words.say, f"l:{saved.id}"
    missing = lobby_of(saved).missing()
    wanted = Texts("Start: needs {n} more", "Start: needs {n} more", n=missing) if missing else Text("Start")
    first = row(
        Press(f"{id}:join", say(Text("Join")), "good"),
        Press(f"{id}:leave", say(Text("Leave"))),
        Press(f"{id}:start", say(wanted), "plain"),
    )
    rules = Press(f"{id}:rules", say(Text("Rules")))
    cancel = Press(f"{id}:cancel", say(Text("Cancel")))
    if not games.GAMES[saved.game].OPTIONS:
        return [first, row(rules, cancel)]
    return [first, row(Press(f"{id}:options", say(Text("Options"))), rules, cancel)]


def options_screen(saved: Saved, words: Words) -> Screen:
    """Let the host choose; private, since a public menu shows strangers their own pick."""
    game = games.GAMES[saved.game]
    choices = [option(o.key, words.say(o.name), default=o.key in saved.options) for o in game.OPTIONS]
    title = words.say(Text("Choose what this game is played with"))
    menu = Pick(f"l:{saved.id}:o0", title, choices, 0, len(choices))
    return Screen(layout(ui.TextDisplay(f"### {title}"), row(menu)))


def gone_screen(words: Words) -> Screen:
    sentence = Text("This table was closed. Open a new one with /play.")
    return Screen(layout(ui.TextDisplay(words.say(sentence))))


def aside_screen(words: Words) -> Screen:
    sentence = Text(
        "This game cannot go on: it was played by another edition of the rules or with other data tables."
        " It is set aside and nothing of it is lost; the host of the bot finds the reason in the log."
    )
    return Screen(layout(ui.TextDisplay(words.say(sentence))))


# --- table -----------------------------------------------------------------------------------------


def table_screen(table: Table, words: Words) -> Screen:
    """Show the table to everyone; no choices here, their number alone could tell."""
    game = table.game
    view = game.view(table.state, None)
    page = game.page(view)
    texts = [f"## {words.say(page.title)}"]
    body = [_seats(table, page, words), _lines(words, page.stakes), _news(words, page)]
    foot = [_score(table, page, words)] if table.over else [awaited_line(table, words)]
    items: list[ui.Item[Any]] = [ui.TextDisplay(texts[0]), picture(alt_text(words, page.alt))]
    items += [ui.TextDisplay(text) for text in fitted([*body, *foot, _fair(table, words)])]
    return Screen(layout(*items, _table_row(table, words)), game.scene(view))


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


def _lines(words: Words, lines: Sequence[Text]) -> str:
    return "\n".join(map(words.say, lines))


def _news(words: Words, page: Page) -> str:
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
    mark = fair_mark(table)
    if not table.over:
        return f"-# {words.say(Text('Fair deal: {mark}', mark=mark))}"
    sentence = Text("Fair deal: SHA-256 of `{proof}` is {mark}", proof=f"{table.id}:{table.seed}", mark=mark)
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
    if table.ended is not None:
        return words.say(_early_end(table))
    best = tuple(SEAT_NAMES[seat] for seat in winners(table.game.score(table.state)))
    won = Texts("**{who} wins!**", "**A shared win: {who}.**", n=len(best), who=best)
    return f"{words.say(won)}\n```\n{grid(page.grid, words, len(table.users))}\n```"


def _early_end(table: Table) -> Text:
    seat, _ = table.ended or (-1, "")
    if seat < 0:
        return Text("The table was closed before the end. Nobody wins, and the game does not count.")
    others = tuple(SEAT_NAMES[other] for other in range(len(table.users)) if other != seat)
    return Text("{loser} resigned. **{who} wins!**", loser=SEAT_NAMES[seat], who=others)


def grid(rows: Sequence[Row], words: Words, seats: int) -> str:
    """Set the score in columns, for a font of one width."""
    head = ["", *(words.say(SEAT_NAMES[seat]) for seat in range(seats))]
    lines = [head, *([clip(words.say(r.name), 34), *r.cells] for r in rows)]
    widths = [max(len(line[i]) for line in lines) for i in range(len(head))]
    return "\n".join(
        "  ".join(
            [line[0].ljust(widths[0]), *(c.rjust(w) for c, w in zip(line[1:], widths[1:], strict=True))]
        )
        for line in lines
    )


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


def notice_screen(table: Table, words: Words) -> Screen:
    """Call those the game waits for, in one new message: edits never ping."""
    users = tuple(person(table.users[seat]) for seat in table.awaited())
    secret = any(d.standing for d in table.asked if not d.settled)  # what is asked could tell what is held
    news = table.game.page(table.game.view(table.state, None)).news
    if secret:
        sentence: Text = Text("{who}, a question for you.", who=users)
    elif news:
        sentence = Text("{who}, your turn. {news}", who=users, news=news[-1])
    else:
        sentence = Text("{who}, your turn.", who=users)
    hand = Press(f"p:{table.id}:hand", words.say(Text("Your hand")), "plain")
    view = ui.LayoutView(timeout=None)
    view.add_item(ui.TextDisplay(words.say(sentence)))
    view.add_item(row(hand))
    return Screen(view)


# --- rules and leaderboard -------------------------------------------------------------------------


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
    title = f"## {words.say(games.GAMES[key].NAME)}"
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
