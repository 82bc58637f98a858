"""Since you were here: what the others have done since somebody's own last move, oldest first."""

from bot.domain.table import Table
from bot.domain.turn_history import since
from bot.text.words import Words
from bot.views.parts.player_view import view_of
from games.core import Page, Seat, Text, Texts

MISSED_TURN_LINES = 8  # of what has happened; more are told as a number, with the last ones


def news_since(table: Table, seat: Seat, page: Page) -> tuple[Text, ...]:
    """Return all news since a seat's own last turn, as far as they are remembered; none: nobody has moved."""
    own, turns = since(table.story, seat)
    if not turns:
        return ()
    before = _news(table, seat, own.state) if own else ()
    told = before
    for turn in turns:
        told = joined(told, page.news if turn.state is table.state else _news(table, seat, turn.state))
    return told[len(before) :]


def joined(told: tuple[Text, ...], news: tuple[Text, ...]) -> tuple[Text, ...]:
    """Return a story with what later news add to it: these begin with what is told already."""
    for shared in range(min(len(told), len(news)), 0, -1):
        if told[-shared:] == news[:shared]:
            return (*told, *news[shared:])
    return (*told, *(line for line in news if line not in told))


def _news(table: Table, seat: Seat, state: object) -> tuple[Text, ...]:
    return tuple(view_of(table, seat, state).page.news)


def missed_turns(table: Table, seat: Seat) -> int:
    """Return how many turns of others there were since a seat's own last one, as far as is remembered."""
    return len(since(table.story, seat)[1])


def moves_since(table: Table, seat: Seat) -> int:
    """Return how many moves the others have made since a seat's own last one."""
    return table.made - table.counted[seat]


def since_lines(table: Table, seat: Seat, page: Page, words: Words, most: int = MISSED_TURN_LINES) -> str:
    """Tell what has happened since a seat's own last move; nothing if nobody else has moved."""
    news = news_since(table, seat, page)
    lines = [f"> {words.say(line)}" for line in news[-most:]]
    if len(news) <= most:
        return "\n".join(lines)
    moves = moves_since(table, seat)
    head = Texts(
        "{n} move since your last one. The end of it:",
        "{n} moves since your last one. The end of it:",
        n=moves,
    )
    return "\n".join([f"-# {words.say(head)}", *lines])
