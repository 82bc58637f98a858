"""By what a deal can be checked: the marks of a lobby, of a game under way, and of one that is over."""

from collections.abc import Sequence
from itertools import starmap

from bot.domain.entities import TableRecord
from bot.domain.table import Table
from bot.text.words import Words
from games.core import SEAT_NAMES, Text

SHORT = 8  # digits of a mark that people may compare by eye
MY_WORD = Text("My word", ctx="button: a word that has a part in the deal")
APART = "\u2068{}\u2069"  # a word from right to left turns nothing around it


def lobby_line(saved: TableRecord, words: Words) -> str:
    """Say in a lobby that the draw is made, and how everybody has a part in it; older lobbies have none."""
    if not saved.draw:
        return ""
    mark = saved.drawn[:SHORT]
    # Note: the deck is shuffled already, as the mark proves; button: [My word]
    said = Text("Fair deal: {mark}. [{button}] shuffles once more.", mark=mark, button=MY_WORD)
    return f"-# {words.say(said)}"


def fair_line(table: Table, words: Words) -> str:
    """Show the marks that prove the deal: eight digits of each, at the end all of the deal's."""
    whole = f"-# {words.say(_promised(table))}\n" if table.over else ""
    said = f"-# {words.say(_drawn(table, SHORT))}" if table.fair_deal.drawn or not table.over else ""
    return (whole + said).strip()


def fair_proof(table: Table, words: Words) -> str:
    """Say in full by what the deal can be checked; at the end also the seed and the draw."""
    lines = [_drawn(table, 64)] if table.fair_deal.drawn or not table.over else []
    if table.over:
        lines.append(_promised(table))
    if table.over and table.fair_deal.drawn:
        # Note: the mark that stood in the lobby
        drawn = Text(
            "The lobby's mark: SHA-256 of `{proof}` is {mark}",
            proof=table.fair_deal.draw_line,
            mark=table.fair_deal.drawn,
        )
        lines.append(drawn)
    return "\n".join(f"-# {words.say(line)}" for line in lines)


def _promised(table: Table) -> Text:
    """Say what the deal's mark is made of."""
    return Text(
        "Fair deal: SHA-256 of `{proof}` is {mark}", proof=table.fair_deal.promise, mark=table.fair_deal.mark
    )


def _drawn(table: Table, digits: int) -> Text:
    """Say how the deal came about: the lobby's mark, everybody's word, and the mark of the deal."""
    mark, drawn = table.fair_deal.mark[:digits], table.fair_deal.drawn[:digits]
    if not drawn:
        # Note: the deal was honest: a mark that proves it
        return Text("Fair deal: {mark}", mark=mark)
    if not table.beside.words:
        # Note: the first mark stood in the lobby; nobody there has typed a word
        return Text("Fair deal: {drawn}, not shuffled again: {mark}", drawn=drawn, mark=mark)
    said = tuple(starmap(_said, sorted(table.beside.words)))
    # Note: the first mark stood in the lobby; {words}: who has typed which word there
    return Text("Fair deal: {drawn}, shuffled again by {words}: {mark}", drawn=drawn, words=said, mark=mark)


def said_words(words: Sequence[str | None], shares: Sequence[str]) -> tuple[Text, ...]:
    """Name the seats that have added to a deal, each with its word; None: deleted since."""
    return tuple(_said(seat, word or "") for seat, word in enumerate(words) if shares[seat])


def _said(seat: int, word: str) -> Text:
    """Name a seat and its word."""
    if not word:
        # Note: somebody's word was deleted at their wish
        return Text("{who} (a deleted word)", who=SEAT_NAMES[seat])
    # Note: who has typed which word
    return Text("{who} ({word})", who=SEAT_NAMES[seat], word=shown_word(word))


def shown_word(word: str) -> str:
    """Return a word as it may stand in any sentence; it is letters and digits only (`domain/deal_words`)."""
    return APART.format(word)
