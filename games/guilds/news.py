"""News in words: the latest turn of every seat, and how the game ended."""

from games.core import Arg, Seat, Text, Who
from games.guilds.board import LETTERS
from games.guilds.labels import tiles_beside
from games.guilds.names import guild_name, guild_names, short_hex_name
from games.guilds.state import Turn
from games.guilds.view import View

LISTED = 4  # guilds of a group that are named one by one


def news(view: View) -> tuple[Text, ...]:
    """Tell the latest turn of every seat, oldest first, and how the game ended."""
    lines = [line for seat, turn in view.story for line in _told(view, seat, turn)]
    return (*lines, *_end(view))


def _told(view: View, seat: Seat, turn: Turn) -> list[Text]:
    """Tell a turn, a line a deed, the weightiest last."""
    who = Who(seat)
    if turn.took:
        return [Text("{who} took {hex}.", who=who, hex=short_hex_name(turn.took))]
    if turn.still:
        return [Text("{who} had nothing to place.", who=who)]
    told = []
    if turn.token >= 0:
        told.append(Text("{who} put a token on {guild}.", who=who, guild=guild_name(view.board, turn.token)))
    if turn.tile >= 0:
        told.append(_laid(view, who, turn.tile))
    return [*told, _home(turn.back), _built(view, who, turn)] if turn.tower >= 0 else told


def _laid(view: View, who: Who, at: int) -> Text:
    tile = view.board[at]
    facts: dict[str, Arg] = {"who": who, "hex": short_hex_name(tile.hex), "tile": LETTERS[at]}
    facts["tiles"] = tiles_beside(view.board[:at], (tile.q, tile.r))
    return Text("{who} laid {hex} as {tile}, beside {tiles}.", **facts)


def _built(view: View, who: Who, turn: Turn) -> Text:
    facts: dict[str, Arg] = {"who": who, "guild": guild_name(view.board, turn.tower)}
    if len(turn.group) > LISTED:
        return Text("{who} built a tower on {guild}, in a group of {n}.", n=len(turn.group), **facts)
    facts["others"] = guild_names(view.board, tuple(n for n in turn.group if n != turn.tower))
    return Text("{who} built a tower on {guild}, with {others}.", **facts)


def _home(back: tuple[Seat, ...]) -> Text:
    """Say whose tokens came back, and how many."""
    owners = tuple(map(Who, dict.fromkeys(back)))
    if len(owners) > 1:
        return Text("A token each came back to {who}.", who=owners)
    if len(back) > 1:
        return Text("Two tokens came back to {who}.", who=owners)
    return Text("A token came back to {who}.", who=owners)


def _end(view: View) -> tuple[Text, ...]:
    match view.ending:
        case "tenth":
            return (Text("The tenth tower ends the game."),)
        case "never":
            return (Text("Nobody can ever build again: the game is over."),)
        case "still":
            return (Text("A whole round without a token, a hex or a tower: the game is over."),)
    return ()
