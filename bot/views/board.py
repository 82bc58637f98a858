"""The public messages of a game: the table, the turn notice, the table in words."""

from collections.abc import Sequence
from typing import Any

from discord import ui

from bot.domain.table import Table
from bot.text.words import Words
from bot.views.advice import review_button
from bot.views.clocks import NOBODY_AWAY, Away, pace_line, time_lines, wish_buttons
from bot.views.ending import headline, ranking, rematch_button, vote_buttons, votes_line
from bot.views.fair_deal import fair_line, fair_proof
from bot.views.parts import custom_ids
from bot.views.parts.grid import score_grid
from bot.views.parts.items import Press
from bot.views.parts.player_view import view_of
from bot.views.parts.screen import (
    Pieces,
    Screen,
    alt_text,
    fitted,
    layout,
    lines_of,
    picture,
    player,
    row,
    seat_name,
    stand_in,
    the_seat,
    whole,
)
from bot.views.replay_buttons import replay_row
from bot.views.seats import seat_buttons, seats_line
from games.core import SEAT_NAMES, Page, Row, Seat, Text, Texts

BOARD_NEWS_LINES = 8  # of news on the table; [Watch] has them all
PAUSED = Text("Back in a moment; no clock runs.")
MORE = Text("More", ctx="button: what is seldom needed")


def table_screen(
    table: Table, words: Words, told: int | None = None, away: Away = NOBODY_AWAY, *, paused: bool = False
) -> Screen:
    """Show the table to everyone; no choices here, their number alone could tell.

    `told` is how many rows of the final score are told so far; None: all of them, and who won.
    `paused`: the bot is about to stop for a moment.
    """
    return whole(table_pieces(table, words, told, away, paused=paused))


def table_pieces(
    table: Table, words: Words, told: int | None = None, away: Away = NOBODY_AWAY, *, paused: bool = False
) -> Pieces:
    """Build the table's message piece by piece: a press that comes meanwhile need not wait for all of it."""
    seen = view_of(table, None)
    page = seen.page
    yield
    scene = table.rules.scene(seen.view)
    yield
    over = table.over and told is None
    body = _ended(table, page, words) if over else _under_way(table, page, words, told, away)
    yield
    items: list[ui.Item[Any]] = [ui.TextDisplay(headline(table, words) if over else _title(page, words))]
    items += [ui.TextDisplay(f"**{words.say(PAUSED)}**")] if paused and not over else []
    items.append(picture(alt_text(words, page.alt)))
    items += [ui.TextDisplay(text) for text in fitted(body)]
    asking = [*vote_buttons(table, words), *wish_buttons(table, words), *seat_buttons(table, words)]
    buttons = [*replay_row(table, words), *asking, _table_row(table, words)]
    return Screen(layout(*items, *buttons), scene)


def _title(page: Page, words: Words) -> str:
    return f"## {words.say(page.title)}"


def _under_way(table: Table, page: Page, words: Words, told: int | None, away: Away) -> list[str]:
    seats, stakes = _seats(table, page, words), lines_of(page.stakes, words)
    if told is not None:
        return [seats, stakes, news_of(page, words), _counted(page.grid[:told], words, len(table.users))]
    asked = [awaited_line(table, words), request_line(table, words), votes_line(table, words)]
    news = [news_of(page, words, BOARD_NEWS_LINES), undone_line(table, words), seats_line(table, words)]
    asked += time_lines(table, words, away)
    return [seats, stakes, *news, *asked, pace_line(table.timing.pace, words), fair_line(table, words)]


def _ended(table: Table, page: Page, words: Words) -> list[str]:
    """Say who won first, then the score in parts, then how the last turn went."""
    grid = score_grid(page.grid, words, len(table.users)) if table.ended is None else ""
    name = f"-# {words.say(table.rules.NAME)}"
    last = [lines_of(page.stakes, words), news_of(page, words, BOARD_NEWS_LINES)]
    return [ranking(table, words), grid, name, *last, _hinted(table, words), fair_line(table, words)]


def _hinted(table: Table, words: Words) -> str:
    """Say who has asked a computer for hints, and how often."""
    asked = table.beside.hinted
    counts = tuple(f"{the_seat(words, seat)} {asked.count(seat)}" for seat in sorted(set(asked)))
    said = Text("Hints asked for: {counts}", counts=counts)
    return f"-# {words.say(said)}" if counts else ""


def _counted(rows: Sequence[Row], words: Words, seats: int) -> str:
    """Show the part of the score that is told so far."""
    counting = words.say(Text("The points are being counted ..."))
    return f"{counting}\n{score_grid(rows, words, seats)}"


def _seats(table: Table, page: Page, words: Words) -> str:
    awaited = table.awaited()
    lines = []
    for seat, user in enumerate(table.users):
        sign = "▶" if seat in awaited else "▫️"
        who = f"{player(user, words)}{stand_in(table, seat)}"
        lines.append(f"{sign} {seat_name(words, seat)} {who}  {words.say(page.seats[seat])}")
    return "\n".join(lines)


def news_of(page: Page, words: Words, most: int = 100) -> str:
    """Return the news, oldest first; only the last ones where there is no room for all."""
    return "\n".join(f"> {words.say(line)}" for line in page.news[-most:])


def awaited_line(table: Table, words: Words) -> str:
    """Say whom the game waits for, and since when."""
    names = tuple(SEAT_NAMES[seat] for seat in table.awaited())
    if table.moved_at:
        since = f"<t:{table.moved_at}:R>"
        return words.say(
            Texts(
                "**{who}** to move ({since})",
                "**{who}** to move ({since})",
                n=len(names),
                who=names,
                since=since,
            )
        )
    return words.say(Texts("**{who}** to move", "**{who}** to move", n=len(names), who=names))


def request_line(table: Table, words: Words) -> str:
    """Tell publicly that someone asks for a take-back, and whom."""
    request = table.takebacks.request()
    if request is None:
        return ""
    who, others = (
        SEAT_NAMES[request.seat],
        tuple(SEAT_NAMES[seat] for seat in table.takebacks.asked_to_allow()),
    )
    what = undone_news(table, table.state, _before(table, request.to))
    asks = Text("{who} asks {others} to take back: {what}", who=who, others=others, what=_said(what, words))
    return f"**{words.say(asks)}**"


def undone_line(table: Table, words: Words) -> str:
    """Tell publicly what was taken back after others had been asked."""
    if table.undone is None:
        return ""
    what = undone_news(table, table.undone.state, table.state)
    back = Text("{who} took back: {what}", who=SEAT_NAMES[table.undone.seat], what=_said(what, words))
    return f"> {words.say(back)}"


def undone_news(table: Table, state: Any, before: Any) -> list[Text]:
    """Return the public news of a state that an earlier state does not have."""
    then = set(view_of(table, None, before).page.news)
    return [line for line in view_of(table, None, state).page.news if line not in then]


def _before(table: Table, row: int) -> Any:
    """Return the state that a take-back to a row returns to."""
    return next(ply.state for ply in table.line if ply.back_to == row)


def _said(news: Sequence[Text], words: Words) -> str:
    return " ".join(map(words.say, news)) or words.say(Text("the last move"))  # Note: what is taken back


def _table_row(table: Table, words: Words) -> ui.ActionRow[Any]:
    def press(act: str, text: Text) -> Press:
        return Press(custom_ids.table(table.id, act), words.say(text))

    read, rules = press("read", Text("Read the table")), press("rules", Text("Rules"))
    if table.over:
        review = [review_button(table, words)] if table.ended is None else []
        return row(rematch_button(table, words), *review, rules, read)
    watch, more = press("watch", Text("Watch", ctx="button: the game, as a guest")), press("more", MORE)
    return row(hand_button(table.id, words), watch, read, rules, more)


def hand_button(table_id: int, words: Words) -> Press:
    return Press(custom_ids.table(table_id, "hand"), words.say(Text("Your hand")), "plain")


def watch_screen(table: Table, words: Words) -> Screen:
    """Show someone who does not play what the public knows: whose turn, what happened, how all stand."""
    page = view_of(table, None).page
    title = headline(table, words) if table.over else f"### {awaited_line(table, words)}"
    grid = score_grid(page.grid, words, len(table.users))
    time = [] if table.over else time_lines(table, words)
    texts = [title, *time, news_of(page, words), _seats(table, page, words)]
    texts += [lines_of(page.stakes, words), grid]
    items: list[ui.Item[Any]] = [ui.TextDisplay(text) for text in fitted(texts)]
    # Note: a button: show the present state
    again = Press(custom_ids.table(table.id, "watch"), words.say(Text("Look again")), "plain")
    read = Press(custom_ids.table(table.id, "read"), words.say(Text("Read the table")))
    return Screen(layout(*items, row(*([] if table.over else [again]), read)))


def read_screen(table: Table, words: Words, viewer: Seat | None) -> Screen:
    """Tell everything the picture shows, in words."""
    page = view_of(table, viewer).page
    people = [f"{seat_name(words, seat)} {player(user, words)}" for seat, user in enumerate(table.users)]
    texts = [
        f"### {words.say(page.title)}",
        "\n".join(people),
        "\n".join(f"- {words.say(t)}" for t in page.table),
        fair_proof(table, words),
    ]
    return Screen(layout(*(ui.TextDisplay(text) for text in fitted(texts))))
