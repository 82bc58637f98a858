"""Cards of all games by their names, in every language: what `/card` offers, finds and explains."""

from difflib import get_close_matches
from functools import lru_cache
from operator import itemgetter
from typing import NamedTuple

from discord import ui

from bot.text.foreign_names import safe_name
from bot.text.languages import languages
from bot.text.shortening import truncated
from bot.text.spelling import plain, spellings
from bot.text.words import Words
from bot.text.words import words as words_of
from bot.views.parts.screen import Screen, alt_text, layout, lines_of, picture
from games import GAMES
from games.core import LINE, MENU, Text
from games.rulebook import Entry, glossary_of

NEAREST = 4  # names that are told to someone whose card is not found
TYPED = 60  # characters that are told back


class FoundCard(NamedTuple):
    """A card of a game as one reader calls it."""

    key: str  # "towers:guard"
    name: str
    plain: str  # the name without accents and capitals
    own: tuple[str, ...]  # how the reader's language spells it
    foreign: tuple[str, ...]  # how the other languages of the bot do: players share a table and its sheets
    game: Text
    entry: Entry


@lru_cache(maxsize=64)
def every_card(words: Words) -> tuple[FoundCard, ...]:
    """Return the cards of all games in the order of their tables."""
    cards = [(game, entry) for game in GAMES.values() for entry in glossary_of(game)]
    return tuple(_found(game.KEY, game.NAME, entry, words) for game, entry in cards)


def _found(game: str, title: Text, entry: Entry, words: Words) -> FoundCard:
    name = words.say(entry.name)
    foreign = tuple(
        spelling
        for language in languages()
        if language != words.language
        for spelling in spellings(words_of(language).say(entry.name))
    )
    key, shown = f"{game}:{entry.key}", name[:1].upper() + name[1:]
    return FoundCard(key, shown, plain(name), spellings(name), foreign, title, entry)


# --- finding ---------------------------------------------------------------------------------------


def matching(typed: str, words: Words) -> list[FoundCard]:
    """Return the cards whose name has every word that was typed, in some language; the best first."""
    wanted = spellings(typed)
    far = [(card, _far(card, wanted)) for card in every_card(words)]
    return [card for card, distance in sorted(far, key=itemgetter(1)) if distance < NOT_SO]


def _far(card: FoundCard, wanted: tuple[str, ...]) -> int:
    """Say how far a card is from what was typed: by its own name, then by those of other languages."""
    own = min(_distance(name, typed) for name in card.own for typed in wanted)
    foreign = min([_distance(name, typed) for name in card.foreign for typed in wanted], default=NOT_SO)
    inside = foreign >= ANYWHERE and wanted[0].isascii()  # a syllable of a foreign word is no name
    return min(own, NOT_SO if inside else foreign + BEHIND)


CLOSED = 4  # letters after which spaces and points inside a name no longer matter
BEHIND, ANYWHERE, NOT_SO = 4, 3, 9  # how far: behind all own names; inside a name; not this card at all


def _distance(name: str, wanted: str) -> int:
    """Say how far a name is: the same, begins so, has a word that begins so, has it anywhere, has it not."""
    if not all(part in name for part in wanted.split()):
        closed = wanted.replace(" ", "")
        return ANYWHERE if len(closed) >= CLOSED and closed in name.replace(" ", "") else NOT_SO
    if name == wanted:
        return 0
    if name.startswith(wanted):
        return 1
    return 2 if f" {wanted}" in name else ANYWHERE


def choices(typed: str, words: Words) -> list[tuple[str, str]]:
    """Return what to offer while someone types: keys, and names with their game."""
    found = matching(typed, words) if plain(typed) else _some_of_each(words)
    return [(card.key, _with_game(card, words)) for card in found[:MENU]]


def _some_of_each(words: Words) -> list[FoundCard]:
    """Return a few cards of every game, for someone who has not typed anything yet."""
    share = MENU // max(1, len(GAMES))
    shelf = [[card for card in every_card(words) if card.key.startswith(f"{game}:")] for game in GAMES]
    return [card for cards in shelf for card in cards[:share]]


def _with_game(card: FoundCard, words: Words) -> str:
    return truncated(words.say(Text("{card} ({game})", card=card.name, game=card.game)), LINE)


def find(asked: str, words: Words) -> FoundCard | None:
    """Return the card with a key or a name; a part of a name will do if one card fits it best."""
    chosen = next((card for card in every_card(words) if card.key == asked), None)
    if chosen or not plain(asked):
        return chosen
    found, wanted = matching(asked, words), spellings(asked)
    best = [card for card in found if _far(card, wanted) == _far(found[0], wanted)]
    return best[0] if len(best) == 1 else None


def unknown(asked: str, words: Words) -> Text:
    """Say kindly that there is no such card, and which ones come nearest."""
    names = {name: card for card in every_card(words) for name in (*card.foreign, *card.own)}
    near = matching(asked, words) if plain(asked) else []
    close = near or [names[name] for name in get_close_matches(plain(asked), names, NEAREST, 0.5)]
    near = list(dict.fromkeys(close))
    typed = safe_name(asked, TYPED)
    if not near:
        return Text(
            'I know no card called "{name}". Type a few letters and choose from the list.', name=typed
        )
    nearest = tuple(_with_game(card, words) for card in near[:NEAREST])
    return Text('I know no card called just "{name}". The nearest are {cards}.', name=typed, cards=nearest)


# --- showing ---------------------------------------------------------------------------------------


def card_screen(card: FoundCard, words: Words) -> Screen:
    """Explain one card, with its picture."""
    entry = card.entry
    text = f"## {card.name}\n-# {words.say(card.game)}\n{lines_of(entry.lines, words)}"
    alt = alt_text(words, (entry.name, *entry.lines))
    return Screen(layout(ui.TextDisplay(text), picture(alt)), entry.scene)
