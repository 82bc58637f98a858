"""Who sits where, what a lobby agreed on, and how everyone fared; pure."""

from bot.lobby import Lobby, Refused
from bot.store import Result, Saved
from bot.table import Table
from games import GAMES
from games.core import BadOption, Seat, Text, places, settle_options


def lobby_of(saved: Saved) -> Lobby:
    return Lobby(GAMES[saved.game], saved.host, saved.users, saved.options)


def agreed_options(lobby: Lobby) -> tuple[str, ...]:
    try:
        return settle_options(lobby.game, len(lobby.users), lobby.options)
    except BadOption:
        raise Refused(Text("These options do not go together. Nothing was changed.")) from None


def seat_of(table: Table, user: int) -> Seat:
    seat = table.seat_of(user)
    if seat is None:
        raise Refused(Text("You do not play at this table. [Read the table] tells you how it stands."))
    return seat


def results_of(table: Table) -> list[Result] | None:
    """Return what is stored with the last move; None while the game goes on."""
    if not table.over:
        return None
    scores = table.result()
    if scores is None:
        return []
    return [
        Result(user, place, score)
        for user, place, score in zip(table.users, places(scores), scores, strict=True)
    ]
