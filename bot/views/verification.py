"""What a check of a game has found, in plain words, and the frame of a game as a moving picture."""

from typing import Any

import discord
from discord import ui

from bot.text.words import Words
from bot.views.fair_deal import SHORT, said_words
from bot.views.parts.screen import Screen, layout, sentence_screen
from games import GAMES
from games.core import Text, Texts
from games.record import Checked

FILM = "game.gif"


def verdict_screen(
    record: dict[str, Any], checked: Checked | None, wrong: Text | None, words: Words
) -> Screen:
    """Say whether a deal was fair, and how anybody can check it without us."""
    if checked is None or wrong is not None:
        lines = [
            Text("**This game does not hold.** What is stored of it is not what was promised:"),
            Text("{reason}.", reason=wrong),
        ]
        return sentence_screen(words, *lines)
    lines = [
        Text("**The deal was fair.**"),
        Text(
            "From the seed that was fixed before the first move, the cards come out as they were dealt:"
            " its mark begins with {mark}, as it stood on the table from the start.",
            mark=f"`{record['mark'][:SHORT]}`",
        ),
        *_of_words(record),
        Texts(
            "The move of the log was on offer when it was made, and leads to the result that is stored.",
            "All {n} moves of the log were on offer when they were made, and lead to the result as stored.",
            n=checked.moves,
        ),
        Text(
            "Nothing was changed afterwards: the seal of the log begins with {seal}. With [{button}] you get"
            " it all as a file, and docs/fair-deal.md has a short script that checks it without this bot.",
            button=Text("Export", ctx="button: the record of a game"),
            seal=f"`{record['seal'][:8]}`",
        ),
    ]
    return sentence_screen(words, *lines)


def _of_words(record: dict[str, Any]) -> list[Text]:
    """Say what the players' words had to do with the deal, and whom it trusts."""
    if "unused" in record:
        return [
            Text(
                "Its lobby had the mark {mark}, but an older version of the bot, which was just being"
                " replaced, has dealt without it and without words: you trust that draw.",
                mark=f"`{record['unused'][:SHORT]}`",
            )
        ]
    if "draw" not in record:
        return [Text("It was dealt without a lobby's draw and without words: you trust the bot's own draw.")]
    mark, said = f"`{record['drawn'][:SHORT]}`", any(record["shares"])
    if not said:
        return [
            Text(
                "The draw was made before anybody sat down: the lobby's mark was {mark}. Nobody typed a word,"
                " so you trust that draw.",
                mark=mark,
            )
        ]
    return [
        Text(
            "The draw was made before anybody sat down: the lobby's mark was {mark}. The seed follows from it"
            " and from these words: {words}.",
            mark=mark,
            words=said_words(record["words"], record["shares"]),
        )
    ]


def film_screen(record: dict[str, Any], words: Words) -> Screen:
    """Frame a moving picture, with words for those who do not see it."""
    name = GAMES[record["game"]].NAME
    alt = Text("The whole game of {game}, move by move, as everybody saw it.", game=name)
    item = discord.MediaGalleryItem(f"attachment://{FILM}", description=words.say(alt))
    return Screen(layout(ui.TextDisplay(f"## {words.say(name)}"), ui.MediaGallery(item)))
